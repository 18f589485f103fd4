//! The keeper of the logins. The keeper stores the logins on disk, so that a restart of the program logs nobody out,
//! and ends logins that nobody uses any more.
//!
//! Only the newest list of logins waits to be written, so nothing grows while the disk fails. A failed write is tried
//! again; the log says what the failure means.

use super::{Known, Logins, file, wall_ms};
use crate::safe_files::private;
use std::{
    io,
    path::{Path, PathBuf},
    sync::Weak,
    time::Duration,
};
use tokio::{
    sync::watch,
    time::{MissedTickBehavior, interval, sleep},
};

/// The greatest length of a file of logins that is read, in bytes: far more than the greatest number of logins needs.
const LENGTH_MAX: u64 = 2 << 20;
/// The interval at which idle logins are ended and the times of last use are written.
const SWEEP_EVERY: Duration = Duration::from_secs(60);
/// The pause before a failed write is tried again.
const RETRY: Duration = Duration::from_secs(5);

/// A list of logins to be written.
#[derive(Debug, Clone, Default)]
pub(crate) struct List {
    /// The number of the list in this run. The list read at the start is number 0.
    pub(crate) number: u64,
    pub(crate) logins: Vec<Known>,
}

/// The task that writes the logins and ends the idle ones.
#[derive(Debug)]
pub struct Keeper {
    pub(crate) path: PathBuf,
    pub(crate) logins: Weak<Logins>,
    pub(crate) wanted: watch::Receiver<List>,
    pub(crate) written: watch::Sender<u64>,
}

/// Reads the file of logins. If it is missing or damaged, nobody is logged in, and the program still starts.
pub(crate) fn read(path: &Path) -> Vec<Known> {
    let bytes = match private::read(path, LENGTH_MAX) {
        Ok(Some(bytes)) => bytes,
        Ok(None) => {
            tracing::info!("nobody is logged in");
            return Vec::new();
        }
        Err(error) => {
            tracing::warn!("{} cannot be read ({error}); nobody is logged in", path.display());
            return Vec::new();
        }
    };
    let known = std::str::from_utf8(&bytes).ok().and_then(file::parse);
    known.unwrap_or_else(|| {
        tracing::warn!("{} is damaged and is written anew; nobody is logged in", path.display());
        Vec::new()
    })
}

impl Keeper {
    /// Writes the logins and ends idle ones, until every other holder of the logins has dropped them.
    pub async fn run(self) {
        let Keeper { path, logins, wanted, written } = self;
        tokio::join!(sweep(logins), write(&path, wanted, written));
    }
}

async fn sweep(logins: Weak<Logins>) {
    let mut turn = interval(SWEEP_EVERY);
    turn.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        turn.tick().await;
        let Some(logins) = logins.upgrade() else { return };
        logins.sweep(wall_ms());
    }
}

async fn write(path: &Path, mut wanted: watch::Receiver<List>, written: watch::Sender<u64>) {
    let mut has_failed = false;
    // An error means that the logins were dropped. Then nobody is left who could wait for a write.
    while wanted.changed().await.is_ok() {
        loop {
            let List { number, logins } = wanted.borrow_and_update().clone();
            match put(path, &logins).await {
                Ok(()) => {
                    if std::mem::take(&mut has_failed) {
                        tracing::info!("{} is written again", path.display());
                    }
                    written.send_replace(number);
                    break;
                }
                Err(error) if !has_failed => {
                    has_failed = true;
                    tracing::warn!(
                        "{} cannot be written ({error}): until it can, who logs in is out after a restart, and who was \
                         logged out is in again; free disk space, or repair the disk",
                        path.display()
                    );
                }
                Err(_) => {}
            }
            tokio::select! {
                () = sleep(RETRY) => {}
                gone = wanted.changed() => if gone.is_err() { return },
            }
        }
    }
}

async fn put(path: &Path, logins: &[Known]) -> io::Result<()> {
    let (path, text) = (path.to_owned(), file::emit(logins));
    // A disk that does not answer holds up only a blocking thread, and nobody's request.
    tokio::task::spawn_blocking(move || private::replace(&path, text.as_bytes()))
        .await
        .map_err(io::Error::other)?
}
