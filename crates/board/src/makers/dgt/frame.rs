//! Frames: the outer form of everything that a board sends. Only lengths are checked in this module.
//!
//! ```text
//! [id | 0x80] [len >> 7] [len & 0x7f] [data …]      len counts the three header bytes; only the id has its top bit set
//! ```
//!
//! Invariants:
//! * A byte with its top bit set always begins a frame, and an incomplete frame before it is dropped. So one lost,
//!   added or changed byte costs at most the frame to which it belongs.
//! * The buffer holds no more than the longest plausible frame with its id ([`longest`]). So a misread id does not make
//!   the deframer wait for eight thousand bytes, except the id of the EE log, which really is so long. A frame that is
//!   incomplete when the next header comes, or when a time set by the session has passed, is dropped.
//! * Every byte that does not become part of a frame is counted.

/// The id of an EE log, the only message longer than a few hundred bytes.
const EE_LOG: u8 = 0x8f;
/// The number of bytes before the data.
const HEADER_LEN: usize = 3;

/// One delimited message of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The message number, with its top bit set.
    pub id: u8,
    /// The data, seven bits in each byte.
    pub data: Vec<u8>,
}

impl Frame {
    /// Returns the bytes on the wire. Data longer than a frame can hold is cut off, and top bits are cleared.
    pub fn emit(&self) -> Vec<u8> {
        let data = &self.data[..self.data.len().min(0x3fff - HEADER_LEN)];
        let total = data.len() + HEADER_LEN;
        let mut bytes = vec![self.id | 0x80, (total >> 7) as u8 & 0x7f, total as u8 & 0x7f];
        bytes.extend(data.iter().map(|byte| byte & 0x7f));
        bytes
    }
}

/// Cuts a stream of bytes into frames.
#[derive(Debug, Clone, Default)]
pub struct Deframer {
    partial: Vec<u8>,
    noise: u64,
}

impl Deframer {
    /// Creates a deframer that expects the beginning of a frame.
    pub fn new() -> Deframer {
        Deframer::default()
    }

    /// Handles bytes up to the end of the first frame that they complete. Returns the number of bytes handled, and the
    /// frame if there is one.
    pub fn push_some(&mut self, bytes: &[u8]) -> (usize, Option<Frame>) {
        let mut taken = 0;
        while let Some(&byte) = bytes.get(taken) {
            // Before the last byte of a frame whose header is known, all bytes are its data.
            let rest = self.missing().saturating_sub(1).min(bytes.len() - taken);
            let data = &bytes[taken..taken + rest];
            if rest > 0 && data.iter().all(|byte| byte & 0x80 == 0) {
                self.partial.extend_from_slice(data);
                taken += rest;
                continue;
            }
            taken += 1;
            if let Some(frame) = self.push(byte) {
                return (taken, Some(frame));
            }
        }
        (taken, None)
    }

    /// Handles one byte. Returns the frame that the byte completes, if it completes one.
    pub fn push(&mut self, byte: u8) -> Option<Frame> {
        if byte & 0x80 != 0 {
            self.abandon();
            self.partial.push(byte);
            return None;
        }
        if self.partial.is_empty() {
            self.noise += 1;
            return None;
        }
        self.partial.push(byte);
        if self.partial.len() < HEADER_LEN {
            return None;
        }
        let id = self.partial[0];
        let total = self.total();
        if total < HEADER_LEN || total > longest(id) {
            self.abandon();
            return None;
        }
        if self.partial.len() < total {
            return None;
        }
        let data = self.partial[HEADER_LEN..].to_vec();
        self.partial.clear();
        Some(Frame { id, data })
    }

    /// Returns the length of the frame according to its header, in bytes.
    fn total(&self) -> usize {
        usize::from(self.partial[1]) << 7 | usize::from(self.partial[2])
    }

    /// Returns the number of bytes missing from a frame whose header is known; 0 while the header is unknown.
    fn missing(&self) -> usize {
        if self.partial.len() < HEADER_LEN { 0 } else { self.total().saturating_sub(self.partial.len()) }
    }

    /// Drops an incomplete frame. Its bytes count as noise.
    pub fn abandon(&mut self) {
        self.noise += self.partial.len() as u64;
        self.partial.clear();
    }

    /// Returns whether a frame is incomplete.
    pub fn is_inside(&self) -> bool {
        !self.partial.is_empty()
    }

    /// Returns the number of bytes dropped so far.
    pub fn noise(&self) -> u64 {
        self.noise
    }
}

/// Returns the greatest plausible total length of a message with this id, in bytes.
pub fn longest(id: u8) -> usize {
    match id {
        0x86 => 103,
        0x8d => 10,
        0x8e | 0x90 | 0x93 | 0x96 => 5,
        EE_LOG => 0x1f00 + HEADER_LEN,
        0x91 | 0xa2 => 32,
        0x92 => 512,
        0x94 | 0x95 => 53,
        0xa0 => 12,
        // No source describes a message longer than this, so it is the limit for unknown ids.
        _ => 1024,
    }
}
