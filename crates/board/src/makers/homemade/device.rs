//! A simulated home-made board: simulated squares, and the station of the crate `sensor`, which the firmware uses as
//! well.
//!
//! Invariants:
//! * A change is seen only at a scan: a piece that appears and disappears between two scans goes unnoticed.
//! * Scans that cannot find a change are left out.
//!
//! Limit: at most [`OUTPUT_MAX`] frames wait to be taken; if there are more, the oldest are lost.

use crate::device::{BoardDevice, own_device_methods};
use crate::makers::dgt::{ClockState, DeviceOptions};
use crate::{Contents, Millis, Orientation, Reading, SensorHealth};
use sensor::{
    BoardMillis, Health, Identity, Occupancy, Order, Refusal, Report, Station, message::VERSION, station,
};
use shakmaty::{Bitboard, Board, Color, Square};
use std::collections::VecDeque;

/// The greatest number of frames that wait to be taken.
pub const OUTPUT_MAX: usize = 65_536;
/// The settle time of the firmware, in milliseconds.
const SETTLE_MS: u8 = 30;
/// The number of states that the board keeps for the host: fewer than the firmware keeps, because a simulated hall has
/// many boards.
const BACKLOG_LEN: usize = 1_024;
/// The kinds of requests that this board refuses: calibration, test jig, update, and frames for a clock.
const CALIBRATE: u8 = 0x14;
const JIG: u8 = 0x15;
const UPDATE: u8 = 0x16;
const CLOCK: u8 = 0x17;

/// A simulated board. Its methods take squares as the game names them; a rotated board reports them by its own numbers,
/// as real boards do.
#[derive(Debug, Clone)]
pub struct Device {
    options: DeviceOptions,
    station: Box<Station<BACKLOG_LEN>>,
    now: Millis,
    boot: u32,
    truth: Reading,
    lever: bool,
    /// The instant until which a scan may still find a change.
    moving_until_ms: Millis,
    muted: bool,
    health: Health,
    output: VecDeque<Vec<u8>>,
}

impl Device {
    /// Makes a board with these pieces, switched on and with its port open.
    pub fn with_board(options: DeviceOptions, board: &Board) -> Device {
        let station = Box::new(Station::new(identity(&options, 1)));
        let mut device = Device {
            station,
            options,
            now: 0,
            boot: 1,
            truth: Reading::from_board(board),
            lever: false,
            moving_until_ms: 0,
            muted: false,
            health: Health::default(),
            output: VecDeque::new(),
        };
        device.station.handle_attached(0, true);
        device.note_movement();
        device
    }

    /// Takes bytes from the host.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.advance(t);
        if self.muted {
            return;
        }
        for &byte in bytes {
            match self.station.handle_byte(board_ms(t), byte) {
                None => {}
                Some(Order::Health) => {
                    let health = self.station.health(self.health);
                    self.station.answer(Report::Health(health));
                }
                Some(Order::Calibrate(_)) => self.refuse(CALIBRATE),
                Some(Order::Jig { .. }) => self.refuse(JIG),
                Some(Order::Update) => self.refuse(UPDATE),
                Some(Order::Clock(_)) => self.refuse(CLOCK),
            }
        }
        self.drain();
    }

    /// Sets what the board says of its sensors. A rotated board says it by its own numbers of the squares.
    pub fn set_sensor_health(&mut self, health: SensorHealth) {
        let orientation = self.orientation();
        let own = |squares: Bitboard| {
            let named = squares.into_iter().map(|square| orientation.apply(square));
            Occupancy(named.collect::<Bitboard>().0)
        };
        self.health = Health {
            dead: own(health.dead),
            stuck: own(health.stuck),
            is_wiring_faulty: health.is_wiring_faulty,
            ..self.health
        };
    }

    /// Sets the contents of a square, named as in the game.
    pub fn set_square(&mut self, t: Millis, square: Square, contents: Contents) {
        self.advance(t);
        self.truth.set(square, contents);
        self.note_movement();
    }

    /// Sets the state of the clock beside the board. The board's lever switch, if it has one, follows the clock's
    /// lever.
    pub fn set_clock(&mut self, t: Millis, state: ClockState) {
        self.advance(t);
        let white_side = if self.options.rotated { Color::Black } else { Color::White };
        // The lever is down on the side whose time is stopped.
        let lever = self.options.clock && state.lever != white_side;
        if lever != self.lever {
            self.lever = lever;
            self.note_movement();
        }
    }

    /// Returns whether the lever switch says that White's side has pressed.
    pub fn lever(&self) -> bool {
        self.lever
    }

    /// Opens or closes the host's end of the port.
    pub fn attach(&mut self, t: Millis, is_attached: bool) {
        self.advance(t);
        self.station.handle_attached(board_ms(t), is_attached);
        self.drain();
    }

    /// Returns the pieces that are really on the board, whether or not a scan has found them.
    pub fn truth(&self) -> Reading {
        self.truth.clone()
    }

    /// Advances to `t`, and acts on each deadline at its own instant.
    pub fn advance(&mut self, t: Millis) {
        while let Some(due) = self.next_deadline().filter(|&due| due <= t) {
            self.now = due;
            if due <= self.moving_until_ms {
                let occupied = self.numbered();
                self.station.handle_scan(board_ms(due), occupied, self.lever);
            }
            self.drain();
        }
        self.now = self.now.max(t);
    }

    /// Returns the next deadline: the next scan while one may find a change, otherwise the next repeated report.
    pub fn next_deadline(&self) -> Option<Millis> {
        let every_ms = if self.now < self.moving_until_ms {
            self.scan_ms()
        } else {
            Millis::from(station::IDENTITY_EVERY_MS)
        };
        Some((self.now / every_ms + 1) * every_ms)
    }

    /// Returns the next bytes for the host, if any are waiting.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.output.pop_front()
    }

    /// Mutes the board, so that it neither hears nor speaks, or ends the muting. A muted board is like one whose cable
    /// is pulled and which has a power supply of its own.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
        self.station.handle_attached(board_ms(self.now), !muted);
    }

    /// Simulates a short power failure, after which the board starts again.
    pub fn reboot(&mut self, t: Millis) {
        self.advance(t);
        self.boot += 1;
        *self.station = Station::new(identity(&self.options, self.boot));
        self.station.handle_attached(board_ms(t), !self.muted);
        self.output.clear();
        self.note_movement();
    }

    fn refuse(&mut self, request: u8) {
        self.station.answer(Report::Refused { request, reason: Refusal::Unable });
    }

    fn note_movement(&mut self) {
        let settled_ms = Millis::from(SETTLE_MS) + Millis::from(station::LEVER_HOLD_MS) + 2 * self.scan_ms();
        self.moving_until_ms = self.now + settled_ms;
    }

    fn scan_ms(&self) -> Millis {
        self.options.scan_ms.max(1)
    }

    fn drain(&mut self) {
        while let Some(frame) = self.station.poll_transmit(board_ms(self.now)) {
            if self.muted {
                continue;
            }
            if self.output.len() == OUTPUT_MAX {
                self.output.pop_front();
            }
            self.output.push_back(frame.bytes().to_vec());
        }
    }

    /// Returns the occupied squares by the board's own numbers.
    fn orientation(&self) -> Orientation {
        if self.options.rotated { Orientation::Rotated } else { Orientation::Normal }
    }

    fn numbered(&self) -> Occupancy {
        Occupancy(self.orientation().apply_reading(&self.truth).occupied().0)
    }
}

fn identity(options: &DeviceOptions, boot: u32) -> Identity {
    let digits = options.serial.bytes().filter(u8::is_ascii_digit);
    let number = digits.fold(0_u64, |number, digit| number.wrapping_mul(10) + u64::from(digit - b'0'));
    Identity {
        version: VERSION,
        firmware: [options.version.0, options.version.1, 0],
        unit: number.to_be_bytes(),
        boot,
        has_lever: options.clock,
        is_analogue: false,
        is_calibrated: false,
        is_jig: false,
        is_raw: false,
        has_clock: false,
        scan_ms: u8::try_from(options.scan_ms).unwrap_or(u8::MAX),
        settle_ms: SETTLE_MS,
    }
}

/// Returns the time on the board's own clock, which wraps around.
fn board_ms(t: Millis) -> BoardMillis {
    t as BoardMillis
}

impl BoardDevice for Device {
    own_device_methods!();

    fn set_clock(&mut self, t: Millis, state: ClockState) {
        self.set_clock(t, state);
    }

    fn lever(&self) -> bool {
        self.lever()
    }
}
