//! `[[broadcast]]`: where the delayed public games are brought. Part of the boundary file.

use super::Mistake;
use axum::http::Uri;
use board::Millis;
use broadcast::courier::{FileChoice, WhichRounds};
use serde::Deserialize;
use std::{fmt, net::IpAddr, num::NonZeroU16, path::PathBuf};
use toml::Spanned;

/// The longest time between two passes, in seconds.
const EVERY_MAX_S: u64 = 3_600;
/// The most destinations.
pub(super) const COURIERS_MAX: usize = 16;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct BroadcastSection {
    to: Spanned<String>,
    path: Option<Spanned<String>>,
    url: Option<Spanned<String>>,
    host: Option<Spanned<String>>,
    port: Option<Spanned<NonZeroU16>>,
    fingerprint: Option<Spanned<String>>,
    key_file: Option<Spanned<PathBuf>>,
    user: Option<Spanned<String>>,
    password_file: Option<Spanned<PathBuf>>,
    secret_file: Option<Spanned<PathBuf>>,
    roots: Option<Spanned<PathBuf>>,
    insecure: Option<Spanned<bool>>,
    files: Option<Spanned<String>>,
    rounds: Option<Spanned<String>>,
    every_seconds: Option<Spanned<u64>>,
}

/// A destination, what it gets, and how often.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourierChoice {
    /// The destination.
    pub target: Target,
    /// The files that it gets.
    pub files: FileChoice,
    /// The rounds of which it gets them.
    pub rounds: WhichRounds,
    /// The least time between two passes, in milliseconds.
    pub every_ms: Millis,
}

/// A destination. It prints as people may read it: without paths on servers, which may hold secrets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// A folder of this computer.
    Folder(PathBuf),
    /// A server that takes files by FTP.
    Ftp(FtpChoice),
    /// A server that takes files by SFTP.
    Sftp(SftpChoice),
    /// A server that takes files by HTTP PUT.
    Put(PutChoice),
    /// A program that takes messages.
    Webhook(WebhookChoice),
}

/// A server that takes files by HTTP PUT.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PutChoice {
    /// The address.
    pub address: WebAddress,
    /// The name, and the file with the password.
    pub login: Option<(String, PathBuf)>,
}

/// A server that takes files by FTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FtpChoice {
    /// The name or number of the host.
    pub host: String,
    /// The port.
    pub port: u16,
    /// Says whether the line is encrypted.
    pub is_encrypted: bool,
    /// A file with root certificates that are trusted besides the system's.
    pub roots: Option<PathBuf>,
    /// The name.
    pub user: String,
    /// The file with the password.
    pub password: PathBuf,
    /// The folder there; empty for the one that the login leads to.
    pub folder: String,
}

/// A server that takes files by SFTP.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SftpChoice {
    /// The name or number of the host.
    pub host: String,
    /// The port.
    pub port: u16,
    /// The fingerprint of the server's key, such as `SHA256:…`.
    pub fingerprint: String,
    /// The name.
    pub user: String,
    /// What proves it.
    pub login: SftpLogin,
    /// The folder there; empty for the one that the login leads to.
    pub folder: String,
}

/// What proves a name to a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SftpLogin {
    /// The password in a file.
    Password(PathBuf),
    /// The private key in a file.
    Key(PathBuf),
}

impl FtpChoice {
    /// Returns the path of a file there.
    pub fn place(&self, path: &str) -> String {
        place(&self.folder, path)
    }
}

impl SftpChoice {
    /// Returns the path of a file there.
    pub fn place(&self, path: &str) -> String {
        place(&self.folder, path)
    }
}

fn place(folder: &str, path: &str) -> String {
    match folder {
        "" => path.to_owned(),
        folder => format!("{}/{path}", folder.trim_end_matches('/')),
    }
}

/// A program that takes messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookChoice {
    /// The address.
    pub address: WebAddress,
    /// The file with what signs the messages.
    pub secret: PathBuf,
}

/// An address of the Web.
#[derive(Clone, PartialEq, Eq)]
pub struct WebAddress {
    /// Says whether the line is encrypted.
    pub is_encrypted: bool,
    /// The name or number of the host.
    pub host: String,
    /// The port.
    pub port: u16,
    /// What stands in the header Host.
    pub authority: String,
    /// The path with the query.
    pub path: String,
    /// A file with root certificates that are trusted besides the system's.
    pub roots: Option<PathBuf>,
}

impl fmt::Debug for WebAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.authority)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Folder(path) => write!(f, "the folder {}", path.display()),
            Target::Ftp(ftp) => write!(f, "FTP to {}", ftp.host),
            Target::Sftp(sftp) => write!(f, "SFTP to {}", sftp.host),
            Target::Put(put) => write!(f, "PUT to {}", put.address.authority),
            Target::Webhook(hook) => write!(f, "messages to {}", hook.address.authority),
        }
    }
}

impl BroadcastSection {
    pub(super) fn check(mut self) -> Result<CourierChoice, Mistake> {
        let every_ms = match &self.every_seconds {
            None => 1_000,
            Some(every) if (1..=EVERY_MAX_S).contains(every.get_ref()) => every.get_ref() * 1_000,
            Some(every) => {
                let what = format!("files are brought every 1 to {EVERY_MAX_S} seconds");
                return Err(Mistake::at(every, what));
            }
        };
        let rounds = match self.rounds.as_ref().map(|rounds| (rounds, rounds.get_ref().as_str())) {
            None | Some((_, "on")) => WhichRounds::On,
            Some((_, "all")) => WhichRounds::All,
            Some((rounds, _)) => return Err(Mistake::at(rounds, "rounds is \"on\" or \"all\"")),
        };
        let files = match self.files.as_ref().map(|files| (files, files.get_ref().as_str())) {
            None | Some((_, "pgn")) => FileChoice::Pgn,
            Some((_, "all")) => FileChoice::All,
            Some((_, "games.pgn")) => FileChoice::Combined,
            Some((files, _)) => {
                return Err(Mistake::at(files, "files is \"pgn\", \"games.pgn\" or \"all\""));
            }
        };
        let (target, files) = match self.to.get_ref().as_str() {
            "folder" => {
                let path = needed(self.path.take(), &self.to, "path = \"livechess\"")?;
                (Target::Folder(path.into_inner().into()), files)
            }
            "ftp" | "ftps" => (Target::Ftp(self.ftp()?), files),
            "sftp" => (Target::Sftp(self.sftp()?), files),
            "put" => {
                let login = match (self.user.take(), self.password_file.take()) {
                    (Some(user), Some(file)) => Some((user.into_inner(), file.into_inner())),
                    (None, None) => None,
                    (Some(user), None) => {
                        return Err(Mistake::at(&user, "a user needs a password_file"));
                    }
                    (None, Some(file)) => return Err(Mistake::at(&file, "a password needs a user")),
                };
                (Target::Put(PutChoice { address: self.address()?, login }), files)
            }
            "webhook" => {
                if let Some(files) = &self.files {
                    let what = "a message is about one game; leave files out";
                    return Err(Mistake::at(files, what));
                }
                let secret = needed(self.secret_file.take(), &self.to, "secret_file = \"webhook.secret\"")?;
                let choice = WebhookChoice { address: self.address()?, secret: secret.into_inner() };
                (Target::Webhook(choice), FileChoice::Boards)
            }
            _ => {
                return Err(Mistake::at(
                    &self.to,
                    "to is \"folder\", \"ftps\", \"ftp\", \"sftp\", \"put\" or \"webhook\"",
                ));
            }
        };
        self.rest()?;
        Ok(CourierChoice { target, files, rounds, every_ms })
    }

    fn ftp(&mut self) -> Result<FtpChoice, Mistake> {
        let is_encrypted = self.to.get_ref() == "ftps";
        let is_allowed = self.insecure.take_if(|_| !is_encrypted).is_some_and(Spanned::into_inner);
        if !is_encrypted && !is_allowed {
            let what = "ftp sends password and games for everybody on the way to read and change; write \"ftps\", or insecure = true";
            return Err(Mistake::at(&self.to, what));
        }
        Ok(FtpChoice {
            host: self.word(|it| &mut it.host, "host = \"ftp.example.org\"")?,
            port: self.port.take().map_or(21, |port| port.into_inner().get()),
            is_encrypted,
            roots: self.roots.take_if(|_| is_encrypted).map(Spanned::into_inner),
            user: self.word(|it| &mut it.user, "user = \"open\"")?,
            password: needed(self.password_file.take(), &self.to, "password_file = \"upload.password\"")?
                .into_inner(),
            folder: self.folder()?,
        })
    }

    fn sftp(&mut self) -> Result<SftpChoice, Mistake> {
        const FINGERPRINT: &str =
            "fingerprint = \"SHA256:…\", which `ssh-keygen -lf` prints of the server's public key";
        let fingerprint = needed(self.fingerprint.take(), &self.to, FINGERPRINT)?;
        if !fingerprint.get_ref().starts_with("SHA256:") {
            return Err(Mistake::at(&fingerprint, format!("this is no fingerprint; write {FINGERPRINT}")));
        }
        let login = match (self.key_file.take(), self.password_file.take()) {
            (Some(key), None) => SftpLogin::Key(key.into_inner()),
            (None, Some(password)) => SftpLogin::Password(password.into_inner()),
            (Some(key), Some(_)) => {
                return Err(Mistake::at(&key, "one of key_file and password_file is enough; leave one out"));
            }
            (None, None) => {
                return Err(Mistake::at(
                    &self.to,
                    "to = \"sftp\" needs a line such as key_file = \"upload.key\"",
                ));
            }
        };
        Ok(SftpChoice {
            host: self.word(|it| &mut it.host, "host = \"sftp.example.org\"")?,
            port: self.port.take().map_or(22, |port| port.into_inner().get()),
            fingerprint: fingerprint.into_inner(),
            user: self.word(|it| &mut it.user, "user = \"open\"")?,
            login,
            folder: self.folder()?,
        })
    }

    /// Takes a text that a server's commands or names can hold.
    fn word(
        &mut self,
        of: impl Fn(&mut BroadcastSection) -> &mut Option<Spanned<String>>,
        line: &str,
    ) -> Result<String, Mistake> {
        let text = needed(of(self).take(), &self.to, line)?;
        if text.get_ref().is_empty() || text.get_ref().chars().any(char::is_control) {
            return Err(Mistake::at(&text, "this is empty, or has letters that nobody can see"));
        }
        Ok(text.into_inner())
    }

    fn folder(&mut self) -> Result<String, Mistake> {
        if self.path.is_none() { Ok(String::new()) } else { self.word(|it| &mut it.path, "path = \"live\"") }
    }

    /// Returns the address of the Web, with what belongs to it.
    fn address(&mut self) -> Result<WebAddress, Mistake> {
        let url = needed(self.url.take(), &self.to, "url = \"https://example.org/live\"")?;
        let is_insecure = self.insecure.take().is_some_and(Spanned::into_inner);
        let roots = self.roots.take().map(Spanned::into_inner);
        let address = WebAddress::parse(url.get_ref()).map_err(|why| Mistake::at(&url, why))?;
        if address.is_private() || is_insecure {
            return Ok(WebAddress { roots, ..address });
        }
        let what = "without encryption everybody on the way can change the games; write https://, or insecure = true";
        Err(Mistake::at(&url, what))
    }

    /// Refuses what this kind of destination does not know.
    fn rest(&self) -> Result<(), Mistake> {
        let texts = [&self.path, &self.url, &self.user, &self.host, &self.fingerprint]
            .into_iter()
            .flatten()
            .map(|text| text.span().start);
        let files =
            [&self.password_file, &self.secret_file, &self.key_file, &self.roots].into_iter().flatten();
        let all = texts.chain(files.map(|file| file.span().start));
        let all = all.chain(self.port.as_ref().map(|port| port.span().start));
        let all = all.chain(self.insecure.as_ref().map(|word| word.span().start));
        match all.min() {
            None => Ok(()),
            Some(at) => {
                let what = format!("to = {:?} does not know this; leave it out", self.to.get_ref());
                Err(Mistake { at, what })
            }
        }
    }
}

fn needed<T>(value: Option<Spanned<T>>, to: &Spanned<String>, line: &str) -> Result<Spanned<T>, Mistake> {
    value.ok_or_else(|| Mistake::at(to, format!("to = {:?} needs a line such as {line}", to.get_ref())))
}

impl WebAddress {
    /// Reads an address. `Err` says how one is written.
    pub fn parse(text: &str) -> Result<WebAddress, &'static str> {
        const WRONG: &str = "an address is https:// and a name, such as \"https://example.org/live\"";
        // A place for the path is no character of an address.
        let uri: Uri = text.replace("{path}", "%7Bpath%7D").parse().map_err(|_| WRONG)?;
        let authority = uri.authority().ok_or(WRONG)?;
        if authority.as_str().contains('@') {
            return Err("passwords belong into the file that password_file names");
        }
        let is_encrypted = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => false,
            _ => return Err(WRONG),
        };
        let host = authority.host().trim_matches(['[', ']']).to_owned();
        let path = uri.path_and_query().map_or("", |path| path.as_str());
        Ok(WebAddress {
            is_encrypted,
            host,
            port: authority.port_u16().unwrap_or(if is_encrypted { 443 } else { 80 }),
            authority: authority.as_str().to_owned(),
            path: path.replace("%7Bpath%7D", "{path}"),
            roots: None,
        })
    }

    /// Returns whether nobody on the way can read or change what is sent: it is encrypted, or does not leave this computer.
    pub fn is_private(&self) -> bool {
        let address = self.host.parse::<IpAddr>();
        self.is_encrypted || self.host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    }
}

#[cfg(test)]
mod tests {
    use super::WebAddress;

    #[test]
    fn an_address_is_encrypted_or_of_this_computer() {
        let address = WebAddress::parse("https://example.org/put/{path}?key=x").expect("it is one");
        assert_eq!((&*address.host, address.port, &*address.path), ("example.org", 443, "/put/{path}?key=x"));
        assert_eq!(format!("{address:?}"), "example.org", "what follows the host may be a secret");
        assert_eq!(WebAddress::parse("http://[::1]:81/a").expect("it is one").port, 81);
        let is_private = |text: &str| WebAddress::parse(text).expect("it is one").is_private();
        assert!(["https://example.org", "http://[::1]", "http://localhost"].into_iter().all(is_private));
        assert!(!["http://10.0.0.1", "http://127.0.0.1.example.org"].into_iter().any(is_private));
        for bad in ["", "example.org", "ftp://example.org", "https://a:b@example.org/"] {
            assert!(WebAddress::parse(bad).is_err(), "{bad}");
        }
    }
}
