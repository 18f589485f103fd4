//! A question to the program that runs with a data folder, through the hatch in the folder (arbiter/hatch.rs).

use crate::{
    arbiter::hatch,
    commands::run,
    terminal::failure::{Failure, Outcome},
};
use serde_json::Value;
use std::{
    fmt,
    io::{self, Read, Write},
    os::unix::net::UnixStream,
    path::{Path, PathBuf},
    time::Duration,
};
use tournament::{Event, EventCommandJson, EventJson, EventOrder, EventOrderJson};

/// The time that the running program may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The time for an answer that depends on the servers of others.
const LONG: Duration = Duration::from_secs(110);
/// The greatest length of an answer, in bytes: enough for an event of the largest files of pairings.
const ANSWER_MAX: u64 = 64 << 20;

/// Returns the data folder of the program that is meant: the one that is named, or that of the configuration.
pub(super) fn folder(data: Option<&Path>, config: Option<&Path>) -> Result<PathBuf, Failure> {
    match data {
        Some(folder) => Ok(folder.to_owned()),
        None => Ok(run::load(config)?.folder),
    }
}

/// Says a line to the program of this data folder, and returns the answer. It is empty for a user who may not ask.
pub(super) fn ask(folder: &Path, line: &str) -> Result<String, Failure> {
    knock(&hatch::path(folder), line, PATIENCE).map_err(|error| unanswered(folder, &error))
}

/// Asks like [`ask`], and reads the answer, which is an object. With `is_long` it depends on the servers of others.
pub(super) fn told(folder: &Path, line: &str, is_long: bool) -> Result<Value, Failure> {
    let patience = if is_long { LONG } else { PATIENCE };
    let text = knock(&hatch::path(folder), line, patience).map_err(|error| unanswered(folder, &error))?;
    let text = heard(text)?;
    serde_json::from_str(&text).map_err(|error| {
        Failure::Environment(format!(
            "the answer cannot be read ({error}); use the version of topboard that runs"
        ))
    })
}

/// Returns the event of the program of this data folder.
pub(super) fn event(folder: &Path) -> Result<Event, Failure> {
    let text = heard(ask(folder, "event")?)?;
    let unread = |error: &dyn fmt::Display| {
        Failure::Environment(format!(
            "the event cannot be read ({error}); use the version of topboard that runs"
        ))
    };
    let event: EventJson = serde_json::from_str(&text).map_err(|error| unread(&error))?;
    match EventOrder::read(&EventOrderJson::State { event: Box::new(event) }) {
        Ok(EventOrder::State(event)) => Ok(*event),
        Ok(_) => Ok(Event::default()),
        Err(refusal) => Err(unread(&refusal)),
    }
}

/// Gives an order to the program of this data folder.
pub(super) fn order(folder: &Path, order: EventOrderJson, by: &str) -> Outcome {
    let command = EventCommandJson { order, author: Some(by.to_owned()), login: None };
    carried_out(ask(folder, &format!("order {}", serde_json::json!(command)))?)
}

/// Asks the program of this data folder whether it would take an order. `Err` says why not, as the order would be answered.
pub(super) fn would_take(folder: &Path, order: &EventOrderJson) -> Outcome {
    carried_out(ask(folder, &format!("would {}", serde_json::json!(order)))?)
}

fn carried_out(answer: String) -> Outcome {
    match heard(answer) {
        Ok(_) => Ok(()),
        Err(Failure::Input(why)) => Err(Failure::Input(format!("{why}; nothing was changed"))),
        Err(failure) => Err(failure),
    }
}

/// Returns an answer that is no refusal.
fn heard(text: String) -> Result<String, Failure> {
    if text.is_empty() {
        return Err(Failure::Environment(
            "the program gave no answer; ask as the user it runs as (sudo -u USER topboard …)".to_owned(),
        ));
    }
    let refused: Option<Value> = serde_json::from_str(&text).ok();
    match refused.as_ref().and_then(|told| told["error"].as_str()) {
        Some(why) => Err(Failure::Input(why.to_owned())),
        None => Ok(text),
    }
}

fn knock(path: &Path, line: &str, patience: Duration) -> io::Result<String> {
    let mut stream = UnixStream::connect(path)?;
    stream.set_read_timeout(Some(patience))?;
    // A program that takes nothing more may have answered already.
    let _ = writeln!(stream, "{line}");
    let mut answer = String::new();
    stream.take(ANSWER_MAX).read_to_string(&mut answer)?;
    Ok(answer)
}

fn unanswered(folder: &Path, error: &io::Error) -> Failure {
    let folder = folder.display();
    Failure::Environment(match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => format!(
            "no topboard runs with the data folder {folder}; start it, or name its folder with --data or its \
             configuration with --config"
        ),
        io::ErrorKind::PermissionDenied => format!(
            "the data folder {folder} belongs to another user; ask as that user (sudo -u USER topboard …)"
        ),
        _ => {
            format!("the topboard of {folder} does not answer ({error}); look into its log, or start it anew")
        }
    })
}
