//! Proof of promotions where the board could not see the new piece, from its later moves: a piece assumed to be a queen
//! is one if no rook, bishop or knight could have made them, and no line is left in which it is one of these. A piece that rested on
//! its way at a press made no such move, and such a line says so.

use crate::{Played, PlyState, Scribe, Standing, lines::evidence::became::OTHERS};
use shakmaty::{Move, Position, Role, uci::UciMove};
use std::sync::Arc;

impl Scribe {
    /// Examines each promotion to an unknown piece again, and confirms the promotions that later moves prove.
    pub(crate) fn prove_promotions(&mut self) {
        // A board that recognises pieces leaves nothing to assume.
        if !self.seen.is_occupancy() {
            return;
        }
        for index in 0..self.score.plies.len() {
            let Played::Promotion { assumed, .. } = self.score.plies[index].played else { continue };
            if !self.may_be_other(index, assumed)
                && OTHERS.into_iter().all(|role| self.is_refuted(index, assumed, role))
            {
                self.score.plies.at_mut(index).played = Played::Legal(assumed);
                for hyp in &mut self.engine.hyps {
                    let step = index.checked_sub(hyp.keep).and_then(|step| hyp.tail.get_mut(step));
                    if let Some(step) = step
                        && matches!(step.played, Played::Promotion { .. })
                    {
                        Arc::make_mut(step).played = Played::Legal(assumed);
                    }
                }
            }
        }
    }

    /// Returns whether a line is still followed in which the pawn became another piece.
    fn may_be_other(&self, index: usize, assumed: Move) -> bool {
        self.engine.hyps.iter().any(|hyp| {
            let step = index.checked_sub(hyp.keep).and_then(|step| hyp.tail.get(step));
            let told = step.and_then(|step| step.played.legal());
            told.is_some_and(|mv| mv.is_promotion() && mv != assumed)
        })
    }

    /// Returns whether the completed plies after a promotion could not be played if the pawn had become a piece of `role`. A
    /// piece that rests on its way makes a ply final which is none, and what was proved is not taken back.
    fn is_refuted(&self, index: usize, assumed: Move, role: Role) -> bool {
        let word = |mv: Move| UciMove::from_move(mv, self.terms.mode);
        let mut standing: Standing = self.score.after(index).clone();
        let Some(from) = assumed.from() else { return false };
        let became = UciMove::Normal { from, to: assumed.to(), promotion: Some(role) };
        let later = self.score.plies[index + 1..].iter().take_while(|ply| ply.state >= PlyState::Completed);
        let words = later.map_while(|ply| match ply.played {
            Played::Legal(mv) | Played::Promotion { assumed: mv, .. } => Some(word(mv)),
            Played::Irregular { .. } => None,
        });
        for uci in std::iter::once(became).chain(words) {
            let Some(position) = standing.position().filter(|position| !position.is_game_over()) else {
                return true;
            };
            let Ok(mv) = uci.to_move(position) else { return true };
            standing = standing.play(mv);
        }
        false
    }
}
