//! The clock as the interpreter hears it: readings, presses, fallen flags.
//!
//! Invariant: a press is reported before the clock reading of its message. The lever is ignored while the squares
//! cannot be seen, or while the stance is held because the orientation is unknown.

use super::Interpreter;
use crate::makers::dgt::clock::{Bwtime, Side, SideTime};
use crate::{BoardEvent, ClockReading, Millis};
use shakmaty::{ByColor, Color};

impl Interpreter {
    /// Handles a turn of the lever from the board's memory: the halted side had `left_s` seconds left.
    pub(in crate::makers::dgt) fn turn_lever(&mut self, t: Millis, halted: Side, left_s: u32) {
        let Some(mut time) = self.clock else { return };
        if time.active != halted {
            // A press is missing from the board's memory because it followed too fast to be recorded. It must have
            // happened, at an unknown time.
            self.handle_clock(
                t,
                Bwtime { active: halted, turn_bits: time.turn_bits ^ 0b11, running: true, ..time },
            );
            time.turn_bits ^= 0b11;
        }
        let shown = SideTime::from_seconds(left_s);
        match halted {
            Side::Left => time.left = SideTime { per_move: time.left.per_move, ..shown },
            Side::Right => time.right = SideTime { per_move: time.right.per_move, ..shown },
        }
        time.active = halted.other();
        time.running = true;
        time.turn_bits ^= 0b11;
        self.handle_clock(t, time);
    }

    pub(super) fn handle_clock(&mut self, t: Millis, time: Bwtime) {
        if !is_plausible(&time, self.clock.as_ref()) {
            self.invalid_readings += 1;
            return;
        }
        let before = self.clock.replace(time);
        // A turn of the lever while both times are stopped is no press: it happens when clocks are set up.
        let pressed =
            before.filter(|before| before.active != time.active && (before.running || time.running));
        if self.stance.is_held() {
            if pressed.is_some() {
                self.stance.press();
                self.look(t);
            }
            return;
        }
        // Before a first dump nobody knows whose side of the clock this is. The reading that comes with the squares tells who
        // is to move.
        let is_sided = !self.blind || self.stance.told().is_some();
        if let Some(before) = pressed.filter(|_| is_sided) {
            self.report(t, BoardEvent::Press(self.color(before.active)));
        }
        if self.blind {
            // The clock is reported later, together with the squares, because without them the lever has no meaning.
            return;
        }
        let shown = |time: Bwtime| (time.left.left_ms(), time.right.left_ms(), time.running, time.active);
        if before.map(shown) != Some(shown(time)) {
            self.report_clock(t, &time);
        }
        let flag_before = |side| before.is_some_and(|before| side_time(&before, side).flag());
        for side in [Side::Left, Side::Right] {
            if side_time(&time, side).flag() && !flag_before(side) {
                self.report(t, BoardEvent::Flag(self.color(side)));
            }
        }
    }

    pub(super) fn report_clock(&mut self, t: Millis, time: &Bwtime) {
        let left_ms = match self.color(Side::Left) {
            Color::White => ByColor { white: time.left.left_ms(), black: time.right.left_ms() },
            Color::Black => ByColor { white: time.right.left_ms(), black: time.left.left_ms() },
        };
        let lever = Some(self.color(time.active));
        let running = lever.filter(|_| time.running);
        self.report(t, BoardEvent::Clock(ClockReading { left_ms, running, lever }));
    }

    /// Returns the colour that sits on this side of the clock.
    fn color(&self, side: Side) -> Color {
        self.orientation().player(Color::from_white(side == Side::Left))
    }
}

/// Returns whether a reading is plausible. Two kinds are not: the all-zero readings that some boards send after a
/// clock command, and readings in which the lever changed but not the turn bits (one of the bits was damaged).
fn is_plausible(time: &Bwtime, before: Option<&Bwtime>) -> bool {
    let shows_anything = |side: Side| {
        let shown = side_time(time, side);
        shown.left_ms() > 0 || shown.flag() || shown.per_move
    };
    let is_all_zero = !time.running
        && time.active == Side::Left
        && time.turn_bits == 0
        && !shows_anything(Side::Left)
        && !shows_anything(Side::Right);
    let contradicts_itself = before.is_some_and(|before| {
        before.active != time.active
            && before.turn_bits == time.turn_bits
            && matches!(time.turn_bits, 0b01 | 0b10)
    });
    !is_all_zero && !contradicts_itself
}

fn side_time(time: &Bwtime, side: Side) -> SideTime {
    match side {
        Side::Left => time.left,
        Side::Right => time.right,
    }
}
