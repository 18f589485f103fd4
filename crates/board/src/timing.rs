//! The delays with which the boards and clocks of each maker report what happened.
//!
//! ```text
//!            happened       scanned      accepted      read here: the stamp t
//!  ────────────┼──── scan ─────┼── settle ──┼─── link ──────┼──▶    t - (scan + settle + link)  ≤  true time  ≤  t
//! ```
//!
//! A stamp is the instant when bytes reached the program. The piece had moved before the stamp, at most this much
//! earlier: one scan of the board, the time until the board accepts a change, and the delay of the link. A clock shows
//! whole quanta, so its true time is greater than the time shown, by less than one quantum. Each maker's boards have
//! numbers of their own ([`crate::Facts::timing`]), from the makers' papers and other people's drivers; if these are
//! silent, a long time is assumed. docs/protocols/README.md, "Delays", gives the reasons.

use crate::{Maker, Millis, Time};

/// The known delays of the devices at one table, in milliseconds. Each is the longest delay that usually occurs. A lost
/// link is no delay: it is shown as a gap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// The time of all scans that are needed before a change is reported: one scan for most boards, several for some.
    pub scan_ms: u32,
    /// The time from the first scan that shows a change until the board reports the change.
    pub settle_ms: u32,
    /// The time from the board's report until its bytes reach the program.
    pub link_ms: u32,
    /// The longest delay with which a press of the clock is reported.
    pub press_ms: u32,
    /// The smallest step of the times that the clock shows, which is also the time between its reports.
    pub quantum_ms: u32,
}

/// The delay of a cable, in milliseconds: the 16 ms timer of a USB adapter, and 16 ms for the computer.
pub(crate) const CABLE_MS: u32 = 32;
/// The delay of Bluetooth Low Energy, in milliseconds: two connection intervals, and the time that the computer needs.
pub(crate) const AIR_MS: u32 = 116;
/// The delay of a press, in milliseconds, for boards that report no clock: whatever reports the press is assumed to be
/// as slow as a DGT clock.
pub(crate) const NO_CLOCK_MS: u32 = 1000;
/// The step of a clock, in milliseconds. Every clock that reports its times reports whole seconds, a DGT clock through
/// a board as well as a DGT3000 beside a home-made board.
pub(crate) const QUANTUM_MS: u32 = 1000;

impl Timing {
    /// The delays of a DGT board on a cable.
    pub const DGT: Timing = crate::dgt::FACTS.timing;

    /// Returns the delays of a maker's boards.
    pub fn of(maker: Maker) -> Timing {
        maker.facts().timing
    }

    /// Returns the true time, with its error, of a change of a square that was stamped `t_ms`.
    pub fn of_square(self, t_ms: Millis) -> Time {
        Time {
            t_ms,
            early_ms: self.scan_ms.saturating_add(self.settle_ms).saturating_add(self.link_ms),
            late_ms: 0,
        }
    }

    /// Returns the true time, with its error, of a press of the clock that was stamped `t_ms`.
    pub fn of_press(self, t_ms: Millis) -> Time {
        Time { t_ms, early_ms: self.press_ms.saturating_add(self.link_ms), late_ms: 0 }
    }

    /// Returns the true time, with its error, of the fall of a flag that was stamped `t_ms`. The clock reports the fall
    /// with its times, so the flag fell at most one such report earlier.
    pub fn of_flag(self, t_ms: Millis) -> Time {
        Time { t_ms, early_ms: self.quantum_ms.saturating_add(self.link_ms), late_ms: 0 }
    }

    /// Returns the true time of a device's report that was stamped `t_ms`. Only the delay of the link is unknown.
    pub fn of_word(self, t_ms: Millis) -> Time {
        Time { t_ms, early_ms: self.link_ms, late_ms: 0 }
    }

    /// Returns the time that a clock had left when it showed `shown_ms`. It may be more than the clock showed.
    pub fn of_reading(self, shown_ms: u32) -> Time {
        Time { t_ms: Millis::from(shown_ms), early_ms: 0, late_ms: self.quantum_ms }
    }

    /// Returns the time left on a running clock, counted on from its last report. The error includes the delay of that
    /// report.
    pub fn of_running(self, left_ms: u32) -> Time {
        Time { early_ms: self.link_ms, ..self.of_reading(left_ms) }
    }
}

#[cfg(test)]
mod tests {
    use super::Timing;
    use crate::Maker;

    #[test]
    fn each_makers_board_has_its_own_error() {
        assert_eq!(Timing::of(Maker::Dgt), Timing::DGT);
        let check = |maker: Maker, error: &str| {
            assert_eq!(Timing::of(maker).of_square(60_000).error(), error, "{}", maker.name());
        };
        check(Maker::Dgt, "−0.3/+0.0 s");
        check(Maker::DgtBus, "−0.8/+0.0 s");
        check(Maker::ChessLink, "−0.3/+0.0 s");
        check(Maker::Certabo, "−1.0/+0.0 s");
        check(Maker::Sentio, "−0.2/+0.0 s");
        check(Maker::Novag, "−0.3/+0.0 s");
        check(Maker::Pegasus, "−0.4/+0.0 s");
        check(Maker::Home, "−0.1/+0.0 s");
        // A switch reports a press at once. The times of the clock beside the switch are as coarse as those of any
        // clock.
        let home = Timing::of(Maker::Home);
        assert_eq!(home.of_press(60_000).error(), "−0.1/+0.0 s");
        assert_eq!(home.of_flag(60_000).error(), "−1.1/+0.0 s");
        assert_eq!(home.of_reading(60_000).error(), "−0.0/+1.0 s");
        assert_eq!(home.of_running(60_000).error(), "−0.1/+1.0 s");
        for maker in Maker::ALL {
            assert!(Timing::of(maker).of_press(60_000).early_ms <= 1_200, "{}", maker.name());
        }
    }
}
