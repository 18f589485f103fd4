//! The tree by FTP, encrypted or not.

use super::{
    fault::Fault,
    secret::Secret,
    upload::{Line, Server, unwritten},
};
use crate::{broadcast::http::Roots, config::broadcast::FtpChoice};
use broadcast::check::Obstacle;
use suppaftp::{
    FtpError, Mode,
    tokio::{AsyncRustlsConnector, AsyncRustlsFtpStream},
    types::FileType,
};
use tokio_rustls::TlsConnector;

/// A connection to a server of FTP.
pub(crate) struct FtpLine {
    stream: AsyncRustlsFtpStream,
    /// What the server may repeat, and nobody else.
    password: Secret,
}

impl Server for FtpChoice {
    type Line = FtpLine;

    async fn open(&self) -> Result<FtpLine, Fault> {
        let password = Secret::read(&self.password).map_err(Fault::of(Obstacle::Secret))?;
        match connect(self, &password).await {
            Ok(stream) => Ok(FtpLine { stream, password }),
            Err(fault) => Err(fault.said(|why| password.hide_in(why))),
        }
    }

    fn place(&self, path: &str) -> String {
        self.place(path)
    }
}

async fn connect(choice: &FtpChoice, password: &Secret) -> Result<AsyncRustlsFtpStream, Fault> {
    let stream = AsyncRustlsFtpStream::connect((&*choice.host, choice.port)).await;
    let mut stream = stream.map_err(Fault::of(Obstacle::Away))?;
    if choice.is_encrypted {
        let tls = Roots::with(choice.roots.clone()).tls().await.map_err(Fault::of(Obstacle::Untrusted))?;
        let connector = AsyncRustlsConnector::from(TlsConnector::from(tls));
        stream = stream.into_secure(connector, &choice.host).await.map_err(or(Obstacle::Untrusted))?;
    }
    stream.login(&*choice.user, password.reveal()).await.map_err(or(Obstacle::Login))?;
    let address = stream.get_ref().peer_addr();
    if address.is_ok_and(|address| address.is_ipv6()) {
        stream.set_mode(Mode::ExtendedPassive);
    }
    // Files go to the server that was asked, whatever address it names.
    stream.set_passive_nat_workaround(true);
    stream.transfer_type(FileType::Binary).await.map_err(or(Obstacle::Refused))?;
    Ok(stream)
}

/// Returns what makes faults of errors: a line that broke is one kind, and an answer another.
fn or(obstacle: Obstacle) -> impl Fn(FtpError) -> Fault {
    move |error| {
        let is_away = matches!(error, FtpError::ConnectionError(_));
        Fault::new(if is_away { Obstacle::Away } else { obstacle }, error)
    }
}

impl Line for FtpLine {
    async fn send(&mut self, path: &str, text: &str) -> Result<(), Fault> {
        // A disk that is full breaks the line of the file, as a cable does; the way to the server stood a moment before.
        let sent = self.stream.put_file(path, &mut text.as_bytes()).await;
        sent.map(drop).map_err(|error| unwritten(self.password.hide_in(&error.to_string())))
    }

    async fn replace(&mut self, from: &str, to: &str) -> Result<(), Fault> {
        if self.stream.rename(from, to).await.is_err() {
            // Some servers put no file in the place of another.
            let _ = self.stream.rm(to).await;
            let renamed = self.stream.rename(from, to).await.map_err(or(Obstacle::Folder));
            renamed.map_err(|fault| fault.said(|why| self.password.hide_in(why)))?;
        }
        Ok(())
    }

    async fn remove(&mut self, path: &str) -> bool {
        self.stream.rm(path).await.is_ok()
    }

    async fn make_folder(&mut self, path: &str) -> bool {
        self.stream.mkdir(path).await.is_ok()
    }
}
