//! A frame of a feed: made once, shared by everybody it goes to.

use relay::Pieces;
use std::sync::Arc;

/// The time, in milliseconds, for which a snapshot is given again if nothing changed in the feed.
const FRESH_MS: u64 = 100;

/// A frame, cheap to clone.
#[derive(Debug, Clone)]
pub struct Frame {
    pieces: Arc<Pieces>,
    is_snapshot: bool,
}

impl Frame {
    /// An update or a beat.
    pub fn update(text: String) -> Frame {
        Frame { pieces: Arc::new(text.into()), is_snapshot: false }
    }

    /// A snapshot.
    pub fn snapshot(pieces: Pieces) -> Frame {
        Frame { pieces: Arc::new(pieces), is_snapshot: true }
    }

    /// Returns its text in pieces.
    pub fn pieces(&self) -> &[Arc<str>] {
        self.pieces.all()
    }

    /// Returns its length in bytes.
    pub fn bytes(&self) -> usize {
        self.pieces.bytes()
    }

    /// Returns its text as one string.
    pub fn text(&self) -> String {
        self.pieces.text()
    }

    /// Returns whether it is a snapshot: all that a viewer needs to be up to date.
    pub fn is_snapshot(&self) -> bool {
        self.is_snapshot
    }
}

/// The last snapshot, which everybody who asks in one turn shares.
#[derive(Debug, Default)]
pub(crate) struct Latest(Option<Made>);

#[derive(Debug)]
struct Made {
    seq: u64,
    now_ms: u64,
    frame: Frame,
}

impl Latest {
    /// Returns a snapshot at this sequence of the feed.
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
