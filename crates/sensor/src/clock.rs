//! What is said on the bus of a clock that is wired to the board: carried as it is, in both directions. Which clock it is
//! and what its bytes mean is known at the other end of the cable.
//!
//! Limit: [`CLOCK_MAX`] bytes. The longest frame that is listened for is a time, of 24: docs/protocols/dgt3000.md,
//! "Frames".

/// The longest frame.
pub const CLOCK_MAX: usize = 32;

/// Bytes of a clock, or for one: from the address byte to the checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClockFrame {
    bytes: [u8; CLOCK_MAX],
    len: u8,
}

impl ClockFrame {
    /// These bytes; none when there are none, or too many.
    pub fn new(bytes: &[u8]) -> Option<ClockFrame> {
        let mut frame = ClockFrame { bytes: [0; CLOCK_MAX], len: u8::try_from(bytes.len()).ok()? };
        frame.bytes.get_mut(..bytes.len())?.copy_from_slice(bytes);
        (!bytes.is_empty()).then_some(frame)
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}
