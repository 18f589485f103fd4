//! The lookout: it follows the operator's feed on its way to the hub, and has the operator told what lasts.

use super::Messenger;
use crate::{
    arbiter::OperatorRelease,
    broadcast::destinations::{RunningAlerts, since},
    config::alerts::AlertsChoice,
    connections::hub::RELEASES_MAX,
    journal_files::disk_health::Health,
    mainloop::run_clock::RunClock,
};
use broadcast::alert::{
    AlertMessage,
    alarms::{Alarms, AlertOutcome, AlertStatus},
    sight,
};
use laws::Language;
use relay::OperatorFeed;
use std::time::Duration;
use tokio::{
    sync::{mpsc, watch},
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval},
};

/// The time between two looks at the hall.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What is watched.
#[derive(Debug)]
pub struct HallInView {
    /// The operator's feed, as it is at the start.
    pub feed: OperatorFeed,
    /// The program's clock.
    pub clock: RunClock,
    /// The health of the disk under the journal.
    pub health: watch::Receiver<Health>,
}

/// Watches until the main loop has ended. Returns the releases as the hub of operators is to have them: every one of them, as
/// they come. Nothing waits for the service. Must be called within a Tokio runtime.
pub fn start(
    choice: &AlertsChoice,
    watched: HallInView,
    releases: mpsc::Receiver<OperatorRelease>,
) -> (mpsc::Receiver<OperatorRelease>, RunningAlerts) {
    let (forward, passed_on) = mpsc::channel(RELEASES_MAX);
    let (told, status) = watch::channel(AlertStatus::default());
    let begun = Instant::now();
    let lookout = Lookout {
        alarms: Alarms::new(choice.holds_ms.clone()),
        watched,
        messenger: Messenger::new(choice),
        language: choice.language,
        begun,
        told,
    };
    tokio::spawn(lookout.run(releases, forward));
    (passed_on, RunningAlerts { name: choice.address.authority.clone(), status, begun })
}

struct Lookout {
    alarms: Alarms,
    watched: HallInView,
    messenger: Messenger,
    language: Language,
    /// The beginning of the alarms' time.
    begun: Instant,
    told: watch::Sender<AlertStatus>,
}

impl Lookout {
    async fn run(
        mut self,
        mut releases: mpsc::Receiver<OperatorRelease>,
        forward: mpsc::Sender<OperatorRelease>,
    ) {
        let mut looks = interval(LOOK_EVERY);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // At most one message is under way. It ends with this function.
        let mut sending: JoinSet<AlertOutcome> = JoinSet::new();
        loop {
            tokio::select! {
                release = releases.recv() => {
                    let Some(release) = release else { return };
                    self.watched.feed.follow(release.news.clone(), &release.clocks);
                    if forward.send(release).await.is_err() {
                        return;
                    }
                }
                _ = looks.tick() => {
                    if let Some(message) = self.look() {
                        let messenger = self.messenger.clone();
                        sending.spawn(async move { messenger.send(&message).await });
                    }
                }
                Some(outcome) = sending.join_next() => {
                    let stuck = |_| AlertOutcome::Away("the message could not be sent".to_owned());
                    self.hear(outcome.unwrap_or_else(stuck));
                }
            }
        }
    }

    fn look(&mut self) -> Option<AlertMessage> {
        let HallInView { feed, clock, health } = &self.watched;
        let is_disk_well = *health.borrow() == Health::Well;
        let seen = sight::troubles(feed.tables(), is_disk_well, clock.now_ms());
        let now_ms = since(self.begun);
        self.alarms.look(now_ms, &seen);
        let message = self.alarms.due(now_ms);
        if let Some(message) = &message {
            tracing::info!(
                event = "alert",
                "the operator is told: {}",
                message.text(self.language).replace('\n', "; ")
            );
        }
        self.tell();
        message
    }

    fn hear(&mut self, outcome: AlertOutcome) {
        if self.alarms.heard(since(self.begun), outcome) {
            match &self.alarms.status().failure {
                Some(why) => tracing::warn!(
                    event = "alerts-failing",
                    reason = why,
                    "the operator could not be told of trouble in the hall: {why}; trying again"
                ),
                None => tracing::info!(event = "alerts-healed", "the operator is told of trouble again"),
            }
        }
        self.tell();
    }

    fn tell(&self) {
        self.told.send_if_modified(|told| {
            let is_new = told != self.alarms.status();
            if is_new {
                told.clone_from(self.alarms.status());
            }
            is_new
        });
    }
}
