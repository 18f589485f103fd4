//! Lines of a given number of legal moves that lead to the present reading, whichever way the pieces went.
//!
//! Unlike `search`, which follows the squares that differ, this module can also find pieces that left their squares and
//! came back. It looks for such pieces only when the clock shows the number of moves. Otherwise it tries the shortest
//! lines first.

use crate::{
    follow::seen::Seen,
    lines::search::{board_after, changed},
};
use board::Contents;
use shakmaty::{Bitboard, Board, ByColor, Chess, Color, Move, Position};

/// Returns the lines of exactly `plies` legal moves that lead to the present reading. The reading may also show a part
/// of the move that follows, as `next` allows. Each move that is tried uses up one of `nodes`. When none are left, the
/// search stops and returns the lines found so far.
pub(crate) fn paths(
    position: &Chess,
    seen: &Seen,
    plies: usize,
    next: Next,
    way: Way,
    nodes: &mut u32,
) -> Vec<Vec<Move>> {
    let wanted = Wanted::of(seen);
    let mut search = Search { seen, wanted, next, way, nodes, line: Vec::new(), found: Vec::new() };
    if search.can_reach(position.board(), position.turn(), plies) {
        search.descend(position, plies);
    }
    search.found
}

/// The routes by which pieces may have reached their squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Each move changed a square on which position and reading differ, and all but this many moves brought a piece to
    /// its square in the reading. The exceptions were intermediate steps, or the moved pieces were captured.
    Steps(usize),
    /// The same, but this many pieces may also have left a square where the reading shows them, and come back.
    Trips(usize),
    /// Any legal move is possible: pieces may have left their squares and come back.
    Wandering,
}

impl Way {
    /// Returns the way that remains after a move; `None` if the move is not allowed. `rests` says whether the move
    /// brought its piece to its square in the reading.
    fn after(self, rests: bool) -> Option<Way> {
        match self {
            Way::Steps(many) if !rests => many.checked_sub(1).map(Way::Steps),
            Way::Trips(many) if !rests => many.checked_sub(1).map(Way::Trips),
            Way::Steps(_) | Way::Trips(_) | Way::Wandering => Some(self),
        }
    }
}

/// The part that the reading may already show of the move that follows the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// The next move has not begun.
    NotBegun,
    /// At most one piece of each side is in a hand: the moving piece, and the piece that it captures. Or castling is
    /// half done.
    Lifted,
    /// The states of `Lifted` are possible. Also, the moving piece may be on a square on its way, where none of its
    /// moves ends.
    UnderWay,
}

/// The greatest number of lines found. If there are more, the line that was really played may be missing from the
/// question.
const FOUND_MAX: usize = 1_000;

struct Search<'a> {
    seen: &'a Seen,
    wanted: Wanted,
    next: Next,
    way: Way,
    nodes: &'a mut u32,
    line: Vec<Move>,
    found: Vec<Vec<Move>>,
}

/// The number of pieces that the board reads: of each side, and of both sides together.
struct Wanted {
    pieces: ByColor<usize>,
    all: usize,
}

impl Wanted {
    fn of(seen: &Seen) -> Wanted {
        let occupied = seen.occupied();
        let of = |color: Color| {
            let is = |&square: &shakmaty::Square| matches!(seen.at(square), Contents::Piece(piece) if piece.color == color);
            occupied.into_iter().filter(is).count()
        };
        Wanted { pieces: ByColor::new_with(of), all: occupied.count() }
    }
}

impl Search<'_> {
    fn descend(&mut self, position: &Chess, plies: usize) {
        let (board, turn) = (position.board(), position.turn());
        if plies == 0 {
            if self.is_there(position) {
                self.found.push(self.line.clone());
            }
            return;
        }
        let diff = self.seen.diff(board);
        for mv in &position.legal_moves() {
            if *self.nodes == 0 || self.found.len() == FOUND_MAX || self.seen.is_work_done() {
                return;
            }
            let squares = changed(board, *mv, turn);
            if matches!(self.way, Way::Steps(_)) && (squares & diff).is_empty() {
                continue;
            }
            *self.nodes -= 1;
            let after = board_after(board, *mv, turn);
            let rests = (squares & self.seen.diff(&after)).is_empty();
            let Some(way) = self.way.after(rests) else { continue };
            if self.can_reach(&after, !turn, plies - 1) {
                let before = std::mem::replace(&mut self.way, way);
                let mut next = position.clone();
                next.play_unchecked(*mv);
                self.line.push(*mv);
                self.descend(&next, plies - 1);
                self.line.pop();
                self.way = before;
            }
        }
    }

    /// Returns whether the reading agrees with this position, apart from the part of the next move that may have begun.
    fn is_there(&self, position: &Chess) -> bool {
        let (board, turn) = (position.board(), position.turn());
        let diff = self.seen.diff(board);
        // The lifted pieces may be a piece of the side to move, a piece that it can capture, or both.
        let lifted = || {
            let (own, other) = (diff & board.by_color(turn), diff & board.by_color(!turn));
            let takes = || {
                position.legal_moves().iter().any(|mv| {
                    let squares = changed(board, *mv, turn);
                    mv.is_capture() && (diff & !squares).is_empty()
                })
            };
            (diff & self.seen.occupied()).is_empty()
                && own.count() <= 1
                && (other.is_empty() || other.count() == 1 && takes())
        };
        let castles = || {
            let moves = position.legal_moves();
            moves.iter().any(|mv| mv.is_castle() && (diff & !changed(board, *mv, turn)).is_empty())
        };
        diff.is_empty()
            || self.next != Next::NotBegun && (lifted() || castles())
            || self.next == Next::UnderWay && is_passing(board, self.seen, diff, turn)
    }

    /// Returns whether `plies` moves can lead from `board` to the reading, judged by counting pieces. A move brings one
    /// piece to its square in the reading, castling brings two, and a move captures at most one piece.
    fn can_reach(&self, board: &Board, turn: Color, plies: usize) -> bool {
        let diff = self.seen.diff(board);
        let arrivals = diff & self.seen.occupied();
        let moves = |color: Color| if color == turn { plies.div_ceil(2) } else { plies / 2 };
        let of = |color: Color| {
            let is = |&square: &shakmaty::Square| matches!(self.seen.at(square), Contents::Piece(piece) if piece.color == color);
            arrivals.into_iter().filter(is).count()
        };
        let in_hand = usize::from(self.next != Next::NotBegun);
        // A king that stands where the reading has it castles only to come back, and brings nothing by that.
        let passing = usize::from(self.next == Next::UnderWay);
        let more = |color: Color| match board.king_of(color) {
            Some(king) if !diff.contains(king) => passing,
            Some(_) | None => CASTLED.max(passing),
        };
        let enough = |color: Color| {
            let stands = board.by_color(color).count();
            of(color) <= moves(color) + more(color)
                && stands >= self.wanted.pieces[color]
                && stands <= self.wanted.pieces[color] + moves(!color) + in_hand
        };
        let identity = !self.seen.is_occupancy();
        let stand = board.occupied().count();
        arrivals.count() <= plies + more(Color::White) + more(Color::Black)
            && stand >= self.wanted.all
            && stand <= self.wanted.all + plies + 2 * in_hand
            && (!identity || Color::ALL.into_iter().all(enough))
    }
}

/// Returns whether the only difference is one piece of this side that was put down on its way or beside its square, and
/// perhaps the piece that it captures.
fn is_passing(board: &Board, seen: &Seen, diff: Bitboard, turn: Color) -> bool {
    let (left, reached) = (diff & board.by_color(turn), diff & seen.occupied());
    let taken = diff & board.by_color(!turn) & !seen.occupied();
    match (left.single_square(), reached.single_square()) {
        (Some(from), Some(to)) => {
            let piece = seen.piece_at(to);
            from != to
                && taken.count() <= 1
                && (diff & !left & !reached & !taken).is_empty()
                && piece.is_some()
                && piece == board.piece_at(from)
        }
        (Some(_) | None, Some(_) | None) => false,
    }
}

/// The number of pieces, beyond one for each move, that a side can bring to their squares by castling.
const CASTLED: usize = 1;
