//! The steps that an arbiter takes about an incident, and which of them the sensors can confirm.
//!
//! ```text
//! stop the clocks ─▶ put the position back ─▶ replace by ─▶ times ─▶ add time ─▶ counter ─▶ declare, or start clock
//! ```
//! The position counts as put back only when the board shows it on every square. The arbiter ticks the steps that no
//! sensor sees.

use super::text;
use crate::{Incident, Outcome, Phrase, RuleId, Value, seen::differences::differences};
use board::{ClockReading, Contents, Reading, Time, Timing};
use game::Standing;
use shakmaty::{ByColor, CastlingMode, Color, Piece, Square, san::SanPlus, uci::UciMove};

/// A task for the arbiter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Stop both clocks while the arbiter works.
    StopClocks,
    /// Put the position back: each square that still differs, the piece that should be there, and what the board reads.
    PutBack(Vec<(Square, Option<Piece>, Contents)>),
    /// Place a piece: the queen that a pawn becomes.
    Place(Piece, Square),
    /// Have the move replaced by one of these moves, in SAN; empty if any legal move may be made.
    Replace(Vec<String>),
    /// Set both clocks to the times before the undone move, if the clock reported them.
    SetTimes(ByColor<Time>),
    /// Add time to one side's clock.
    AddTime {
        /// The side that gets the time.
        side: Color,
        /// The time to add, in milliseconds.
        add_ms: u32,
        /// The time that the clock shows before the addition; `None` if the clock was not read.
        shown: Option<Time>,
    },
    /// Set the clock's counter of moves to this number.
    SetCounter(u32),
    /// Declare the end of the game that the rule provides for, if the arbiter so decides.
    Declare(Outcome),
    /// Start the clock of this side.
    StartClock(Color),
}

/// A task, and whether the sensors see it done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The task.
    pub task: Task,
    /// Says whether the sensors see the task done; `None` if no sensor can tell.
    pub done: Option<bool>,
}

/// Returns the steps for an incident; empty if nothing is to be done.
pub fn steps(
    incident: &Incident,
    mode: CastlingMode,
    reading: &Reading,
    clock: Option<&ClockReading>,
    then: Option<ByColor<Time>>,
    timing: Timing,
) -> Vec<Step> {
    let Some(remedy) = &incident.remedy else { return Vec::new() };
    let stopped = clock.map(|clock| clock.running.is_none());
    let mut steps = vec![Step { task: Task::StopClocks, done: stopped }];
    let mut add = |task, done| steps.push(Step { task, done });
    if let Some(outcome) = remedy.outcome {
        add(Task::Declare(outcome), None);
    }
    let target = remedy.restore_fen.as_ref().and_then(|fen| Standing::from_fen(fen, mode).ok());
    if let Some(target) = &target {
        let left = differences(reading, target);
        let done = left.is_empty();
        add(Task::PutBack(left), Some(done));
    }
    if let Some((square, piece)) = remedy.place {
        add(Task::Place(piece, square), Some(reading.at(square) == Contents::Piece(piece)));
    }
    // After a restoration the game goes on from the restored position, so no move is replaced.
    let restores = incident.rule == RuleId::RestorePosition;
    if let Some(target) = target.as_ref().filter(|_| remedy.place.is_none() && !restores) {
        add(Task::Replace(remedy.legal.iter().map(|uci| san(target, uci)).collect()), None);
    }
    if let Some(then) = then.filter(|_| target.is_some()) {
        add(Task::SetTimes(then), None);
    }
    if let (Some(add_ms), Some(by)) = (remedy.opponent_ms, incident.by) {
        let shown = clock.map(|clock| timing.of_reading(clock.left_ms[!by]));
        add(Task::AddTime { side: !by, add_ms, shown }, None);
    }
    if let Some(count) = remedy.move_counter {
        add(Task::SetCounter(count), None);
    }
    if let (None, Some(by)) = (remedy.outcome, incident.by) {
        let side = target.as_ref().map_or(by, Standing::turn);
        add(Task::StartClock(side), clock.map(|clock| clock.running == Some(side)));
    }
    steps
}

/// Returns a move in SAN, or the given UCI if the move cannot be played in the position.
fn san(standing: &Standing, uci: &str) -> String {
    let played = standing.position().and_then(|position| {
        let mv = uci.parse::<UciMove>().ok()?.to_move(position).ok()?;
        Some(SanPlus::from_move(position.clone(), mv).to_string())
    });
    played.unwrap_or_else(|| uci.to_owned())
}

/// Returns whether everything that the sensors can see is done: the position is back and the right clock is running.
/// Steps that no sensor sees are ignored. The clocks need not be stopped any longer.
pub fn is_over(steps: &[Step]) -> bool {
    let mut seen = steps.iter().filter(|step| step.task != Task::StopClocks).filter_map(|step| step.done);
    steps.iter().any(|step| matches!(step.task, Task::PutBack(_))) && seen.all(|done| done)
}

impl Task {
    /// Returns the name of the task as used on the wire.
    pub fn name(&self) -> &'static str {
        match self {
            Task::StopClocks => "stop-clocks",
            Task::PutBack(_) => "put-back",
            Task::Place(..) => "place",
            Task::Replace(_) => "replace",
            Task::SetTimes(_) => "times",
            Task::AddTime { .. } => "add-time",
            Task::SetCounter(_) => "counter",
            Task::Declare(_) => "declare",
            Task::StartClock(_) => "start-clock",
        }
    }

    /// Returns the sentence for the person who does the task.
    pub fn phrase(&self) -> Phrase {
        match self {
            Task::StopClocks => text::STEP_STOP.plain(),
            Task::PutBack(left) if left.is_empty() => text::STEP_IS_BACK.plain(),
            Task::PutBack(left) => {
                text::STEP_PUT_BACK.with([Value::Number(left.len() as u64), Value::Differences(left.clone())])
            }
            Task::Place(piece, square) => text::STEP_PLACE.with([Value::Piece(*piece, *square)]),
            Task::Replace(moves) if moves.is_empty() => text::STEP_ANY.plain(),
            Task::Replace(moves) => text::STEP_REPLACE.with([Value::Moves(moves.clone())]),
            Task::SetTimes(then) => text::STEP_TIMES.with([Value::Readings(*then)]),
            Task::AddTime { side, add_ms, shown } => {
                let add = [Value::Seconds(u64::from(*add_ms) / 1_000), Value::Side(*side)];
                match shown {
                    None => text::STEP_ADD.with(add),
                    // The new setting of the clock is exact, unlike the reading from which it was computed.
                    Some(shown) => {
                        let to_s = shown.t_ms.saturating_add(u64::from(*add_ms)) / 1_000;
                        let values = [Value::Reading(*shown), Value::Seconds(to_s)];
                        text::STEP_ADD_TO.with(add.into_iter().chain(values))
                    }
                }
            }
            Task::SetCounter(count) => text::STEP_COUNTER.with([Value::Number((*count).into())]),
            Task::Declare(Outcome::NewGame) => text::STEP_NEW_GAME.plain(),
            Task::Declare(outcome) => text::STEP_DECLARE.with([Value::Words(outcome.name().to_owned())]),
            Task::StartClock(side) => text::STEP_START.with([Value::Side(*side)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Step, Task, is_over, steps};
    use crate::{Incident, Kind, Language, Outcome, Remedy, RuleId, Status, Window};
    use board::{ClockReading, Contents, Reading, Timing};
    use game::PlyNo;
    use shakmaty::{Board, ByColor, CastlingMode, Color, Square};

    const BEFORE: &str = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    const AFTER: &str = "rnbqkbnr/pppp1ppp/8/4p3/1B2P3/8/PPPP1PPP/RNBQK1NR";

    fn incident(outcome: Option<Outcome>) -> Incident {
        let remedy = Remedy {
            opponent_ms: Some(120_000),
            restore_fen: Some(BEFORE.to_owned()),
            legal: vec!["f1c4".to_owned()],
            move_counter: Some(1),
            outcome,
            ..Remedy::default()
        };
        Incident {
            no: 1,
            t_ms: 0,
            ply: PlyNo::new(3),
            rule: RuleId::IllegalMoveCompleted,
            kind: Kind::Violation,
            by: Some(Color::White),
            articles: Vec::new(),
            remedy: Some(remedy),
            phrases: Vec::new(),
            status: Status::Suspected,
            window: Window::Always,
            closed_ms: None,
            repeated: None,
        }
    }

    fn reading(placement: &str) -> Reading {
        Reading::from_board(&placement.parse::<Board>().expect("a placement"))
    }

    #[test]
    fn the_position_is_back_only_when_the_board_shows_it() {
        let clock = ClockReading {
            left_ms: ByColor { white: 60_000, black: 50_000 },
            running: Some(Color::Black),
            lever: None,
        };
        let now = |placement: &str| {
            let (incident, timing) = (incident(None), Timing::DGT);
            steps(&incident, CastlingMode::Standard, &reading(placement), Some(&clock), None, timing)
        };
        let put_back = |placement: &str| {
            let found = now(placement);
            let step = found.into_iter().find(|step| matches!(step.task, Task::PutBack(_)));
            step.expect("it is to be put back")
        };
        let bishop = Color::White.bishop();
        let wrong =
            vec![(Square::F1, Some(bishop), Contents::Empty), (Square::B4, None, Contents::Piece(bishop))];
        assert_eq!(put_back(AFTER), Step { task: Task::PutBack(wrong), done: Some(false) });
        let right = put_back("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR");
        assert_eq!(right, Step { task: Task::PutBack(Vec::new()), done: Some(true) });
        let found = now(AFTER);
        assert_eq!(found[0], Step { task: Task::StopClocks, done: Some(false) });
        let shown = Some(Timing::DGT.of_reading(50_000));
        let add = Task::AddTime { side: Color::Black, add_ms: 120_000, shown };
        assert_eq!(
            add.phrase().text(Language::English),
            "Add 2:00 to the time of Black: the clock shows 0:50 (−0.0/+1.0 s), set it to 2:50."
        );
        assert!(found.contains(&Step { task: add, done: None }), "{found:?}");
        let then = ByColor { white: 61_000, black: 52_000 }.map(|ms| Timing::DGT.of_reading(ms));
        assert_eq!(
            Task::SetTimes(then).phrase().text(Language::English),
            "Times before that move: White 1:01, Black 0:52 (both −0.0/+1.0 s). Which to set is for you; unchanged is allowed."
        );
        let replace = Task::Replace(vec!["Bc4".to_owned()]);
        assert!(found.contains(&Step { task: replace, done: None }), "{found:?}");
        assert!(!is_over(&found));
        assert_eq!(found.last(), Some(&Step { task: Task::StartClock(Color::White), done: Some(false) }));
    }

    #[test]
    fn a_game_that_is_lost_is_declared_and_its_clock_not_started() {
        let lost = incident(Some(Outcome::Wins(Color::Black)));
        let found = steps(&lost, CastlingMode::Standard, &reading(AFTER), None, None, Timing::DGT);
        assert!(found.iter().any(|step| step.task == Task::Declare(Outcome::Wins(Color::Black))));
        assert!(!found.iter().any(|step| matches!(step.task, Task::StartClock(_))));
        assert_eq!(found[0].done, None, "no clock was read");
    }
}
