//! The main loop: a single task that owns the hall and the journal.
//!
//! Every input is stamped, appended to the journal, folded into the hall, synced to disk, and its results are
//! published. Each turn of the loop first finishes what earlier turns left: it empties the hall's outputs, hands lines
//! to the disk thread, asks for a sync when one is due, and releases what is safe. It then handles the first thing that
//! waits, in this order:
//!
//! 1. the order to stop;
//! 2. a message from the disk thread, since publications wait for it;
//! 3. a deadline;
//! 4. messages from devices, at most [`TURN_MAX`] a turn;
//! 5. one request from a page or a person.
//!
//! What spectators and screens see is not decided here: followers read the journal behind this loop
//! (public/follower.rs).
//!
//! The loop never waits for the disk, a device or a subscriber. A failing disk stops publication, not the hall. While
//! [`WAITING_MAX`] bytes wait for the disk, devices are not read (disk_health.rs).

mod asked;
mod devices;
mod notes;
mod orders;
mod outputs;
pub mod readers;
pub mod request;
pub mod rounds;
pub mod run_clock;
pub mod wall_clock;
mod words;

use orders::Orders;
use readers::{Appended, Readers};
pub use words::{DeviceInput, DeviceWord};

pub use crate::mainloop::request::Ask;
use crate::{
    arbiter::{Outbox, StaffHubs},
    journal_files::{
        disk_health::{Health, Keeping, WAITING_MAX},
        disk_thread::DiskWord,
        signing::{notary::Notary, signing_key::Key},
        sync_schedule::SyncPace,
        writer::JournalWriter,
    },
    mainloop::{
        request::Answer,
        run_clock::RunClock,
        wall_clock::{WallSource, WallWatch},
    },
    terminal::{
        failure::{Failure, Outcome},
        log::{Trouble, report},
    },
};
use board::Millis;
use hall::{Body, Hall, HallSetup, Input, LinkNo, ReadClock, Refusal, Stamp, TableNo};
use journal::Accepted;
use relay::EventView;
use std::{
    collections::{BTreeMap, VecDeque},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};

/// The greatest number of device messages handled in one turn.
pub const TURN_MAX: usize = 64;
/// The greatest number of device messages that may wait for the loop. At the limit drivers wait, and bytes stay in the
/// buffers of the ports.
pub const INPUTS_MAX: usize = 1024;
/// The greatest number of requests that may wait for the loop. At the limit the senders of further requests wait.
pub const ASKS_MAX: usize = 64;
/// The parts that the main loop is built from.
#[derive(Debug)]
pub struct Parts {
    /// The hall as rebuilt from the journal.
    pub hall: Hall,
    /// The journal.
    pub journal: JournalWriter,
    /// The source of journal time.
    pub clock: RunClock,
    /// The channels to the readers of the journal, one for each audience.
    pub readers: Vec<mpsc::Sender<Arc<[Appended]>>>,
    /// How far spectators are behind the boards, in milliseconds.
    pub delay_ms: Millis,
    /// The channels to the hubs of the staff; `None` where there is no arbiter's listener.
    pub staff: Option<StaffHubs>,
    /// The channel of the drivers' messages.
    pub inputs: mpsc::Receiver<DeviceInput>,
    /// The channel of the requests from pages and people.
    pub asks: mpsc::Receiver<Ask>,
    /// The least time between the beginnings of two syncs.
    pub sync_delay: Duration,
    /// The channel on which the disk's health is published.
    pub health: watch::Sender<Health>,
    /// The private key that signs the journal.
    pub key: Key,
    /// A person's acceptance of a journal that its signatures do not bear out, to be recorded; `None` if there is
    /// nothing to accept.
    pub accepted: Option<Accepted>,
    /// The source of the time of day.
    pub wall: WallSource,
}

/// The main loop.
#[derive(Debug)]
pub struct MainLoop {
    hall: Hall,
    journal: JournalWriter,
    clock: RunClock,
    readers: Readers,
    delay_ms: Millis,
    outbox: Outbox,
    inputs: mpsc::Receiver<DeviceInput>,
    asks: mpsc::Receiver<Ask>,
    pace: SyncPace,
    keeping: Keeping,
    health: watch::Sender<Health>,
    /// The event as the arbiters know it.
    event: EventView,
    links: BTreeMap<Arc<str>, LinkNo>,
    boards: BTreeMap<LinkNo, mpsc::Sender<Vec<u8>>>,
    /// The latest reading of each clock since the last release.
    clocks: BTreeMap<TableNo, ReadClock>,
    answers: VecDeque<Answer>,
    orders: Orders,
    read_at: Option<Instant>,
    notary: Notary,
    wall: WallWatch,
    note_due: Instant,
    look_due: Instant,
}

impl MainLoop {
    /// Creates the main loop of a run, and writes the start of the run and the hall's setup into the journal.
    pub fn new(parts: Parts, setup: &HallSetup) -> MainLoop {
        let Parts {
            hall,
            journal,
            clock,
            readers,
            delay_ms,
            staff,
            inputs,
            asks,
            sync_delay,
            health,
            key,
            accepted,
            wall,
        } = parts;
        let now = wall.now();
        let mut main_loop = MainLoop {
            hall,
            journal,
            clock,
            readers: Readers::new(readers),
            delay_ms,
            outbox: Outbox::new(staff),
            inputs,
            asks,
            pace: SyncPace::new(sync_delay),
            keeping: Keeping::default(),
            health,
            event: EventView::of(setup),
            links: BTreeMap::new(),
            boards: BTreeMap::new(),
            clocks: BTreeMap::new(),
            answers: VecDeque::new(),
            orders: Orders::default(),
            read_at: None,
            notary: Notary::new(key),
            wall: WallWatch::new(wall),
            note_due: Instant::now(),
            look_due: Instant::now(),
        };
        main_loop.sign_what_was_found(accepted);
        // Outputs that the fold of the journal left are published now, and not stamped with the time of the journal's
        // last record.
        let t_ms = main_loop.clock.now_ms().max(main_loop.hall.now_ms());
        main_loop.drain_at(t_ms);
        let program = crate::journal_files::writer::PROGRAM.to_owned();
        let _ = main_loop.feed(&Input::Start { program, wall_ms: now.map(|wall| wall.wall_ms) }, None);
        main_loop.note_wall();
        if main_loop.hall.configured() != Some(setup) {
            let _ = main_loop.feed(&Input::Setup(Box::new(setup.clone())), None);
        }
        main_loop
    }

    /// Runs until `stop` is set or its sender is dropped, then writes and syncs what is left. Fails if that cannot be
    /// made safe.
    pub async fn run(mut self, mut stop: watch::Receiver<bool>) -> Outcome {
        let mut batch = Vec::with_capacity(TURN_MAX);
        loop {
            self.settle().await;
            let alarm = self.alarm();
            let has_room = self.has_room();
            tokio::select! {
                biased;
                _ = stop.wait_for(|stop| *stop) => break,
                word = self.journal.heard() => self.disk_said(word),
                () = sleep_until(alarm) => self.ring(),
                _ = self.inputs.recv_many(&mut batch, TURN_MAX), if has_room && !self.inputs.is_closed() => {
                    for input in batch.drain(..) {
                        self.take(input);
                    }
                }
                Some(ask) = self.asks.recv() => self.answer(ask),
            }
        }
        self.note_wall();
        self.drain();
        // This makes sure that the run ends with a signature, which covers its last record.
        self.notary.note(self.hall.now_ms());
        self.sign();
        let waiting = self.journal.waiting_bytes();
        if self.journal.close() {
            return Ok(());
        }
        Err(Failure::Environment(format!(
            "the journal could not be written to its end, {waiting} bytes of it are lost, and nothing of them was published; mend \
             the disk before the program is started again"
        )))
    }

    /// Collects the hall's results of the last input, and moves everything that waits on by one step.
    async fn settle(&mut self) {
        self.drain();
        self.settle_orders();
        self.journal.flush();
        if let Some(due) = self.pace.due(!self.is_all_safe(), self.journal.waiting_bytes() > 0)
            && due <= Instant::now()
        {
            self.pace.started();
            self.journal.sync();
        }
        let clocks: Vec<ReadClock> = std::mem::take(&mut self.clocks).into_values().collect();
        let safe_seq = self.journal.safe_seq();
        let event = self.release_event();
        self.outbox.name_event(event);
        self.outbox.tell(safe_seq, &clocks, self.keeping.is_holding()).await;
        self.readers.tell(safe_seq, self.keeping.is_holding()).await;
        while self.answers.front().is_some_and(|answer| answer.seq <= safe_seq) {
            if let Some(answer) = self.answers.pop_front() {
                answer.word.give();
            }
        }
    }

    fn is_all_safe(&self) -> bool {
        self.readers.is_told() && self.answers.is_empty() && self.orders.is_sent() && self.outbox.is_told()
    }

    fn disk_said(&mut self, word: DiskWord) {
        match word {
            DiskWord::Safe(_) => {
                self.pace.ended();
                self.heal();
            }
            DiskWord::Failing(why) => {
                self.keeping.fail(self.clock.now_ms(), why, self.journal.waiting_bytes());
                self.tell_health();
            }
            DiskWord::Healed(bytes) => tracing::debug!("the disk took the {bytes} bytes that had waited"),
        }
    }

    /// Ends a hold, because everything is safe again. The hold is recorded in the journal. If boards were not read
    /// during the hold, they are asked for their whole position, as after a pulled cable.
    fn heal(&mut self) {
        let Some(hold) = self.keeping.heal() else { return };
        let was_deaf = hold.unread_since_ms.is_some();
        let t_ms = self.advance();
        self.notary.note(t_ms);
        self.append(Body::Held { t_ms, hold });
        report(&Trouble::JournalHealed);
        self.health.send_replace(self.keeping.health());
        if !was_deaf {
            return;
        }
        for (port, link) in self.links.clone() {
            let Some(maker) = self.hall.link(link).map(hall::Link::maker) else { continue };
            let _ = self.feed(&Input::Lost { link }, None);
            let _ = self.feed(&Input::Opened { link, port: port.to_string(), maker }, None);
        }
    }

    /// Returns whether the boards may be read: false while too many bytes wait for the disk.
    fn has_room(&mut self) -> bool {
        let waiting = self.journal.waiting_bytes();
        if self.keeping.waits(self.clock.now_ms(), waiting) {
            self.tell_health();
        }
        // The health is published again if the number of waiting bytes in it has changed.
        if self.keeping.is_holding() {
            let health = self.keeping.health();
            self.health.send_if_modified(|told| std::mem::replace(told, health.clone()) != health);
        }
        waiting < WAITING_MAX
    }

    fn tell_health(&mut self) {
        let health = self.keeping.health();
        report(&Trouble::JournalFailing { health: &health });
        self.health.send_replace(health);
    }

    /// Stamps an input, appends it to the journal, and only then hands it to the hall. Only a command can be refused.
    fn feed(&mut self, input: &Input, read_at: Option<Instant>) -> Result<(), Refusal> {
        let t_ms = self.advance();
        if self.is_new_round(input) {
            self.journal.begin_segment();
        }
        let seq = self.append(Body::from_input(t_ms, input));
        self.fold(Stamp { seq, t_ms }, input, read_at)
    }

    /// Appends a record to the journal, for its readers too. Returns its number.
    fn append(&mut self, body: Body) -> u64 {
        let seq = self.journal.append(&body);
        let read_at = self.read_at.filter(|_| matches!(body, Body::Published { .. }));
        self.readers.note(Appended { seq, body, read_at });
        seq
    }

    /// Hands the hall an input that is already in the journal. Only a command can be refused.
    fn fold(&mut self, stamp: Stamp, input: &Input, read_at: Option<Instant>) -> Result<(), Refusal> {
        self.notary.note(stamp.t_ms);
        let done = self.hall.handle(stamp, input);
        // In the journal, the results of this input must come before the next input.
        self.read_at = read_at;
        self.drain();
        self.read_at = None;
        done
    }

    /// Returns whether an input begins a round. A round has files of its own, so that it can be archived separately.
    fn is_new_round(&self, input: &Input) -> bool {
        match (input, self.hall.setup()) {
            (Input::Setup(new), Some(old)) => !self.hall.with_event(new).is_same_round(old),
            _ => false,
        }
    }

    /// Returns the time to stamp an input with. Everything due up to that time is written first, so that the journal is
    /// in order of time.
    fn advance(&mut self) -> Millis {
        let t_ms = self.clock.now_ms().max(self.hall.now_ms());
        self.sign_in_time(t_ms);
        self.hall.advance(t_ms);
        self.drain();
        t_ms
    }
}
