//! Which piece a pawn became, where only occupancy is sensed. The lines in which it is another than the assumed queen may have been
//! dropped for want of room long before it moves as that piece.

use crate::{
    Assumed, Played,
    lines::{costs, evidence::Evidence, hypothesis::Hypothesis},
};
use shakmaty::{Move, Position, Role, Square};

/// The pieces, apart from the assumed queen, that a pawn may become.
pub(crate) const OTHERS: [Role; 3] = [Role::Rook, Role::Bishop, Role::Knight];

/// Returns the lines in which a pawn of `base` became another piece than the assumed queen, if that piece has gone from its square
/// now, or gives check as a queen.
pub(crate) fn as_another(evidence: &Evidence, base: &Hypothesis) -> Vec<Hypothesis> {
    if !evidence.seen.is_occupancy() {
        return Vec::new();
    }
    let (diff, position) = (evidence.diff(base), evidence.at(base).position());
    let tells = |square| {
        diff.contains(square) || position.is_some_and(|position| position.checkers().contains(square))
    };
    let plies = 0..base.keep + base.tail.len();
    let is_promotion = |&ply: &usize| match evidence.played(base, ply) {
        Played::Promotion { to, .. } => evidence.stands_on(base, ply + 1, to).is_some_and(tells),
        Played::Legal(_) | Played::Irregular { .. } => false,
    };
    let others = |ply| OTHERS.into_iter().filter_map(move |role| evidence.with_piece(base, ply, role));
    plies.filter(is_promotion).flat_map(others).collect()
}

/// Says of a promotion to a piece that nobody could see that it is one to a queen, where the same promotion to another piece is a
/// possible answer, too: then the question is which piece it was.
pub(crate) fn name_queens(alternatives: &mut [Played]) {
    let others: Vec<Played> = alternatives.to_vec();
    for one in alternatives {
        let Played::Promotion { assumed, .. } = *one else { continue };
        let is_of_pawn = |other: &Played| match other {
            Played::Legal(mv) => mv.is_promotion() && (mv.from(), mv.to()) == (assumed.from(), assumed.to()),
            Played::Promotion { .. } | Played::Irregular { .. } => false,
        };
        if others.iter().any(is_of_pawn) {
            *one = Played::Legal(assumed);
        }
    }
}

impl Evidence<'_> {
    /// Returns the square on which the piece from `square` stands after the plies from index `since` on; `None` if it was captured.
    pub(super) fn stands_on(&self, base: &Hypothesis, since: usize, mut square: Square) -> Option<Square> {
        for ply in since..base.keep + base.tail.len() {
            match self.squares(base, ply) {
                (Some(from), Some(to)) if from == square => square = to,
                (_, Some(to)) if to == square => return None,
                _ => {}
            }
        }
        Some(square)
    }

    /// Returns a line in which the promotion with this index was to a piece of `role`; `None` if what came after it is not legal
    /// then.
    fn with_piece(&self, base: &Hypothesis, ply: usize, role: Role) -> Option<Hypothesis> {
        let Move::Normal { role: pawn, from, capture, to, .. } = self.played(base, ply).legal()? else {
            return None;
        };
        let mv = Move::Normal { role: pawn, from, capture, to, promotion: Some(role) };
        let mut line = self.with_ply(base, ply, mv)?;
        line.charge(Assumed::Underpromotion, costs::UNDERPROMOTION);
        line.matched_ms = None;
        Some(line)
    }
}
