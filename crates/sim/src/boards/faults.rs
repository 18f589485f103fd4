//! Faults between a square and its reader: bounce, ghosts, weak and dead squares, misreadings, a link that is
//! lost or repeats itself, a board that loses power or is switched on late.

use crate::boards::unread::unread;
use crate::players::act::{Act, Mark, What};
use crate::{Ppm, Rng};
use board::{Contents, Millis};
use shakmaty::{Board, Color, Piece, Role, Square};

/// The faults of one board and its link. The default is a board without faults.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Faults {
    /// The rate of changes of a square that bounce: the square toggles one to three more times within 60 ms.
    pub bounce_ppm: Ppm,
    /// The rate of pieces put down off the centre of a square: the square reads empty until the piece is put straight,
    /// seconds later.
    pub off_centre_ppm: Ppm,
    /// The rate of ghosts, per act: for 50 to 300 ms a piece seems to stand on an empty square.
    pub ghost_ppm: Ppm,
    /// The rate of samples of a changed square in which the sensor takes the piece for another piece.
    pub misread_ppm: Ppm,
    /// The rate of samples of a changed square in which the sensor cannot tell which piece it is.
    pub unknown_ppm: Ppm,
    /// The squares whose sensor repeatedly loses its piece and finds it again, each from the given instant on.
    pub weak: Vec<(Square, Millis)>,
    /// The squares that read the given contents for ever, each from the given instant on.
    pub dead: Vec<(Square, Millis, Contents)>,
    /// The number of times that the link is lost.
    pub gaps: u32,
    /// The longest time for which the link is lost, in milliseconds.
    pub gap_max_ms: Millis,
    /// True if each lost link returns 0.1 to 8 s before a square changes, false if it returns at any time.
    pub back_before_touch: bool,
    /// The rate of pauses between two games in which the link is lost. The link returns once the pieces are set up for
    /// the next game, or some plies later. On long evenings with wireless boards the link is lost in every second
    /// pause.
    pub unseen_setup_ppm: Ppm,
    /// The times during which the link is lost, drawn from `unseen_setup_ppm`.
    pub losses: Vec<(Millis, Millis)>,
    /// The rate of reports that arrive twice.
    pub duplicate_ppm: Ppm,
    /// The number of squares, drawn for each game, whose sensor repeatedly loses its piece and finds it again from some
    /// moment of the game on. In reality one piece in 300 has a weak magnet.
    pub weak_squares: u32,
    /// The number of squares, drawn for each game, that read empty for ever from some moment of the game on. In reality
    /// a square dies once in 200 board-days.
    pub dead_squares: u32,
    /// The pieces that no sensor reads, each named by the square on which it stands at first, and from the given instant on.
    pub unread: Vec<(Square, Millis)>,
    /// The number of pieces, drawn for each game, that no sensor reads from some moment of the game on: a coil breaks when its piece
    /// falls to the ground.
    pub unread_pieces: u32,
    /// The number of times that the board loses power for 3 to 10 s. In reality this happens once in 100 board-days.
    pub reboots: u32,
    /// The number of times that the cable of a board that keeps its power is pulled for 3 to 60 s. Boards at the end of a simulated
    /// cable alone.
    pub pulls: u32,
    /// The rate of boards that are switched on only after some moves have been made. At big events 5 % of boards
    /// start late.
    pub late_ppm: Ppm,
}

/// The shortest time from the end of a game to a loss of the link in the following pause, in milliseconds.
const SETTLED_MS: Millis = 2_000;
/// The longest time from the end of a game to a loss of the link in the following pause, in milliseconds.
const LOST_BY_MS: Millis = 30_000;
/// The time for which the pieces stand ready before the clock is started, in milliseconds. The link may return in this
/// time.
const ARRAY_MS: Millis = 1_000;
/// The greatest number of plies made before a link that was lost in the pause returns.
const UNSEEN_PLIES: u64 = 6;

impl Faults {
    /// Returns the faults that any kind of board has on a normal day: few bounces, a rare misreading.
    pub fn everyday() -> Faults {
        Faults {
            bounce_ppm: 5_000,
            misread_ppm: 100,
            unknown_ppm: 100,
            duplicate_ppm: 1_000,
            ..Faults::default()
        }
    }

    /// Sets the number of times that the link is lost, and the longest duration of a loss.
    pub fn with_gaps(mut self, gaps: u32, gap_max_ms: Millis) -> Faults {
        self.gaps = gaps;
        self.gap_max_ms = gap_max_ms;
        self
    }

    /// Draws the squares that fail during a game from `from_ms` to `to_ms`, and returns the faults with these squares
    /// added.
    pub(crate) fn broken(&self, from_ms: Millis, to_ms: Millis, rng: &mut Rng) -> Faults {
        let mut faults = self.clone();
        for _ in 0..self.weak_squares {
            let (square, at) = (Square::new(rng.below(64) as u32), rng.between(from_ms, to_ms.max(from_ms)));
            faults.weak.push((square, at));
        }
        for _ in 0..self.dead_squares {
            let (square, at) = (Square::new(rng.below(64) as u32), rng.between(from_ms, to_ms.max(from_ms)));
            faults.dead.push((square, at, Contents::Empty));
        }
        for _ in 0..self.unread_pieces {
            let home = rng.below(32) as u32;
            let square = Square::new(if home < 16 { home } else { home + 32 });
            faults.unread.push((square, rng.between(from_ms, to_ms.max(from_ms))));
        }
        faults
    }

    /// Draws losses of the link during which the pieces are set up for the next game, and returns the faults with these
    /// losses added.
    pub(crate) fn blinded(mut self, acts: &[Act], rng: &mut Rng) -> Faults {
        if self.unseen_setup_ppm == 0 {
            return self;
        }
        let marks: Vec<(Millis, Mark)> = acts
            .iter()
            .filter_map(|act| if let What::Mark(mark) = act.what { Some((act.t_ms, mark)) } else { None })
            .collect();
        let over = marks.iter().enumerate().filter(|(_, (_, mark))| *mark == Mark::Over);
        for (index, &(over_ms, _)) in over {
            let Some(&(begins_ms, Mark::Begins)) = marks.get(index + 1) else { continue };
            if !rng.chance(self.unseen_setup_ppm) {
                continue;
            }
            let from_ms = rng.between(over_ms + SETTLED_MS, over_ms + LOST_BY_MS).min(begins_ms - ARRAY_MS);
            // If `plies` is 0, the link returns before the clock is started, otherwise between ply number `plies` and
            // the next ply.
            let plies = rng.between(0, 2 * UNSEEN_PLIES).saturating_sub(UNSEEN_PLIES) as usize;
            let after = |plies: usize| marks.get(index + 1 + plies).map_or(begins_ms, |mark| mark.0);
            let to_ms = match plies {
                0 => rng.between(begins_ms - ARRAY_MS, begins_ms),
                _ => rng.between(after(plies), after(plies + 1)),
            };
            self.losses.push((from_ms, to_ms.max(from_ms + 1_000)));
        }
        self
    }

    /// Returns the contents that a dead square shows at this instant; `None` if the square works.
    pub(crate) fn stuck(&self, square: Square, t_ms: Millis) -> Option<Contents> {
        self.dead.iter().find(|dead| dead.0 == square && dead.1 <= t_ms).map(|dead| dead.2)
    }

    /// Returns the acts as the sensors perceive them.
    pub(crate) fn disturb(&self, acts: &[Act], before: &Board, rng: &mut Rng) -> Vec<Act> {
        let mut felt = acts.to_vec();
        let is_still = self.bounce_ppm == 0 && self.off_centre_ppm == 0 && self.ghost_ppm == 0;
        if is_still && self.weak.is_empty() && self.unread.is_empty() {
            return felt;
        }
        let mut board = before.clone();
        for (index, act) in acts.iter().enumerate() {
            let Some(square) = act.what.square() else { continue };
            let stood = board.piece_at(square);
            let stands = if let What::Place(_, piece) = act.what { Some(piece) } else { None };
            match stands {
                Some(piece) => board.set_piece_at(square, piece),
                None => board.discard_piece_at(square),
            }
            // A disturbance must end before the next act on its square.
            let until = acts[index + 1..].iter().find(|next| next.what.square() == Some(square));
            let until_ms = until.map_or(act.t_ms + 30_000, |next| next.t_ms);
            if rng.chance(self.bounce_ppm) {
                bounce(&mut felt, act.t_ms, until_ms, square, (stood, stands), rng);
            }
            if let Some(piece) = stands {
                if rng.chance(self.off_centre_ppm) {
                    flicker(&mut felt, act.t_ms, until_ms, (square, piece), rng);
                }
                if self.weak.iter().any(|&(weak, from_ms)| weak == square && from_ms <= act.t_ms) {
                    toggle(&mut felt, act.t_ms, until_ms.min(act.t_ms + 20_000), (square, piece), rng);
                }
            }
            if rng.chance(self.ghost_ppm) {
                ghost(&mut felt, acts, index, &board, rng);
            }
        }
        felt.sort_by_key(|act| act.t_ms);
        self.unread.iter().for_each(|&(home, from_ms)| unread(&mut felt, before, home, from_ms));
        felt
    }
}

fn is(square: Square, piece: Option<Piece>) -> What {
    piece.map_or(What::Lift(square), |piece| What::Place(square, piece))
}

fn bounce(
    felt: &mut Vec<Act>,
    t_ms: Millis,
    until_ms: Millis,
    square: Square,
    (stood, stands): (Option<Piece>, Option<Piece>),
    rng: &mut Rng,
) {
    let mut at = t_ms;
    for _ in 0..rng.between(1, 3) {
        let back = at + rng.between(3, 15);
        let again = back + rng.between(3, 15);
        if again >= until_ms {
            return;
        }
        felt.push(Act { t_ms: back, what: is(square, stood) });
        felt.push(Act { t_ms: again, what: is(square, stands) });
        at = again;
    }
}

/// Makes the square of a piece that stands off the centre read empty for seconds, until the piece is put straight.
fn flicker(
    felt: &mut Vec<Act>,
    t_ms: Millis,
    until_ms: Millis,
    (square, piece): (Square, Piece),
    rng: &mut Rng,
) {
    let lost = t_ms + rng.between(30, 400);
    let back = lost + rng.between(500, 8_000);
    if back < until_ms {
        felt.push(Act { t_ms: lost, what: What::Lift(square) });
        felt.push(Act { t_ms: back, what: What::Place(square, piece) });
    }
}

/// Makes the sensor lose a piece with a weak magnet and find it again, one to five times a second.
fn toggle(
    felt: &mut Vec<Act>,
    t_ms: Millis,
    until_ms: Millis,
    (square, piece): (Square, Piece),
    rng: &mut Rng,
) {
    let mut at = t_ms + rng.between(200, 1_000);
    loop {
        let back = at + rng.between(100, 500);
        if back >= until_ms {
            return;
        }
        felt.push(Act { t_ms: at, what: What::Lift(square) });
        felt.push(Act { t_ms: back, what: What::Place(square, piece) });
        at = back + rng.between(100, 500);
    }
}

fn ghost(felt: &mut Vec<Act>, acts: &[Act], index: usize, board: &Board, rng: &mut Rng) {
    let square = Square::new(rng.below(64) as u32);
    let t_ms = acts[index].t_ms;
    let end_ms = t_ms + rng.between(50, 300);
    let touched = acts[index..]
        .iter()
        .take_while(|act| act.t_ms <= end_ms + 50)
        .any(|act| act.what.square() == Some(square));
    if board.piece_at(square).is_none() && !touched {
        let piece = Piece { color: Color::from_white(rng.chance(500_000)), role: Role::Pawn };
        felt.push(Act { t_ms, what: What::Place(square, piece) });
        felt.push(Act { t_ms: end_ms, what: What::Lift(square) });
    }
}
