//! The helpmate question of the Laws: whether a side can still mate "by any possible series of legal moves".
//!
//! It decides a flag fall (PL09, RU20, FIDE 6.9), an illegal move that loses (7.4(b), 7.5.5), a resignation under the
//! edition of 2023 (5.1.2), and whether a position is dead (5.2.2, PL09 5.2(b)). Three proofs, cheapest first:
//!
//! * [`material`]: these men have no mating picture at all;
//! * [`confined`]: the squares each man can ever reach, taken too widely, still make no mate (blocked positions);
//! * [`search`]: a mate is found and its moves are the witness, or every reachable position was seen.
//!
//! Invariants:
//! * A verdict is exact. A question that is not decided within the given number of positions is
//!   [`Verdict::NotProven`], and the arbiter is told so: it never means "winnable" nor "dead".
//! * The work is bounded in positions, not in time, so that every machine gives the same answer.
//! * The automatic draws of 9.6 are not part of the question: they end a game, they do not make a position dead.

pub mod confined;
pub mod material;
pub mod search;
mod visited;

use shakmaty::{Chess, Color, Move, Position};

/// A verdict on one side's chance to mate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The side can mate by this series of legal moves; it is empty if the mate stands on the board.
    Winnable(Vec<Move>),
    /// The side cannot mate by any series of legal moves, for this reason.
    Unwinnable(Proof),
    /// Not decided within the positions allowed.
    NotProven,
}

/// A reason why no mate is possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// The men left have no mating picture.
    Material,
    /// No man can ever come to where a mate would need it.
    Confined,
    /// Every reachable position was examined; this is their number.
    Exhausted(usize),
}

/// The number of positions one question may examine. A position takes about 130 bytes while the question is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The number of positions held at once by the search; with 0 only the two static proofs are tried.
    pub positions: usize,
}

impl Limit {
    /// After each move of each table: only what costs next to nothing.
    pub const EACH_MOVE: Limit = Limit { positions: 0 };
    /// If a ruling depends on it: about half a second on a slow machine, 26 MB.
    pub const RULING: Limit = Limit { positions: 200_000 };
}

/// Returns whether `winner` can mate by any series of legal moves from here.
pub fn can_mate(position: &Chess, winner: Color, limit: Limit) -> Verdict {
    if position.is_checkmate() {
        return match position.turn() == winner {
            true => Verdict::Unwinnable(Proof::Exhausted(1)),
            false => Verdict::Winnable(Vec::new()),
        };
    }
    if material::is_insufficient(position.board(), winner) {
        return Verdict::Unwinnable(Proof::Material);
    }
    if confined::no_mate_possible(position, winner) {
        return Verdict::Unwinnable(Proof::Confined);
    }
    search::search(position, winner, limit)
}

/// Returns whether it is proven that neither side can mate: the position is dead. False proves nothing, and it takes
/// only one side that may still mate. A position in which a side is mated or stalemated is over rather than dead.
pub fn is_dead(position: &Chess, limit: Limit) -> bool {
    !position.legal_moves().is_empty()
        && Color::ALL.into_iter().all(|side| can_mate(position, side, limit).is_unwinnable())
}

impl Verdict {
    /// Returns whether it is proven that the side cannot mate.
    pub fn is_unwinnable(&self) -> bool {
        matches!(self, Verdict::Unwinnable(_))
    }
}
