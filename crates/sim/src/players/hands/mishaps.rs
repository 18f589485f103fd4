//! Acts of the players besides their moves: they adjust pieces, hover over squares, touch pieces, knock them over,
//! put them down on wrong squares. The game is never changed.

use super::Sitting;
use shakmaty::{Board, Color, Move, Piece, Square};

impl Sitting<'_> {
    /// Performs mishaps before a move, on the mover's time.
    pub(super) fn mishaps_before(&mut self, mv: Move) {
        let mover = self.standing.turn();
        if self.rng.chance(self.trouble.mishap(self.tempo, 12_500, 5_000)) {
            self.adjust(mover, 1);
            self.gap(300, 2_000);
        }
        if self.rng.chance(self.trouble.mishap(self.tempo, 3_000, 3_000))
            && let Some(from) = mv.from()
        {
            let held = self.rng.between(500, 4_000) * self.pace.gap_percent / 100;
            self.script.touch(from, held);
            self.gap(200, 1_500);
        }
        if self.rng.chance(self.trouble.mishap(self.tempo, 2_000, 2_000)) {
            self.adjust(mover, 1);
            self.gap(100, 800);
        }
        // The rate is known per game (one to twenty games in a thousand) and is spread over eighty plies.
        if self.rng.chance(self.trouble.mishap(self.tempo, 12, 250)) {
            self.knock_over();
        }
    }

    /// Makes the player put some of their own pieces straight.
    pub(super) fn adjust(&mut self, color: Color, count: u64) {
        for _ in 0..count {
            let own: Vec<Square> = self.script.board.by_color(color).into_iter().collect();
            if let Some(&square) = self.rng.pick(&own) {
                let held = self.pace.gap(self.rng, 300, 1_500);
                self.script.touch(square, held);
                self.gap(200, 900);
            }
        }
    }

    /// Makes the player put the piece in the hand on a wrong square first, or let it fall and roll.
    pub(super) fn stray(&mut self, from: Square, to: Square, piece: Piece) {
        let fumbles = u64::from(self.rng.chance(self.trouble.mishap(self.tempo, 5_000, 15_000)));
        let rolls = if self.rng.chance(self.trouble.mishap(self.tempo, 1_000, 5_000)) {
            self.rng.between(1, 3)
        } else {
            0
        };
        let mut at = to;
        for _ in 0..fumbles + rolls {
            let mut beside = self.script.empty_beside(at);
            beside.retain(|&square| square != from && square != to);
            let Some(&wrong) = self.rng.pick(&beside) else { return };
            let dwell = self.pace.gap(self.rng, 150, 900);
            self.script.brush(wrong, piece, dwell);
            self.gap(100, 500);
            at = wrong;
        }
    }

    /// Makes the player knock over up to six pieces and put them up again, one in five on a wrong square at first.
    pub(super) fn knock_over(&mut self) {
        let all: Vec<Square> = self.script.board.occupied().into_iter().collect();
        let Some(&centre) = self.rng.pick(&all) else { return };
        let mut near: Vec<Square> = self.script.occupied_beside(centre).with(centre).into_iter().collect();
        self.rng.shuffle(&mut near);
        near.truncate(self.rng.between(1, 6) as usize);
        let intended = self.script.board.clone();
        let mut fallen: Vec<(Square, Piece)> = Vec::new();
        for square in near {
            fallen.extend(self.script.lift(square).map(|piece| (square, piece)));
            let apart = self.rng.between(0, 60);
            self.script.wait(apart);
        }
        self.rng.shuffle(&mut fallen);
        for (square, piece) in fallen {
            self.gap(500, 2_500);
            let mut beside = self.script.empty_beside(square);
            beside.retain(|&other| intended.piece_at(other).is_none());
            let wrong = self.rng.chance(200_000).then(|| self.rng.pick(&beside).copied()).flatten();
            self.script.place(wrong.unwrap_or(square), piece);
        }
        self.gap(1_000, 4_000);
        self.rearrange(&intended, 400, 1_500);
    }

    /// Rearranges the pieces as in `target`, one by one and in random order. Misplaced pieces are moved to their places
    /// or taken off, then missing pieces are put on.
    pub(super) fn rearrange(&mut self, target: &Board, low_ms: u64, high_ms: u64) {
        loop {
            let board = &self.script.board;
            let (mut wrong, mut open) = (Vec::new(), Vec::new());
            for square in Square::ALL {
                let (stands, belongs) = (board.piece_at(square), target.piece_at(square));
                if stands == belongs {
                    continue;
                }
                match stands {
                    Some(piece) => wrong.push((square, piece)),
                    None => open.extend(belongs.map(|piece| (square, piece))),
                }
            }
            let moves: Vec<(Square, Square, Piece)> = wrong
                .iter()
                .flat_map(|&(from, piece)| {
                    open.iter().filter(move |entry| entry.1 == piece).map(move |entry| (from, entry.0, piece))
                })
                .collect();
            if let Some(&(from, to, piece)) = self.rng.pick(&moves) {
                self.script.lift(from);
                self.gap(low_ms / 2, high_ms / 2);
                self.script.place(to, piece);
            } else if let Some(&(square, _)) = self.rng.pick(&wrong) {
                self.script.lift(square);
            } else if let Some(&(square, piece)) = self.rng.pick(&open) {
                self.script.place(square, piece);
            } else {
                return;
            }
            self.gap(low_ms / 2, high_ms / 2);
        }
    }
}
