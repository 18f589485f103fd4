//! The tree by SFTP, over SSH. The server is known by the fingerprint of its key, and by nothing else. A file is written under a
//! name that begins with a dot, and renamed when it is whole.

use super::secret::Secret;
use crate::config::broadcast::{SftpChoice, SftpLogin};
use broadcast::courier::TreeFile;
use russh::{
    client::{self, Handle},
    keys::{HashAlg, PrivateKeyWithHashAlg, decode_secret_key, ssh_key},
};
use russh_sftp::{
    client::RawSftpSession,
    protocol::{FileAttributes, OpenFlags, Packet, StatusCode},
};
use std::{collections::BTreeSet, sync::Arc, time::Duration};

/// The greatest number of bytes in a message: every server takes so many.
const PIECE_MAX: usize = 32_000;
/// How the protocol's extension is called that puts a file in the place of another.
const REPLACE: &str = "posix-rename@openssh.com";
/// How long a silent line is kept.
const IDLE_MAX: Duration = Duration::from_secs(600);

/// A server that takes files by SFTP.
pub struct Sftp {
    choice: SftpChoice,
    /// The connection of the last pass, if it still stands.
    line: Option<Line>,
}

/// A connection to the server.
struct Line {
    sftp: RawSftpSession,
    /// The folders that are known to be there.
    folders: BTreeSet<String>,
    _ssh: Handle<Pinned>,
}

/// Takes the one key of the server that was written down.
struct Pinned(String);

impl client::Handler for Pinned {
    type Error = russh::Error;

    async fn check_server_key(&mut self, key: &ssh_key::PublicKey) -> Result<bool, russh::Error> {
        Ok(key.fingerprint(HashAlg::Sha256).to_string() == self.0)
    }
}

impl Sftp {
    pub(super) fn new(choice: &SftpChoice) -> Sftp {
        Sftp { choice: choice.clone(), line: None }
    }

    pub(super) async fn bring(&mut self, file: &TreeFile) -> Result<(), String> {
        let path = self.choice.place(&file.path);
        // A line that fails, or takes too long, is not used again. A server may have ended one that was idle.
        if let Some(mut line) = self.line.take()
            && line.put(&path, &file.text).await.is_ok()
        {
            self.line = Some(line);
            return Ok(());
        }
        let mut line = Line::open(&self.choice).await?;
        line.put(&path, &file.text).await?;
        self.line = Some(line);
        Ok(())
    }
}

impl Line {
    async fn open(choice: &SftpChoice) -> Result<Line, String> {
        let config = client::Config { inactivity_timeout: Some(IDLE_MAX), ..client::Config::default() };
        let pinned = Pinned(choice.fingerprint.clone());
        let connected = client::connect(Arc::new(config), (&*choice.host, choice.port), pinned).await;
        let mut ssh = connected.map_err(|error| match error {
            russh::Error::UnknownKey => {
                "the server has another key than fingerprint says; ask who runs it before you change that"
                    .to_owned()
            }
            error => error.to_string(),
        })?;
        let answer = match &choice.login {
            SftpLogin::Password(file) => {
                let password = Secret::read(file)?;
                let answer = ssh.authenticate_password(&choice.user, password.reveal()).await;
                answer.map_err(|error| password.hide_in(&error.to_string()))?
            }
            SftpLogin::Key(file) => {
                let key = Secret::whole(file)?;
                let key = decode_secret_key(key.reveal(), None);
                let key = key.map_err(|_| format!("{} is no key without a password", file.display()))?;
                let key = PrivateKeyWithHashAlg::new(Arc::new(key), Some(HashAlg::Sha256));
                let answer = ssh.authenticate_publickey(&choice.user, key).await;
                answer.map_err(|error| error.to_string())?
            }
        };
        if !answer.success() {
            return Err(format!("the server does not let {} in", choice.user));
        }
        let channel = ssh.channel_open_session().await.map_err(|error| error.to_string())?;
        channel.request_subsystem(true, "sftp").await.map_err(|error| error.to_string())?;
        let sftp = RawSftpSession::new(channel.into_stream());
        sftp.init().await.map_err(|error| error.to_string())?;
        Ok(Line { sftp, folders: BTreeSet::new(), _ssh: ssh })
    }

    async fn put(&mut self, path: &str, text: &str) -> Result<(), String> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        for (end, _) in path.match_indices('/').filter(|(end, _)| *end > 0) {
            if self.folders.insert(path[..end].to_owned()) {
                // A folder that is there cannot be made; one that is not there is missed by what comes next.
                let _ = self.sftp.mkdir(&path[..end], FileAttributes::empty()).await;
            }
        }
        let slash = if path.contains('/') { "/" } else { "" };
        let fresh = format!("{folder}{slash}.{name}.new");
        let said = |error: russh_sftp::client::error::Error| format!("{path}: {error}");
        let flags = OpenFlags::CREATE | OpenFlags::TRUNCATE | OpenFlags::WRITE;
        let handle = self.sftp.open(&fresh, flags, FileAttributes::empty()).await.map_err(said)?.handle;
        let mut offset = 0;
        for piece in text.as_bytes().chunks(PIECE_MAX) {
            self.sftp.write(&handle, offset, piece.to_vec()).await.map_err(said)?;
            offset += piece.len() as u64;
        }
        self.sftp.close(handle).await.map_err(said)?;
        let names = [fresh.as_bytes(), path.as_bytes()];
        let names = names.map(|name| [&(name.len() as u32).to_be_bytes(), name].concat()).concat();
        match self.sftp.extended(REPLACE, names).await.map_err(said)? {
            Packet::Status(status) if status.status_code == StatusCode::Ok => Ok(()),
            Packet::Status(status) if status.status_code == StatusCode::OpUnsupported => {
                // The protocol itself puts no file in the place of another.
                let _ = self.sftp.remove(path).await;
                self.sftp.rename(&*fresh, path).await.map_err(said).map(drop)
            }
            Packet::Status(status) => Err(format!("{path}: {}", status.error_message)),
            _ => Err(format!("{path}: the server's answer is not one to what was asked")),
        }
    }
}
