//! The times of a move that replaces an irregular ply. Its first touch, its end and its press came after the irregular
//! ply was put back. But the line with the move may have been formed earlier, from the changed squares and the press of
//! the irregular ply.

use crate::{Played, Ply, Scribe, lines::hypothesis::Hypothesis};
use board::Millis;
use shakmaty::Board;
use std::{borrow::Cow, sync::Arc};

/// An irregular ply that was withdrawn.
#[derive(Debug, Clone)]
pub(crate) struct Withdrawn {
    /// The index of the ply in the score.
    index: usize,
    /// The instant at which the clock was pressed for the ply, or at which the ply was made if nobody pressed. Earlier
    /// touches belong to the ply.
    until_ms: Millis,
    /// The placement after the ply.
    board: Board,
}

impl Withdrawn {
    pub(crate) fn of(index: usize, ply: &Ply) -> Withdrawn {
        let until_ms = ply.pressed_ms.unwrap_or(ply.made_ms).max(ply.made_ms);
        Withdrawn { index, until_ms, board: ply.after.board().clone() }
    }
}

impl Scribe {
    /// Returns the line with the true times of the ply that replaces the irregular ply. All hypotheses that have the
    /// new ply get its times too.
    pub(crate) fn with_own_times<'a>(&mut self, t: Millis, line: &'a Hypothesis) -> Cow<'a, Hypothesis> {
        let step_of =
            |hyp: &Hypothesis, index: usize| index.checked_sub(hyp.keep).filter(|&at| at < hyp.tail.len());
        let Some(withdrawn) = self.withdrawn.take_if(|withdrawn| step_of(line, withdrawn.index).is_some())
        else {
            return Cow::Borrowed(line);
        };
        let Withdrawn { index, until_ms, board } = withdrawn;
        let at = index - line.keep;
        let before =
            at.checked_sub(1).map_or_else(|| self.score.after(line.keep), |last| &line.tail[last].after);
        let step = &line.tail[at];
        let squares = step.squares(before);
        // Nothing was put back if the new ply only explains the same placement in another way, or if nobody has touched
        // the squares of the irregular ply since.
        let is_read_otherwise =
            *step.after.board() == board || (self.touches.since(until_ms) & squares).is_empty();
        if matches!(step.played, Played::Irregular { .. }) || is_read_otherwise {
            return Cow::Borrowed(line);
        }
        let (first_ms, made_ms) = self.touches.span(squares, until_ms, t);
        let lifted_ms = step.played.squares().0.and_then(|from| self.touches.last(from));
        let mut own = (**step).clone();
        own.touched_ms = lifted_ms.filter(|&lifted| lifted > until_ms).unwrap_or(first_ms);
        own.made_ms = made_ms;
        own.pressed_ms = own.pressed_ms.filter(|&pressed| pressed > until_ms);
        let same =
            |hyp: &Hypothesis| step_of(hyp, index).filter(|&at| hyp.tail[at].played.is_same(&own.played));
        for hyp in &mut self.engine.hyps {
            if let Some(at) = same(hyp) {
                let step = Arc::make_mut(&mut hyp.tail[at]);
                (step.touched_ms, step.made_ms, step.pressed_ms) =
                    (own.touched_ms, own.made_ms, own.pressed_ms);
            }
        }
        let mut line = line.clone();
        line.tail[at] = Arc::new(own);
        Cow::Owned(line)
    }
}
