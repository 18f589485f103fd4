//! The board: the station of the crate `sensor` with its hardware, tick by tick.

use crate::{
    flash::Memory,
    light::{Light, Mood},
    wiring::{Lever, Rest, Round, Wiring, is_closed},
};
use rp2040_hal::Timer;
use sensor::{
    Calibration, CalibrationStep, Health, Identity, Occupancy, Order, Refusal, Report, Station, Survey,
    message::VERSION,
};

/// The number of changes that wait for a host: some ten games.
const BACKLOG_LEN: usize = 2_048;
/// The number of ticks in a round.
const ROUND_TICKS: u8 = 8;
/// The time for which a square must read the same.
const SETTLE_MS: u8 = 30;
/// The number of rounds in a calibration: half a second.
const SURVEY_ROUNDS: u16 = 64;
/// The number of ticks between two ranks in test jig mode: all ranks come five times a second.
const JIG_TICKS: u32 = 25;
/// The kinds of requests that are answered here.
const CALIBRATE: u8 = 0x14;
const JIG: u8 = 0x15;
const UPDATE: u8 = 0x16;
const CLOCK: u8 = 0x17;

/// One board.
pub struct Board {
    wiring: Wiring,
    station: Station<BACKLOG_LEN>,
    memory: Option<Memory>,
    light: Light,
    lever: Lever,
    has_lever: bool,
    timer: Timer,
    eighth: u8,
    last: Round,
    /// Squares that have read occupied in every round.
    stuck: Occupancy,
    health: Health,
    round_us: u32,
    surveying: Option<(CalibrationStep, Survey)>,
    is_jig: bool,
}

impl Board {
    /// A board that was just switched on.
    pub fn new(
        mut wiring: Wiring,
        rest: Rest,
        mut memory: Option<Memory>,
        boot: u32,
        was_watchdog: bool,
        timer: Timer,
    ) -> Board {
        let Rest { light, lever, mut lever_strap } = rest;
        let learnt = memory.as_mut().and_then(Memory::load);
        if let Some(calibration) = learnt {
            wiring.set_calibration(calibration);
        }
        let has_lever = is_closed(&mut lever_strap);
        let is_analogue = wiring.levels().is_some();
        let identity = Identity {
            version: VERSION,
            firmware: FIRMWARE,
            unit: memory.as_ref().map_or([0; 8], Memory::unit),
            boot,
            has_lever,
            is_analogue,
            is_calibrated: is_analogue && learnt.is_some(),
            is_jig: false,
            is_raw: false,
            has_clock: false,
            scan_ms: ROUND_TICKS,
            settle_ms: SETTLE_MS,
        };
        Board {
            wiring,
            station: Station::new(identity),
            memory,
            light: Light::new(light),
            lever,
            has_lever,
            timer,
            eighth: 0,
            last: Round::default(),
            stuck: Occupancy(u64::MAX),
            health: Health { was_watchdog, ..Health::default() },
            round_us: 0,
            surveying: None,
            is_jig: false,
        }
    }

    /// The board's number, which never changes.
    pub fn unit(&self) -> [u8; 8] {
        self.memory.as_ref().map_or([0; 8], Memory::unit)
    }

    /// The machine that talks with the host.
    pub fn station(&mut self) -> &mut Station<BACKLOG_LEN> {
        &mut self.station
    }

    /// Notes that a millisecond has passed.
    pub fn tick(&mut self, now_ms: u32, is_late: bool) {
        self.health.late = self.health.late.wrapping_add(u32::from(is_late));
        let before = self.timer.get_counter_low();
        let round = self.wiring.look(self.eighth);
        self.round_us += self.timer.get_counter_low().wrapping_sub(before);
        self.eighth = (self.eighth + 1) % ROUND_TICKS;
        if let Some(round) = round {
            self.finish_round(now_ms, round);
        }
        if self.is_jig && now_ms.is_multiple_of(JIG_TICKS) {
            self.tell_levels((now_ms / JIG_TICKS % 8) as u8);
        }
        let is_faulty = self.health.is_wiring_faulty || self.health.dead.0 != 0;
        let mood = match (self.is_jig, is_faulty, self.station.is_live()) {
            (true, ..) => Mood::Jig { is_occupied: self.last.occupied.0 != 0 },
            (false, true, _) => Mood::Faulty,
            (false, false, true) => Mood::Live,
            (false, false, false) => Mood::Alone,
        };
        self.light.show(now_ms, mood);
    }

    /// Carries out an order of the host.
    pub fn obey(&mut self, order: Order) {
        match order {
            Order::Health => self.station.answer(Report::Health(self.station.health(self.health))),
            Order::Jig { on } => {
                self.is_jig = on;
                self.station.identity_mut().is_jig = on;
                self.station.answer(Report::Done { request: JIG });
            }
            Order::Update => self.update(),
            // This board has no clock.
            Order::Clock(_) => {
                self.station.answer(Report::Refused { request: CLOCK, reason: Refusal::Unable });
            }
            Order::Calibrate(CalibrationStep::Forget) => {
                self.learn(Ok(Calibration::new()), false);
            }
            Order::Calibrate(step @ (CalibrationStep::Empty | CalibrationStep::Array)) => {
                if self.wiring.levels().is_some() {
                    self.surveying = Some((step, Survey::new()));
                } else {
                    self.station.answer(Report::Refused { request: CALIBRATE, reason: Refusal::Unable });
                }
            }
        }
    }

    fn finish_round(&mut self, now_ms: u32, round: Round) {
        self.health.scans = self.health.scans.wrapping_add(1);
        let round_us = u16::try_from(core::mem::take(&mut self.round_us)).unwrap_or(u16::MAX);
        self.health.scan_max_us = self.health.scan_max_us.max(round_us);
        self.health.is_wiring_faulty = round.is_faulty;
        self.health.dead = self.wiring.dead();
        let lever = self.has_lever && is_closed(&mut self.lever);
        if !round.is_faulty {
            self.last = round;
            self.stuck = Occupancy(self.stuck.0 & round.occupied.0);
            self.health.stuck = self.stuck;
            self.station.handle_scan(now_ms, round.occupied, lever);
        }
        self.survey();
    }

    /// Adds a round to the current survey, and ends the survey when there are enough.
    fn survey(&mut self) {
        let (Some((step, mut survey)), Some(levels)) = (self.surveying.take(), self.wiring.levels()) else {
            return;
        };
        survey.add(levels.levels());
        if survey.rounds() < SURVEY_ROUNDS {
            self.surveying = Some((step, survey));
            return;
        }
        let learnt = match step {
            CalibrationStep::Empty => Calibration::of_empty(&survey),
            CalibrationStep::Array => levels.calibration.with_array(&survey),
            CalibrationStep::Forget => return,
        };
        self.learn(learnt, true);
    }

    fn learn(&mut self, learnt: Result<Calibration, sensor::levels::Unusable>, is_calibrated: bool) {
        let report = match (learnt, &mut self.memory, self.wiring.levels()) {
            (_, _, None) | (Ok(_), None, Some(_)) => {
                Report::Refused { request: CALIBRATE, reason: Refusal::Unable }
            }
            (Err(_), ..) => Report::Refused { request: CALIBRATE, reason: Refusal::Measured },
            (Ok(calibration), Some(memory), Some(levels)) => {
                levels.calibration = calibration;
                memory.save(is_calibrated.then_some(&calibration));
                self.station.identity_mut().is_calibrated = is_calibrated;
                Report::Done { request: CALIBRATE }
            }
        };
        self.station.answer(report);
    }

    /// Restarts into the ROM, which shows the board as a drive; a new program is copied onto it.
    fn update(&mut self) {
        if self.memory.is_some() {
            const LIGHT: u32 = 1 << 25;
            rp2040_hal::rom_data::reset_to_usb_boot(LIGHT, 0);
        }
        self.station.answer(Report::Refused { request: UPDATE, reason: Refusal::Unable });
    }

    /// Reports the levels of a rank's sensors; switches read nothing or everything.
    fn tell_levels(&mut self, rank: u8) {
        let squares = usize::from(rank) * 8..usize::from(rank) * 8 + 8;
        let occupied = self.last.occupied;
        let (mut levels, mut limits) = ([0; 8], [2_048; 8]);
        for (file, square) in squares.enumerate() {
            match self.wiring.levels() {
                Some(board) => {
                    levels[file] = board.levels()[square];
                    limits[file] = board.calibration.limit[square];
                }
                None => {
                    levels[file] = if occupied.is_occupied(square) { 4_095 } else { 0 };
                    limits[file] = 2_048;
                }
            }
        }
        self.station.answer(Report::Levels { rank, levels, limits });
    }
}

/// The version of this program, from its manifest.
const FIRMWARE: [u8; 3] = [
    number(env!("CARGO_PKG_VERSION_MAJOR")),
    number(env!("CARGO_PKG_VERSION_MINOR")),
    number(env!("CARGO_PKG_VERSION_PATCH")),
];

const fn number(text: &str) -> u8 {
    match u8::from_str_radix(text, 10) {
        Ok(number) => number,
        Err(_) => panic!("a version fits into a byte"),
    }
}
