//! The machine that keeps the score of one table: it passes inputs on to the hypotheses, and shows the best of them in
//! the score once it is certain enough.
//!
//! ```text
//!   a square changes ─▶ see ─▶ 150 ms still: provisional ─▶ 1.5 s still, or the opponent touches: final
//!   a press ──────────▶ the ply it fits: completed at once; none fits: wait for the scan, then judge (rest)
//! ```

use crate::{
    Command, Finished, GameEvent, Order, Refusal, Remark, Ruling, Score, Standing, Tags, Terms,
    commands::aside::Aside,
    follow::{
        press::LeftPawns,
        presses::{PressNote, WaitingPress},
        replacement_times::Withdrawn,
        rest::Occasion,
        seen::Seen,
        timers::{Timer, Timers},
        touches::Touches,
    },
    gaps::{bridge::Lost, join_midgame::Midgame},
    lines::{
        doubt::Doubt, engine::Engine, evidence::Evidence, transposition::Transposition, witness::Witnesses,
    },
    record::{gone_through::GoneThrough, proof::Outcome, stood::Stood},
};
use board::{BoardEvent, Contents, Millis, Reading};
use shakmaty::Square;
use std::collections::VecDeque;

/// The machine of one table. Every input first advances it: all deadlines up to the input's stamp `t` fire, each at
/// its own instant. `handle_board` and `handle_command` do this themselves.
///
/// ```
/// use board::{BoardEvent, Contents::{Empty, Piece}, Reading};
/// use game::{GameEvent, PlyState::{Completed, Final, Provisional}, Scribe, Tags, Terms};
/// use shakmaty::{Board, Color, Square};
///
/// let pawn = Piece(Color::White.pawn());
/// let mut scribe = Scribe::new(Terms::default(), Tags::default());
/// for (t_ms, event) in [
///     (0, BoardEvent::Reading(Reading::from_board(&Board::default()))),
///     (5_000, BoardEvent::Square { square: Square::E2, contents: Empty }),
///     (5_700, BoardEvent::Square { square: Square::E4, contents: pawn }),
///     (6_400, BoardEvent::Press(Color::White)),
/// ] {
///     scribe.handle_board(t_ms, &event);
/// }
/// let mut shown = Vec::new();
/// while let Some((t_ms, event)) = scribe.poll_event() {
///     if let GameEvent::Ply { state, .. } = event {
///         shown.push((t_ms, state));
///     }
/// }
/// // The pawn stands still for 150 ms. Then the press makes the ply final, and completes it.
/// assert_eq!(shown, [(5_850, Provisional), (6_400, Final), (6_400, Completed)]);
/// assert_eq!(scribe.score().report_move(0), "e2e4");
/// ```
#[derive(Debug, Clone)]
pub struct Scribe {
    pub(crate) terms: Terms,
    pub(crate) score: Score,
    pub(crate) finished: Vec<Finished>,
    /// The players and event of the next game, if they are already known.
    pub(crate) next_tags: Option<Tags>,
    pub(crate) seen: Seen,
    pub(crate) touches: Touches,
    /// The positions that the board bore out.
    pub(crate) witnesses: Witnesses,
    pub(crate) left_pawns: LeftPawns,
    pub(crate) engine: Engine,
    pub(crate) timers: Timers,
    pub(crate) events: VecDeque<(Millis, GameEvent)>,
    pub(crate) over: Option<Over>,
    /// The questions between the lines that are followed, in the order of the plies. Each alternative has one line, which
    /// agreed with the board when the question was asked.
    pub(crate) asked: Vec<Doubt>,
    /// The questions that stay open while play goes on, and that no line decides.
    pub(crate) doubts: Vec<Doubt>,
    pub(crate) presses: VecDeque<PressNote>,
    pub(crate) waiting: Option<WaitingPress>,
    /// The instant at which the running clock was stopped. A later touch is no move until a player's time runs again.
    pub(crate) stopped_ms: Option<Millis>,
    /// The instant at which a clock stopped by itself, since it shows zero. Play may go on, but nothing is taken back any more.
    pub(crate) fallen_ms: Option<Millis>,
    /// The instant at which a person last said what was played, or 0. What was touched before tells nothing that they do not know.
    pub(crate) told_ms: Millis,
    /// The irregular ply that was withdrawn most recently.
    pub(crate) withdrawn: Option<Withdrawn>,
    /// The last ply, if it stood before the one that took its place.
    pub(crate) stood: Option<Stood>,
    pub(crate) gone_through: Option<GoneThrough>,
    pub(crate) midgame: Midgame,
    /// The last loss of the link, until the moves played meanwhile have been looked for.
    pub(crate) lost: Option<Lost>,
    /// Groups of lines that may have been played while the link was lost, until a person says which line was played.
    pub(crate) transpositions: Vec<Transposition>,
    /// The game without the last order, which may be taken back.
    pub(crate) aside: Option<Aside>,
    /// Set once the pieces are in the starting position, or near enough to play from it.
    pub(crate) ready: bool,
    /// The outcome of the last position that was looked at.
    pub(crate) outcome: Option<Outcome>,
    pub(crate) anything_seen: bool,
}

/// The reason why changes on the board no longer count as moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    /// The last position ends the game.
    Position,
    /// The kings were put in the centre.
    Kings,
    /// A person entered the result, or the pieces were put back for the next game.
    Told,
}

/// The time without changes, in milliseconds, after which a hypothesis may be shown.
pub(crate) const SETTLE_MS: Millis = 150;
/// The time without changes, in milliseconds, after which the ply that is shown becomes final.
const QUIET_MS: Millis = 1_500;
/// The time without changes, in milliseconds, after which an irregular ply is taken as a fact.
pub(crate) const LONG_QUIET_MS: Millis = 3_000;
/// The time, in milliseconds, for which both kings must be in the centre to end the game.
const KINGS_MS: Millis = 1_000;
/// The greatest number of squares that may differ from the start on a board that is set up.
const UNREADY: usize = 12;
/// The greatest number of finished games kept in memory. Older games are in the journal.
pub(crate) const FINISHED_MAX: usize = 64;

impl Scribe {
    /// The approximate number of placements that may be compared with the board for one deadline or input before the
    /// search for moves ends. Moves not found by then are found when the pieces next stand still, or a person is asked
    /// what was played.
    pub const COMPARED_MAX: u32 = crate::follow::seen::COMPARED_MAX;

    /// Creates the scribe of a table where a game is about to begin.
    pub fn new(terms: Terms, tags: Tags) -> Scribe {
        let score = Score::new(1, terms.start.clone(), tags, 0);
        let mut scribe = Scribe::with_score(terms, score);
        scribe.events.push_back((0, GameEvent::Began { number: 1 }));
        scribe
    }

    /// Creates a scribe that follows the game of `score`, and that has received no input yet.
    pub(crate) fn with_score(terms: Terms, score: Score) -> Scribe {
        Scribe {
            score,
            finished: Vec::new(),
            next_tags: None,
            seen: Seen::new(terms.sensing, terms.start.board()),
            touches: Touches::default(),
            witnesses: Witnesses::default(),
            left_pawns: LeftPawns::default(),
            engine: Engine::new(terms.clock, terms.scan_ms),
            timers: Timers::default(),
            events: VecDeque::new(),
            over: None,
            asked: Vec::new(),
            doubts: Vec::new(),
            presses: VecDeque::new(),
            waiting: None,
            stopped_ms: None,
            fallen_ms: None,
            told_ms: 0,
            withdrawn: None,
            stood: None,
            gone_through: None,
            midgame: Midgame::default(),
            lost: None,
            transpositions: Vec::new(),
            aside: None,
            ready: true,
            outcome: None,
            anything_seen: false,
            terms,
        }
    }

    /// Sets what the table's board senses of a square (its piece, or occupancy only), and the time of one scan of all
    /// squares in milliseconds. What is known of the squares is kept until they are read again.
    pub fn sense(&mut self, sensing: board::Sensing, scan_ms: u32) {
        self.terms.sensing = sensing;
        self.terms.scan_ms = scan_ms;
        self.engine.scan_ms = scan_ms;
        self.seen.sense(sensing);
    }

    /// Returns the score of the game on the board. Another game's score takes its place at [`GameEvent::Began`].
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// Sets whether the game on the board is the only one until somebody begins the next ([`Terms::one_game`]).
    pub fn play_one_game(&mut self, only: bool) {
        self.terms.one_game = only;
    }

    /// Begins a game from `start`. Whatever was on the board before it is no part of the game, so a full reading of the
    /// board must follow.
    pub fn begin_anew(&mut self, t: Millis, start: Standing, tags: Tags) {
        self.next_tags = None;
        if self.score.plies.is_empty() && self.over.is_none() && self.score.result.is_none() {
            self.begin_otherwise(t, start, tags);
        } else {
            self.begin(t, start, tags);
        }
        self.seen = Seen::new(self.terms.sensing, self.score.start.board());
        self.touches = Touches::default();
        self.anything_seen = false;
        self.ready = true;
    }

    /// Returns whether no full reading has come since the scribe, or the game, began anew.
    pub fn needs_reading(&self) -> bool {
        !self.anything_seen
    }

    /// Sets the increment, in milliseconds, that each move adds from now on.
    pub fn set_increment(&mut self, increment_ms: u32) {
        self.terms.increment_ms = increment_ms;
    }

    /// Adds a public remark after the first `plies` plies.
    pub fn remark(&mut self, plies: usize, remark: Remark) {
        self.score.remark(plies, remark);
    }

    /// Notes the arbiter's ruling on an irregular ply. If the ruling is that the ply stands, that ply and the plies
    /// after it may be published.
    pub fn release(&mut self, ruling: Ruling) {
        self.score.release(ruling);
    }

    /// Notes the arbiter's ruling on an irregular ply of the earlier game with this number, as [`Scribe::release`] does
    /// for the game on the board.
    pub fn release_earlier(&mut self, number: u32, ruling: Ruling) {
        let game = self.finished.iter_mut().find(|game| game.packed().head().number == number);
        if let Some(game) = game {
            game.release(ruling);
        }
    }

    /// Returns the games finished on this table before the present one, oldest first.
    pub fn finished(&self) -> &[Finished] {
        &self.finished
    }

    /// Returns the agreed terms of play.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// Returns the present reading of the board.
    pub fn reading(&self) -> Reading {
        self.seen.reading()
    }

    /// Returns the largest number of placements compared for one deadline or input so far. This number measures the
    /// cost of the slowest input independently of the machine, and exceeds [`Scribe::COMPARED_MAX`] by little at most.
    pub fn most_compared(&self) -> u32 {
        self.seen.most_compared()
    }

    /// Returns the squares on which the board contradicts the score, including those of a move under way.
    pub fn unexplained(&self) -> Vec<Square> {
        self.seen.diff(self.score.standing().board()).into_iter().collect()
    }

    /// Returns the placement that the board should show now. Callers use it to recognise the board's orientation and
    /// displaced pieces.
    pub fn expected(&self) -> &shakmaty::Board {
        self.score.standing().board()
    }

    /// Removes and returns the oldest change not yet taken, with the instant at which it was decided.
    pub fn poll_event(&mut self) -> Option<(Millis, GameEvent)> {
        self.events.pop_front()
    }

    /// Returns the instant at which `advance` should be called next; `None` if no deadline is set.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.timers.next_ms()
    }

    /// Fires every deadline up to `t`, each at its own instant.
    pub fn advance(&mut self, t: Millis) {
        while self.timers.next_ms().is_some_and(|at| at <= t)
            && let Some((at, timer)) = self.timers.next()
        {
            self.timers.clear(timer);
            self.seen.begin_work();
            match timer {
                Timer::Press => self.judge_press(at),
                Timer::Lost => {
                    self.bridge(at, None);
                }
                Timer::Settle if self.is_noting() => self.note_still(at),
                Timer::Settle => {
                    self.allow_adjusted(at);
                    self.rest(at, Occasion::Still);
                    self.show(at, Occasion::Still);
                }
                Timer::Kings => self.kings_in_centre(at),
                Timer::Fresh => self.fresh_start(at),
                Timer::Quiet => {
                    self.note_standing(at);
                    self.take_up_if_playing(at);
                    self.turn_start(at);
                    self.rest(at, Occasion::Quiet);
                    self.show(at, Occasion::Quiet);
                }
                Timer::LongQuiet => {
                    self.rest(at, Occasion::LongQuiet);
                    self.show(at, Occasion::LongQuiet);
                    self.look_for_last_ply(at);
                    self.check_setup(at);
                }
            }
            self.check();
        }
    }

    /// Handles an event of the board at `t`.
    pub fn handle_board(&mut self, t: Millis, event: &BoardEvent) {
        self.advance(t);
        self.seen.begin_work();
        match event {
            BoardEvent::Square { square, contents } => self.square(t, *square, *contents),
            BoardEvent::Reading(reading) => self.full_reading(t, reading),
            BoardEvent::Clock(reading) => self.clock(t, *reading),
            BoardEvent::Press(by) => self.press(t, *by),
            BoardEvent::Gap { gap_ms } => self.lost(t, *gap_ms),
            BoardEvent::ResultPiece { outcome, .. } => self.propose(t, *outcome),
            _ => {}
        }
        self.overhear(t, event);
        self.check();
    }

    /// Carries out a person's command. `Err` says why that is impossible; nothing has changed then.
    pub fn handle_command(&mut self, t: Millis, command: &Command) -> Result<(), Refusal> {
        self.advance(t);
        let done = match command.game {
            Some(number) if number != self.score.number => self.amend(t, number, &command.order),
            _ => {
                self.seen.begin_work();
                self.obey(t, &command.order)
            }
        };
        self.check();
        done
    }

    /// Applies a command to a game that is no longer on the board.
    fn amend(&mut self, t: Millis, number: u32, order: &Order) -> Result<(), Refusal> {
        let game = self.finished.iter_mut().find(|game| game.packed().head().number == number);
        game.ok_or(Refusal::UnknownGame { number, on_board: self.score.number })?.obey(t, order)
    }

    fn square(&mut self, t: Millis, square: Square, contents: Contents) {
        self.bear_out_stood(t, square, contents);
        if contents == Contents::Empty {
            self.opponent_touches(t, square);
        }
        if self.note(t, square, contents) {
            self.changed(t);
        }
    }

    fn full_reading(&mut self, t: Millis, reading: &Reading) {
        let first = !self.anything_seen;
        let mut news = false;
        for square in Square::ALL {
            let is_changed = self.note(t, square, reading.at(square));
            if is_changed && self.anything_seen {
                self.touches.note_undated(t, square);
            }
            news |= is_changed;
        }
        if !self.anything_seen {
            self.anything_seen = true;
            self.ready = self.seen.diff(self.score.standing().board()).count() <= UNREADY;
        }
        if let Some(lost) = &mut self.lost {
            lost.read_ms = Some(t);
        }
        if news {
            self.changed(t);
            if first && self.score.plies.is_empty() {
                self.midgame.left = self.terms.one_game && t == self.score.began_ms;
                self.came_to_life();
            }
        }
        self.read_again(t);
    }

    fn note(&mut self, t: Millis, square: Square, contents: Contents) -> bool {
        let news = self.seen.set(square, contents);
        if news {
            self.touches.note(t, square);
            self.weigh(t, |engine, evidence| engine.note_change(evidence, square));
        }
        news
    }

    /// Returns what hypotheses must explain at `t`.
    pub(crate) fn evidence(&self, t: Millis) -> Evidence<'_> {
        let (score, seen, touches) = (&self.score, &self.seen, &self.touches);
        let witnesses = &self.witnesses;
        Evidence {
            t,
            score,
            seen,
            touches,
            witnesses,
            clock: self.engine.clock,
            apart_ms: self.engine.apart_ms(),
            pressed_ms: self.presses.back().map(|note| note.t),
            told_ms: self.told_ms,
        }
    }

    /// Lets `change` alter the hypotheses according to the evidence at `t`.
    pub(crate) fn weigh(&mut self, t: Millis, change: impl FnOnce(&mut Engine, &Evidence)) {
        let (clock, apart_ms) = (self.engine.clock, self.engine.apart_ms());
        let (score, seen, touches) = (&self.score, &self.seen, &self.touches);
        let witnesses = &self.witnesses;
        let (pressed_ms, told_ms) = (self.presses.back().map(|note| note.t), self.told_ms);
        change(
            &mut self.engine,
            &Evidence { t, score, seen, touches, witnesses, clock, apart_ms, pressed_ms, told_ms },
        );
    }

    pub(crate) fn changed(&mut self, t: Millis) {
        self.watch_for_endings(t);
        if !self.is_followed() {
            return;
        }
        if !self.ready {
            self.note_put_right(t);
            if !self.ready && !self.seen.diff(self.score.standing().board()).is_empty() {
                if self.is_noting() {
                    self.timers.set(Timer::Settle, t + SETTLE_MS);
                }
                self.timers.set(Timer::Quiet, t + QUIET_MS);
                self.timers.set(Timer::LongQuiet, t + LONG_QUIET_MS);
                return;
            }
            if !std::mem::replace(&mut self.ready, true) {
                self.forget_what_stood();
                self.engine.settle_on(self.score.plies.len());
            }
        }
        // The link is back and the board was read, but the clock has not been read yet.
        if self.lost.is_some_and(|lost| lost.read_ms.is_some()) {
            self.weigh(t, |engine, evidence| {
                engine.look(evidence);
            });
            return;
        }
        self.note_put_right(t);
        self.allow_under_way(t);
        self.weigh(t, Engine::see);
        self.give_presses(t);
        self.still_from(t);
    }

    /// Starts the deadlines that fire if nothing changes after `t`.
    pub(crate) fn still_from(&mut self, t: Millis) {
        self.timers.set(Timer::Settle, t + SETTLE_MS);
        self.timers.set(Timer::Quiet, t + QUIET_MS);
        self.timers.set(Timer::LongQuiet, t + LONG_QUIET_MS);
    }

    fn watch_for_endings(&mut self, t: Millis) {
        self.watch_for_array(t);
        // Kings that stand there before the only game has a move are those of the game before.
        let is_before = self.terms.one_game && self.score.plies.is_empty();
        let open = matches!(self.over, None | Some(Over::Position)) && !is_before;
        let kings = open && self.ready && self.kings_result().is_some();
        self.timers.arm(Timer::Kings, kings.then_some(t + KINGS_MS));
    }

    /// Notes that a piece was lifted. If it belongs to the side to move, the opponent's last move is taken to be
    /// finished.
    fn opponent_touches(&mut self, t: Millis, square: Square) {
        if self.over.is_some() || !self.ready {
            return;
        }
        let evidence = self.evidence(t);
        let hyp = &self.engine.hyps[self.engine.best(&evidence).0];
        let standing = evidence.at(hyp);
        if hyp.matched_ms.is_some() && standing.board().color_at(square) == Some(standing.turn()) {
            // The piece that was just set down may be about to take the lifted one, from there or from where it came.
            let plies = hyp.keep + hyp.tail.len();
            let before = plies.checked_sub(1);
            let taken = hyp.tail.last().is_some_and(|step| {
                let (from, to) = step.played.squares();
                let now = to.is_some_and(|to| standing.board().attacks_from(to).contains(square));
                let board = |plies: usize| evidence.after(hyp, plies).board();
                now || before
                    .zip(from)
                    .is_some_and(|(plies, from)| board(plies).attacks_from(from).contains(square))
            });
            self.show(t, if taken { Occasion::Still } else { Occasion::Touched });
        }
    }

    pub(crate) fn rest(&mut self, t: Millis, occasion: Occasion) {
        // Touches made while the clock is stopped are no evidence of what was played before.
        let cleared = self.last_of_play_ms().is_some_and(|last| !self.touches.since(last).is_empty());
        // Nobody presses while the pieces are put away: both kings stand on squares that read nothing.
        let is_half_left =
            2 * self.seen.occupied().count() > self.score.standing().board().occupied().count();
        let is_read = matches!(occasion, Occasion::Press(_)) && is_half_left;
        let is_put_away = self.is_put_away() && !is_read;
        let is_quiet = matches!(occasion, Occasion::Quiet | Occasion::LongQuiet);
        let is_as_told = is_quiet && self.evidence(t).is_as_told();
        let is_of_play = self.is_followed() && self.ready && !cleared && !is_put_away && !is_as_told;
        if is_of_play {
            self.find_again(t, occasion);
        }
        if is_of_play || occasion == Occasion::Still {
            self.weigh(t, |engine, evidence| engine.judge(evidence, occasion));
        }
    }

    /// Returns the last instant at which the board may report a change made before the clock was stopped, because its
    /// report may come a scan later than the clock's report of the stop. `None` while no clock is stopped.
    pub(crate) fn last_of_play_ms(&self) -> Option<Millis> {
        self.stopped_ms.map(|stopped| stopped + Millis::from(self.terms.scan_ms) + 100)
    }

    /// Begins a new game from `start`.
    pub(crate) fn begin(&mut self, t: Millis, start: Standing, tags: Tags) {
        let open = self.left_open();
        let old = self.follow(t, self.score.number + 1, start, tags);
        if self.finished.len() == FINISHED_MAX {
            self.finished.remove(0);
        }
        self.finished.push(Finished::new(old, open));
    }

    /// Restarts the game on the board from another position, before its first ply.
    pub(crate) fn begin_otherwise(&mut self, t: Millis, start: Standing, tags: Tags) {
        self.follow(t, self.score.number, start, tags);
    }

    /// Follows a new game from now on, and returns the score of the old game. Only the fields copied here outlive a
    /// game. Every other field starts anew.
    fn follow(&mut self, t: Millis, number: u32, start: Standing, tags: Tags) -> Score {
        let clock = self.clock_since_loss();
        let terms = Terms { start: start.clone(), ..self.terms.clone() };
        let fresh = Scribe::with_score(terms, Score::new(number, start, tags, t));
        let old = std::mem::replace(self, fresh);
        (self.seen, self.touches, self.anything_seen) = (old.seen, old.touches, old.anything_seen);
        (self.events, self.finished, self.next_tags) = (old.events, old.finished, old.next_tags);
        self.aside = old.aside;
        self.score.clock = clock;
        self.score.clock_at_start = clock.map(|face| face.left_ms);
        self.ready = self.seen.diff(self.score.start.board()).count() <= UNREADY;
        self.events.push_back((t, GameEvent::Began { number }));
        old.score
    }

    /// Reports wrongly placed pieces before the first move: king and queen exchanged, a piece missing.
    fn check_setup(&mut self, t: Millis) {
        let diff = self.seen.diff(self.score.start.board());
        let setting_up = self.ready || diff.count() <= UNREADY;
        if self.score.plies.is_empty() && self.over.is_none() && !diff.is_empty() && setting_up {
            self.events.push_back((t, GameEvent::WrongSetup { squares: diff.into_iter().collect() }));
        }
    }
}
