//! Acts of other people at the board: leaning over, pointing with a piece, knocking something over, children
//! between the rounds. The game is never changed.

use super::Sitting;
use shakmaty::Square;

impl Sitting<'_> {
    /// Draws whether somebody else disturbs the board while the mover thinks, and performs the disturbance.
    pub(super) fn others_touch(&mut self) {
        if self.trouble.outsiders_ppm == 0 || !self.rng.chance(self.trouble.outsiders_ppm) {
            return;
        }
        match self.rng.weighted(&[45, 35, 20]) {
            0 => self.lean_over(),
            1 => {
                let held = self.rng.between(500, 3_000);
                self.touch_any(held);
            }
            _ => self.knock_over(),
        }
        // The players check that all pieces are where they were.
        self.gap(1_500, 6_000);
    }

    /// Performs a disturbance before the game: somebody takes pieces into the hand, carries them about and puts them
    /// back.
    pub(super) fn others_handle(&mut self) {
        if self.trouble.outsiders_ppm == 0 {
            return;
        }
        let intended = self.script.board.clone();
        for _ in 0..self.rng.between(2, 8) {
            self.gap(300, 2_500);
            let all: Vec<Square> = self.script.board.occupied().into_iter().collect();
            let (Some(&from), Some(&to)) = (self.rng.pick(&all), self.rng.pick(&Square::ALL)) else { return };
            let free = self.script.board.piece_at(to).is_none();
            if let Some(piece) = self.script.lift(from) {
                self.gap(200, 1_500);
                let to = if free && self.rng.chance(300_000) { to } else { from };
                self.script.place(to, piece);
            }
        }
        self.gap(1_000, 5_000);
        self.rearrange(&intended, 400, 1_500);
    }

    /// Makes a sleeve lift some pieces that stand side by side for a moment.
    fn lean_over(&mut self) {
        let all: Vec<Square> = self.script.board.occupied().into_iter().collect();
        let Some(&centre) = self.rng.pick(&all) else { return };
        let mut near: Vec<Square> = self.script.occupied_beside(centre).with(centre).into_iter().collect();
        self.rng.shuffle(&mut near);
        near.truncate(self.rng.between(1, 3) as usize);
        for square in near {
            let held = self.rng.between(80, 500);
            self.script.touch(square, held);
            let apart = self.rng.between(0, 200);
            self.script.wait(apart);
        }
    }

    fn touch_any(&mut self, held_ms: u64) {
        let all: Vec<Square> = self.script.board.occupied().into_iter().collect();
        if let Some(&square) = self.rng.pick(&all) {
            self.script.touch(square, held_ms);
        }
    }
}
