//! The follower: it reads the journal behind the main loop, as far behind as its audience has to be, and hands what may be
//! seen to the audience's hub, gazette and page of rounds.
//!
//! A follower reads records that are safe, and folds them into a hall of its own ([`DelayedHall`]). It never sees the main
//! loop's hall. So nothing that the main loop knows can reach an audience by another way than through the journal, and
//! through the delay.

use crate::{
    mainloop::{readers::Appended, run_clock::RunClock},
    public::{gazette::Inbox, hub::Release, round_papers::RoundsEdition},
};
use hall::{Body, HallSetup};
use relay::{DelayedHall, EventView, HallFeed, Onlookers};
use std::{
    collections::VecDeque,
    sync::{Arc, mpsc::SyncSender},
    thread::JoinHandle,
    time::Duration,
};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};

/// The greatest number of records that may wait for a follower while the journal is read at the start.
const RECALLED_MAX: usize = 4096;
/// The longest sleep of a follower for which nothing is due.
const IDLE: Duration = Duration::from_secs(3600);

/// A follower that reads a journal from its beginning, on a thread of its own.
#[derive(Debug)]
pub struct Recall<A> {
    records: SyncSender<(u64, Body)>,
    thread: JoinHandle<(DelayedHall<A>, HallFeed<A>)>,
}

impl<A: Onlookers> Recall<A> {
    /// Begins to read. The feed is filled with what is old enough by the time of the last record.
    pub fn begin(mut hall: DelayedHall<A>) -> Recall<A> {
        let mut feed = HallFeed::new("", EventView::default());
        let (records, read) = std::sync::mpsc::sync_channel::<(u64, Body)>(RECALLED_MAX);
        let thread = std::thread::spawn(move || {
            let mut last_ms = 0;
            for (seq, body) in read {
                last_ms = body.t_ms().map_or(last_ms, |t_ms| t_ms.max(last_ms));
                hall.take(seq, body);
                feed.recall(&hall.recall(last_ms));
            }
            (hall, feed)
        });
        Recall { records, thread }
    }

    /// Takes the next record.
    pub fn take(&self, seq: u64, body: &Body) {
        // The thread ends before its sender only by a panic, which `end` passes on.
        let _ = self.records.send((seq, body.clone()));
    }

    /// Returns the hall and the feed after the last record. The feed begins an epoch. Until a set-up is old enough it
    /// shows the event of this one.
    pub fn end(self, epoch: &str, configured: &HallSetup) -> (DelayedHall<A>, HallFeed<A>) {
        drop(self.records);
        let read = self.thread.join();
        let (hall, mut feed) = read.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let setup = hall.setup().unwrap_or(configured);
        let tables: Vec<_> = setup.tables.iter().map(|table| table.table).collect();
        feed.set_up(hall.event_of(setup), &tables);
        feed.begin(epoch);
        (hall, feed)
    }
}

/// Where a follower takes its records from, and where it hands over what its audience may see.
#[derive(Debug)]
pub struct Follower<A: Onlookers> {
    /// The hall as the audience may see it.
    pub hall: DelayedHall<A>,
    /// The clock of the run, which is not behind.
    pub clock: RunClock,
    /// The channel to the audience's hub.
    pub hub: mpsc::Sender<Release<A>>,
    /// The inbox of the audience's gazette.
    pub gazette: Inbox<A>,
    /// The channel of the rounds.
    pub rounds: watch::Sender<Arc<RoundsEdition<A>>>,
}

impl<A: Onlookers> Follower<A> {
    /// Follows until the main loop has ended. What is too young then is read again after the next start.
    pub async fn run(mut self, mut records: mpsc::Receiver<Arc<[Appended]>>) {
        let mut read: VecDeque<(u64, Instant)> = VecDeque::new();
        loop {
            if self.release(&mut read).await.is_err() {
                return;
            }
            let due =
                self.hall.due_ms().map_or_else(|| Instant::now() + IDLE, |due_ms| self.clock.instant(due_ms));
            tokio::select! {
                biased;
                taken = records.recv() => match taken {
                    Some(taken) => {
                        for Appended { seq, body, read_at } in taken.iter() {
                            read.extend(read_at.map(|read_at| (*seq, read_at)));
                            self.hall.take(*seq, body.clone());
                        }
                    }
                    None => return,
                },
                () = sleep_until(due) => {}
            }
        }
    }

    /// Hands over what has become old enough. Fails if nobody publishes any more.
    async fn release(&mut self, read: &mut VecDeque<(u64, Instant)>) -> Result<(), ()> {
        let mut released = self.hall.release(self.clock.now_ms());
        self.gazette.put(&mut released);
        if let Some(rounds) = released.take_rounds() {
            let rounds = match self.hall.setup() {
                Some(setup) => rounds.named_by(setup),
                None => rounds,
            };
            self.rounds.send_replace(Arc::new(RoundsEdition::of(rounds, self.hall.delay_ms())));
        }
        if released.is_empty() {
            return Ok(());
        }
        let mut read_at = None;
        while let Some((_, instant)) = read.pop_front_if(|(seq, _)| *seq <= released.seq()) {
            read_at = Some(instant);
        }
        // The hub only updates its own state and never waits for a subscriber, so this send does not wait long.
        self.hub.send(Release { released, read_at }).await.map_err(|_| ())
    }
}
