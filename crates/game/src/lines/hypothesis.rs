//! An explanation of everything seen since the trunk: a line of plies, and its cost.

use crate::{
    Assumed, Played, Ply, PlyState, Reason, Score, Standing,
    follow::seen::Seen,
    lines::{costs, costs::bill::Bill, search, sensor_faults::SensorFaults},
};
use board::{Contents, Millis};
use shakmaty::{Bitboard, Color, Move, Position, Rank, Role, Square};
use std::sync::Arc;

/// A ply of a hypothesis.
#[derive(Debug, Clone)]
pub(crate) struct Step {
    pub(crate) played: Played,
    pub(crate) after: Standing,
    pub(crate) touched_ms: Millis,
    pub(crate) made_ms: Millis,
    pub(crate) pressed_ms: Option<Millis>,
    pub(crate) estimated: bool,
    /// Set once the board was still for a moment with the pieces as this ply leaves them.
    pub(crate) rested: bool,
    /// The squares that the ply changed and of which the board has reported nothing, for each of which the line has paid.
    pub(crate) unseen: Bitboard,
}

/// Checks that the steps in all lines of a table take less than 2 MB, including for each step the two reference counts
/// and one pointer of its `Arc`.
const _: () = assert!(costs::STEPS_MAX * (size_of::<Step>() + 3 * size_of::<usize>()) < 2_000_000);

impl Step {
    pub(crate) fn new(played: Played, after: Standing, touched_ms: Millis, made_ms: Millis) -> Step {
        Step {
            played,
            after,
            touched_ms,
            made_ms,
            pressed_ms: None,
            estimated: false,
            rested: false,
            unseen: Bitboard::EMPTY,
        }
    }

    /// Returns the squares that the ply changes in the standing `before`.
    pub(crate) fn squares(&self, before: &Standing) -> Bitboard {
        match self.played {
            Played::Legal(mv) => search::changed(before.board(), mv, before.turn()),
            Played::Promotion { from, to, .. } => Bitboard::from(from) | to,
            Played::Irregular { from, to } => from.into_iter().chain(to).collect(),
        }
    }

    /// Creates a step from a ply of the score.
    pub(crate) fn from_ply(ply: &Ply) -> Step {
        Step {
            played: ply.played,
            after: ply.after.clone(),
            touched_ms: ply.touched_ms,
            made_ms: ply.made_ms,
            pressed_ms: ply.pressed_ms,
            estimated: ply.estimated,
            rested: true,
            unseen: Bitboard::EMPTY,
        }
    }

    /// Creates a ply of the score from this step.
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

/// The number of last plies in which two lines must agree to count as having met. A press completes one of the last two
/// plies.
const MET_PLIES: usize = 2;

/// A line of plies from the trunk, with its assumptions and its cost.
#[derive(Debug, Clone)]
pub(crate) struct Hypothesis {
    /// The number of plies of the score that the line keeps. If it is smaller than the number of plies in the trunk,
    /// the line assumes a take-back.
    pub(crate) keep: usize,
    /// The plies after the kept ones, shared with other lines that begin with them.
    pub(crate) tail: Vec<Arc<Step>>,
    /// The charges for the line and its past contradictions.
    pub(crate) bill: Bill,
    /// The part of them that was charged for the present reading.
    pub(crate) charged: u32,
    /// The squares on which the line disregards the reading.
    pub(crate) sensor_faults: SensorFaults,
    /// The instant at which the reading began to agree with the line; `None` if the reading does not agree with it now.
    pub(crate) matched_ms: Option<Millis>,
    /// The square on which the board showed a piece that was put down beside the one that it was meant for, and that one.
    pub(crate) slipped: Bitboard,
    /// The instant at which the line last took moves back, and paid for it. `None` if it never did.
    pub(crate) put_back_ms: Option<Millis>,
    /// The instant at which the line last took moves back in the order of a take-back. `None` if it never did.
    pub(crate) taken_back_ms: Option<Millis>,
}

impl Hypothesis {
    pub(crate) fn new(keep: usize) -> Hypothesis {
        Hypothesis {
            keep,
            tail: Vec::new(),
            bill: Bill::default(),
            charged: 0,
            sensor_faults: SensorFaults::default(),
            matched_ms: None,
            slipped: Bitboard::EMPTY,
            put_back_ms: None,
            taken_back_ms: None,
        }
    }

    /// Returns the cost of the line and of its past contradictions, in points.
    pub(crate) fn cost(&self) -> u32 {
        self.bill.total()
    }

    /// Charges the line.
    pub(crate) fn charge(&mut self, assumed: Assumed, points: u32) {
        self.bill.charge(assumed, points);
    }

    /// Charges the line for contradicting the present reading.
    pub(crate) fn contradict(&mut self, points: u32) {
        self.charge(Assumed::Contradicted, points);
        self.charged += points;
    }

    /// Creates the line that keeps `keep` plies of the score and goes on with `steps`.
    pub(crate) fn of(keep: usize, steps: Vec<Step>) -> Hypothesis {
        let matched_ms = steps.last().map(|step| step.made_ms);
        let tail = steps.into_iter().map(Arc::new).collect();
        Hypothesis { tail, matched_ms, ..Hypothesis::new(keep) }
    }

    /// Returns this line with one more ply.
    pub(crate) fn extended(&self, step: Step) -> Hypothesis {
        let mut longer = self.clone();
        longer.extend(step);
        longer
    }

    /// Adds a ply.
    pub(crate) fn extend(&mut self, step: Step) {
        self.matched_ms = Some(step.made_ms);
        self.tail.push(Arc::new(step));
    }

    /// Returns the plies after the kept ones.
    pub(crate) fn played(&self) -> Vec<Played> {
        self.tail.iter().map(|step| step.played).collect()
    }

    /// Returns whether both lines have the same plies.
    pub(crate) fn same_line(&self, other: &Hypothesis) -> bool {
        self.keep == other.keep
            && self.tail.len() == other.tail.len()
            && self.tail.iter().zip(&other.tail).rev().all(|(a, b)| a.played.is_same(&b.played))
    }

    /// Returns whether this line is `other` without its last ply.
    pub(crate) fn is_without_last_of(&self, other: &Hypothesis) -> bool {
        self.keep == other.keep && self.tail.len() + 1 == other.tail.len() && compatible(self, other)
    }

    /// Returns whether both lines have reached the same position with the same last `MET_PLIES` plies. No later press
    /// of the clock can then tell them apart.
    pub(crate) fn has_met(&self, other: &Hypothesis) -> bool {
        let last = |hyp: &Hypothesis| hyp.tail.len().checked_sub(MET_PLIES);
        let (Some(a), Some(b)) = (last(self), last(other)) else { return false };
        let (a, b) = (&self.tail[a..], &other.tail[b..]);
        a.iter().zip(b).all(|(a, b)| a.played == b.played)
            && a[MET_PLIES - 1].after.is_same_place(&b[MET_PLIES - 1].after)
            && self.sensor_faults.is_same_weak(&other.sensor_faults)
    }

    /// Returns the first `plies` plies of the game in this line; `None` if it has fewer.
    pub(crate) fn beginning(&self, plies: usize) -> Option<Hypothesis> {
        let mut begun = Hypothesis { matched_ms: None, ..self.clone() };
        begun.keep = begun.keep.min(plies);
        begun.tail.truncate(plies - begun.keep);
        (begun.keep + begun.tail.len() == plies).then_some(begun)
    }

    /// Notes that the board was still with the pieces as the last ply leaves them.
    pub(crate) fn rest(&mut self) {
        if let Some(step) = self.tail.last_mut() {
            Arc::make_mut(step).rested = true;
        }
    }

    /// Returns the next ply of `other` if `other` continues `self` and the board was still after that ply.
    pub(crate) fn rested_in(&self, other: &Hypothesis) -> Option<Played> {
        let next = other.tail.get(self.tail.len()).filter(|step| step.rested)?;
        compatible(self, other).then_some(next.played)
    }

    /// Drops the sensor faults on squares outside `contradicted`: the line now explains these squares, or the reading
    /// now agrees with the line on them.
    pub(crate) fn drop_sensor_faults(&mut self, contradicted: Bitboard) {
        let points = self.sensor_faults.keep(contradicted);
        self.bill.charge(Assumed::SensorsWrongBefore, points);
    }

    /// Returns this line with no square set aside but those for which an irregular ply has paid.
    pub(crate) fn without_sensor_faults(&self) -> Hypothesis {
        Hypothesis { sensor_faults: self.sensor_faults.remembered(), ..self.clone() }
    }

    /// Returns this line as the base of a longer line that is to explain the present reading. The cost that was charged
    /// for the present reading is subtracted.
    pub(crate) fn to_go_on_with(&self) -> Hypothesis {
        let mut base = Hypothesis { charged: 0, ..self.without_sensor_faults() };
        base.bill.waive(Assumed::Contradicted, self.charged);
        base
    }
}

/// Returns whether two lines do not contradict each other: one is the beginning of the other.
pub(crate) fn compatible(a: &Hypothesis, b: &Hypothesis) -> bool {
    a.keep == b.keep && a.tail.iter().zip(&b.tail).all(|(x, y)| x.played.is_same(&y.played))
}

/// Returns the number of plies that two lines have in common, from the beginning of the game.
pub(crate) fn parting(a: &Hypothesis, b: &Hypothesis) -> usize {
    if a.keep == b.keep {
        a.keep + a.tail.iter().zip(&b.tail).take_while(|(x, y)| x.played.is_same(&y.played)).count()
    } else {
        a.keep.min(b.keep)
    }
}

/// Returns the move that a hypothesis assumes for the ply with this index; `None` if it has no such ply. The plies that
/// the hypothesis keeps are those of `score`.
pub(crate) fn played_at(score: &Score, hyp: &Hypothesis, ply: usize) -> Option<Played> {
    match ply.checked_sub(hyp.keep) {
        Some(step) => hyp.tail.get(step).map(|step| step.played),
        None => score.plies.get(ply).map(|ply| ply.played),
    }
}

/// Returns the cost of the squares `diff`, on which the reading contradicts a standing. A piece in a hand costs little.
/// A piece on another square costs much.
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

/// Returns the irregular ply that leads to the present reading, if the change looks like one action of the side to
/// move: one piece moved (perhaps onto an enemy), king and rook moved together, or an unfinished promotion.
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
    // King and rook castle along a rank; otherwise the rook was knocked over.
    let is_along = |square: &Square| square.rank() == from.rank();
    let is_castling = left.len() < 2 || left.iter().chain(&reached).all(is_along);
    if !is_castling {
        return None;
    }
    let strangers = diff.into_iter().filter(|square| !left.contains(square) && !reached.contains(square));
    if strangers.clone().any(|square| seen.at(square).is_occupied()) || strangers.count() > 1 {
        return None;
    }

    let mut changes: Vec<Change> = left.iter().map(|&square| (square, None)).collect();
    for (index, &square) in reached.iter().enumerate() {
        let piece = match seen.at(square) {
            Contents::Piece(piece) => piece,
            Contents::Empty | Contents::Occupied => {
                board.piece_at(*left.get(index).or_else(|| left.first())?)?
            }
        };
        changes.push((square, Some(promoted(piece, square))));
    }
    let after = with_changes(standing, changes);
    Some((Played::Irregular { from: Some(from), to: Some(to) }, after))
}

/// Returns the irregular ply of an unfinished promotion: the new piece is on its square, and the pawn has not been
/// removed. Such a move is not completed (4.7.3 of RU20 and of the FIDE Laws). The game is followed from it all the
/// same.
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
    let after = with_changes(standing, [(to, Some(mv.promotion()?.of(turn)))]);
    Some((Played::Irregular { from: mv.from(), to: Some(to) }, after))
}

/// A square that an irregular ply changed, and what stands there after it.
type Change = (Square, Option<shakmaty::Piece>);

/// Returns the standing after an irregular ply that made these changes, in their order.
fn with_changes(standing: &Standing, changes: impl IntoIterator<Item = Change>) -> Standing {
    let mut setup = standing.setup().clone();
    for (square, after) in changes {
        match after {
            Some(piece) => setup.board.set_piece_at(square, piece),
            None => {
                setup.board.discard_piece_at(square);
                setup.castling_rights.discard(square);
            }
        }
    }
    setup.castling_rights &= setup.board.rooks();
    let turn = setup.turn;
    setup.turn = !turn;
    setup.ep_square = None;
    setup.halfmoves += 1;
    if turn == Color::Black {
        setup.fullmoves = setup.fullmoves.saturating_add(1);
    }
    Standing::from_setup(setup, standing.mode())
}

/// Returns the standing after an irregular ply that is known from another line, where it led from one standing to the other.
pub(crate) fn changed_as(standing: &Standing, before: &Standing, after: &Standing) -> Standing {
    let differs = |&square: &Square| before.board().piece_at(square) != after.board().piece_at(square);
    let differ = Bitboard::FULL.into_iter().filter(differs);
    with_changes(standing, differ.map(|square| (square, after.board().piece_at(square))))
}

/// Returns the standing after an irregular ply of which only the squares are known; `None` if no piece stands there.
pub(crate) fn displaced(standing: &Standing, from: Square, to: Square) -> Option<Standing> {
    let piece = standing.board().piece_at(from)?;
    Some(with_changes(standing, [(from, None), (to, Some(promoted(piece, to)))]))
}

/// Returns the piece with which the game goes on: for a pawn left on its last rank, the queen that it becomes (7.5.2 of
/// RU20 and of the FIDE Laws); otherwise the piece itself.
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

/// Creates the step of a legal move.
pub(crate) fn legal_step(standing: &Standing, mv: Move, touched_ms: Millis, made_ms: Millis) -> Step {
    Step::new(Played::Legal(mv), standing.play(mv), touched_ms, made_ms)
}
