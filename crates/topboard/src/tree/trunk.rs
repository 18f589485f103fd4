//! The hall's side of the tree: it tells the broker what spectators are told.
//!
//! It is a reader of what was released to spectators, as their listener is. Nothing else can be given to it:
//!
//! ```compile_fail,E0308
//! # use topboard::{config::broker::HallBroker, public::audience::Doors, tree::trunk};
//! # use relay::Screens;
//! # async fn tell(broker: HallBroker, screens: Doors<Screens>, stop: tokio::sync::watch::Receiver<bool>) {
//! trunk::start(broker, screens, stop); // the screens are ahead of the world
//! # }
//! ```
//! Nothing is queued, and nothing in the hall waits for the broker. When it is back, it gets the latest state of all.

use super::broker::{Attempts, connect, prefix, stream_name};
use crate::{config::broker::HallBroker, public::audience::Doors};
use async_nats::jetstream::{
    Context,
    context::{PublishError, PublishErrorKind},
    message::PublishMessage,
    stream::{Config, DiscardPolicy, LastRawMessageErrorKind, Stream},
};
use futures_util::future::try_join_all;
use relay::{
    Spectators,
    tree::{
        Parcel, Untold,
        documents::{Desk, Document},
        message::Beat,
    },
};
use std::{collections::BTreeMap, sync::Arc, time::Duration};
use tokio::{
    sync::watch,
    task::spawn_blocking,
    time::{Instant, sleep_until},
};

/// The interval between two beats.
const BEAT_EVERY: Duration = Duration::from_secs(1);
/// The most messages that are on their way at once.
const BATCH_MAX: usize = 64;
/// The greatest size of what the broker keeps of an event, in bytes.
const KEPT_MAX: i64 = 256 << 20;
/// The time in which another program of this name notices that it has been replaced.
const TAKEOVER: Duration = Duration::from_secs(3);

/// Why a connection ended.
#[derive(Debug)]
enum End {
    /// The hall's program ends.
    Over,
    /// Another program has taken the name of this hall.
    Rival,
    /// Something failed.
    Failed(String),
}

impl From<PublishError> for End {
    fn from(error: PublishError) -> End {
        End::Failed(error.to_string())
    }
}

/// What the line to the broker knows of itself.
#[derive(Debug, Clone, Default)]
pub struct TrunkState {
    /// True while the broker takes what is sent.
    pub is_connected: bool,
    /// How many messages the broker has confirmed.
    pub messages: u64,
    /// When it confirmed the last of them.
    pub told: Option<Instant>,
}

/// Tells the broker until `stop` is set. Must be called within a Tokio runtime.
pub fn start(
    choice: HallBroker,
    doors: Doors<Spectators>,
    mut stop: watch::Receiver<bool>,
) -> watch::Receiver<TrunkState> {
    let (note, state) = watch::channel(TrunkState::default());
    tokio::spawn(async move {
        tokio::select! {
            () = Trunk::new(choice, doors, note).run() => {}
            // An error means that the sender of `stop` is gone.
            _ = stop.wait_for(|stop| *stop) => {}
        }
    });
    state
}

/// The hall's side.
#[derive(Debug)]
struct Trunk {
    choice: HallBroker,
    doors: Doors<Spectators>,
    desk: Desk,
    /// The documents; `None` before the first edition of the games, without which a list would say that there are none.
    documents: Option<Vec<Document>>,
    attempts: Attempts,
    /// True once this program had the hall's name at the broker.
    had_name: bool,
    state: watch::Sender<TrunkState>,
}

impl Trunk {
    fn new(choice: HallBroker, doors: Doors<Spectators>, state: watch::Sender<TrunkState>) -> Trunk {
        let (desk, attempts) = (Desk::default(), Attempts::new());
        Trunk { choice, doors, desk, documents: None, attempts, had_name: false, state }
    }

    async fn run(mut self) {
        loop {
            let ended = self.session().await;
            self.state.send_modify(|state| state.is_connected = false);
            let why = match ended {
                Ok(()) | Err(End::Over) => return,
                Err(End::Rival) => {
                    tracing::error!(
                        event = "broker-rival",
                        hall = self.choice.hall,
                        "another program tells the broker what hall {} does, so this one stopped telling it; give each hall a \
                         name of its own in [broker], and start this program again when the round allows",
                        self.choice.hall
                    );
                    return;
                }
                Err(End::Failed(why)) => why,
            };
            let words = "the hall goes on, and spectators elsewhere get the latest when it is back";
            self.attempts.fail(&why, words).await;
        }
    }

    /// Tells everything, and then what changes, until something fails.
    async fn session(&mut self) -> Result<(), End> {
        let (_client, context) =
            connect(&self.choice.broker, format!("hall {}", self.choice.hall)).await.map_err(End::Failed)?;
        let stream = context.get_or_create_stream(self.stream()).await;
        let stream = stream.map_err(|error| End::Failed(error.to_string()))?;
        let epoch = self.doors.live.borrow().slots().epoch().to_owned();
        let (mut last_beat, before) = self.last_beat(&stream).await?;
        let is_other = before.is_some_and(|before| before != epoch);
        if is_other && self.had_name {
            return Err(End::Rival);
        }
        let mut again = is_other.then(|| Instant::now() + TAKEOVER);
        let mut untold = Untold::default();
        self.desk.forget();
        let mut next_beat = Instant::now();
        self.gather().await;
        loop {
            let live = Arc::clone(&self.doors.live.borrow_and_update());
            let mut parcels = Vec::new();
            while parcels.len() < BATCH_MAX
                && let Some(parcel) = untold.next(live.slots(), self.doors.clock.now_ms())
            {
                parcels.push(parcel);
            }
            if parcels.len() < BATCH_MAX
                && let Some(documents) = &self.documents
            {
                parcels.extend(self.desk.next(&epoch, documents));
            }
            let is_idle = parcels.is_empty();
            self.send(&context, parcels).await?;
            if Instant::now() >= next_beat {
                let beat = untold.beat(live.slots(), self.doors.clock.now_ms());
                last_beat = self.beat(&context, beat, last_beat).await?;
                next_beat = Instant::now() + BEAT_EVERY;
                self.had_name = true;
                if is_idle {
                    self.attempts.succeed("the broker has everything that spectators are told");
                }
            }
            if again.is_some_and(|again| Instant::now() >= again) {
                // What the other program wrote before it noticed is written over.
                again = None;
                untold = Untold::default();
                self.desk.forget();
                continue;
            }
            if !is_idle {
                continue;
            }
            tokio::select! {
                changed = self.doors.live.changed() => changed.map_err(|_| End::Over)?,
                Ok(()) = self.doors.games.changed() => self.gather().await,
                Ok(()) = self.doors.rounds.changed() => self.gather().await,
                () = sleep_until(next_beat) => {}
            }
        }
    }

    fn subject(&self, parcel: &str) -> String {
        format!("{}{}.{parcel}", prefix(&self.choice.broker.event), self.choice.hall)
    }

    /// Returns what the broker is asked to keep: of each subject the last message. What does not fit is refused, so that
    /// nothing older is lost.
    fn stream(&self) -> Config {
        Config {
            name: stream_name(&self.choice.broker.event),
            description: Some("What spectators are told by the halls of an event".to_owned()),
            subjects: vec![format!("{}>", prefix(&self.choice.broker.event))],
            max_messages_per_subject: 1,
            max_bytes: KEPT_MAX,
            discard: DiscardPolicy::New,
            num_replicas: self.choice.replicas,
            ..Config::default()
        }
    }

    /// Returns the number of the last beat at the broker, and the epoch of whoever sent it.
    async fn last_beat(&self, stream: &Stream) -> Result<(u64, Option<String>), End> {
        match stream.get_last_raw_message_by_subject(&self.subject("beat")).await {
            Ok(last) => Ok((last.sequence, Beat::read(&last.payload).map(|beat| beat.epoch))),
            Err(error) if error.kind() == LastRawMessageErrorKind::NoMessageFound => Ok((0, None)),
            Err(error) => Err(End::Failed(error.to_string())),
        }
    }

    async fn send(&self, context: &Context, parcels: Vec<Parcel>) -> Result<(), End> {
        let mut taken = Vec::with_capacity(parcels.len());
        for Parcel { subject, body } in parcels {
            taken.push(context.publish(self.subject(&subject), body.into()).await?.into_future());
        }
        let count = try_join_all(taken).await?.len();
        self.confirmed(count);
        Ok(())
    }

    /// Sends a beat that follows the last one. It is refused when somebody else sent one meanwhile.
    async fn beat(&self, context: &Context, Parcel { subject, body }: Parcel, last: u64) -> Result<u64, End> {
        let message = PublishMessage::build().payload(body.into()).expected_last_subject_sequence(last);
        let taken = match context.send_publish(self.subject(&subject), message).await {
            Ok(taken) => taken.await,
            Err(error) => Err(error),
        };
        match taken {
            Ok(taken) => {
                self.confirmed(1);
                Ok(taken.sequence)
            }
            Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => {
                Err(End::Failed("somebody else sent a beat for this hall".to_owned()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Notes that the broker confirmed some messages.
    fn confirmed(&self, count: usize) {
        if count > 0 {
            self.state.send_modify(|state| {
                (state.is_connected, state.told) = (true, Some(Instant::now()));
                state.messages += count as u64;
            });
        }
    }

    /// Puts the documents together as they are now. Texts that did not change are not copied.
    async fn gather(&mut self) {
        let games = self.doors.games.borrow_and_update().edition().cloned();
        let rounds = Arc::clone(&self.doors.rounds.borrow_and_update());
        let Some(games) = games else { return };
        let before = self.documents.take().unwrap_or_default();
        let made = spawn_blocking(move || {
            let before: BTreeMap<String, Document> =
                before.into_iter().map(|document| (document.name.clone(), document)).collect();
            let mut all = Vec::new();
            let known = |name: &str, tag: &str| before.get(name).filter(|known| known.tag == tag).cloned();
            for (table, tag, text) in games.by_table() {
                let name = format!("pgn.{table}");
                let document = known(&name, &tag);
                all.push(document.unwrap_or_else(|| Document { name, tag, text: text().into() }));
            }
            for (name, tag, text) in rounds.all() {
                let document = known(&name, &tag);
                all.push(document.unwrap_or_else(|| Document { name, tag, text: text[..].into() }));
            }
            all
        });
        self.documents = made.await.ok();
    }
}
