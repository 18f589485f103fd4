//! People at the desk, who give orders while a game is played: by mistake, and take them back; or truthfully, as one who
//! looks at a score sheet. Once every open question is answered, the score is compared with the game that was played.
//!
//! Invariant: people at the desk know what was played until now, and nothing of what the program takes it for but what it
//! shows and asks.

use crate::judging::cells::Cell;
use crate::{Mark, Rng, Simulated, What};
use board::{BoardEvent, Millis, Reading};
use game::{Command, NO_MOVE, Order, PlyNo, ResultEntry, Score, Scribe, StoodBefore, Tags};

/// What somebody at the desk does during a game, again and again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Habit {
    /// Enters a result, and then that there is none.
    ResultTakenAway,
    /// Enters a result, and undoes that.
    ResultUndone,
    /// Begins another game, and undoes that.
    StartUndone,
    /// Has a position restored of up to three plies ago, and undoes that.
    RestoreUndone,
    /// Strikes out up to three plies, and undoes that.
    StruckOutUndone,
    /// Answers a question, often wrongly, and undoes that.
    AnswerUndone,
    /// Enters up to seven of the last moves as they were played.
    MovesEntered,
    /// Enters the moves while the board is gone. In every other game it comes back.
    ByHand,
}

/// The number of orders in a game.
const ORDERS: usize = 6;
/// The least number of plies with which a game counts as played: the pieces are not being set up any more.
const PLAYED: usize = 4;
/// The time, in milliseconds, after the last event in which the last move can settle.
const QUIET_MS: Millis = 20_000;

impl Habit {
    /// All of them.
    pub const ALL: [Habit; 8] = [
        Habit::ResultTakenAway,
        Habit::ResultUndone,
        Habit::StartUndone,
        Habit::RestoreUndone,
        Habit::StruckOutUndone,
        Habit::AnswerUndone,
        Habit::MovesEntered,
        Habit::ByHand,
    ];

    /// Returns whether what is ordered is a mistake, and taken back.
    pub fn is_mistake(self) -> bool {
        !matches!(self, Habit::MovesEntered | Habit::ByHand)
    }

    /// Returns the name used in tables.
    pub fn name(self) -> &'static str {
        match self {
            Habit::ResultTakenAway => "result-taken-away",
            Habit::ResultUndone => "result-undone",
            Habit::StartUndone => "start-undone",
            Habit::RestoreUndone => "restore-undone",
            Habit::StruckOutUndone => "struck-out-undone",
            Habit::AnswerUndone => "answer-undone",
            Habit::MovesEntered => "moves-entered",
            Habit::ByHand => "by-hand",
        }
    }
}

/// Somebody at the desk.
pub struct Person<'a> {
    simulated: &'a Simulated,
    habit: Habit,
    rng: Rng,
    /// The moves of the game.
    truth: Vec<String>,
    /// When the next orders are given, the last first.
    due: Vec<Millis>,
    /// The order that is taken back next, and when; without what stood before it, it is a result.
    open: Option<(Millis, Option<StoodBefore>)>,
    /// The number of orders given.
    pub given: usize,
    /// The number of orders and of undoings that were refused.
    pub refused: usize,
}

impl<'a> Person<'a> {
    /// Creates a person who will act during the first game of `simulated`.
    pub fn new(simulated: &'a Simulated, habit: Habit, seed: u64) -> Person<'a> {
        let mut rng = Rng::new(seed).fork(8);
        let (first, last) = span(simulated);
        let mut due: Vec<Millis> = (0..ORDERS).map(|_| rng.between(first, last)).collect();
        due.sort_unstable_by(|a, b| b.cmp(a));
        let truth = simulated.truths.first().map(|truth| truth.uci()).unwrap_or_default();
        Person { simulated, habit, rng, truth, due, open: None, given: 0, refused: 0 }
    }

    /// Does what is due at `t`.
    pub fn act(&mut self, scribe: &mut Scribe, t: Millis) {
        if let Some((_, before)) = self.open.take_if(|(due, _)| *due <= t) {
            self.take_back(scribe, t, before);
        }
        let is_played = scribe.score().plies.len() >= PLAYED;
        let is_asked = self.habit != Habit::AnswerUndone || scribe.asked().is_some();
        if self.open.is_none() && is_played && is_asked && self.due.pop_if(|at| *at <= t).is_some() {
            self.order(scribe, t);
        }
    }

    /// Takes back at `t` what was not taken back yet, and gives no more orders.
    pub fn leave(&mut self, scribe: &mut Scribe, t: Millis) {
        self.due.clear();
        if let Some((_, before)) = self.open.take() {
            self.take_back(scribe, t, before);
        }
    }

    fn order(&mut self, scribe: &mut Scribe, t: Millis) {
        let plies = scribe.score().plies.len();
        let order = match self.habit {
            Habit::ResultTakenAway | Habit::ResultUndone => Order::Result(ResultEntry::parse("1-0")),
            Habit::StartUndone => Order::Start { names: Default::default(), fen: None },
            Habit::RestoreUndone => {
                Order::Restore { ply: PlyNo::of_index(plies - 1 - self.rng.below(3) as usize) }
            }
            Habit::StruckOutUndone => {
                let from_ply = PlyNo::of_index(plies - self.rng.below(4) as usize);
                Order::Correct { from_ply, moves: Vec::new() }
            }
            Habit::AnswerUndone => {
                let Some((ply, answers)) = scribe.asked() else { return };
                let Some(last) = answers.last() else { return };
                Order::Choose { ply, chosen: last.report(scribe.score().start.mode()) }
            }
            Habit::MovesEntered => {
                let back = self.rng.below(8) as usize;
                self.enter_moves(scribe, t, back);
                return;
            }
            Habit::ByHand => return,
        };
        let order = command(order);
        let before = scribe.stands_before(t, &order).filter(|_| self.habit != Habit::ResultTakenAway);
        if scribe.handle_command(t, &order).is_err() {
            self.refused += 1;
            return;
        }
        self.given += 1;
        let before = before.map(|mut before| {
            scribe.note_after(&mut before);
            before
        });
        self.open = Some((t + self.rng.between(300, 21_000), before));
    }

    fn take_back(&mut self, scribe: &mut Scribe, t: Millis, before: Option<StoodBefore>) {
        let Some(before) = before else {
            self.refused += usize::from(scribe.handle_command(t, &command(Order::Result(None))).is_err());
            return;
        };
        if scribe.may_undo(&before).is_err() {
            self.refused += 1;
            return;
        }
        scribe.undo(t, before);
        scribe.look_again(t);
    }

    /// Enters the moves made until `t` from the first that is told otherwise, and the last `back` of those before it once more.
    fn enter_moves(&mut self, scribe: &mut Scribe, t: Millis, back: usize) {
        let made = made(self.simulated, t).min(self.truth.len());
        let told = told(scribe.score(), &self.truth);
        let alike = told.iter().zip(&self.truth[..made]).take_while(|(told, played)| told == played);
        let from = alike.count().saturating_sub(back);
        let words = self.truth[from..made].iter();
        let moves: Vec<_> = words.filter_map(|word| word.parse().ok()).collect();
        if moves.is_empty() && from == scribe.score().plies.len() {
            return;
        }
        let order = Order::Correct { from_ply: PlyNo::of_index(from), moves };
        self.given += 1;
        self.refused += usize::from(scribe.handle_command(t, &command(order)).is_err());
    }
}

/// What came of a game at which somebody sat at the desk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attended {
    /// True if the score is the game that was played, once every open question is answered.
    pub is_as_played: bool,
    /// The number of orders given.
    pub given: usize,
    /// The number of orders and of undoings that were refused.
    pub refused: usize,
}

/// Plays the first game of `simulated`, with somebody of this habit at the desk, or nobody. `None` if people with this habit
/// would not know what to do: nobody enters illegal moves, or what was taken back.
pub fn attend(cell: &Cell, simulated: &Simulated, habit: Option<Habit>, seed: u64) -> Option<Attended> {
    let game = simulated.truths.first()?;
    let enters_moves = habit.is_some_and(|habit| !habit.is_mistake());
    if enters_moves && !(game.takebacks.is_empty() && game.uci().iter().all(|word| !word.starts_with('!'))) {
        return None;
    }
    let mut person = Person::new(simulated, habit.unwrap_or(Habit::MovesEntered), seed);
    if habit.is_none() {
        person.due.clear();
    }
    let mut outage = (habit == Some(Habit::ByHand)).then(|| Outage::new(simulated, seed));
    let mut scribe = Scribe::new(cell.terms(game), Tags::default());
    for (t, event) in &simulated.events {
        scribe.advance(*t);
        match &mut outage {
            Some(outage) => outage.pass(&mut scribe, &mut person, *t, event),
            None => {
                // A sensor reports what happened before a person could have seen it.
                if matches!(event, BoardEvent::Square { .. } | BoardEvent::Press(_)) {
                    person.act(&mut scribe, *t);
                }
                scribe.handle_board(*t, event);
            }
        }
        while scribe.poll_event().is_some() {}
    }
    let end = span(simulated).1 + QUIET_MS;
    scribe.advance(end);
    if outage.is_some_and(|outage| !outage.is_over) {
        person.enter_moves(&mut scribe, end, 0);
    }
    person.leave(&mut scribe, end);
    scribe.advance(end + QUIET_MS);
    answer(&mut scribe, &person.truth, end + QUIET_MS);
    let is_told = first(&scribe).is_some_and(|score| told(&score, &person.truth) == person.truth);
    let is_as_played = is_told && scribe.questions().is_empty();
    Some(Attended { is_as_played, given: person.given, refused: person.refused })
}

/// The time for which a board is gone.
struct Outage {
    from: Millis,
    /// When it is back; `None` if it stays away.
    until: Option<Millis>,
    /// When the next moves are entered.
    due: Millis,
    rng: Rng,
    /// What the board would have reported.
    reading: Reading,
    is_over: bool,
}

impl Outage {
    fn new(simulated: &Simulated, seed: u64) -> Outage {
        let mut rng = Rng::new(seed).fork(11);
        let (first, last) = span(simulated);
        let from = rng.between(first + 15_000, last.max(first + 40_000));
        let back = from + rng.between(30_000, 630_000);
        let until = Some(back).filter(|_| seed.is_multiple_of(2));
        Outage { from, until, due: from + 5_000, rng, reading: Reading::empty(), is_over: false }
    }

    fn is_gone(&self, t: Millis) -> bool {
        t >= self.from && self.until.is_none_or(|until| t <= until)
    }

    /// Tells the scribe what the board reports, while there is one; otherwise the person may enter moves.
    fn pass(&mut self, scribe: &mut Scribe, person: &mut Person, t: Millis, event: &BoardEvent) {
        if self.is_gone(t) {
            if t > self.due {
                self.due = t + self.rng.between(1_000, 41_000);
                person.enter_moves(scribe, t, 0);
            }
        } else {
            if t > self.from && !self.is_over {
                self.is_over = true;
                person.enter_moves(scribe, t, 0);
                scribe.handle_board(t, &BoardEvent::Gap { gap_ms: t - self.from });
                scribe.handle_board(t, &BoardEvent::Reading(self.reading.clone()));
            }
            scribe.handle_board(t, event);
        }
        match event {
            BoardEvent::Square { square, contents } => {
                self.reading.set(*square, *contents);
            }
            BoardEvent::Reading(reading) => self.reading = reading.clone(),
            _ => {}
        }
    }
}

/// Answers what is asked by what was played, as far as that is among the answers.
pub fn answer(scribe: &mut Scribe, truth: &[String], t: Millis) {
    while let Some((ply, answers)) = scribe.asked() {
        let mode = scribe.score().start.mode();
        let is_offered = |word: &&String| answers.iter().any(|played| played.report(mode) == **word);
        let chosen = match truth.get(ply.index()) {
            Some(word) if is_offered(&word) => word.clone(),
            None if scribe.may_be_none() => NO_MOVE.to_owned(),
            Some(_) | None => return,
        };
        if scribe.handle_command(t, &command(Order::Choose { ply, chosen })).is_err() {
            return;
        }
    }
}

/// Returns the number of plies that were made by `t`.
pub fn made(simulated: &Simulated, t: Millis) -> usize {
    let made = simulated.acts.iter().take_while(|act| act.t_ms <= t).filter_map(|act| match act.what {
        What::Mark(Mark::Made(plies) | Mark::Back(plies)) => Some(plies),
        _ => None,
    });
    made.last().unwrap_or(0)
}

/// Returns the score of the first game; `None` if there is none.
fn first(scribe: &Scribe) -> Option<Score> {
    let finished = scribe.finished().iter().map(|game| game.score());
    finished.chain([scribe.score().clone()]).find(|score| score.number == 1)
}

/// Returns the moves that a score tells. A piece that a pawn became and that nobody could see is as good as the one of `truth`.
fn told(score: &Score, truth: &[String]) -> Vec<String> {
    let word = |index: usize| {
        let told = score.report_move(index);
        let played = truth
            .get(index)
            .filter(|played| told.strip_suffix('?').is_some_and(|told| played.starts_with(told)));
        played.cloned().unwrap_or(told)
    };
    (0..score.plies.len()).map(word).collect()
}

/// Returns when the first and the last event of `simulated` happened.
fn span(simulated: &Simulated) -> (Millis, Millis) {
    let t = |event: Option<&(Millis, BoardEvent)>| event.map_or(0, |(t, _)| *t);
    (t(simulated.events.first()), t(simulated.events.last()))
}

fn command(order: Order) -> Command {
    Command { order, game: None, author: None, staged: None }
}
