//! Packed scores: some ten bytes a ply instead of four hundred.
//!
//! A day of blitz has more than a thousand games, and somebody may still ask for the PGN of each, enter its result or
//! correct a move. A packed ply is the index of its move among the legal moves, and its times are stored as
//! differences. The standing follows from the previous ply. A ply that cannot be computed in this way is kept whole: it
//! is irregular, its piece is not known, or a person set the board.
//!
//! Invariant: [`Packed::score`] returns the score that was packed, ply for ply.

use crate::{Played, Player, Ply, PlyState, Reason, Score, Standing, record::plies::Plies};
use board::Millis;
use shakmaty::{ByColor, Position};

/// A packed score.
#[derive(Debug, Clone)]
pub struct Packed {
    /// The score without its plies.
    head: Score,
    /// The number of plies.
    count: usize,
    bytes: Box<[u8]>,
    /// The plies that are kept unpacked, each with its index.
    whole: Box<[(usize, Ply)]>,
}

const ESTIMATED: u8 = 1 << 5;
const PRESSED: u8 = 1 << 6;
const LEFT: u8 = 1 << 7;

impl Packed {
    /// Packs a score.
    pub fn new(mut score: Score) -> Packed {
        let plies = std::mem::take(&mut score.plies);
        let mut bytes = Vec::new();
        let mut whole = Vec::new();
        let mut before = Before::of(&score);
        for (index, ply) in plies.iter().enumerate() {
            let from = index.checked_sub(1).map_or(&score.start, |last| &plies[last].after);
            match place_of(from, ply) {
                Some(place) => before.emit(ply, place, &mut bytes),
                None => whole.push((index, ply.clone())),
            }
            before.pass(ply);
        }
        let (bytes, whole) = (bytes.into_boxed_slice(), whole.into_boxed_slice());
        Packed { head: score, count: plies.len(), bytes, whole }
    }

    /// Unpacks the score.
    pub fn score(&self) -> Score {
        let mut score = self.head.clone();
        let mut before = Before::of(&score);
        let (mut bytes, mut whole) = (&self.bytes[..], self.whole.iter().peekable());
        let mut plies = Plies::default();
        for index in 0..self.count {
            let ply = match whole.next_if(|(at, _)| *at == index) {
                Some((_, ply)) => ply.clone(),
                None => before.read(plies.last().map_or(&score.start, |last| &last.after), &mut bytes),
            };
            before.pass(&ply);
            plies.push(ply);
        }
        score.plies = plies;
        score
    }

    /// Returns the score without its plies: the players, the start, the result and the rest.
    pub fn head(&self) -> &Score {
        &self.head
    }

    /// Returns the number of plies.
    pub fn plies(&self) -> usize {
        self.count
    }

    /// Changes the players.
    pub fn rename(&mut self, players: ByColor<Player>) {
        self.head.tags.players = players;
    }

    /// Returns the score without its plies, to be changed.
    pub(crate) fn head_mut(&mut self) -> &mut Score {
        &mut self.head
    }
}

/// Values from which the next ply's times are computed: the end of the previous ply, and the last known time left of
/// each side, the next mover's first.
#[derive(Debug)]
struct Before {
    made_ms: Millis,
    left_ms: [u32; 2],
}

impl Before {
    fn of(score: &Score) -> Before {
        Before { made_ms: score.began_ms, left_ms: [0; 2] }
    }

    fn pass(&mut self, ply: &Ply) {
        self.made_ms = ply.made_ms;
        self.left_ms = [self.left_ms[1], ply.left_ms.unwrap_or(self.left_ms[0])];
    }

    fn emit(&self, ply: &Ply, place: u8, out: &mut Vec<u8>) {
        let flag = |is: bool, flag: u8| if is { flag } else { 0 };
        let sure = state_code(ply.state) | reason_code(ply.reason) << 2;
        let known = flag(ply.pressed_ms.is_some(), PRESSED) | flag(ply.left_ms.is_some(), LEFT);
        out.extend([sure | flag(ply.estimated, ESTIMATED) | known, place]);
        emit_gap(self.made_ms, ply.touched_ms, out);
        emit_gap(ply.touched_ms, ply.made_ms, out);
        if let Some(pressed_ms) = ply.pressed_ms {
            emit_gap(ply.made_ms, pressed_ms, out);
        }
        if let Some(left_ms) = ply.left_ms {
            emit_gap(self.left_ms[0].into(), left_ms.into(), out);
        }
    }

    fn read(&self, from: &Standing, bytes: &mut &[u8]) -> Ply {
        let [flags, place] = [next(bytes), next(bytes)];
        let touched_ms = read_gap(self.made_ms, bytes);
        let made_ms = read_gap(touched_ms, bytes);
        let pressed_ms = (flags & PRESSED != 0).then(|| read_gap(made_ms, bytes));
        let left_ms = (flags & LEFT != 0).then(|| read_gap(self.left_ms[0].into(), bytes) as u32);
        let position = from.position().expect("a legal move comes from a position");
        let mv = position.legal_moves()[usize::from(place)];
        Ply {
            played: Played::Legal(mv),
            after: from.play(mv),
            state: STATES[usize::from(flags & 3)],
            reason: REASONS[usize::from(flags >> 2 & 7)],
            touched_ms,
            made_ms,
            pressed_ms,
            left_ms,
            estimated: flags & ESTIMATED != 0,
            released: false,
        }
    }
}

/// Returns the index of a ply's move among the legal moves; `None` if the ply has to be kept whole.
fn place_of(from: &Standing, ply: &Ply) -> Option<u8> {
    let Played::Legal(mv) = ply.played else { return None };
    let moves = from.position()?.legal_moves();
    let place = moves.iter().position(|legal| *legal == mv).filter(|_| !ply.released)?;
    (from.play(mv) == ply.after).then(|| u8::try_from(place).ok())?
}

const STATES: [PlyState; 4] =
    [PlyState::Provisional, PlyState::Final, PlyState::Completed, PlyState::Completed];
const REASONS: [Reason; 8] = [
    Reason::Leading,
    Reason::Press,
    Reason::Quiet,
    Reason::OpponentTouched,
    Reason::NextMove,
    Reason::OnlyExplanation,
    Reason::Operator,
    Reason::Operator,
];

fn state_code(state: PlyState) -> u8 {
    match state {
        PlyState::Provisional => 0,
        PlyState::Final => 1,
        PlyState::Completed => 2,
    }
}

fn reason_code(reason: Reason) -> u8 {
    match reason {
        Reason::Leading => 0,
        Reason::Press => 1,
        Reason::Quiet => 2,
        Reason::OpponentTouched => 3,
        Reason::NextMove => 4,
        Reason::OnlyExplanation => 5,
        Reason::Operator => 6,
    }
}

/// Writes the difference between two numbers with seven bits a byte, in as few bytes as needed. Small negative
/// differences are short too.
fn emit_gap(from: u64, to: u64, out: &mut Vec<u8>) {
    let gap = to.wrapping_sub(from) as i64;
    let mut rest = (gap << 1 ^ gap >> 63) as u64;
    while rest >= 0x80 {
        out.push(rest as u8 | 0x80);
        rest >>= 7;
    }
    out.push(rest as u8);
}

fn read_gap(from: u64, bytes: &mut &[u8]) -> u64 {
    let (mut rest, mut shift) = (0_u64, 0);
    loop {
        let byte = next(bytes);
        rest |= u64::from(byte & 0x7f) << shift;
        shift += 7;
        if byte & 0x80 == 0 {
            break;
        }
    }
    let gap = (rest >> 1) as i64 ^ -((rest & 1) as i64);
    from.wrapping_add(gap as u64)
}

fn next(bytes: &mut &[u8]) -> u8 {
    let (first, rest) = bytes.split_first().expect("what was packed here is whole");
    *bytes = rest;
    *first
}

#[cfg(test)]
mod tests {
    use super::{emit_gap, read_gap};

    #[test]
    fn every_gap_is_read_as_it_was_written() {
        for (from, to) in [
            (0, 0),
            (5, 4),
            (4, 5),
            (1_000, 1_063),
            (1_000, 1_064),
            (0, u64::MAX),
            (u64::MAX, 0),
            (7, 1 << 63),
        ] {
            let mut bytes = Vec::new();
            emit_gap(from, to, &mut bytes);
            let mut rest = &bytes[..];
            assert_eq!((read_gap(from, &mut rest), rest.len()), (to, 0), "{from} to {to}");
        }
    }
}
