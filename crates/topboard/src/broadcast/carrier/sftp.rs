//! The tree by SFTP, over SSH. The server is known by the fingerprint of its key, and by nothing else.

use super::{
    fault::Fault,
    secret::Secret,
    upload::{Line, Server, unwritten},
};
use crate::config::broadcast::{SftpChoice, SftpLogin};
use broadcast::check::Obstacle;
use russh::{
    client::{self, AuthResult, Handle},
    keys::{HashAlg, PrivateKeyWithHashAlg, decode_secret_key, ssh_key},
};
use russh_sftp::{
    client::{RawSftpSession, error::Error},
    protocol::{FileAttributes, OpenFlags, Packet, StatusCode},
};
use std::{sync::Arc, time::Duration};

/// The greatest number of bytes in a message: every server takes so many.
const PIECE_MAX: usize = 32_000;
/// How the protocol's extension is called that puts a file in the place of another.
const REPLACE: &str = "posix-rename@openssh.com";
/// How long a silent line is kept.
const IDLE_MAX: Duration = Duration::from_secs(600);

/// A connection to a server of SFTP.
pub(crate) struct SftpLine {
    sftp: RawSftpSession,
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

impl Server for SftpChoice {
    type Line = SftpLine;

    async fn open(&self) -> Result<SftpLine, Fault> {
        let config = client::Config { inactivity_timeout: Some(IDLE_MAX), ..client::Config::default() };
        let pinned = Pinned(self.fingerprint.clone());
        let connected = client::connect(Arc::new(config), (&*self.host, self.port), pinned).await;
        let mut ssh = connected.map_err(|error| match error {
            russh::Error::UnknownKey => Fault::new(
                Obstacle::Untrusted,
                "the server has another key than fingerprint says; ask who runs it before you change that",
            ),
            error => Fault::new(Obstacle::Away, error),
        })?;
        if !log_in(&mut ssh, self).await?.success() {
            let why = format!("the server does not let {} in", self.user);
            return Err(Fault::new(Obstacle::Login, why));
        }
        let channel = ssh.channel_open_session().await.map_err(Fault::of(Obstacle::Refused))?;
        channel.request_subsystem(true, "sftp").await.map_err(Fault::of(Obstacle::Refused))?;
        let sftp = RawSftpSession::new(channel.into_stream());
        sftp.init().await.map_err(Fault::of(Obstacle::Refused))?;
        Ok(SftpLine { sftp, _ssh: ssh })
    }

    fn place(&self, path: &str) -> String {
        self.place(path)
    }
}

/// Proves the name to the server.
async fn log_in(ssh: &mut Handle<Pinned>, choice: &SftpChoice) -> Result<AuthResult, Fault> {
    match &choice.login {
        SftpLogin::Password(file) => {
            let password = Secret::read(file).map_err(Fault::of(Obstacle::Secret))?;
            let answer = ssh.authenticate_password(&choice.user, password.reveal()).await;
            answer.map_err(|error| Fault::new(Obstacle::Login, password.hide_in(&error.to_string())))
        }
        SftpLogin::Key(file) => {
            let key = Secret::whole(file).map_err(Fault::of(Obstacle::Secret))?;
            let key = decode_secret_key(key.reveal(), None).map_err(|_| {
                Fault::new(Obstacle::Secret, format!("{} is no key without a password", file.display()))
            })?;
            let key = PrivateKeyWithHashAlg::new(Arc::new(key), Some(HashAlg::Sha256));
            let answer = ssh.authenticate_publickey(&choice.user, key).await;
            answer.map_err(Fault::of(Obstacle::Login))
        }
    }
}

/// Returns the fault of an answer, or of a line that broke.
fn fault(error: Error) -> Fault {
    match error {
        Error::IO(why) => Fault::new(Obstacle::Away, why),
        Error::Timeout => Fault::new(Obstacle::Away, "no answer"),
        error => unwritten(error),
    }
}

impl Line for SftpLine {
    async fn send(&mut self, path: &str, text: &str) -> Result<(), Fault> {
        let flags = OpenFlags::CREATE | OpenFlags::TRUNCATE | OpenFlags::WRITE;
        let handle = self.sftp.open(path, flags, FileAttributes::empty()).await.map_err(fault)?.handle;
        let mut offset = 0;
        for piece in text.as_bytes().chunks(PIECE_MAX) {
            self.sftp.write(&handle, offset, piece.to_vec()).await.map_err(fault)?;
            offset += piece.len() as u64;
        }
        self.sftp.close(handle).await.map(drop).map_err(fault)
    }

    async fn replace(&mut self, from: &str, to: &str) -> Result<(), Fault> {
        let names = [from, to].map(|name| [&(name.len() as u32).to_be_bytes(), name.as_bytes()].concat());
        match self.sftp.extended(REPLACE, names.concat()).await.map_err(fault)? {
            Packet::Status(status) if status.status_code == StatusCode::Ok => Ok(()),
            Packet::Status(status) if status.status_code == StatusCode::OpUnsupported => {
                // The protocol itself puts no file in the place of another.
                let _ = self.sftp.remove(to).await;
                self.sftp.rename(from, to).await.map_err(fault).map(drop)
            }
            Packet::Status(status) => Err(unwritten(status.error_message)),
            _ => Err(unwritten("the server's answer is not one to what was asked")),
        }
    }

    async fn remove(&mut self, path: &str) -> bool {
        self.sftp.remove(path).await.is_ok()
    }

    async fn make_folder(&mut self, path: &str) -> bool {
        self.sftp.mkdir(path, FileAttributes::empty()).await.is_ok()
    }
}
