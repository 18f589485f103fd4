//! The hatch: a socket in the data folder through which the user who runs the program gets a new login link without
//! using its terminal.
//!
//! `topboard link` connects. The program asks the system which user is connecting; the system's answer cannot be
//! forged. Only the program's own user and root are handed the links of one new key. The program reads nothing from the
//! connection.

use super::ArbiterState;
use std::{
    fs, io,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::{
    io::AsyncWriteExt,
    net::{UnixListener, UnixStream},
    sync::watch,
    time::{sleep, timeout},
};

/// The name of the hatch's socket in the data folder.
const NAME: &str = "arbiter.socket";
/// The time that a client may take to read a few lines.
const PATIENCE: Duration = Duration::from_secs(2);

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

/// Hands out links, one client at a time, until `stop` is set.
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
            Ok((stream, _)) => {
                if timeout(PATIENCE, hand_out(stream, state)).await.is_err() {
                    tracing::debug!("whoever asked for a link did not take it");
                }
            }
            Err(error) => {
                tracing::debug!("nobody can ask for a link just now ({error})");
                sleep(PATIENCE).await;
            }
        }
    }
}

async fn hand_out(mut stream: UnixStream, state: &ArbiterState) {
    let own = rustix::process::geteuid().as_raw();
    let text = match stream.peer_cred().map(|peer| peer.uid()) {
        Ok(user) if user == own || user == 0 => match state.links() {
            Some(links) => {
                tracing::info!("a new link for the arbiter was handed out (topboard link)");
                links.join("\n") + "\n"
            }
            None => String::new(),
        },
        Ok(user) => {
            tracing::warn!("user {user} asked for the arbiter's link and got none");
            String::new()
        }
        Err(_) => String::new(),
    };
    // A client that has gone needs no link, so a failure to write is ignored.
    let _ = stream.write_all(text.as_bytes()).await;
    let _ = stream.shutdown().await;
}
