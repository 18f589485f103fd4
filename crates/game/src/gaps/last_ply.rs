//! The last move of a game, if nobody saw where its piece went: it left its square before the clock was stopped, and is on none
//! that the board reads. It may stand on a square that reads empty whatever stands there, or in a hand as its player resigned.
//! A press would have told the two apart. Without one a person is asked, and may say that no move was made.

use crate::{GameEvent, Played, PlyNo, Scribe, follow::scribe::LONG_QUIET_MS, lines::doubt::Doubt};
use board::Millis;
use shakmaty::{Bitboard, Position, Square};

impl Scribe {
    /// Asks about the last move while the clock is stopped, once nothing has changed for a while, and asks no more when the
    /// piece is back.
    pub(crate) fn look_for_last_ply(&mut self, t: Millis) {
        let is_quiet = self.touches.latest().is_some_and(|changed| t >= changed + LONG_QUIET_MS);
        if !is_quiet || self.over.is_some() || !self.ready {
            return;
        }
        let shown = self.shown_line(t);
        if shown.is_some_and(|shown| self.evidence(t).diff(&self.engine.hyps[shown]).is_empty()) {
            self.forget_last_ply(t);
        }
        let moves = shown.map_or_else(Vec::new, |shown| self.hidden_moves(t, shown));
        let ply = PlyNo::of_index(self.score.plies.len());
        if !moves.is_empty() && !self.questions().contains(&ply) {
            let lines = moves.into_iter().map(|played| vec![played]).collect();
            self.ask_next(t, Doubt::whether(t, ply, lines));
        }
    }

    /// Closes the question about the last move: play goes on.
    pub(crate) fn forget_last_ply(&mut self, t: Millis) {
        let closed = self.doubts.extract_if(.., |doubt| doubt.may_be_none).map(|doubt| doubt.ply);
        self.events.extend(closed.map(|ply| (t, GameEvent::Answered { ply })));
    }

    /// Returns the line that the score shows, given by index.
    fn shown_line(&self, t: Millis) -> Option<usize> {
        let evidence = self.evidence(t);
        self.engine.hyps.iter().position(|hyp| evidence.is_shown(hyp))
    }

    /// Returns the moves that would leave the reading as it is if the square that they go to reads empty whatever stands
    /// there: those of the one piece of the side to move that is missing, with the one that it captures if that is missing, too.
    /// Both left before the clock was stopped.
    fn hidden_moves(&self, t: Millis, shown: usize) -> Vec<Played> {
        let (evidence, hyp) = (self.evidence(t), &self.engine.hyps[shown]);
        let standing = evidence.at(hyp);
        let diff = evidence.diff(hyp);
        let has_left = |square: Square| {
            let left = self.touches.last(square).zip(self.last_of_play_ms());
            !self.seen.at(square).is_occupied() && left.is_some_and(|(left, stopped)| left <= stopped)
        };
        let own = diff & standing.board().by_color(standing.turn());
        let taken = diff & !own;
        let from = own.single_square().filter(|_| taken.count() <= 1 && diff.into_iter().all(has_left));
        let Some((from, position)) = from.zip(standing.position()) else { return Vec::new() };
        let moves = position.legal_moves().into_iter().filter(|mv| {
            let is_plain = !mv.is_castle() && !mv.is_en_passant();
            let may_be_there =
                !self.seen.at(mv.to()).is_occupied() || self.seen.is_occupancy() && mv.is_capture();
            is_plain && mv.from() == Some(from) && may_be_there && taken.is_subset(Bitboard::from(mv.to()))
        });
        moves.map(Played::Legal).collect()
    }
}
