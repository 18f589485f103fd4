//! Castling and promotion in every order of acts, and the makeshifts when no queen is at hand.

use super::{Sitting, illegal::stand_after};
use crate::IllegalTruth;
use crate::games::generate::game;
use game::PlyNo;
use shakmaty::{CastlingSide, Move, Position, Role, Square};
use std::collections::VecDeque;

/// The makeshift that takes the place of a promotion to a queen.
pub(super) enum Makeshift {
    /// No makeshift: the promotion is normal.
    None,
    /// A rook is placed upside down; by the Laws it is a rook. The given promotion to a rook is still to be made; then
    /// the game goes on with the given moves.
    Rook(Move, VecDeque<Move>),
    /// The pawn was left on its last rank, and the player pressed. The game goes on with the given moves.
    Pawn(VecDeque<Move>),
}

impl Sitting<'_> {
    pub(super) fn castle(&mut self, king: Square, rook: Square) {
        let color = self.standing.turn();
        let side = CastlingSide::from_queen_side(rook < king);
        let (king_to, rook_to) = (side.king_to(color), side.rook_to(color));
        if king_to == king {
            return self.carry(rook, rook_to);
        }
        if rook_to == rook {
            return self.carry(king, king_to);
        }
        // A piece cannot move first if the other piece stands on its target square, as may happen in Chess960.
        let king_can = king_to != rook;
        let rook_can = rook_to != king;
        let two_hands = u64::from(self.traits[color].two_hands_ppm) / 1_000;
        let style = match self.rng.weighted(&[two_hands, 30, 20, 950 - two_hands.min(900)]) {
            2 if rook_can => 2,
            3 if king_can => 3,
            2 | 3 => 1,
            other => other,
        };
        match style {
            0 => self.castle_with_both(king, rook, king_to, rook_to, 100),
            1 => self.castle_with_both(king, rook, king_to, rook_to, 400),
            2 => {
                self.carry(rook, rook_to);
                self.gap(300, 900);
                self.carry(king, king_to);
            }
            _ => {
                self.carry(king, king_to);
                self.gap(300, 900);
                self.carry(rook, rook_to);
            }
        }
    }

    /// Castles with king and rook in the air at the same time.
    fn castle_with_both(
        &mut self,
        king: Square,
        rook: Square,
        king_to: Square,
        rook_to: Square,
        apart_ms: u64,
    ) {
        let (king_piece, rook_piece) = (self.mover_on(king), self.mover_on(rook));
        self.script.lift(king);
        self.gap(10, apart_ms);
        self.script.lift(rook);
        let carry = self.pace.carry(self.rng, 120);
        self.script.wait(carry);
        let mut places = [(king_to, king_piece), (rook_to, rook_piece)];
        self.rng.shuffle(&mut places);
        for (square, piece) in places {
            self.script.place(square, piece);
            self.gap(10, apart_ms);
        }
    }

    pub(super) fn promote(&mut self, from: Square, to: Square, role: Role) {
        let pawn = self.mover_on(from);
        let promoted = role.of(pawn.color);
        let not_at_hand = if self.trouble.clumsy_percent > 0 { 4 } else { 0 };
        match self.rng.weighted(&[46, 36, 15, not_at_hand]) {
            0 => {
                self.land_pawn(from, to);
                self.gap(800, 4_000);
                self.script.lift(to);
                self.gap(300, 1_500);
                self.script.place(to, promoted);
            }
            1 => {
                if self.script.lift(to).is_some() {
                    self.gap(300, 900);
                }
                self.script.lift(from);
                self.gap(800, 4_000);
                self.script.place(to, promoted);
            }
            2 => {
                if self.script.lift(to).is_some() {
                    self.gap(300, 900);
                }
                self.script.place(to, promoted);
                self.gap(500, 2_000);
                self.script.lift(from);
            }
            _ => {
                // No queen is at hand: the clock is stopped while one is fetched.
                self.land_pawn(from, to);
                self.gap(500, 2_000);
                self.stop_clock();
                self.gap(4_000, 15_000);
                self.script.lift(to);
                self.gap(200, 800);
                self.script.place(to, promoted);
                self.gap(300, 1_000);
                self.run_clock(pawn.color);
            }
        }
    }

    /// Draws whether no queen is at hand and nobody stops the clock to fetch one, and returns what the player does
    /// instead.
    pub(super) fn makeshift(&mut self, mv: Move) -> Makeshift {
        let wanted = mv.promotion() == Some(Role::Queen) && self.early.is_none();
        if self.trouble.makeshift_ppm == 0 || !wanted || !self.rng.chance(self.trouble.makeshift_ppm) {
            return Makeshift::None;
        }
        let turned = self.rng.chance(600_000);
        let made = if turned { self.turned_rook(mv) } else { self.promised_queen(mv) };
        made.unwrap_or(Makeshift::None)
    }

    fn turned_rook(&mut self, mv: Move) -> Option<Makeshift> {
        let moves = self.standing.position()?.legal_moves();
        let is_rook = |other: &&Move| {
            other.from() == mv.from() && other.to() == mv.to() && other.promotion() == Some(Role::Rook)
        };
        let rook = *moves.iter().find(is_rook)?;
        let rest = game(self.standing.play(rook), self.rng);
        self.truth.outcome = rest.outcome;
        Some(Makeshift::Rook(rook, rest.moves.into()))
    }

    fn promised_queen(&mut self, mv: Move) -> Option<Makeshift> {
        let (from, to) = (mv.from()?, mv.to());
        let after = stand_after(&self.standing, from, to);
        if after.position().is_none_or(Position::is_game_over) {
            return None;
        }
        let ply = PlyNo::of_index(self.truth.plies.len());
        self.truth.illegal.push(IllegalTruth { ply, from, to, pressed: true, stands: true });
        self.land_pawn(from, to);
        self.promised.add(to);
        Some(Makeshift::Pawn(self.let_it_stand(from, to, after)))
    }

    /// Replaces a pawn that serves as a queen with a real queen, on its owner's next move or after the game, unless the
    /// pawn was captured.
    pub(super) fn keep_promise(&mut self, over: bool) {
        for square in self.promised {
            let pawn = self.script.board.piece_at(square).filter(|piece| piece.role == Role::Pawn);
            if pawn.is_some_and(|pawn| !over && pawn.color != self.standing.turn()) {
                continue;
            }
            self.promised.discard(square);
            if let Some(pawn) = pawn {
                self.script.lift(square);
                self.gap(300, 1_500);
                self.script.place(square, pawn.color.queen());
                self.gap(500, 2_000);
            }
        }
    }

    /// Moves the pawn to its last rank, straight ahead or with a capture.
    fn land_pawn(&mut self, from: Square, to: Square) {
        if self.script.board.piece_at(to).is_some() && self.rng.chance(400_000) {
            self.script.lift(to);
            self.gap(300, 900);
        }
        self.carry(from, to);
    }
}
