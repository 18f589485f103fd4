//! A piece that the board read late where it had landed. On a board that senses occupancy only it looks until then as if it had
//! captured another piece whose square never changed. A king that is read late after castling looks everywhere as if only its rook
//! had moved.

use crate::lines::{evidence::Evidence, hypothesis::Hypothesis};
use shakmaty::{Move, Position, Square};

/// The number of last plies of a line whose piece may be read late.
const LATE_MAX: usize = 8;

/// Returns the lines in which a piece that is read now on a square where `base` has none went there, and not to the square of a
/// capture that nobody saw, or castled, of which only the rook's move was seen.
pub(crate) fn landed_late(evidence: &Evidence, base: &Hypothesis) -> Vec<Hypothesis> {
    let come = evidence.whole_diff(base) & evidence.seen.occupied();
    let Some(square) = come.single_square() else { return Vec::new() };
    let plies = base.keep + base.tail.len();
    let recent = plies.saturating_sub(LATE_MAX)..plies;
    let lines = recent.flat_map(|ply| match evidence.is_unseen_capture(base, ply) {
        true => evidence.with_landing(base, ply, square),
        false => evidence.with_castling(base, ply, square).into_iter().collect(),
    });
    lines.filter(|line| evidence.stands(line)).collect()
}

impl Evidence<'_> {
    /// Returns the line in which the rook of the ply with this index castled with a king that went to `square`.
    fn with_castling(&self, base: &Hypothesis, ply: usize, square: Square) -> Option<Hypothesis> {
        let (position, (from, to)) = (self.after(base, ply).position()?, self.squares(base, ply));
        let is_of_rook = |mv: &Move| {
            let side = mv.castling_side()?;
            let (rook_to, king_to) = (side.rook_to(position.turn()), side.king_to(position.turn()));
            Some(mv.to() == from? && rook_to == to? && king_to == square)
        };
        let mv = position.legal_moves().into_iter().find(|mv| is_of_rook(mv) == Some(true))?;
        self.with_ply(base, ply, mv)
    }

    /// Returns whether the ply of this index captured on a square that did not change while it was made, on a board that senses
    /// occupancy only.
    fn is_unseen_capture(&self, base: &Hypothesis, ply: usize) -> bool {
        if !self.seen.is_occupancy() {
            return false;
        }
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
