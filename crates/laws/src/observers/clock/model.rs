//! What a clock should show: the periods, what each press adds, what the running side has used.
//!
//! The model follows presses and readings, and compares. A clock shows whole seconds and is read with some delay, so it is
//! never exact; what differs by more than the slack, twice in a row, is a fact:
//!
//! ```text
//!   reading - model    about 0                          all is well; a little of it is forgiven at each press
//!                      about the next period's base     the clock has added it: the next period
//!                      about -k increments              after k presses that should have added one: missing
//!                      anything else                    somebody set the clock
//! ```
//! A pure calculation: times in milliseconds, never a float.

use crate::{TimeControl, time_control::Mode};
use board::{ClockReading, Millis, Time};
use shakmaty::{ByColor, Color};

/// Seconds shown are whole, and the reading is as late as the link.
const SLACK_MS: i64 = 2_500;
/// Nearer than this the presses so far have added what they should.
const RIGHT_MS: i64 = 1_000;
/// A running clock that shows the same time for longer than this, the delay apart, stands still.
const FROZEN_MS: Millis = 6_000;
/// How long the readings after a silence are taken as they are.
const SETTLE_MS: Millis = 3_000;
/// And how many of them: clocks that speak only when something changes repeat old times first.
const TRUSTED: u8 = 3;
/// So much of a small difference is forgiven at a press, where it came from reading late.
const FORGIVEN_MS: i64 = 300;

/// What a reading showed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fact {
    /// The clock gave the side the time of its next period.
    NextPeriod {
        /// Whose.
        side: Color,
        /// Which one; the first is 0.
        period: usize,
    },
    /// So many presses did not add what they should have.
    MissingIncrement {
        /// Whose.
        side: Color,
        /// How many.
        presses: u32,
        /// What is missing in all.
        missing_ms: u32,
        /// What the clock should show.
        expected_ms: u32,
        /// What it shows.
        shown_ms: u32,
    },
    /// The time changed otherwise than by running: somebody set it.
    SetByHand {
        /// Whose.
        side: Color,
        /// What the clock should show.
        expected_ms: u32,
        /// What it shows.
        shown_ms: u32,
    },
    /// The time is said to run and stands still.
    Frozen {
        /// Whose.
        side: Color,
        /// For how long.
        for_ms: Millis,
    },
}

/// One side's time.
#[derive(Debug, Clone, Copy, Default)]
struct Side {
    /// What the clock should show when its turn began; none before the first reading.
    left_ms: Option<i64>,
    /// Thinking time, all periods together.
    used_ms: Millis,
    /// Which period; the first is 0.
    period: usize,
    /// Presses since the clock was last found right.
    presses: u32,
    /// A difference seen once, and when.
    suspected: Option<(i64, Millis)>,
}

/// The model of one clock.
#[derive(Debug, Clone)]
pub struct ClockModel {
    control: TimeControl,
    sides: ByColor<Side>,
    /// Whose time runs, and since when.
    running: Option<(Color, Millis)>,
    /// The running side's time as first shown like that, and since when.
    shown: Option<(Color, u32, Millis)>,
    /// Readings are taken as they are until then; none where that begins with the next one.
    trusts_until_ms: Option<Millis>,
    /// So many more are taken as they are.
    trusts: u8,
}

impl ClockModel {
    /// A clock that was not read yet.
    pub fn new(control: TimeControl) -> ClockModel {
        ClockModel {
            control,
            sides: ByColor::default(),
            running: None,
            shown: None,
            trusts_until_ms: None,
            trusts: 0,
        }
    }

    /// What it is a model of.
    pub fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The first reading of a clock that shows something else than it should before the first move: what it should
    /// show. A clock may already have added the first increment.
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

    /// What a press adds after so long a think, and what the think takes off.
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

    /// The time a side should show now; none before the first reading.
    pub fn expected_ms(&self, side: Color, t_ms: Millis) -> Option<i64> {
        let left_ms = self.sides[side].left_ms?;
        let spent_ms = match self.running {
            Some((running, since)) if running == side => self.turn(side, t_ms.saturating_sub(since)).1,
            Some(_) | None => 0,
        };
        Some((left_ms - spent_ms).max(0))
    }

    /// What a clock should show, to the second, with its error: the slack, of which nothing is told, and the rounding.
    pub fn told(expected_ms: u32) -> Time {
        let error_ms = u32::try_from(SLACK_MS).unwrap_or(u32::MAX).saturating_add(500);
        Time {
            t_ms: (Millis::from(expected_ms) + 500) / 1_000 * 1_000,
            early_ms: error_ms,
            late_ms: error_ms,
        }
    }

    /// Thinking time of a side, all periods together.
    pub fn used_ms(&self, side: Color, t_ms: Millis) -> Millis {
        let turn_ms = match self.running {
            Some((running, since)) if running == side => t_ms.saturating_sub(since),
            Some(_) | None => 0,
        };
        self.sides[side].used_ms + turn_ms
    }

    /// The period a side is in; the first is 0. The last one is for all the remaining moves.
    pub fn period(&self, side: Color) -> usize {
        self.sides[side].period
    }

    /// This side pressed.
    pub fn press(&mut self, t_ms: Millis, by: Color) {
        if self.running.is_some_and(|(running, _)| running == by) {
            self.end_turn(t_ms, true);
        }
        self.run(t_ms, Some(!by));
    }

    /// The link was lost: what happened meanwhile is unknown, and the next reading is taken as it is.
    pub fn lose(&mut self) {
        for color in Color::ALL {
            self.sides[color].left_ms = None;
            self.sides[color].suspected = None;
        }
        self.shown = None;
        self.trusts_until_ms = None;
        self.trusts = TRUSTED;
    }

    /// Takes a reading; says what does not fit.
    pub fn read(&mut self, t_ms: Millis, reading: &ClockReading) -> Vec<Fact> {
        let before = self.running.map(|(side, _)| side);
        if before != reading.running {
            // A lever seen only in the reading is a press if the other side's time runs now.
            let pressed = matches!((before, reading.running), (Some(was), Some(now)) if was != now);
            self.end_turn(t_ms, pressed);
            self.run(t_ms, reading.running);
        }
        // The first readings of a link that came back may still be those from before.
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
        // A clock at nought stands there, and adds nothing any more.
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
        // A difference of about one increment, or of several where several presses were not looked at.
        if period.mode == Mode::Cumulative && each > 0 && difference < 0 {
            let presses = (-difference + each / 2) / each;
            let fits = presses >= 1 && (difference + presses * each).abs() <= SLACK_MS.min(each);
            // A clock that does not add lacks it at one press after the other; what has gathered over many was read late.
            let since = i64::from(time.presses.max(1));
            if fits && presses <= since && 2 * presses >= since {
                let presses = u32::try_from(presses).unwrap_or(u32::MAX);
                let missing_ms = u32::try_from(-difference).unwrap_or(u32::MAX);
                return Fact::MissingIncrement { side, presses, missing_ms, expected_ms, shown_ms };
            }
        }
        Fact::SetByHand { side, expected_ms, shown_ms }
    }

    /// Takes what the clock shows for right from here on.
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

    /// Whether the side's running time has shown this since before: a clock that stands is not one that was set.
    fn stands(&self, side: Color, shown_ms: u32) -> bool {
        self.shown.is_some_and(|(running, shown, _)| running == side && shown == shown_ms)
    }

    /// A time that is said to run and shows the same for too long. During a delay it may.
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
                // Told once for each time it stands.
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
