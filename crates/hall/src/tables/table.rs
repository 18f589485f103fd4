//! A table: its scribe, its watch, the link of its board, and what was published of it.
//!
//! A table that panics has failed: it keeps its state, takes no more input, and affects no other table.

mod ordered;

use crate::notice::panic_text;
use crate::tables::games::HandedOut;
use crate::tables::planned::Planned;
use crate::tables::public_view::PublicView;
use crate::tables::published::{Believed, Published};
use crate::tables::staged::Decisions;
use crate::tables::watched::{self, Watched};
use crate::{HallSetup, LinkNo, Notice, PublicLink, Publication, ReadClock, Refusal, TableNo, TableSetup};
use board::{BoardEvent, LinkState, Millis, Sensing, Timing};
use game::{Finished, GameEvent, Packed, Played, Player, PlyNo, Proof, Reckoning, Score, Tags};
use laws::reports::round_check::RoundCheck;
use laws::{Incident, Profile, Watch};
use shakmaty::ByColor;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tournament::Plan;

/// A table and its games.
#[derive(Debug)]
pub struct Table {
    setup: TableSetup,
    profile: Profile,
    pub(crate) game: Watched,
    /// The tags as last configured. A set-up that repeats them must not undo a later correction.
    configured: Tags,
    /// The games of the table's earlier set-ups that are still in memory.
    pub(crate) archive: Vec<Packed>,
    pub(crate) before: u32,
    pub(crate) link: Option<LinkNo>,
    pub(crate) last_serial: Option<String>,
    pub(crate) public_link: PublicLink,
    published: Published,
    pub(crate) public_view: PublicView,
    /// The number of the game that was on the board when changes of public forms were last noted.
    noted_game: u32,
    /// The games as they were last handed out for the public.
    pub(crate) handed_out: HandedOut,
    /// The result of the latest check of the table before its first move; `None` if none was made.
    checked: Option<RoundCheck>,
    /// Whether the board stood astray at the latest look ([`Table::is_astray`]).
    was_astray: bool,
    /// Whether play went on behind a result at the latest look ([`Table::is_played_on`]).
    was_played_on: bool,
    fault: Option<String>,
    /// The game's next deadline. It is stored because it is read far more often than it changes.
    due_ms: Option<Millis>,
    /// The earliest instant for the next call of `advance`: see [`Table::next_deadline`].
    not_before: Millis,
    /// The time of the latest thing seen, said or decided: see [`Table::moved_on_ms`].
    moved_on_ms: Millis,
    /// The instant before which no deadline fires: see [`Table::wait_for_past`].
    waits_until_ms: Millis,
    /// What the rounds of the event make of the table.
    pub(crate) planned: Planned,
    /// The decisions that were prepared and are not announced yet.
    pub(crate) decisions: Decisions,
    /// The times after which proved results count, as configured ([`HallSetup::confirm_after_ms`]).
    pub(crate) confirm_after_ms: BTreeMap<Proof, Millis>,
    /// Says whether an irregular ply is published once the arbiter let it stand ([`HallSetup::publishes_released`]).
    publishes_released: bool,
}

/// The time that a table waits for the events that its board remembers, in milliseconds. A cable that slipped out is
/// usually plugged in again by then. Afterwards the game goes on from the last reading. Events that the board reports
/// even later count from the time that the table has reached.
const PAST_WAIT_MS: Millis = 60_000;

/// The least number of squares on which the board contradicts the moves and a move under way does not explain it.
const ASTRAY_MIN: usize = 3;

/// The least number of moves, made and pressed for since a result was entered, that say that the game goes on. One may have been under
/// way.
const PLAYED_ON_MIN: usize = 2;

/// The number of games of earlier set-ups that are kept in memory; the journal still holds older ones.
const ARCHIVE_MAX: usize = 64;

/// The output of a table for one input.
#[derive(Debug, Default)]
pub(crate) struct TableOutput {
    pub(crate) publications: Vec<Publication>,
    pub(crate) events: Vec<(Millis, GameEvent)>,
    pub(crate) incidents: Vec<Incident>,
    pub(crate) notices: Vec<Notice>,
    pub(crate) clock: Option<ReadClock>,
    /// The numbers of the games whose public form may have changed.
    pub(crate) games: BTreeSet<u32>,
    /// Says whether the arbiter's page may have to show the table differently although nothing was published.
    pub(crate) is_arbiter_table_changed: bool,
}

impl TableOutput {
    /// Returns whether the output is empty.
    pub(crate) fn is_nothing(&self) -> bool {
        let TableOutput { publications, events, incidents, notices, clock, games, is_arbiter_table_changed } =
            self;
        publications.is_empty()
            && events.is_empty()
            && incidents.is_empty()
            && notices.is_empty()
            && clock.is_none()
            && games.is_empty()
            && !is_arbiter_table_changed
    }
}

impl Table {
    /// Returns the number of the table.
    pub fn number(&self) -> TableNo {
        self.setup.table
    }

    /// Returns the table as configured.
    pub fn setup(&self) -> &TableSetup {
        &self.setup
    }

    /// Returns the time of the latest thing seen, said or decided in the game. No later event can count at an earlier
    /// time.
    pub(crate) fn moved_on_ms(&self) -> Millis {
        self.moved_on_ms
    }

    /// Makes the table wait for its board, which is lost and remembers what happens, or which has begun to report what
    /// it remembers. No deadline fires until the link reports its present state. Otherwise the game would run ahead of
    /// moves that only the board knows yet.
    pub(crate) fn wait_for_past(&mut self, t_ms: Millis) {
        self.waits_until_ms = t_ms + PAST_WAIT_MS;
    }

    /// Returns the link that serves the table, or served it last; `None` if there is none.
    pub fn link(&self) -> Option<LinkNo> {
        self.link
    }

    /// Returns the state of the board's link as the world sees it.
    pub fn public_link(&self) -> PublicLink {
        self.public_link
    }

    /// Returns why the table failed; `None` if it did not.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// Returns the score of the game on the board.
    pub fn score(&self) -> &Score {
        self.game.scribe().score()
    }

    /// Returns the players, with their names as they were last configured or corrected.
    pub fn players(&self) -> &ByColor<Player> {
        &self.score().tags.players
    }

    /// Returns the watch over the game, for the arbiter.
    pub fn watch(&self) -> &Watch {
        self.game.watch()
    }

    /// Returns the ply about which a question is open, with its possible moves; `None` if no question is open.
    pub fn asked(&self) -> Option<(PlyNo, &[Played])> {
        self.game.scribe().asked()
    }

    /// Returns whether the moves of a game are a matter of transmission alone: none of them is irregular or may be, and the
    /// game is not adjourned. `None` names the game on the board.
    pub fn is_plain(&self, game: Option<u32>) -> bool {
        let is_regular = |played: &Played| !matches!(played, Played::Irregular { .. });
        let is_on_board = game.is_none_or(|number| number == self.game_number());
        if !is_on_board {
            let score = game.and_then(|number| self.game(number));
            return score.is_none_or(|score| score.plies.iter().all(|ply| is_regular(&ply.played)));
        }
        self.score().plies.iter().all(|ply| is_regular(&ply.played))
            && self.asked().is_none_or(|(_, alternatives)| alternatives.iter().all(is_regular))
            && self.watch().adjournment().public_plies().is_none()
    }

    /// Returns the instant at which the open question was first asked; `None` if no question is open.
    pub fn asked_ms(&self) -> Option<Millis> {
        self.game.scribe().asked_ms()
    }

    /// Returns whether the open question allows the answer that no move was played.
    pub fn may_be_none(&self) -> bool {
        self.game.scribe().may_be_none()
    }

    /// Returns the explanations of what the board showed that are alive at `t_ms`, cheapest first, for the arbiter.
    pub fn reckonings(&self, t_ms: Millis) -> Vec<Reckoning> {
        self.game.scribe().reckonings(t_ms)
    }

    /// Returns the earlier games that are still kept, oldest first.
    pub fn finished(&self) -> impl DoubleEndedIterator<Item = &Packed> {
        self.archive.iter().chain(self.game.scribe().finished().iter().map(Finished::packed))
    }

    /// Returns the earlier games of this set-up, oldest first, each with the number under which it was published.
    /// Commands about these games are still possible.
    pub fn earlier(&self) -> impl DoubleEndedIterator<Item = (u32, &Finished)> {
        let numbered = |game: &Finished| self.before.saturating_add(game.packed().head().number);
        self.game.scribe().finished().iter().map(move |game| (numbered(game), game))
    }

    /// Returns whether the game that a command names, if it names one, is not on the board.
    pub(crate) fn is_another(&self, game: Option<u32>) -> bool {
        game.is_some_and(|number| number != self.game_number())
    }

    /// Returns the scribe's own number of the game that a command names. The scribe counts games from 1 on since the
    /// last change of the set-up. `Err` if the game can no longer be changed.
    pub(crate) fn own_number(&self, game: Option<u32>) -> Result<Option<u32>, Refusal> {
        let Some(number) = game else { return Ok(None) };
        let is_known = number == self.game_number() || self.earlier().any(|(earlier, _)| earlier == number);
        if !is_known {
            let (table, on_board) = (self.number(), self.game_number());
            return Err(Refusal::GameClosed { number, table, on_board });
        }
        Ok(Some(number - self.before))
    }

    /// Returns the state of the table before its first move; `None` once the game has begun or has a result, or the
    /// table has failed.
    pub fn round_check(&self) -> Option<RoundCheck> {
        let waits = self.score().plies.is_empty() && self.score().result.is_none() && self.fault.is_none();
        let is_read = matches!(self.public_link, PublicLink::Live);
        waits.then(|| self.watch().round_check(self.score(), self.setup.clock, is_read))
    }

    /// Returns whether the board shows the end of a game, by mate, by stalemate or by where the kings stand, and nobody has
    /// confirmed a result. False while the moves are a matter of the arbiter's.
    pub fn is_ended(&self) -> bool {
        self.score().proposed.is_some() && self.score().result.is_none() && self.is_plain(None)
    }

    /// Returns whether the board contradicts the moves of a game that goes on, on three squares or more. A castling under way
    /// does so for a moment. False while the moves are a matter of the arbiter's.
    pub fn is_astray(&self) -> bool {
        let score = self.score();
        let goes_on = !score.plies.is_empty() && score.proposed.is_none() && score.result.is_none();
        goes_on && self.game.scribe().unexplained().len() >= ASTRAY_MIN && self.is_plain(None)
    }

    /// Returns whether both players have moved and pressed since the result of their game was entered: perhaps at the wrong table.
    /// Without a clock nobody knows.
    pub fn is_played_on(&self) -> bool {
        self.game.scribe().played_since_result() >= PLAYED_ON_MIN
    }

    /// Returns the number of the game on the board; a table's first game is 1.
    pub fn game_number(&self) -> u32 {
        self.before.saturating_add(self.game.scribe().score().number)
    }

    pub(crate) fn new(t_ms: Millis, hall: &HallSetup, setup: &TableSetup, output: &mut TableOutput) -> Table {
        let (terms, why) = hall.terms(setup);
        output.notices.extend(why.map(|why| Notice::BadSetup { table: setup.table, why }));
        let tags = hall.tags(setup);
        let mut table = Table {
            setup: setup.clone(),
            profile: hall.profile,
            game: Watched::new(hall.profile, terms, tags.clone()),
            configured: tags,
            archive: Vec::new(),
            before: 0,
            link: None,
            last_serial: None,
            public_link: PublicLink::Absent,
            published: Published::default(),
            public_view: PublicView::default(),
            noted_game: 1,
            handed_out: HandedOut::default(),
            checked: None,
            was_astray: false,
            was_played_on: false,
            fault: None,
            due_ms: None,
            not_before: 0,
            moved_on_ms: t_ms,
            waits_until_ms: 0,
            planned: Planned::default(),
            decisions: Decisions::default(),
            confirm_after_ms: hall.confirm_after_ms.clone(),
            publishes_released: hall.publishes_released,
        };
        table.work(output, Refresh::All, |game| {
            game.advance(t_ms);
        });
        table
    }

    /// Handles a new set-up. If it changes the terms of a game (its starting position, its clock) or the rules, a new
    /// game begins. If it changes only names, the game on the board is corrected. Returns whether a new game began.
    pub(crate) fn set_up(
        &mut self,
        t_ms: Millis,
        hall: &HallSetup,
        setup: &TableSetup,
        plan: &Plan,
        output: &mut TableOutput,
    ) -> bool {
        self.confirm_after_ms.clone_from(&hall.confirm_after_ms);
        self.publishes_released = hall.publishes_released;
        let same_terms = self.setup.clock == setup.clock
            && self.setup.chess960 == setup.chess960
            && self.setup.fen == setup.fen
            && self.profile == hall.profile;
        if same_terms {
            self.setup = setup.clone();
            let configured = hall.tags(setup);
            // A table of the rounds has the names of its pairing.
            if *plan == Plan::Free && self.planned.plan == Plan::Free && configured != self.configured {
                self.configured.clone_from(&configured);
                let score = self.score();
                let is_of_round =
                    (&score.tags.event, &score.tags.round) == (&configured.event, &configured.round);
                let has_begun = !score.plies.is_empty() || score.result.is_some();
                // A game of the earlier round that is still being played keeps its players.
                let is_still_played = has_begun && !is_of_round;
                self.work(output, Refresh::All, |game| {
                    if is_still_played {
                        game.name_next(t_ms, configured);
                    } else {
                        game.rename(configured);
                    }
                });
                return false;
            }
            self.work(output, Refresh::All, |_| ());
            return false;
        }
        let mut fresh = Table::new(t_ms, hall, setup, &mut TableOutput::default());
        fresh.archive = self.games().into_iter().map(Packed::new).collect();
        fresh.archive.drain(..fresh.archive.len().saturating_sub(ARCHIVE_MAX));
        fresh.before = self.game_number();
        fresh.link = self.link;
        fresh.last_serial = self.last_serial.take();
        fresh.public_link = self.public_link;
        fresh.published = std::mem::take(&mut self.published);
        fresh.noted_game = self.noted_game;
        fresh.handed_out = std::mem::take(&mut self.handed_out);
        fresh.public_view = std::mem::take(&mut self.public_view);
        fresh.decisions = std::mem::take(&mut self.decisions);
        fresh.game.sense(self.sensing().0, self.timing());
        *self = fresh;
        self.work(output, Refresh::All, |game| {
            game.advance(t_ms);
        });
        true
    }

    /// Returns what the table's board can sense of a square, and the board's scan period in milliseconds.
    pub fn sensing(&self) -> (Sensing, u32) {
        let terms = self.game.scribe().terms();
        (terms.sensing, terms.scan_ms)
    }

    /// Returns how inexact the table's times may be. That depends on the board that served the table last; without a
    /// board, the values of a DGT board are assumed.
    pub fn timing(&self) -> Timing {
        self.game.watch().timing()
    }

    /// Sets what the board that took over can sense of a square, and how late it reports.
    pub(crate) fn sense(&mut self, sensing: Sensing, timing: Timing, output: &mut TableOutput) {
        if (self.sensing().0, self.timing()) != (sensing, timing) {
            self.work(output, Refresh::No, |game| game.sense(sensing, timing));
        }
    }

    /// Handles an event of the table's board.
    pub(crate) fn handle_board(&mut self, t_ms: Millis, event: &BoardEvent, output: &mut TableOutput) {
        // A clock reading or a press can give a ply its time without changing the state of the ply.
        let is_time = matches!(event, BoardEvent::Clock(_) | BoardEvent::Press(_));
        let mut refresh = if is_time { Refresh::Times } else { Refresh::No };
        if let BoardEvent::Link(state) = event
            && self.set_link(t_ms, *state)
        {
            refresh = Refresh::All;
        }
        if matches!(event, BoardEvent::Link(LinkState::Live | LinkState::Doubtful)) {
            self.waits_until_ms = 0;
        }
        if event.is_sensed() {
            self.moved_on_ms = self.moved_on_ms.max(t_ms);
        }
        // While a game waits for the events that its board remembers, news of the link alone must not advance it.
        let is_heard = event.is_sensed() || t_ms >= self.waits_until_ms;
        if self.is_closed() {
            if is_heard {
                self.work(output, Refresh::No, |game| game.overhear(t_ms, event));
            }
            self.refresh_if(refresh, output);
            return;
        }
        let was_guiding = self.watch().is_guiding();
        self.work(output, refresh, |game| {
            if is_heard {
                game.handle_board(t_ms, event);
            }
        });
        self.watch_proof(t_ms, None);
        output.is_arbiter_table_changed |= event.is_sensed() && (was_guiding || self.watch().is_guiding());
        if matches!(event, BoardEvent::Clock(_)) && self.fault.is_none() {
            let table = self.number();
            let is_public = self.public_view.over(&self.game).clock == self.score().clock;
            output.clock = self.score().clock.map(|face| ReadClock { table, face, is_public });
        }
    }

    /// Publishes what has changed about the table while nothing reaches its game.
    fn refresh_if(&mut self, refresh: Refresh, output: &mut TableOutput) {
        if refresh == Refresh::All {
            self.refresh(output);
        }
    }

    /// Fires the deadlines that are due at `t_ms`.
    pub(crate) fn advance(&mut self, t_ms: Millis, output: &mut TableOutput) {
        self.not_before = t_ms + 1;
        // After a wait, deadlines may fire long after the instants at which they fell due.
        let mut decided_ms = None;
        if !self.is_closed() {
            self.work(output, Refresh::No, |game| decided_ms = game.advance(t_ms));
            self.watch_proof(t_ms, None);
            self.confirm_proved(t_ms, output);
        }
        self.moved_on_ms = self.moved_on_ms.max(decided_ms.unwrap_or(0));
    }

    /// Returns the instant at which `advance` is to be called next. If the scribe asks again for the instant to which
    /// it was just advanced, the scribe has a bug; the next call is then one millisecond later, so that the bug cannot
    /// keep the hall busy forever.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        if self.fault.is_some() || self.is_closed() {
            return None;
        }
        let due_ms = self.due_ms.into_iter().chain(self.confirms_at()).min();
        due_ms.map(|at| at.max(self.not_before).max(self.waits_until_ms))
    }

    /// Returns the placement that the board should show.
    pub(crate) fn expected(&self) -> &shakmaty::Board {
        self.game.scribe().expected()
    }

    /// Returns whether the game has seen no reading of a board yet.
    pub(crate) fn needs_reading(&self) -> bool {
        self.game.scribe().needs_reading()
    }

    /// Sets the state of the board's link. Returns whether the world sees a change.
    pub(crate) fn set_link(&mut self, t_ms: Millis, state: LinkState) -> bool {
        let before = self.public_link;
        self.public_link = match (state, before) {
            // The session of a doubtful board has just asked the board again. The board counts as live until the
            // session gives it up.
            (LinkState::Live | LinkState::Doubtful, _) => PublicLink::Live,
            (LinkState::Down | LinkState::Waking, PublicLink::Live) => PublicLink::Lost { since_ms: t_ms },
            (LinkState::Down | LinkState::Waking, PublicLink::Absent | PublicLink::Lost { .. }) => before,
        };
        self.public_link != before
    }

    /// Publishes whatever has changed outside the scribe.
    pub(crate) fn refresh(&mut self, output: &mut TableOutput) {
        self.work(output, Refresh::All, |_| ());
    }

    /// Takes over a publication from the journal, even if this version of the program would decide otherwise.
    pub(crate) fn adopt(&mut self, publication: &Publication) {
        let (game, score) = (self.game_number(), self.public_view.over(&self.game));
        let now = Believed { game, score, with_released: self.publishes_released };
        self.published.adopt(publication, &now);
    }

    /// Runs `act` on the game, passes on its output, and publishes what changed. If `act` panics, the table has failed
    /// and its scribe is never used again.
    pub(crate) fn work(
        &mut self,
        output: &mut TableOutput,
        refresh: Refresh,
        act: impl FnOnce(&mut Watched),
    ) {
        if self.fault.is_some() {
            return;
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            act(&mut self.game);
            self.drain(output, refresh);
            let checked = self.round_check();
            output.is_arbiter_table_changed |= checked != self.checked;
            self.checked = checked;
            let is_astray = self.is_astray();
            output.is_arbiter_table_changed |= is_astray != self.was_astray;
            self.was_astray = is_astray;
            let is_played_on = self.is_played_on();
            output.is_arbiter_table_changed |= is_played_on != self.was_played_on;
            self.was_played_on = is_played_on;
            self.due_ms = self.game.next_deadline();
        }));
        if let Err(panic) = outcome {
            let why = panic_text(panic.as_ref());
            output.notices.push(Notice::TableFaulted { table: self.setup.table, why: why.clone() });
            self.fault = Some(why);
        }
    }

    fn drain(&mut self, output: &mut TableOutput, mut refresh: Refresh) {
        while let Some(told) = self.game.poll() {
            match told {
                watched::WatchedOutput::Event(t_ms, event) => {
                    refresh = Refresh::All;
                    output.events.push((t_ms, event));
                }
                watched::WatchedOutput::Incident(incident) => output.incidents.push(incident),
            }
        }
        self.public_view.look(self.game_number(), &self.game);
        if refresh == Refresh::No {
            return;
        }
        let (game, score) = (self.game_number(), self.public_view.over(&self.game));
        let now = Believed { game, score, with_released: self.publishes_released };
        if refresh == Refresh::Times && self.published.is_told(&now) {
            return;
        }
        // A new game may have begun. The finished game may then have lost plies, because putting pieces back is no
        // move.
        let on_board = self.game_number();
        output.games.extend([std::mem::replace(&mut self.noted_game, on_board), on_board]);
        let (table, is_chess) = (self.setup.table, self.watch().is_chess());
        let told = self.published.update(table, &now, self.public_link, is_chess);
        output.publications.extend(told);
    }
}

/// The parts of the published state that may have changed. A clock reports every second; after its reports only the
/// times are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refresh {
    No,
    Times,
    All,
}

#[cfg(test)]
mod tests {
    use super::{Refresh, Table, TableOutput};
    use crate::{BoardChoice, HallSetup, Notice, TableSetup};
    use shakmaty::ByColor;

    #[test]
    fn a_panic_faults_the_table_once_and_keeps_what_it_had() {
        let setup = TableSetup {
            table: 7,
            board: BoardChoice::Any,
            players: ByColor::default(),
            clock: true,
            clock_port: None,
            chess960: false,
            fen: None,
            stands: crate::Stands::default(),
        };
        let mut table = Table::new(0, &HallSetup::default(), &setup, &mut TableOutput::default());
        let mut output = TableOutput::default();
        table.work(&mut output, Refresh::All, |_| panic!("a mistake of ours"));
        let why = "a mistake of ours".to_owned();
        assert_eq!(output.notices, [Notice::TableFaulted { table: 7, why: why.clone() }]);
        assert_eq!((table.fault(), table.next_deadline()), (Some(why.as_str()), None));
        let mut later = TableOutput::default();
        table.work(&mut later, Refresh::All, |_| panic!("it must not be called again"));
        assert!(later.notices.is_empty() && later.publications.is_empty());
        let order = game::Order::Note { text: "?".to_owned() };
        let command = game::Command { order, game: None, author: None, staged: None };
        assert!(table.handle_command(1, &command, &mut later).is_err());
        assert_eq!(table.games().len(), 1);
    }
}
