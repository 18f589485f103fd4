//! The search for a helpmate: both sides cooperate so that one of them is mated.
//!
//! The search is best first: the position that looks nearest to a mate is examined next, whatever its depth, since the
//! question is whether a mate exists and not how soon. If no positions are left to examine, every reachable one has
//! been examined and there is no mate. The search leaves out branches in which the mating side no longer has the pieces
//! to mate, or is proven to be confined.

use super::visited::Visited;
use super::{Limit, NoMate, Verdict, confined, material};
use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Square, attacks};

/// The greatest number of confinement proofs that one search may try after its first position.
const PROOFS_MAX: usize = 400;
/// The greatest number of attacks on squares beside the hunted king that count. Further attacks are ignored.
const PRESSURE_MAX: usize = 8;
/// The greatest estimated distance from a mate. A larger estimate is reduced to this value.
const FAR: usize = 255;

/// Searches for a mate by `winner` through at most `limit.positions` positions.
pub fn search(root: &Chess, winner: Color, limit: Limit) -> Verdict {
    search_with(root, winner, limit, PROOFS_MAX)
}

/// Searches for a mate like [`search`], but tries at most `proofs` confinement proofs. With 0 the search does not use
/// [`confined`], so that a test can compare the search with the proof.
pub(super) fn search_with(root: &Chess, winner: Color, limit: Limit, proofs: usize) -> Verdict {
    if limit.positions == 0 {
        return Verdict::NotProven;
    }
    // With either set of weights, the search can get lost in useless positions. A short try with the other set costs
    // little.
    let ours = root.board().by_color(winner);
    let rich = ours.intersects(root.board().rooks_and_queens() | root.board().pawns());
    let tries = if rich { [(STRIP, 8), (HUNT, 1)] } else { [(HUNT, 8), (STRIP, 1)] };
    for (taste, share) in tries {
        let limit = Limit { positions: limit.positions.div_ceil(share) };
        let verdict = Search::new(winner, limit, proofs, taste).run(root);
        if verdict != Verdict::NotProven {
            return verdict;
        }
    }
    Verdict::NotProven
}

/// The weights by which a position's distance from a mate is estimated. They affect only how soon the search gives its
/// answer, not the answer itself.
#[derive(Debug, Clone, Copy)]
struct Taste {
    /// The weight of each square to which the hunted king could go.
    flights: usize,
    /// The weight of each step that the hunted king is away from the edge of the board.
    edge: usize,
    /// The weight of each step between the two kings.
    kings: usize,
    /// The weight of each piece of the hunted side.
    men: usize,
    /// The number of plies that add 1 to the estimate.
    plies: usize,
}

/// The weights for a side with minor pieces only, which drive the hunted king to the edge. Such a side needs the
/// opponent's pieces to fill squares beside their king.
const HUNT: Taste = Taste { flights: 4, edge: 3, kings: 2, men: 0, plies: 8 };
/// The weights that favour captures, after which the hunted king is alone against many pieces.
const STRIP: Taste = Taste { flights: 1, edge: 0, kings: 1, men: 6, plies: 8 };

struct Search {
    winner: Color,
    limit: Limit,
    /// Every position found so far, in the order of discovery.
    list: Vec<Chess>,
    /// The origin of each position: the earlier position and the move that leads from it, and the number of plies from
    /// the start of the search.
    came: Vec<(Option<(u32, Move)>, u16)>,
    visited: Visited,
    /// The positions that are still to be examined, by their estimated distance from a mate.
    waiting: Vec<Vec<u32>>,
    /// The number of confinement proofs that may still be tried.
    proofs: usize,
    taste: Taste,
}

enum Step {
    Mate(Vec<Move>),
    Full,
    On,
}

impl Search {
    fn new(winner: Color, limit: Limit, proofs: usize, taste: Taste) -> Search {
        Search {
            winner,
            limit,
            list: Vec::new(),
            came: Vec::new(),
            visited: Visited::new(),
            waiting: vec![Vec::new(); FAR + 1],
            proofs,
            taste,
        }
    }

    fn run(mut self, root: &Chess) -> Verdict {
        self.enter(root.clone(), None, 0);
        while let Some(index) = self.next() {
            match self.open(index) {
                Step::Mate(line) => return Verdict::Winnable(line),
                Step::Full => return Verdict::NotProven,
                Step::On => {}
            }
        }
        Verdict::Unwinnable(NoMate::Exhausted(self.list.len()))
    }

    fn next(&mut self) -> Option<u32> {
        self.waiting.iter_mut().find_map(Vec::pop)
    }

    fn enter(&mut self, position: Chess, from: Option<(u32, Move)>, depth: u16) {
        if !self.visited.insert(&self.list, &position) {
            return;
        }
        let index = u32::try_from(self.list.len()).expect("the limit is far below");
        self.waiting[far(&position, self.winner, depth, self.taste)].push(index);
        self.list.push(position);
        self.came.push((from, depth));
    }

    fn open(&mut self, index: u32) -> Step {
        let position = self.list[index as usize].clone();
        let depth = self.came[index as usize].1.saturating_add(1);
        for mv in position.legal_moves() {
            let mut next = position.clone();
            next.play_unchecked(mv);
            if next.turn() != self.winner && next.is_checkmate() {
                return Step::Mate(self.line(index, mv));
            }
            if self.is_hopeless(&next, mv) {
                continue;
            }
            if self.list.len() >= self.limit.positions {
                return Step::Full;
            }
            self.enter(next, Some((index, mv)), depth);
        }
        Step::On
    }

    /// Returns whether a move made a mate impossible for good, as only a capture or a pawn move can.
    fn is_hopeless(&mut self, next: &Chess, mv: Move) -> bool {
        if !mv.is_capture() && mv.role() != Role::Pawn {
            return false;
        }
        if material::is_insufficient(next.board(), self.winner) {
            return true;
        }
        let Some(left) = self.proofs.checked_sub(1) else { return false };
        self.proofs = left;
        confined::no_mate_possible(next, self.winner)
    }

    fn line(&self, mut index: u32, last: Move) -> Vec<Move> {
        let mut line = vec![last];
        while let Some((from, mv)) = self.came[index as usize].0 {
            line.push(mv);
            index = from;
        }
        line.reverse();
        line
    }
}

/// Returns the estimated distance of a position from a mate by `winner`.
fn far(position: &Chess, winner: Color, depth: u16, taste: Taste) -> usize {
    let board = position.board();
    let (Some(hunter), Some(hunted)) = (board.king_of(winner), board.king_of(!winner)) else { return FAR };
    let ours = board.by_color(winner);
    let beside = attacks::king_attacks(hunted);
    let (attacked, pressure) = attacked_by(position, winner, hunted);
    let flights = beside.without(board.by_color(!winner)).without(attacked).count();
    let heavy = ours & board.rooks_and_queens();
    let kings = (hunter.distance(hunted) as usize).max(2);
    let mut sum = taste.flights * flights + taste.edge * edge(hunted) as usize + taste.kings * kings;
    sum += taste.men * board.by_color(!winner).count();
    sum += PRESSURE_MAX.saturating_sub(pressure + usize::from(attacked.contains(hunted)));
    if heavy.is_empty() {
        sum += 2 * corner(board.bishops() & ours, hunted) as usize;
        let theirs = board.by_color(!winner);
        sum += 2 * theirs.count() + 2 * (theirs & board.rooks_and_queens()).count();
        let pawns = ours & board.pawns();
        if let Some(steps) = pawns.into_iter().map(|pawn| to_go(pawn, winner)).min() {
            sum += 10 + 4 * steps as usize;
        }
    }
    (sum + usize::from(depth) / taste.plies).min(FAR)
}

/// Returns the squares that `side` attacks, and how often its pieces attack a square beside the hunted king. The hunted
/// king is taken off the board first, so that it does not shield the squares behind it.
fn attacked_by(position: &Chess, side: Color, hunted: Square) -> (Bitboard, usize) {
    let board = position.board();
    let occupied = board.occupied().without(hunted);
    let beside = attacks::king_attacks(hunted);
    let (mut all, mut pressure) = (Bitboard::EMPTY, 0);
    for square in board.by_color(side) {
        let Some(piece) = board.piece_at(square) else { continue };
        let one = attacks::attacks(square, piece, occupied);
        all |= one;
        pressure += (one & beside).count();
    }
    (all, pressure)
}

fn edge(square: Square) -> u32 {
    let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
    file.min(7 - file).min(rank.min(7 - rank))
}

/// Returns the number of steps that a king needs to the nearest corner that these bishops can attack. Without bishops
/// all corners count.
fn corner(bishops: Bitboard, square: Square) -> u32 {
    [Square::A1, Square::H1, Square::A8, Square::H8]
        .into_iter()
        .filter(|corner| {
            bishops.is_empty() || bishops.into_iter().any(|bishop| bishop.is_light() == corner.is_light())
        })
        .map(|corner| corner.distance(square))
        .min()
        .unwrap_or(0)
}

/// Returns the number of steps that a pawn needs to its last rank.
fn to_go(pawn: Square, color: Color) -> u32 {
    let rank = u32::from(pawn.rank());
    color.fold_wb(7 - rank, rank)
}
