//! A simulated DGT3000, as seen on its bus: whether it sleeps, which host may give it orders, its times and its lever.
//!
//! Limit: none. Frames accumulate until they are taken, so the caller must take them after each input.

use super::frame::{CLOCK, EVERYBODY, HOST, Message, Order, emit};
use crate::Millis;
use crate::makers::dgt::clock::Side;
use std::collections::VecDeque;

/// The interval at which the clock reports its times, in milliseconds.
const TELL_MS: Millis = 1_000;

/// A simulated clock.
#[derive(Debug, Clone)]
pub struct Device {
    now: Millis,
    /// True while the time of one side runs.
    running: bool,
    down: Side,
    left_ms: [Millis; 2],
    awake: bool,
    /// True while the clock runs in a mode of its own and refuses orders.
    busy: bool,
    claimed: bool,
    tells: bool,
    tell_due: Millis,
    heard: Vec<u8>,
    output: VecDeque<Vec<u8>>,
}

impl Device {
    /// Creates a sleeping clock that shows these times in seconds.
    pub fn new(left_s: u32, right_s: u32) -> Device {
        Device {
            now: 0,
            running: false,
            down: Side::Right,
            left_ms: [left_s, right_s].map(|left_s| Millis::from(left_s) * 1000),
            awake: false,
            busy: false,
            claimed: false,
            tells: false,
            tell_due: 0,
            heard: Vec::new(),
            output: VecDeque::new(),
        }
    }

    /// Creates a clock that is awake and reports its times.
    pub fn telling(left_s: u32, right_s: u32) -> Device {
        Device { awake: true, claimed: true, tells: true, ..Device::new(left_s, right_s) }
    }

    /// Creates a clock that is awake and runs in a mode of its own.
    pub fn busy(left_s: u32, right_s: u32) -> Device {
        Device { awake: true, busy: true, ..Device::new(left_s, right_s) }
    }

    /// Returns the commands that the clock has received so far.
    pub fn heard(&self) -> &[u8] {
        &self.heard
    }

    /// Returns whether the clock reports its times.
    pub fn is_telling(&self) -> bool {
        self.tells
    }

    /// Handles a frame from the host.
    pub fn handle_frame(&mut self, t: Millis, frame: &[u8]) {
        self.advance(t);
        let orders = [Order::Wake, Order::Obey, Order::Mode25];
        let Some(order) = orders.into_iter().find(|order| order.emit() == frame) else { return };
        self.heard.push(order.command());
        let yes = |is_yes: bool| if is_yes { 0x08 } else { 0x00 };
        let answer = match order {
            // Only a sleeping clock listens at the address to which this order goes.
            Order::Wake if self.awake => return,
            Order::Wake => {
                self.awake = true;
                return self.output.push_back(emit(HOST, CLOCK, 0x02, &[]));
            }
            Order::Obey | Order::Mode25 if !self.awake => return,
            Order::Obey => {
                self.claimed = !self.busy;
                yes(self.claimed)
            }
            Order::Mode25 => {
                self.tells = self.claimed;
                self.tell_due = t;
                yes(self.claimed)
            }
        };
        self.output.push_back(emit(HOST, CLOCK, 0x01, &[order.command(), answer]));
    }

    /// Presses the clock on this side: from now on the opponent's time runs.
    pub fn press(&mut self, t: Millis, side: Side) {
        self.advance(t);
        let lever = |down: Side| if down == Side::Left { 0x40 } else { 0x00 };
        let before = std::mem::replace(&mut self.down, side);
        self.running = true;
        if self.tells {
            self.output.push_back(emit(EVERYBODY, CLOCK, 0x05, &[lever(side), lever(before), 0]));
        }
    }

    /// Stops both times.
    pub fn stop(&mut self, t: Millis) {
        self.advance(t);
        self.running = false;
    }

    /// Advances to `t`.
    pub fn advance(&mut self, t: Millis) {
        while self.tells && self.tell_due <= t {
            let due = self.tell_due.max(self.now);
            self.run(due);
            self.tell();
            self.tell_due = due + TELL_MS;
        }
        self.run(t);
    }

    /// Returns the next frame for the host, if there is one.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.output.pop_front()
    }

    fn run(&mut self, t: Millis) {
        let up = usize::from(self.down == Side::Left);
        if self.running {
            self.left_ms[up] = self.left_ms[up].saturating_sub(t.saturating_sub(self.now));
        }
        self.now = self.now.max(t);
    }

    fn tell(&mut self) {
        let [left, right] = self.left_ms.map(|left_ms| {
            let left_s = left_ms.div_ceil(1000);
            let decimal = |value: Millis| (value / 10 * 16 + value % 10) as u8;
            [(left_s / 3600) as u8, decimal(left_s / 60 % 60), decimal(left_s % 60)]
        });
        let mut data = [0; 19];
        data[1..4].copy_from_slice(&left);
        data[7..10].copy_from_slice(&right);
        data[15] = u8::from(self.down == Side::Left);
        let frame = emit(EVERYBODY, CLOCK, 0x04, &data);
        debug_assert!(matches!(Message::parse(&frame), Some(Message::Time { .. })), "no time is so long");
        self.output.push_back(frame);
    }
}
