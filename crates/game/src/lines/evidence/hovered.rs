//! A captured piece that a hand held over another square, or put down there, while the clock was pressed, on a board that cannot tell
//! which piece it is. The lines that have no piece there were charged for it, and get that back when the square is clear again.

use crate::{
    Assumed, Played,
    lines::{
        engine::{Engine, PRESS_OPEN_MS},
        evidence::Evidence,
        hypothesis::Hypothesis,
    },
};
use shakmaty::{Move, Position};

impl Evidence<'_> {
    /// Returns whether the reading agrees with a line again, which ends with a capture that was seen, because a square was
    /// cleared soon after a press: a hand held the captured piece over it.
    pub(crate) fn has_hovered(&self, hyp: &Hypothesis) -> bool {
        let Some(pressed) = self.pressed_ms.filter(|pressed| self.t <= pressed + PRESS_OPEN_MS) else {
            return false;
        };
        if !self.seen.is_occupancy() {
            return false;
        }
        let in_score = || Some(self.score.plies.get(hyp.keep.checked_sub(1)?)?.played);
        let last = hyp.tail.last().map(|step| step.played).or_else(in_score);
        let Some(Played::Legal(mv)) = last.filter(|last| last.legal().is_some_and(|mv| mv.is_capture()))
        else {
            return false;
        };
        let is_seen = mv.from().is_some_and(|from| self.touches.last(mv.to()) >= self.touches.last(from));
        let cleared = self.touches.since(self.t.saturating_sub(1));
        let stood =
            self.seen.occupied() | self.at(hyp).board().occupied() | self.touches.between(pressed, self.t);
        is_seen && cleared.any() && (cleared & stood).is_empty()
    }

    /// Returns whether an irregular ply after `base` is rather a capture that was seen: its piece may take one whose square was cleared
    /// and occupied again, and what stands where the ply seems to lead is the captured piece.
    pub(crate) fn is_rather_capture(&self, base: &Hypothesis, played: Played) -> bool {
        let position = self.at(base).position().filter(|_| self.seen.is_occupancy());
        let since = self.last_made_ms(base);
        let is_seen = |mv: &Move| {
            mv.is_capture()
                && mv.from() == played.squares().0
                && self.seen.at(mv.to()).is_occupied()
                && self.touches.count(mv.to(), since, self.t) > 1
        };
        position.is_some_and(|position| position.legal_moves().iter().any(is_seen))
    }
}

impl Engine {
    /// Notes that the reading has changed for which lines were charged last. If the change ended what a hand held over a square,
    /// the lines that agree again get the charges back. One that does not cost as much any more, because all lines were
    /// forgiven some, lets the others cost more instead: only the distances count.
    pub(crate) fn end_charges(&mut self, hovered: bool) {
        if hovered {
            let agree = self.hyps.iter().filter(|hyp| hyp.matched_ms.is_some());
            let missing = agree.map(|hyp| hyp.charged.saturating_sub(hyp.cost())).max().unwrap_or(0);
            for hyp in &mut self.hyps {
                hyp.charge(Assumed::Contradicted, missing);
                let back = if hyp.matched_ms.is_some() { hyp.charged } else { 0 };
                hyp.bill.waive(Assumed::Contradicted, back);
            }
        }
        self.hyps.iter_mut().for_each(|hyp| hyp.charged = 0);
    }
}
