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
}

impl Readers {
    pub(super) fn new(to: Vec<mpsc::Sender<Arc<[Appended]>>>) -> Readers {
        Readers { to, waiting: VecDeque::new() }
    }

    /// Notes a record that was appended.
    pub(super) fn note(&mut self, record: Appended) {
        self.waiting.push_back(record);
    }

    /// Returns whether no record waits for the disk.
    pub(super) fn is_told(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Hands over what need not wait any longer, given that the journal is safe up to record `safe_seq`.
    pub(super) async fn tell(&mut self, safe_seq: u64, is_holding: bool) {
        let may_go = |record: &&Appended| record.seq <= safe_seq || !is_holding && !record.is_awaited();
        let count = self.waiting.iter().take_while(may_go).count();
        if count == 0 {
            return;
        }
        let records: Arc<[Appended]> = self.waiting.drain(..count).collect();
        for reader in &self.to {
            // A reader folds records faster than they come, so this does not wait long.
            if reader.send(Arc::clone(&records)).await.is_err() {
                tracing::debug!("nobody publishes any more");
            }
        }
    }
}
