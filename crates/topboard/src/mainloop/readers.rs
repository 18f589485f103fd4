//! The readers of the journal in this program: followers, which fold it for an audience.
//!
//! A record is handed to them when it is safe. One that publishes nothing and orders nothing need not wait for the disk,
//! if none before it does: so clocks that are read between two moves are shown at once. What such a record led to is
//! another record, which does wait.

use hall::Body;
use std::{collections::VecDeque, sync::Arc};
use tokio::{sync::mpsc, time::Instant};

/// The greatest number of batches of records that may wait for a reader. At the limit the main loop waits for the reader.
pub const BATCHES_MAX: usize = 256;

/// A record that was appended to the journal.
#[derive(Debug)]
pub struct Appended {
    /// The number of the record.
    pub seq: u64,
    /// The record.
    pub body: Body,
    /// The instant at which the bytes that led to a publication were read; used only for measurements.
    pub read_at: Option<Instant>,
}

impl Appended {
    /// Returns whether the record must be safe before anybody is told of it.
    fn is_awaited(&self) -> bool {
        matches!(
            self.body,
            Body::Published { .. }
                | Body::Setup { .. }
                | Body::Event { .. }
                | Body::Command { .. }
                | Body::Signed { .. }
        )
    }
}

/// The readers, and the records that wait for the disk.
#[derive(Debug, Default)]
pub(super) struct Readers {
    to: Vec<mpsc::Sender<Arc<[Appended]>>>,
    waiting: VecDeque<Appended>,
    /// How many of the waiting records must be safe before anybody is told of them.
    awaited: usize,
}

impl Readers {
    pub(super) fn new(to: Vec<mpsc::Sender<Arc<[Appended]>>>) -> Readers {
        Readers { to, ..Readers::default() }
    }

    /// Notes a record that was appended.
    pub(super) fn note(&mut self, record: Appended) {
        self.awaited += usize::from(record.is_awaited());
        self.waiting.push_back(record);
    }

    /// Returns whether no record waits for the disk. One that need not wait asks for no sync: a sync for every scan of a
    /// board would wear out the card, and the next move would wait for its end.
    pub(super) fn is_told(&self) -> bool {
        self.awaited == 0
    }

    /// Hands over what need not wait any longer, given that the journal is safe up to record `safe_seq`.
    pub(super) async fn tell(&mut self, safe_seq: u64, is_holding: bool) {
        let may_go = |record: &&Appended| record.seq <= safe_seq || !is_holding && !record.is_awaited();
        let count = self.waiting.iter().take_while(may_go).count();
        if count == 0 {
            return;
        }
        let records: Arc<[Appended]> = self.waiting.drain(..count).collect();
        self.awaited -= records.iter().filter(|record| record.is_awaited()).count();
        for reader in &self.to {
            // A reader folds records faster than they come, so this does not wait long. One that is gone is noted below.
            let _ = reader.send(Arc::clone(&records)).await;
        }
        let before = self.to.len();
        self.to.retain(|reader| !reader.is_closed());
        if self.to.len() < before {
            tracing::error!(
                "an audience is not told anything any more for a mistake in this program; the boards and the journal go on, \
                 so start it again when the round allows, and report what the log says"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hall::Input;

    #[tokio::test]
    async fn a_scan_of_a_board_asks_for_no_sync_and_an_order_does_until_it_is_safe() {
        let mut readers = Readers::default();
        readers.note(record(1, Body::Bytes { t_ms: 0, link: 1, bytes: vec![0x8e] }));
        assert!(readers.is_told());
        readers.note(record(2, Body::from_input(5, &Input::Setup(Box::default()))));
        assert!(!readers.is_told());
        readers.tell(1, false).await;
        assert!(!readers.is_told());
        readers.tell(2, false).await;
        assert!(readers.is_told());
    }

    fn record(seq: u64, body: Body) -> Appended {
        Appended { seq, body, read_at: None }
    }
}
