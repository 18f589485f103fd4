//! The machine that keeps the score: it feeds the hypotheses, and shows the best of them when it is time to.
//!
//! ```text
//!   a square changes ─▶ see ─▶ 150 ms still: provisional ─▶ 1.5 s still, or the opponent touches: final
//!   a press ──────────▶ the ply it fits: completed at once; none fits: wait for the scan, then judge (rest)
//! ```

use crate::{
    Command, Finished, GameEvent, Order, Played, Ply, Remark, Score, Standing, Tags, Terms,
    follow::{
        presses::{PressNote, WaitingPress},
        put_back::PutBack,
        rest::Rest,
        seen::Seen,
        show::Why,
        timers::{Timer, Timers},
        touches::Touches,
    },
    gaps::{bridge::Lost, pick_up::PickUp},
    lines::{
        doubt::Doubt,
        engine::{Engine, PRESS_OPEN_MS},
        evidence::Evidence,
        meeting::Meeting,
    },
};
use board::{BoardEvent, Contents, Millis, Reading};
use shakmaty::{KnownOutcome, Square};
use std::collections::VecDeque;

/// One table's machine. Advance, then feed: before an input stamped `t` every deadline up to `t` fires at its own
/// instant; `handle_board` and `handle_command` do so themselves.
#[derive(Debug)]
pub struct Scribe {
    pub(crate) terms: Terms,
    pub(crate) score: Score,
    pub(crate) finished: Vec<Finished>,
    /// Who plays the next game, where that is known already.
    pub(crate) next_tags: Option<Tags>,
    pub(crate) seen: Seen,
    pub(crate) touches: Touches,
    pub(crate) engine: Engine,
    pub(crate) timers: Timers,
    pub(crate) events: VecDeque<(Millis, GameEvent)>,
    pub(crate) over: Option<Over>,
    /// The ply that is asked about, and what it could be.
    pub(crate) asked: Option<(usize, Vec<Played>)>,
    /// With each of these the likeliest line that tells it, as long as the board stood so.
    pub(crate) asked_lines: Vec<Vec<Played>>,
    /// Questions that play did not wait for.
    pub(crate) doubts: Vec<Doubt>,
    pub(crate) presses: VecDeque<PressNote>,
    pub(crate) waiting: Option<WaitingPress>,
    /// Both times stand since then, after they had run: what is touched later is no move until they run again.
    pub(crate) stopped_ms: Option<Millis>,
    /// The ply no rule allows that was withdrawn last.
    pub(crate) put_back: Option<PutBack>,
    pub(crate) pick_up: PickUp,
    /// A link that was lost, until what was played meanwhile is looked for.
    pub(crate) lost: Option<Lost>,
    /// What else may have been played while the link was lost, until a person says what was.
    pub(crate) meetings: Vec<Meeting>,
    /// The pieces have stood in the start position, or near enough to play from it.
    pub(crate) ready: bool,
    /// What the last position of this game is by itself, found when the plies had been changed so often.
    pub(crate) outcome: Option<(u64, Option<KnownOutcome>)>,
    anything_seen: bool,
}

/// Why nothing on the board is a move any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Over {
    /// The last position ends the game.
    Position,
    /// The kings were put in the centre.
    Kings,
    /// A person entered the result, or the pieces went home.
    Told,
}

/// Still for so long: one hypothesis may be shown.
pub(crate) const SETTLE_MS: Millis = 150;
/// Still for so long: what is shown is final.
const QUIET_MS: Millis = 1_500;
/// Still for so long: what no rule allows is a fact.
pub(crate) const LONG_QUIET_MS: Millis = 3_000;
/// The start array stands for so long: a new game.
const FRESH_MS: Millis = 1_000;
/// Both kings stand in the centre for so long: the game is over.
const KINGS_MS: Millis = 1_000;
/// More squares than this differ from the start: the board is not set up yet.
const UNREADY: usize = 12;
/// Finished games kept in memory; older ones are in the journal.
const FINISHED_MAX: usize = 64;

impl Scribe {
    /// Searches end when so many placements were compared for one deadline or input: what is not found by then is asked
    /// about, or found at the next rest.
    pub const COMPARED_MAX: u32 = crate::follow::seen::COMPARED_MAX;

    /// A scribe at a table where a game is about to begin.
    pub fn new(terms: Terms, tags: Tags) -> Scribe {
        let score = Score::new(1, terms.start.clone(), tags, 0);
        let mut scribe = Scribe::with_score(terms, score);
        scribe.events.push_back((0, GameEvent::Began { number: 1 }));
        scribe
    }

    /// A scribe that has seen nothing yet and follows this game.
    fn with_score(terms: Terms, score: Score) -> Scribe {
        Scribe {
            score,
            finished: Vec::new(),
            next_tags: None,
            seen: Seen::new(terms.sensing, terms.start.board()),
            touches: Touches::default(),
            engine: Engine::new(terms.clock),
            timers: Timers::default(),
            events: VecDeque::new(),
            over: None,
            asked: None,
            asked_lines: Vec::new(),
            doubts: Vec::new(),
            presses: VecDeque::new(),
            waiting: None,
            stopped_ms: None,
            put_back: None,
            pick_up: PickUp::default(),
            lost: None,
            meetings: Vec::new(),
            ready: true,
            outcome: None,
            anything_seen: false,
            terms,
        }
    }

    /// The table has a board that tells so much of a square and looks at all of them in this time. What is known of the
    /// squares stays until they are read.
    pub fn sense(&mut self, sensing: board::Sensing, scan_ms: u32) {
        self.terms.sensing = sensing;
        self.terms.scan_ms = scan_ms;
        self.seen.sense(sensing);
    }

    /// The game on the board. Changes at [`GameEvent::Began`].
    pub fn score(&self) -> &Score {
        &self.score
    }

    /// Who plays the game on the board, when and where, was told wrongly: it is this.
    pub fn rename(&mut self, tags: Tags) {
        self.next_tags = None;
        self.score.tags = tags;
    }

    /// The next game is this one's. It begins at once where the one on the board is over; else that stays whose it is until the
    /// pieces are put back.
    pub fn name_next(&mut self, t: Millis, tags: Tags) {
        self.next_tags = Some(tags);
        if self.over.is_some() || self.score.result.is_some() {
            let tags = self.tags_of_next();
            self.begin(t, self.terms.start.clone(), tags);
        }
    }

    /// Each move is given so much time from now on.
    pub fn set_increment(&mut self, increment_ms: u32) {
        self.terms.increment_ms = increment_ms;
    }

    /// Everybody may read this beside the ply.
    pub fn remark(&mut self, ply: usize, remark: Remark) {
        self.score.remark(ply, remark);
    }

    /// The arbiter ruled on a ply no rule allows: whether it stands, and what came after it may be shown to everybody.
    pub fn release(&mut self, ply: usize, stands: bool) {
        let index = ply.wrapping_sub(1);
        let is_meant = |ply: &Ply| matches!(ply.played, Played::Irregular { .. }) && ply.released != stands;
        if self.score.plies.get(index).is_some_and(is_meant) {
            self.score.plies.at_mut(index).released = stands;
        }
    }

    /// The games finished on this table before the present one, oldest first.
    pub fn finished(&self) -> &[Finished] {
        &self.finished
    }

    /// What was agreed.
    pub fn terms(&self) -> &Terms {
        &self.terms
    }

    /// What the board reads now.
    pub fn reading(&self) -> Reading {
        self.seen.reading()
    }

    /// Placements compared with the reading for one deadline or input, at most so far: what the slowest one cost, however
    /// fast the machine is. About [`Scribe::COMPARED_MAX`] is never passed.
    pub fn most_compared(&self) -> u32 {
        self.seen.most_compared()
    }

    /// The first ply that somebody must decide, and what it could be.
    pub fn asked(&self) -> Option<(usize, &[Played])> {
        let doubts = self.doubts.iter().map(|doubt| (doubt.ply, doubt.alternatives.as_slice()));
        let open = self.asked.as_ref().map(|(ply, alternatives)| (*ply, alternatives.as_slice()));
        doubts.chain(open).min_by_key(|&(ply, _)| ply)
    }

    /// The squares on which the board contradicts the score, when that is not a move under way.
    pub fn unexplained(&self) -> Vec<Square> {
        self.seen.diff(self.score.standing().board()).into_iter().collect()
    }

    /// The placement the board should show now: for judging orientation and displaced pieces.
    pub fn expected(&self) -> &shakmaty::Board {
        self.score.standing().board()
    }

    /// What changed, oldest first, each with the instant it was decided.
    pub fn poll_event(&mut self) -> Option<(Millis, GameEvent)> {
        self.events.pop_front()
    }

    /// When `advance` wants to be called next.
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
                Timer::Settle => {
                    self.weigh(at, Engine::note_rested);
                    self.weigh(at, Engine::glance);
                    self.weigh(at, Engine::note_stood);
                    self.show(at, Why::Settled);
                }
                Timer::Kings => self.kings_in_centre(at),
                Timer::Fresh => self.fresh_start(at),
                Timer::Quiet => {
                    self.note_standing(at);
                    self.take_up_if_playing(at);
                    self.rest(at, Rest::Quiet);
                    self.show(at, Why::Quiet);
                }
                Timer::LongQuiet => {
                    self.rest(at, Rest::LongQuiet);
                    self.show(at, Why::Quiet);
                    self.check_setup(at);
                }
            }
        }
    }

    /// Something was seen.
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
            BoardEvent::Flag(_)
            | BoardEvent::Identity(_)
            | BoardEvent::Link(_)
            | BoardEvent::Turned(_)
            | BoardEvent::SidesUnknown
            | BoardEvent::Unknown { .. } => {}
        }
    }

    /// A person said something. `Err` says, in a sentence, why it cannot be done; nothing has changed then.
    pub fn handle_command(&mut self, t: Millis, command: &Command) -> Result<(), String> {
        self.advance(t);
        match command.game {
            Some(number) if number != self.score.number => self.amend(t, number, &command.order),
            _ => {
                self.seen.begin_work();
                self.obey(t, &command.order)
            }
        }
    }

    /// A person said something of a game that is not on the board any more.
    fn amend(&mut self, t: Millis, number: u32, order: &Order) -> Result<(), String> {
        let game = self.finished.iter_mut().find(|game| game.packed().head().number == number);
        game.ok_or_else(|| {
            format!("game {number} of this table is not known; the one on it is {}", self.score.number)
        })?
        .obey(t, order)
    }

    fn square(&mut self, t: Millis, square: Square, contents: Contents) {
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
            news |= self.note(t, square, reading.at(square));
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
                self.came_to_life();
            }
        }
        self.read_again(t);
    }

    fn note(&mut self, t: Millis, square: Square, contents: Contents) -> bool {
        let news = self.seen.set(square, contents);
        if news {
            self.touches.note(t, square);
            self.weigh(t, |engine, evidence| engine.unexcuse(evidence, square));
        }
        news
    }

    /// The evidence as it is now.
    pub(crate) fn evidence(&self, t: Millis) -> Evidence<'_> {
        let (score, seen, touches) = (&self.score, &self.seen, &self.touches);
        Evidence { t, score, seen, touches, clock: self.engine.clock }
    }

    /// Lets the hypotheses change by the evidence.
    pub(crate) fn weigh(&mut self, t: Millis, change: impl FnOnce(&mut Engine, &Evidence)) {
        let clock = self.engine.clock;
        let (score, seen, touches) = (&self.score, &self.seen, &self.touches);
        change(&mut self.engine, &Evidence { t, score, seen, touches, clock });
    }

    pub(crate) fn changed(&mut self, t: Millis) {
        self.watch_for_endings(t);
        if self.over.is_some() {
            return;
        }
        if !self.ready {
            if !self.seen.diff(self.score.standing().board()).is_empty() {
                self.timers.set(Timer::Quiet, t + QUIET_MS);
                self.timers.set(Timer::LongQuiet, t + LONG_QUIET_MS);
                return;
            }
            self.ready = true;
            self.engine.settle_on(self.score.plies.len());
        }
        // Between the reading after a lost link and the clock's.
        if self.lost.is_some_and(|lost| lost.read_ms.is_some()) {
            self.weigh(t, |engine, evidence| {
                engine.look(evidence);
            });
            return;
        }
        self.allow_en_passant();
        self.weigh(t, Engine::see);
        if let Some(&PressNote { t: pressed, by, .. }) = self.presses.back()
            && t <= pressed + PRESS_OPEN_MS
        {
            self.engine.press(&mut self.score, by, pressed, false);
        }
        self.still_from(t);
    }

    /// Nothing has changed since `t`, yet.
    pub(crate) fn still_from(&mut self, t: Millis) {
        self.timers.set(Timer::Settle, t + SETTLE_MS);
        self.timers.set(Timer::Quiet, t + QUIET_MS);
        self.timers.set(Timer::LongQuiet, t + LONG_QUIET_MS);
    }

    fn watch_for_endings(&mut self, t: Millis) {
        let fresh = self.seen.diff(self.terms.start.board()).is_empty();
        self.timers.arm(Timer::Fresh, fresh.then_some(t + FRESH_MS));
        let open = matches!(self.over, None | Some(Over::Position));
        let kings = open && self.ready && self.kings_result().is_some();
        self.timers.arm(Timer::Kings, kings.then_some(t + KINGS_MS));
    }

    /// The player to move lifts a piece of his own: the opponent's move before it is as good as made.
    fn opponent_touches(&mut self, t: Millis, square: Square) {
        if self.over.is_some() || !self.ready {
            return;
        }
        let evidence = self.evidence(t);
        let hyp = &self.engine.hyps[self.engine.best(&evidence).0];
        let standing = evidence.at(hyp);
        if hyp.matched_ms.is_some() && standing.board().color_at(square) == Some(standing.turn()) {
            // The piece that has just come to rest may be about to take the one that is lifted.
            let taken = hyp
                .tail
                .last()
                .and_then(|step| step.played.squares().1)
                .is_some_and(|to| standing.board().attacks_from(to).contains(square));
            self.show(t, if taken { Why::Settled } else { Why::Touched });
        }
    }

    pub(crate) fn rest(&mut self, t: Millis, rest: Rest) {
        // What is touched while both times stand is no evidence of what was played before.
        let cleared = self.last_of_play_ms().is_some_and(|last| !self.touches.since(last).is_empty());
        if self.over.is_none() && self.ready && !cleared {
            self.weigh(t, |engine, evidence| engine.rest(evidence, rest));
        }
    }

    /// The last instant at which a square may have been reported of what was played before both times were stopped: the
    /// board may tell of it a scan later than the clock.
    pub(crate) fn last_of_play_ms(&self) -> Option<Millis> {
        self.stopped_ms.map(|stopped| stopped + Millis::from(self.terms.scan_ms) + 100)
    }

    /// Who plays the next game: the same, unless somebody said otherwise.
    pub(crate) fn tags_of_next(&mut self) -> Tags {
        self.next_tags.take().unwrap_or_else(|| self.score.tags.clone())
    }

    /// A new game begins from `start`.
    pub(crate) fn begin(&mut self, t: Millis, start: Standing, tags: Tags) {
        let open = self.left_open();
        let old = self.follow(t, self.score.number + 1, start, tags);
        if self.finished.len() == FINISHED_MAX {
            self.finished.remove(0);
        }
        self.finished.push(Finished::new(old, open));
    }

    /// The game on the board, of which nothing was played yet, begins from another position than was thought.
    pub(crate) fn begin_otherwise(&mut self, t: Millis, start: Standing, tags: Tags) {
        self.follow(t, self.score.number, start, tags);
    }

    /// Follows this game from now on. What outlives a game is named here; all else begins anew with it. The score of the one
    /// before comes back.
    fn follow(&mut self, t: Millis, number: u32, start: Standing, tags: Tags) -> Score {
        let clock = self.clock_since_loss();
        let terms = Terms { start: start.clone(), ..self.terms.clone() };
        let fresh = Scribe::with_score(terms, Score::new(number, start, tags, t));
        let old = std::mem::replace(self, fresh);
        (self.seen, self.touches, self.anything_seen) = (old.seen, old.touches, old.anything_seen);
        (self.events, self.finished, self.next_tags) = (old.events, old.finished, old.next_tags);
        self.score.clock = clock;
        self.score.clock_at_start = clock.map(|face| face.left_ms);
        self.ready = self.seen.diff(self.score.start.board()).count() <= UNREADY;
        self.events.push_back((t, GameEvent::Began { number }));
        old.score
    }

    /// The pieces stand wrongly before the first move: K and Q exchanged, a piece missing.
    fn check_setup(&mut self, t: Millis) {
        let diff = self.seen.diff(self.score.start.board());
        let setting_up = self.ready || diff.count() <= UNREADY;
        if self.score.plies.is_empty() && self.over.is_none() && !diff.is_empty() && setting_up {
            self.events.push_back((t, GameEvent::WrongSetup { squares: diff.into_iter().collect() }));
        }
    }
}
