//! What the scribe makes of positions that the board bore out (`witness`): it notes them, and asks before the score shows
//! a line that contradicts one.

use crate::{
    Inference, Played, PlyNo, Scribe,
    lines::{doubt::Doubt, hypothesis::Hypothesis, search, witness::Witness},
};
use board::Millis;
use shakmaty::Square;

/// The time, in milliseconds, for which a position must stand to be borne out without a press.
const STOOD_MS: Millis = 1_000;

impl Scribe {
    /// Notes that the board bears out the last ply of the score, if it shows its position exactly. A piece of the side
    /// to move may be in a hand.
    fn bear_out(&mut self, t: Millis) {
        let (plies, standing) = (self.score.plies.len(), self.score.standing());
        let Some(last) = self.score.plies.last() else { return };
        let diff = self.seen.diff(standing.board());
        let is_known = self.witnesses.knows(plies, standing.board());
        let is_exact = search::is_in_hand(diff, standing.board(), &self.seen, standing.turn());
        if self.terms.inference >= Inference::Second
            && self.asked.is_empty()
            && matches!(last.played, Played::Legal(_))
            && is_exact
            && !is_known
        {
            let (from, board) = (last.played.squares().0, standing.board().clone());
            self.witnesses.note(Witness { t, plies, from, made_ms: last.made_ms, board, asked: false });
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
        self.evidence(t).unsaid_by(line, 0).is_some_and(|ply| line.keep + line.tail.len() <= ply.index())
    }

    /// Returns the first ply of the score behind its first `kept` plies that the board bore out and that `line` contradicts.
    pub(crate) fn unsaid_ply(&self, t: Millis, line: &Hypothesis, kept: usize) -> Option<PlyNo> {
        self.evidence(t).unsaid_by(line, kept).filter(|ply| ply.index() < self.score.plies.len())
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

    /// Returns the question that is due before the score shows `line` in place of plies that the board bore out.
    pub(crate) fn question_about_unsaid(&self, t: Millis, line: &Hypothesis, kept: usize) -> Option<Doubt> {
        let skipped = kept.saturating_sub(line.keep);
        let told = line.played().get(skipped..)?.to_vec();
        let stood = self.score.plies[kept..].iter().map(|ply| ply.played).collect();
        Doubt::among(t, PlyNo::of_index(kept), vec![told, stood])
    }
}
