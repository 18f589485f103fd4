//! The listening sockets of the hall.

use crate::{
    config::{ArbiterChoice, Config},
    public::server,
    terminal::failure::Failure,
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
}

impl Listeners {
    /// Binds every address of the configuration.
    pub async fn bind(config: &Config) -> Result<Listeners, Failure> {
        Ok(Listeners {
            pages: server::bind(config.listen).await?,
            arbiter: Some(bind_arbiter(&config.arbiter).await?),
            screens: match config.screens {
                Some(screens) => Some(server::bind(screens).await?),
                None => None,
            },
        })
    }
}

/// Binds the arbiter's address. If the configuration gives none, the usual port is tried, then any free port of this
/// computer.
pub async fn bind_arbiter(choice: &ArbiterChoice) -> Result<TcpListener, Failure> {
    if !choice.listen.ip().is_loopback() {
        tracing::warn!("the arbiter's listener is open to the network and not encrypted: trust that network");
    }
    match TcpListener::bind(choice.listen).await {
        Ok(listener) => Ok(listener),
        Err(error) if choice.is_given => Err(Failure::Environment(format!(
            "{} cannot be used for the arbiter ({error}); stop what uses it or set another address in [arbiter]",
            choice.listen
        ))),
        Err(_) => server::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await,
    }
}
