//! The listening sockets of the hall.

use crate::{
    config::{ArbiterChoice, Config},
    connections::addresses,
    livechess::LivechessListeners,
    public::server,
    terminal::failure::Failure,
    tls::TlsChoice,
};
use std::net::SocketAddr;
use tokio::net::TcpListener;

/// The listening sockets of the hall.
#[derive(Debug)]
pub struct Listeners {
    /// The public listener.
    pub pages: TcpListener,
    /// The arbiter's listener; measurements have none.
    pub arbiter: Option<TcpListener>,
    /// The listener for the screens in the hall; `None` if they use the public one.
    pub screens: Option<TcpListener>,
    /// The listener for monitors; `None` if there is none.
    pub metrics: Option<TcpListener>,
    /// The listeners for programs that know LiveChess; `None` if there are none.
    pub livechess: Option<LivechessListeners>,
}

impl Listeners {
    /// Binds every address of the configuration.
    pub async fn bind(config: &Config) -> Result<Listeners, Failure> {
        let livechess = match &config.livechess {
            Some(choice) => Some(LivechessListeners::bind(choice).await?),
            None => None,
        };
        Ok(Listeners {
            pages: server::bind(config.listen).await?,
            arbiter: Some(bind_arbiter(&config.arbiter, config.tls != TlsChoice::Plain).await?),
            screens: bind_some(config.screens).await?,
            metrics: bind_some(config.metrics).await?,
            livechess,
        })
    }
}

async fn bind_some(address: Option<SocketAddr>) -> Result<Option<TcpListener>, Failure> {
    match address {
        Some(address) => server::bind(address).await.map(Some),
        None => Ok(None),
    }
}

/// Binds the arbiter's address. If the configuration gives none, the usual port is tried, then any free port of this
/// computer.
pub async fn bind_arbiter(choice: &ArbiterChoice, is_encrypted: bool) -> Result<TcpListener, Failure> {
    if !choice.listen.ip().is_loopback() && !is_encrypted {
        tracing::warn!(
            "the arbiter's listener is open to the network and not encrypted: trust that network, or set tls in [server]"
        );
    }
    match TcpListener::bind(choice.listen).await {
        Ok(listener) => Ok(listener),
        Err(error) if choice.is_given => {
            Err(addresses::unbound(choice.listen, "the arbiter", "[arbiter]", &error))
        }
        Err(_) => server::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await,
    }
}
