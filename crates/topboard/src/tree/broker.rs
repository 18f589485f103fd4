//! The line to the broker: NATS with JetStream.

use crate::{config::broker::BrokerChoice, safe_files::private};
use async_nats::{
    Client, ConnectOptions,
    jetstream::{self, Context},
};
use relay::tree::documents::PART_MAX;
use std::{path::Path, time::Duration};
use tokio::time::{Instant, sleep};

/// The longest wait for an answer of the broker.
pub(super) const ANSWER_MAX: Duration = Duration::from_secs(5);
/// The room that a message needs besides its text, in bytes.
const ENVELOPE: usize = 4 << 10;
/// The greatest length of the file with the credentials.
const CREDENTIALS_MAX: u64 = 64 << 10;
/// The pauses between two attempts to reach the broker: the first, and the longest.
const PAUSE_MIN: Duration = Duration::from_millis(250);
const PAUSE_MAX: Duration = Duration::from_secs(15);

/// Returns the name of the stream that keeps the last messages of an event.
pub(super) fn stream_name(event: &str) -> String {
    format!("topboard-{event}")
}

/// Returns what all subjects of an event begin with.
pub(super) fn prefix(event: &str) -> String {
    format!("topboard.{event}.")
}

/// Connects to the broker. A connection that is lost is not mended: whoever uses it begins anew, and knows that it does.
pub(super) async fn connect(choice: &BrokerChoice, name: String) -> Result<(Client, Context), String> {
    let options = credentials(choice.credentials.as_deref())?
        .name(name)
        .connection_timeout(ANSWER_MAX)
        .request_timeout(Some(ANSWER_MAX))
        .ping_interval(ANSWER_MAX)
        .max_reconnects(1);
    let options = match &choice.roots {
        Some(roots) => options.add_root_certificates(roots.clone()),
        None => options,
    };
    let client = options.connect(&choice.servers).await.map_err(|error| error.to_string())?;
    let most = client.server_info().max_payload;
    if most < PART_MAX + ENVELOPE {
        return Err(format!("it takes messages of {most} bytes at most; set its max_payload to 1MB"));
    }
    let mut context = jetstream::new(client.clone());
    context.set_timeout(ANSWER_MAX);
    Ok((client, context))
}

/// Reads the credentials, which may be changed while the program runs. Nothing of the file is ever told.
fn credentials(file: Option<&Path>) -> Result<ConnectOptions, String> {
    let Some(file) = file else { return Ok(ConnectOptions::new()) };
    let said =
        |why: &dyn std::fmt::Display| format!("the credentials in {} cannot be used ({why})", file.display());
    let bytes = private::read(file, CREDENTIALS_MAX).map_err(|error| said(&error))?;
    let bytes = bytes.ok_or_else(|| said(&"there is no such file"))?;
    let text = String::from_utf8(bytes).map_err(|_| said(&"it is no text"))?;
    if text.contains("BEGIN NATS USER JWT") {
        return ConnectOptions::with_credentials(&text).map_err(|_| said(&"a part of it is missing"));
    }
    match text.trim() {
        "" => Err(said(&"it is empty")),
        line => Ok(match line.split_once(':') {
            Some((user, password)) => {
                ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned())
            }
            None => ConnectOptions::with_token(line.to_owned()),
        }),
    }
}

/// The pauses between attempts, and what was said of them. The operator hears once that the broker is away, and once that
/// it is back.
#[derive(Debug)]
pub(super) struct Attempts {
    pause: Duration,
    is_told: bool,
    began: Instant,
}

impl Attempts {
    pub(super) fn new() -> Attempts {
        Attempts { pause: PAUSE_MIN, is_told: false, began: Instant::now() }
    }

    /// Notes that the broker answered.
    pub(super) fn succeed(&mut self, words: &str) {
        if self.is_told || self.pause == PAUSE_MIN {
            tracing::info!(event = "broker", "{words}");
        }
        (self.pause, self.is_told) = (PAUSE_MIN * 2, false);
    }

    /// Notes that it did not, and waits.
    pub(super) async fn fail(&mut self, why: &str, words: &str) {
        if self.is_told {
            tracing::debug!("the broker: {why}");
        } else {
            tracing::warn!(event = "broker-away", reason = why, "the broker cannot be used ({why}); {words}");
            self.is_told = true;
        }
        // Nodes that lost the broker at one instant do not come back at one instant.
        let share = u32::from(self.began.elapsed().subsec_nanos().to_le_bytes()[1]) + 256;
        sleep(self.pause * share / 512).await;
        self.pause = (self.pause * 2).min(PAUSE_MAX);
    }
}
