//! A carrier: it brings one file to its destination, whole or not at all.

use super::{folder::Folder, ftp::Ftp, put::Put, sftp::Sftp, webhook::Webhook};
use crate::config::broadcast::Target;
use broadcast::courier::TreeFile;
use std::time::Duration;
use tokio::time::timeout;

/// The longest time that a file may take. A destination that takes longer counts as away.
pub(super) const FILE_MAX: Duration = Duration::from_secs(20);

/// The way to a destination.
pub enum Carrier {
    /// Into a folder of this computer.
    Folder(Folder),
    /// By FTP.
    Ftp(Ftp),
    /// By HTTP PUT.
    Put(Put),
    /// By SFTP.
    Sftp(Box<Sftp>),
    /// As messages to a program.
    Webhook(Webhook),
}

impl Carrier {
    /// Prepares the way.
    pub fn new(target: &Target) -> Carrier {
        match target {
            Target::Folder(path) => Carrier::Folder(Folder::new(path)),
            Target::Ftp(choice) => Carrier::Ftp(Ftp::new(choice)),
            Target::Sftp(choice) => Carrier::Sftp(Box::new(Sftp::new(choice))),
            Target::Put(choice) => Carrier::Put(Put::new(choice)),
            Target::Webhook(choice) => Carrier::Webhook(Webhook::new(choice)),
        }
    }

    /// Brings a file. `Err` says why it was not accepted, without secrets.
    pub async fn bring(&mut self, file: &TreeFile, sequence: u64) -> Result<(), String> {
        let brought = async {
            match self {
                Carrier::Folder(folder) => folder.bring(file).await,
                Carrier::Ftp(ftp) => ftp.bring(file).await,
                Carrier::Sftp(sftp) => sftp.bring(file).await,
                Carrier::Put(put) => put.bring(file).await,
                Carrier::Webhook(webhook) => webhook.bring(file, sequence).await,
            }
        };
        let brought = timeout(FILE_MAX, brought).await;
        brought.unwrap_or_else(|_| Err(format!("{} took longer than {} s", file.path, FILE_MAX.as_secs())))
    }

    /// Returns whether the destination may have lost what it had, after a failure.
    pub fn may_have_lost(&self) -> bool {
        matches!(self, Carrier::Folder(_))
    }
}
