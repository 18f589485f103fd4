//! Illegal moves, and moves that are taken back and so are missing from the final record.

use super::Sitting;
use crate::games::generate::{game, plausible_move};
use crate::judging::truth::IllegalTruth;
use crate::{Mark, Rng, What};
use game::{Played, PlyNo, Standing};
use shakmaty::{
    Bitboard, Board, Color, Move, Position, Rank, Role, Square,
    attacks::{attacks, king_attacks},
};
use std::collections::VecDeque;

/// The time added for the opponent after an illegal move, in milliseconds.
const PENALTY_MS: u32 = 120_000;

/// What happened in place of an intended move.
pub(super) enum Irregularity {
    /// Nothing happened, or what happened was undone. The intended move is still to be made.
    None,
    /// An irregularity was corrected by making the intended move, which is on the board.
    Finished,
    /// An illegal move is left standing: the game goes on with the given moves.
    Stands(VecDeque<Move>),
}

impl Sitting<'_> {
    /// Draws whether an irregularity happens in place of this move, performs it, and returns how it ended.
    pub(super) fn perhaps_illegal(&mut self, mv: Move) -> Irregularity {
        if self.trouble.illegal_percent == 0 || self.early.is_some() {
            return Irregularity::None;
        }
        if self.leave_unfinished(mv) {
            return Irregularity::Finished;
        }
        // The rates are known per game and are spread over eighty plies.
        let noticed = self.trouble.unlawful(self.tempo, 200, 2_000);
        let claimed = self.trouble.unlawful(self.tempo, 38, 375);
        let stands = self.trouble.unlawful(self.tempo, 6, 63);
        let roll = self.rng.below(1_000_000) as u32;
        if roll >= noticed + claimed + stands {
            return Irregularity::None;
        }
        let Some((from, to, after)) = self.unlawful_move(mv) else { return Irregularity::None };
        let pressed = roll >= noticed;
        let standing = roll >= noticed + claimed;
        let ply = PlyNo::of_index(self.truth.plies.len());
        self.truth.illegal.push(IllegalTruth { ply, from, to, pressed, stands: standing });
        self.put_unlawfully(from, to);
        if standing {
            return Irregularity::Stands(self.let_it_stand(from, to, after));
        }
        if pressed {
            self.be_claimed();
        } else {
            self.gap(1_000, 5_000);
        }
        let straight = self.put_it_back(mv, from, to);
        if pressed {
            self.go_on();
        }
        if straight { Irregularity::Finished } else { Irregularity::None }
    }

    /// Presses the clock before the move is finished: a pawn is left on the last rank, a pawn captured in passing is
    /// not taken off, or in castling the rook is not moved. The opponent claims, and the move is finished. Returns
    /// whether this happened.
    fn leave_unfinished(&mut self, mv: Move) -> bool {
        let forgotten = match mv {
            Move::Normal { promotion: Some(_), .. } | Move::EnPassant { .. } => {
                self.trouble.unlawful(self.tempo, 10_000, 20_000)
            }
            Move::Castle { .. } if self.standing.mode().is_standard() => {
                self.trouble.unlawful(self.tempo, 100, 500)
            }
            Move::Normal { .. } | Move::Castle { .. } | Move::Put { .. } => 0,
        };
        let Some(from) = mv.from() else { return false };
        if forgotten == 0 || !self.rng.chance(forgotten) {
            return false;
        }
        let to = match mv.castling_side() {
            Some(side) => side.king_to(self.standing.turn()),
            None => mv.to(),
        };
        let ply = PlyNo::of_index(self.truth.plies.len());
        self.truth.illegal.push(IllegalTruth { ply, from, to, pressed: true, stands: false });
        self.put_unlawfully(from, to);
        self.be_claimed();
        let after = self.standing.play(mv).board().clone();
        self.rearrange(&after, 400, 1_500);
        self.go_on();
        true
    }

    /// Restarts the time of the side to move after a claim.
    fn go_on(&mut self) {
        let mover = self.standing.turn();
        self.gap(500, 2_000);
        self.run_clock(mover);
        self.gap(500, 3_000);
    }

    fn put_unlawfully(&mut self, from: Square, to: Square) {
        let piece = self.mover_on(from);
        if self.script.lift(to).is_some() {
            self.gap(300, 900);
        }
        self.script.lift(from);
        let carry = self.pace.carry(self.rng, 100);
        self.script.wait(carry);
        self.script.place(to, piece);
    }

    /// Presses the clock after the illegal move; nobody objects. Returns the moves with which the game goes on.
    pub(super) fn let_it_stand(&mut self, from: Square, to: Square, after: Standing) -> VecDeque<Move> {
        let mover = self.standing.turn();
        self.commit(Played::Irregular { from: Some(from), to: Some(to) }, after.clone());
        let wait = self.rng.lognormal(self.pace.press_ms, 45);
        self.script.wait(wait);
        self.press_for_it(mover);
        let rest = game(after, self.rng);
        self.truth.outcome = rest.outcome;
        rest.moves.into()
    }

    /// Presses the clock after the illegal move. If the press has an effect, it completes the illegal move (7.5.1 of
    /// the FIDE Laws 2023).
    fn press_for_it(&mut self, mover: Color) {
        let pressed = self.press_now(mover);
        if let Some(made) = self.truth.illegal.last_mut() {
            made.pressed = pressed;
        }
    }

    /// Presses the clock after the illegal move. The opponent claims, and the arbiter stops the clock and gives them
    /// more time.
    fn be_claimed(&mut self) {
        let mover = self.standing.turn();
        let wait = self.rng.lognormal(self.pace.press_ms, 45);
        self.script.wait(wait);
        self.press_for_it(mover);
        self.gap(2_000, 10_000);
        self.stop_clock();
        self.gap(8_000, 60_000);
        self.clock.add(!mover, PENALTY_MS);
        self.script.push(What::AddTime(!mover, PENALTY_MS));
        self.gap(1_000, 4_000);
    }

    /// Corrects an illegal move. The pieces are put back as they were. If the intended move is a quiet move of the
    /// moved piece, then in half of the cases this piece is moved straight to the right square instead; only then
    /// returns true.
    fn put_it_back(&mut self, mv: Move, from: Square, to: Square) -> bool {
        let before = self.standing.board().clone();
        let quiet = !mv.is_capture() && !mv.is_promotion() && !mv.is_castle() && mv.from() == Some(from);
        if quiet && before.piece_at(to).is_none() && self.rng.chance(500_000) {
            if let Some(piece) = self.script.lift(to) {
                self.gap(300, 1_500);
                self.script.place(mv.to(), piece);
            }
            return true;
        }
        self.rearrange(&before, 400, 2_000);
        self.gap(500, 2_500);
        false
    }

    /// Draws an illegal move of the piece that should move, after which play can go on. Returns the origin, the target
    /// and the standing after it; `None` if there is no such move.
    fn unlawful_move(&mut self, mv: Move) -> Option<(Square, Square, Standing)> {
        let position = self.standing.position()?.clone();
        let from = mv.from()?;
        let legal: Bitboard = position
            .legal_moves()
            .into_iter()
            .filter(|other| other.from() == Some(from))
            .map(|m| m.to())
            .collect();
        let mut targets: Vec<Square> = (plausible_targets(position.board(), from) & !legal)
            .into_iter()
            .filter(|&to| to != mv.to() && allowed_target(position.board(), position.turn(), from, to))
            .collect();
        self.rng.shuffle(&mut targets);
        targets.into_iter().find_map(|to| {
            let after = stand_after(&self.standing, from, to);
            let goes_on = after.position().is_some_and(|position| !position.is_game_over());
            goes_on.then_some((from, to, after))
        })
    }

    /// Makes a different move in place of `mv` and presses the clock. The opponent may reply. Then both sides take the
    /// moves back by agreement.
    pub(super) fn take_back(&mut self, mv: Move) {
        let plies = self.truth.plies.len();
        let before = self.standing.clone();
        let mover = before.turn();
        // Nobody takes back a move that ended the game (5.1.1 and 5.2.1 of the FIDE Laws 2023).
        let goes_on = |after: &Standing| after.position().is_some_and(|position| !position.is_game_over());
        let Some(other) = other_move(&before, mv, self.rng) else { return };
        let after = before.play(other);
        if !goes_on(&after) {
            return;
        }
        self.make(other);
        self.commit(Played::Legal(other), after);
        let wait = self.rng.lognormal(self.pace.press_ms, 45);
        self.script.wait(wait);
        self.press_now(mover);
        let reply = self.standing.position().and_then(|position| plausible_move(position, self.rng));
        if let Some(reply) = reply
            && self.rng.chance(300_000)
            && goes_on(&self.standing.play(reply))
        {
            self.think();
            self.make(reply);
            self.commit(Played::Legal(reply), self.standing.play(reply));
            self.gap(300, 800);
            self.press_now(!mover);
        }
        self.gap(1_500, 6_000);
        self.rearrange(before.board(), 400, 1_500);
        self.gap(300, 1_000);
        // If the opponent's time is running, they press to give the move back. After a reply their press has no effect.
        self.press_now(!mover);
        self.truth.takebacks.push(self.truth.plies.len());
        self.truth.plies.truncate(plies);
        self.standing = before;
        self.script.mark(Mark::Back(plies));
        self.gap(500, 3_000);
    }
}

fn other_move(standing: &Standing, mv: Move, rng: &mut Rng) -> Option<Move> {
    let position = standing.position()?;
    (0..20).find_map(|_| plausible_move(position, rng).filter(|&other| other != mv && !other.is_promotion()))
}

/// Returns squares where a player might put this piece by mistake: by jumping over pieces, ignoring a pin, missing
/// the target by one square, or moving a pawn one square in a wrong direction.
fn plausible_targets(board: &Board, from: Square) -> Bitboard {
    let Some(piece) = board.piece_at(from) else { return Bitboard::EMPTY };
    let through = match piece.role {
        Role::Pawn | Role::King => king_attacks(from),
        Role::Knight | Role::Bishop | Role::Rook | Role::Queen => attacks(from, piece, Bitboard::EMPTY),
    };
    let seen = attacks(from, piece, board.occupied());
    let beside: Bitboard =
        seen.into_iter().take(2).map(king_attacks).fold(Bitboard::EMPTY, |all, some| all | some);
    through | seen | beside
}

fn allowed_target(board: &Board, mover: Color, from: Square, to: Square) -> bool {
    let last = to.rank() == Rank::First || to.rank() == Rank::Eighth;
    let pawn = board.role_at(from) == Some(Role::Pawn);
    let free = board.piece_at(to).is_none_or(|piece| piece.color != mover && piece.role != Role::King);
    from != to && free && !(pawn && last)
}

/// Returns the standing after an illegal move: a piece on the target square is removed, and it is the opponent's
/// turn. A pawn left on its last rank counts as a queen (7.5.2 of the FIDE Laws 2023).
pub(crate) fn stand_after(standing: &Standing, from: Square, to: Square) -> Standing {
    let mut setup = standing.setup().clone();
    if let Some(mut piece) = setup.board.remove_piece_at(from) {
        if piece.role == Role::Pawn && to.rank() == piece.color.fold_wb(Rank::Eighth, Rank::First) {
            piece.role = Role::Queen;
        }
        setup.board.set_piece_at(to, piece);
    }
    setup.castling_rights = setup.castling_rights.without(from).without(to);
    setup.ep_square = None;
    if setup.turn.is_black() {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    setup.turn = !setup.turn;
    setup.halfmoves += 1;
    Standing::from_setup(setup, standing.mode())
}
