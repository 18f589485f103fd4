//! The question whether a side can still mate "by any possible series of legal moves", as the Laws put it.
//!
//! The answer decides a flag fall (PL09, RU20, FIDE 6.9), an illegal move that loses (PL09 7.4(b), RU20 and FIDE
//! 7.5.5), a resignation under the FIDE Laws of 2023 (5.1.2), and whether a position is dead (5.2.2, PL09 5.2(b)).
//! Three proofs are tried, cheapest first:
//!
//! * [`material`]: the pieces left cannot mate, wherever they stand.
//! * [`confined`]: the squares that each piece can ever reach, overestimated, allow no mate (blocked positions).
//! * [`search`]: either a mate is found, and its moves prove it, or every reachable position has been examined.
//!
//! Invariants:
//! * A verdict is exact. A question that is not decided within the given number of positions is [`Verdict::NotProven`].
//!   That means neither "winnable" nor "dead", and the report to the arbiter says so.
//! * The work is limited by a number of positions and not by time, so that every machine gives the same answer.
//! * The automatic draws of 9.6 of the Laws are ignored: they end a game, but do not make a position dead.

pub mod confined;
pub mod material;
pub mod search;
mod visited;

use shakmaty::{Chess, Color, Move, Position};

/// The answer to the question whether one side can mate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The side can mate by this series of legal moves; it is empty if the mate is already on the board.
    Winnable(Vec<Move>),
    /// The side cannot mate by any series of legal moves, for the reason given.
    Unwinnable(NoMate),
    /// Undecided: the allowed number of positions was not enough.
    NotProven,
}

/// A reason why no mate is possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoMate {
    /// The pieces left cannot mate, wherever they stand.
    Material,
    /// The pieces can never reach the squares that a mate would need.
    Confined,
    /// Every reachable position was examined, and none is a mate. The field holds the number of positions.
    Exhausted(usize),
}

/// The limit on the work for one question. Each position takes about 130 bytes until the question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// The greatest number of positions that the search may store. With 0 only the two proofs without a search are
    /// tried.
    pub positions: usize,
}

impl Limit {
    /// The limit for a question that is asked after each move at each table: only the proofs that cost next to nothing.
    pub const EACH_MOVE: Limit = Limit { positions: 0 };
    /// The limit for a question on which a ruling depends: about half a second on a slow machine, and 26 MB.
    pub const RULING: Limit = Limit { positions: 200_000 };
}

/// Returns whether `winner` can mate by any series of legal moves from this position.
pub fn can_mate(position: &Chess, winner: Color, limit: Limit) -> Verdict {
    if position.is_checkmate() {
        return match position.turn() == winner {
            true => Verdict::Unwinnable(NoMate::Exhausted(1)),
            false => Verdict::Winnable(Vec::new()),
        };
    }
    if material::is_insufficient(position.board(), winner) {
        return Verdict::Unwinnable(NoMate::Material);
    }
    if confined::no_mate_possible(position, winner) {
        return Verdict::Unwinnable(NoMate::Confined);
    }
    search::search(position, winner, limit)
}

/// Returns whether it is proven that neither side can mate, so that the position is dead. `false` proves nothing. A
/// position in which a side is mated or stalemated does not count as dead, since the game is over.
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
