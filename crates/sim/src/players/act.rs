//! What happens at a table, physically: pieces reach squares and leave them, hands press and set the clock.
//!
//! Acts are facts of the room, not of any sensor: a piece put down for 30 ms is an act whether or not a scan sees it.

use board::Millis;
use shakmaty::{Bitboard, Board, ByColor, Color, Piece, Square, attacks::king_attacks};

/// One thing that happens, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Act {
    /// When, from the start of the script.
    pub t_ms: Millis,
    /// What.
    pub what: What,
}

/// What happens. Closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// Nothing is over this square's sensor any more.
    Lift(Square),
    /// This piece is now over this square's sensor, in the place of whatever was there.
    Place(Square, Piece),
    /// This side presses the clock. Without effect unless its own time runs.
    Press(Color),
    /// Somebody sets both times for a new game; the clock stands.
    SetClock {
        /// The times set.
        left_ms: ByColor<u32>,
    },
    /// Somebody adds to this side's time.
    AddTime(Color, u32),
    /// Somebody starts the clock: this side's time runs.
    RunClock(Color),
    /// Somebody stops the clock; the times stay.
    StopClock,
    /// Not an event of the room: where the intended game stands, for tests and measurements.
    Mark(Mark),
}

/// Where the intended game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The pieces stand as the game begins; what follows are moves.
    Begins,
    /// So many plies of the record are made. The board shows the position after the last one, but for a hand that is
    /// still carrying something off.
    Made(usize),
    /// The players agreed to go back to so many plies.
    Back(usize),
    /// The game is over: nothing after this is a move of it.
    Over,
}

/// A list of acts being written, with the board as it will stand after them.
#[derive(Debug, Clone)]
pub(crate) struct Script {
    pub(crate) acts: Vec<Act>,
    pub(crate) board: Board,
    pub(crate) now: Millis,
}

impl Script {
    pub(crate) fn new(board: Board, now: Millis) -> Script {
        Script { acts: Vec::new(), board, now }
    }

    pub(crate) fn wait(&mut self, ms: Millis) {
        self.now += ms;
    }

    pub(crate) fn push(&mut self, what: What) {
        self.acts.push(Act { t_ms: self.now, what });
    }

    /// An act at another time than now; the list is put in order at the end.
    pub(crate) fn push_at(&mut self, t_ms: Millis, what: What) {
        self.acts.push(Act { t_ms, what });
    }

    pub(crate) fn mark(&mut self, mark: Mark) {
        self.push(What::Mark(mark));
    }

    /// Lifts what stands there; nothing happens on an empty square, as when the piece was lifted early.
    pub(crate) fn lift(&mut self, square: Square) -> Option<Piece> {
        let piece = self.board.remove_piece_at(square);
        if piece.is_some() {
            self.push(What::Lift(square));
        }
        piece
    }

    pub(crate) fn place(&mut self, square: Square, piece: Piece) {
        if self.board.piece_at(square) != Some(piece) {
            self.board.set_piece_at(square, piece);
            self.push(What::Place(square, piece));
        }
    }

    /// A piece comes within range of an empty square's sensor for a while.
    pub(crate) fn brush(&mut self, square: Square, piece: Piece, dwell_ms: Millis) {
        self.place(square, piece);
        self.wait(dwell_ms);
        self.lift(square);
    }

    /// Lifts a piece and puts it back.
    pub(crate) fn touch(&mut self, square: Square, held_ms: Millis) {
        if let Some(piece) = self.lift(square) {
            self.wait(held_ms);
            self.place(square, piece);
        }
    }

    /// The empty squares beside this one.
    pub(crate) fn empty_beside(&self, square: Square) -> Vec<Square> {
        (king_attacks(square) & !self.board.occupied()).into_iter().collect()
    }

    /// The occupied squares beside this one.
    pub(crate) fn occupied_beside(&self, square: Square) -> Bitboard {
        king_attacks(square) & self.board.occupied()
    }

    /// The acts in the order of time; acts of one instant stay in the order they were written.
    pub(crate) fn finish(mut self) -> (Vec<Act>, Board, Millis) {
        self.acts.sort_by_key(|act| act.t_ms);
        let end = self.acts.last().map_or(self.now, |act| act.t_ms.max(self.now));
        (self.acts, self.board, end)
    }
}
