//! Frames on the bus of a clock that is wired to the board. They are passed on unchanged in both directions: only the
//! host knows which clock it is and what the bytes mean.
//!
//! Limit: a frame has at most [`CLOCK_MAX`] bytes. The longest frame that the host needs reports a time and has 24
//! bytes: docs/protocols/dgt3000.md, "Frames".

/// The greatest length of a frame, in bytes.
pub const CLOCK_MAX: usize = 32;

/// A frame to or from a clock, from the address byte to the checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockFrame {
    bytes: [u8; CLOCK_MAX],
    len: u8,
}

impl ClockFrame {
    /// Makes a frame of these bytes; `None` if there are more than [`CLOCK_MAX`], or none.
    pub fn new(bytes: &[u8]) -> Option<ClockFrame> {
        let mut frame = ClockFrame { bytes: [0; CLOCK_MAX], len: u8::try_from(bytes.len()).ok()? };
        frame.bytes.get_mut(..bytes.len())?.copy_from_slice(bytes);
        (!bytes.is_empty()).then_some(frame)
    }

    /// Returns the bytes of the frame.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}
