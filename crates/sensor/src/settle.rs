//! The settle rule: a reading of a square is accepted once it has stayed the same for some time.
//!
//! Reed contacts bounce for some 10 to 60 ms; a magnet at the edge of a Hall sensor's range makes the square flicker.
//! Each square is judged by itself. A change counts from the moment when it began, not when it was accepted, so the
//! rule delays the report of a change but does not falsify its time.

use crate::{BoardMillis, Occupancy};

/// The settle rule and its state for sixty-four squares.
#[derive(Debug, Clone)]
pub struct Settle {
    settle_ms: u32,
    raw: Occupancy,
    settled: Occupancy,
    /// The instant since which each square has had its present reading.
    since_ms: [BoardMillis; 64],
    /// True once the first readings have been accepted.
    has_settled: bool,
    is_begun: bool,
}

impl Settle {
    /// Creates a rule for squares of which nothing is known yet. A reading is accepted when it has stayed the same for
    /// `settle_ms` milliseconds.
    pub const fn new(settle_ms: u32) -> Settle {
        Settle {
            settle_ms,
            raw: Occupancy(0),
            settled: Occupancy(0),
            since_ms: [0; 64],
            has_settled: false,
            is_begun: false,
        }
    }

    /// Handles one scan. If new readings are accepted, returns all squares, with the instant at which the latest of the
    /// new readings began.
    pub fn handle(&mut self, t_ms: BoardMillis, raw: Occupancy) -> Option<(BoardMillis, Occupancy)> {
        let changed = if self.is_begun { self.raw.0 ^ raw.0 } else { u64::MAX };
        self.is_begun = true;
        self.raw = raw;
        for square in bits(changed) {
            self.since_ms[square] = t_ms;
        }
        let waiting = if self.has_settled { self.settled.0 ^ raw.0 } else { u64::MAX };
        let mut believed = 0;
        let mut youngest_ms = u32::MAX;
        for square in bits(waiting) {
            let stood_ms = t_ms.wrapping_sub(self.since_ms[square]);
            if stood_ms >= self.settle_ms {
                believed |= 1 << square;
                youngest_ms = youngest_ms.min(stood_ms);
            }
        }
        // The first readings of all squares are accepted together. Until then nothing is known about the board.
        if believed == 0 || (!self.has_settled && believed != u64::MAX) {
            return None;
        }
        self.has_settled = true;
        self.settled = Occupancy(self.settled.0 & !believed | raw.0 & believed);
        Some((t_ms.wrapping_sub(youngest_ms), self.settled))
    }

    /// Returns the time, in milliseconds, from the last scan at `t_ms` until the next readings will be accepted if
    /// nothing changes; `None` if all readings have been accepted.
    pub fn wait_ms(&self, t_ms: BoardMillis) -> Option<u32> {
        let waiting = match (self.is_begun, self.has_settled) {
            (false, _) => 0,
            (true, false) => u64::MAX,
            (true, true) => self.settled.0 ^ self.raw.0,
        };
        let stood = bits(waiting).map(|square| t_ms.wrapping_sub(self.since_ms[square]));
        // The first readings are accepted together, so all squares wait for the one that changed last.
        let stood_ms = if self.has_settled { stood.max() } else { stood.min() }?;
        Some(self.settle_ms.saturating_sub(stood_ms))
    }

    /// Returns the accepted readings of the squares; `None` before the first have been accepted.
    pub fn settled(&self) -> Option<Occupancy> {
        self.has_settled.then_some(self.settled)
    }
}

/// Returns the indices of the bits that are set in `mask`.
fn bits(mut mask: u64) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let square = mask.trailing_zeros();
        mask &= mask.wrapping_sub(1);
        (square < 64).then_some(square as usize)
    })
}

#[cfg(test)]
mod tests {
    use super::Settle;
    use crate::{BoardMillis, Occupancy};

    /// Checks what a new `Settle` accepts. The scans are taken every 8 ms from `start`; each item of `scans` is a
    /// reading and the number of times that it is scanned. The times in `wanted` count from `start`.
    fn check(start: BoardMillis, scans: &[(u64, u32)], wanted: &[(u32, u64)]) {
        let mut settle = Settle::new(30);
        let mut t_ms = start;
        let mut out = [(0, 0); 8];
        let mut count = 0;
        for &(raw, times) in scans {
            for _ in 0..times {
                if let Some((since, occupied)) = settle.handle(t_ms, Occupancy(raw)) {
                    out[count] = (since.wrapping_sub(start), occupied.0);
                    count += 1;
                }
                t_ms = t_ms.wrapping_add(8);
            }
        }
        assert_eq!(&out[..count], wanted, "from {start}");
    }

    #[test]
    fn a_change_counts_from_the_moment_it_began() {
        for start in [0, 1_000, u32::MAX - 20, u32::MAX - 60] {
            check(start, &[(0b1, 10), (0b10, 10)], &[(0, 0b1), (80, 0b10)]);
        }
    }

    #[test]
    fn bounce_is_one_change() {
        check(0, &[(0, 10), (1, 1), (0, 1), (1, 2), (0, 1), (1, 6)], &[(0, 0), (120, 1)]);
    }

    #[test]
    fn what_comes_and_goes_within_the_time_was_never_there() {
        check(0, &[(0, 10), (1, 4), (0, 10)], &[(0, 0)]);
    }

    #[test]
    fn it_says_when_it_wants_to_be_asked_again() {
        let mut settle = Settle::new(30);
        let mut check = |t_ms: BoardMillis, raw, out, wait_ms| {
            assert_eq!(settle.handle(t_ms, Occupancy(raw)).map(|(_, occupied)| occupied.0), out, "at {t_ms}");
            assert_eq!(settle.wait_ms(t_ms), wait_ms, "at {t_ms}");
        };
        let start = u32::MAX - 20;
        for (after_ms, raw, out, wait_ms) in [
            (0, 0b00, None, Some(30)),
            (10, 0b01, None, Some(30)),
            (40, 0b01, Some(0b01), None),
            (50, 0b11, None, Some(30)),
            (60, 0b10, None, Some(20)),
            (80, 0b10, Some(0b11), Some(10)),
            (90, 0b10, Some(0b10), None),
        ] {
            check(start.wrapping_add(after_ms), raw, out, wait_ms);
        }
    }

    #[test]
    fn squares_settle_each_by_itself() {
        check(0, &[(0, 10), (0b01, 1), (0b11, 6)], &[(0, 0), (80, 0b01), (88, 0b11)]);
    }

    #[test]
    fn a_board_that_flickers_from_the_start_is_known_when_all_of_it_rests() {
        check(0, &[(0, 2), (1, 2), (0, 6)], &[(32, 0)]);
    }
}
