//! The scribe's handling of presses and clock readings. A press completes a move at once, or waits for the scan that
//! shows the move. A clock reading shows how much time a player had left after a press.

use crate::{
    ClockFace, GameEvent, PlyNo, Scribe, Unpressed,
    follow::{
        press::waiting_pawns,
        rest::Occasion,
        scribe::{Over, SETTLE_MS},
        timers::Timer,
    },
    lines::{costs, engine::PRESS_OPEN_MS},
};
use board::{ClockReading, Millis};
use shakmaty::{Bitboard, Color};

/// A press, and the time that its player had left, in milliseconds.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PressNote {
    pub(crate) t: Millis,
    pub(crate) by: Color,
    pub(crate) left_ms: Option<u32>,
}

/// A press that is not judged yet: the scan after it is awaited.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WaitingPress {
    t: Millis,
    by: Color,
    waited: bool,
    /// The squares of the last ranks on which a pawn was read at the press.
    pawns: Bitboard,
}

/// The time, in milliseconds, after a press within which a piece still in the air may land and be the move.
const IN_AIR_MS: Millis = 1_500;
/// The time, in milliseconds, after a ply during which the clock still shows the time that the ply's player had left.
/// Later the clock may have been set for another game.
const UNPRESSED_MS: Millis = 3_000;
/// The greatest number of presses remembered. A later clock reading shows the time that the player of the latest press
/// had left.
const PRESSES_MAX: usize = 16;
/// The number of last plies that are searched for the ply that a press completed.
const REMEMBERED: usize = 8;

impl Scribe {
    pub(crate) fn press(&mut self, t: Millis, by: Color) {
        if !self.is_followed() {
            return;
        }
        if !self.ready {
            self.waiting = Some(WaitingPress { t, by, waited: true, pawns: Bitboard::EMPTY });
            self.timers.set(Timer::Press, t + Millis::from(self.terms.scan_ms) + 50);
            return;
        }
        self.judge_waiting(t);
        if self.stopped_ms.is_none() {
            self.gone_through = None;
        }
        self.engine.clock = true;
        let left_ms = self.score.clock.map(|face| face.at(t)[by]);
        if self.presses.len() == PRESSES_MAX {
            self.presses.pop_front();
        }
        self.presses.push_back(PressNote { t, by, left_ms });
        self.give_press(by, t, false);
        let evidence = self.evidence(t);
        let hyp = &self.engine.hyps[self.engine.best(&evidence).0];
        if evidence.stands(hyp) && evidence.was_pressed(hyp, t) {
            self.weigh(t, |engine, evidence| engine.charge(evidence, costs::REST_MAX, false, None));
            self.show(t, Occasion::Press(by));
            self.bear_out_pressed(t, t);
        }
        self.waiting = Some(WaitingPress { t, by, waited: false, pawns: waiting_pawns(&self.seen) });
        self.timers.set(Timer::Press, t + Millis::from(self.terms.scan_ms) + 50);
    }

    /// Gives a press to the ply that it completes, in every line. After the gesture that ended the game it completes none of the
    /// score: a line that goes on may have the ply.
    fn give_press(&mut self, by: Color, pressed: Millis, charge: bool) {
        if self.over == Some(Over::Kings) {
            self.engine.press(&mut self.score.clone(), by, pressed, charge);
        } else {
            self.engine.press(&mut self.score, by, pressed, charge);
        }
    }

    /// Gives the last press to the line that has grown since, if the piece may still be put elsewhere. A full reading may
    /// also tell late of the moves for which the last two presses were.
    pub(crate) fn give_presses(&mut self, t: Millis) {
        let is_told_late = self.evidence(t).has_undated(t.saturating_sub(1), Bitboard::FULL);
        let first = self.presses.len().saturating_sub(if is_told_late { 2 } else { 1 });
        for index in first..self.presses.len() {
            let PressNote { t: pressed, by, .. } = self.presses[index];
            if is_told_late || t <= pressed + PRESS_OPEN_MS {
                self.give_press(by, pressed, false);
            }
        }
    }

    /// Judges a press that still waits, because another press has come.
    fn judge_waiting(&mut self, t: Millis) {
        if let Some(waiting) = &mut self.waiting {
            waiting.waited = true;
            self.timers.clear(Timer::Press);
            self.judge_press(t);
        }
    }

    /// Judges a press once the scan after it is over. The board then shows the position at the press.
    pub(crate) fn judge_press(&mut self, t: Millis) {
        let Some(waiting) = self.waiting else { return };
        if self.press_takes_up(t, waiting.by, waiting.t) || !self.is_followed() || !self.ready {
            self.waiting = None;
            return;
        }
        let mut left = std::mem::take(&mut self.left_pawns);
        left.note(&self.evidence(t), waiting.t, waiting.by, waiting.pawns);
        self.left_pawns = left;
        let evidence = self.evidence(t);
        let hyp = &self.engine.hyps[self.engine.best(&evidence).0];
        let standing = evidence.at(hyp);
        let diff = evidence.whole_diff(hyp);
        let own = diff & standing.board().by_color(waiting.by);
        let in_air =
            standing.turn() == waiting.by && !own.is_empty() && (diff & self.seen.occupied()).is_empty();
        if in_air && !waiting.waited {
            self.waiting = Some(WaitingPress { waited: true, ..waiting });
            self.timers.set(Timer::Press, t + IN_AIR_MS);
            return;
        }
        self.waiting = None;
        self.rest(t, Occasion::Press(waiting.by));
        self.give_press(waiting.by, waiting.t, true);
        self.show(t, Occasion::Press(waiting.by));
        self.bear_out_pressed(t, waiting.t);
        let evidence = self.evidence(t);
        let hyp = &self.engine.hyps[self.engine.best(&evidence).0];
        let turn = evidence.at(hyp).turn();
        if self.over.is_none()
            && turn == waiting.by
            && hyp.matched_ms.is_some()
            && evidence.unread(hyp).is_empty()
            && !self.was_pressed_for(waiting.t)
        {
            let ply = PlyNo::of_index(self.score.plies.len());
            self.events.push_back((t, GameEvent::PressWithoutMove { by: waiting.by, ply }));
        }
    }

    /// Returns whether the press at `pressed` completed one of the last `REMEMBERED` plies. True as well if the score
    /// has no plies. When players are short of time, more plies may follow before the press is judged.
    fn was_pressed_for(&self, pressed: Millis) -> bool {
        self.score.plies.is_empty()
            || self.score.plies.iter().rev().take(REMEMBERED).any(|ply| ply.pressed_ms == Some(pressed))
    }

    pub(crate) fn clock(&mut self, t: Millis, reading: ClockReading) {
        let before = self.score.clock;
        self.score.clock = Some(ClockFace { left_ms: reading.left_ms, running: reading.running, read_ms: t });
        if self.score.plies.is_empty() && self.score.clock_at_start.is_none() {
            self.score.clock_at_start = Some(reading.left_ms);
        }
        if self.score.plies.is_empty() && reading.running.is_some() {
            self.score.clock_started_ms.get_or_insert(t);
        }
        if reading.running.is_some() && before.is_none_or(|face| face.running.is_none()) {
            self.begin_with_clock(t);
        }
        // Of a clock that was never read before, a press told whose time ran.
        let was = before.map_or_else(|| self.presses.back().map(|note| !note.by), |face| face.running);
        self.watch_for_stop(t, was, reading);
        let bridged = self.bridge(t, Some(reading));
        if let (Some(was), Some(now)) = (before.and_then(|face| face.running), reading.running) {
            let told = self.presses.back().is_some_and(|note| note.by == was);
            if was != now && !told && !bridged {
                self.press(t, was);
            }
        }
        self.take_up_if_playing(t);
        self.note_unpressed(t, reading);
        let Some(note) = self.presses.back_mut() else { return };
        if reading.running != Some(note.by) {
            note.left_ms = Some(reading.left_ms[note.by]);
            self.note_times_left();
        }
    }

    /// Notes the time that a player had left when they made the last ply, if nobody has pressed for it. The time comes
    /// from a clock reading soon after the ply.
    fn note_unpressed(&mut self, t: Millis, reading: ClockReading) {
        let Some(last) = self.score.plies.last().filter(|last| last.pressed_ms.is_none()) else { return };
        let ply = PlyNo::of_index(self.score.plies.len() - 1);
        let (by, made_ms) = (self.score.mover(ply.index()), last.made_ms);
        let since_ms = t.saturating_sub(made_ms);
        let is_known = self.score.unpressed.is_some_and(|told| (told.ply, told.made_ms) == (ply, made_ms));
        if is_known || since_ms > UNPRESSED_MS || reading.running == Some(!by) {
            return;
        }
        let ran_ms = if reading.running == Some(by) { since_ms as u32 } else { 0 };
        let left_ms = reading.left_ms[by].saturating_add(ran_ms);
        self.score.unpressed = Some(Unpressed { ply, made_ms, left_ms });
    }

    /// Notes that somebody stopped the clock: the game is over, or the arbiter is at the table. A clock that shows zero
    /// has stopped by itself, and one that stands before the first move may be started after it.
    fn watch_for_stop(&mut self, t: Millis, was: Option<Color>, reading: ClockReading) {
        match (was, reading.running) {
            (Some(_), None) if self.score.plies.is_empty() && self.asked.is_empty() => {}
            (Some(_), None) if reading.left_ms.white > 0 && reading.left_ms.black > 0 => {
                self.stopped_ms = Some(t);
                self.restore_pressed(t, was);
                self.look_for_last_ply(t);
            }
            (Some(_), None) => self.fallen_ms = Some(t),
            (_, Some(_)) => {
                let (stopped, fallen) = (self.stopped_ms.take(), self.fallen_ms.take());
                if stopped.or(fallen).is_some() {
                    self.follow_again();
                    self.forget_last_ply(t);
                    self.timers.set(Timer::Settle, t + SETTLE_MS);
                }
            }
            (None, None) => {}
        }
    }

    /// Notes for the last plies the times that the clock showed at their presses. The clock repeats its time once a second.
    /// Only a different time is a change. A ply whose press turned out to be for the mover's next ply has none.
    pub(crate) fn note_times_left(&mut self) {
        for index in self.score.plies.len().saturating_sub(3)..self.score.plies.len() {
            let (pressed_ms, left_ms) = (self.score.plies[index].pressed_ms, self.score.plies[index].left_ms);
            let Some(note) = self.presses.iter().rev().find(|note| pressed_ms == Some(note.t)) else {
                continue;
            };
            let own_ms = self.score.press_ms(index).and(note.left_ms);
            if own_ms != left_ms {
                self.score.plies.at_mut(index).left_ms = own_ms;
            }
        }
    }
}
