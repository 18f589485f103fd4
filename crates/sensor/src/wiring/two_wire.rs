//! A listener on a two-wire bus (I2C) that reads the levels itself, for computers whose bus controller can only be a
//! master.
//!
//! ```text
//!  SDA ──┐  ┌─bit 7─┬─ … ─┬─bit 0─┬─acknowledge─┬─ …      data changes while SCL is low,
//!  SCL ───┴─┘ ┌─┐     ┌─┐    ┌─┐       ┌─┐             is read when it rises
//!   start                          the listener pulls SDA          stop: SDA rises while SCL is high
//! ```
//! The listener only receives. It acknowledges each byte of a message to one of its addresses and returns the message
//! as a whole, beginning with the address byte; everything else on the bus is ignored. The caller must see each level.
//! At 100 kHz a level lasts some 5 µs, so the caller samples in a loop. A missed level damages the frame, which the
//! frame's checksum then shows.
//!
//! Limit: the bytes of a message after the first [`CLOCK_MAX`] are not acknowledged, and such a message is lost.

use crate::clock::{CLOCK_MAX, ClockFrame};

/// The listener's effect on the data line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Data {
    /// The listener releases the line.
    Released,
    /// The listener pulls the line low.
    Pulled,
}

/// The listener's position in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The listener is between messages, or in a message for another address.
    Waiting,
    /// This many bits of a byte have arrived.
    Bits(u8),
    /// A byte is complete. When SCL next falls, the listener will acknowledge the byte.
    Whole,
    /// The listener is acknowledging the byte.
    Acknowledging,
}

/// A listener on the bus.
#[derive(Debug, Clone)]
pub struct BusListener {
    /// The listener's addresses, of seven bits each.
    addresses: [u8; 2],
    scl: bool,
    sda: bool,
    phase: Phase,
    byte: u8,
    bytes: [u8; CLOCK_MAX],
    len: usize,
    ended: Option<ClockFrame>,
}

impl BusListener {
    /// Creates a listener at two addresses on an idle bus.
    pub const fn new(addresses: [u8; 2]) -> BusListener {
        BusListener {
            addresses,
            scl: true,
            sda: true,
            phase: Phase::Waiting,
            byte: 0,
            bytes: [0; CLOCK_MAX],
            len: 0,
            ended: None,
        }
    }

    /// Handles the present levels of both lines; true is high. What is returned holds until the next call.
    pub fn sample(&mut self, scl: bool, sda: bool) -> Data {
        let (scl_before, sda_before) = (self.scl, self.sda);
        (self.scl, self.sda) = (scl, sda);
        match (scl_before, scl) {
            (true, true) if sda_before && !sda => self.start(),
            (true, true) if !sda_before && sda => self.stop(),
            (true, true) | (false, false) => {}
            (false, true) => self.rise(sda),
            (true, false) => self.fall(),
        }
        if self.phase == Phase::Acknowledging { Data::Pulled } else { Data::Released }
    }

    /// Removes and returns the last complete message, if there is one. A message that is not taken in time is replaced
    /// by the next.
    pub fn take(&mut self) -> Option<ClockFrame> {
        self.ended.take()
    }

    /// Returns whether the bus is idle, as far as the listener knows.
    pub fn is_idle(&self) -> bool {
        self.scl && self.sda && self.phase == Phase::Waiting
    }

    fn start(&mut self) {
        // A message may begin without a stop after the last one.
        self.stop();
        self.phase = Phase::Bits(0);
    }

    fn stop(&mut self) {
        if self.len > 1 {
            self.ended = ClockFrame::new(&self.bytes[..self.len]);
        }
        (self.len, self.byte, self.phase) = (0, 0, Phase::Waiting);
    }

    fn rise(&mut self, sda: bool) {
        if let Phase::Bits(count) = self.phase {
            self.byte = self.byte << 1 | u8::from(sda);
            self.phase = if count == 7 { Phase::Whole } else { Phase::Bits(count + 1) };
        }
    }

    fn fall(&mut self) {
        match self.phase {
            Phase::Waiting | Phase::Bits(_) => {}
            Phase::Whole => {
                let byte = core::mem::take(&mut self.byte);
                let is_mine = self.len > 0 || self.addresses.iter().any(|address| address << 1 == byte);
                if is_mine && self.len < CLOCK_MAX {
                    self.bytes[self.len] = byte;
                    self.len += 1;
                    self.phase = Phase::Acknowledging;
                } else {
                    // The message is for another address, is a read, or is too long.
                    (self.len, self.phase) = (0, Phase::Waiting);
                }
            }
            Phase::Acknowledging => self.phase = Phase::Bits(0),
        }
    }
}
