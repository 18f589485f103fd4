//! Frames: the outer form of everything a board says. This layer judges nothing but lengths.
//!
//! ```text
//! [id | 0x80] [len >> 7] [len & 0x7f] [data …]      len counts the three header bytes; only the id has its top bit set
//! ```
//!
//! Invariants:
//! * A byte with its top bit set always begins a frame: whatever came before is abandoned, so one lost, added or
//!   changed byte costs at most the frame it hit.
//! * The buffer is bounded by the longest plausible frame of the id ([`longest`]): a misread id cannot make anybody
//!   wait for eight thousand bytes, except for the one message that really is that long, and that one is given up
//!   by time (the session's matter) or by the next header.
//! * Every byte that ends in no frame is counted.

/// The id of an EE log: the one message longer than a few hundred bytes.
const EE_LOG: u8 = 0x8f;
/// Bytes before the data.
const HEADER_LEN: usize = 3;

/// One delimited message of a board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The message number, with its top bit set.
    pub id: u8,
    /// Its data, seven bits a byte.
    pub data: Vec<u8>,
}

impl Frame {
    /// The bytes on the wire. Data longer than a frame can hold is cut, top bits are cleared: the form has no place
    /// for either.
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
    /// A deframer between two frames.
    pub fn new() -> Deframer {
        Deframer::default()
    }

    /// Takes bytes up to the end of the first frame that they complete: how many were taken, and that frame.
    pub fn push_some(&mut self, bytes: &[u8]) -> (usize, Option<Frame>) {
        let mut taken = 0;
        while let Some(&byte) = bytes.get(taken) {
            // The data of a frame whose header is known, but for its last byte.
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

    /// Takes one byte; the frame it completes comes back.
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

    /// The length that the header tells.
    fn total(&self) -> usize {
        usize::from(self.partial[1]) << 7 | usize::from(self.partial[2])
    }

    /// How many bytes are missing of a frame whose header is known; 0 while it is not.
    fn missing(&self) -> usize {
        if self.partial.len() < HEADER_LEN { 0 } else { self.total().saturating_sub(self.partial.len()) }
    }

    /// Gives up the frame that has begun; its bytes become noise.
    pub fn abandon(&mut self) {
        self.noise += self.partial.len() as u64;
        self.partial.clear();
    }

    /// Whether a frame has begun and not ended.
    pub fn is_inside(&self) -> bool {
        !self.partial.is_empty()
    }

    /// How many bytes were thrown away so far. A change of this number means that something was lost.
    pub fn noise(&self) -> u64 {
        self.noise
    }
}

/// The longest total length that is believed of a message.
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
        // Nobody knows these; longer ones than this have never been described.
        _ => 1024,
    }
}
