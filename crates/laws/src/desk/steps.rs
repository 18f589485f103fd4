//! What is to be done about an incident, step by step, and what of it the sensors see done.
//!
//! ```text
//!   stop the clocks ─▶ put the position back ─▶ replace by ─▶ add time ─▶ counter ─▶ declare, or start the clock
//! ```
//! The position is back only when the board shows it square by square. What no sensor sees is the arbiter's to tick.

use crate::{Incident, Outcome, displaced::differences};
use board::{ClockReading, Contents, Reading};
use game::Standing;
use shakmaty::{CastlingMode, Color, Piece, Square};

/// One thing to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Task {
    /// Both clocks stand while the arbiter works.
    StopClocks,
    /// Squares that still differ from the position to be put back: what should stand there, what the board reads.
    PutBack(Vec<(Square, Option<Piece>, Contents)>),
    /// A piece to be placed: the queen a pawn becomes.
    Place(Piece, Square),
    /// The moves that may replace what was done, in UCI; empty where any legal move may be made.
    Replace(Vec<String>),
    /// Time for the opponent.
    AddTime {
        /// Whose time.
        side: Color,
        /// How much.
        add_ms: u32,
        /// What the clock then shows, where it was read.
        to_ms: Option<u32>,
    },
    /// What the clock's counter of moves should show.
    SetCounter(u32),
    /// How the game ends by the letter, if the arbiter declares it.
    Declare(Outcome),
    /// Whose clock goes on.
    StartClock(Color),
}

/// A task, and whether it is done; none where no sensor sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What is to be done.
    pub task: Task,
    /// Whether the sensors see it done.
    pub done: Option<bool>,
}

/// The steps for an incident. Empty where nothing is to be done.
pub fn steps(
    incident: &Incident,
    mode: CastlingMode,
    reading: &Reading,
    clock: Option<&ClockReading>,
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
    if target.is_some() && remedy.place.is_none() {
        add(Task::Replace(remedy.legal.clone()), None);
    }
    if let (Some(add_ms), Some(by)) = (remedy.opponent_ms, incident.by) {
        let to_ms = clock.map(|clock| clock.left_ms[!by].saturating_add(add_ms));
        add(Task::AddTime { side: !by, add_ms, to_ms }, None);
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

#[cfg(test)]
mod tests {
    use super::{Step, Task, steps};
    use crate::{Incident, Kind, Outcome, Remedy, RuleId, Status, Window};
    use board::{ClockReading, Contents, Reading};
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
            ply: 3,
            rule: RuleId::IllegalMoveCompleted,
            kind: Kind::Violation,
            by: Some(Color::White),
            articles: Vec::new(),
            remedy: Some(remedy),
            phrases: Vec::new(),
            status: Status::Suspected,
            window: Window::Always,
            closed_ms: None,
        }
    }

    fn reading(placement: &str) -> Reading {
        Reading::from_board(&placement.parse::<Board>().expect("a placement"))
    }

    #[test]
    fn the_position_is_back_only_when_the_board_shows_it() {
        let clock =
            ClockReading { left_ms: ByColor { white: 60_000, black: 50_000 }, running: Some(Color::Black) };
        let now = |placement: &str| {
            steps(&incident(None), CastlingMode::Standard, &reading(placement), Some(&clock))
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
        let add = Task::AddTime { side: Color::Black, add_ms: 120_000, to_ms: Some(170_000) };
        assert!(found.contains(&Step { task: add, done: None }), "{found:?}");
        assert_eq!(found.last(), Some(&Step { task: Task::StartClock(Color::White), done: Some(false) }));
    }

    #[test]
    fn a_game_that_is_lost_is_declared_and_its_clock_not_started() {
        let lost = incident(Some(Outcome::Wins(Color::Black)));
        let found = steps(&lost, CastlingMode::Standard, &reading(AFTER), None);
        assert!(found.iter().any(|step| step.task == Task::Declare(Outcome::Wins(Color::Black))));
        assert!(!found.iter().any(|step| matches!(step.task, Task::StartClock(_))));
        assert_eq!(found[0].done, None, "no clock was read");
    }
}
