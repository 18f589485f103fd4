//! The move that was under way when a game was joined in midgame: nobody saw how it began, and it ends on the board.
//!
//! Invariant: the start of a game is corrected only while the game has no plies.

use crate::{
    Scribe, Standing,
    follow::timers::Timer,
    gaps::unclocked::{en_passant_squares, standing},
    lines::search,
};
use board::Millis;
use shakmaty::{Bitboard, File, Move, Rank, Setup, Square};

impl Scribe {
    /// Corrects the start of a game that was just joined by what the board shows of the move that was under way.
    pub(crate) fn allow_under_way(&mut self, t: Millis) {
        self.allow_en_passant();
        self.allow_castling_under_way(t);
        self.allow_landing(t);
        self.allow_slide(t);
    }

    /// Allows the first ply of a game joined in midgame to capture a pawn en passant: nobody saw how that pawn came to
    /// its square.
    fn allow_en_passant(&mut self) {
        if !self.midgame.taken || !self.score.plies.is_empty() {
            return;
        }
        let start = &self.score.start;
        let explains = |standing: &Standing, wanted: fn(&Move) -> bool| {
            standing
                .position()
                .is_some_and(|at| search::exact_moves(at, &self.seen, Bitboard::EMPTY).iter().any(wanted))
        };
        if explains(start, |_| true) {
            return;
        }
        let passing = en_passant_squares(start).into_iter().map(|square| {
            let setup = Setup { ep_square: Some(square), ..start.setup().clone() };
            Standing::from_setup(setup, start.mode())
        });
        if let Some(found) = passing.into_iter().find(|with| explains(with, |mv| mv.is_en_passant())) {
            self.score.start = found;
        }
    }

    /// Joins the game from before a castling if one was under way when the board was first seen: the king stood on its new
    /// square, and now the rook has followed.
    fn allow_castling_under_way(&mut self, t: Millis) {
        if !self.midgame.taken || !self.score.plies.is_empty() {
            return;
        }
        let start = &self.score.start;
        let turn = start.turn();
        let home = Square::from_coords(File::E, turn.fold_wb(Rank::First, Rank::Eighth));
        let Some(king) = start.board().king_of(turn).filter(|king| king.rank() == home.rank()) else {
            return;
        };
        let mut before = start.board().clone();
        before.discard_piece_at(king);
        before.set_piece_at(home, turn.king());
        let is_castling = |standing: Standing| {
            let position = standing.position();
            position.is_some_and(|at| {
                search::exact_moves(at, &self.seen, Bitboard::EMPTY).iter().any(|mv| mv.is_castle())
            })
        };
        let is_free = start.board().piece_at(home).is_none();
        if is_free && standing(before.clone(), turn, self.terms.mode).is_some_and(is_castling) {
            self.take_up(t, before, turn);
        }
    }

    /// Joins the game from behind a move if its player had pressed with the piece still in a hand, or before the rook had
    /// followed the king: now the piece stands, and the other side has not moved.
    fn allow_landing(&mut self, t: Millis) {
        if !self.midgame.taken || !self.score.plies.is_empty() {
            return;
        }
        let (board, turn) = (self.score.start.board(), self.score.start.turn());
        let Some(square) = self.seen.diff(board).single_square() else { return };
        let is_theirs = self.seen.piece_at(square).is_some_and(|piece| piece.color != turn);
        let was_free = board.piece_at(square).is_none_or(|piece| piece.color == turn);
        if let Some(now) = self.seen.placement().filter(|_| is_theirs && was_free).cloned() {
            self.take_up(t, now, turn);
        }
    }

    /// Adds to the start of a game that was just joined a piece of the side to move that has come down and was in a hand before:
    /// it was adjusted, or moved, which the press tells. What only slides is gone from another square within a scan.
    pub(crate) fn allow_adjusted(&mut self, t: Millis) {
        if !self.midgame.taken || !self.score.plies.is_empty() {
            return;
        }
        let (board, turn) = (self.score.start.board(), self.score.start.turn());
        let Some(square) = self.seen.diff(board).single_square() else { return };
        let is_own = self.seen.piece_at(square).is_some_and(|piece| piece.color == turn);
        let Some(landed) = self.touches.last(square).filter(|_| is_own && board.piece_at(square).is_none())
        else {
            return;
        };
        let due = landed + self.engine.apart_ms();
        if t < due {
            self.timers.set(Timer::Settle, due);
        } else if let Some(now) = self.seen.placement().cloned() {
            self.take_up(t, now, turn);
        }
    }

    /// Takes away from the start of a game that was just joined a piece that was read on two squares at once, on its way: the board
    /// has told that the first is empty.
    fn allow_slide(&mut self, t: Millis) {
        if !self.midgame.taken || !self.score.plies.is_empty() {
            return;
        }
        let (board, turn) = (self.score.start.board(), self.score.start.turn());
        let Some(square) = self.seen.diff(board).single_square() else { return };
        let left = board.piece_at(square).filter(|_| !self.seen.at(square).is_occupied());
        let Some(piece) = left.filter(|piece| piece.color != turn) else { return };
        let since = t.saturating_sub(self.engine.apart_ms());
        let has_come = |other: Square| self.touches.last(other).is_some_and(|at| at >= since);
        if board.by_piece(piece).into_iter().any(|other| other != square && has_come(other)) {
            let mut now = board.clone();
            now.discard_piece_at(square);
            self.take_up(t, now, turn);
        }
    }
}
