//! Waits until what changes has come to rest: a piece that is slid over squares is told where it stops.

use board::Millis;

/// The time without a change after which a board lies still, in milliseconds. A move is shown after half of it.
const REST_MS: Millis = 300;
/// The longest wait for a board that goes on changing, in milliseconds.
const WAIT_MAX_MS: Millis = 2_000;

/// A state that changes, and whether it has come to rest.
#[derive(Debug, Clone, Default)]
pub(crate) struct Steady {
    /// The times of the first and of the last change that was not told.
    moving: Option<(Millis, Millis)>,
}

impl Steady {
    /// Notes a change.
    pub(crate) fn change(&mut self, t_ms: Millis) {
        self.moving = Some((self.moving.map_or(t_ms, |(first, _)| first), t_ms));
    }

    /// Returns the time at which the present state is to be told; `None` if it was.
    pub(crate) fn due_ms(&self) -> Option<Millis> {
        self.moving.map(|(first, last)| (last + REST_MS).min(first + WAIT_MAX_MS))
    }

    /// Returns whether nothing moves by this time.
    pub(crate) fn settle(&mut self, t_ms: Millis) -> bool {
        if self.due_ms().is_some_and(|due_ms| due_ms <= t_ms) {
            self.moving = None;
        }
        self.moving.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::Steady;

    #[test]
    fn a_board_is_told_when_it_rests_and_at_the_latest_after_two_seconds() {
        let mut board = Steady::default();
        assert!(board.settle(0), "nothing happened");
        board.change(1_000);
        board.change(1_200);
        assert_eq!(board.due_ms(), Some(1_500));
        assert!(!board.settle(1_499) && board.settle(1_500) && board.due_ms().is_none());
        for t_ms in (2_000..=5_000).step_by(100) {
            board.change(t_ms);
            assert_eq!(board.settle(t_ms), t_ms == 4_000, "{t_ms}");
        }
    }
}
