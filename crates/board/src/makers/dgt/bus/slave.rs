//! One board on the bus, for tests and simulation.
//!
//! It keeps changes until it is asked, repeats its last answer on demand, answers a ping to all boards at a random
//! moment, and leaves bus mode at any byte that is not a bus command. The next bus command only returns it to bus mode,
//! and is not obeyed.

use super::frame::{Ask, CHANGES, CHANGES_ODD, Reply};
use crate::makers::dgt::clock::{ClockReport, Side};
use crate::makers::dgt::code::{self, Code};
use crate::makers::dgt::device_clock::{ClockState, DeviceClock};
use crate::makers::dgt::device_squares::DeviceSquares;
use crate::makers::dgt::memory::{Mark, Memory};
use crate::makers::dgt::message::Message;
use crate::{Contents, Millis, Orientation, Reading};
use shakmaty::{Board, KnownOutcome, Square};

/// The time that an answer takes, in milliseconds.
const ANSWER_MS: Millis = 2;
/// The time that the answer to an order for a start mark takes, in milliseconds: the board also writes the mark into
/// its memory.
const START_TAG_MS: Millis = 70;
/// The time within which each board answers a ping to all boards, in milliseconds.
pub const PING_MS: Millis = 1100;
/// The size of a board's memory in bytes. When it is full, the oldest changes are dropped.
const MEMORY_MAX: usize = 0x1f00;

/// One simulated board on a bus.
#[derive(Debug, Clone)]
pub struct Slave {
    address: u16,
    rotated: bool,
    /// True if the board uses two message numbers in turn in its answers to questions for changes.
    alternates: bool,
    odd: bool,
    now: Millis,
    squares: DeviceSquares,
    clock: Option<DeviceClock>,
    lever: Option<Side>,
    /// The changes that the board keeps, oldest first; those from `owed` on have not been reported yet.
    memory: Vec<u8>,
    owed: usize,
    start: usize,
    last_told: Vec<u8>,
    in_bus_mode: bool,
    ignores_ping: bool,
    /// The bytes received of an incomplete bus command.
    command: Vec<u8>,
    /// True while the board is connected to the cable.
    pub is_plugged: bool,
    dice: u64,
}

impl Slave {
    /// Creates a board that is switched on and has these pieces on it.
    pub fn new(address: u16, board: &Board) -> Slave {
        let mut slave = Slave {
            address,
            rotated: false,
            alternates: address.is_multiple_of(2),
            odd: false,
            now: 0,
            squares: DeviceSquares::new(200),
            clock: None,
            lever: None,
            memory: Vec::new(),
            owed: 0,
            start: 0,
            last_told: Vec::new(),
            in_bus_mode: true,
            ignores_ping: false,
            command: Vec::new(),
            is_plugged: true,
            dice: u64::from(address).wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1,
        };
        for square in Square::ALL {
            slave.squares.place(code::number(square), Code::from(board.piece_at(square)));
        }
        slave.power_up();
        slave
    }

    /// Returns the board turned by half a circle, with its pieces still on the squares of the game.
    pub fn rotated(mut self) -> Slave {
        let truth = self.truth();
        self.rotated = true;
        for square in Square::ALL {
            let code = Code::from(truth.known().piece_at(square));
            self.squares.place(self.number(square), code);
        }
        self.memory.clear();
        self.owed = 0;
        self.power_up();
        self
    }

    /// Returns the board's address.
    pub fn address(&self) -> u16 {
        self.address
    }

    /// Sets the contents of a square, named as in the game.
    pub fn set_square(&mut self, t: Millis, square: Square, contents: Contents) {
        self.advance(t);
        let code = match contents {
            Contents::Empty => Code::Empty,
            Contents::Occupied => Code::Marker(KnownOutcome::Draw),
            Contents::Piece(piece) => Code::Piece(piece),
        };
        self.squares.set(self.now, self.number(square), code);
    }

    /// Sets the clock's state: its times, its lever, and whether it runs. A turn of the lever is recorded in the memory
    /// with the time of the side that was halted.
    pub fn set_clock(&mut self, t: Millis, state: ClockState) {
        self.advance(t);
        self.clock = Some(DeviceClock::new(state, self.now));
        let Some(ClockReport::Time(time)) = self.clock.map(|clock| clock.report(self.now, self.rotated))
        else {
            return;
        };
        if self.lever.replace(time.active).is_some_and(|lever| lever != time.active) && time.running {
            let halted = time.active.other();
            let left_ms = match halted {
                Side::Left => time.left.left_ms(),
                Side::Right => time.right.left_ms(),
            };
            self.remember(Memory::Lever { halted, left_s: left_ms / 1000 });
        }
    }

    /// Returns the pieces that are really on the board.
    pub fn truth(&self) -> Reading {
        Reading::from_fn(|square| self.squares.truth(self.number(square)).contents())
    }

    /// Simulates a short power failure: changes that have not been reported stay in the memory, and all pieces on the
    /// board are recorded after them.
    pub fn reboot(&mut self, t: Millis) {
        self.advance(t);
        self.squares = self.squares.sampled_at_once();
        self.in_bus_mode = true;
        self.command.clear();
        self.power_up();
    }

    /// Advances to `t`.
    pub fn advance(&mut self, t: Millis) {
        while let Some((due, number)) = self.squares.next_due().filter(|(due, _)| *due <= t) {
            self.now = self.now.max(due);
            let code = self.squares.sample(number);
            if let Some(square) = code::square(number) {
                self.remember(Memory::Field { square, code, soon: false });
            }
        }
        self.now = self.now.max(t);
    }

    /// Returns the instant of the next deadline, if there is one.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.squares.next_due().map(|(due, _)| due)
    }

    /// Handles a byte on the bus. Returns the board's answer, if there is one, and the time that the answer takes.
    pub fn push(&mut self, t: Millis, byte: u8) -> Option<(Millis, Reply)> {
        self.advance(t);
        if !self.is_plugged {
            return None;
        }
        if byte & 0x80 != 0 {
            self.command.clear();
            self.command.push(byte);
            return None;
        }
        if self.command.is_empty() {
            // A command of the single-board mode ends bus mode.
            self.in_bus_mode = false;
            return None;
        }
        self.command.push(byte);
        let whole: [u8; 4] = self.command[..].try_into().ok()?;
        self.command.clear();
        if !std::mem::replace(&mut self.in_bus_mode, true) {
            return None;
        }
        let (ask, address) = Ask::parse(whole)?;
        if address != self.address && !(address == 0 && ask == Ask::Ping) {
            return None;
        }
        self.answer(ask, address)
    }

    fn answer(&mut self, ask: Ask, address: u16) -> Option<(Millis, Reply)> {
        let mut after_ms = ANSWER_MS;
        let mut id = ask.answers()[0];
        let data = match ask {
            Ask::Clock => match self.clock {
                Some(clock) => clock.report(self.now, self.rotated).emit(),
                None => ClockReport::Absent.emit(),
            },
            Ask::Board => Message::Dump(Box::new(self.squares.sampled())).emit().data,
            Ask::Changes => {
                self.last_told = self.memory.split_off(self.owed.min(self.memory.len()));
                self.memory.extend_from_slice(&self.last_told);
                self.owed = self.memory.len();
                self.odd = !self.odd;
                id = self.changes_id();
                self.last_told.clone()
            }
            Ask::Repeat => {
                id = self.changes_id();
                self.last_told.clone()
            }
            Ask::StartTag => {
                self.start = self.memory.len();
                self.remember(Memory::Mark(Mark::Start));
                self.remember_pieces();
                after_ms = START_TAG_MS;
                Vec::new()
            }
            Ask::SinceStart => self.memory.get(self.start..self.owed).unwrap_or_default().to_vec(),
            Ask::Ping if address == 0 => {
                if std::mem::take(&mut self.ignores_ping) {
                    return None;
                }
                after_ms = self.random(PING_MS);
                Vec::new()
            }
            Ask::Ping => Vec::new(),
            Ask::IgnoreNextPing => {
                self.ignores_ping = true;
                Vec::new()
            }
            Ask::Version => vec![1, 8],
        };
        Some((self.now + after_ms, Reply { id, address: self.address, data }))
    }

    fn changes_id(&self) -> u8 {
        if self.alternates && self.odd { CHANGES_ODD } else { CHANGES }
    }

    fn power_up(&mut self) {
        self.remember(Memory::PowerUp);
        self.remember_pieces();
        self.lever = None;
    }

    fn remember_pieces(&mut self) {
        for number in 0..64 {
            let code = self.squares.sampled()[usize::from(number)];
            if let Some(square) = code::square(number).filter(|_| code != Code::Empty) {
                self.remember(Memory::Field { square, code, soon: false });
            }
        }
    }

    fn remember(&mut self, event: Memory) {
        self.memory.extend(event.emit());
        let over = self.memory.len().saturating_sub(MEMORY_MAX);
        self.memory.drain(..over);
        self.owed = self.owed.saturating_sub(over);
        self.start = self.start.saturating_sub(over);
    }

    /// Returns a pseudo-random number below `limit`. The sequence can be reproduced.
    fn random(&mut self, limit: u64) -> u64 {
        self.dice ^= self.dice << 13;
        self.dice ^= self.dice >> 7;
        self.dice ^= self.dice << 17;
        (self.dice >> 33) % limit
    }

    /// Returns the board's own number of a square that is named as in the game.
    fn number(&self, square: Square) -> u8 {
        let orientation = if self.rotated { Orientation::Rotated } else { Orientation::Normal };
        code::number(orientation.apply(square))
    }
}
