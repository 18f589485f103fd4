//! Positions that the board bore out: a ply led to them, and they were read exactly at its press, or stood for a second
//! before anything else was touched.
//!
//! A line that does not pass through such a position says that the board was wrong at an instant at which somebody
//! meant what stood there. It pays for that however it was found, and where it is believed all the same a person is
//! asked (`borne_out`). Two lines need not pass through: one that takes the ply back as moves are taken back, the last
//! mover first; and one that has the piece elsewhere, if what stood there was taken away just after the press, before the
//! opponent had begun the reply. A line that denies an illegal move pays nothing, but a person is asked as well, unless hands
//! have touched a square by which both differ: then the move was corrected.

use crate::{
    PlyNo,
    follow::seen::differing,
    lines::{costs, engine::PRESS_OPEN_MS, evidence::Evidence, hypothesis::Hypothesis},
};
use board::Millis;
use shakmaty::{Bitboard, Board, Square};

/// The time, in milliseconds, for which a position must stand to be borne out without a press.
pub(crate) const STOOD_MS: Millis = 1_000;

/// A position that the board bore out.
#[derive(Debug, Clone)]
pub(crate) struct Witness {
    /// The instant of the press, or at which the position had stood for long enough.
    pub(crate) t: Millis,
    /// The number of plies of the game up to the position.
    pub(crate) plies: usize,
    /// The square that the last ply left, and the one that it came to.
    pub(crate) from: Option<Square>,
    pub(crate) to: Option<Square>,
    /// When the last ply was made.
    pub(crate) made_ms: Millis,
    pub(crate) board: Board,
    /// The squares that the board showed otherwise: that of a piece in a hand, and those on which nothing had changed since the ply
    /// before.
    pub(crate) aside: Bitboard,
    /// Set if the last ply was illegal. Whoever takes such a piece away corrects the move.
    pub(crate) is_illegal: bool,
    /// Set once a person was asked about the ply or an earlier one.
    pub(crate) asked: bool,
}

/// The positions that the board bore out last, oldest first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Witnesses {
    noted: Vec<Witness>,
    /// The position that had stood for long enough when the board changed last after a while.
    pub(crate) stood: Option<Witness>,
}

/// The greatest number of positions that are remembered. A line that departs earlier pays for these alone.
const WITNESSES_MAX: usize = 32;

impl Witnesses {
    /// Notes a position, unless it is known, and forgets those of the plies that it took the place of.
    pub(crate) fn note(&mut self, witness: Option<Witness>) {
        let is_known =
            |new: &Witness| self.noted.iter().any(|old| old.plies == new.plies && old.board == new.board);
        let Some(witness) = witness.filter(|new| !is_known(new)) else { return };
        while self.noted.last().is_some_and(|last| last.plies >= witness.plies) {
            self.noted.pop();
        }
        if self.noted.len() == WITNESSES_MAX {
            self.noted.remove(0);
        }
        self.noted.push(witness);
    }

    /// Notes that a person is asked about the ply after the first `plies` plies. Lines that contradict the positions after
    /// it still pay for that, and may be shown once the evidence has answered the question.
    pub(crate) fn note_asked(&mut self, plies: usize) {
        self.noted
            .iter_mut()
            .filter(|witness| witness.plies > plies)
            .for_each(|witness| witness.asked = true);
    }

    /// Forgets the positions after the first `plies` plies: a person said what was played, or a question about them is
    /// open.
    pub(crate) fn forget_after(&mut self, plies: usize) {
        self.noted.retain(|witness| witness.plies <= plies);
    }
}

impl Evidence<'_> {
    /// Returns the cost of the positions that the board bore out and that a line does not pass through.
    pub(crate) fn unsaid_cost(&self, hyp: &Hypothesis) -> u32 {
        let later = self.witnesses.noted.iter().rev().take_while(|witness| witness.plies > hyp.keep);
        // Where a line takes a square for dead, the board showed what the line says that it would.
        let is_paid = |witness: &Witness| {
            let dead = || self.dead(hyp) & !witness.board.occupied();
            witness.is_illegal
                || hyp.put_back_ms.is_some_and(|at| witness.t < at)
                || dead().any() && self.passes(hyp, witness, dead())
                || hyp.slipped.any() && self.passes(hyp, witness, hyp.slipped)
        };
        // Nearly every line has nearly every position where the witness saw it.
        let has = |witness: &Witness| self.is_there(hyp, witness.plies, witness, Bitboard::EMPTY);
        // Until the time is over the piece may yet be taken away.
        let unsaid = later
            .filter(|witness| !has(witness))
            .filter(|witness| !self.accounts_for(hyp, witness, Some(self.t)) && !is_paid(witness))
            .count();
        costs::CONTRADICTS_REST * u32::try_from(unsaid).unwrap_or(u32::MAX / 64)
    }

    /// Returns whether a line neither passes through the position of a witness nor need.
    pub(crate) fn contradicts(&self, hyp: &Hypothesis, witness: &Witness) -> bool {
        !self.accounts_for(hyp, witness, None)
    }

    /// Returns the first ply behind the first `kept` plies whose position the board bore out and that a line contradicts.
    pub(crate) fn unsaid_by(&self, hyp: &Hypothesis, kept: usize) -> Option<PlyNo> {
        // Witnesses are in the order of their plies, and mostly all are of plies that both have.
        let later =
            self.witnesses.noted.iter().rev().take_while(|witness| witness.plies > hyp.keep.max(kept));
        let unsaid = |witness: &&Witness| !witness.asked && !self.accounts_for(hyp, witness, None);
        later.filter(unsaid).last().map(|witness| PlyNo::of_index(witness.plies - 1))
    }

    /// Returns whether a line contradicts a position about whose ply, or an earlier one, a person was asked.
    pub(crate) fn denies(&self, hyp: &Hypothesis) -> bool {
        let later = self.witnesses.noted.iter().rev().take_while(|witness| witness.plies > hyp.keep);
        later.filter(|witness| witness.asked).any(|witness| !self.accounts_for(hyp, witness, None))
    }

    /// Returns whether a line passes through the position of a witness or need not. A piece that still stands there is taken
    /// to be taken away at `else_left`.
    fn accounts_for(&self, hyp: &Hypothesis, witness: &Witness, else_left: Option<Millis>) -> bool {
        hyp.taken_back_ms.is_some_and(|at| witness.t < at)
            || self.passes(hyp, witness, Bitboard::EMPTY)
            || self.is_put_right(hyp, witness)
            || self.goes_on_from(hyp, witness, else_left)
    }

    /// Returns whether an illegal move was corrected to the one of a line: hands touched a square in which both differ.
    fn is_put_right(&self, hyp: &Hypothesis, witness: &Witness) -> bool {
        let differ = || differing(self.after(hyp, witness.plies).board(), &witness.board);
        let has_it = witness.plies <= hyp.keep + hyp.tail.len();
        let squares = if has_it { differ() } else { witness.to.into_iter().collect() };
        witness.is_illegal && !(self.touches.since(witness.t.saturating_sub(1)) & squares).is_empty()
    }

    /// Returns whether a line passes through the position of a witness with the same side to move. What stands on the
    /// squares `unseen` does not count.
    fn passes(&self, hyp: &Hypothesis, witness: &Witness, unseen: Bitboard) -> bool {
        if self.is_there(hyp, witness.plies, witness, unseen) {
            return true;
        }
        // A line that is longer or shorter by a pair of plies had come to another of its plies at that instant.
        let plies = hyp.keep + hyp.tail.len();
        let shown = self.score.plies[..hyp.keep].iter().map(|ply| ply.made_ms);
        let made = shown.chain(hyp.tail.iter().map(|step| step.made_ms));
        let then = plies - made.rev().take_while(|&made_ms| made_ms > witness.t).count();
        then % 2 == witness.plies % 2 && self.is_there(hyp, then, witness, unseen)
    }

    /// Returns whether a line has this many plies, and then the position of a witness.
    #[inline]
    fn is_there(&self, hyp: &Hypothesis, plies: usize, witness: &Witness, unseen: Bitboard) -> bool {
        if plies > hyp.keep + hyp.tail.len() {
            return false;
        }
        let board = self.after(hyp, plies).board();
        let differ = match self.seen.is_occupancy() {
            true => board.occupied() ^ witness.board.occupied(),
            false => differing(board, &witness.board),
        };
        (differ & !witness.aside & !unseen).is_empty()
    }

    /// Returns whether a line has the same piece on another square, and what stood where the board showed it was taken away
    /// just after the press, before the opponent touched a piece of their own: the hand went on, or held a captured piece
    /// there.
    fn goes_on_from(&self, hyp: &Hypothesis, witness: &Witness, else_left: Option<Millis>) -> bool {
        let Some(index) = (witness.plies - 1).checked_sub(hyp.keep) else { return false };
        let Some(step) = hyp.tail.get(index).filter(|step| step.played.squares().0 == witness.from) else {
            return false;
        };
        // What is forgotten is held against no line.
        if self.touches.are_forgotten_since(witness.t) {
            return step.made_ms <= witness.t + PRESS_OPEN_MS + self.apart_ms;
        }
        let Some(left) = self.touches.first_since(witness.to, witness.t).or(else_left) else { return false };
        let until = left.max(step.made_ms);
        // Whoever lifts a piece of their own has begun the reply, though it may not be known yet which. What slides may show
        // on the next square before it is gone from the first.
        let own = step.after.board().by_color(step.after.turn());
        let is_first = (self.touches.between(witness.made_ms, until + self.apart_ms) & own).is_empty();
        until <= witness.t + PRESS_OPEN_MS + self.apart_ms && is_first
    }
}
