//! One table: its scribe, its watch, its board's link, what the world was told of it.
//!
//! A table that panics is faulted: it keeps what it had, takes nothing more, and harms no other.

use crate::notice::panic_text;
use crate::tables::games::HandedOut;
use crate::tables::told::{Believed, Told};
use crate::tables::veil::Veil;
use crate::tables::watched::{self, Watched};
use crate::{HallSetup, LinkNo, Notice, PublicLink, Publication, ReadClock, TableNo, TableSetup};
use board::{BoardEvent, LinkState, Millis, Sensing, Timing};
use game::{Command, Finished, GameEvent, Packed, Played, Player, Score, Tags};
use laws::desk::round_check::RoundCheck;
use laws::{Incident, Profile, Watch};
use shakmaty::ByColor;
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// One table.
#[derive(Debug)]
pub struct Table {
    setup: TableSetup,
    profile: Profile,
    pub(crate) game: Watched,
    /// The tags as configured last: the same set-up again corrects nothing.
    configured: Tags,
    /// The games of earlier set-ups of this table, and how many there were.
    pub(crate) archive: Vec<Packed>,
    pub(crate) before: u32,
    pub(crate) link: Option<LinkNo>,
    pub(crate) last_serial: Option<String>,
    pub(crate) public_link: PublicLink,
    told: Told,
    pub(crate) veil: Veil,
    /// The game that was on the board when it was looked at last.
    noted_game: u32,
    /// What the public was last given to read of it.
    pub(crate) handed_out: HandedOut,
    /// The table before its first move, as it was looked at last.
    checked: Option<RoundCheck>,
    fault: Option<String>,
    /// The game's next deadline: asked far more often than it changes.
    due_ms: Option<Millis>,
    /// See [`Table::next_deadline`].
    not_before: Millis,
    /// See [`Table::moved_on_ms`].
    moved_on_ms: Millis,
    /// Nothing falls due by itself before: see [`Table::wait_for_past`].
    waits_until_ms: Millis,
}

/// How long a table waits for what its board remembers. A cable that slipped is back by then; after it, what was seen last
/// counts without the board, and what the board tells later counts from where the table has come.
const PAST_WAIT_MS: Millis = 60_000;

/// How many games of earlier set-ups are kept in memory; older ones are in the journal.
const ARCHIVE_MAX: usize = 64;

/// What a table has to say after it was given something.
#[derive(Debug, Default)]
pub(crate) struct Said {
    pub(crate) publications: Vec<Publication>,
    pub(crate) events: Vec<(Millis, GameEvent)>,
    pub(crate) incidents: Vec<Incident>,
    pub(crate) notices: Vec<Notice>,
    pub(crate) clock: Option<ReadClock>,
    /// Games of which the public may read something else, by number.
    pub(crate) games: BTreeSet<u32>,
    /// The arbiter's desk may look otherwise, though nothing was published.
    pub(crate) is_desk_changed: bool,
}

impl Said {
    /// Whether nobody hears of it.
    pub(crate) fn is_nothing(&self) -> bool {
        let Said { publications, events, incidents, notices, clock, games, is_desk_changed } = self;
        publications.is_empty()
            && events.is_empty()
            && incidents.is_empty()
            && notices.is_empty()
            && clock.is_none()
            && games.is_empty()
            && !is_desk_changed
    }
}

impl Table {
    /// Its number.
    pub fn number(&self) -> TableNo {
        self.setup.table
    }

    /// As configured.
    pub fn setup(&self) -> &TableSetup {
        &self.setup
    }

    /// How far its game has been followed: the last thing seen, said or decided. Nothing before counts any more.
    pub(crate) fn moved_on_ms(&self) -> Millis {
        self.moved_on_ms
    }

    /// Its board has been lost and remembers what happens meanwhile, or has begun to tell it. Until the link says how it is
    /// now, only the board's next word says what came after: nothing falls due by itself, or the game would run ahead of its
    /// own moves.
    pub(crate) fn wait_for_past(&mut self, t_ms: Millis) {
        self.waits_until_ms = t_ms + PAST_WAIT_MS;
    }

    /// The link that serves it, or served it last.
    pub fn link(&self) -> Option<LinkNo> {
        self.link
    }

    /// The link to its board as the world sees it.
    pub fn public_link(&self) -> PublicLink {
        self.public_link
    }

    /// Why it stands still, if it failed.
    pub fn fault(&self) -> Option<&str> {
        self.fault.as_deref()
    }

    /// The game on the board.
    pub fn score(&self) -> &Score {
        self.game.scribe().score()
    }

    /// Who plays, with names as configured or said last.
    pub fn players(&self) -> &ByColor<Player> {
        &self.score().tags.players
    }

    /// The watch over its game, for the arbiter.
    pub fn watch(&self) -> &Watch {
        self.game.watch()
    }

    /// The ply that is asked about, and what it could be.
    pub fn asked(&self) -> Option<(usize, &[Played])> {
        self.game.scribe().asked()
    }

    /// The games before it that are still kept, oldest first.
    pub fn finished(&self) -> impl DoubleEndedIterator<Item = &Packed> {
        self.archive.iter().chain(self.game.scribe().finished().iter().map(Finished::packed))
    }

    /// The games of this set-up that are not on the board any more, oldest first, each with its number as published: of
    /// these a person can still say something.
    pub fn earlier(&self) -> impl DoubleEndedIterator<Item = (u32, &Finished)> {
        let numbered = |game: &Finished| self.before.saturating_add(game.packed().head().number);
        self.game.scribe().finished().iter().map(move |game| (numbered(game), game))
    }

    /// Whether a command is about a game that is not on the board.
    pub(crate) fn is_about_another(&self, command: &Command) -> bool {
        command.game.is_some_and(|number| number != self.game_number())
    }

    /// A command with its game numbered as the scribe counts: from the last change of the set-up on.
    pub(crate) fn own<'a>(&self, command: &'a Command) -> Result<Cow<'a, Command>, String> {
        let Some(number) = command.game else { return Ok(Cow::Borrowed(command)) };
        let is_known = number == self.game_number() || self.earlier().any(|(earlier, _)| earlier == number);
        if !is_known {
            return Err(format!(
                "game {number} of table {} cannot be changed any more; the one on the board is {}",
                self.number(),
                self.game_number()
            ));
        }
        Ok(Cow::Owned(Command { game: Some(number - self.before), ..command.clone() }))
    }

    /// The table before its first move; none once the game has begun or has a result.
    pub fn round_check(&self) -> Option<RoundCheck> {
        let waits = self.score().plies.is_empty() && self.score().result.is_none() && self.fault.is_none();
        let is_read = matches!(self.public_link, PublicLink::Live);
        waits.then(|| self.watch().round_check(self.score(), self.setup.clock, is_read))
    }

    /// Which game of the table is on the board; the first is 1.
    pub fn game_number(&self) -> u32 {
        self.before.saturating_add(self.game.scribe().score().number)
    }

    pub(crate) fn new(t_ms: Millis, hall: &HallSetup, setup: &TableSetup, said: &mut Said) -> Table {
        let (terms, why) = hall.terms(setup);
        said.notices.extend(why.map(|why| Notice::BadSetup { table: setup.table, why }));
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
            told: Told::default(),
            veil: Veil::default(),
            noted_game: 1,
            handed_out: HandedOut::default(),
            checked: None,
            fault: None,
            due_ms: None,
            not_before: 0,
            moved_on_ms: t_ms,
            waits_until_ms: 0,
        };
        table.work(said, Refresh::All, |game| {
            game.advance(t_ms);
        });
        table
    }

    /// The set-up changed. What a game was agreed to be (its start, its clock) begins a new game, and so does a
    /// change of rules; a change of names only corrects the game on the board. Says whether
    /// a new game began.
    pub(crate) fn set_up(
        &mut self,
        t_ms: Millis,
        hall: &HallSetup,
        setup: &TableSetup,
        said: &mut Said,
    ) -> bool {
        let same_terms = self.setup.clock == setup.clock
            && self.setup.chess960 == setup.chess960
            && self.setup.fen == setup.fen
            && self.profile == hall.profile;
        if same_terms {
            self.setup = setup.clone();
            let configured = hall.tags(setup);
            if configured != self.configured {
                self.configured.clone_from(&configured);
                let score = self.score();
                let is_of_round =
                    (&score.tags.event, &score.tags.round) == (&configured.event, &configured.round);
                let has_begun = !score.plies.is_empty() || score.result.is_some();
                // A game of the round before may still be played there: it stays whose it is.
                let is_still_played = has_begun && !is_of_round;
                self.work(said, Refresh::All, |game| {
                    if is_still_played {
                        game.name_next(t_ms, configured);
                    } else {
                        game.rename(configured);
                    }
                });
                return false;
            }
            self.work(said, Refresh::All, |_| ());
            return false;
        }
        let mut fresh = Table::new(t_ms, hall, setup, &mut Said::default());
        fresh.archive = self.games().into_iter().map(Packed::new).collect();
        fresh.archive.drain(..fresh.archive.len().saturating_sub(ARCHIVE_MAX));
        fresh.before = self.game_number();
        fresh.link = self.link;
        fresh.last_serial = self.last_serial.take();
        fresh.public_link = self.public_link;
        fresh.told = std::mem::take(&mut self.told);
        fresh.noted_game = self.noted_game;
        fresh.handed_out = std::mem::take(&mut self.handed_out);
        fresh.veil = std::mem::take(&mut self.veil);
        fresh.game.sense(self.sensing().0, self.timing());
        *self = fresh;
        self.work(said, Refresh::All, |game| {
            game.advance(t_ms);
        });
        true
    }

    /// What the table's board can tell, and how fast it looks.
    pub fn sensing(&self) -> (Sensing, u32) {
        let terms = self.game.scribe().terms();
        (terms.sensing, terms.scan_ms)
    }

    /// How far its times may be off: those of the board that served it last, or of a DGT board before there was one.
    pub fn timing(&self) -> Timing {
        self.game.watch().timing()
    }

    /// A board took over that can tell so much of a square, and tells it so late.
    pub(crate) fn sense(&mut self, sensing: Sensing, timing: Timing, said: &mut Said) {
        if (self.sensing().0, self.timing()) != (sensing, timing) {
            self.work(said, Refresh::No, |game| game.sense(sensing, timing));
        }
    }

    /// The board of this table was seen to do something.
    pub(crate) fn handle_board(&mut self, t_ms: Millis, event: &BoardEvent, said: &mut Said) {
        // A reading of the clock or a press can tell the time of a ply without changing its state.
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
        let was_guiding = self.watch().is_guiding();
        // News of the link alone must not move a game on that waits for what its board remembers.
        let is_heard = event.is_sensed() || t_ms >= self.waits_until_ms;
        self.work(said, refresh, |game| {
            if is_heard {
                game.handle_board(t_ms, event);
            }
        });
        said.is_desk_changed |= event.is_sensed() && (was_guiding || self.watch().is_guiding());
        if matches!(event, BoardEvent::Clock(_)) && self.fault.is_none() {
            let table = self.number();
            let is_public = self.veil.over(&self.game).clock == self.score().clock;
            said.clock = self.score().clock.map(|face| ReadClock { table, face, is_public });
        }
    }

    pub(crate) fn handle_command(
        &mut self,
        t_ms: Millis,
        command: &Command,
        said: &mut Said,
    ) -> Result<(), String> {
        if let Some(why) = &self.fault {
            return Err(format!("table {} failed ({why}); restart the program", self.number()));
        }
        let own = self.own(command)?;
        self.moved_on_ms = self.moved_on_ms.max(t_ms);
        // Whoever decides does so now.
        self.waits_until_ms = 0;
        said.is_desk_changed |= self.is_about_another(command);
        said.games.extend(command.game);
        let mut answer = Err("the table failed over this command".to_owned());
        self.work(said, Refresh::All, |game| answer = game.handle_command(t_ms, &own));
        answer
    }

    /// Fires what is due at `t_ms`.
    pub(crate) fn advance(&mut self, t_ms: Millis, said: &mut Said) {
        self.not_before = t_ms + 1;
        // After a wait what falls due may be long past.
        let mut decided_ms = None;
        self.work(said, Refresh::No, |game| decided_ms = game.advance(t_ms));
        self.moved_on_ms = self.moved_on_ms.max(decided_ms.unwrap_or(0));
    }

    /// When `advance` wants to be called next. A scribe that was advanced to an instant and still names that one is
    /// mistaken; it is asked again a millisecond later, so that no mistake stops the hall.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        if self.fault.is_some() {
            return None;
        }
        self.due_ms.map(|at| at.max(self.not_before).max(self.waits_until_ms))
    }

    /// The placement its board should show.
    pub(crate) fn expected(&self) -> &shakmaty::Board {
        self.game.scribe().expected()
    }

    /// The link came to this state. Says whether the world sees a change.
    pub(crate) fn set_link(&mut self, t_ms: Millis, state: LinkState) -> bool {
        let before = self.public_link;
        self.public_link = match (state, before) {
            // A doubtful board was asked again a moment ago: shown as live until the session gives it up.
            (LinkState::Live | LinkState::Doubtful, _) => PublicLink::Live,
            (LinkState::Down | LinkState::Waking, PublicLink::Live) => PublicLink::Lost { since_ms: t_ms },
            (LinkState::Down | LinkState::Waking, PublicLink::Absent | PublicLink::Lost { .. }) => before,
        };
        self.public_link != before
    }

    /// Says to the world whatever changed without the scribe.
    pub(crate) fn refresh(&mut self, said: &mut Said) {
        self.work(said, Refresh::All, |_| ());
    }

    /// The world was told this (a book says so), whatever is believed now.
    pub(crate) fn adopt(&mut self, publication: &Publication) {
        let number = self.game_number();
        self.told.adopt(publication, number, &self.veil.over(&self.game));
    }

    /// Does something with the game, passes on what it says, and tells the world what changed. A panic faults the
    /// table; its scribe is never touched again.
    pub(crate) fn work(&mut self, said: &mut Said, refresh: Refresh, act: impl FnOnce(&mut Watched)) {
        if self.fault.is_some() {
            return;
        }
        let outcome = catch_unwind(AssertUnwindSafe(|| {
            act(&mut self.game);
            self.drain(said, refresh);
            let checked = self.round_check();
            said.is_desk_changed |= checked != self.checked;
            self.checked = checked;
            self.due_ms = self.game.next_deadline();
        }));
        if let Err(panic) = outcome {
            let why = panic_text(panic.as_ref());
            said.notices.push(Notice::TableFaulted { table: self.setup.table, why: why.clone() });
            self.fault = Some(why);
        }
    }

    fn drain(&mut self, said: &mut Said, mut refresh: Refresh) {
        while let Some(told) = self.game.poll() {
            match told {
                watched::Told::Event(t_ms, event) => {
                    refresh = Refresh::All;
                    said.events.push((t_ms, event));
                }
                watched::Told::Incident(incident) => said.incidents.push(incident),
            }
        }
        self.veil.look(self.game_number(), &self.game);
        if refresh == Refresh::No {
            return;
        }
        let now = Believed { game: self.game_number(), score: self.veil.over(&self.game) };
        if refresh == Refresh::Times && self.told.is_told(&now) {
            return;
        }
        // A new game may have begun, and the one before ended with fewer plies: pieces put home are no moves.
        let on_board = self.game_number();
        said.games.extend([std::mem::replace(&mut self.noted_game, on_board), on_board]);
        let (table, is_chess) = (self.setup.table, self.watch().is_chess());
        let told = self.told.update(table, &now, self.public_link, is_chess);
        said.publications.extend(told);
    }
}

/// What may have changed that the world sees. A clock speaks every second: then only times are looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Refresh {
    No,
    Times,
    All,
}

#[cfg(test)]
mod tests {
    use super::{Refresh, Said, Table};
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
        };
        let mut table = Table::new(0, &HallSetup::default(), &setup, &mut Said::default());
        let mut said = Said::default();
        table.work(&mut said, Refresh::All, |_| panic!("a mistake of ours"));
        let why = "a mistake of ours".to_owned();
        assert_eq!(said.notices, [Notice::TableFaulted { table: 7, why: why.clone() }]);
        assert_eq!((table.fault(), table.next_deadline()), (Some(why.as_str()), None));
        let mut later = Said::default();
        table.work(&mut later, Refresh::All, |_| panic!("it must not be called again"));
        assert!(later.notices.is_empty() && later.publications.is_empty());
        let command = serde_json::from_str(r#"{"cmd":"note","text":"?"}"#).expect("a command");
        assert!(table.handle_command(1, &command, &mut later).is_err());
        assert_eq!(table.games().len(), 1);
    }
}
