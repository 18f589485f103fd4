//! The follower of the interface: it folds the journal as the screens' follower does, and keeps the boards for its clients.

use super::server::Doors;
use crate::mainloop::{
    readers::{Appended, BATCHES_MAX},
    run_clock::RunClock,
};
use broadcast::livechess::Boards;
use relay::{DelayedHall, Screens};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{mpsc, watch},
    time::{Instant, sleep_until},
};

/// The longest sleep of a follower for which nothing is due.
const IDLE: Duration = Duration::from_secs(3600);

/// Starts the follower. Returns the channel for the journal's records, and what a listener needs.
pub fn open(
    hall: DelayedHall<Screens>,
    boards: Boards,
    clock: RunClock,
) -> (mpsc::Sender<Arc<[Appended]>>, Doors) {
    let (records, read) = mpsc::channel(BATCHES_MAX);
    let (latest, boards_now) = watch::channel(Arc::new(boards.clone()));
    tokio::spawn(follow(hall, boards, clock, read, latest));
    (records, Doors::new(boards_now, clock))
}

/// Follows until the main loop has ended.
async fn follow(
    mut hall: DelayedHall<Screens>,
    mut boards: Boards,
    clock: RunClock,
    mut records: mpsc::Receiver<Arc<[Appended]>>,
    latest: watch::Sender<Arc<Boards>>,
) {
    loop {
        let now_ms = clock.now_ms();
        let released = hall.release(now_ms);
        boards.update(now_ms, hall.boards(), hall.setup(), released);
        latest.send_replace(Arc::new(boards.clone()));
        let due_ms = hall.due_ms().into_iter().chain(boards.next_deadline()).min();
        let due = due_ms.map_or_else(|| Instant::now() + IDLE, |due_ms| clock.instant(due_ms));
        tokio::select! {
            biased;
            taken = records.recv() => match taken {
                Some(taken) => taken.iter().for_each(|Appended { seq, body, .. }| hall.take(*seq, body.clone())),
                None => return,
            },
            () = sleep_until(due) => {}
        }
    }
}
