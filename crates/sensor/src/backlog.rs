//! The backlog: states of the board that the host has not yet acknowledged. Because they are kept, nothing is lost
//! while a cable is pulled.
//!
//! ```text
//!   first                next                   newest
//!     │ sent, not acknowledged │ not sent yet      │
//! ```
//! Invariants: numbers are consecutive; the newest state is always kept, even when the host has acknowledged it.
//!
//! Limit: `N` states; `N` is a power of two. When the backlog is full, the oldest state is dropped, and it counts as
//! lost if it was never sent.

use crate::{BoardMillis, Occupancy};

/// A state of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Entry {
    /// The squares that are occupied in this state.
    pub occupied: Occupancy,
    /// The instant since which the board has been in this state.
    pub t_ms: BoardMillis,
    /// True when the lever switch says that White has pressed.
    pub lever: bool,
}

/// The newest states of a board, including all that the host has not acknowledged, as far as there is room.
#[derive(Debug, Clone)]
pub struct Backlog<const N: usize> {
    ring: [Entry; N],
    /// The number of the oldest entry that is kept.
    first: u32,
    /// The number of entries that are kept.
    len: usize,
    /// The number of the next entry to be sent.
    next: u32,
    /// The number of the first entry that is not acknowledged.
    unacknowledged: u32,
    lost: u32,
}

impl<const N: usize> Backlog<N> {
    /// Creates an empty backlog; the first state will have number 0.
    pub const fn new() -> Backlog<N> {
        const { assert!(N.is_power_of_two(), "numbers wrap around, and the ring with them") };
        let nothing = Entry { occupied: Occupancy(0), t_ms: 0, lever: false };
        Backlog { ring: [nothing; N], first: 0, len: 0, next: 0, unacknowledged: 0, lost: 0 }
    }

    /// Adds a state of the board.
    pub fn push(&mut self, entry: Entry) {
        if self.len == N {
            if self.next == self.first {
                self.lost = self.lost.wrapping_add(1);
                self.next = self.next.wrapping_add(1);
            }
            self.first = self.first.wrapping_add(1);
            self.len -= 1;
        }
        let newest = self.first.wrapping_add(self.len as u32);
        self.ring[newest as usize % N] = entry;
        self.len += 1;
    }

    /// Returns the number of the newest state and the state; `None` if there is no state yet.
    pub fn newest(&self) -> Option<(u32, Entry)> {
        let last = self.len.checked_sub(1)?;
        let seq = self.first.wrapping_add(last as u32);
        Some((seq, self.ring[seq as usize % N]))
    }

    /// Returns the number of the next state to be sent and the state; `None` if all have been sent. The state counts as
    /// sent from now on.
    pub fn take_next(&mut self) -> Option<(u32, Entry)> {
        if !self.has_next() {
            return None;
        }
        let seq = self.next;
        self.next = seq.wrapping_add(1);
        Some((seq, self.ring[seq as usize % N]))
    }

    /// Returns whether a state is waiting to be sent.
    pub fn has_next(&self) -> bool {
        self.next.wrapping_sub(self.first) < self.len as u32
    }

    /// Notes that the host has received every state up to this number. A number that was never sent changes nothing.
    pub fn acknowledge(&mut self, seq: u32) {
        let arrived = seq.wrapping_sub(self.first).wrapping_add(1);
        if arrived == 0 || arrived > self.next.wrapping_sub(self.first) {
            return;
        }
        // The newest state is kept, because it is sent again and again while nothing changes.
        self.unacknowledged = self.first.wrapping_add(arrived);
        let gone = arrived.min(self.len as u32 - 1);
        self.first = self.first.wrapping_add(gone);
        self.len -= gone as usize;
    }

    /// Makes the oldest unacknowledged state the next to be sent.
    pub fn rewind(&mut self) {
        let arrived = self.unacknowledged.wrapping_sub(self.first);
        self.next = if arrived <= self.len as u32 { self.unacknowledged } else { self.first };
    }

    /// Makes the oldest kept state the next to be sent.
    pub fn rewind_all(&mut self) {
        self.next = self.first;
    }

    /// Makes the state after this number the next to be sent. If the state with this number is no longer kept, the
    /// oldest kept state is the next.
    pub fn resume_after(&mut self, seq: u32) {
        let arrived = seq.wrapping_sub(self.first).wrapping_add(1);
        self.next = self.first.wrapping_add(if arrived <= self.len as u32 { arrived } else { 0 });
    }

    /// Returns the number of states that were dropped unsent because the backlog was full, modulo 2³².
    pub fn lost(&self) -> u32 {
        self.lost
    }
}

impl<const N: usize> Default for Backlog<N> {
    fn default() -> Backlog<N> {
        Backlog::new()
    }
}

#[cfg(test)]
mod tests {
    use super::{Backlog, Entry};
    use crate::Occupancy;

    /// Takes all unsent states from the backlog. Returns their numbers and squares, and how many there are.
    fn said(backlog: &mut Backlog<4>) -> ([(u32, u64); 4], usize) {
        let mut list = [(0, 0); 4];
        let mut count = 0;
        while let Some((seq, entry)) = backlog.take_next() {
            list[count] = (seq, entry.occupied.0);
            count += 1;
        }
        (list, count)
    }

    fn check(backlog: &mut Backlog<4>, wanted: &[(u32, u64)]) {
        let (list, count) = said(backlog);
        assert_eq!(&list[..count], wanted);
    }

    fn push(backlog: &mut Backlog<4>, states: core::ops::Range<u64>) {
        states.for_each(|occupied| {
            backlog.push(Entry { occupied: Occupancy(occupied), ..Entry::default() });
        });
    }

    #[test]
    fn what_was_not_acknowledged_is_said_again() {
        let mut backlog = Backlog::new();
        push(&mut backlog, 0..3);
        check(&mut backlog, &[(0, 0), (1, 1), (2, 2)]);
        check(&mut backlog, &[]);
        backlog.acknowledge(1);
        backlog.rewind();
        check(&mut backlog, &[(2, 2)]);
    }

    #[test]
    fn the_newest_state_stays_when_all_are_acknowledged() {
        let mut backlog = Backlog::new();
        push(&mut backlog, 0..3);
        said(&mut backlog);
        backlog.acknowledge(2);
        assert_eq!(backlog.newest().map(|(seq, entry)| (seq, entry.occupied.0)), Some((2, 2)));
        check(&mut backlog, &[]);
    }

    #[test]
    fn a_full_backlog_drops_the_oldest_and_counts_what_was_never_said() {
        let mut backlog = Backlog::new();
        push(&mut backlog, 0..6);
        assert_eq!(backlog.lost(), 2);
        check(&mut backlog, &[(2, 2), (3, 3), (4, 4), (5, 5)]);
        push(&mut backlog, 6..8);
        assert_eq!(backlog.lost(), 2, "those were said");
    }

    #[test]
    fn numbers_nobody_said_are_not_believed() {
        let mut backlog = Backlog::new();
        push(&mut backlog, 0..3);
        backlog.take_next();
        for seq in [1, 2, 77, u32::MAX] {
            backlog.acknowledge(seq);
        }
        backlog.rewind();
        check(&mut backlog, &[(0, 0), (1, 1), (2, 2)]);
        backlog.resume_after(1);
        check(&mut backlog, &[(2, 2)]);
        backlog.resume_after(77);
        check(&mut backlog, &[(0, 0), (1, 1), (2, 2)]);
    }
}
