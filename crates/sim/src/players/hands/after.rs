//! Acts before and after the moves: setting up, adjusting, starting the clock; stopping it, the kings, analysis.

use super::Sitting;
use crate::games::generate::plausible_move;
use crate::{Mark, What};
use shakmaty::{ByColor, Color, KnownOutcome, Move, Piece, Position, Role, Square};
use std::collections::VecDeque;

impl Sitting<'_> {
    /// Sets up the pieces and starts the clock. Returns the moves to play. They differ from `moves` if the pieces were
    /// set up wrongly and nobody noticed.
    pub(super) fn before_the_game(&mut self, mut moves: VecDeque<Move>) -> VecDeque<Move> {
        if let Some(others) = self.set_up() {
            moves = others;
        }
        self.others_handle();
        self.gap(1_000, 3_000);
        if self.trouble.clumsy_percent > 0 {
            for color in Color::ALL {
                let count = self.rng.between(1, 3);
                self.adjust(color, count);
            }
        }
        self.gap(1_000, 5_000);
        let left_ms = ByColor::new_with(|_| self.pace.base_ms);
        self.clock.set(self.script.now, left_ms);
        self.script.push(What::SetClock { left_ms });
        self.gap(1_000, 5_000);
        let first = self.standing.turn();
        self.run_clock(first);
        self.script.mark(Mark::Begins);
        moves
    }

    pub(super) fn after_the_game(&mut self) {
        self.truth.outcome = self.outcome();
        self.keep_promise(true);
        let on_board = self.standing.position().is_some_and(|position| position.is_game_over());
        if on_board {
            self.gap(800, 3_000);
        } else {
            self.think();
        }
        self.stop_clock();
        self.script.mark(Mark::Over);
        self.gap(1_000, 4_000);
        if self.rng.chance(self.trouble.kings_ppm) {
            self.kings_to_centre();
            self.truth.kings_in_centre = true;
        }
        if self.rng.chance(self.trouble.analysis_ppm) {
            self.gap(2_000, 10_000);
            self.analyse();
        }
    }

    /// Puts the kings in the centre: both on light squares if White won, both on dark squares if Black won, one on each
    /// for a draw.
    fn kings_to_centre(&mut self) {
        let pairs: &[(Square, Square)] = match self.truth.outcome {
            KnownOutcome::Decisive { winner: Color::White } => &[(Square::E4, Square::D5)],
            KnownOutcome::Decisive { winner: Color::Black } => &[(Square::D4, Square::E5)],
            KnownOutcome::Draw => {
                &[(Square::E4, Square::E5), (Square::D4, Square::D5), (Square::D4, Square::E4)]
            }
        };
        let (mut white_to, mut black_to) = self.rng.pick(pairs).copied().unwrap_or((Square::E4, Square::D5));
        let stands = |king: Color, square: Square| self.script.board.piece_at(square) == Some(king.king());
        if stands(Color::White, black_to) || stands(Color::Black, white_to) {
            (white_to, black_to) = (black_to, white_to);
        }
        let mut kings = [(Color::White, white_to), (Color::Black, black_to)];
        self.rng.shuffle(&mut kings);
        let together = self.rng.chance(350_000);
        let mut in_hand: Vec<(Square, Piece)> = Vec::new();
        for (color, to) in kings {
            let king = color.king();
            let Some(from) = self.script.board.king_of(color) else { continue };
            if from == to {
                continue;
            }
            if self.script.lift(to).is_some() {
                self.gap(300, 1_000);
            }
            self.script.lift(from);
            self.gap(300, 1_200);
            if together {
                in_hand.push((to, king));
            } else {
                self.script.place(to, king);
                self.gap(300, 2_500);
            }
        }
        for (square, king) in in_hand {
            self.script.place(square, king);
            self.gap(100, 700);
        }
    }

    /// Makes the players show moves on the board after the game: first legal moves, then any, with pieces taken off and
    /// put back.
    fn analyse(&mut self) {
        let mut position = self.standing.position().cloned();
        if self.script.board != *self.standing.board() {
            position = None;
        }
        for _ in 0..self.rng.between(8, 30) {
            self.gap(500, 4_000);
            if let Some(at) = &mut position
                && self.rng.chance(800_000)
                && let Some(mv) = plausible_move(at, self.rng)
            {
                at.play_unchecked(mv);
                let after = at.board().clone();
                self.rearrange(&after, 300, 900);
                continue;
            }
            position = None;
            self.move_anything();
        }
    }

    fn move_anything(&mut self) {
        let all: Vec<Square> = self.script.board.occupied().into_iter().collect();
        let Some(&from) = self.rng.pick(&all) else { return };
        let Some(&to) = self.rng.pick(&Square::ALL) else { return };
        let king_there = self.script.board.role_at(to) == Some(Role::King);
        if let Some(piece) = self.script.lift(from) {
            self.gap(200, 900);
            self.script.place(if king_there { from } else { to }, piece);
        }
    }
}
