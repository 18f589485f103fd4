//! The number of presses of the clock while the link was lost. Each press adds an increment, so the number follows from
//! the sum of both times before and after the loss, and from the time between.

use crate::{
    ClockFace,
    lines::{costs, paths::Next},
};
use board::{ClockReading, Millis};
use shakmaty::{ByColor, Color};

/// What is known of the presses while the link was lost.
#[derive(Debug, Clone)]
pub(crate) enum MissedPresses {
    /// The clock's times show the number of presses.
    Counted {
        /// The side whose time ran before the first of these presses.
        first: Color,
        /// The possible numbers of presses, lowest first. The list is never empty.
        counts: Vec<usize>,
    },
    /// Only the side whose time runs now is known. This side shows whether the number of presses is even or odd.
    Turn(Color),
    /// Nothing is known of the presses.
    Unknown,
}

/// The tolerance for the sum of both times, in milliseconds. Each time is shown in whole seconds before and after the
/// gap, and the clock may run faster or slower than journal time.
const BALANCE_MS: i64 = 2_300;
/// The greatest number of presses considered.
const COUNT_MAX: usize = 10;
/// The greatest number of plies looked for if their number is not known.
const UNCOUNTED_MAX: usize = 8;

impl MissedPresses {
    /// Counts the presses between the clock reading `before` and the reading `now` at `t`, except for `heard` presses
    /// that the board reported. Returns `Unknown` if the times do not show the presses: there is no increment, or a
    /// person set the times. A clock that was stopped at one of the readings may have been stopped for any part of the
    /// time between them. If the clock was stopped at `before`, `starts` is the side whose time runs first.
    pub(crate) fn between(
        before: ClockFace,
        heard: usize,
        starts: Option<Color>,
        now: ClockReading,
        t: Millis,
        increment_ms: u32,
    ) -> MissedPresses {
        let Some(first) = before.running.or(starts) else { return MissedPresses::Unknown };
        if increment_ms == 0 || now.left_ms.white == 0 || now.left_ms.black == 0 {
            return MissedPresses::Unknown;
        }
        let sum = |left: ByColor<u32>| i64::from(left.white) + i64::from(left.black);
        let gone = i64::try_from(t.saturating_sub(before.read_ms)).unwrap_or(i64::MAX / 4);
        let gained = sum(now.left_ms) - sum(before.left_ms) + gone;
        let stood = if now.running.is_some() && before.running.is_some() { 0 } else { gone };
        let may_be = |count: &usize| {
            let rest = gained - i64::from(increment_ms) * i64::try_from(*count).unwrap_or(i64::MAX);
            let turns = now.running.is_none_or(|last| (first == last) == count.is_multiple_of(2));
            turns && (-BALANCE_MS..=BALANCE_MS + stood).contains(&rest)
        };
        let counts = (heard..=heard + COUNT_MAX).filter(may_be);
        let counts: Vec<usize> = counts.map(|count| count - heard).collect();
        let first = if heard.is_multiple_of(2) { first } else { !first };
        if counts.is_empty() { MissedPresses::Unknown } else { MissedPresses::Counted { first, counts } }
    }

    /// Compares the presses with `plies` new plies after a line that leaves `turn` to move. Returns how many of these
    /// plies were followed by a press, and the cost of presses without a ply and of plies without a press.
    pub(crate) fn pressed(&self, turn: Color, plies: usize) -> (usize, u32) {
        let many = |plies: usize| u32::try_from(plies).unwrap_or(u32::MAX / 64);
        let uncounted = many(plies) * costs::PLY + many(plies.saturating_sub(1)) * costs::UNCOUNTED;
        let (first, counts) = match self {
            MissedPresses::Counted { first, counts } => (first, counts),
            MissedPresses::Turn(runs) => {
                let waits = usize::from(!is_turn_of(*runs, turn, plies));
                return (plies.saturating_sub(waits), uncounted);
            }
            MissedPresses::Unknown => return (0, uncounted),
        };
        let pending = usize::from(turn != *first);
        let price = |&count: &usize| {
            let idle = count.saturating_sub(plies + pending);
            let unpressed = (plies + pending).saturating_sub(count + 1);
            let to_come = if plies + pending > count { costs::PRESS_TO_COME } else { 0 };
            let cost = many(idle) * costs::IDLE_PRESS + many(unpressed) * costs::UNPRESSED + to_come;
            (count.saturating_sub(pending).min(plies), cost)
        };
        counts.iter().map(price).min_by_key(|&(_, cost)| cost).unwrap_or((0, 0))
    }

    /// Returns the numbers of plies that may have been made after a line that leaves `turn` to move, likeliest first,
    /// each with the part of the next move that the reading may show.
    pub(crate) fn lengths(&self, turn: Color) -> Vec<(usize, Next)> {
        let (first, counts) = match self {
            MissedPresses::Counted { first, counts } => (first, counts),
            // A press that is on its way may be reported after the first piece of the next move.
            MissedPresses::Turn(_) | MissedPresses::Unknown => {
                return (1..=UNCOUNTED_MAX).map(|plies| (plies, Next::Lifted)).collect();
            }
        };
        let pending = usize::from(turn != *first);
        let pressed = counts.iter().map(|count| (count.checked_sub(pending), Next::UnderWay));
        let unpressed = counts.iter().map(|count| ((count + 1).checked_sub(pending), Next::NotBegun));
        let some = |(plies, next): (Option<usize>, Next)| Some((plies.filter(|&plies| plies > 0)?, next));
        pressed.chain(unpressed).filter_map(some).collect()
    }
}

/// Returns whether `side` is to move after `plies` plies from a position in which `turn` is to move.
fn is_turn_of(side: Color, turn: Color, plies: usize) -> bool {
    (side == turn) == plies.is_multiple_of(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(
        first: Option<Color>,
        last: Option<Color>,
        gained_ms: u32,
        increment_ms: u32,
    ) -> Option<Vec<usize>> {
        let before =
            ClockFace { left_ms: ByColor { white: 500_000, black: 500_000 }, running: first, read_ms: 1_000 };
        let left_ms = ByColor { white: 490_000 + gained_ms, black: 490_000 };
        let now = ClockReading { left_ms, running: last, lever: None };
        match MissedPresses::between(before, 0, None, now, 21_000, increment_ms) {
            MissedPresses::Counted { counts, .. } => Some(counts),
            MissedPresses::Turn(_) | MissedPresses::Unknown => None,
        }
    }

    #[test]
    fn increments_count_the_presses() {
        let (white, black) = (Some(Color::White), Some(Color::Black));
        let cases = [
            (white, black, 30_000, 10_000, Some(vec![3])),
            (white, white, 19_000, 10_000, Some(vec![2])),
            // Whole seconds are too coarse for this increment, but the side whose time runs shows whether the number is
            // even or odd.
            (white, white, 4_000, 2_000, Some(vec![2])),
            (white, black, 4_000, 2_000, Some(vec![1, 3])),
            // The times were set by hand, or another period began.
            (white, black, 1_800_000, 10_000, None),
            (white, black, 5_000, 10_000, None),
            (white, black, 30_000, 0, None),
            (None, black, 30_000, 10_000, None),
            // The clock was stopped at an unknown instant: perhaps none of the twenty seconds ran down.
            (white, None, 20_000, 10_000, Some(vec![0, 1, 2])),
        ];
        for (first, last, gained_ms, increment_ms, expected) in cases {
            assert_eq!(
                counts(first, last, gained_ms, increment_ms),
                expected,
                "{first:?} {last:?} {gained_ms}"
            );
        }
    }

    #[test]
    fn presses_that_were_heard_are_not_counted_again() {
        let left = ByColor { white: 500_000, black: 500_000 };
        let before = ClockFace { left_ms: left, running: Some(Color::White), read_ms: 1_000 };
        let left_ms = ByColor { white: 510_000, black: 500_000 };
        let now = ClockReading { left_ms, running: Some(Color::Black), lever: None };
        let missed_presses = MissedPresses::between(before, 1, None, now, 21_000, 10_000);
        let MissedPresses::Counted { first, counts } = missed_presses else { panic!("it can be counted") };
        assert_eq!((first, counts), (Color::Black, vec![2]));
    }

    #[test]
    fn whose_time_runs_tells_which_ply_waits_for_its_press() {
        let missed_presses = MissedPresses::Turn(Color::Black);
        assert_eq!(missed_presses.pressed(Color::White, 3).0, 3);
        assert_eq!(missed_presses.pressed(Color::White, 2).0, 1, "the last waits for its press");
    }

    #[test]
    fn a_move_may_wait_for_its_press_before_and_after() {
        let missed_presses = MissedPresses::Counted { first: Color::White, counts: vec![2] };
        assert_eq!(missed_presses.pressed(Color::White, 2), (2, 0));
        assert_eq!(missed_presses.pressed(Color::White, 3), (2, costs::PRESS_TO_COME));
        assert_eq!(
            missed_presses.pressed(Color::Black, 1),
            (1, 0),
            "the first press was for the move before"
        );
        assert_eq!(missed_presses.pressed(Color::White, 1), (1, costs::IDLE_PRESS));
        assert_eq!(missed_presses.pressed(Color::White, 4), (2, costs::UNPRESSED + costs::PRESS_TO_COME));
    }
}
