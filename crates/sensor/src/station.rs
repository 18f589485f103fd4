//! The station: the board as one machine. Scans and bytes from the host go in; bytes for the host and orders for the
//! hardware come out. The firmware, the program that reads the pins of a Raspberry Pi, and the simulated board all use
//! it.
//!
//! ```text
//!                 nobody ──Resume──▶ live: each change at once, else a state each second
//!   Identity each 250 ms  ◀──────────  the port closed, or nothing heard for 5 s: unacknowledged states wait
//! ```
//! Invariants:
//! * While no host listens, only the identity is sent, and changes wait in the backlog.
//! * A state that was not acknowledged is sent again only when a new link begins: within one link, USB loses nothing.
//! * After each call of a `handle_*` method, callers call [`Station::poll_transmit`] until it returns `None`.
//!
//! Limits: the backlog holds `N` states; at most [`ANSWERS_MAX`] answers wait, and further requests stay unanswered.

use crate::message::{VERSION, kind_of};
use crate::{
    Backlog, BoardMillis, CalibrationStep, ClockFrame, Deframer, Entry, Frame, Health, Identity, Occupancy,
    Refusal, Report, Request, Settle, State,
};

/// The interval between identities while no host listens, in milliseconds.
pub const IDENTITY_EVERY_MS: u32 = 250;
/// The interval between reports of the state while nothing changes, in milliseconds.
pub const STATE_EVERY_MS: u32 = 1_000;
/// The silence after which the host counts as gone, in milliseconds: a listening host acknowledges once a second.
pub const HOST_SILENCE_MS: u32 = 5_000;
/// The time after a move of the lever in which further moves count as bounce and are ignored, in milliseconds.
pub const LEVER_HOLD_MS: u32 = 50;
/// The greatest number of answers that wait to be sent.
pub const ANSWERS_MAX: usize = 12;

/// An order from the host to the board's hardware. The hardware answers with [`Station::answer`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Measure the sensors. The answer is [`Report::Done`] or [`Report::Refused`].
    Calibrate(CalibrationStep),
    /// Report the health.
    Health,
    /// Switch the test jig mode on or off. The answer is [`Report::Done`] or [`Report::Refused`].
    Jig {
        /// True to begin, false to stop.
        on: bool,
    },
    /// Restart as a USB drive that takes new firmware.
    Update,
    /// Send this frame to the clock. Frames from the clock are reported with [`Station::answer`].
    Clock(ClockFrame),
}

/// One board.
///
/// ```
/// use sensor::{Deframer, Identity, Occupancy, Report, Request, Station, message::VERSION};
///
/// let identity = Identity { version: VERSION, boot: 99, scan_ms: 8, settle_ms: 30, ..Identity::default() };
/// let mut board: Station<8> = Station::new(identity);
/// board.handle_attached(0, true);
/// // The host knows no earlier start of this board, so it asks for every state.
/// let resume = Request::Resume { version: VERSION, boot: 0, seq: 0 };
/// for &byte in resume.emit().bytes() {
///     board.handle_byte(0, byte);
/// }
/// let mut host = Deframer::new();
/// let mut heard = Vec::new();
/// for t_ms in (0..200).step_by(8) {
///     // Pieces stand on a1 and b1. At 104 ms, the piece on a1 is lifted.
///     let raw = Occupancy(if t_ms < 104 { 0b11 } else { 0b10 });
///     board.handle_scan(t_ms, raw, false);
///     while let Some(frame) = board.poll_transmit(t_ms) {
///         for &byte in frame.bytes() {
///             if let Some(Report::State(state)) = host.push(byte).and_then(Report::parse) {
///                 heard.push((t_ms - state.age_ms, state.occupied.0));
///             }
///         }
///     }
/// }
/// assert_eq!(heard, [(0, 0b11), (104, 0b10)]);
/// ```
#[derive(Debug, Clone)]
pub struct Station<const N: usize> {
    identity: Identity,
    settle: Settle,
    backlog: Backlog<N>,
    deframer: Deframer,
    answers: [Option<Report>; ANSWERS_MAX],
    /// True while the host's end of the cable is open.
    is_attached: bool,
    is_live: bool,
    heard_ms: BoardMillis,
    said_ms: Option<BoardMillis>,
    /// The number of the newest state when the link began. States with lower numbers are reported as past.
    live_from: u32,
    lever: bool,
    /// The instant at which the lever last moved.
    lever_ms: BoardMillis,
}

impl<const N: usize> Station<N> {
    /// Creates a board that has just been switched on.
    pub const fn new(identity: Identity) -> Station<N> {
        // If the host applies the settle rule, every scan that differs from the one before it is a state.
        let settle_ms = if identity.is_raw { 0 } else { identity.settle_ms as u32 };
        Station {
            settle: Settle::new(settle_ms),
            backlog: Backlog::new(),
            deframer: Deframer::new(),
            answers: [None; ANSWERS_MAX],
            is_attached: false,
            is_live: false,
            heard_ms: 0,
            said_ms: None,
            live_from: 0,
            lever: false,
            lever_ms: 0,
            identity,
        }
    }

    /// Returns the identity to be changed. The host learns of a change when the identity is next sent.
    pub fn identity_mut(&mut self) -> &mut Identity {
        &mut self.identity
    }

    /// Handles one scan of the squares and the position of the lever.
    pub fn handle_scan(&mut self, t_ms: BoardMillis, raw: Occupancy, lever: bool) {
        let settled = self.settle.handle(t_ms, raw);
        if let Some((since_ms, occupied)) = settled {
            self.backlog.push(Entry { occupied, t_ms: since_ms, lever: self.lever });
        }
        // A player moves the lever on purpose, so its first move counts at once; moves soon afterwards are bounce.
        let is_bounce = t_ms.wrapping_sub(self.lever_ms) < LEVER_HOLD_MS;
        if let (Some(occupied), true) = (self.settle.settled(), lever != self.lever && !is_bounce) {
            (self.lever, self.lever_ms) = (lever, t_ms);
            self.backlog.push(Entry { occupied, t_ms, lever });
        }
    }

    /// Notes that the host's end of the cable was opened or closed.
    pub fn handle_attached(&mut self, t_ms: BoardMillis, is_attached: bool) {
        if is_attached != self.is_attached {
            self.is_attached = is_attached;
            self.deframer.clear();
            self.answers = [None; ANSWERS_MAX];
            self.leave(t_ms);
        }
    }

    /// Handles one byte from the host. Returns the order to the hardware that the byte completes, if it completes one.
    pub fn handle_byte(&mut self, t_ms: BoardMillis, byte: u8) -> Option<Order> {
        let body = self.deframer.push(byte)?;
        let (kind, request) = (kind_of(body), Request::parse(body));
        self.heard_ms = t_ms;
        match request {
            None => self.answer(Report::Refused { request: kind, reason: Refusal::Unknown }),
            Some(Request::AskIdentity) => self.answer(Report::Identity(self.identity)),
            Some(Request::Resume { version, boot, seq }) => self.resume(version, boot, seq),
            Some(Request::Ack { seq }) => self.backlog.acknowledge(seq),
            Some(Request::AskHealth) => return Some(Order::Health),
            Some(Request::Calibrate(step)) => return Some(Order::Calibrate(step)),
            Some(Request::Jig { on }) => return Some(Order::Jig { on }),
            Some(Request::Update) => return Some(Order::Update),
            Some(Request::Clock(frame)) => return Some(Order::Clock(frame)),
        }
        None
    }

    /// Queues a report for the host. The report is dropped if [`ANSWERS_MAX`] reports are already waiting.
    pub fn answer(&mut self, report: Report) {
        if let Some(slot) = self.answers.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(report);
        }
    }

    /// Returns the next frame for the host, if there is one. The frame counts as sent, so callers must be able to send
    /// it.
    pub fn poll_transmit(&mut self, t_ms: BoardMillis) -> Option<Frame> {
        if !self.is_attached {
            return None;
        }
        if self.is_live && t_ms.wrapping_sub(self.heard_ms) >= HOST_SILENCE_MS {
            self.leave(t_ms);
        }
        if let Some(report) = self.answers[0].take() {
            self.answers.rotate_left(1);
            return Some(report.emit());
        }
        if !self.is_live {
            if !self.is_due(t_ms, IDENTITY_EVERY_MS) {
                return None;
            }
            self.said_ms = Some(t_ms);
            return Some(Report::Identity(self.identity).emit());
        }
        let is_due = self.is_due(t_ms, STATE_EVERY_MS);
        let (seq, entry) = match self.backlog.take_next() {
            Some(next) => next,
            None if is_due => self.backlog.newest()?,
            None => return None,
        };
        self.said_ms = Some(t_ms);
        let state = State {
            is_past: (seq.wrapping_sub(self.live_from) as i32) < 0,
            lever: entry.lever,
            seq,
            age_ms: t_ms.wrapping_sub(entry.t_ms),
            lost: self.backlog.lost(),
            occupied: entry.occupied,
        };
        Some(Report::State(state).emit())
    }

    /// Returns whether a host is listening.
    pub fn is_live(&self) -> bool {
        self.is_live
    }

    /// Returns the accepted readings of the squares; `None` before the first have been accepted.
    pub fn occupied(&self) -> Option<Occupancy> {
        self.settle.settled()
    }

    /// Returns the hardware's health with the station's own counts added.
    pub fn health(&self, hardware: Health) -> Health {
        Health { noise: self.deframer.noise(), ..hardware }
    }

    fn is_due(&self, t_ms: BoardMillis, every_ms: u32) -> bool {
        self.said_ms.is_none_or(|said_ms| t_ms.wrapping_sub(said_ms) >= every_ms)
    }

    fn leave(&mut self, t_ms: BoardMillis) {
        self.is_live = false;
        self.heard_ms = t_ms;
        self.said_ms = None;
        self.backlog.rewind();
    }

    fn resume(&mut self, version: u8, boot: u32, seq: u32) {
        if version == 0 || version > VERSION {
            return self.answer(Report::Refused { request: 0x11, reason: Refusal::Version });
        }
        if boot == self.identity.boot {
            self.backlog.resume_after(seq);
        } else {
            self.backlog.rewind_all();
        }
        self.is_live = true;
        self.said_ms = None;
        self.live_from = self.backlog.newest().map_or(0, |(newest, _)| newest);
    }
}
