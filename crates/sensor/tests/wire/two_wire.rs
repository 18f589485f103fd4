//! The listener on a bus with an open drain, against a master that sends everything bit by bit.

use sensor::two_wire::{BusListener, Data};

struct Bus {
    listener: BusListener,
    pulled: bool,
    /// The number of samples for each level; a slow sampler sees each once.
    times: u32,
}

impl Bus {
    fn new(times: u32) -> Bus {
        Bus { listener: BusListener::new([0x00, 0x10]), pulled: false, times }
    }

    /// Sets the master's levels and returns the data line, which either end can pull low.
    fn levels(&mut self, scl: bool, sda: bool) -> bool {
        for _ in 0..self.times {
            let on_line = sda && !self.pulled;
            self.pulled = self.listener.sample(scl, on_line) == Data::Pulled;
        }
        sda && !self.pulled
    }

    fn start(&mut self) {
        for (scl, sda) in [(false, true), (true, true), (true, false), (false, false)] {
            self.levels(scl, sda);
        }
    }

    fn stop(&mut self) {
        for (scl, sda) in [(false, false), (true, false), (true, true)] {
            self.levels(scl, sda);
        }
    }

    fn bit(&mut self, sda: bool) {
        for scl in [false, true, false] {
            self.levels(scl, sda);
        }
    }

    /// Sends a byte; returns whether it was acknowledged.
    fn byte(&mut self, byte: u8) -> bool {
        for bit in (0..8).rev() {
            let sda = byte >> bit & 1 == 1;
            self.bit(sda);
        }
        self.levels(false, true);
        let is_high = self.levels(true, true);
        self.levels(false, true);
        !is_high
    }

    /// Sends a message as a master does, which gives up at the first byte that is not acknowledged. Returns the
    /// number of acknowledged bytes.
    fn send(&mut self, bytes: &[u8]) -> usize {
        self.start();
        let taken = bytes.iter().take_while(|&&byte| self.byte(byte)).count();
        self.stop();
        taken
    }

    fn heard(&mut self) -> Option<Vec<u8>> {
        self.listener.take().map(|frame| frame.bytes().to_vec())
    }
}

#[test]
fn what_is_written_to_its_addresses_is_acknowledged_and_handed_over() {
    for times in [1, 2, 7] {
        let mut bus = Bus::new(times);
        for message in
            [&[0x00, 0x10, 0x07, 0x05, 0x40, 0x00, 0x1b][..], &[0x20, 0x10, 0x06, 0x01, 0x0b, 0x08, 0xb9]]
        {
            assert_eq!(bus.send(message), message.len(), "{times} samples a level");
            assert_eq!(bus.heard().as_deref(), Some(message), "{times} samples a level");
            assert!(bus.listener.is_idle() && bus.heard().is_none());
        }
    }
}

#[test]
fn what_is_for_others_is_passed_over() {
    let mut bus = Bus::new(1);
    // A message to the clock, a read from the host's address, an address alone, and then a message to the host.
    assert_eq!(bus.send(&[0x10, 0x20, 0x05, 0x0d, 0x46]), 0);
    assert_eq!(bus.send(&[0x21, 0x00]), 0);
    assert_eq!(bus.send(&[0x20]), 1);
    assert_eq!(bus.heard(), None);
    assert_eq!(bus.send(&[0x00, 0x10]), 2);
    assert_eq!(bus.heard(), Some(vec![0x00, 0x10]));
}

#[test]
fn a_message_that_breaks_off_or_runs_on_does_not_spoil_the_next() {
    let mut bus = Bus::new(1);
    bus.start();
    bus.byte(0x00);
    // Three bits, and then the bus starts anew.
    for sda in [true, false, true] {
        bus.bit(sda);
    }
    assert_eq!(bus.send(&[0x00, 0x55, 0xaa]), 3);
    assert_eq!(bus.heard(), Some(vec![0x00, 0x55, 0xaa]));
    assert_eq!(bus.send(&[0x00; 40]), 32, "no clock says so much");
    assert_eq!(bus.heard(), None);
    assert_eq!(bus.send(&[0x00, 0x01]), 2);
    assert_eq!(bus.heard(), Some(vec![0x00, 0x01]));
}
