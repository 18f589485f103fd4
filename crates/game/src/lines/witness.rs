//! Positions that the board bore out: a ply led to them, and they were read exactly at its press, or stood for a second
//! before anything else was touched.
//!
//! A line that does not pass through such a position says that the board was wrong at an instant at which somebody
//! meant what stood there. It pays for that however it was found, and where it is believed all the same a person is
//! asked (`Scribe::set_line`). Two lines need not pass through: one that takes the ply back as moves are taken back, and
//! one in which the player's hand went on with the piece just after the press, before the opponent touched anything.

use crate::{
    Inference, Played, PlyNo, Scribe,
    lines::{costs, doubt::Doubt, engine::PRESS_OPEN_MS, evidence::Evidence, hypothesis::Hypothesis, search},
};
use board::Millis;
use shakmaty::{Board, Square};
use std::collections::VecDeque;

/// A position that the board bore out.
#[derive(Debug, Clone)]
pub(crate) struct Witness {
    /// The instant of the press, or at which the position had stood for long enough.
    t: Millis,
    /// The number of plies of the game up to the position.
    plies: usize,
    /// The square that the last ply left.
    from: Option<Square>,
    board: Board,
}

/// The positions that the board bore out last, oldest first.
#[derive(Debug, Default)]
pub(crate) struct Witnesses(VecDeque<Witness>);

/// The greatest number of positions that are remembered. A line that departs earlier pays for these alone.
const WITNESSES_MAX: usize = 32;
/// The time, in milliseconds, for which a position must stand to be borne out without a press.
const STOOD_MS: Millis = 1_000;

impl Witnesses {
    fn note(&mut self, witness: Witness) {
        while self.0.back().is_some_and(|last| last.plies >= witness.plies) {
            self.0.pop_back();
        }
        if self.0.len() == WITNESSES_MAX {
            self.0.pop_front();
        }
        self.0.push_back(witness);
    }

    /// Forgets the positions after the first `plies` plies: a person said what was played, or a question about them is
    /// open.
    pub(crate) fn forget_after(&mut self, plies: usize) {
        self.0.retain(|witness| witness.plies <= plies);
    }
}

impl Evidence<'_> {
    /// Returns the cost of the positions that the board bore out and that a line does not pass through.
    pub(crate) fn unsaid_cost(&self, hyp: &Hypothesis) -> u32 {
        let later = self.witnesses.0.iter().rev().take_while(|witness| witness.plies > hyp.keep);
        let is_paid = |witness: &Witness| hyp.put_back_ms.is_some_and(|at| witness.t < at);
        let unsaid = later.filter(|witness| !is_paid(witness) && !self.accounts_for(hyp, witness)).count();
        costs::CONTRADICTS_REST * u32::try_from(unsaid).unwrap_or(u32::MAX / 64)
    }

    /// Returns the first ply whose position the board bore out and that a line contradicts.
    fn unsaid_by(&self, hyp: &Hypothesis) -> Option<PlyNo> {
        let unsaid = |witness: &&Witness| witness.plies > hyp.keep && !self.accounts_for(hyp, witness);
        self.witnesses.0.iter().find(unsaid).map(|witness| PlyNo::of_index(witness.plies - 1))
    }

    fn accounts_for(&self, hyp: &Hypothesis, witness: &Witness) -> bool {
        hyp.taken_back_ms.is_some_and(|at| witness.t < at)
            || self.passes(hyp, witness)
            || self.goes_on_from(hyp, witness)
    }

    /// Returns whether a line passes through the position of a witness with the same side to move.
    fn passes(&self, hyp: &Hypothesis, witness: &Witness) -> bool {
        let plies = hyp.keep + hyp.tail.len();
        let is_there = |plies: usize| {
            let board = self.after(hyp, plies).board();
            if self.seen.is_occupancy() {
                board.occupied() == witness.board.occupied()
            } else {
                *board == witness.board
            }
        };
        if witness.plies <= plies && is_there(witness.plies) {
            return true;
        }
        // A line that is longer or shorter by a pair of plies had come to another of its plies at that instant.
        let shown = self.score.plies[..hyp.keep].iter().map(|ply| ply.made_ms);
        let made = shown.chain(hyp.tail.iter().map(|step| step.made_ms));
        let then = plies - made.rev().take_while(|&made_ms| made_ms > witness.t).count();
        then % 2 == witness.plies % 2 && is_there(then)
    }

    /// Returns whether in a line the same piece went on to another square just after the press, before the opponent
    /// touched a piece of the reply.
    fn goes_on_from(&self, hyp: &Hypothesis, witness: &Witness) -> bool {
        let Some(index) = (witness.plies - 1).checked_sub(hyp.keep) else { return false };
        let Some(step) = hyp.tail.get(index) else { return false };
        let is_in_time = step.made_ms <= witness.t + PRESS_OPEN_MS + self.apart_ms;
        let is_first = hyp.tail.get(index + 1).is_none_or(|reply| reply.touched_ms >= step.made_ms);
        step.played.squares().0 == witness.from && is_in_time && is_first
    }
}

impl Scribe {
    /// Notes that the board bears out the last ply of the score, if it shows its position exactly. A piece of the side
    /// to move may be in a hand.
    fn bear_out(&mut self, t: Millis) {
        let (plies, standing) = (self.score.plies.len(), self.score.standing());
        let Some(last) = self.score.plies.last() else { return };
        let diff = self.seen.diff(standing.board());
        let is_known = self
            .witnesses
            .0
            .iter()
            .any(|witness| witness.plies == plies && witness.board == *standing.board());
        let is_exact = search::is_in_hand(diff, standing.board(), &self.seen, standing.turn());
        if self.terms.inference >= Inference::Second
            && self.asked.is_none()
            && matches!(last.played, Played::Legal(_))
            && is_exact
            && !is_known
        {
            let (from, board) = (last.played.squares().0, standing.board().clone());
            self.witnesses.note(Witness { t, plies, from, board });
        }
    }

    /// Notes the ply that a press completes, if its position is read exactly.
    pub(crate) fn bear_out_pressed(&mut self, t: Millis, pressed: Millis) {
        if self.score.plies.last().is_some_and(|last| last.pressed_ms == Some(pressed)) {
            self.bear_out(t);
        }
    }

    /// Notes the last ply if its position has stood for a while and the change of `square` shows that its player has
    /// finished: they pressed, or the opponent touches a piece of their own. Otherwise the hand may go on, with the same
    /// piece or with the king of a castling.
    pub(crate) fn bear_out_stood(&mut self, t: Millis, square: Square) {
        let Some(last) = self.score.plies.last() else { return };
        let standing = self.score.standing();
        let is_answered = standing.board().color_at(square) == Some(standing.turn());
        if (last.pressed_ms.is_some() || is_answered)
            && self.touches.latest().is_some_and(|changed| t >= changed + STOOD_MS)
        {
            self.bear_out(t);
        }
    }

    /// Returns whether showing this line would only take back plies that the board bore out, out of the order of a
    /// take-back. No question can be asked about plies that are missing, so the plies stay until more is seen.
    pub(crate) fn only_unsays(&self, t: Millis, line: &Hypothesis) -> bool {
        self.evidence(t).unsaid_by(line).is_some_and(|ply| line.keep + line.tail.len() <= ply.index())
    }

    /// Returns the first ply of the score that the board bore out and that `line` contradicts.
    pub(crate) fn unsaid_ply(&self, t: Millis, line: &Hypothesis) -> Option<PlyNo> {
        self.evidence(t).unsaid_by(line).filter(|ply| ply.index() < self.score.plies.len())
    }

    /// Asks the question about plies that the board bore out and that are no longer shown, unless a question about them
    /// or an earlier ply is open.
    pub(crate) fn ask_about_unsaid(&mut self, t: Millis, unsaid: Option<Doubt>) {
        let Some(doubt) = unsaid else { return };
        self.witnesses.forget_after(doubt.ply.index());
        if !self.questions().iter().any(|asked| *asked <= doubt.ply) {
            self.ask_next(t, doubt);
        }
    }

    /// Returns the question that is due before the score shows `line` in place of plies that the board bore out; `None`
    /// if the line contradicts no such ply.
    pub(crate) fn question_about_unsaid(&self, t: Millis, line: &Hypothesis, kept: usize) -> Option<Doubt> {
        self.unsaid_ply(t, line)?;
        let skipped = kept.saturating_sub(line.keep);
        let told = line.played().get(skipped..)?.to_vec();
        let stood = self.score.plies[kept..].iter().map(|ply| ply.played).collect();
        Doubt::among(t, PlyNo::of_index(kept), vec![told, stood])
    }
}
