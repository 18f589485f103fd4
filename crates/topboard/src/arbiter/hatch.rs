//! The hatch: a socket in the data folder through which the user who runs the program asks it something without using
//! its terminal.
//!
//! `topboard link`, `ready`, `ratings` and `import` connect and say one line. The program asks the system which user is connecting;
//! the system's answer cannot be forged. Only the program's own user and root are answered, and only their line is read.
//!
//! ```text
//! link {"name":…,"role":…}     ──▶ the links of one new key, a line each, or an object with the reason why not
//! password {"record":…}        ──▶ whose password it is now and how many logins were ended, or the reason why not
//! logins                       ──▶ who is logged in, as JSON
//! end LOGIN                    ──▶ ends this login: {"ended":true,…}, or an object with the reason why not
//! ready tournament=A&round=2   ──▶ what is missing before the round, as JSON (docs/formats/ready.md)
//! event                        ──▶ the whole event, as JSON
//! order {"do":…,"author":…}    ──▶ {"done":true}, or an object with the reason why not (docs/formats/event.md)
//! would {"do":…}               ──▶ {"done":false} if the order would be carried out, or an object with the reason why not
//! check tournament=A&round=2   ──▶ what would be refused of the broadcast, as JSON (docs/broadcast.md)
//! try …                        ──▶ the same question: what became of going the way to each destination
//! send …                       ──▶ the same question: what was answered to the first files
//! ```

use super::{
    ArbiterState,
    bodies::LinkBody,
    event,
    login::{entry, password},
};
use crate::people::person::{Person, Role};
use serde_json::json;
use std::{
    fs, io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::{UnixListener, UnixStream},
    sync::watch,
    time::{sleep, timeout},
};
use tournament::import;

/// The name of the hatch's socket in the data folder.
const NAME: &str = "arbiter.socket";
/// The greatest length of a line that is read, in bytes: that of an order with all that the longest file of pairings holds.
const LINE_MAX: u64 = 2 * import::BYTES_MAX as u64;
/// The time that a client may take to say its line and to read the answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// The time for an answer that depends on the servers of others.
const LONG: Duration = Duration::from_secs(100);
/// The questions that are answered beside others, however long that takes.
const LONG_QUESTIONS: [&str; 2] = ["try", "send"];

/// Returns the path of the hatch in this data folder.
pub fn path(data: &Path) -> PathBuf {
    data.join(NAME)
}

/// Opens the hatch. This program holds the lock on the folder's journal, so a socket found here was left by a dead
/// process.
pub fn open(data: &Path) -> io::Result<UnixListener> {
    let path = path(data);
    match fs::remove_file(&path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        Ok(()) | Err(_) => {}
    }
    let listener = UnixListener::bind(&path)?;
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}

/// Answers questions, one client at a time, until `stop` is set.
pub async fn run(listener: UnixListener, state: ArbiterState, mut stop: watch::Receiver<bool>) {
    tokio::select! {
        // An error means that the sender of `stop` is gone.
        _ = stop.wait_for(|stop| *stop) => {}
        () = attend(&listener, &state) => {}
    }
}

async fn attend(listener: &UnixListener, state: &ArbiterState) {
    loop {
        match listener.accept().await {
            Ok((mut stream, _)) => match timeout(PATIENCE, heard(&mut stream)).await {
                Ok(Some(line)) if LONG_QUESTIONS.iter().any(|long| line.starts_with(long)) => {
                    let state = state.clone();
                    tokio::spawn(async move { serve(stream, &line, &state, LONG).await });
                }
                Ok(Some(line)) => serve(stream, &line, state, PATIENCE).await,
                Ok(None) => {}
                Err(_) => tracing::debug!("whoever came to the hatch did not say what they want"),
            },
            Err(error) => {
                tracing::debug!("nobody can ask at the hatch just now ({error})");
                sleep(PATIENCE).await;
            }
        }
    }
}

/// Returns the line of whoever may ask; `None` for others.
async fn heard(stream: &mut UnixStream) -> Option<String> {
    let own = rustix::process::geteuid().as_raw();
    match stream.peer_cred().map(|peer| peer.uid()) {
        Ok(user) if user == own || user == 0 => {
            let mut line = String::new();
            // A line that is no text is answered like an unknown question: with nothing.
            let _ = BufReader::new(stream.take(LINE_MAX)).read_line(&mut line).await;
            Some(line.trim_end().to_owned())
        }
        Ok(user) => {
            tracing::warn!(
                event = "hatch-refused",
                "user {user} asked at the hatch for what is the arbiter's, and got nothing"
            );
            None
        }
        Err(_) => None,
    }
}

async fn serve(mut stream: UnixStream, line: &str, state: &ArbiterState, patience: Duration) {
    let answered = timeout(patience, async {
        let text = answer(line, state).await;
        // A client that has gone needs no answer, so a failure to write is ignored.
        let _ = stream.write_all(text.as_bytes()).await;
        let _ = stream.shutdown().await;
    });
    if answered.await.is_err() {
        tracing::debug!("whoever asked at the hatch did not take the answer");
    }
}

async fn answer(line: &str, state: &ArbiterState) -> String {
    let (question, rest) = line.split_once(' ').unwrap_or((line, ""));
    match question {
        "link" => link(rest, state).await,
        "password" => password::changed(state, rest).await.to_string(),
        "logins" => entry::listed(state, None).to_string(),
        "end" => entry::ended(state, rest, "topboard link --end")
            .await
            .unwrap_or_else(|| json!({ "error": entry::NO_SUCH_LOGIN }))
            .to_string(),
        "ready" => event::ready::text(state, rest).await,
        "event" => event::own::event(state).await,
        "order" => event::own::order(state, rest).await,
        "would" => event::own::try_order(state, rest).await,
        "check" => event::rehearsal::listed(state, rest).await,
        "try" => event::rehearsal::tried(state, rest).await,
        "send" => event::rehearsal::sent(state, rest).await,
        _ => String::new(),
    }
}

/// Returns the links of a new key for the person who is named, or for nobody by name.
async fn link(text: &str, state: &ArbiterState) -> String {
    let wanted = if text.is_empty() { Ok(LinkBody::default()) } else { serde_json::from_str(text) };
    let wanted = wanted.map_err(|error| format!("the question cannot be read: {error}"));
    match wanted.and_then(|wanted| entry::invited(&wanted).map(|person| (person, wanted.choice()))) {
        Ok((Some(person), choice)) if person.role == Role::Spectator => {
            let told = person.told();
            tracing::info!(
                event = "link-made",
                person = told,
                "a new link for {told} was handed out (topboard link)"
            );
            let links = entry::of_spectators(state, &person, choice).await;
            links.map_or_else(|why| json!({ "error": why }).to_string(), |links| links.join("\n") + "\n")
        }
        Ok((person, _)) => {
            let person = person.unwrap_or(Person::UNNAMED);
            let told = person.told();
            tracing::info!(
                event = "link-made",
                person = told,
                "a new link for {told} was handed out (topboard link)"
            );
            state.links(person, None).map_or_else(String::new, |links| links.join("\n") + "\n")
        }
        Err(why) => json!({ "error": why }).to_string(),
    }
}
