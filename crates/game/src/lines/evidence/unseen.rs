//! What the board could not tell when it happened: changes of dead squares, those that only a full reading told, and those too quick
//! for the scan.

use crate::{
    Assumed, Played, Standing,
    lines::{
        costs,
        engine::{Engine, PRESS_OPEN_MS},
        evidence::Evidence,
        hypothesis::{Hypothesis, Step},
        search::unseen_cost,
        witness::STOOD_MS,
    },
};
use board::Millis;
use shakmaty::{Bitboard, Move, Square};
use std::sync::Arc;

/// The longest time, in milliseconds, for which a hand is taken to hold a captured piece over one square: an estimate. Of a stranger's
/// 60 games in which a square stays occupied for some moves 58 come out right with it, and 45 without.
const HELD_MS: Millis = 5_000;

impl Evidence<'_> {
    /// Returns the squares of which a line assumes that they read empty whatever stands there.
    pub(crate) fn dead(&self, hyp: &Hypothesis) -> Bitboard {
        hyp.sensor_faults.dead()
    }

    /// Returns whether the board reads a piece on a square of which a line assumed that it reads empty. A piece that was
    /// lifted since the last ply of the line is no such piece.
    pub(crate) fn reads_where_dead(&self, hyp: &Hypothesis, square: Square) -> bool {
        let is_lifted =
            || self.touches.between(self.last_made_ms(hyp), self.t.saturating_sub(1)).contains(square);
        self.dead(hyp).contains(square) && self.seen.at(square).is_occupied() && !is_lifted()
    }

    /// Returns whether a square reads its piece for the first time since a ply of a line brought it there, and the other side has
    /// replied meanwhile: a piece from elsewhere that passes over it looks the same.
    pub(crate) fn may_pass_through(&self, hyp: &Hypothesis, square: Square) -> bool {
        let is_landing = |step: &Arc<Step>| step.played.squares().1 == Some(square);
        let Some(index) = hyp.tail.iter().rposition(is_landing) else { return false };
        let made_ms = hyp.tail[index].made_ms;
        index + 1 < hyp.tail.len() && self.touches.count(square, made_ms, self.t.saturating_sub(1)) == 0
    }

    /// Returns the squares of which a line assumes that they read empty whatever stands there, without those where hands were
    /// when it began to. Where only occupancy is sensed, a piece must have gone on from them unread.
    pub(crate) fn long_dead(&self, hyp: &Hypothesis) -> Bitboard {
        match self.seen.is_occupancy() {
            true => hyp.sensor_faults.weak(),
            false => self.dead(hyp) & !hyp.sensor_faults.handled(),
        }
    }

    /// Returns the squares of which a line assumed something that lasts, and paid for it: [`Self::long_dead`], and squares that read
    /// a piece too many. Where only occupancy is sensed, a piece too many is at first as well one that a hand holds.
    pub(crate) fn lasting(&self, hyp: &Hypothesis) -> Bitboard {
        let held = match self.seen.is_occupancy() {
            true => self.touches.since(self.t.saturating_sub(HELD_MS)),
            false => Bitboard::EMPTY,
        };
        self.long_dead(hyp) | hyp.sensor_faults.ghosts() & !held
    }

    /// Charges a line for the squares that the plies change by which it is longer than `hyp`, but whose change the board did not
    /// report. A pawn that was taken in passing before it was seen costs nothing: it was as unseen where an ordinary capture would
    /// have found it, and a person is asked.
    pub(crate) fn charge_unseen(&self, hyp: &Hypothesis, longer: &mut Hypothesis) {
        let new = longer.tail.get(hyp.tail.len() + 1..).unwrap_or_default();
        let passed: Bitboard = new.iter().filter_map(|step| passed_pawn(step.played)).collect();
        let touched = self.touched(hyp) | self.dead(hyp) | passed;
        let unseen: usize = (hyp.tail.len()..longer.tail.len())
            .map(|index| {
                let before = index.checked_sub(1).map_or(self.at(hyp), |last| &longer.tail[last].after);
                (longer.tail[index].squares(before) & !touched).count()
            })
            .sum();
        longer.charge(Assumed::Unreported, unseen_cost(self.seen, unseen));
        longer.note_unseen(self.at(hyp), touched);
    }

    /// Returns the cost of each new ply of `longer` whose piece the reply captured, and which was never read where it is said to
    /// have stood for at least a second: the square reads empty under it, and reads the piece that captured it.
    pub(crate) fn unread_cost(&self, hyp: &Hypothesis, longer: &Hypothesis) -> u32 {
        let since = self.last_made_ms(hyp);
        if self.seen.is_occupancy() || self.has_undated(since, Bitboard::FULL) {
            return 0;
        }
        let is_unread = |pair: &&[Arc<Step>]| {
            let ((from, to), (reply_from, reply_to)) = (pair[0].played.squares(), pair[1].played.squares());
            let (Some(from), Some(to), Some(reply_from)) = (from, to, reply_from) else { return false };
            let left = self.touches.span(Bitboard::from(from), since, self.t).1;
            let replied = self.touches.span(Bitboard::from(reply_from), left, self.t).0;
            reply_to == Some(to)
                && replied > left + STOOD_MS
                && self.touches.count(to, since, replied) == 0
                && !self.dead(hyp).contains(to)
        };
        let unread = longer.tail[hyp.tail.len()..].windows(2).filter(is_unread).count();
        (costs::FAULT_MISSING + costs::NOT_DEAD) * u32::try_from(unread).unwrap_or(0)
    }

    /// Returns whether one of these squares changed after `since` and only a full reading told it: it may have changed
    /// before others that were reported earlier.
    pub(crate) fn has_undated(&self, since: Millis, squares: Bitboard) -> bool {
        (self.touches.undated_since(since) & squares).any()
    }
}

/// Returns the square of the pawn that a ply takes in passing.
fn passed_pawn(played: Played) -> Option<Square> {
    match played.legal()? {
        Move::EnPassant { from, to } => Some(Square::from_coords(to.file(), from.rank())),
        Move::Normal { .. } | Move::Castle { .. } | Move::Put { .. } => None,
    }
}

impl Hypothesis {
    /// Takes the plies of a line that has the same, and knows when they were made. For which squares this line has paid only it knows.
    pub(crate) fn take_times_of(&mut self, known: &Hypothesis) {
        let paid = self.tail.last().map(|last| last.unseen);
        self.tail.clone_from(&known.tail);
        if let Some((paid, last)) = paid.zip(self.tail.last_mut()).filter(|(paid, last)| *paid != last.unseen)
        {
            Arc::make_mut(last).unseen = paid;
        }
    }

    /// Notes of the last ply which of its squares were not seen to change: all but `touched`. `before` is the standing before the
    /// first new ply. Castling is seen well enough by three squares of four.
    pub(crate) fn note_unseen(&mut self, before: &Standing, touched: Bitboard) {
        let before = self.tail.iter().nth_back(1).map_or(before, |step| &step.after).clone();
        if let Some(last) = self.tail.last_mut() {
            let is_castling = last.played.legal().is_some_and(|mv| mv.is_castle());
            let unseen = last.squares(&before) & !touched;
            if unseen.any() && !is_castling {
                Arc::make_mut(last).unseen = unseen;
            }
        }
    }
}

impl Engine {
    /// Gives back what lines paid for a square that their last ply changed unseen, where a piece is put down again while that ply is
    /// not completed: it was captured there, or exchanged for another, after all. A line that does not cost as much any more, because
    /// all lines were forgiven some, lets the others cost more instead. Where the board tells pieces apart, no piece comes down
    /// unseen.
    pub(crate) fn note_seen_late(&mut self, evidence: &Evidence, square: Square) {
        if !evidence.seen.is_occupancy() || !evidence.seen.at(square).is_occupied() {
            return;
        }
        let is_late = |hyp: &Hypothesis| {
            let is_open = |step: &&Arc<Step>| {
                step.pressed_ms.is_none() && (evidence.clock || evidence.t <= step.made_ms + PRESS_OPEN_MS)
            };
            hyp.tail.last().filter(is_open).is_some_and(|step| step.unseen.contains(square))
        };
        let late: Vec<bool> = self.hyps.iter().map(is_late).collect();
        let of_late = self.hyps.iter().zip(&late).filter(|(_, late)| **late);
        let missing =
            of_late.map(|(hyp, _)| costs::UNSEEN_CAPTURE.saturating_sub(hyp.cost())).max().unwrap_or(0);
        for (hyp, late) in self.hyps.iter_mut().zip(late) {
            hyp.charge(Assumed::Unreported, missing);
            if late && let Some(step) = hyp.tail.last_mut().map(Arc::make_mut) {
                step.unseen.discard(square);
                step.made_ms = evidence.t;
                hyp.bill.waive(Assumed::Unreported, costs::UNSEEN_CAPTURE);
            }
        }
    }
}
