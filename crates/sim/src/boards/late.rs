//! A board that is switched on late: it knows nothing of the moves made before.

use crate::{Act, BoardProfile, Mark, Rng, SimClock, What};
use board::Millis;
use shakmaty::Board;

/// The latest moment at which a late board is switched on, in percent of the plies made.
const LATEST_PERCENT: u64 = 60;

/// The moment at which a board was switched on, with the pieces and the clock at that moment.
#[derive(Debug, Clone)]
pub(crate) struct Late {
    pub(crate) from_ms: Millis,
    pub(crate) board: Board,
    pub(crate) clock: SimClock,
    /// True if the board was switched on late.
    is_late: bool,
}

impl Late {
    /// Draws whether the board is switched on late, and at what moment: between two plies or within one. `None` if it
    /// is switched on in time.
    pub(crate) fn draw(acts: &[Act], before: &Board, profile: &BoardProfile, rng: &mut Rng) -> Option<Late> {
        if profile.faults.late_ppm == 0 || !rng.chance(profile.faults.late_ppm) {
            return None;
        }
        let made = |act: &Act| matches!(act.what, What::Mark(Mark::Made(_))).then_some(act.t_ms);
        let times: Vec<Millis> = acts.iter().filter_map(made).collect();
        let latest = (times.len() as u64 * LATEST_PERCENT / 100).max(1);
        let after = rng.between(1, latest) as usize - 1;
        let (from, to) = (*times.get(after)?, *times.get(after + 1)?);
        Some(Late::at(rng.between(from, to), acts, before, profile))
    }

    /// Returns the description of a board that is switched on in time.
    pub(crate) fn not(acts: &[Act], before: &Board, profile: &BoardProfile) -> Late {
        let from_ms = acts.first().map_or(0, |act| act.t_ms);
        let clock = SimClock::new(0, profile.increment_ms);
        Late { from_ms, board: before.clone(), clock, is_late: false }
    }

    fn at(from_ms: Millis, acts: &[Act], before: &Board, profile: &BoardProfile) -> Late {
        let mut late = Late::not(acts, before, profile);
        (late.from_ms, late.is_late) = (from_ms, true);
        for act in acts.iter().filter(|act| act.t_ms <= from_ms) {
            late.clock.handle(act.t_ms, act.what);
            match act.what {
                What::Lift(square) => late.board.discard_piece_at(square),
                What::Place(square, piece) => late.board.set_piece_at(square, piece),
                What::Mark(_)
                | What::Press(_)
                | What::SetClock { .. }
                | What::AddTime(..)
                | What::RunClock(_)
                | What::StopClock => {}
            }
        }
        late
    }

    /// Returns the acts after the board was switched on; all acts if it was switched on in time.
    pub(crate) fn acts<'a>(&self, acts: &'a [Act]) -> &'a [Act] {
        if !self.is_late {
            return acts;
        }
        &acts[acts.partition_point(|act| act.t_ms <= self.from_ms)..]
    }
}
