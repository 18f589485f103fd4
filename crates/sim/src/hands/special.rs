//! Castling and promotion, in every order hands find.

use super::Sitting;
use shakmaty::{CastlingSide, Role, Square};

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
        // In Chess960 a piece may stand where the other one has to go.
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

    /// Both pieces in the air at once.
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
                // No queen at hand: the clock is stopped while one is fetched.
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

    /// The pawn to the last rank, past or in the place of what stands there.
    fn land_pawn(&mut self, from: Square, to: Square) {
        if self.script.board.piece_at(to).is_some() && self.rng.chance(400_000) {
            self.script.lift(to);
            self.gap(300, 900);
        }
        self.carry(from, to);
    }
}
