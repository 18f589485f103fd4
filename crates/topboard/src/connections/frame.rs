//! A frame of a feed: made once, and shared by all subscribers that it is sent to.

use relay::Pieces;
use std::sync::Arc;

/// The time, in milliseconds, for which a snapshot is reused if nothing changed in the feed.
const FRESH_MS: u64 = 100;

/// A frame of a feed. Cloning it copies no text.
#[derive(Debug, Clone)]
pub struct Frame {
    pieces: Arc<Pieces>,
    is_snapshot: bool,
}

impl Frame {
    /// Makes a frame of an update or a beat.
    pub fn update(text: String) -> Frame {
        Frame { pieces: Arc::new(text.into()), is_snapshot: false }
    }

    /// Makes a frame of a text that others share.
    pub fn shared(text: Arc<str>) -> Frame {
        Frame { pieces: Arc::new(text.into()), is_snapshot: false }
    }

    /// Makes a frame of a snapshot.
    pub fn snapshot(pieces: Pieces) -> Frame {
        Frame { pieces: Arc::new(pieces), is_snapshot: true }
    }

    /// Returns the frame's text in pieces.
    pub fn pieces(&self) -> &[Arc<str>] {
        self.pieces.all()
    }

    /// Returns the frame's length in bytes.
    pub fn bytes(&self) -> usize {
        self.pieces.bytes()
    }

    /// Returns the frame's text as one string.
    pub fn text(&self) -> String {
        self.pieces.text()
    }

    /// Returns whether the frame is a snapshot, that is, all that a viewer needs to be up to date.
    pub fn is_snapshot(&self) -> bool {
        self.is_snapshot
    }
}

/// The last snapshot of a feed, shared by everybody who asks for one within [`FRESH_MS`] of its making.
#[derive(Debug, Default)]
pub(crate) struct Latest(Option<Made>);

#[derive(Debug)]
struct Made {
    seq: u64,
    now_ms: u64,
    frame: Frame,
}

impl Latest {
    /// Returns a snapshot of the feed at sequence number `seq`. `make` is called only if the last snapshot cannot be
    /// reused.
    pub(crate) fn at(&mut self, seq: u64, now_ms: u64, make: impl FnOnce() -> Pieces) -> Frame {
        let known = self.0.as_ref().filter(|made| made.seq == seq && now_ms <= made.now_ms + FRESH_MS);
        if let Some(made) = known {
            return made.frame.clone();
        }
        let frame = Frame::snapshot(make());
        self.0 = Some(Made { seq, now_ms, frame: frame.clone() });
        frame
    }
}
