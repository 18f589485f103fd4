//! Protocol 2 of the hall feed (web/PROTOCOL.md, "Protocol 2"): everybody follows one latest state.
//!
//! ```text
//!  hub ──▶ Live: slots and heartbeat ──▶ what a client lacks is looked up and sent, frame by frame: on a WebSocket by a
//!                                        sweep (crowd.rs), to a listener of events by its own task
//! ```
//! No frame waits for a client. What it was sent is noted as a few numbers for each table ([`relay::Sent`]), so a client
//! that stops reading costs the same as any other.

mod crowd;
mod events;
mod plain;
mod snapshots;
mod socket;
mod text;

pub(crate) use crowd::Crowd;
pub(crate) use events::events;
pub(crate) use plain::plain;
pub(crate) use snapshots::Snapshots;
pub(crate) use socket::follow;
pub(crate) use text::text;

use relay::{Sent, Slots};
use std::sync::Arc;

/// The latest state of an audience's hall, and the last heartbeat.
#[derive(Debug)]
pub struct Live<A> {
    slots: Slots<A>,
    beats: u64,
    beat: Arc<str>,
}

impl<A> Live<A> {
    pub(crate) fn first(slots: &Slots<A>) -> Live<A> {
        Live { slots: slots.clone(), beats: 0, beat: slots.beat(0) }
    }

    pub(crate) fn with(&self, slots: &Slots<A>) -> Live<A> {
        Live { slots: slots.clone(), beats: self.beats, beat: Arc::clone(&self.beat) }
    }

    pub(crate) fn beating(&self, now_ms: u64) -> Live<A> {
        Live { slots: self.slots.clone(), beats: self.beats + 1, beat: self.slots.beat(now_ms) }
    }

    /// Returns the latest state.
    pub(crate) fn slots(&self) -> &Slots<A> {
        &self.slots
    }

    pub(crate) fn seq(&self) -> u64 {
        self.slots.seq()
    }
}

/// One client's place in the latest state.
#[derive(Debug, Default)]
struct Place {
    sent: Sent,
    beats: u64,
}

impl Place {
    /// Returns the next frame for the client; `None` if it has everything, and the last heartbeat.
    fn next<A>(&mut self, live: &Live<A>) -> Option<Arc<str>> {
        let frame = self.sent.next(&live.slots);
        let is_due = frame.is_none() && self.beats != live.beats;
        if is_due {
            self.beats = live.beats;
        }
        frame.or_else(|| is_due.then(|| Arc::clone(&live.beat)))
    }
}
