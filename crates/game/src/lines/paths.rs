//! Lines of a given number of legal moves that end at what the board reads, whatever way the pieces took.
//!
//! Unlike `search`, which follows the squares that differ, this can find pieces that went and came back. That is asked for only
//! when the clock tells how many moves there were; otherwise lengths are tried from the shortest on.

use crate::{
    follow::seen::Seen,
    lines::search::{board_after, changed},
};
use board::Contents;
use shakmaty::{Bitboard, Board, ByColor, Chess, Color, Move, Position};

/// The lines of exactly so many legal moves after which the reading agrees, but for what it shows of the `next` move
/// already. Each move that is looked at takes one of `nodes`: at none left the search ends with what it has found.
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

/// What way the pieces may have taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Each move changed a square that differs, and all but so many brought a piece to where it stands now: the others
    /// were steps on the way, or pieces that were exchanged.
    Steps(usize),
    /// Any legal move: pieces went and came back.
    Wandering,
}

impl Way {
    /// What way is left after a move that brought its piece to where it rests, or not. None where it may not be.
    fn after(self, rests: bool) -> Option<Way> {
        match self {
            Way::Steps(many) if !rests => many.checked_sub(1).map(Way::Steps),
            Way::Steps(_) | Way::Wandering => Some(self),
        }
    }
}

/// What the reading may show already of the move after the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Nothing.
    NotBegun,
    /// One piece of each side is in a hand, the one that moves and the one it takes; or castling is half done.
    Lifted,
    /// Also, the piece stands on its way, where no move of it ends.
    UnderWay,
}

/// Lines found at most. Of a longer list the question may lack what was played.
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

/// How many pieces the board reads.
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
            if self.way != Way::Wandering && (squares & diff).is_empty() {
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

    /// Whether the reading is this placement, but for what the next move may have begun.
    fn is_there(&self, position: &Chess) -> bool {
        let (board, turn) = (position.board(), position.turn());
        let diff = self.seen.diff(board);
        // A piece of the player to move, the one it can take, or both.
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

    /// Whether the reading may be so many plies away: each brings one piece to where it is wanted, castling two, and
    /// takes one at most.
    fn can_reach(&self, board: &Board, turn: Color, plies: usize) -> bool {
        let diff = self.seen.diff(board);
        let arrivals = diff & self.seen.occupied();
        let moves = |color: Color| if color == turn { plies.div_ceil(2) } else { plies / 2 };
        let of = |color: Color| {
            let is = |&square: &shakmaty::Square| matches!(self.seen.at(square), Contents::Piece(piece) if piece.color == color);
            arrivals.into_iter().filter(is).count()
        };
        let in_hand = usize::from(self.next != Next::NotBegun);
        let enough = |color: Color| {
            let stands = board.by_color(color).count();
            of(color) <= moves(color) + CASTLED
                && stands >= self.wanted.pieces[color]
                && stands <= self.wanted.pieces[color] + moves(!color) + in_hand
        };
        let identity = !self.seen.is_occupancy();
        let stand = board.occupied().count();
        arrivals.count() <= plies + 2 * CASTLED
            && stand >= self.wanted.all
            && stand <= self.wanted.all + plies + 2 * in_hand
            && (!identity || Color::ALL.into_iter().all(enough))
    }
}

/// Whether all that differs is one piece of this side that stands somewhere else, put down on its way or beside its square,
/// and perhaps the one it takes.
pub(crate) fn is_passing(board: &Board, seen: &Seen, diff: Bitboard, turn: Color) -> bool {
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

/// A side that castles brings one piece more to where it is wanted than it makes moves.
const CASTLED: usize = 1;
