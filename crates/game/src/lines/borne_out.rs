//! What the scribe makes of positions that the board bore out (`witness`): it notes them, and asks before the score shows
//! a line that contradicts one.

use crate::{
    Played, PlyNo, Scribe,
    lines::{
        doubt::{DOUBTS_MAX, Doubt},
        hypothesis::{Hypothesis, compatible, parting},
        search,
        witness::{STOOD_MS, Witness},
    },
};
use board::{Contents, Millis};
use shakmaty::Square;

/// The time, in milliseconds, after which a position has stood whoever lifts a piece: nobody thinks about where to let go for
/// that long.
const LONG_STOOD_MS: Millis = 5_000;

impl Scribe {
    /// Returns the position after the last ply of the score, if the board shows it exactly. A piece of the side to move may
    /// be in a hand. Squares on which nothing has changed since the ply before tell nothing of this one: a captured piece that
    /// was left standing, or a dead square.
    fn shown_exactly(&self, t: Millis) -> Option<Witness> {
        let (plies, standing) = (self.score.plies.len(), self.score.standing());
        let last = self.score.plies.last()?;
        let is_illegal = match last.played {
            Played::Legal(_) => false,
            Played::Irregular { .. } => true,
            Played::Promotion { .. } => return None,
        };
        let before_ms = plies.checked_sub(2).map_or(0, |before| self.score.plies[before].made_ms);
        let differ = self.seen.diff(standing.board());
        let lifted = differ & self.touches.since(before_ms);
        let is_exact = search::is_in_hand(lifted, standing.board(), &self.seen, standing.turn());
        if !self.asked.is_empty() || !is_exact {
            return None;
        }
        let ((from, to), board) = (last.played.squares(), standing.board().clone());
        Some(Witness {
            t,
            plies,
            from,
            to,
            made_ms: last.made_ms,
            board,
            aside: differ,
            is_illegal,
            asked: false,
        })
    }

    /// Notes the ply that a press completes, if its position is read exactly.
    pub(crate) fn bear_out_pressed(&mut self, t: Millis, pressed: Millis) {
        if self.score.plies.last().is_some_and(|last| last.pressed_ms == Some(pressed)) {
            self.witnesses.note(self.shown_exactly(t));
        }
    }

    /// Notes the last ply if its position has stood for a while and the change of `square`, or one before it, shows that its
    /// player has finished: they pressed, or the opponent lifts a piece of their own, perhaps after the one that they
    /// take. Otherwise the hand may go on, with the same piece or with the king of a castling, unless it stood for long.
    pub(crate) fn bear_out_stood(&mut self, t: Millis, square: Square, contents: Contents) {
        if self.touches.latest().is_some_and(|changed| t >= changed + STOOD_MS) {
            let stood = self.shown_exactly(t);
            // Pieces that are held for that long only say that they have not come down yet.
            let is_held =
                || (self.seen.diff(self.score.standing().board()) & self.seen.occupied()).is_empty();
            if stood.is_some() || !is_held() {
                self.witnesses.stood = stood;
            }
        }
        let Some(last) = self.score.plies.last() else { return };
        let standing = self.score.standing();
        let is_own = standing.board().color_at(square) == Some(standing.turn());
        let is_answered = is_own && contents == Contents::Empty;
        // A piece that had left again when its player pressed was not meant to stand there.
        let is_gone = |stood: &Witness| {
            let left = self.touches.first_since(stood.to, stood.t.saturating_sub(1));
            left.zip(last.pressed_ms).is_some_and(|(left, pressed)| left < pressed)
        };
        let is_last = |stood: &mut Witness| {
            stood.plies == self.score.plies.len() && stood.board == *standing.board() && !is_gone(stood)
        };
        // Where only occupancy is sensed, a piece that is held over its move looks as if it had captured.
        let may_be_held = self.seen.is_occupancy() && last.played.legal().is_none_or(|mv| mv.is_capture());
        let is_long =
            !may_be_held && self.touches.latest().is_some_and(|changed| t >= changed + LONG_STOOD_MS);
        if last.pressed_ms.is_some() || is_answered || is_long {
            let stood = self.witnesses.stood.take_if(is_last);
            self.witnesses.note(stood);
        }
    }

    /// Returns whether showing this line would only take back plies that the board bore out, or whose position has stood, out of
    /// the order of a take-back. No question can be asked about plies that are missing, so the plies stay until more is seen.
    pub(crate) fn only_unsays(&self, t: Millis, line: &Hypothesis) -> bool {
        let (evidence, plies) = (self.evidence(t), line.keep + line.tail.len());
        let stood = self.witnesses.stood.as_ref().filter(|stood| {
            stood.plies == self.score.plies.len() && stood.board == *self.score.standing().board()
        });
        evidence.unsaid_by(line, 0).is_some_and(|ply| plies <= ply.index())
            || stood.is_some_and(|stood| plies < stood.plies && evidence.contradicts(line, stood))
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
        let mut stood: Vec<Played> = self.score.plies[kept..].iter().map(|ply| ply.played).collect();
        // What the line goes on with may be the reply to what stood, too: the two then meet.
        let gone_on = [&stood[..], told.get(stood.len()..).unwrap_or_default()].concat();
        if self.line_of(t, kept, &gone_on).is_ok() {
            stood = gone_on;
        }
        Doubt::among(t, PlyNo::of_index(kept), vec![told, stood])
    }

    /// Returns the question that stays open although play goes on with `line`, which contradicts a position that the board bore
    /// out and that a person was asked about: whether that or the cheapest line that passes through it was played.
    pub(crate) fn question_kept(&self, t: Millis, line: &Hypothesis) -> Option<Doubt> {
        let evidence = self.evidence(t);
        let asked_ms = self.asked.first().filter(|_| evidence.denies(line))?.asked_ms;
        let passes = |other: &&Hypothesis| {
            evidence.stands(other) && !compatible(line, other) && !evidence.denies(other)
        };
        let other = self.engine.hyps.iter().filter(passes).min_by_key(|other| evidence.total(other))?;
        let from = parting(line, other);
        let told = [line, other].map(|hyp| self.told_by(hyp, from).into_iter().next());
        let doubt = Doubt::among(asked_ms, PlyNo::of_index(from), told.into_iter().flatten().collect())?;
        let is_new = self.doubts.iter().all(|known| known.ply != doubt.ply);
        (is_new && self.doubts.len() < DOUBTS_MAX).then_some(doubt)
    }
}
