//! The clock readings that a case lists: those at which another side's time runs, or whose times cannot follow from
//! the previous reading.

use super::{ClockShown, Limited, Listed};
use board::{ClockReading, Millis};
use shakmaty::Color;

/// The difference, in milliseconds, between the time shown and the time expected from the previous reading, beyond
/// which a reading counts as a jump. A jump means that time was added or the clock was set.
const JUMP_MS: u32 = 1_500;
const READINGS_MAX: usize = 1_000;

/// Collects the clock readings that a case lists.
#[derive(Debug, Default)]
pub(super) struct Clocks {
    listed: Limited<ClockShown>,
    last: Option<(ClockShown, bool)>,
}

impl Clocks {
    pub(super) fn see(&mut self, t_ms: Millis, reading: &ClockReading) {
        let why = match &self.last {
            None => Some(Listed::First),
            Some((last, _)) if last.running != reading.running => Some(Listed::Changed),
            Some((last, _)) => jumped(last, t_ms, reading).then_some(Listed::Jumped),
        };
        let shown = ClockShown {
            t_ms,
            left_ms: reading.left_ms,
            running: reading.running,
            why: why.unwrap_or(Listed::Last),
        };
        if why.is_some() {
            self.listed.push(shown, READINGS_MAX);
        }
        self.last = Some((shown, why.is_some()));
    }

    pub(super) fn finish(mut self) -> Limited<ClockShown> {
        if let Some((last, false)) = self.last {
            self.listed.push(last, READINGS_MAX);
        }
        self.listed
    }
}

fn jumped(last: &ClockShown, t_ms: Millis, reading: &ClockReading) -> bool {
    let gone = u32::try_from(t_ms.saturating_sub(last.t_ms)).unwrap_or(u32::MAX);
    [Color::White, Color::Black].into_iter().any(|color| {
        let gone = if last.running == Some(color) { gone } else { 0 };
        reading.left_ms[color].abs_diff(last.left_ms[color].saturating_sub(gone)) > JUMP_MS
    })
}

#[cfg(test)]
mod tests {
    use super::Clocks;
    use crate::case::Listed;
    use board::ClockReading;
    use shakmaty::{ByColor, Color};

    #[test]
    fn a_clock_is_listed_where_it_changes_hands_or_jumps() {
        let mut clocks = Clocks::default();
        let mut see = |t_ms, white: u32, black: u32, running| {
            let left_ms = ByColor { white: white * 1000, black: black * 1000 };
            clocks.see(t_ms, &ClockReading { left_ms, running, lever: None });
        };
        see(0, 300, 300, Some(Color::White));
        see(1_000, 299, 300, Some(Color::White));
        see(2_000, 298, 300, Some(Color::Black));
        see(3_000, 298, 299, Some(Color::Black));
        see(4_000, 418, 298, Some(Color::Black));
        see(5_000, 418, 297, Some(Color::Black));
        let listed: Vec<_> = clocks.finish().items.iter().map(|shown| (shown.t_ms, shown.why)).collect();
        assert_eq!(
            listed,
            [(0, Listed::First), (2_000, Listed::Changed), (4_000, Listed::Jumped), (5_000, Listed::Last)]
        );
    }
}
