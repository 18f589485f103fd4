//! Lines of legal moves that lead from a position to the present reading.

use crate::{
    follow::seen::Seen,
    lines::{
        costs,
        sensor_faults::{SensorFaults, price, priced},
    },
};
use shakmaty::{Bitboard, Board, Chess, Color, Move, Piece, Position, Square};
use std::{cmp::Reverse, collections::BinaryHeap, ops::Range};

/// A line of legal moves, the squares on which it still contradicts the reading, and their cost.
#[derive(Debug, Clone)]
pub(crate) struct Explanation {
    pub(crate) moves: Vec<Move>,
    pub(crate) sensor_faults: SensorFaults,
    /// The cost of the line's length.
    pub(crate) line_cost: u32,
    /// The cost of the squares that the line changed and nobody saw change.
    pub(crate) unseen_cost: u32,
}

/// Returns what a line pays for this many squares that it changed without the board reporting the change.
pub(crate) fn unseen_cost(seen: &Seen, squares: usize) -> u32 {
    let each = if seen.is_occupancy() { costs::UNSEEN_CAPTURE } else { costs::UNSEEN };
    each * u32::try_from(squares).unwrap_or(0)
}

/// Returns the placement after a legal move.
pub(crate) fn board_after(board: &Board, mv: Move, turn: Color) -> Board {
    let mut after = board.clone();
    match mv {
        Move::Normal { role, from, to, promotion, .. } => {
            after.discard_piece_at(from);
            after.set_piece_at(to, Piece { color: turn, role: promotion.unwrap_or(role) });
        }
        Move::EnPassant { from, to } => {
            after.discard_piece_at(from);
            after.discard_piece_at(Square::from_coords(to.file(), from.rank()));
            after.set_piece_at(to, turn.pawn());
        }
        Move::Castle { king, rook } => {
            let side = mv.castling_side().expect("a castling move has a side");
            after.discard_piece_at(king);
            after.discard_piece_at(rook);
            after.set_piece_at(side.king_to(turn), turn.king());
            after.set_piece_at(side.rook_to(turn), turn.rook());
        }
        Move::Put { .. } => unreachable!("chess has no drops"),
    }
    after
}

/// Returns the squares that a legal move changes.
pub(crate) fn changed(board: &Board, mv: Move, turn: Color) -> Bitboard {
    match mv {
        Move::Normal { from, to, .. } => Bitboard::from(from) | to,
        Move::EnPassant { from, to } => {
            Bitboard::from(from) | to | Square::from_coords(to.file(), from.rank())
        }
        Move::Castle { .. } | Move::Put { .. } => {
            let after = board_after(board, mv, turn);
            (board.occupied() ^ after.occupied())
                | (board.kings() ^ after.kings())
                | (board.rooks() ^ after.rooks())
        }
    }
}

/// Returns the legal moves after which the reading agrees with the position everywhere except on `faulty`. One of the
/// opponent's pieces may already be in a hand.
pub(crate) fn exact_moves(position: &Chess, seen: &Seen, faulty: Bitboard) -> Vec<Move> {
    let (board, turn) = (position.board(), position.turn());
    let diff = seen.diff(board);
    if diff.is_empty() || (diff & !faulty).count() > 5 {
        return Vec::new();
    }
    if (diff & board.by_color(turn)).is_empty() || seen.has_none_of(turn, diff) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for mv in &position.legal_moves() {
        if seen.is_work_done() {
            break;
        }
        if explains_a_part(mv, diff) {
            let after = board_after(board, *mv, turn);
            let contradicted = seen.diff(&after);
            // The reading must show the squares that the move itself changes. These squares cannot be set aside.
            let seen_made = (contradicted & changed(board, *mv, turn)).is_empty();
            if seen_made && is_in_hand(contradicted & !faulty, &after, seen, !turn) {
                found.push(*mv);
            }
        }
    }
    found
}

/// Returns whether the reading contradicts no square, or only one, from which `side` has lifted a piece.
pub(crate) fn is_in_hand(contradicted: Bitboard, board: &Board, seen: &Seen, side: Color) -> bool {
    match contradicted.single_square() {
        Some(square) => board.color_at(square) == Some(side) && !seen.at(square).is_occupied(),
        None => contradicted.is_empty(),
    }
}

/// Returns the pairs of legal moves after which the reading agrees with the position everywhere except on `faulty`.
pub(crate) fn exact_pairs(position: &Chess, seen: &Seen, faulty: Bitboard) -> Vec<[Move; 2]> {
    let (own, other) = (position.turn(), !position.turn());
    let board = position.board();
    let diff = seen.diff(board);
    let left = |color: Color| diff & board.by_color(color);
    if (diff & !faulty).count() > 7 || left(own).is_empty() || left(other).is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for first in &position.legal_moves() {
        if seen.is_work_done() {
            break;
        }
        if !explains_a_part(first, diff) {
            continue;
        }
        let after = board_after(board, *first, own);
        let rest = seen.diff(&after) & !faulty;
        if rest.count() > 4 || rest.is_empty() {
            continue;
        }
        // The reading must show the first move too: its piece may not be "in a hand" on a square that it was never seen
        // to reach.
        let unmade = rest & changed(board, *first, own);
        let mut next = position.clone();
        next.play_unchecked(*first);
        let seconds = exact_moves(&next, seen, faulty).into_iter();
        let remade = |second: Move| (unmade & !changed(&after, second, other)).is_empty();
        found.extend(seconds.filter(|second| remade(*second)).map(|second| [*first, second]));
    }
    found
}

fn explains_a_part(mv: &Move, diff: Bitboard) -> bool {
    match *mv {
        Move::Normal { from, .. } | Move::EnPassant { from, .. } => diff.contains(from),
        Move::Castle { king, rook } => diff.contains(king) || diff.contains(rook),
        Move::Put { .. } => false,
    }
}

/// Finds lines of up to `plies` legal moves that come close to the reading, cheapest first. Squares that are known to be
/// `dead` may contradict it, however many they are, and change without being seen to; so may the squares between which a
/// `broken` piece goes. At most about `nodes` moves are tried. If the search misses lines, a person is asked.
pub(crate) fn explanations<'a>(
    position: &'a Chess,
    seen: &'a Seen,
    faulty: Bitboard,
    touched: Bitboard,
    (dead, broken): (Bitboard, Bitboard),
    (plies, nodes): (usize, u32),
) -> impl Iterator<Item = Explanation> + 'a {
    let start = position.board();
    let (found, moves, line) = (Vec::new(), Vec::new(), Vec::new());
    let mut search = Search { seen, faulty, touched, dead, broken, start, nodes, found, moves, line };
    // Longer lines are tried only if no shorter one explains everything. This keeps needless moves out of lines, and
    // the work small.
    for depth in 1..=plies {
        search.descend(position, depth, (0, 0));
        if search.found.iter().any(|found| found.squares.is_empty()) {
            break;
        }
    }
    // Few of the many lines are wanted: a heap sorts no more of them.
    let by_cost = search.found.iter().enumerate().map(|(index, found)| Reverse((found.cost, index)));
    let mut by_cost: BinaryHeap<_> = by_cost.collect();
    std::iter::from_fn(move || {
        let Reverse((_, index)) = by_cost.pop()?;
        Some(search.explanation(position.turn(), &search.found[index]))
    })
}

/// The greatest number of squares on which an explanation may contradict the reading, beside those known to be dead.
const FAULTY_MAX: usize = 8;

struct Search<'a> {
    seen: &'a Seen,
    faulty: Bitboard,
    /// The squares that changed since the position arose.
    touched: Bitboard,
    /// The squares that were known to read empty under a piece before.
    dead: Bitboard,
    /// The squares of pieces that are read nowhere.
    broken: Bitboard,
    start: &'a Board,
    nodes: u32,
    found: Vec<Found>,
    /// The moves of all lines found, one line after the other.
    moves: Vec<Move>,
    line: Vec<Move>,
}

/// A line that was found. It becomes an explanation if it is among the cheapest.
struct Found {
    /// Where its moves are.
    moves: Range<usize>,
    /// The squares on which it contradicts the reading.
    squares: Bitboard,
    line_cost: u32,
    unseen_cost: u32,
    /// What it costs in all.
    cost: u32,
}

impl Search<'_> {
    /// Returns a line that was found, of which `turn` makes the first move.
    fn explanation(&self, mut turn: Color, found: &Found) -> Explanation {
        let moves = self.moves[found.moves.clone()].to_vec();
        let mut after = self.start.clone();
        for &mv in &moves {
            after = board_after(&after, mv, turn);
            turn = !turn;
        }
        let sensor_faults = priced(self.start, &after, self.seen, found.squares, turn);
        let (line_cost, unseen_cost) = (found.line_cost, found.unseen_cost);
        Explanation { moves, sensor_faults, line_cost, unseen_cost }
    }

    fn descend(&mut self, position: &Chess, plies: usize, before: (u32, u32)) {
        if plies == 0 || self.nodes == 0 || self.seen.is_work_done() {
            return;
        }
        let (board, turn) = (position.board(), position.turn());
        let diff = self.seen.diff(board) & !self.faulty;
        for mv in &position.legal_moves() {
            let squares = changed(board, *mv, turn);
            if (squares & diff).is_empty() {
                continue;
            }
            self.nodes = self.nodes.saturating_sub(1);
            let after = board_after(board, *mv, turn);
            let rest = self.seen.diff(&after) & !self.faulty;
            // Castling by three squares of four is seen well enough: the fourth has its price as a fault.
            let is_paid = plies == 1 && mv.is_castle();
            let missing = if is_paid { rest & !self.seen.occupied() } else { Bitboard::EMPTY };
            let broken = mv.from().filter(|from| self.broken.contains(*from));
            let unread = broken.map_or(Bitboard::EMPTY, |from| Bitboard::from(mv.to()) & rest | from);
            let unseen = (squares & !self.touched & !self.dead & !missing & !unread).count();
            // A pawn that is read elsewhere has hardly become the piece that nobody reads.
            let is_stray =
                |square| self.seen.piece_at(square) == Some(turn.pawn()) && after.piece_at(square).is_none();
            let is_pawn_still = mv.is_promotion() && rest.into_iter().any(is_stray);
            let stray = if is_pawn_still { costs::FAULT_WRONG_PIECE - costs::FAULT_GHOST } else { 0 };
            let line_cost = before.0 + costs::PLY + stray;
            let unseen_cost = before.1 + unseen_cost(self.seen, unseen);
            self.line.push(*mv);
            let new = (rest & !self.dead).count();
            if plies == 1 && new <= FAULTY_MAX && rest.count() < diff.count() + 1 {
                let cost = line_cost + unseen_cost + price(self.start, &after, self.seen, rest, !turn);
                let moves = self.moves.len()..self.moves.len() + self.line.len();
                self.moves.extend(&self.line);
                self.found.push(Found { moves, squares: rest, line_cost, unseen_cost, cost });
            }
            if plies > 1 && !rest.is_empty() && new <= 4 * (plies - 1) + 2 {
                let mut next = position.clone();
                next.play_unchecked(*mv);
                self.descend(&next, plies - 1, (line_cost, unseen_cost));
            }
            self.line.pop();
        }
    }
}
