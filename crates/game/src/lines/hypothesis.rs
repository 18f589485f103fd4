//! One explanation of everything seen since the trunk: a line of plies, and what it costs to believe it.

use crate::{
    Played, Ply, PlyState, Reason, Score, Standing,
    follow::seen::Seen,
    lines::{costs, excuses::Excuses, search},
};
use board::{Contents, Millis};
use shakmaty::{Bitboard, Color, Move, Position, Rank, Role, Setup, Square};
use std::sync::Arc;

/// One ply of a hypothesis.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) played: Played,
    pub(crate) after: Standing,
    pub(crate) touched_ms: Millis,
    pub(crate) made_ms: Millis,
    pub(crate) pressed_ms: Option<Millis>,
    pub(crate) estimated: bool,
    /// The board rested on it: it stood there exactly so for a moment.
    pub(crate) rested: bool,
}

/// All plies that the lines of a table may hold, with the counts and one reference of each: below 2 MB.
const _: () = assert!(costs::STEPS_MAX * (size_of::<Step>() + 3 * size_of::<usize>()) < 2_000_000);

impl Step {
    /// The squares it changed on its way from `before`.
    pub(crate) fn squares(&self, before: &Standing) -> Bitboard {
        match self.played {
            Played::Legal(mv) => search::changed(before.board(), mv, before.turn()),
            Played::Promotion { from, to, .. } => Bitboard::from(from) | to,
            Played::Irregular { from, to } => from.into_iter().chain(to).collect(),
        }
    }

    /// A shown ply as a step again.
    pub(crate) fn from_ply(ply: &Ply) -> Step {
        Step {
            played: ply.played,
            after: ply.after.clone(),
            touched_ms: ply.touched_ms,
            made_ms: ply.made_ms,
            pressed_ms: ply.pressed_ms,
            estimated: ply.estimated,
            rested: true,
        }
    }

    /// The step as a ply of the score.
    pub(crate) fn to_ply(&self, state: PlyState, reason: Reason) -> Ply {
        Ply {
            played: self.played,
            after: self.after.clone(),
            state,
            reason,
            touched_ms: self.touched_ms,
            made_ms: self.made_ms,
            pressed_ms: self.pressed_ms,
            left_ms: None,
            estimated: self.estimated,
            released: false,
        }
    }
}

/// A press completes one of the last two plies.
const MET_PLIES: usize = 2;

/// A line of plies from the trunk, with what it assumes.
#[derive(Debug, Clone)]
pub(crate) struct Hypothesis {
    /// How many plies of the score it keeps; fewer than the trunk has means a take-back.
    pub(crate) keep: usize,
    /// The plies after those; lines that part later share them.
    pub(crate) tail: Vec<Arc<Step>>,
    /// What its line and its past contradictions cost.
    pub(crate) cost: u32,
    /// What of it was charged for the reading as it still is.
    pub(crate) charged: u32,
    /// Squares on which the reading is set aside.
    pub(crate) excuses: Excuses,
    /// Since when the reading agrees with it.
    pub(crate) matched_ms: Option<Millis>,
}

impl Hypothesis {
    pub(crate) fn new(keep: usize) -> Hypothesis {
        Hypothesis {
            keep,
            tail: Vec::new(),
            cost: 0,
            charged: 0,
            excuses: Excuses::default(),
            matched_ms: None,
        }
    }

    /// The line that keeps so many plies and goes on with these steps.
    pub(crate) fn of(keep: usize, steps: Vec<Step>) -> Hypothesis {
        let matched_ms = steps.last().map(|step| step.made_ms);
        let tail = steps.into_iter().map(Arc::new).collect();
        Hypothesis { tail, matched_ms, ..Hypothesis::new(keep) }
    }

    /// The same line with one more ply.
    pub(crate) fn extended(&self, step: Step) -> Hypothesis {
        let mut longer = self.clone();
        longer.matched_ms = Some(step.made_ms);
        longer.tail.push(Arc::new(step));
        longer
    }

    /// The plies after those it keeps.
    pub(crate) fn played(&self) -> Vec<Played> {
        self.tail.iter().map(|step| step.played).collect()
    }

    /// Whether both tell the same story.
    pub(crate) fn same_line(&self, other: &Hypothesis) -> bool {
        self.keep == other.keep
            && self.tail.len() == other.tail.len()
            && self.tail.iter().zip(&other.tail).rev().all(|(a, b)| a.played.is_same(&b.played))
    }

    /// Whether it is the other's line without the last ply.
    pub(crate) fn is_without_last_of(&self, other: &Hypothesis) -> bool {
        self.keep == other.keep && self.tail.len() + 1 == other.tail.len() && compatible(self, other)
    }

    /// Whether both stand in one position and came there by the same plies, so far back that no press can tell them
    /// apart any more.
    pub(crate) fn has_met(&self, other: &Hypothesis) -> bool {
        let last = |hyp: &Hypothesis| hyp.tail.len().checked_sub(MET_PLIES);
        let (Some(a), Some(b)) = (last(self), last(other)) else { return false };
        let (a, b) = (&self.tail[a..], &other.tail[b..]);
        a.iter().zip(b).all(|(a, b)| a.played == b.played)
            && a[MET_PLIES - 1].after.is_same_place(&b[MET_PLIES - 1].after)
    }

    /// What its answered plies cost that nobody pressed for, or on which the board never rested. The last ply may
    /// still be pressed, and may still rest.
    pub(crate) fn answered_cost(&self, clock: bool) -> u32 {
        let answered = self.tail.split_last().map_or(&[][..], |(_, answered)| answered);
        answered
            .iter()
            .filter(|step| !step.estimated)
            .map(|step| {
                let unpressed = if clock && step.pressed_ms.is_none() { costs::UNPRESSED } else { 0 };
                unpressed + if step.rested { 0 } else { costs::UNRESTED }
            })
            .sum()
    }

    /// The board rests as this line says: its last ply is not a passing look.
    pub(crate) fn rest(&mut self) {
        if let Some(step) = self.tail.last_mut() {
            Arc::make_mut(step).rested = true;
        }
    }

    /// The ply after those of `self` on which the board rested in `other`, if `other` goes on from `self`.
    pub(crate) fn rested_in(&self, other: &Hypothesis) -> Option<Played> {
        let next = other.tail.get(self.tail.len()).filter(|step| step.rested)?;
        compatible(self, other).then_some(next.played)
    }

    /// What its line explains or the reading agrees with needs no excuse any more.
    pub(crate) fn drop_excuses(&mut self, contradicted: Bitboard) {
        self.cost += self.excuses.keep(contradicted);
    }

    /// The same line with nothing set aside.
    pub(crate) fn without_excuses(&self) -> Hypothesis {
        Hypothesis { excuses: Excuses::default(), ..self.clone() }
    }

    /// The same line, to be gone on with so that the reading as it is gets explained: it need not pay for that one.
    pub(crate) fn to_go_on_with(&self) -> Hypothesis {
        let cost = self.cost.saturating_sub(self.charged);
        Hypothesis { cost, charged: 0, ..self.without_excuses() }
    }
}

/// Whether two lines can both be true so far: one is the beginning of the other.
pub(crate) fn compatible(a: &Hypothesis, b: &Hypothesis) -> bool {
    a.keep == b.keep && a.tail.iter().zip(&b.tail).all(|(x, y)| x.played.is_same(&y.played))
}

/// How many plies two lines have in common.
pub(crate) fn parting(a: &Hypothesis, b: &Hypothesis) -> usize {
    if a.keep == b.keep {
        a.keep + a.tail.iter().zip(&b.tail).take_while(|(x, y)| x.played.is_same(&y.played)).count()
    } else {
        a.keep.min(b.keep)
    }
}

/// What a hypothesis says was played as the ply with this index, over the score it keeps the beginning of.
pub(crate) fn played_at(score: &Score, hyp: &Hypothesis, ply: usize) -> Option<Played> {
    match ply.checked_sub(hyp.keep) {
        Some(step) => hyp.tail.get(step).map(|step| step.played),
        None => score.plies.get(ply).map(|ply| ply.played),
    }
}

/// What the reading as it is now costs a standing: a piece in a hand is cheap, a piece somewhere else is dear.
pub(crate) fn mismatch(standing: &Standing, seen: &Seen, diff: Bitboard) -> u32 {
    let board = standing.board();
    let (mut own, mut other, mut arrivals) = (0, 0, 0);
    for square in diff {
        match (board.color_at(square), seen.at(square)) {
            (Some(color), Contents::Empty) if color == standing.turn() => own += 1,
            (Some(_), Contents::Empty) => other += 1,
            (_, Contents::Empty | Contents::Occupied | Contents::Piece(_)) => arrivals += 1,
        }
    }
    let pair = |count: u32, first: u32| if count == 0 { 0 } else { first + (count - 1) * costs::MISSING };
    pair(own, costs::IN_HAND) + pair(other, costs::VICTIM_IN_HAND) + arrivals * costs::ARRIVAL
}

/// The ply no rule allows that would leave what the board reads, if it looks like one action of the side to move:
/// one piece moved (perhaps onto an enemy), or king and rook together.
pub(crate) fn irregular(standing: &Standing, seen: &Seen, diff: Bitboard) -> Option<(Played, Standing)> {
    let (board, turn) = (standing.board(), standing.turn());
    let holds = |square: Square, color: Color| match seen.at(square) {
        Contents::Piece(piece) => piece.color == color,
        Contents::Occupied => board.color_at(square) != Some(color),
        Contents::Empty => false,
    };
    let left: Vec<Square> =
        (diff & board.by_color(turn)).into_iter().filter(|&square| !holds(square, turn)).collect();
    let reached: Vec<Square> = diff.into_iter().filter(|&square| holds(square, turn)).collect();
    if let (&[], &[to], 1) = (&left[..], &reached[..], diff.count()) {
        return half_promoted(standing, seen, to);
    }
    let (from, to) = main_squares(standing, &left, &reached)?;
    let strangers = diff.into_iter().filter(|square| !left.contains(square) && !reached.contains(square));
    if strangers.clone().any(|square| seen.at(square).is_occupied()) || strangers.count() > 1 {
        return None;
    }

    let mut setup = standing.setup().clone();
    for &square in &left {
        setup.board.discard_piece_at(square);
    }
    for (index, &square) in reached.iter().enumerate() {
        let piece = match seen.at(square) {
            Contents::Piece(piece) => piece,
            Contents::Empty | Contents::Occupied => {
                board.piece_at(*left.get(index).or_else(|| left.first())?)?
            }
        };
        setup.board.set_piece_at(square, promoted(piece, square));
    }
    setup.castling_rights &= setup.board.rooks() & !Bitboard::from_iter(left.iter().copied());
    pass_turn(&mut setup);
    let after = Standing::from_setup(setup, standing.mode());
    Some((Played::Irregular { from: Some(from), to: Some(to) }, after))
}

/// The new piece stands on the square of promotion, and the pawn still where it was: no move is made so (RU20, FIDE 4.7.3). What
/// stands is followed as it stands.
fn half_promoted(standing: &Standing, seen: &Seen, to: Square) -> Option<(Played, Standing)> {
    let turn = standing.turn();
    let promotes = |mv: &Move| {
        let fits = match seen.at(to) {
            Contents::Piece(piece) => mv.promotion().is_some_and(|role| role.of(turn) == piece),
            Contents::Occupied => mv.promotion() == Some(Role::Queen),
            Contents::Empty => false,
        };
        mv.to() == to && fits
    };
    let mv = standing.position()?.legal_moves().into_iter().find(promotes)?;
    let mut setup = standing.setup().clone();
    setup.board.set_piece_at(to, mv.promotion()?.of(turn));
    pass_turn(&mut setup);
    Some((Played::Irregular { from: mv.from(), to: Some(to) }, Standing::from_setup(setup, standing.mode())))
}

fn pass_turn(setup: &mut Setup) {
    let turn = setup.turn;
    setup.turn = !turn;
    setup.ep_square = None;
    setup.halfmoves += 1;
    if turn == Color::Black {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
}

/// A pawn left on its last rank is followed as the queen it becomes (RU20, FIDE 7.5.2).
fn promoted(piece: shakmaty::Piece, square: Square) -> shakmaty::Piece {
    let last = piece.color.fold_wb(Rank::Eighth, Rank::First);
    let role = if piece.role == Role::Pawn && square.rank() == last { Role::Queen } else { piece.role };
    shakmaty::Piece { color: piece.color, role }
}

fn main_squares(standing: &Standing, left: &[Square], reached: &[Square]) -> Option<(Square, Square)> {
    match (left, reached) {
        (&[from], &[to]) => Some((from, to)),
        (&[a, b], &[c, d]) => {
            let kings = standing.board().kings();
            let from = [a, b].into_iter().find(|&square| kings.contains(square))?;
            let rook = if from == a { b } else { a };
            standing.board().rooks().contains(rook).then_some(())?;
            let middle = |square: &Square| square.file().distance(from.file());
            let to = [c, d].into_iter().max_by_key(middle)?;
            Some((from, to))
        }
        _ => None,
    }
}

/// The step of a legal move.
pub(crate) fn legal_step(standing: &Standing, mv: Move, touched_ms: Millis, made_ms: Millis) -> Step {
    Step {
        played: Played::Legal(mv),
        after: standing.play(mv),
        touched_ms,
        made_ms,
        pressed_ms: None,
        estimated: false,
        rested: false,
    }
}
