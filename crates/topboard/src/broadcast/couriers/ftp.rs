//! The tree by FTP, encrypted or not. A file is sent under a name that begins with a dot, and renamed when it is whole.

use super::secret::Secret;
use crate::{broadcast::http::Roots, config::broadcast::FtpChoice};
use broadcast::courier::TreeFile;
use std::collections::BTreeSet;
use suppaftp::{
    Mode,
    tokio::{AsyncRustlsConnector, AsyncRustlsFtpStream},
    types::FileType,
};
use tokio_rustls::TlsConnector;

/// A server that takes files by FTP.
pub struct Ftp {
    choice: FtpChoice,
    /// The connection of the last pass, if it still stands.
    line: Option<Line>,
}

/// A connection to the server.
struct Line {
    stream: AsyncRustlsFtpStream,
    /// The folders that are known to be there.
    folders: BTreeSet<String>,
}

impl Ftp {
    pub(super) fn new(choice: &FtpChoice) -> Ftp {
        Ftp { choice: choice.clone(), line: None }
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
        let password = Secret::read(&self.choice.password)?;
        let hidden = |why: String| password.hide_in(&why);
        let mut line = Line::open(&self.choice, &password).await.map_err(hidden)?;
        line.put(&path, &file.text).await.map_err(hidden)?;
        self.line = Some(line);
        Ok(())
    }
}

impl Line {
    async fn open(choice: &FtpChoice, password: &Secret) -> Result<Line, String> {
        let stream = AsyncRustlsFtpStream::connect((&*choice.host, choice.port)).await;
        let mut stream = stream.map_err(|error| error.to_string())?;
        if choice.is_encrypted {
            let connector = TlsConnector::from(Roots::with(choice.roots.clone()).tls().await?);
            let secured = stream.into_secure(AsyncRustlsConnector::from(connector), &choice.host).await;
            stream = secured.map_err(|error| error.to_string())?;
        }
        stream.login(&*choice.user, password.reveal()).await.map_err(|error| error.to_string())?;
        let address = stream.get_ref().peer_addr();
        if address.is_ok_and(|address| address.is_ipv6()) {
            stream.set_mode(Mode::ExtendedPassive);
        }
        // Files go to the server that was asked, whatever address it names.
        stream.set_passive_nat_workaround(true);
        stream.transfer_type(FileType::Binary).await.map_err(|error| error.to_string())?;
        Ok(Line { stream, folders: BTreeSet::new() })
    }

    async fn put(&mut self, path: &str, text: &str) -> Result<(), String> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        for (end, _) in path.match_indices('/').filter(|(end, _)| *end > 0) {
            if self.folders.insert(path[..end].to_owned()) {
                // A folder that is there cannot be made; one that is not there is missed by what comes next.
                let _ = self.stream.mkdir(&path[..end]).await;
            }
        }
        let slash = if path.contains('/') { "/" } else { "" };
        let fresh = format!("{folder}{slash}.{name}.new");
        let sent = self.stream.put_file(&fresh, &mut text.as_bytes()).await;
        sent.map_err(|error| format!("{path}: {error}"))?;
        if self.stream.rename(&*fresh, path).await.is_err() {
            // Some servers put no file in the place of another.
            let _ = self.stream.rm(path).await;
            self.stream.rename(&*fresh, path).await.map_err(|error| format!("{path}: {error}"))?;
        }
        Ok(())
    }
}
