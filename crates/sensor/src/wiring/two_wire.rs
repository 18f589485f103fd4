//! A listener on a two-wire bus (I2C), level by level, for computers whose bus controller can only be a master.
//!
//! ```text
//!  SDA ──┐  ┌─bit 7─┬─ … ─┬─bit 0─┬─acknowledge─┬─ …      data changes while SCL is low,
//!  SCL ───┴─┘ ┌─┐     ┌─┐    ┌─┐       ┌─┐             is read when it rises
//!   start                          the listener pulls SDA          stop: SDA rises while SCL is high
//! ```
//! It only receives: what is written to one of its addresses is acknowledged byte by byte and handed over as a whole, the
//! address byte first; everything else on the bus is passed over. Whoever samples must see each level: at 100 kHz one
//! lasts some 5 µs, so he samples in a loop. What was missed is damage, and the frame's own checksum tells.
//!
//! Limit: a message longer than [`CLOCK_MAX`] is not acknowledged any further and is lost.

use crate::clock::{CLOCK_MAX, ClockFrame};

/// What the listener does with the data line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Data {
    /// Lets it go.
    Released,
    /// Pulls it low.
    Pulled,
}

/// Where it is in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Between messages, or in one for somebody else.
    Waiting,
    /// So many bits of a byte have come.
    Bits(u8),
    /// A byte is whole; SCL falls next, and then it is acknowledged.
    Whole,
    /// It is being acknowledged.
    Acknowledging,
}

/// The listener.
#[derive(Debug, Clone)]
pub struct Listener {
    /// Seven bits each.
    addresses: [u8; 2],
    scl: bool,
    sda: bool,
    phase: Phase,
    byte: u8,
    bytes: [u8; CLOCK_MAX],
    len: usize,
    ended: Option<ClockFrame>,
}

impl Listener {
    /// A listener at two addresses on an idle bus.
    pub const fn new(addresses: [u8; 2]) -> Listener {
        Listener {
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

    /// The levels now: true is high. What is returned holds until the next call.
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

    /// A message that has ended; the next one replaces it.
    pub fn take(&mut self) -> Option<ClockFrame> {
        self.ended.take()
    }

    /// Whether nobody speaks, as far as is known.
    pub fn is_idle(&self) -> bool {
        self.scl && self.sda && self.phase == Phase::Waiting
    }

    fn start(&mut self) {
        // A message may be followed by the next one without a stop.
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
                    // Somebody else's, or a read, or too long.
                    (self.len, self.phase) = (0, Phase::Waiting);
                }
            }
            Phase::Acknowledging => self.phase = Phase::Bits(0),
        }
    }
}
