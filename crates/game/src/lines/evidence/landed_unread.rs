//! Pieces that no square reads where they are. On a board that senses occupancy only, one that landed on a square which is known to
//! read empty looks as if it were still in a hand, or had captured another one whose square never changed. On any board, a broken
//! piece is read nowhere: only its player's press tells that it has moved, or the rook with which it castled.

use crate::{
    Assumed,
    lines::{costs, evidence::Evidence, hypothesis::Hypothesis, sensor_faults::priced},
};
use shakmaty::{Bitboard, Move, Position};

impl Evidence<'_> {
    /// Returns the squares of the pieces of the side to move that read nothing, although no hand has touched them since the last ply.
    pub(crate) fn unread(&self, hyp: &Hypothesis) -> Bitboard {
        let standing = self.at(hyp);
        let missing = self.whole_diff(hyp) & standing.board().by_color(standing.turn());
        if missing.is_empty() { missing } else { missing & !self.seen.occupied() & !self.touched(hyp) }
    }

    /// Returns those of these squares of which the line has assumed that they read nothing: a hand that lifted a piece early looks alike.
    pub(crate) fn unread_before(&self, hyp: &Hypothesis) -> Bitboard {
        self.unread(hyp) & hyp.sensor_faults.squares()
    }
}

/// Returns the lines in which a king castled that reads nothing, neither where it stood nor where it went: only its rook is read.
pub(crate) fn castled_unread(evidence: &Evidence, base: &Hypothesis) -> Vec<Hypothesis> {
    let before = evidence.at(base);
    let is_unread = (evidence.unread(base) & before.board().kings()).any();
    let Some(position) = before.position().filter(|_| is_unread) else { return Vec::new() };
    let line = |mv: Move| {
        let king_to = Bitboard::from(mv.castling_side()?.king_to(before.turn()));
        let mut longer = base.extended(evidence.step(base, mv));
        longer.drop_sensor_faults(evidence.whole_diff(&longer));
        let (after, seen) = (evidence.at(&longer), evidence.seen);
        if evidence.diff(&longer) != king_to || (king_to & seen.occupied()).any() {
            return None;
        }
        longer.sensor_faults.add(priced(before.board(), after.board(), seen, king_to, after.turn()));
        evidence.leave_sensor_faults(base, &mut longer);
        Some(longer)
    };
    let castling = position.legal_moves().into_iter().filter(|mv| mv.is_castle());
    castling.filter_map(line).collect()
}

/// Returns the lines in which the one piece that `base` misses went to such a square. They cost as much as the capture that nobody saw.
pub(crate) fn landed_unread(evidence: &Evidence, base: &Hypothesis) -> Vec<Hypothesis> {
    let dead = evidence.dead(base) & !evidence.seen.occupied();
    let gone = evidence.diff(base).single_square().filter(|gone| !evidence.seen.at(*gone).is_occupied());
    let position = evidence.at(base).position().filter(|_| evidence.seen.is_occupancy() && dead.any());
    let (Some(gone), Some(position)) = (gone, position) else { return Vec::new() };
    let is_landing = |mv: &Move| mv.from() == Some(gone) && dead.contains(mv.to()) && !mv.is_castle();
    let moves = position.legal_moves().into_iter().filter(is_landing);
    let line = |mv: Move| {
        let mut longer = base.extended(evidence.step(base, mv));
        let (before, after) = (evidence.at(base).board(), evidence.at(&longer));
        let unread = Bitboard::from(mv.to());
        let faults = priced(before, after.board(), evidence.seen, unread, after.turn());
        longer.sensor_faults.add(faults);
        evidence.leave_sensor_faults(base, &mut longer);
        longer.charge(Assumed::Unreported, costs::UNSEEN_CAPTURE);
        longer.matched_ms = Some(evidence.t);
        longer
    };
    moves.map(line).collect()
}
