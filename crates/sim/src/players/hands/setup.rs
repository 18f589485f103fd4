//! Setting up the pieces before a game: correctly, wrongly at first, or wrongly without anybody noticing.

use super::Sitting;
use crate::games::generate::game;
use game::Standing;
use shakmaty::{Board, Color, Move, Rank, Role, Square};
use std::collections::VecDeque;

/// Two pieces that were set up exchanged, to be put right once the clock runs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Exchanged {
    squares: (Square, Square),
    /// The number of plies before which they are put right at the latest.
    plies: usize,
}

/// The greatest number of plies made before exchanged pieces are put right.
const PUT_RIGHT_AFTER: u64 = 3;

impl Sitting<'_> {
    /// Puts exchanged pieces right, on anybody's time, once somebody notices: before the drawn ply, or before the first
    /// move that needs one of them.
    pub(super) fn put_right(&mut self, next: Move) {
        let Some(exchanged) = self.exchanged else { return };
        let (a, b) = exchanged.squares;
        let needed =
            [next.from(), Some(next.to())].iter().any(|&square| square == Some(a) || square == Some(b));
        if self.truth.plies.len() < exchanged.plies && !needed {
            return;
        }
        self.exchanged = None;
        let notices = self.rng.lognormal(4_000, 120).clamp(500, 200_000);
        self.script.wait(notices);
        let first = self.script.lift(a);
        self.gap(200, 900);
        let second = self.script.lift(b);
        self.gap(200, 900);
        for (square, piece) in [(a, second), (b, first)] {
            if let Some(piece) = piece {
                self.script.place(square, piece);
            }
            self.gap(200, 900);
        }
    }

    /// Sets the pieces up. If they are set up wrongly and nobody notices, returns the moves of a game from the wrong
    /// starting position, otherwise `None`.
    pub(super) fn set_up(&mut self) -> Option<VecDeque<Move>> {
        let target = self.standing.board().clone();
        let mut stays = None;
        if self.trouble.put_right_late_ppm > 0 && self.rng.chance(self.trouble.put_right_late_ppm) {
            let wrong = self.wrongly(&target);
            self.rearrange(&wrong, 400, 2_000);
            let differ: Vec<Square> =
                Square::ALL.into_iter().filter(|&at| wrong.piece_at(at) != target.piece_at(at)).collect();
            if let [a, b] = differ[..] {
                let plies = self.rng.between(0, PUT_RIGHT_AFTER) as usize;
                self.exchanged = Some(Exchanged { squares: (a, b), plies });
            }
            return None;
        }
        if self.trouble.setup_ppm > 0 && self.rng.chance(self.trouble.setup_ppm) {
            let wrong = self.wrongly(&target);
            self.rearrange(&wrong, 400, 2_000);
            self.gap(2_000, 30_000);
            stays = self.stay(wrong);
        }
        if stays.is_none() && self.script.board != target {
            self.rearrange(&target, 400, 2_000);
        }
        stays
    }

    /// Draws whether nobody notices a wrong starting position, and returns the moves of a game from it; `None` if
    /// somebody notices. Castling is possible with kings and rooks that are on their home squares.
    fn stay(&mut self, wrong: Board) -> Option<VecDeque<Move>> {
        if !self.rng.chance(self.trouble.setup_stays_ppm) {
            return None;
        }
        let setup = shakmaty::Setup { board: wrong, ..self.standing.setup().clone() };
        let standing = Standing::from_setup(setup, self.standing.mode());
        standing.position()?;
        self.standing = standing.clone();
        self.truth.start = standing.clone();
        let played = game(standing, self.rng);
        self.truth.outcome = played.outcome;
        Some(played.moves.into())
    }

    /// Returns a wrong starting position in which two neighbouring pieces of one side are exchanged: knight and
    /// bishop on one wing, or king and queen.
    fn wrongly(&mut self, right: &Board) -> Board {
        let color = if self.rng.chance(500_000) { Color::White } else { Color::Black };
        let rank = color.fold_wb(Rank::First, Rank::Eighth);
        let home = |role: Role| -> Vec<Square> {
            (right.by_piece(role.of(color)) & shakmaty::Bitboard::from_rank(rank)).into_iter().collect()
        };
        let mut pairs: Vec<(Square, Square)> = Vec::new();
        for (one, other) in [(Role::Knight, Role::Bishop), (Role::King, Role::Queen)] {
            for a in home(one) {
                pairs.extend(home(other).into_iter().filter(|&b| a.distance(b) == 1).map(|b| (a, b)));
            }
        }
        let mut wrong = right.clone();
        if let Some(&(a, b)) = self.rng.pick(&pairs)
            && let (Some(first), Some(second)) = (right.piece_at(a), right.piece_at(b))
        {
            wrong.set_piece_at(a, second);
            wrong.set_piece_at(b, first);
        }
        wrong
    }
}
