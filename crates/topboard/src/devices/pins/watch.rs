//! The watch: one thread that scans the squares at a steady pace and reports the results on a stream.
//!
//! Invariants:
//! * A scan is stamped when it begins. Its result may be sent later, with its age, and is never dropped before
//!   [`BACKLOG_LEN`] states wait.
//! * Failed scans are not replaced by guesses: after [`FAULT_MAX`] without a good scan the watch ends, and the link
//!   with it.
//! * The watch never waits for the far end of the stream.

use super::scan::Wired;
use sensor::{Health, Identity, Occupancy, Order, Refusal, Report, Station};
use std::{
    io::{self, ErrorKind, Read, Write},
    os::unix::net::UnixStream,
    thread::sleep,
    time::{Duration, Instant},
};

/// The greatest number of states that wait while nobody fetches them: as many as some ten games of bouncing contacts
/// need.
pub const BACKLOG_LEN: usize = 8_192;
/// The longest time without a good scan before the watch ends.
pub const FAULT_MAX: Duration = Duration::from_secs(1);

/// The kinds of requests that a board on pins cannot carry out.
const CALIBRATE: u8 = 0x14;
const JIG: u8 = 0x15;
const UPDATE: u8 = 0x16;
const CLOCK: u8 = 0x17;

/// Watches the board until the far end of the stream is closed. The error says why the wiring no longer works.
pub fn watch(wired: Wired, identity: Identity, stream: UnixStream) -> Result<(), String> {
    stream.set_nonblocking(true).map_err(|error| stream_fault(&error))?;
    let every = Duration::from_millis(u64::from(identity.scan_ms.max(1)));
    let mut watch = Watch::new(wired, identity, stream);
    let mut due = watch.start;
    loop {
        watch.look()?;
        if watch.carry()?.is_gone() {
            return Ok(());
        }
        due += every;
        let now = Instant::now();
        match due.checked_duration_since(now) {
            Some(wait) => sleep(wait),
            None => {
                // The scan came too late. The pace starts over from now, since scans in quick succession would see no
                // change.
                watch.health.late = watch.health.late.wrapping_add(1);
                due = now;
            }
        }
    }
}

/// The state of the far end of the stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OtherEnd {
    Held,
    Gone,
}

impl OtherEnd {
    fn is_gone(self) -> bool {
        self == OtherEnd::Gone
    }
}

struct Watch {
    wired: Wired,
    station: Box<Station<BACKLOG_LEN>>,
    stream: UnixStream,
    /// The bytes of a frame that the stream has not taken yet.
    unsent: Vec<u8>,
    start: Instant,
    /// The time at which the last successful scan began.
    good: Instant,
    health: Health,
}

impl Watch {
    fn new(wired: Wired, identity: Identity, stream: UnixStream) -> Watch {
        let mut station = Box::new(Station::new(identity));
        station.handle_attached(0, true);
        let start = Instant::now();
        let health = Health { stuck: Occupancy(u64::MAX), ..Health::default() };
        Watch { wired, station, stream, unsent: Vec::new(), start, good: start, health }
    }

    /// Scans the squares and the lever once.
    fn look(&mut self) -> Result<(), String> {
        let began = Instant::now();
        let seen = self.wired.squares.scan().and_then(|occupied| {
            let lever = self.wired.lever.as_mut().map_or(Ok(false), |lever| lever.is_white_down());
            lever.map(|lever| (occupied, lever))
        });
        self.health.scans = self.health.scans.wrapping_add(1);
        let round_us = u16::try_from(began.elapsed().as_micros()).unwrap_or(u16::MAX);
        self.health.scan_max_us = self.health.scan_max_us.max(round_us);
        self.health.is_wiring_faulty = seen.is_err();
        match seen {
            Ok((occupied, lever)) => {
                self.good = began;
                self.health.stuck = Occupancy(self.health.stuck.0 & occupied.0);
                self.station.handle_scan(self.at_ms(began), occupied, lever);
                Ok(())
            }
            Err(reason) if began - self.good >= FAULT_MAX => Err(reason),
            Err(_) => Ok(()),
        }
    }

    /// Handles the host's requests, and sends the host the bytes that wait. Returns whether the host still holds its
    /// end of the stream.
    fn carry(&mut self) -> Result<OtherEnd, String> {
        let now_ms = self.at_ms(Instant::now());
        let mut buffer = [0; 512];
        loop {
            match self.stream.read(&mut buffer) {
                Ok(0) => return Ok(OtherEnd::Gone),
                Ok(length) => buffer[..length].iter().for_each(|&byte| self.obey(now_ms, byte)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if is_gone(&error) => return Ok(OtherEnd::Gone),
                Err(error) => return Err(stream_fault(&error)),
            }
        }
        if let Some(clock) = &mut self.wired.clock {
            while let Some(frame) = clock.heard()? {
                self.station.answer(Report::Clock(frame));
            }
        }
        loop {
            if self.unsent.is_empty() {
                let Some(frame) = self.station.poll_transmit(now_ms) else { return Ok(OtherEnd::Held) };
                self.unsent.extend_from_slice(frame.bytes());
            }
            match self.stream.write(&self.unsent) {
                Ok(length) => drop(self.unsent.drain(..length)),
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(OtherEnd::Held),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if is_gone(&error) => return Ok(OtherEnd::Gone),
                Err(error) => return Err(stream_fault(&error)),
            }
        }
    }

    fn obey(&mut self, now_ms: u32, byte: u8) {
        let request = match self.station.handle_byte(now_ms, byte) {
            None => return,
            Some(Order::Health) => {
                let health = self.station.health(self.health);
                return self.station.answer(Report::Health(health));
            }
            Some(Order::Calibrate(_)) => CALIBRATE,
            Some(Order::Jig { .. }) => JIG,
            Some(Order::Update) => UPDATE,
            Some(Order::Clock(frame)) => match &mut self.wired.clock {
                Some(clock) => return clock.say(frame.bytes()),
                None => CLOCK,
            },
        };
        self.station.answer(Report::Refused { request, reason: Refusal::Unable });
    }

    /// Returns an instant in milliseconds since the watch began, which wrap around after 49 days.
    fn at_ms(&self, instant: Instant) -> u32 {
        (instant - self.start).as_millis() as u32
    }
}

fn is_gone(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset)
}

fn stream_fault(error: &io::Error) -> String {
    format!("what the pins say cannot be carried ({error}); start the program again")
}
