//! Presses in a hurry: with the captured piece still held over the board, and with the moving piece still over a square
//! beside its target.

use super::Sitting;
use crate::What;
use shakmaty::{Move, Piece};

impl Sitting<'_> {
    /// Draws whether the player presses with the captured piece still held low over a square beside the target, and
    /// performs that press. Returns whether the player pressed. The hand that captures presses a moment after the piece
    /// has landed, before the captured piece is beside the board.
    pub(super) fn press_with_captured(&mut self, mv: Move) -> bool {
        let Some(role) = mv.capture().filter(|_| self.trouble.hover_ppm > 0) else { return false };
        if !self.rng.chance(self.trouble.hover_ppm) {
            return false;
        }
        let mover = !self.standing.turn();
        let landed_ms = self.script.now;
        let Some(&over) = self.rng.pick(&self.script.empty_beside(mv.to())) else { return false };
        let comes = self.rng.between(40, 150);
        self.script.wait(comes);
        self.script.place(over, Piece { color: !mover, role });
        self.script.now = landed_ms + self.rng.between(180, 300);
        self.press_now(mover);
        let stays = self.rng.between(80, 350);
        self.script.wait(stays);
        self.script.lift(over);
        true
    }

    /// Draws whether the player presses while the piece is still over a square beside its target, and makes the move so.
    /// Returns whether the move was made.
    pub(super) fn make_with_early_press(&mut self, mv: Move) -> bool {
        let Move::Normal { from, to, promotion: None, .. } = mv else { return false };
        let rate = self.trouble.early_touch_ppm;
        if rate == 0 || self.early.is_some() || !self.rng.chance(rate) {
            return false;
        }
        let mut beside = self.script.empty_beside(to);
        beside.retain(|&square| square != from);
        let Some(&touched) = self.rng.pick(&beside) else { return false };
        let piece = self.mover_on(from);
        self.script.lift(from);
        let carry = self.pace.carry(self.rng, self.traits[piece.color].hand_percent);
        self.script.wait(carry);
        let dwell = self.rng.between(150, 350);
        let pressed_ms = self.script.now + self.rng.between(20, dwell - 20);
        self.clock.press(pressed_ms, piece.color);
        self.script.push_at(pressed_ms, What::Press(piece.color));
        self.script.brush(touched, piece, dwell);
        let last = self.rng.between(60, 250);
        self.script.wait(last);
        if self.script.lift(to).is_some() {
            self.script.wait(22);
        }
        self.script.place(to, piece);
        true
    }
}
