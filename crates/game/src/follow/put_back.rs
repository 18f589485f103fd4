//! The move that replaces one no rule allows has times of its own: it was touched, made and pressed for after that one was
//! put back, although the line that tells it may have been pieced together before, from the same squares and the same press.

use crate::{Played, Ply, Scribe, lines::hypothesis::Hypothesis};
use board::Millis;
use shakmaty::Board;
use std::{borrow::Cow, sync::Arc};

/// A ply no rule allows that was withdrawn.
#[derive(Debug)]
pub(crate) struct PutBack {
    /// Its index in the score.
    index: usize,
    /// When it was pressed for, or made: what was touched until then was touched for it.
    until_ms: Millis,
    /// What it left on the board.
    board: Board,
}

impl PutBack {
    pub(crate) fn of(index: usize, ply: &Ply) -> PutBack {
        let until_ms = ply.pressed_ms.unwrap_or(ply.made_ms).max(ply.made_ms);
        PutBack { index, until_ms, board: ply.after.board().clone() }
    }
}

impl Scribe {
    /// The line, with the times of the ply that stands where one was put back. The lines that tell it too get them as well.
    pub(crate) fn with_own_times<'a>(&mut self, t: Millis, line: &'a Hypothesis) -> Cow<'a, Hypothesis> {
        let step_of =
            |hyp: &Hypothesis, index: usize| index.checked_sub(hyp.keep).filter(|&at| at < hyp.tail.len());
        let Some(put_back) = self.put_back.take_if(|put_back| step_of(line, put_back.index).is_some()) else {
            return Cow::Borrowed(line);
        };
        let PutBack { index, until_ms, board } = put_back;
        let at = index - line.keep;
        let before =
            at.checked_sub(1).map_or_else(|| self.score.after(line.keep), |last| &line.tail[last].after);
        let step = &line.tail[at];
        let squares = step.squares(before);
        // The same board read otherwise, or squares nobody has touched since: nothing was put back.
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
