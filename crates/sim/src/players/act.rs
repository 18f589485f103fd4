//! Physical acts at a table: pieces reach squares and leave them, hands press and set the clock.
//!
//! Acts are facts of the room, not of a sensor: a piece put down for 30 ms is an act whether or not a scan sees the
//! piece.

use board::Millis;
use shakmaty::{Bitboard, Board, ByColor, Color, Piece, Square, attacks::king_attacks};

/// An act and its time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Act {
    /// The time from the start of the script, in milliseconds.
    pub t_ms: Millis,
    /// The act that happened at that time.
    pub what: What,
}

/// An act in the room. The enum is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum What {
    /// The piece leaves this square's sensor, and the square becomes empty.
    Lift(Square),
    /// The given piece is over this square's sensor from now on, in place of whatever was there.
    Place(Square, Piece),
    /// This side presses the clock, which has no effect unless the side's own time is running.
    Press(Color),
    /// Somebody sets both times for a new game. The clock is stopped thereby.
    SetClock {
        /// The times set, in milliseconds.
        left_ms: ByColor<u32>,
    },
    /// Somebody adds the given time for this side, in milliseconds.
    AddTime(Color, u32),
    /// Somebody starts the clock with this side's time running.
    RunClock(Color),
    /// Somebody stops the clock; both times stay as they are.
    StopClock,
    /// Not an act in the room: the state of the intended game, for tests and measurements.
    Mark(Mark),
}

/// A state of the intended game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The pieces are set up for the start of the game; moves follow.
    Begins,
    /// The given number of plies have been made. The board shows the position after the last of them, unless a hand is
    /// still carrying something off.
    Made(usize),
    /// The players agreed to go back to the position after the given number of plies.
    Back(usize),
    /// The game is over: no later act belongs to a move in it.
    Over,
}

/// A list of acts that is being written, with the placement on the board after the last act.
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

    /// Adds an act at any time. `finish` sorts the acts by time.
    pub(crate) fn push_at(&mut self, t_ms: Millis, what: What) {
        self.acts.push(Act { t_ms, what });
    }

    pub(crate) fn mark(&mut self, mark: Mark) {
        self.push(What::Mark(mark));
    }

    /// Lifts the piece on a square and returns it; `None` for an empty square, for instance if the piece was lifted
    /// early.
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

    /// Brings a piece within range of an empty square's sensor for a while.
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

    /// Returns the empty squares next to a square.
    pub(crate) fn empty_beside(&self, square: Square) -> Vec<Square> {
        (king_attacks(square) & !self.board.occupied()).into_iter().collect()
    }

    /// Returns the occupied squares next to a square.
    pub(crate) fn occupied_beside(&self, square: Square) -> Bitboard {
        king_attacks(square) & self.board.occupied()
    }

    /// Returns the acts in order of time, with the placement on the board and the time at the end of the script. Acts
    /// of one instant stay in the order in which they were written.
    pub(crate) fn finish(mut self) -> (Vec<Act>, Board, Millis) {
        self.acts.sort_by_key(|act| act.t_ms);
        let end = self.acts.last().map_or(self.now, |act| act.t_ms.max(self.now));
        (self.acts, self.board, end)
    }
}
