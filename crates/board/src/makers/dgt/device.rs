//! A simulated DGT board, for tests and for the demonstration hall.
//!
//! It powers up in bus mode, takes commands through an input of ten bytes, samples its squares one after the
//! other, reports in the modes IDLE, UPDATE, UPDATE_BRD and UPDATE_NICE, and passes messages to its clock. Bus
//! commands are swallowed. Its trademark text is this project's own: the real one is protected.
//!
//! Invariants:
//! * A change is seen only when its square is sampled: a piece that appears and disappears between two samples goes
//!   unnoticed.
//! * While an answer is being prepared, up to ten bytes of input wait; further bytes are lost.
//! * The simulation computes the instant of the next sample of a changed square, and of the next change of the clock.
//!
//! Limit: at most [`OUTPUT_MAX`] messages wait to be taken; if there are more, the oldest are lost.

use super::clock::{Ack, ClockReport, Side};
use super::clock_command::ClockCommand;
use super::code::{self, Code};
use super::command::{Command, Parsed};
use super::device_clock::{ClockState, DeviceClock};
use super::device_squares::DeviceSquares;
use super::memory::Memory;
use super::message::{Battery, Message};
use crate::device::{AckHabit, BoardDevice, DeviceOptions, own_device_methods};
use crate::{Contents, Millis, Orientation, Reading};
use shakmaty::{Board, KnownOutcome, Square};
use std::collections::VecDeque;

/// The greatest number of bytes that the input holds.
const INPUT_MAX: usize = 10;
/// The greatest number of messages that may wait to be taken.
pub const OUTPUT_MAX: usize = 65_536;
/// The longest time between two clock reports in mode UPDATE, in milliseconds.
const CLOCK_REPORT_MS: Millis = 1000;
/// The number of data bytes in the log.
const EE_LOG_LEN: usize = 0x1f00;
/// The bytes of the log that mean no event (`EE_NOP`) and the end of the log (`EE_END`).
const EE_NOP: u8 = 0x7f;
const EE_END: u8 = 0x6b;

/// The mode of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Bus,
    Idle,
    Update,
    UpdateBoard,
    UpdateNice,
}

impl Mode {
    fn reports_squares(self) -> bool {
        matches!(self, Mode::Update | Mode::UpdateBoard | Mode::UpdateNice)
    }

    fn reports_clock(self) -> bool {
        matches!(self, Mode::Update | Mode::UpdateNice)
    }
}

/// A simulated board. Its methods take squares as the game names them; a rotated board reports them by its own numbers,
/// as real boards do.
#[derive(Debug, Clone)]
pub struct Device {
    options: DeviceOptions,
    now: Millis,
    mode: Mode,
    muted: bool,
    is_powered: bool,
    /// The bytes that wait while an answer is being prepared.
    input: VecDeque<u8>,
    /// The bytes received of an incomplete command.
    partial: Vec<u8>,
    /// The instant at which an answer is due, and the command that it answers.
    answering: Option<(Millis, Command)>,
    /// The number of bytes of a bus command that are still to be ignored.
    bus_bytes: u8,
    squares: DeviceSquares,
    clock: Option<DeviceClock>,
    clock_told: Option<(Millis, ClockReport)>,
    clock_due: Option<Millis>,
    ack_due: Option<(Millis, Ack)>,
    output: VecDeque<Vec<u8>>,
    /// The events that the board remembers, oldest first; they survive a power cut.
    memory: Vec<u8>,
    lever: Option<Side>,
}

/// The kinds of deadlines of a device, in the order in which they are handled if they fall due together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    Sample(u8),
    Answer,
    Clock,
    Ack,
}

impl Device {
    /// Creates an empty board that was just switched on.
    pub fn new(options: DeviceOptions) -> Device {
        let squares = DeviceSquares::new(options.scan_ms);
        Device {
            options,
            now: 0,
            mode: Mode::Bus,
            muted: false,
            is_powered: true,
            input: VecDeque::new(),
            partial: Vec::new(),
            answering: None,
            bus_bytes: 0,
            squares,
            clock: None,
            clock_told: None,
            clock_due: None,
            ack_due: None,
            output: VecDeque::new(),
            memory: Vec::new(),
            lever: None,
        }
    }

    /// Creates a board that is switched on and has these pieces on it.
    pub fn with_board(options: DeviceOptions, board: &Board) -> Device {
        let mut device = Device::new(options);
        for square in Square::ALL {
            device.squares.place(device.number(square), Code::from(board.piece_at(square)));
        }
        device.remember_pieces();
        device
    }

    /// Handles bytes from the host.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.advance(t);
        if self.muted || !self.is_powered {
            return;
        }
        for &byte in bytes {
            if self.answering.is_none() {
                self.take_byte(byte);
            } else if self.input.len() < INPUT_MAX {
                self.input.push_back(byte);
            }
        }
    }

    /// Sets the contents of a square, named as in the game. `Occupied` becomes the marker for a draw, because this
    /// board recognises its pieces.
    pub fn set_square(&mut self, t: Millis, square: Square, contents: Contents) {
        let code = match contents {
            Contents::Empty => Code::Empty,
            Contents::Occupied => Code::Marker(KnownOutcome::Draw),
            Contents::Piece(piece) => Code::Piece(piece),
        };
        self.set_code(t, square, code);
    }

    /// Sets the maker's code for a square, named as in the game. The code may be that of a marker piece.
    pub fn set_code(&mut self, t: Millis, square: Square, code: Code) {
        self.advance(t);
        match self.is_powered {
            true => self.squares.set(self.now, self.number(square), code),
            false => self.squares.set_unseen(self.number(square), code),
        }
    }

    /// Sets all squares at once.
    pub fn set_board(&mut self, t: Millis, board: &Board) {
        for square in Square::ALL {
            self.set_code(t, square, Code::from(board.piece_at(square)));
        }
    }

    /// Returns the pieces that are really on the board, whether or not a sample has found them.
    pub fn truth(&self) -> Reading {
        Reading::from_fn(|square| self.squares.truth(self.number(square)).contents())
    }

    /// Sets the clock's state: its times, its lever, and whether it runs. Without a clock nothing happens.
    pub fn set_clock(&mut self, t: Millis, state: ClockState) {
        self.advance(t);
        if self.options.clock {
            let clock = DeviceClock::new(state, self.now);
            self.clock = Some(clock);
            if self.is_powered {
                self.remember_lever(clock.report(self.now, self.options.rotated));
                self.schedule_clock();
            }
        }
    }

    /// Returns the state of the clock; `None` if it has not been set.
    pub fn clock(&self, t: Millis) -> Option<ClockState> {
        self.clock.map(|clock| clock.state(t))
    }

    /// Cuts the board's power. Until it is restored by [`Device::reboot`], the board senses, hears and says nothing. The clock has a
    /// battery of its own and goes on.
    pub fn cut_power(&mut self, t: Millis) {
        self.advance(t);
        self.is_powered = false;
        self.squares.forget_due();
        (self.answering, self.clock_due, self.ack_due) = (None, None, None);
        self.output.clear();
    }

    /// Restores the board's power, or simulates a short power failure: the board is then in bus mode and has kept only its memory
    /// of the game.
    pub fn reboot(&mut self, t: Millis) {
        self.advance(t);
        let active = |report| if let ClockReport::Time(time) = report { Some(time.active) } else { None };
        let booted = Device {
            now: self.now,
            squares: self.squares.sampled_at_once(),
            clock: self.clock,
            memory: std::mem::take(&mut self.memory),
            lever: self.clock.and_then(|clock| active(clock.report(self.now, self.options.rotated))),
            ..Device::new(self.options.clone())
        };
        *self = booted;
        self.remember_pieces();
    }

    /// Mutes the board, so that it neither receives nor sends anything, or ends the muting.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
        if muted {
            self.output.clear();
        }
    }

    /// Advances to `t`, and acts on each deadline at its own instant.
    pub fn advance(&mut self, t: Millis) {
        while let Some((due, what)) = self.next_due().filter(|&(due, _)| due <= t) {
            self.now = self.now.max(due);
            self.fire(what);
        }
        self.now = self.now.max(t);
    }

    /// Returns the instant of the next deadline, if there is one.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.next_due().map(|(due, _)| due)
    }

    /// Returns the next message for the host, if one is waiting.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.output.pop_front()
    }

    fn next_due(&self) -> Option<(Millis, Due)> {
        (self.squares.next_due().into_iter())
            .map(|(due, number)| (due, Due::Sample(number)))
            .chain(self.answering.as_ref().map(|(due, _)| (*due, Due::Answer)))
            .chain(self.clock_due.map(|due| (due, Due::Clock)))
            .chain(self.ack_due.map(|(due, _)| (due, Due::Ack)))
            .min()
    }

    fn fire(&mut self, what: Due) {
        match what {
            Due::Sample(number) => {
                let code = self.squares.sample(number);
                if let Some(square) = code::square(number) {
                    self.remember(Memory::Field { square, code, soon: false });
                }
                if let Some(square) = code::square(number).filter(|_| self.mode.reports_squares()) {
                    self.say(&Message::Field { square, code });
                }
            }
            Due::Answer => {
                if let Some((_, command)) = self.answering.take() {
                    self.answer(&command);
                    self.take_input();
                }
            }
            Due::Clock => self.report_clock(),
            Due::Ack => {
                if let Some((_, ack)) = self.ack_due.take().filter(|_| self.mode.reports_clock()) {
                    self.say_ack(ack);
                }
            }
        }
    }

    /// Handles the waiting bytes up to the first command that takes time.
    fn take_input(&mut self) {
        while self.answering.is_none() {
            let Some(byte) = self.input.pop_front() else { return };
            self.take_byte(byte);
        }
    }

    fn take_byte(&mut self, byte: u8) {
        if byte & 0x80 != 0 {
            self.partial.clear();
            if is_bus_command(byte) {
                // On a real board in single-board mode a bus command only switches to bus mode; here it is ignored in
                // both modes.
                self.mode = Mode::Bus;
                self.bus_bytes = BUS_REST_LEN;
            }
            return;
        }
        if self.bus_bytes > 0 {
            self.bus_bytes -= 1;
            return;
        }
        self.partial.push(byte);
        match Command::parse(&self.partial) {
            Parsed::Partial => {}
            Parsed::Unknown(_) => self.partial.clear(),
            Parsed::Command(command, _) => {
                self.partial.clear();
                self.obey(command);
            }
        }
    }

    fn obey(&mut self, command: Command) {
        if self.mode == Mode::Bus {
            self.mode = Mode::Idle;
        }
        match command {
            Command::Reset => self.set_mode(Mode::Idle),
            Command::Update => self.set_mode(Mode::Update),
            Command::UpdateBoard => self.set_mode(Mode::UpdateBoard),
            Command::UpdateNice => self.set_mode(Mode::UpdateNice),
            Command::ToBus => self.set_mode(Mode::Bus),
            Command::Clock(command) => self.obey_clock(command),
            Command::SendClock
            | Command::SendBoard
            | Command::SendSerial
            | Command::SendBusAddress
            | Command::SendTrademark
            | Command::SendHardwareVersion
            | Command::SendEeLog
            | Command::SendBattery
            | Command::SendVersion
            | Command::SendLongSerial => {
                self.answering = Some((self.now + self.options.answer_delay_ms, command));
                if self.options.answer_delay_ms == 0 {
                    self.fire(Due::Answer);
                }
            }
        }
    }

    fn set_mode(&mut self, mode: Mode) {
        if mode != self.mode {
            self.mode = mode;
            self.clock_told = None;
            self.schedule_clock();
        }
    }

    fn answer(&mut self, command: &Command) {
        let options = &self.options;
        let address = options.serial.parse::<u16>().unwrap_or(0) & 0x3fff;
        let answer = match command {
            Command::SendClock => Some(Message::Clock(self.clock_report())),
            Command::SendBoard if options.large => Some(Message::LargeDump(vec![0; 100])),
            Command::SendBoard => Some(Message::Dump(Box::new(self.squares.sampled()))),
            Command::SendSerial => Some(Message::Serial(options.serial.clone())),
            Command::SendBusAddress => Some(Message::BusAddress(address)),
            Command::SendTrademark => Some(Message::Trademark(options.trademark.clone())),
            Command::SendEeLog => {
                let mut log = vec![EE_NOP; EE_LOG_LEN - 1 - self.memory.len()];
                log.extend_from_slice(&self.memory);
                log.push(EE_END);
                Some(Message::EeLog(log))
            }
            Command::SendBattery => options.battery_percent.map(|percent| {
                Message::Battery(Battery { percent, discharging: true, ..Battery::default() })
            }),
            Command::SendVersion => {
                Some(Message::Version { major: options.version.0, minor: options.version.1 })
            }
            Command::SendLongSerial => options.long_serial.clone().map(Message::LongSerial),
            // This board is too old to know the question.
            Command::SendHardwareVersion => None,
            Command::Reset
            | Command::Update
            | Command::UpdateBoard
            | Command::UpdateNice
            | Command::ToBus
            | Command::Clock(_) => None,
        };
        if let Some(answer) = answer {
            self.say(&answer);
        }
    }

    /// Passes a message to the clock. The clock's answer is passed on only in the modes that report the clock.
    fn obey_clock(&mut self, command: ClockCommand) {
        let Some(clock) = &mut self.clock else { return };
        let is_refused = self.options.ack_habit == AckHabit::Refuses;
        let mut answer = 0;
        match command {
            ClockCommand::Version => answer = self.options.clock_version,
            ClockCommand::SetAndRun { left, right, flags } => {
                if !is_refused {
                    clock.set_and_run(self.now, self.options.rotated, [left, right], flags);
                }
            }
            ClockCommand::Display { .. }
            | ClockCommand::Icons { .. }
            | ClockCommand::End
            | ClockCommand::Button
            | ClockCommand::Beep(_)
            | ClockCommand::Ascii { .. }
            | ClockCommand::LongAscii { .. } => {}
        }
        let ack = [if is_refused { ACK_REFUSED } else { ACK_DONE }, command.number(), answer, 0];
        self.ack_due = Some((self.now + self.options.ack_delay_ms, Ack(ack)));
        self.schedule_clock();
    }

    fn say_ack(&mut self, ack: Ack) {
        let message = Message::Clock(ClockReport::Ack(ack));
        match self.options.ack_habit {
            AckHabit::Obeys | AckHabit::Refuses => self.say(&message),
            AckHabit::Silent => {}
            AckHabit::Stutters => {
                self.say(&Message::Unknown { id: CLOCK_ID, data: vec![0; CLOCK_DATA_LEN] });
                self.say(&message);
                self.say(&message);
            }
        }
    }

    fn clock_report(&self) -> ClockReport {
        self.clock.map_or(ClockReport::Absent, |clock| clock.report(self.now, self.options.rotated))
    }

    fn report_clock(&mut self) {
        self.clock_due = None;
        let report = self.clock_report();
        let is_news = self.clock_told.is_none_or(|(_, told)| told != report);
        if is_news || self.mode == Mode::Update {
            self.say(&Message::Clock(report));
            self.clock_told = Some((self.now, report));
        }
        self.schedule_clock();
    }

    /// Sets the instant at which polling the clock will next find something to report.
    fn schedule_clock(&mut self) {
        self.clock_due = None;
        if !self.mode.reports_clock() {
            return;
        }
        let change = match self.clock_told {
            Some((_, told)) if told == self.clock_report() => {
                self.clock.and_then(|clock| clock.next_change(self.now))
            }
            Some(_) | None => Some(self.now),
        };
        let must = (self.clock_told)
            .filter(|_| self.mode == Mode::Update)
            .map(|(told_ms, _)| told_ms + CLOCK_REPORT_MS);
        let poll_ms = self.options.clock_poll_ms.max(1);
        let earliest = change.into_iter().chain(must).min();
        self.clock_due = earliest.map(|earliest| earliest.div_ceil(poll_ms) * poll_ms);
    }

    /// Records a turn of the lever in the memory, with the time of the side that was halted.
    fn remember_lever(&mut self, report: ClockReport) {
        let ClockReport::Time(time) = report else { return };
        if self.lever.replace(time.active).is_some_and(|lever| lever != time.active) && time.running {
            let halted = time.active.other();
            let left_ms = match halted {
                Side::Left => time.left.left_ms(),
                Side::Right => time.right.left_ms(),
            };
            self.remember(Memory::Lever { halted, left_s: left_ms / 1000 });
        }
    }

    fn remember_pieces(&mut self) {
        self.remember(Memory::PowerUp);
        for (number, code) in (0..).zip(self.squares.sampled()) {
            if let Some(square) = code::square(number).filter(|_| code != Code::Empty) {
                self.remember(Memory::Field { square, code, soon: false });
            }
        }
    }

    fn remember(&mut self, event: Memory) {
        if !self.options.remembers {
            return;
        }
        self.memory.extend(event.emit());
        let over = self.memory.len().saturating_sub(EE_LOG_LEN - 1);
        self.memory.drain(..over);
    }

    fn say(&mut self, message: &Message) {
        if self.muted {
            return;
        }
        if self.output.len() == OUTPUT_MAX {
            self.output.pop_front();
        }
        self.output.push_back(message.emit().emit());
    }

    /// Returns the board's own number of a square that is named as in the game.
    fn number(&self, square: Square) -> u8 {
        let orientation = if self.options.rotated { Orientation::Rotated } else { Orientation::Normal };
        code::number(orientation.apply(square))
    }
}

/// The message number of clock readings and acknowledgements.
const CLOCK_ID: u8 = 0x8d;
const CLOCK_DATA_LEN: usize = 7;
/// The first byte of an acknowledgement, if the clock obeyed.
const ACK_DONE: u8 = 0x10;
const ACK_REFUSED: u8 = 0x40;
/// The number of bytes after the number of a bus command: address and checksum.
const BUS_REST_LEN: u8 = 3;

fn is_bus_command(byte: u8) -> bool {
    matches!(byte, 0x81..=0x8d | 0x91..=0x9b | 0xa0..=0xa2)
}

impl BoardDevice for Device {
    own_device_methods!();

    fn set_clock(&mut self, t: Millis, state: ClockState) {
        self.set_clock(t, state);
    }
}
