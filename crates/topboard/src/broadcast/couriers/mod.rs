//! The couriers: for each destination of the configuration a task that brings the tree there.
//!
//! ```text
//!  Doors<Spectators> ──▶ desk ──▶ Bulletin ──▶ files ──▶ Courier: what is lacking ──▶ Carrier ──▶ folder, server
//! ```
//! They take from the doors of the spectators and cannot be given others, so nothing leaves before the delay. A destination that
//! hangs or is away keeps nobody else waiting.

use super::carrier::Carrier;
use crate::{
    broadcast::destinations::{RunningCourier, since},
    config::broadcast::CourierChoice,
    public::{
        audience::Doors,
        bulletin::{BulletinDesk, BulletinEdition},
    },
    terminal::log::{Trouble, report},
};
use board::Millis;
use broadcast::courier::{Courier, CourierStatus, TreeFile, files};
use relay::Spectators;
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::watch,
    task::spawn_blocking,
    time::{Instant, sleep_until},
};

/// Starts a courier for each destination. Must be called within a Tokio runtime.
pub fn start(
    choices: &[CourierChoice],
    doors: &Doors<Spectators>,
    stop: &watch::Receiver<bool>,
) -> Vec<RunningCourier> {
    let one = |choice: &CourierChoice| {
        let (to_status, status) = watch::channel(CourierStatus::default());
        let (name, begun) = (choice.target.to_string(), Instant::now());
        let task = Task {
            name: name.clone(),
            choice: choice.clone(),
            courier: Courier::new(choice.every_ms),
            carrier: Carrier::new(&choice.target),
            desk: Arc::clone(&doors.desk),
            begun,
            status: to_status,
        };
        let mut stop = stop.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = task.run() => {}
                _ = stop.wait_for(|stop| *stop) => {}
            }
        });
        RunningCourier { name, status, begun }
    };
    choices.iter().map(one).collect()
}

struct Task {
    name: String,
    choice: CourierChoice,
    courier: Courier,
    carrier: Carrier,
    desk: Arc<BulletinDesk<Spectators>>,
    begun: Instant,
    status: watch::Sender<CourierStatus>,
}

impl Task {
    async fn run(mut self) {
        let mut edition = self.desk.after(&Arc::default()).await;
        loop {
            let list = self.list(&edition).await;
            while let Some(due) = self.due(&list) {
                self.pass(&due).await;
                // What changed meanwhile goes with the next pass.
                match self.desk.now().await {
                    Some(now) if Arc::ptr_eq(&now, &edition) => {}
                    _ => break,
                }
            }
            let next = self.begun + Duration::from_millis(self.courier.next_ms());
            let waits = self.courier.status().waiting > 0;
            tokio::select! {
                now = self.desk.after(&edition) => edition = now,
                () = sleep_until(next), if waits => {}
            }
        }
    }

    async fn list(&self, edition: &Arc<BulletinEdition>) -> Vec<TreeFile> {
        let (edition, choice) = (Arc::clone(edition), (self.choice.files, self.choice.rounds));
        let made = spawn_blocking(move || files(&edition.bulletin, choice.0, choice.1));
        made.await.unwrap_or_default()
    }

    /// Returns the files that are to be brought now; `None` if there are none.
    fn due(&mut self, list: &[TreeFile]) -> Option<Vec<TreeFile>> {
        let due = self.courier.begin(list, self.now_ms());
        self.status.send_replace(self.courier.status().clone());
        Some(due).filter(|due| !due.is_empty())
    }

    async fn pass(&mut self, due: &[TreeFile]) {
        let mut failure = None;
        for file in due {
            let sequence = self.courier.status().accepted + 1;
            match self.carrier.bring(file, sequence).await {
                Ok(()) => {
                    self.courier.accepted(file, self.now_ms());
                    self.status.send_replace(self.courier.status().clone());
                }
                Err(fault) => {
                    failure = Some(fault.why);
                    break;
                }
            }
        }
        match failure {
            None => {
                if self.courier.succeeded() {
                    report(&Trouble::CourierHealed { name: &self.name });
                }
            }
            Some(why) => {
                if self.courier.failed(&why, self.now_ms()) {
                    report(&Trouble::CourierFailing { name: &self.name, reason: &why });
                }
                if self.carrier.may_have_lost() {
                    self.courier.forget();
                }
            }
        }
        self.status.send_replace(self.courier.status().clone());
    }

    fn now_ms(&self) -> Millis {
        since(self.begun)
    }
}
