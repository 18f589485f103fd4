//! The crowd: all clients of protocol 2 on WebSockets, and the sweeps that write to them.
//!
//! ```text
//!  the latest state changes ──▶ a sweep passes all lines: what a client lacks is written to its socket at once
//!                                  │ the socket does not take all of it
//!                                  ▼
//!                               the line is the client's own task's, until the client has everything
//! ```
//! A frame for thousands is encoded once and costs each of them one call of the system: no task wakes for it. A line is
//! at any time either the sweep's or its own task's, and whoever has it begins and ends with whole frames. So a client
//! that does not keep up holds up nobody, and no frame is torn.
//!
//! A sweep stops after every [`STEP`] lines for whoever else wants the processor, and takes the latest state for those
//! that follow. There are as many sweeps as processors; each has the clients of its own part.

use super::{Live, Place};
use crate::connections::{
    listener::farewell::{Farewell, share},
    websocket::{Cut, head_of},
};
use relay::{Onlookers, slots::message::Wish};
use std::{
    collections::BTreeMap,
    ops::Bound,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    thread::available_parallelism,
    time::Duration,
};
use tokio::{
    net::TcpStream,
    sync::{Notify, watch},
    task::yield_now,
    time::{Instant, sleep_until},
};

/// The number of lines after which a sweep lets others work.
const STEP: usize = 64;
/// The greatest number of sweeps.
const SWEEPS_MAX: usize = 8;
/// The number of encoded frames that a sweep keeps for the next line: clients of some tables lack other frames than those
/// of all.
const ENCODED_MAX: usize = 8;

/// All clients, in parts.
#[derive(Debug)]
pub(crate) struct Crowd<A> {
    parts: Vec<Arc<Part>>,
    live: watch::Receiver<Arc<Live<A>>>,
    last_number: AtomicU64,
}

/// The lines of one sweep.
#[derive(Debug, Default)]
struct Part {
    lines: Mutex<Lines>,
}

#[derive(Debug, Default)]
struct Lines {
    all: BTreeMap<u64, Arc<Line>>,
    is_over: bool,
}

/// A client's line.
#[derive(Debug)]
struct Line {
    /// The connection; `None` if it is encrypted: then what is lacking goes to the client's own task.
    stream: Option<Arc<TcpStream>>,
    turn: Mutex<Turn>,
    called: Notify,
}

#[derive(Debug, Default)]
struct Turn {
    place: Place,
    is_sweeps: bool,
    /// The frame that the socket did not take whole.
    cut: Option<Cut>,
    is_over: bool,
}

/// What a client's task is called for.
#[derive(Debug)]
pub(super) enum Call {
    /// The line is the task's again; a frame may have been begun.
    Line(Option<Cut>),
    /// The program ends.
    Ending,
}

/// A client in the crowd, until it is dropped.
#[derive(Debug)]
pub(super) struct Member<A> {
    part: Arc<Part>,
    line: Arc<Line>,
    crowd: Arc<Crowd<A>>,
    pub(super) number: u64,
}

impl<A: Onlookers> Crowd<A> {
    /// Starts the sweeps. Must be called within a Tokio runtime.
    pub(crate) fn gather(live: watch::Receiver<Arc<Live<A>>>) -> Arc<Crowd<A>> {
        let sweeps = available_parallelism().map_or(1, usize::from).min(SWEEPS_MAX);
        let parts: Vec<Arc<Part>> = (0..sweeps).map(|_| Arc::default()).collect();
        for part in &parts {
            tokio::spawn(sweep(Arc::clone(part), live.clone()));
        }
        Arc::new(Crowd { parts, live, last_number: AtomicU64::new(0) })
    }

    /// Ends the lines one after the other, once the clients have to leave.
    pub(crate) async fn dismiss(self: Arc<Self>, farewell: Farewell) {
        let within = farewell.given().await;
        let given = Instant::now();
        let all =
            self.parts.iter().flat_map(|part| held(&part.lines).all.values().cloned().collect::<Vec<_>>());
        let mut turns: Vec<(Duration, Arc<Line>)> = all.map(|line| (share(within), line)).collect();
        turns.sort_by_key(|(at, _)| *at);
        for (at, line) in turns {
            sleep_until(given + at).await;
            line.end();
        }
        sleep_until(given + within).await;
        // Those who came meanwhile.
        self.parts.iter().for_each(|part| part.end());
    }

    /// Takes in a client. Its line is at first its own task's.
    pub(super) fn join(self: &Arc<Self>, stream: Option<Arc<TcpStream>>) -> Member<A> {
        let number = self.last_number.fetch_add(1, Ordering::Relaxed) + 1;
        let index = usize::try_from(number).unwrap_or_default() % self.parts.len();
        let part = Arc::clone(&self.parts[index]);
        let line = Arc::new(Line { stream, turn: Mutex::default(), called: Notify::new() });
        let mut lines = held(&part.lines);
        if lines.is_over {
            line.end();
        }
        lines.all.insert(number, Arc::clone(&line));
        drop(lines);
        Member { part, line, crowd: Arc::clone(self), number }
    }
}

impl<A: Onlookers> Member<A> {
    /// Waits until the task is called. Cancel-safe.
    pub(super) async fn called(&self) -> Call {
        loop {
            self.line.called.notified().await;
            let mut turn = held(&self.line.turn);
            if turn.is_over {
                return Call::Ending;
            }
            if !turn.is_sweeps {
                return Call::Line(turn.cut.take());
            }
        }
    }

    /// Takes the line from the sweep. Returns the frame that was begun on it.
    pub(super) fn take(&self) -> Option<Cut> {
        let mut turn = held(&self.line.turn);
        turn.is_sweeps = false;
        turn.cut.take()
    }

    /// Returns the next frame that the client lacks. If it lacks nothing, the line becomes the sweep's.
    pub(super) fn next(&self) -> Option<Arc<str>> {
        let mut turn = held(&self.line.turn);
        // Read under the lock: a state that comes later is the sweep's to send.
        let frame = turn.place.next(&self.crowd.live.borrow());
        turn.is_sweeps = frame.is_none();
        frame
    }

    /// Notes what the client wants. The line has to be the task's.
    pub(super) fn wish(&self, wish: &Wish) {
        held(&self.line.turn).place.sent.wish(wish, &self.crowd.live.borrow().slots);
    }

    /// Returns the latest state.
    pub(super) fn latest(&self) -> Arc<Live<A>> {
        Arc::clone(&self.crowd.live.borrow())
    }
}

impl<A> Drop for Member<A> {
    fn drop(&mut self) {
        held(&self.part.lines).all.remove(&self.number);
    }
}

impl Part {
    /// Collects the next lines behind the one with number `passed`, which goes on to the last of them.
    fn step(&self, passed: &mut u64, step: &mut Vec<Arc<Line>>) {
        let lines = held(&self.lines);
        for (number, line) in lines.all.range((Bound::Excluded(*passed), Bound::Unbounded)).take(STEP) {
            step.push(Arc::clone(line));
            *passed = *number;
        }
    }

    fn end(&self) {
        let mut lines = held(&self.lines);
        lines.is_over = true;
        lines.all.values().for_each(|line| line.end());
    }
}

impl Line {
    /// Writes what the client lacks, unless the line is its task's.
    fn pass<A>(&self, live: &Live<A>, encoded: &mut Encoded) {
        let mut turn = held(&self.turn);
        while turn.is_sweeps
            && let Some(frame) = turn.place.next(live)
        {
            let bytes = encoded.of(&frame);
            let taken = match self.stream.as_ref().map_or(Ok(0), |stream| stream.try_write(bytes)) {
                Ok(taken) if taken == bytes.len() => continue,
                Ok(taken) => taken,
                // What broke the connection shows up when its task writes.
                Err(_) => 0,
            };
            turn.cut = Some(Cut { frame, taken });
            turn.is_sweeps = false;
            self.called.notify_one();
        }
    }

    fn end(&self) {
        held(&self.turn).is_over = true;
        self.called.notify_one();
    }
}

/// The last frames that were sent, each with its header.
#[derive(Debug, Default)]
struct Encoded {
    all: Vec<(Arc<str>, Vec<u8>)>,
    next: usize,
}

impl Encoded {
    fn of(&mut self, frame: &Arc<str>) -> &[u8] {
        let known = self.all.iter().position(|(text, _)| Arc::ptr_eq(text, frame));
        let index = known.unwrap_or_else(|| {
            let bytes = [&head_of(frame.len())[..], frame.as_bytes()].concat();
            let made = (Arc::clone(frame), bytes);
            if self.all.len() < ENCODED_MAX {
                self.all.push(made);
                return self.all.len() - 1;
            }
            self.next = (self.next + 1) % ENCODED_MAX;
            self.all[self.next] = made;
            self.next
        });
        &self.all[index].1
    }
}

/// Passes all lines of a part after each change, until no more changes come.
async fn sweep<A: Onlookers>(part: Arc<Part>, mut live: watch::Receiver<Arc<Live<A>>>) {
    let mut step: Vec<Arc<Line>> = Vec::with_capacity(STEP);
    while live.changed().await.is_ok() {
        let mut encoded = Encoded::default();
        let mut passed = 0;
        loop {
            part.step(&mut passed, &mut step);
            if step.is_empty() {
                break;
            }
            let latest = Arc::clone(&live.borrow());
            step.drain(..).for_each(|line| line.pass(&latest, &mut encoded));
            yield_now().await;
        }
    }
    part.end();
}

fn held<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    // A panic leaves numbers behind, at worst older ones than the client has: then it gets a table once more.
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}
