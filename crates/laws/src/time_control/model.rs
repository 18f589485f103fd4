//! The model of a clock: the periods, the time that each press adds, and the time that the running side has used.
//!
//! The model follows presses and compares itself with readings. A clock shows whole seconds and is read with some
//! delay, so a small difference is normal. A difference greater than the slack that is seen twice in a row is a fact:
//!
//! ```text
//!   reading - model    about 0                          all is well; a little of it is forgiven at each press
//!                      about the next period's base     the clock has added it: the next period
//!                      about -k increments              after k presses that should have added one: missing
//!                      anything else                    somebody set the clock
//! ```
//! The model is a pure calculation on integer milliseconds and never uses floating point.

use super::{Mode, TimeControl};
use board::{ClockReading, Millis, Time};
use shakmaty::{ByColor, Color};

/// The greatest difference that is tolerated, in milliseconds. The display shows whole seconds, and a reading arrives
/// as late as the link makes it.
const SLACK_MS: i64 = 2_500;
/// The greatest difference, in milliseconds, at which every press so far certainly added the right time.
const RIGHT_MS: i64 = 1_000;
/// The longest time for which a running clock may show an unchanged time, in milliseconds, apart from a delay.
const FROZEN_MS: Millis = 6_000;
/// The time after a silence in which readings are accepted without a comparison, in milliseconds.
const SETTLE_MS: Millis = 3_000;
/// The number of readings after a silence that are accepted without a comparison. Clocks that report only changes
/// repeat old times first.
const TRUSTED: u8 = 3;
/// The part of a small difference that each press removes from the model, in milliseconds: small differences come from
/// late readings.
const FORGIVEN_MS: i64 = 300;

/// A fact that a reading showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// The clock gave the side the time of its next period.
    NextPeriod {
        /// The side that got the time.
        side: Color,
        /// The number of the new period; the first is 0.
        period: usize,
    },
    /// Some presses did not add the time that they should have added.
    MissingIncrement {
        /// The side whose time is missing.
        side: Color,
        /// The number of presses that added too little.
        presses: u32,
        /// The total time that is missing, in milliseconds.
        missing_ms: u32,
        /// The time that the clock should show, in milliseconds.
        expected_ms: u32,
        /// The time that the clock shows, in milliseconds.
        shown_ms: u32,
    },
    /// The time changed in a way that the running of the clock does not explain: somebody set the clock.
    SetByHand {
        /// The side whose time changed.
        side: Color,
        /// The time that the clock should show, in milliseconds.
        expected_ms: u32,
        /// The time that the clock shows, in milliseconds.
        shown_ms: u32,
    },
    /// The clock says that the time is running, but the time does not change.
    Frozen {
        /// The side whose time does not change.
        side: Color,
        /// The length of time for which the time has not changed, in milliseconds.
        for_ms: Millis,
    },
}

/// The time of one side.
#[derive(Debug, Clone, Copy, Default)]
struct Side {
    /// The time that the clock should show at the beginning of the side's turn, in milliseconds; `None` before the
    /// first reading.
    left_ms: Option<i64>,
    /// The side's thinking time in all periods together, in milliseconds.
    used_ms: Millis,
    /// The number of the side's period; the first is 0.
    period: usize,
    /// The number of presses since a reading last agreed with the model.
    presses: u32,
    /// A difference between reading and model that was seen only once so far, in milliseconds, and the instant at which
    /// it was seen.
    suspected: Option<(i64, Millis)>,
}

/// The model of one clock with the times of both sides.
#[derive(Debug, Clone)]
pub struct ClockModel {
    control: TimeControl,
    sides: ByColor<Side>,
    /// The side whose clock is running, and the instant since which it has been running; `None` if both clocks are
    /// stopped.
    running: Option<(Color, Millis)>,
    /// The running side, the time that the clock shows for it, and the instant since which it has shown that time.
    shown: Option<(Color, u32, Millis)>,
    /// The instant until which readings are accepted without a comparison; `None` until the next reading, which
    /// determines it.
    trusts_until_ms: Option<Millis>,
    /// The number of further readings that are accepted without a comparison.
    trusts: u8,
    /// Set if both clocks stood since the last press.
    stood: bool,
}

impl ClockModel {
    /// Creates the model of a clock that has not been read yet.
    pub fn new(control: TimeControl) -> ClockModel {
        ClockModel {
            control,
            sides: ByColor::default(),
            running: None,
            shown: None,
            trusts_until_ms: None,
            trusts: 0,
            stood: false,
        }
    }

    /// Returns the time control of the model.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Compares the clock's setting before the first move with the time control. Returns the time that each side should
    /// show; `None` if the setting is right. The clock may already have added the first increment.
    pub fn wrong_setting(control: &TimeControl, shown: ByColor<u32>) -> Option<u32> {
        let first = control.periods.first()?;
        let base_ms = first.base_s.saturating_mul(1000);
        let added_ms = match first.mode {
            Mode::Cumulative => first.increment_s.saturating_mul(1000),
            Mode::Delay | Mode::Bronstein => 0,
        };
        let fits = |shown: u32| {
            [base_ms, base_ms.saturating_add(added_ms)].iter().any(|right| shown.abs_diff(*right) <= 1_000)
        };
        (!fits(shown.white) || !fits(shown.black)).then_some(base_ms)
    }

    /// Returns the time that a press adds after this thinking time, and the time that the thinking takes, in
    /// milliseconds.
    fn turn(&self, side: Color, spent_ms: Millis) -> (i64, i64) {
        let period = &self.control.periods[self.sides[side].period.min(self.control.periods.len() - 1)];
        let given_ms = i64::from(period.increment_s) * 1000;
        let spent_ms = i64::try_from(spent_ms).unwrap_or(i64::MAX);
        match period.mode {
            Mode::Cumulative => (given_ms, spent_ms),
            Mode::Delay => (0, (spent_ms - given_ms).max(0)),
            Mode::Bronstein => (given_ms.min(spent_ms), spent_ms),
        }
    }

    /// Returns the time that the clock should show for a side at an instant, in milliseconds; `None` before the first
    /// reading.
    pub fn expected_ms(&self, side: Color, t_ms: Millis) -> Option<i64> {
        let left_ms = self.sides[side].left_ms?;
        let spent_ms = match self.running {
            Some((running, since)) if running == side => self.turn(side, t_ms.saturating_sub(since)).1,
            Some(_) | None => 0,
        };
        Some((left_ms - spent_ms).max(0))
    }

    /// Returns the time that the clock should show, in whole seconds, with its error: the slack, within which no
    /// difference is reported, plus the rounding.
    pub fn told(expected_ms: u32) -> Time {
        let error_ms = u32::try_from(SLACK_MS).unwrap_or(u32::MAX).saturating_add(500);
        Time {
            t_ms: (Millis::from(expected_ms) + 500) / 1_000 * 1_000,
            early_ms: error_ms,
            late_ms: error_ms,
        }
    }

    /// Returns the thinking time of a side in all periods together, in milliseconds.
    pub fn used_ms(&self, side: Color, t_ms: Millis) -> Millis {
        let turn_ms = match self.running {
            Some((running, since)) if running == side => t_ms.saturating_sub(since),
            Some(_) | None => 0,
        };
        self.sides[side].used_ms + turn_ms
    }

    /// Returns the number of the period that a side is in; the first is 0. The last period covers all remaining moves.
    pub fn period(&self, side: Color) -> usize {
        self.sides[side].period
    }

    /// Handles a press by a side.
    pub fn press(&mut self, t_ms: Millis, by: Color) {
        if self.running.is_some_and(|(running, _)| running == by) {
            self.end_turn(t_ms, true);
        }
        self.run(t_ms, Some(!by));
    }

    /// Handles the loss of the link. The clock may do anything while the link is lost, so the next readings are
    /// accepted without a comparison.
    pub fn lose(&mut self) {
        for color in Color::ALL {
            self.sides[color].left_ms = None;
            self.sides[color].suspected = None;
        }
        self.shown = None;
        self.trusts_until_ms = None;
        self.trusts = TRUSTED;
    }

    /// Handles a reading, and returns the facts that it shows.
    pub fn read(&mut self, t_ms: Millis, reading: &ClockReading) -> Vec<Fact> {
        let before = self.running.map(|(side, _)| side);
        if before != reading.running {
            // If a reading shows that the other side's time is running now, the clock was pressed even if no press was
            // reported.
            let pressed = matches!((before, reading.running), (Some(was), Some(now)) if was != now);
            self.end_turn(t_ms, pressed);
            self.run(t_ms, reading.running);
        }
        self.stood |= reading.running.is_none();
        // The first readings after a restored link may be old readings.
        let early = t_ms < *self.trusts_until_ms.get_or_insert(t_ms + SETTLE_MS);
        if early || self.trusts > 0 {
            self.trusts = self.trusts.saturating_sub(1);
            for side in Color::ALL {
                self.set(side, t_ms, reading.left_ms[side]);
            }
            return Vec::new();
        }
        let mut facts: Vec<Fact> = Color::ALL
            .into_iter()
            .filter_map(|side| self.compare(t_ms, side, reading.left_ms[side]))
            .collect();
        facts.extend(self.frozen(t_ms, reading));
        facts
    }

    fn run(&mut self, t_ms: Millis, side: Option<Color>) {
        self.running = side.map(|side| (side, t_ms));
        self.shown = None;
    }

    fn end_turn(&mut self, t_ms: Millis, pressed: bool) {
        let Some((side, since)) = self.running.take() else { return };
        let spent_ms = t_ms.saturating_sub(since);
        let (added_ms, taken_ms) = self.turn(side, spent_ms);
        let time = &mut self.sides[side];
        time.used_ms += spent_ms;
        if pressed {
            time.presses += 1;
            self.stood = false;
        }
        let added_ms = if pressed { added_ms } else { 0 };
        time.left_ms = time.left_ms.map(|left| (left - taken_ms).max(0) + added_ms);
    }

    fn compare(&mut self, t_ms: Millis, side: Color, shown_ms: u32) -> Option<Fact> {
        let Some(expected) = self.expected_ms(side, t_ms) else {
            self.set(side, t_ms, shown_ms);
            return None;
        };
        let difference = i64::from(shown_ms) - expected;
        // A clock that has reached zero stays there and adds no time.
        if shown_ms == 0 && difference < 0 {
            self.set(side, t_ms, shown_ms);
            return None;
        }
        if difference.abs() <= SLACK_MS {
            let time = &mut self.sides[side];
            time.suspected = None;
            if time.presses > 0 && self.running.is_none_or(|(running, _)| running != side) {
                if difference.abs() <= RIGHT_MS {
                    time.presses = 0;
                }
                time.left_ms = time.left_ms.map(|left| left + difference.clamp(-FORGIVEN_MS, FORGIVEN_MS));
            }
            return None;
        }
        if difference > 0 && self.stands(side, shown_ms) {
            return None;
        }
        let next = self.sides[side].period + 1;
        let added = self.control.periods.get(next).map(|period| i64::from(period.base_s) * 1000);
        if added.is_some_and(|added| (difference - added).abs() <= SLACK_MS) {
            self.set(side, t_ms, shown_ms);
            self.sides[side].period = next;
            return Some(Fact::NextPeriod { side, period: next });
        }
        match self.sides[side].suspected {
            Some((seen, since)) if (seen - difference).abs() <= SLACK_MS => {
                if t_ms < since + 1_000 {
                    return None;
                }
            }
            Some(_) | None => {
                self.sides[side].suspected = Some((difference, t_ms));
                return None;
            }
        }
        let fact = self.judge(side, expected, difference, shown_ms);
        self.set(side, t_ms, shown_ms);
        Some(fact)
    }

    fn judge(&self, side: Color, expected: i64, difference: i64, shown_ms: u32) -> Fact {
        let expected_ms = u32::try_from(expected).unwrap_or(0);
        let time = &self.sides[side];
        let period = &self.control.periods[time.period.min(self.control.periods.len() - 1)];
        let each = i64::from(period.increment_s) * 1000;
        // The difference is about one increment, or about several if several presses were not compared.
        if period.mode == Mode::Cumulative && each > 0 && difference < 0 {
            let presses = (-difference + each / 2) / each;
            let fits = presses >= 1 && (difference + presses * each).abs() <= SLACK_MS.min(each);
            // A clock that does not add increments lacks one increment after each press. A difference that builds up
            // over many presses comes from late readings.
            // Once both clocks stood, somebody may have set them: then only a press that was not compared yet counts.
            let since = i64::from(if self.stood { time.presses } else { time.presses.max(1) });
            if fits && presses <= since && 2 * presses >= since {
                let presses = u32::try_from(presses).unwrap_or(u32::MAX);
                let missing_ms = u32::try_from(-difference).unwrap_or(u32::MAX);
                return Fact::MissingIncrement { side, presses, missing_ms, expected_ms, shown_ms };
            }
        }
        Fact::SetByHand { side, expected_ms, shown_ms }
    }

    /// Takes the time that the clock shows as right from this instant on.
    fn set(&mut self, side: Color, t_ms: Millis, shown_ms: u32) {
        let used_now = match self.running {
            Some((running, since)) if running == side => self.turn(side, t_ms.saturating_sub(since)).1,
            Some(_) | None => 0,
        };
        let time = &mut self.sides[side];
        time.left_ms = Some(i64::from(shown_ms) + used_now);
        time.presses = 0;
        time.suspected = None;
    }

    /// Returns whether the clock already showed this time for the running side before. If it did, nobody has set the
    /// clock.
    fn stands(&self, side: Color, shown_ms: u32) -> bool {
        self.shown.is_some_and(|(running, shown, _)| running == side && shown == shown_ms)
    }

    /// Returns the fact that a running clock has shown an unchanged time for too long; `None` if it has not. During a
    /// delay the time may stay unchanged.
    fn frozen(&mut self, t_ms: Millis, reading: &ClockReading) -> Option<Fact> {
        let side = reading.running?;
        let left_ms = reading.left_ms[side];
        match self.shown {
            Some((same, shown, since)) if same == side && shown == left_ms => {
                let period =
                    &self.control.periods[self.sides[side].period.min(self.control.periods.len() - 1)];
                let delay_ms = match period.mode {
                    Mode::Delay => Millis::from(period.increment_s) * 1000,
                    Mode::Cumulative | Mode::Bronstein => 0,
                };
                let for_ms = t_ms.saturating_sub(since);
                if left_ms == 0 || for_ms < FROZEN_MS + delay_ms {
                    return None;
                }
                // Each freeze is reported once.
                self.shown = Some((side, left_ms, Millis::MAX));
                Some(Fact::Frozen { side, for_ms })
            }
            Some(_) | None => {
                self.shown = Some((side, left_ms, t_ms));
                None
            }
        }
    }
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
