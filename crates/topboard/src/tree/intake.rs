//! What a node hears from the broker. It reads on from where it was, and from the beginning when that is gone.

use super::broker::{ANSWER_MAX, Attempts, connect, prefix, stream_name};
use crate::config::broker::BrokerChoice;
use async_nats::jetstream::{
    Message,
    consumer::{DeliverPolicy, pull::OrderedConfig},
    stream::{Info, Stream},
};
use futures_util::StreamExt;
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{Notify, mpsc},
    time::{Instant, timeout},
};

/// The silence after which the broker is asked whether there is nothing to hear. A hall that lives is heard each second.
const QUIET_MAX: Duration = Duration::from_secs(4);
/// The least time between two readings of everything.
const ANEW_MIN: Duration = Duration::from_secs(10);

/// What was heard.
#[derive(Debug)]
pub(super) enum Heard {
    /// The broker answers, and says now what was not heard yet.
    Begun,
    /// The broker is away.
    Away,
    /// A message.
    Message {
        subject: String,
        body: Vec<u8>,
        /// Says whether the broker had no later message.
        is_last: bool,
        /// The number of the message.
        number: u64,
    },
    /// Everything that the broker had when the connection began was heard.
    Current,
}

/// A place in a stream. Numbers of another stream of the same name say nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Cursor {
    created: i128,
    number: u64,
}

/// The line to the broker.
#[derive(Debug)]
pub(super) struct Intake {
    choice: BrokerChoice,
    heard: mpsc::Sender<Heard>,
    /// Rung when something is missing.
    gap: Arc<Notify>,
    cursor: Option<Cursor>,
    attempts: Attempts,
    anew: Option<Instant>,
}

impl Intake {
    pub(super) fn new(choice: BrokerChoice, heard: mpsc::Sender<Heard>, gap: Arc<Notify>) -> Intake {
        Intake { choice, heard, gap, cursor: None, attempts: Attempts::new(), anew: None }
    }

    /// Listens until nobody wants to hear it any more.
    pub(super) async fn run(mut self) {
        while !self.heard.is_closed() {
            let Err(why) = self.session().await;
            if self.heard.send(Heard::Away).await.is_err() {
                return;
            }
            self.attempts.fail(&why, "this node shows what it knows, and says that it is old").await;
        }
    }

    async fn session(&mut self) -> Result<std::convert::Infallible, String> {
        let (_client, context) = connect(&self.choice, format!("node {}", std::process::id())).await?;
        let stream = context.get_stream(stream_name(&self.choice.event)).await;
        let stream =
            stream.map_err(|error| format!("{error}; no hall has told it anything of the event yet"))?;
        let (created, last) = place(stream.cached_info());
        let known = self.cursor.filter(|cursor| cursor.created == created && cursor.number <= last);
        let first = known.map_or(1, |cursor| cursor.number + 1);
        self.cursor = Some(Cursor { created, number: first - 1 });
        self.say(Heard::Begun).await?;
        let deliver_policy = match first {
            1 => DeliverPolicy::All,
            start_sequence => DeliverPolicy::ByStartSequence { start_sequence },
        };
        let consumer = OrderedConfig { deliver_policy, ..OrderedConfig::default() };
        let consumer = stream.create_consumer(consumer).await.map_err(|error| error.to_string())?;
        let mut messages = consumer.messages().await.map_err(|error| error.to_string())?;
        let mut is_current = first > last;
        if is_current {
            self.say(Heard::Current).await?;
        }
        self.attempts.succeed("the broker answers");
        let gap = Arc::clone(&self.gap);
        loop {
            let next = tokio::select! {
                next = timeout(QUIET_MAX, messages.next()) => next,
                () = gap.notified() => {
                    if self.anew.is_none_or(|anew| anew.elapsed() >= ANEW_MIN) {
                        (self.anew, self.cursor) = (Some(Instant::now()), None);
                        return Err("a message is missing, so everything is read anew".to_owned());
                    }
                    continue;
                }
            };
            match next {
                Ok(Some(Ok(message))) => {
                    let number = self.take(message).await?;
                    self.cursor = Some(Cursor { created, number });
                    if !is_current && number >= last {
                        is_current = true;
                        self.say(Heard::Current).await?;
                    }
                }
                Ok(Some(Err(error))) => return Err(error.to_string()),
                Ok(None) => return Err("it ended the subscription".to_owned()),
                Err(_) => self.look(&stream, created).await?,
            }
        }
    }

    /// Hands a message on, and returns its number.
    async fn take(&self, message: Message) -> Result<u64, String> {
        let (number, is_last) = match message.info() {
            Ok(info) => (info.stream_sequence, info.pending == 0),
            Err(error) => return Err(error.to_string()),
        };
        if let Some(subject) = message.subject.strip_prefix(&prefix(&self.choice.event)) {
            let (subject, body) = (subject.to_owned(), message.payload.to_vec());
            self.say(Heard::Message { subject, body, is_last, number }).await?;
        }
        Ok(number)
    }

    /// Asks whether there is nothing to hear, or whether it does not arrive.
    async fn look(&self, stream: &Stream, created: i128) -> Result<(), String> {
        let asked = timeout(ANSWER_MAX, stream.get_info()).await;
        let info = asked.map_err(|_| "it does not answer".to_owned())?.map_err(|error| error.to_string())?;
        let heard = self.cursor.map_or(0, |cursor| cursor.number);
        if place(&info) != (created, heard) {
            return Err("what it has does not arrive".to_owned());
        }
        Ok(())
    }

    async fn say(&self, heard: Heard) -> Result<(), String> {
        self.heard.send(heard).await.map_err(|_| "the node ends".to_owned())
    }
}

/// Returns when a stream was made, and the number of its last message.
fn place(info: &Info) -> (i128, u64) {
    (info.created.unix_timestamp_nanos(), info.state.last_sequence)
}
