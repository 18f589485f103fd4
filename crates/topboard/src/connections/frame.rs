//! A frame of a feed: made once, shared by everybody it goes to.

use relay::Pieces;
use std::sync::Arc;

/// Within this time a snapshot of a feed in which nothing changed is given again.
const FRESH_MS: u64 = 100;

/// A frame. A copy costs nothing.
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

    /// Its text in pieces.
    pub fn pieces(&self) -> &[Arc<str>] {
        self.pieces.all()
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> usize {
        self.pieces.bytes()
    }

    /// Its text as one.
    pub fn text(&self) -> String {
        self.pieces.text()
    }

    /// Whether it is all that is needed to be up to date.
    pub fn is_snapshot(&self) -> bool {
        self.is_snapshot
    }
}

/// The snapshot that was made last: whoever asks in the same turn gets the same one.
#[derive(Debug, Default)]
pub(crate) struct Latest(Option<Made>);

#[derive(Debug)]
struct Made {
    seq: u64,
    now_ms: u64,
    frame: Frame,
}

impl Latest {
    /// A snapshot at this sequence of the feed.
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
