//! A piece that landed on a square which is known to read empty, on a board that senses occupancy only. It looks as if the piece were
//! still in a hand, or had captured another one whose square never changed.

use crate::{
    Assumed,
    lines::{costs, evidence::Evidence, hypothesis::Hypothesis, sensor_faults::priced},
};
use shakmaty::{Bitboard, Move, Position};

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
