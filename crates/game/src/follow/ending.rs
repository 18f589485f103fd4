//! The end of a game on the board: by its last position, by kings put in the centre, or by pieces put back on the
//! starting squares.

mod centre;
mod clearing;
mod gone_through;
mod played_on;
mod warm_up;

use crate::{
    GameEvent, Played, PlyNo, PlyState, Proof, Scribe,
    follow::{scribe::Over, timers::Timer},
    lines::{doubt::Doubt, hypothesis::Hypothesis},
};
use board::{Contents, Millis};
use shakmaty::{Bitboard, Color, KnownOutcome, Position as _, Role};

/// The squares d4, e4, d5, e5. Any two of them touch, so two kings there are never a position of play.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// The time before both kings are in the centre, in milliseconds, in which a king's move may already have been part of
/// the gesture that ends the game.
const GESTURE_MS: Millis = 20_000;
/// The greatest time, in milliseconds, between the stopping of the clock and an earlier arrival of a king in the centre
/// that is still part of the gesture.
const PLAYED_MS: Millis = 3_000;
/// The greatest number of plies that players may take back to the start. If more plies were played, the starting
/// position means a new game.
pub(crate) const TAKEBACK_PLIES: usize = 4;

impl Scribe {
    /// Returns the result that two kings in the centre propose: White wins if both are on light squares, Black wins if
    /// both are on dark squares, and the game is drawn if they are on one of each.
    pub(crate) fn kings_result(&self) -> Option<KnownOutcome> {
        let king = |color: Color| {
            CENTRE.into_iter().find(|&square| self.seen.at(square) == Contents::Piece(Role::King.of(color)))
        };
        let kings = match self.seen.is_occupancy() {
            true => self.kings_on_squares()?.0,
            false => Bitboard::from(king(Color::White)?) | king(Color::Black)?,
        };
        Some(match (kings & Bitboard::LIGHT_SQUARES).count() {
            2 => KnownOutcome::Decisive { winner: Color::White },
            0 => KnownOutcome::Decisive { winner: Color::Black },
            _ => KnownOutcome::Draw,
        })
    }

    /// Returns the result that the board proves, with the reason; `None` if it proves none, or if the result is
    /// confirmed.
    pub fn proved(&self) -> Option<(Proof, KnownOutcome)> {
        let outcome = self.score.proposed.filter(|_| self.score.result.is_none())?;
        let proof = match self.over? {
            Over::Told => return None,
            Over::Kings => Proof::Kings,
            Over::Position => {
                let position = self.score.standing().position()?;
                match (position.is_checkmate(), position.is_stalemate()) {
                    (true, _) => Proof::Checkmate,
                    (_, true) => Proof::Stalemate,
                    (false, false) => Proof::DeadPosition,
                }
            }
        };
        Some((proof, outcome))
    }

    /// Ends the game once both kings have been in the centre for a moment. The plies by which the kings went there do
    /// not count as moves.
    pub(crate) fn kings_in_centre(&mut self, t: Millis) {
        self.bridge_before_end(t);
        self.restore_pressed(t, self.running());
        let Some(outcome) = self.kings_result() else { return };
        let mated = self.score.standing().position().is_some_and(shakmaty::Position::is_checkmate);
        let on_squares = if self.seen.is_occupancy() { self.kings_on_squares() } else { None };
        let mut kept = on_squares.map_or(self.score.plies.len(), |(_, kept)| kept);
        while kept > 0 && !mated && self.is_gesture(t, kept - 1) {
            kept -= 1;
        }
        // A king that stood there for a while may have been moved before the game was over.
        let walk =
            self.score.plies.get(kept).filter(|ply| ply.state >= PlyState::Final && on_squares.is_none());
        let walk = walk.map(|ply| ply.played);
        self.end_after(t, kept, Over::Kings);
        if let Some(played @ Played::Legal(_)) = walk {
            self.ask_next(t, Doubt::whether(t, PlyNo::of_index(kept), vec![vec![played]]));
        }
        self.propose(t, outcome);
    }

    /// Returns whether a ply is part of the gesture: a king's recent walk to the centre after which nobody pressed the
    /// clock, or an irregular ply. The walk was a real move if the king captured something, was moved again since, or
    /// reached the centre a while before the clock was stopped.
    fn is_gesture(&self, t: Millis, index: usize) -> bool {
        let ply = &self.score.plies[index];
        if self.stopped_ms.is_some_and(|stopped| ply.made_ms + PLAYED_MS <= stopped) {
            return false;
        }
        let Played::Legal(mv) = ply.played else { return matches!(ply.played, Played::Irregular { .. }) };
        let stands = matches!(self.seen.at(mv.to()), Contents::Piece(piece) if piece.role == Role::King);
        mv.role() == Role::King
            && !mv.is_capture()
            && stands
            && CENTRE.contains(mv.to())
            && ply.pressed_ms.is_none()
            && t.saturating_sub(ply.made_ms) <= GESTURE_MS
    }

    /// Begins a game once the starting position has been on the board for a moment: the next one, or the same again if nothing
    /// was played; none if the players took their first moves back.
    pub(crate) fn fresh_start(&mut self, t: Millis) {
        // Nobody has played since the game was joined: what stood there was left from the game before, and the only game
        // begins now.
        let is_left = self.midgame.taken && self.score.plies.iter().all(|ply| ply.pressed_ms.is_none());
        if self.terms.one_game && self.over.is_none() && is_left {
            return self.begin_again(t, self.terms.start.clone());
        }
        if !self.is_next_game() || self.is_one_man_lifted(t) {
            return;
        }
        if self.is_warm_up() {
            self.begin_again(t, self.start_of_next());
        } else {
            self.begin_next(t);
        }
    }

    /// Returns whether the starting position on the board belongs to another game.
    pub(crate) fn is_next_game(&self) -> bool {
        let plies = self.score.plies.len();
        if self.over.is_some() {
            return true;
        }
        // The game itself may have returned to the starting position, for instance when knights went out and home again, or
        // moves were taken back to where they had. The line that says so is not shown yet if a press was forgotten.
        let returned = |hyp: &Hypothesis| {
            let played = hyp.keep + hyp.tail.len();
            let is_there = hyp.matched_ms.is_some() && hyp.sensor_faults.is_empty();
            is_there && (played > plies || played > 0 && hyp.put_back_ms.is_some())
        };
        plies > 0
            && (plies > TAKEBACK_PLIES || self.midgame.taken)
            && !self.seen.diff(self.score.standing().board()).is_empty()
            && !self.engine.hyps.iter().any(returned)
    }

    /// Ends the game on the board, and begins the next one from the agreed starting position unless this was the only
    /// one.
    pub(crate) fn begin_next(&mut self, t: Millis) {
        if self.over.is_none() {
            self.end_for_next(t);
        }
        if self.terms.one_game {
            self.lost = None;
            return;
        }
        let tags = self.tags_of_next();
        let start = self.start_of_next();
        self.begin(t, start, tags);
        self.note_exchanged(t);
    }

    /// Ends the game after its first `kept` plies. Later changes on the board are not part of the game. Questions
    /// between the lines that were followed stay open.
    pub(crate) fn end_after(&mut self, t: Millis, kept: usize, why: Over) {
        let waited = self.waited_for(kept);
        self.asked.retain(|open| waited.iter().all(|doubt| doubt.ply != open.ply));
        self.answered(t);
        self.doubts.extend(waited);
        self.withdraw(t, kept);
        // Doubts about plies that no longer exist are closed.
        for doubt in self.doubts_after(self.score.plies.len() + 1) {
            self.events.push_back((t, GameEvent::Answered { ply: doubt.ply }));
        }
        if let Some(index) = self.score.plies.len().checked_sub(1) {
            self.raise(t, index, PlyState::Final, crate::Reason::OnlyExplanation);
        }
        self.engine.settle_on(self.score.plies.len());
        for timer in [Timer::Press, Timer::Settle, Timer::Quiet, Timer::LongQuiet] {
            self.timers.clear(timer);
        }
        self.waiting = None;
        self.over = Some(why);
    }

    pub(crate) fn propose(&mut self, t: Millis, outcome: KnownOutcome) {
        if self.score.proposed != Some(outcome) {
            self.score.proposed = Some(outcome);
            self.events.push_back((t, GameEvent::Proposed { outcome }));
        }
    }

    pub(crate) fn withdraw_proposal(&mut self, t: Millis) {
        if self.score.proposed.take().is_some() {
            self.events.push_back((t, GameEvent::ProposalWithdrawn));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Square;

    #[test]
    fn the_centre_is_four_squares_that_touch() {
        let squares: Vec<Square> = CENTRE.into_iter().collect();
        assert_eq!(squares, [Square::D4, Square::E4, Square::D5, Square::E5]);
    }
}
