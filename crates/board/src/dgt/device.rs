//! The board's side of the cable: a simulated DGT board, for tests and for the demonstration hall.
//!
//! It powers up in bus mode, takes commands through an input of ten bytes, samples its squares one after the other,
//! reports in the modes IDLE, UPDATE, UPDATE_BRD and UPDATE_NICE, and passes messages to its clock. Bus commands are
//! swallowed. What it says of its maker is this project's own text: the real one is protected.
//!
//! Invariants:
//! * A change is seen only when its square is sampled: what comes and goes between two samples was never there.
//! * While an answer is in the making, input waits in the ten bytes; what does not fit is lost.
//! * Nobody ticks: the next sample of a changed square, the next second of the clock are computed.
//!
//! Limit: [`OUTPUT_MAX`] messages wait to be taken; when nobody does, the oldest are lost.

use super::clock::{Ack, ClockReport};
use super::clock_command::ClockCommand;
use super::code::{self, Code};
use super::command::{Command, Parsed};
use super::device_clock::{ClockState, DeviceClock};
use super::message::{Battery, Message};
use crate::{Contents, Millis, Orientation, Reading};
use shakmaty::{Board, KnownOutcome, Square};
use std::collections::VecDeque;

/// What the input holds.
const INPUT_MAX: usize = 10;
/// How many messages may wait to be taken.
pub const OUTPUT_MAX: usize = 65_536;
/// UPDATE reports the clock at least so often.
const CLOCK_REPORT_MS: Millis = 1000;
/// The data of the log.
const EE_LOG_LEN: usize = 0x1f00;
/// Log bytes: nothing, and the end.
const EE_NOP: u8 = 0x7f;
const EE_END: u8 = 0x6b;

/// What a simulated board is like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeviceOptions {
    /// The short serial number, five digits.
    pub serial: String,
    /// The long serial number; old boards have none.
    pub long_serial: Option<String>,
    /// What it says when asked for its maker.
    pub trademark: String,
    /// The firmware's version.
    pub version: (u8, u8),
    /// The charge of its battery in percent; boards with a cable have none.
    pub battery_percent: Option<u8>,
    /// How long one round over all squares takes.
    pub scan_ms: Millis,
    /// Whether a clock is attached.
    pub clock: bool,
    /// How often the board looks at its clock.
    pub clock_poll_ms: Millis,
    /// Whether the board stands the other way round: its connector and left side are Black's.
    pub rotated: bool,
    /// From a command to its answer.
    pub answer_delay_ms: Millis,
    /// From a clock message to its acknowledgement.
    pub ack_delay_ms: Millis,
}

impl Default for DeviceOptions {
    fn default() -> DeviceOptions {
        DeviceOptions {
            serial: "01025".to_owned(),
            long_serial: Some("3000001025".to_owned()),
            trademark: TRADEMARK.to_owned(),
            version: (1, 8),
            battery_percent: None,
            scan_ms: 200,
            clock: true,
            clock_poll_ms: 100,
            rotated: false,
            answer_delay_ms: 5,
            ack_delay_ms: 200,
        }
    }
}

/// Longer than 127 bytes on purpose: the length then needs both of its bytes.
const TRADEMARK: &str = "Simulated electronic chess board of the Topboard project\r\n\
    Speaks the single-board protocol of the e-board family\r\n\
    Made by no maker, sold by nobody, free software\r\n";

/// In what mood the board is.
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

/// A simulated board. Squares are true squares: a rotated board numbers them its own way, as real ones do.
#[derive(Debug, Clone)]
pub struct Device {
    options: DeviceOptions,
    now: Millis,
    mode: Mode,
    muted: bool,
    /// Bytes that wait while an answer is in the making.
    input: VecDeque<u8>,
    /// A command that has begun and not ended.
    partial: Vec<u8>,
    /// The command in the making and when its answer is due.
    answering: Option<(Millis, Command)>,
    /// Bytes of a bus frame still to be swallowed.
    bus_bytes: u8,
    /// What stands there and what was sampled, by the board's numbers.
    truth: [Code; 64],
    sampled: [Code; 64],
    sample_due: [Option<Millis>; 64],
    clock: Option<DeviceClock>,
    clock_told: Option<(Millis, ClockReport)>,
    clock_due: Option<Millis>,
    ack_due: Option<(Millis, Ack)>,
    output: VecDeque<Vec<u8>>,
}

/// What falls due in a device, in the order in which it happens at the same instant.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    Sample(usize),
    Answer,
    Clock,
    Ack,
}

impl Device {
    /// An empty board, just switched on.
    pub fn new(options: DeviceOptions) -> Device {
        Device {
            options,
            now: 0,
            mode: Mode::Bus,
            muted: false,
            input: VecDeque::new(),
            partial: Vec::new(),
            answering: None,
            bus_bytes: 0,
            truth: [Code::Empty; 64],
            sampled: [Code::Empty; 64],
            sample_due: [None; 64],
            clock: None,
            clock_told: None,
            clock_due: None,
            ack_due: None,
            output: VecDeque::new(),
        }
    }

    /// A board that was switched on with these pieces on it.
    pub fn with_board(options: DeviceOptions, board: &Board) -> Device {
        let mut device = Device::new(options);
        for square in Square::ALL {
            device.truth[device.index(square)] = Code::from(board.piece_at(square));
        }
        device.sampled = device.truth;
        device
    }

    /// Bytes from the host.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.advance(t);
        if self.muted {
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

    /// What stands on a true square from now on. Something that is no known piece is the marker for a draw: this
    /// board knows its pieces.
    pub fn set_square(&mut self, t: Millis, square: Square, contents: Contents) {
        let code = match contents {
            Contents::Empty => Code::Empty,
            Contents::Occupied => Code::Marker(KnownOutcome::Draw),
            Contents::Piece(piece) => Code::Piece(piece),
        };
        self.set_code(t, square, code);
    }

    /// The same by the maker's code, for marker pieces.
    pub fn set_code(&mut self, t: Millis, square: Square, code: Code) {
        self.advance(t);
        let index = self.index(square);
        self.truth[index] = code;
        self.sample_due[index] = if code == self.sampled[index] {
            None
        } else {
            self.sample_due[index].or(Some(self.next_sample(index)))
        };
    }

    /// All squares at once.
    pub fn set_board(&mut self, t: Millis, board: &Board) {
        for square in Square::ALL {
            self.set_code(t, square, Code::from(board.piece_at(square)));
        }
    }

    /// What truly stands on the board, sampled or not.
    pub fn truth(&self) -> Reading {
        Reading::from_fn(|square| self.truth[self.index(square)].contents())
    }

    /// The clock is set, started, stopped or pressed. Without a clock nothing happens.
    pub fn set_clock(&mut self, t: Millis, state: ClockState) {
        self.advance(t);
        if self.options.clock {
            self.clock = Some(DeviceClock::new(state, self.now));
            self.schedule_clock();
        }
    }

    /// How the clock stands; none before it was set.
    pub fn clock(&self, t: Millis) -> Option<ClockState> {
        self.clock.map(|clock| clock.state(t))
    }

    /// The current failed for a moment: bus mode, nothing remembered. Clocks have batteries of their own.
    pub fn reboot(&mut self, t: Millis) {
        self.advance(t);
        let booted = Device {
            now: self.now,
            truth: self.truth,
            sampled: self.truth,
            clock: self.clock,
            ..Device::new(self.options.clone())
        };
        *self = booted;
    }

    /// A silent death, or the end of it: a muted board neither hears nor speaks.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
        if muted {
            self.output.clear();
        }
    }

    /// Does everything that is due up to `t`, each at its own instant.
    pub fn advance(&mut self, t: Millis) {
        while let Some((due, what)) = self.next_due().filter(|&(due, _)| due <= t) {
            self.now = self.now.max(due);
            self.fire(what);
        }
        self.now = self.now.max(t);
    }

    /// When `advance` wants to be called next.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.next_due().map(|(due, _)| due)
    }

    /// Bytes for the host, one message at a time.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.output.pop_front()
    }

    fn next_due(&self) -> Option<(Millis, Due)> {
        let samples = (0..64).filter_map(|index| Some((self.sample_due[index]?, Due::Sample(index))));
        samples
            .chain(self.answering.as_ref().map(|(due, _)| (*due, Due::Answer)))
            .chain(self.clock_due.map(|due| (due, Due::Clock)))
            .chain(self.ack_due.map(|(due, _)| (due, Due::Ack)))
            .min()
    }

    fn fire(&mut self, what: Due) {
        match what {
            Due::Sample(index) => {
                self.sample_due[index] = None;
                self.sampled[index] = self.truth[index];
                if let Some(square) = code::square(index as u8).filter(|_| self.mode.reports_squares()) {
                    self.say(&Message::Field { square, code: self.sampled[index] });
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
                    self.say(&Message::Clock(ClockReport::Ack(ack)));
                }
            }
        }
    }

    /// Takes waiting bytes until a command needs time.
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
                // In single-board mode it only switches over; here it is swallowed in both modes.
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
            Command::SendBoard => Some(Message::Dump(Box::new(self.sampled))),
            Command::SendSerial => Some(Message::Serial(options.serial.clone())),
            Command::SendBusAddress => Some(Message::BusAddress(address)),
            Command::SendTrademark => Some(Message::Trademark(options.trademark.clone())),
            Command::SendEeLog => {
                let mut log = vec![EE_NOP; EE_LOG_LEN];
                log[EE_LOG_LEN - 1] = EE_END;
                Some(Message::EeLog(log))
            }
            Command::SendBattery => options.battery_percent.map(|percent| {
                Message::Battery(Battery { percent, discharging: true, ..Battery::default() })
            }),
            Command::SendVersion => {
                Some(Message::Version { major: options.version.0, minor: options.version.1 })
            }
            Command::SendLongSerial => options.long_serial.clone().map(Message::LongSerial),
            // An older board than those that know this question.
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

    /// Passes a message to the clock. Outside the modes that report the clock nobody hears its answer.
    fn obey_clock(&mut self, command: ClockCommand) {
        let Some(clock) = &mut self.clock else { return };
        let ack = match command {
            ClockCommand::Version => [0x10, command.number(), 0x21, 0],
            ClockCommand::SetAndRun { left, right, flags } => {
                clock.set_and_run(self.now, self.options.rotated, [left, right], flags);
                [0x10, command.number(), 0, 0]
            }
            ClockCommand::Display { .. }
            | ClockCommand::Icons { .. }
            | ClockCommand::End
            | ClockCommand::Button
            | ClockCommand::Beep(_)
            | ClockCommand::Ascii { .. }
            | ClockCommand::LongAscii { .. } => [0x10, command.number(), 0, 0],
        };
        self.ack_due = Some((self.now + self.options.ack_delay_ms, Ack(ack)));
        self.schedule_clock();
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

    /// Finds the look at the clock after which something is to be reported.
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

    fn say(&mut self, message: &Message) {
        if self.muted {
            return;
        }
        if self.output.len() == OUTPUT_MAX {
            self.output.pop_front();
        }
        self.output.push_back(message.emit().emit());
    }

    /// The board's own number of a true square.
    fn index(&self, square: Square) -> usize {
        let orientation = if self.options.rotated { Orientation::Rotated } else { Orientation::Normal };
        usize::from(code::number(orientation.apply(square)))
    }

    /// When this square is sampled next, after now.
    fn next_sample(&self, index: usize) -> Millis {
        let round = self.options.scan_ms.max(1);
        let phase = index as u64 * round / 64;
        let rounds = (self.now + round - phase) / round;
        phase + rounds * round
    }
}

/// Address and checksum, after the number of a bus command.
const BUS_REST_LEN: u8 = 3;

fn is_bus_command(byte: u8) -> bool {
    matches!(byte, 0x81..=0x8d | 0x91..=0x9b | 0xa0..=0xa2)
}
