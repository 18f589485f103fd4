//! Can this side still mate? The helpmate question of the Laws: "by any possible series of legal moves".
//!
//! It decides a flag fall (PL09, RU20, FIDE 6.9), an illegal move that loses (7.4(b), 7.5.5), a resignation under the
//! edition of 2023 (5.1.2), and whether a position is dead (5.2.2, PL09 5.2(b)). Three proofs, cheapest first:
//!
//! * [`material`]: with these men no mating picture exists at all;
//! * [`confined`]: what each man can ever reach, taken too widely, still makes no mate (blocked positions);
//! * [`search`]: a mate is found and its moves are the witness, or every position that can be reached was seen.
//!
//! Invariants:
//! * A verdict is exact. What is not decided within the given number of positions is [`Verdict::NotProven`], and an
//!   arbiter is told so: it never means "winnable" nor "dead".
//! * Bounded in positions, not in time, so that every machine gives the same answer.
//! * The automatic draws of 9.6 are not part of the question: they end a game, they do not make a position dead.

pub mod confined;
pub mod material;
pub mod search;
mod visited;

use shakmaty::{Chess, Color, Move, Position};

/// What is known about one side's chance to mate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// This series of legal moves ends in mate by that side; it is empty if the mate stands on the board.
    Winnable(Vec<Move>),
    /// No series of legal moves does, and this is why.
    Unwinnable(Proof),
    /// Not decided within the positions allowed.
    NotProven,
}

/// Why no mate is possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Proof {
    /// The men left have no mating picture.
    Material,
    /// No man can ever come to where a mate would need it.
    Confined,
    /// Every position that can be reached was looked at; the number of them.
    Exhausted(usize),
}

/// How many positions one question may look at. A position takes about 130 bytes while the question is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// Positions held at once by the search; 0 asks the two static proofs only.
    pub positions: usize,
}

impl Limit {
    /// After each move of each table: what costs next to nothing.
    pub const EACH_MOVE: Limit = Limit { positions: 0 };
    /// When a ruling depends on it: about half a second on a slow machine, 26 MB.
    pub const RULING: Limit = Limit { positions: 200_000 };
}

/// Whether `winner` can mate by any series of legal moves from here.
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

/// Whether it is proven that neither side can mate: the position is dead. False proves nothing, and one side that may still
/// mate is enough for it. A position in which a side is mated or stalemated is over rather than dead.
pub fn is_dead(position: &Chess, limit: Limit) -> bool {
    !position.legal_moves().is_empty()
        && Color::ALL.into_iter().all(|side| can_mate(position, side, limit).is_unwinnable())
}

impl Verdict {
    /// Whether it is proven that the side cannot mate.
    pub fn is_unwinnable(&self) -> bool {
        matches!(self, Verdict::Unwinnable(_))
    }
}
