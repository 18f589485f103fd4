//! TLS: which certificate is shown, how it is renewed, and what is served to whoever comes without TLS.
//!
//! ```text
//!   tls = { certificate, key }  files.rs ──────────────┐
//!   tls = "own"                 authority.rs, names.rs ─┴▶ keyring.rs ◀── keeper.rs renews it while the program runs
//!                                                              │
//!   connection ── first byte 0x16 ──▶ TLS: HTTP/2 or HTTP/1.1 ─┘
//!              └─ another, from elsewhere ──▶ aside.rs: 308 to https, and the page with the root
//! ```

mod aside;
mod authority;
mod files;
mod keeper;
mod keyring;
mod names;
mod paper;
mod scheme;

use crate::terminal::failure::Failure;
pub use aside::Came;
pub use authority::{ROOT_NAME, root};
pub use files::Files;
use keeper::Source;
pub use keeper::run as keep;
pub use names::{Names, is_name};
pub use paper::Paper;
use rustls::{
    ServerConfig,
    crypto::ring::{self, Ticketer},
    version::{TLS12, TLS13},
};
pub use scheme::Scheme;
use std::{
    net::IpAddr,
    path::Path,
    sync::Arc,
    time::{SystemTime, UNIX_EPOCH},
};

/// The protocols behind TLS, the liked one first (RFC 7301).
const PROTOCOLS: [&[u8]; 2] = [b"h2", b"http/1.1"];

/// The choice of the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum TlsChoice {
    /// Plain HTTP.
    #[default]
    Plain,
    /// A certificate authority of the program's own. The names are those by which the computer is found besides its own.
    Own(Vec<String>),
    /// A certificate and a key in files.
    Files(Files),
}

/// What encrypts the connections of every listener.
#[derive(Debug)]
pub struct Tls {
    config: Arc<ServerConfig>,
    keyring: Arc<keyring::Keyring>,
    source: Source,
    /// The root as a file and as people read it, where the authority is the program's own.
    root: Option<(String, Paper)>,
}

impl Tls {
    /// Makes what encrypts connections, as the configuration wants it; `None` if it wants none.
    pub fn open(choice: &TlsChoice, data: &Path) -> Result<Option<Arc<Tls>>, Failure> {
        let Some((source, shown)) = Source::open(choice, data, now())? else { return Ok(None) };
        let keyring = Arc::new(keyring::Keyring::of(shown));
        let wrong = |error: rustls::Error| {
            Failure::Environment(format!("TLS cannot be set up ({error}); leave tls out"))
        };
        let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_protocol_versions(&[&TLS13, &TLS12])
            .map_err(wrong)?
            .with_no_client_auth()
            .with_cert_resolver(keyring.clone());
        config.alpn_protocols = PROTOCOLS.map(<[u8]>::to_vec).into();
        // A browser that comes again brings its key along, and the program remembers nobody.
        config.ticketer = Ticketer::new().map_err(wrong)?;
        let root = source.root();
        Ok(Some(Arc::new(Tls { config: Arc::new(config), keyring, source, root })))
    }

    /// Returns what a connection is accepted with.
    pub fn config(&self) -> Arc<ServerConfig> {
        Arc::clone(&self.config)
    }

    /// Returns the certificate by whose fingerprint people know this program: the root, or that of the files.
    pub fn known_by(&self) -> Paper {
        self.root.as_ref().map_or_else(|| self.keyring.shown().paper, |(_, paper)| paper.clone())
    }

    /// Returns whether the certificate is for this address.
    pub fn has_address(&self, address: IpAddr) -> bool {
        self.keyring.shown().paper.names.addresses.contains(&address)
    }

    /// Returns whether the root is the program's own.
    pub fn is_own(&self) -> bool {
        self.root.is_some()
    }
}

/// Returns the time of day, in seconds since 1970.
pub(crate) fn now() -> paper::Seconds {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    now.as_secs().cast_signed()
}
