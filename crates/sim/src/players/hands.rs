//! Two pairs of hands at a table: an intended game becomes a list of physical acts, and the truth about it.
//!
//! Each ply draws its gesture from templates of how moves are really made (`moves`, `special`), its mishaps
//! (`mishaps`, `others`, `illegal`), and its press. Before the game the pieces are set up (`setup`); after it
//! come the kings, analysis and the reset (`after`).
//!
//! Invariants:
//! * Everything follows from the game, the options and the random stream; hands never look at what a sensor
//!   reported.
//! * The record in the truth is the intended game, unless an illegal move is left standing.
//! * At every press the pieces are placed as intended. There are three exceptions: the opponent lifted the piece of
//!   their reply early, a player pressed before the piece was down, or the move was illegal.

mod after;
mod hurry;
mod illegal;
mod mishaps;
mod moves;
mod others;
mod setup;
mod special;

use crate::players::act::Script;
use crate::{Act, Game, Mark, Pace, Rng, SimClock, Tempo, Traits, Trouble, Truth, What};
use board::Millis;
use game::{Played, Standing};
use illegal::Irregularity;
pub(crate) use illegal::stand_after;
use setup::Exchanged;
use shakmaty::{Bitboard, Board, ByColor, Color, KnownOutcome, Move, Position, Square};
use special::Makeshift;
use std::collections::VecDeque;

/// The options with which hands play a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandsOptions {
    /// The tempo: how fast the players move, and the time control.
    pub tempo: Tempo,
    /// The rates of mishaps.
    pub trouble: Trouble,
    /// The players' habits; `None` if they are drawn for each game.
    pub traits: Option<ByColor<Traits>>,
}

/// A game as it was performed, with its acts in the order of time.
#[derive(Debug, Clone)]
pub struct Performance {
    /// The acts of the players, in order of time.
    pub acts: Vec<Act>,
    /// The game that was really played.
    pub truth: Truth,
    /// The placement on the board after the last act.
    pub board: Board,
    /// The time at which the last act was over, in milliseconds.
    pub end_ms: Millis,
}

/// Performs a game from `start_ms` on. `board` is the placement on the board at that time. If the game starts from a
/// different placement, the pieces are rearranged first.
pub fn perform(
    game: &Game,
    options: &HandsOptions,
    board: &Board,
    start_ms: Millis,
    rng: &mut Rng,
) -> Performance {
    let traits = options.traits.unwrap_or_else(|| ByColor::new_with(|_| Traits::draw(rng)));
    let pace = options.tempo.pace();
    let mut sitting = Sitting {
        rng,
        script: Script::new(board.clone(), start_ms),
        tempo: options.tempo,
        pace,
        trouble: options.trouble,
        traits,
        standing: game.start.clone(),
        clock: SimClock::new(pace.base_ms, pace.increment_ms),
        truth: Truth {
            players: game.players.clone(),
            agreed: game.start.clone(),
            start: game.start.clone(),
            plies: Vec::new(),
            outcome: game.outcome,
            illegal: Vec::new(),
            takebacks: Vec::new(),
            kings_in_centre: false,
        },
        early: None,
        promised: Bitboard::EMPTY,
        exchanged: None,
    };
    let moves = sitting.before_the_game(game.moves.iter().copied().collect());
    sitting.play(moves);
    sitting.after_the_game();
    let (acts, board, end_ms) = sitting.script.finish();
    Performance { acts, truth: sitting.truth, board, end_ms }
}

/// A game being performed.
struct Sitting<'a> {
    rng: &'a mut Rng,
    script: Script,
    tempo: Tempo,
    pace: Pace,
    trouble: Trouble,
    traits: ByColor<Traits>,
    standing: Standing,
    clock: SimClock,
    truth: Truth,
    /// The square of a piece that the side to move already lifted before the opponent's press; `None` if there is none.
    early: Option<Square>,
    /// The squares of pawns that were left on their last rank and serve as queens.
    promised: Bitboard,
    /// Two pieces that were set up exchanged and are still to be put right; `None` if all stand right.
    exchanged: Option<Exchanged>,
}

impl Sitting<'_> {
    fn play(&mut self, mut moves: VecDeque<Move>) {
        while let Some(mv) = moves.pop_front() {
            self.put_right(mv);
            self.think();
            if self.early.is_none() {
                self.keep_promise(false);
                self.others_touch();
                if self.rng.chance(self.trouble.takeback_ppm) {
                    self.take_back(mv);
                }
                self.mishaps_before(mv);
            }
            let mv = match self.makeshift(mv) {
                Makeshift::None => mv,
                Makeshift::Rook(rook, rest) => {
                    moves = rest;
                    rook
                }
                Makeshift::Pawn(rest) => {
                    moves = rest;
                    continue;
                }
            };
            let began;
            match self.perhaps_illegal(mv) {
                Irregularity::None if self.make_with_early_press(mv) => {
                    self.commit(Played::Legal(mv), self.standing.play(mv));
                    continue;
                }
                Irregularity::None => {
                    began = self.script.acts.len();
                    self.make(mv);
                }
                Irregularity::Finished => began = self.script.acts.len(),
                Irregularity::Stands(rest) => {
                    moves = rest;
                    continue;
                }
            }
            self.commit(Played::Legal(mv), self.standing.play(mv));
            if self.press_with_captured(mv) {
                continue;
            }
            self.carry_off_and_bump(mv);
            self.press(began, moves.front().copied());
        }
    }

    /// Enters a ply in the record.
    fn commit(&mut self, played: Played, after: Standing) {
        self.truth.plies.push(played);
        self.standing = after;
        self.script.mark(Mark::Made(self.truth.plies.len()));
    }

    fn think(&mut self) {
        if self.early.is_some() {
            // Players who already hold the piece do not think any longer.
            return self.gap(60, 500);
        }
        let mover = self.standing.turn();
        let left = self.clock.left_ms(self.script.now, mover);
        let opening = self.truth.plies.len() < 10;
        let median = if opening { self.pace.think_ms / 4 } else { self.pace.think_ms };
        let budget = left / 20 + u64::from(self.pace.increment_ms) / 2;
        let thought = self.rng.lognormal(median, 90).min(budget).max(self.pace.think_min_ms);
        self.script.wait(thought);
    }

    /// Presses the clock for a move whose acts begin at index `began`. The press comes in time, late, early or not at
    /// all. `next` is the opponent's reply.
    fn press(&mut self, began: usize, next: Option<Move>) {
        let mover = !self.standing.turn();
        let made_ms = self.script.now;
        let first_ms = self.script.acts.get(began).map_or(made_ms, |act| act.t_ms);
        if self.trouble.forgotten_ppm > 0 && self.rng.chance(self.trouble.forgotten_ppm) {
            return;
        }
        let over = next.is_none();
        if over && self.trouble.press_percent > 0 && self.rng.chance(700_000) {
            return;
        }
        let wait = self.rng.lognormal(self.pace.press_ms, 45).max(60);
        if self.rng.chance(self.trouble.mispress(self.tempo, 2_000, 5_000)) {
            if self.rng.chance(500_000) {
                return;
            }
            // The player forgets to press until the opponent reminds them.
            let late = self.rng.between(4, 12);
            self.script.wait(wait * late);
            self.press_now(mover);
            return;
        }
        if self.rng.chance(self.trouble.mispress(self.tempo, 0, 3_000)) && made_ms > first_ms + 40 {
            let early_ms = self.rng.between(first_ms + 20, made_ms - 20);
            self.clock.press(early_ms, mover);
            self.script.push_at(early_ms, What::Press(mover));
            return;
        }
        self.script.wait(wait);
        if let Some(next) = next
            && self.rng.chance(self.trouble.mispress(self.tempo, 0, 10_000))
        {
            self.lift_early(began, next);
        }
        self.press_now(mover);
    }

    /// Presses the clock. Returns whether the press had an effect, which it has only while the player's own time is
    /// running.
    fn press_now(&mut self, color: Color) -> bool {
        self.script.push(What::Press(color));
        self.clock.press(self.script.now, color)
    }

    /// Makes the opponent lift the piece of their reply up to 0.3 s before the press.
    fn lift_early(&mut self, began: usize, next: Move) {
        let Some(from) = next.from() else { return };
        let quiet = !next.is_castle() && !next.is_promotion() && !next.is_en_passant();
        let touched = self.script.acts[began..].iter().any(|act| act.what.square() == Some(from));
        // What stands there may be another piece, which is still to be put right.
        if !quiet || touched || self.exchanged.is_some() {
            return;
        }
        let first_ms = self.script.acts.get(began).map_or(0, |act| act.t_ms);
        let ahead = self.rng.between(20, 300);
        if self.script.board.remove_piece_at(from).is_some() {
            let t_ms = self.script.now.saturating_sub(ahead).max(first_ms + 1);
            self.script.push_at(t_ms, What::Lift(from));
            self.early = Some(from);
        }
    }

    fn run_clock(&mut self, color: Color) {
        self.clock.run(self.script.now, color);
        self.script.push(What::RunClock(color));
    }

    fn stop_clock(&mut self) {
        self.clock.stop(self.script.now);
        self.script.push(What::StopClock);
    }

    fn gap(&mut self, low_ms: u64, high_ms: u64) {
        let gap = self.pace.gap(self.rng, low_ms, high_ms);
        self.script.wait(gap);
    }

    /// Returns the outcome of the final position, or the outcome on which the players agreed if the position has none.
    fn outcome(&self) -> KnownOutcome {
        let on_board = self.standing.position().and_then(|position| position.outcome().known());
        on_board.unwrap_or(self.truth.outcome)
    }
}

impl What {
    /// Returns the square of an act on the board; `None` for other acts.
    pub fn square(self) -> Option<Square> {
        match self {
            What::Lift(square) | What::Place(square, _) => Some(square),
            What::Press(_)
            | What::SetClock { .. }
            | What::AddTime(..)
            | What::RunClock(_)
            | What::StopClock
            | What::Mark(_) => None,
        }
    }
}
