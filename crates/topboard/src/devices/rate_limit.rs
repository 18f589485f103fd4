//! The rate limit of a port. A board sends less than its line could carry. A port that sends rubbish without end must
//! neither fill the journal nor use up the time of the main loop.
//!
//! At the limit the port is read more slowly: its bytes wait in its own buffer, and other ports are not affected.

use std::time::Duration;
use tokio::time::Instant;

/// The greatest number of bytes that may arrive at once: several times what a board can report.
const BURST_BYTES: u32 = 32 << 10;
/// The greatest number of bytes a second that may arrive in the long run: four times what a line of 9600 baud carries.
const RATE_BYTES: u32 = 4 << 10;
/// The least number of bytes charged for one read: a short read takes more bytes in the journal than it delivers.
const READ_MIN_BYTES: u32 = 32;

/// The number of bytes that a port may still send before it is read more slowly, as of a given time.
#[derive(Debug)]
pub struct Allowance {
    left_bytes: u32,
    counted: Instant,
}

impl Allowance {
    /// Creates a full allowance.
    pub fn new(now: Instant) -> Allowance {
        Allowance { left_bytes: BURST_BYTES, counted: now }
    }

    /// Charges for the bytes of one read. Returns the time of the next read; `None` if the port can be read again at
    /// once.
    pub fn spend(&mut self, now: Instant, bytes: usize) -> Option<Instant> {
        let since_ms = now.saturating_duration_since(self.counted).as_millis();
        let earned = u32::try_from(since_ms * u128::from(RATE_BYTES) / 1000).unwrap_or(u32::MAX);
        if earned > 0 {
            self.left_bytes = self.left_bytes.saturating_add(earned).min(BURST_BYTES);
            self.counted = now;
        }
        let cost = u32::try_from(bytes).unwrap_or(u32::MAX).max(READ_MIN_BYTES);
        match self.left_bytes.checked_sub(cost) {
            Some(left_bytes) => {
                self.left_bytes = left_bytes;
                None
            }
            None => {
                let owed = u64::from(cost - self.left_bytes);
                self.left_bytes = 0;
                let until = now + Duration::from_millis(owed * 1000 / u64::from(RATE_BYTES) + 1);
                // Earning starts at that time: the bytes earned before it make up for those that were spent too many.
                self.counted = until;
                Some(until)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_never_held_up() {
        let start = Instant::now();
        let mut allowance = Allowance::new(start);
        for hundredth in 0..100_000 {
            let now = start + Duration::from_millis(hundredth * 10);
            assert_eq!(allowance.spend(now, 5), None, "five bytes, a hundred times a second");
        }
        for _ in 0..100 {
            assert_eq!(
                allowance.spend(start + Duration::from_secs(2000), 67),
                None,
                "a hundred dumps at once"
            );
        }
    }

    #[test]
    fn a_flood_is_read_at_the_rate() {
        let start = Instant::now();
        let mut allowance = Allowance::new(start);
        let (mut now, mut bytes) = (start, 0);
        while now < start + Duration::from_secs(60) {
            bytes += 4096;
            now = allowance.spend(now, 4096).unwrap_or(now);
        }
        let most = u64::from(BURST_BYTES) + 61 * u64::from(RATE_BYTES);
        assert!((most / 2..=most).contains(&bytes), "{bytes} bytes in a minute, at most {most}");
    }
}
