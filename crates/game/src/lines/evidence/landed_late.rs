//! A piece that the board read late where it had landed, on a board that senses occupancy only. Until then it looks as if it had
//! captured another piece whose square never changed.

use crate::lines::{evidence::Evidence, hypothesis::Hypothesis};
use shakmaty::{Move, Position, Square};

/// The number of last plies of a line whose piece may be read late.
const LATE_MAX: usize = 8;

/// Returns the lines in which a piece that is read now on a square where `base` has none went there, and not to the square of a
/// capture that nobody saw.
pub(crate) fn landed_late(evidence: &Evidence, base: &Hypothesis) -> Vec<Hypothesis> {
    let come = evidence.whole_diff(base) & evidence.seen.occupied();
    let Some(square) = come.single_square().filter(|_| evidence.seen.is_occupancy()) else {
        return Vec::new();
    };
    let plies = base.keep + base.tail.len();
    let recent = (plies.saturating_sub(LATE_MAX)..plies).filter(|&ply| evidence.is_unseen_capture(base, ply));
    let lines = recent.flat_map(|ply| evidence.with_landing(base, ply, square));
    lines.filter(|line| evidence.stands(line)).collect()
}

impl Evidence<'_> {
    /// Returns whether the ply of this index captured on a square that did not change while it was made.
    fn is_unseen_capture(&self, base: &Hypothesis, ply: usize) -> bool {
        let Some(mv) = self.played(base, ply).legal().filter(|mv| mv.is_capture()) else { return false };
        let since = ply.checked_sub(1).map_or(0, |before| self.made_ms(base, before));
        self.touches.count(mv.to(), since, self.made_ms(base, ply) + self.apart_ms) == 0
    }

    /// Returns the lines in which the piece of the ply with this index went to `square`.
    fn with_landing(&self, base: &Hypothesis, ply: usize, square: Square) -> Vec<Hypothesis> {
        let (before, (from, _)) = (self.after(base, ply), self.squares(base, ply));
        let Some(position) = before.position() else { return Vec::new() };
        let is_landing = |mv: &Move| mv.from() == from && mv.to() == square && !mv.is_castle();
        let moves = position.legal_moves().into_iter().filter(is_landing);
        moves.filter_map(|mv| self.with_ply(base, ply, mv)).collect()
    }
}
