//! Tests of the model with clocks that are right, set wrongly, reset by hand, or frozen.

use super::{ClockModel, Fact};
use crate::TimeControl;
use board::{ClockReading, Millis};
use shakmaty::{ByColor, Color};

/// A clock for tests. It follows the time control, except that it can be made to leave out increments.
struct Clock {
    model: ClockModel,
    left_ms: ByColor<i64>,
    running: Color,
    now: Millis,
    facts: Vec<Fact>,
}

fn control(text: &str) -> TimeControl {
    TimeControl::parse(text).expect("it is a time control").expect("it is known")
}

impl Clock {
    fn new(text: &str, base_ms: i64) -> Clock {
        let mut clock = Clock {
            model: ClockModel::new(control(text)),
            left_ms: ByColor { white: base_ms, black: base_ms },
            running: Color::White,
            now: 10_000,
            facts: Vec::new(),
        };
        clock.read();
        clock
    }

    /// Passes the time for which a side thinks. The clock is read every second. `falls` returns the milliseconds by
    /// which the clock's time falls in a given second.
    fn think(&mut self, seconds: u64, falls: impl Fn(u64) -> i64) {
        for second in 1..=seconds {
            self.now += 1000;
            self.left_ms[self.running] -= falls(second);
            self.read();
        }
    }

    fn press(&mut self, adds_ms: i64) {
        self.model.press(self.now, self.running);
        self.left_ms[self.running] += adds_ms;
        self.running = !self.running;
        self.read();
    }

    fn read(&mut self) {
        // The time shown is rounded down to whole seconds, as on a real clock.
        let shown = self.left_ms.map(|left| u32::try_from(left / 1000 * 1000).expect("time is left"));
        let reading = ClockReading { left_ms: shown, running: Some(self.running), lever: None };
        self.facts.extend(self.model.read(self.now, &reading));
    }
}

#[test]
fn a_clock_that_does_what_it_should_is_never_accused() {
    let mut fischer = Clock::new("90*60+30", 5_400_000);
    let mut bronstein = Clock::new("90*60b10", 5_400_000);
    let mut delay = Clock::new("90*60d10", 5_400_000);
    let mut plain = Clock::new("90*60", 5_400_000);
    for turn in 1..80 {
        let seconds = turn * 7 % 23;
        for (clock, adds) in [
            (&mut fischer, 30_000),
            (&mut bronstein, 10_000.min(1000 * i64::try_from(seconds).expect("small"))),
            (&mut plain, 0),
        ] {
            clock.think(seconds, |_| 1000);
            clock.press(adds);
        }
        // The display does not change for ten seconds after each press (scenario S110).
        delay.think(seconds, |second| if second > 10 { 1000 } else { 0 });
        delay.press(0);
    }
    for clock in [fischer, bronstein, delay, plain] {
        assert_eq!(clock.facts, [], "{:?}", clock.model.control);
    }
}

#[test]
fn a_press_that_adds_nothing_is_told_once() {
    let mut clock = Clock::new("90*60+30", 5_400_000);
    clock.think(20, |_| 1000);
    clock.press(30_000);
    clock.think(15, |_| 1000);
    clock.press(0);
    clock.think(10, |_| 1000);
    let [Fact::MissingIncrement { side: Color::Black, presses: 1, missing_ms, .. }] = clock.facts[..] else {
        panic!("{:?}", clock.facts);
    };
    assert!((29_000..=31_000).contains(&missing_ms), "{missing_ms}");
}

#[test]
fn small_increments_are_missed_after_a_few_presses() {
    let mut clock = Clock::new("3*60+2", 180_000);
    for _ in 0..8 {
        clock.think(3, |_| 1000);
        clock.press(0);
    }
    clock.think(3, |_| 1000);
    assert!(
        clock.facts.iter().all(|fact| matches!(fact, Fact::MissingIncrement { presses: 1..=3, .. }))
            && clock.facts.len() >= 2,
        "{:?}",
        clock.facts
    );
}

#[test]
fn time_added_by_the_arbiter_is_seen_as_set_by_hand() {
    let mut clock = Clock::new("90*60+30", 5_400_000);
    clock.think(20, |_| 1000);
    clock.left_ms.black += 120_000;
    clock.think(5, |_| 1000);
    let [Fact::SetByHand { side: Color::Black, expected_ms: 5_400_000, shown_ms: 5_520_000 }] =
        clock.facts[..]
    else {
        panic!("{:?}", clock.facts);
    };
}

#[test]
fn the_next_period_is_recognised() {
    let mut clock = Clock::new("40/90*60+30:30*60+30", 20_000);
    clock.think(20, |_| 1000);
    clock.left_ms.white += 1_800_000;
    clock.think(3, |_| 1000);
    assert_eq!(clock.facts, [Fact::NextPeriod { side: Color::White, period: 1 }]);
    assert_eq!(clock.model.period(Color::White), 1);
}

#[test]
fn a_time_that_should_run_and_stands_is_told() {
    let mut plain = Clock::new("90*60", 5_400_000);
    plain.think(20, |_| 0);
    assert!(matches!(plain.facts[..], [Fact::Frozen { side: Color::White, .. }, ..]), "{:?}", plain.facts);
}

#[test]
fn after_a_lost_link_the_clock_is_taken_as_it_is() {
    let mut clock = Clock::new("90*60+30", 5_400_000);
    clock.think(5, |_| 1000);
    clock.model.lose();
    clock.now += 40_000;
    clock.left_ms.white -= 25_000;
    clock.left_ms.black -= 13_000;
    clock.think(5, |_| 1000);
    assert_eq!(clock.facts, []);
}

#[test]
fn the_first_setting_is_compared_with_the_control() {
    let both = |white, black| ByColor { white, black };
    let found = |text, shown| ClockModel::wrong_setting(&control(text), shown);
    assert_eq!(found("90*60+30", both(5_400_000, 5_400_000)), None);
    assert_eq!(found("90*60+30", both(5_430_000, 5_430_000)), None);
    assert_eq!(found("90*60+30", both(5_400_000, 4_800_000)), Some(5_400_000));
    assert_eq!(found("90*60d30", both(5_430_000, 5_430_000)), Some(5_400_000));
    assert_eq!(found("40/2*3600:3600", both(7_200_000, 7_200_000)), None);
}
