//! The clients: all of them on one thread, which does no more than read, so that little of the delay is its own.
//!
//! A message is known by its *stamp*, a number of sixteen digits, which is the publisher's time in microseconds. Nothing
//! else of what comes is understood.

use super::greeting::Speech;
use crate::terminal::failure::Failure;
use rustix::{
    event::epoll::{self, EventData, EventFlags},
    time::{ClockId, Timespec, clock_gettime},
};
use socket2::{Domain, Socket, Type};
use std::{
    io::{self, Read, Write},
    net::{Ipv4Addr, SocketAddr, TcpStream},
    ops::Range,
    os::fd::OwnedFd,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// The number of clients that come from one address of the loopback network: an address may have half of the places.
const FROM_ONE_ADDRESS: usize = 500;
/// The number of digits of a stamp.
const DIGITS: u8 = 16;
/// What makes the time since the computer was started a number of that many digits.
const STAMP_BASE: u64 = 1_000_000_000_000_000;
/// The system's memory for what a client has not read, where it is little.
const LITTLE: usize = 8 << 10;
/// The most bytes taken from a client at once.
const READ_MAX: usize = 64 << 10;

/// Returns the present time as a stamp.
pub(super) fn stamp() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    let micros =
        Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or_default()).as_micros();
    STAMP_BASE + u64::try_from(micros).unwrap_or_default()
}

/// All clients of one server.
#[derive(Debug)]
pub(super) struct Loader {
    epoll: OwnedFd,
    server: SocketAddr,
    speech: Speech,
    clients: Vec<Option<Client>>,
    stop: Arc<AtomicBool>,
    /// Says whether the system keeps little for a client that does not read.
    keeps_little: bool,
    /// The stamp from which a client is current.
    current_from: u64,
    buffer: Vec<u8>,
    /// What was counted.
    pub(super) counts: Counts,
}

/// What the clients heard.
#[derive(Debug, Default)]
pub(super) struct Counts {
    /// The clients whose WebSocket is open.
    pub(super) open: usize,
    /// Those that have heard a message that is new enough.
    pub(super) current: usize,
    /// Connections that were refused, or ended by the server.
    pub(super) lost: usize,
    /// All messages.
    pub(super) heard: u64,
    /// The stamps of the messages whose delay is noted.
    pub(super) window: Range<u64>,
    /// Their delays, in microseconds.
    pub(super) delays: Vec<u32>,
}

#[derive(Debug)]
struct Client {
    stream: TcpStream,
    phase: Phase,
    scan: Scan,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// The system still connects.
    Dialling,
    /// The request was sent. Holds how many bytes of the end of the answer's head were seen.
    Shaking(usize),
    Open,
}

/// Finds stamps in what a client reads.
#[derive(Debug, Default)]
struct Scan {
    digits: u8,
    value: u64,
    /// The latest stamp.
    last: u64,
}

impl Scan {
    fn take(&mut self, bytes: &[u8], mut found: impl FnMut(u64)) {
        for byte in bytes {
            if byte.is_ascii_digit() {
                self.digits = self.digits.saturating_add(1);
                self.value = self.value.wrapping_mul(10).wrapping_add(u64::from(byte - b'0'));
                continue;
            }
            if self.digits == DIGITS {
                self.last = self.last.max(self.value);
                found(self.value);
            }
            (self.digits, self.value) = (0, 0);
        }
    }
}

impl Loader {
    pub(super) fn new(server: SocketAddr, speech: Speech, stop: Arc<AtomicBool>) -> Result<Loader, Failure> {
        let epoll = epoll::create(epoll::CreateFlags::CLOEXEC).map_err(|error| broken(&error.into()))?;
        let (clients, buffer) = (Vec::new(), vec![0; READ_MAX]);
        let counts = Counts::default();
        Ok(Loader {
            epoll,
            server,
            speech,
            clients,
            stop,
            keeps_little: false,
            current_from: 1,
            buffer,
            counts,
        })
    }

    /// Connects this many more clients, at most `at_once` of them at the same time, and waits until all are open or lost.
    pub(super) fn join(
        &mut self,
        count: usize,
        at_once: usize,
        patience: Duration,
    ) -> Result<Duration, Failure> {
        let began = Instant::now();
        let before = self.counts.open + self.counts.lost;
        let mut begun = 0;
        while self.counts.open + self.counts.lost < before + count {
            let pending = before + begun - (self.counts.open + self.counts.lost).min(before + begun);
            let more = (count - begun).min(at_once.saturating_sub(pending));
            for _ in 0..more {
                self.dial()?;
            }
            begun += more;
            self.turn(Duration::from_millis(10))?;
            if began.elapsed() > patience {
                let (open, lost) = (self.counts.open, self.counts.lost);
                return Err(Failure::Environment(format!(
                    "{open} clients came in and {lost} were refused within {} s; try fewer with --clients",
                    patience.as_secs()
                )));
            }
        }
        Ok(began.elapsed())
    }

    /// Begins to connect this many more clients, all at once.
    pub(super) fn dial_all(&mut self, count: usize) -> Result<(), Failure> {
        (0..count).try_for_each(|_| self.dial())
    }

    /// Calls those clients current that hear a message from this stamp on. None is connected.
    pub(super) fn expect_from(&mut self, stamp: u64) {
        (self.current_from, self.counts.current) = (stamp, 0);
    }

    /// Makes the system keep little for clients that come from now on and do not read.
    pub(super) fn keep_little(&mut self) {
        self.keeps_little = true;
    }

    /// Reads until this instant, or until `is_done`.
    pub(super) fn read_until(
        &mut self,
        end: Instant,
        is_done: impl Fn(&Counts) -> bool,
    ) -> Result<(), Failure> {
        while !is_done(&self.counts) {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                break;
            }
            self.turn(left.min(Duration::from_millis(50)))?;
        }
        Ok(())
    }

    /// Ends the connections of these clients, counted from the first that ever came.
    pub(super) fn leave(&mut self, which: Range<usize>) {
        for client in self.clients.get_mut(which).into_iter().flatten().filter_map(Option::take) {
            if client.phase == Phase::Open {
                self.counts.open -= 1;
            }
            self.counts.current -= usize::from(client.scan.last >= self.current_from);
        }
    }

    /// Returns the number of clients that ever came.
    pub(super) fn came(&self) -> usize {
        self.clients.len()
    }

    /// Lets these clients read nothing more, or read on.
    pub(super) fn set_deaf(&mut self, which: Range<usize>, is_deaf: bool) -> Result<(), Failure> {
        let flags = if is_deaf { EventFlags::empty() } else { EventFlags::IN };
        for index in which {
            if let Some(Some(client)) = self.clients.get(index) {
                epoll::modify(&self.epoll, &client.stream, EventData::new_u64(index as u64), flags)
                    .map_err(|error| broken(&error.into()))?;
            }
        }
        Ok(())
    }

    /// Returns the oldest of the latest stamps that these clients heard.
    pub(super) fn oldest(&self, which: Range<usize>) -> u64 {
        let clients = self.clients.get(which).into_iter().flatten().flatten();
        clients.map(|client| client.scan.last).min().unwrap_or_default()
    }

    /// Returns the port of a client's end.
    pub(super) fn port(&self, index: usize) -> Option<u16> {
        let client = self.clients.get(index)?.as_ref()?;
        client.stream.local_addr().ok().map(|address| address.port())
    }

    fn dial(&mut self) -> Result<(), Failure> {
        let index = self.clients.len();
        let connected = || {
            let socket = Socket::new(Domain::IPV4, Type::STREAM, None)?;
            socket.set_nonblocking(true)?;
            if self.keeps_little {
                socket.set_recv_buffer_size(LITTLE)?;
            }
            let place = u8::try_from(index / FROM_ONE_ADDRESS % 250).unwrap_or_default();
            socket.bind(&SocketAddr::from((Ipv4Addr::new(127, 0, 77, place + 1), 0)).into())?;
            match socket.connect(&self.server.into()) {
                Err(error) if error.raw_os_error() != Some(rustix::io::Errno::INPROGRESS.raw_os_error()) => {
                    Err(error)
                }
                Ok(()) | Err(_) => Ok(socket),
            }
        };
        let stream = TcpStream::from(connected().map_err(|error| full(&error))?);
        let data = EventData::new_u64(index as u64);
        epoll::add(&self.epoll, &stream, data, EventFlags::OUT).map_err(|error| full(&error.into()))?;
        self.clients.push(Some(Client { stream, phase: Phase::Dialling, scan: Scan::default() }));
        Ok(())
    }

    /// Waits for something to read, and reads it.
    fn turn(&mut self, longest: Duration) -> Result<(), Failure> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(Failure::Stopped);
        }
        let mut events = Vec::with_capacity(512);
        let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(longest.subsec_nanos()) };
        match epoll::wait(&self.epoll, rustix::buffer::spare_capacity(&mut events), Some(&timeout)) {
            Ok(_) | Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(broken(&error.into())),
        }
        for event in events {
            let index = usize::try_from(event.data.u64()).unwrap_or(usize::MAX);
            if self.attend(index).is_err()
                && let Some(client) = self.clients.get_mut(index).and_then(Option::take)
            {
                self.counts.lost += 1;
                self.counts.open -= usize::from(client.phase == Phase::Open);
                self.counts.current -= usize::from(client.scan.last >= self.current_from);
            }
        }
        Ok(())
    }

    fn attend(&mut self, index: usize) -> io::Result<()> {
        let Loader { clients, buffer, counts, speech, epoll, current_from, .. } = self;
        let Some(Some(client)) = clients.get_mut(index) else { return Ok(()) };
        if client.phase == Phase::Dialling {
            client.stream.write_all(&speech.request())?;
            client.phase = Phase::Shaking(0);
            epoll::modify(epoll, &client.stream, EventData::new_u64(index as u64), EventFlags::IN)?;
            return Ok(());
        }
        let length = match client.stream.read(buffer) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(length) => length,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => return Ok(()),
            Err(error) => return Err(error),
        };
        let mut bytes = &buffer[..length];
        if let Phase::Shaking(mut seen) = client.phase {
            if seen == 0 && !bytes.starts_with(b"HTTP/1.1 101") {
                return Err(io::ErrorKind::ConnectionRefused.into());
            }
            // The head of the answer ends with an empty line.
            seen = seen.max(1);
            let end = bytes.iter().position(|byte| {
                seen = match (seen, byte) {
                    (1 | 3, b'\r') | (2 | 4, b'\n') => seen + 1,
                    (_, b'\r') => 2,
                    _ => 1,
                };
                seen == 5
            });
            client.phase = Phase::Shaking(seen);
            let Some(end) = end else { return Ok(()) };
            client.stream.write_all(&speech.subscription(index))?;
            client.phase = Phase::Open;
            counts.open += 1;
            bytes = &bytes[end + 1..];
        }
        let was_current = client.scan.last >= *current_from;
        let now = stamp();
        client.scan.take(bytes, |sent| {
            counts.heard += 1;
            if counts.window.contains(&sent) {
                counts.delays.push(u32::try_from(now.saturating_sub(sent)).unwrap_or(u32::MAX));
            }
        });
        counts.current += usize::from(!was_current && client.scan.last >= *current_from);
        Ok(())
    }
}

fn full(error: &io::Error) -> Failure {
    Failure::Environment(format!(
        "no more clients can connect ({error}); raise the limit of open files with `ulimit -Hn 65536` as root, or try fewer \
         with --clients"
    ))
}

fn broken(error: &io::Error) -> Failure {
    Failure::Environment(format!("the clients cannot go on ({error}); try again"))
}

#[cfg(test)]
mod tests {
    use super::{Scan, stamp};

    #[test]
    fn a_stamp_is_found_wherever_the_bytes_are_cut() {
        let now = stamp();
        let text = format!("{{\"b\":1,\"u\":[12000],\"c\":[5419000,\"w\",{now}]}}");
        for cut in 0..text.len() {
            let (mut scan, mut found) = (Scan::default(), Vec::new());
            let (first, second) = text.as_bytes().split_at(cut);
            scan.take(first, |stamp| found.push(stamp));
            scan.take(second, |stamp| found.push(stamp));
            assert_eq!(found, [now], "cut at {cut}");
        }
    }
}
