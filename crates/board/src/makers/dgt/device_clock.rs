//! The clock of a simulated board: its settings, and its display at any later instant.

use super::clock::{Bwtime, ClockReport, Side, SideTime};
use crate::Millis;
use shakmaty::{ByColor, Color};

/// The state of a clock at one instant. A running time goes on by itself until the clock is set again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockState {
    /// The time left for each side, in milliseconds.
    pub left_ms: ByColor<u32>,
    /// The side whose time is running; `None` while both times are stopped.
    pub running: Option<Color>,
    /// The side whose time would run according to the position of the lever: the opponent of the side that pressed
    /// last.
    pub lever: Color,
}

/// A clock, and the instant at which it was set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DeviceClock {
    state: ClockState,
    set_ms: Millis,
}

impl DeviceClock {
    pub(super) fn new(state: ClockState, set_ms: Millis) -> DeviceClock {
        DeviceClock { state, set_ms }
    }

    /// Returns the state of the clock at `t`.
    pub(super) fn state(&self, t: Millis) -> ClockState {
        let mut state = self.state;
        if let Some(color) = state.running {
            let gone = t.saturating_sub(self.set_ms).min(u64::from(u32::MAX)) as u32;
            let left_ms = state.left_ms.get_mut(color);
            *left_ms = left_ms.saturating_sub(gone);
            if *left_ms == 0 {
                // The flag has fallen, so the clock stops.
                state.running = None;
            }
        }
        state
    }

    /// Returns the report about the clock that the board makes at `t`.
    pub(super) fn report(&self, t: Millis, rotated: bool) -> ClockReport {
        let state = self.state(t);
        let (left, right) = if rotated { (Color::Black, Color::White) } else { (Color::White, Color::Black) };
        let shown = |color: Color| {
            let left_ms = *state.left_ms.get(color);
            // The display shows 5:00 until a whole second has passed.
            SideTime { fallen: left_ms == 0, ..SideTime::from_seconds(left_ms.div_ceil(1000)) }
        };
        let active = if state.lever == left { Side::Left } else { Side::Right };
        ClockReport::Time(Bwtime {
            left: shown(left),
            right: shown(right),
            running: state.running.is_some(),
            active,
            battery_low: false,
            turn_bits: match active {
                Side::Left => 0b01,
                Side::Right => 0b10,
            },
        })
    }

    /// Returns the instant after `t` at which the display next changes; `None` while the times are stopped.
    pub(super) fn next_change(&self, t: Millis) -> Option<Millis> {
        let state = self.state(t);
        let left_ms = *state.left_ms.get(state.running?);
        let rest = match left_ms % 1000 {
            0 => 1000,
            rest => rest,
        };
        Some(t + Millis::from(rest))
    }

    /// Carries out a set-and-run message, in which the sides are left and right.
    pub(super) fn set_and_run(&mut self, t: Millis, rotated: bool, sides: [[u8; 3]; 2], flags: u8) {
        let [left_ms, right_ms] =
            sides.map(|[h, m, s]| (u32::from(h & 0x0f) * 3600 + u32::from(m) * 60 + u32::from(s)) * 1000);
        let (left, right) = if rotated { (Color::Black, Color::White) } else { (Color::White, Color::Black) };
        let mut state = ClockState { running: None, ..self.state(t) };
        *state.left_ms.get_mut(left) = left_ms;
        *state.left_ms.get_mut(right) = right_ms;
        if flags & 0x04 == 0 {
            state.running = match flags & 0x03 {
                0x01 => Some(left),
                0x02 => Some(right),
                _ => None,
            };
        }
        *self = DeviceClock::new(state, t);
    }
}
