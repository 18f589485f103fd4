//! The cable of a bus with its boards, for tests and simulation. Bytes take as long as on a real line, and boards that
//! send at the same time garble each other's bytes.

use super::slave::Slave;
use crate::device::{BoardDevice, own_device_methods};
use crate::makers::dgt::DeviceOptions;
use crate::makers::dgt::device_clock::ClockState;
use crate::{Contents, Millis, Reading};
use shakmaty::{Board, Square};
use std::collections::VecDeque;

/// The time that a question of four bytes takes on the line, in milliseconds.
const QUESTION_MS: Millis = 4;

/// The number of addresses, which have fourteen bits.
const ADDRESSES: u16 = 1 << 14;

/// One cable and its boards.
#[derive(Debug, Clone, Default)]
pub struct Strand {
    /// The boards, in any order.
    pub boards: Vec<Slave>,
    now: Millis,
    /// The answers that boards are sending or will soon send.
    speeches: Vec<Speech>,
    output: VecDeque<Vec<u8>>,
    collisions: u64,
}

#[derive(Debug, Clone)]
struct Speech {
    start: Millis,
    end: Millis,
    bytes: Vec<u8>,
}

impl Strand {
    /// Creates a cable with these boards.
    pub fn new(boards: Vec<Slave>) -> Strand {
        Strand { boards, ..Strand::default() }
    }

    /// Creates a cable with one board, whose address is its serial number.
    pub fn with_board(options: &DeviceOptions, board: &Board) -> Strand {
        let address = options.serial.parse().ok().filter(|address| (1..ADDRESSES).contains(address));
        let slave = Slave::new(address.unwrap_or(1), board);
        Strand::new(vec![if options.rotated { slave.rotated() } else { slave }])
    }

    /// Sets the contents of a square, named as in the game, on every board.
    pub fn set_square(&mut self, t: Millis, square: Square, contents: Contents) {
        self.advance(t);
        self.boards.iter_mut().for_each(|board| board.set_square(t, square, contents));
    }

    /// Sets the state of every board's clock.
    pub fn set_clock(&mut self, t: Millis, state: ClockState) {
        self.advance(t);
        self.boards.iter_mut().for_each(|board| board.set_clock(t, state));
    }

    /// Returns the pieces that are really on the first board.
    pub fn truth(&self) -> Reading {
        self.boards.first().map_or_else(Reading::empty, Slave::truth)
    }

    /// Mutes every board, so that no board hears or speaks, or ends the muting.
    pub fn mute(&mut self, muted: bool) {
        self.boards.iter_mut().for_each(|board| board.is_plugged = !muted);
    }

    /// Simulates a short power failure of every board.
    pub fn reboot(&mut self, t: Millis) {
        self.advance(t);
        self.speeches.clear();
        self.boards.iter_mut().for_each(|board| board.reboot(t));
    }

    /// Handles bytes from the host. All boards hear them.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.advance(t);
        for &byte in bytes {
            for board in &mut self.boards {
                if let Some((start, reply)) = board.push(t, byte) {
                    let bytes = reply.emit();
                    // At 9600 baud a byte takes 1.04 ms, in the question as well as in the answer.
                    let start = start + QUESTION_MS;
                    let end = start + (bytes.len() as Millis * 25).div_ceil(24);
                    self.speeches.push(Speech { start, end, bytes });
                }
            }
        }
    }

    /// Advances to `t`.
    pub fn advance(&mut self, t: Millis) {
        while let Some(end) = self.speeches.iter().map(|speech| speech.end).min().filter(|end| *end <= t) {
            self.now = self.now.max(end);
            let Some(at) = self.speeches.iter().position(|speech| speech.end == end) else { break };
            let mut speech = self.speeches.swap_remove(at);
            let mut is_garbled = false;
            for other in &mut self.speeches {
                if other.start < speech.end && speech.start < other.end {
                    garble(&mut other.bytes);
                    is_garbled = true;
                }
            }
            if is_garbled {
                self.collisions += 1;
                garble(&mut speech.bytes);
            }
            self.output.push_back(speech.bytes);
        }
        for board in &mut self.boards {
            board.advance(t);
        }
        self.now = self.now.max(t);
    }

    /// Returns the instant of the next deadline, if there is one.
    pub fn next_deadline(&self) -> Option<Millis> {
        let boards = self.boards.iter().filter_map(Slave::next_deadline);
        self.speeches.iter().map(|speech| speech.end).chain(boards).min()
    }

    /// Returns the next bytes to send to the host, if there are any.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.output.pop_front()
    }

    /// Returns the board with this address.
    pub fn board(&mut self, address: u16) -> Option<&mut Slave> {
        self.boards.iter_mut().find(|board| board.address() == address)
    }

    /// Returns the number of times that boards sent at the same time.
    pub fn collisions(&self) -> u64 {
        self.collisions
    }
}

/// Garbles an answer, as happens when two boards send at the same time.
fn garble(bytes: &mut [u8]) {
    for (byte, mask) in bytes.iter_mut().zip([0x11, 0x2a, 0x44].into_iter().cycle()) {
        *byte ^= mask;
    }
}

impl BoardDevice for Strand {
    own_device_methods!();

    fn set_clock(&mut self, t: Millis, state: ClockState) {
        self.set_clock(t, state);
    }
}
