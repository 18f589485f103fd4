//! The listening sockets of the interface. A port that is taken is no reason not to play.

use super::token::Token;
use crate::{
    config::livechess::LivechessChoice,
    terminal::{
        failure::Failure,
        log::{Trouble, report},
    },
};
use broadcast::livechess::Choice;
use std::{
    io,
    net::{Ipv4Addr, Ipv6Addr, SocketAddr},
};
use tokio::net::TcpListener;

/// The listening sockets, and what they are for.
#[derive(Debug)]
pub struct LivechessListeners {
    /// Which boards are told, and which of them first.
    pub boards: Choice,
    /// The sockets for this computer. `localhost` may mean either of two addresses.
    pub local: Vec<TcpListener>,
    /// The socket for other computers, with the token that they need.
    pub beyond: Option<(TcpListener, Token)>,
}

impl LivechessListeners {
    /// Binds every address of the configuration. An address that is taken is left out and reported. `Err` if there is no
    /// token for other computers.
    pub async fn bind(choice: &LivechessChoice) -> Result<LivechessListeners, Failure> {
        let mut local = Vec::new();
        for ip in [Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into()] {
            local.extend(try_bind(SocketAddr::new(ip, choice.port)).await);
        }
        let mut beyond = None;
        if let Some(wanted) = &choice.beyond {
            let token = Token::read(&wanted.token_file)?;
            beyond = try_bind(wanted.listen).await.map(|listener| (listener, token));
        }
        Ok(LivechessListeners { boards: choice.boards.clone(), local, beyond })
    }

    /// Returns the addresses at which programs on this computer find the boards.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.local.iter().filter_map(|listener| listener.local_addr().ok()).collect()
    }
}

async fn try_bind(address: SocketAddr) -> Option<TcpListener> {
    match TcpListener::bind(address).await {
        Ok(listener) => Some(listener),
        // A computer without IPv6 has no such loopback, and nobody looks for it there.
        Err(error) if error.kind() == io::ErrorKind::AddrNotAvailable && address.ip().is_loopback() => None,
        Err(error) => {
            report(&Trouble::LivechessTaken { address, reason: &error.to_string() });
            None
        }
    }
}
