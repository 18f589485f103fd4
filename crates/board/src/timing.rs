//! The delays with which a board and its clock report what happened, maker by maker.
//!
//! ```text
//!            happened       scanned      accepted      read here: the stamp t
//!  ────────────┼──── scan ─────┼── settle ──┼─── link ──────┼──▶    t - (scan + settle + link)  ≤  true time  ≤  t
//! ```
//!
//! A stamp is the instant when bytes reached the program. A piece moved before it, never after: by at most one
//! scan of the board, the time the board takes to believe a change, and one passage of the link. A clock shows
//! whole quanta: it has more time left than it shows, by less than one quantum. Each maker's boards have numbers
//! of their own ([`crate::Facts::timing`]), from the makers' papers and other people's drivers; if the sources are
//! silent, the longer time is taken. docs/protocols/README.md, "Delays", says why.

use crate::{Maker, Millis, Time};

/// The known delays of one table's devices, in milliseconds. Each is the longest delay that usually occurs. A lost
/// link is not a delay but a gap, and is shown as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// The time of the scans that it takes to report a change: one scan for most boards, several for some.
    pub scan_ms: u32,
    /// The time from the first scan that shows a change to the board's report of it.
    pub settle_ms: u32,
    /// The time from the board's report to the stamp.
    pub link_ms: u32,
    /// The longest delay with which a press of the clock is reported.
    pub press_ms: u32,
    /// The smallest step of the clock's times, which is also the time between the clock's reports.
    pub quantum_ms: u32,
}

/// The delay of a cable, in milliseconds: the 16 ms timer of a USB adapter, and 16 ms for the computer.
pub(crate) const CABLE_MS: u32 = 32;
/// The delay of Bluetooth Low Energy, in milliseconds: two connection intervals, and the computer.
pub(crate) const AIR_MS: u32 = 116;
/// The delay of a press where the board has no clock: whatever reports the press is assumed to be as slow as a DGT
/// clock.
pub(crate) const NO_CLOCK_MS: u32 = 1000;
/// The step of a clock: every clock that reports its times reports whole seconds, DGT's through a board as well
/// as the DGT3000 beside a home-made one.
pub(crate) const QUANTUM_MS: u32 = 1000;

impl Timing {
    /// The delays of a DGT board on a cable.
    pub const DGT: Timing = crate::dgt::FACTS.timing;

    /// Returns the delays of a maker's boards.
    pub fn of(maker: Maker) -> Timing {
        maker.facts().timing
    }

    /// Returns the true time of a change of a square, stamped `t_ms`.
    pub fn of_square(self, t_ms: Millis) -> Time {
        Time {
            t_ms,
            early_ms: self.scan_ms.saturating_add(self.settle_ms).saturating_add(self.link_ms),
            late_ms: 0,
        }
    }

    /// Returns the true time of a press of the clock, stamped `t_ms`.
    pub fn of_press(self, t_ms: Millis) -> Time {
        Time { t_ms, early_ms: self.press_ms.saturating_add(self.link_ms), late_ms: 0 }
    }

    /// Returns the true time at which a flag fell, stamped `t_ms`. The clock reports the fall with its times; the flag
    /// has fallen by the time the clock shows it.
    pub fn of_flag(self, t_ms: Millis) -> Time {
        Time { t_ms, early_ms: self.quantum_ms.saturating_add(self.link_ms), late_ms: 0 }
    }

    /// Returns the true time of a report of a device, stamped `t_ms`: only the time the report took is unknown.
    pub fn of_word(self, t_ms: Millis) -> Time {
        Time { t_ms, early_ms: self.link_ms, late_ms: 0 }
    }

    /// Returns the time a clock had left when it showed `shown_ms`, which may be more than it showed.
    pub fn of_reading(self, shown_ms: u32) -> Time {
        Time { t_ms: Millis::from(shown_ms), early_ms: 0, late_ms: self.quantum_ms }
    }

    /// Returns the time left on a running clock, counted on from its last report, which itself spent some time on the
    /// way.
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
        // A switch reports a press at once; the times of the clock beside it are as coarse as any clock's.
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
