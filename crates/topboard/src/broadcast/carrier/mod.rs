//! A carrier: it brings one file to its destination, whole or not at all.

mod fault;
mod folder;
mod ftp;
mod put;
mod secret;
mod sftp;
mod upload;
mod webhook;

pub(crate) use fault::Fault;

use crate::config::broadcast::{FtpChoice, SftpChoice, Target};
use broadcast::{check::Obstacle, courier::TreeFile};
use folder::Folder;
use put::Put;
use std::time::Duration;
use tokio::time::timeout;
use upload::Upload;
use webhook::Webhook;

/// The longest time that a file may take. A destination that takes longer counts as away.
const FILE_MAX: Duration = Duration::from_secs(20);

/// The way to a destination.
pub(crate) enum Carrier {
    /// Into a folder of this computer.
    Folder(Folder),
    /// By FTP.
    Ftp(Box<Upload<FtpChoice>>),
    /// By HTTP PUT.
    Put(Put),
    /// By SFTP.
    Sftp(Box<Upload<SftpChoice>>),
    /// As messages to a program.
    Webhook(Webhook),
}

impl Carrier {
    /// Prepares the way.
    pub(crate) fn new(target: &Target) -> Carrier {
        match target {
            Target::Folder(path) => Carrier::Folder(Folder::new(path)),
            Target::Ftp(choice) => Carrier::Ftp(Box::new(Upload::new(choice.clone()))),
            Target::Sftp(choice) => Carrier::Sftp(Box::new(Upload::new(choice.clone()))),
            Target::Put(choice) => Carrier::Put(Put::new(choice)),
            Target::Webhook(choice) => Carrier::Webhook(Webhook::new(choice)),
        }
    }

    /// Brings a file. `Err` says why it was not accepted.
    pub(crate) async fn bring(&mut self, file: &TreeFile, sequence: u64) -> Result<(), Fault> {
        let brought = async {
            match self {
                Carrier::Folder(folder) => folder.bring(file).await,
                Carrier::Ftp(ftp) => ftp.bring(file).await,
                Carrier::Sftp(sftp) => sftp.bring(file).await,
                Carrier::Put(put) => put.bring(file).await,
                Carrier::Webhook(webhook) => webhook.bring(file, sequence).await,
            }
        };
        in_time(&file.path, brought).await
    }

    /// Goes the way without anything that spectators see: a hidden file comes and goes, a server of the Web is asked what it
    /// takes, and a program gets a message that says it is a test. `probe` is the name of the file. Returns false if it stays.
    pub(crate) async fn rehearse(&self, probe: &str, text: &str) -> Result<bool, Fault> {
        let tried = async {
            match self {
                Carrier::Folder(folder) => folder.rehearse(probe, text).await,
                Carrier::Ftp(ftp) => ftp.rehearse(probe, text).await,
                Carrier::Sftp(sftp) => sftp.rehearse(probe, text).await,
                Carrier::Put(put) => put.rehearse(probe).await.map(|()| true),
                Carrier::Webhook(webhook) => webhook.rehearse().await.map(|()| true),
            }
        };
        in_time("it", tried).await
    }

    /// Returns whether the destination may have lost what it had, after a failure.
    pub(crate) fn may_have_lost(&self) -> bool {
        matches!(self, Carrier::Folder(_))
    }
}

async fn in_time<T>(what: &str, deed: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
    let late = || Fault::new(Obstacle::Away, format!("{what} took longer than {} s", FILE_MAX.as_secs()));
    timeout(FILE_MAX, deed).await.unwrap_or_else(|_| Err(late()))
}
