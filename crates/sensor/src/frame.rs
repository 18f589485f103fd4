//! Frames: the outer form of all messages, in both directions. Only the checksum is checked in this module.
//!
//! ```text
//!  00  COBS( body … crc32 )  00          no zero inside; crc32 is zlib's, over the body, low byte first
//! ```
//! The leading zero separates a frame from any noise in front of it. So one lost or changed byte costs at most the
//! frame to which it belongs.
//!
//! Limit: a body has at most [`BODY_MAX`] bytes; more bytes without a zero than a frame can have are skipped and
//! counted.

use crc::{CRC_32_ISO_HDLC, Crc};

/// The greatest length of a body, in bytes.
pub const BODY_MAX: usize = 56;
const CRC_LEN: usize = 4;
/// The greatest length of an encoded body, in bytes: COBS adds one byte to a body of fewer than 254 bytes.
const ENCODED_MAX: usize = BODY_MAX + CRC_LEN + 1;
/// The greatest length of a frame with both its zeros, in bytes. Such a frame fits into one USB packet.
pub const FRAME_MAX: usize = ENCODED_MAX + 2;

const CRC: Crc<u32> = Crc::<u32>::new(&CRC_32_ISO_HDLC);

/// A frame ready to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Frame {
    bytes: [u8; FRAME_MAX],
    len: usize,
}

impl Frame {
    /// Returns the frame of a body. All bodies are made by this crate, and none is longer than [`BODY_MAX`]. A longer
    /// body would be cut, and the receiver could not read it.
    pub fn emit(body: &[u8]) -> Frame {
        let body = &body[..body.len().min(BODY_MAX)];
        let mut plain = [0; BODY_MAX + CRC_LEN];
        plain[..body.len()].copy_from_slice(body);
        plain[body.len()..body.len() + CRC_LEN].copy_from_slice(&CRC.checksum(body).to_le_bytes());
        let mut bytes = [0; FRAME_MAX];
        let encoded = cobs::encode(&plain[..body.len() + CRC_LEN], &mut bytes[1..=ENCODED_MAX]);
        Frame { bytes, len: encoded + 2 }
    }

    /// Returns the bytes of the frame as they are sent.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// Extracts the bodies of frames from a stream of bytes.
#[derive(Debug, Clone)]
pub struct Deframer {
    buffer: [u8; ENCODED_MAX],
    len: usize,
    /// True after too many bytes without a zero: all bytes up to the next zero are skipped.
    overrun: bool,
    noise: u32,
}

impl Default for Deframer {
    fn default() -> Deframer {
        Deframer::new()
    }
}

impl Deframer {
    /// Creates a deframer that expects the beginning of a frame.
    pub const fn new() -> Deframer {
        Deframer { buffer: [0; ENCODED_MAX], len: 0, overrun: false, noise: 0 }
    }

    /// Handles one byte. Returns the body that the byte completes, if it completes one with the right checksum.
    pub fn push(&mut self, byte: u8) -> Option<&[u8]> {
        if byte != 0 {
            if self.overrun || self.len == ENCODED_MAX {
                self.overrun = true;
                self.noise = self.noise.wrapping_add(1);
            } else {
                self.buffer[self.len] = byte;
                self.len += 1;
            }
            return None;
        }
        let len = core::mem::take(&mut self.len);
        if core::mem::take(&mut self.overrun) {
            self.noise = self.noise.wrapping_add(len as u32);
            return None;
        }
        if len == 0 {
            return None;
        }
        let body_len = cobs::decode_in_place(&mut self.buffer[..len])
            .ok()
            .and_then(|plain_len| plain_len.checked_sub(CRC_LEN))
            .filter(|&body_len| {
                let (body, check) = self.buffer[..body_len + CRC_LEN].split_at(body_len);
                body_len > 0 && check == CRC.checksum(body).to_le_bytes()
            });
        if body_len.is_none() {
            self.noise = self.noise.wrapping_add(len as u32);
        }
        body_len.map(|body_len| &self.buffer[..body_len])
    }

    /// Discards an incomplete frame, because the link is new.
    pub fn clear(&mut self) {
        self.len = 0;
        self.overrun = false;
    }

    /// Returns whether a frame is incomplete.
    pub fn is_inside(&self) -> bool {
        self.len > 0 || self.overrun
    }

    /// Returns the number of bytes received so far that belonged to no frame, modulo 2³².
    pub fn noise(&self) -> u32 {
        self.noise
    }
}
