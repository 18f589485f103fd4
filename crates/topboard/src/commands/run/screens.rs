//! The displays in the hall: their listener, and who keeps what is known of them.

use crate::{
    config::Config,
    connections::addresses,
    displays::{self, Registry},
    people::logins::wall_ms,
    public::server::PublicState,
    terminal::failure::Failure,
    tls::Tls,
};
use relay::Screens;
use std::{net::SocketAddr, sync::Arc};
use tokio::{net::TcpListener, sync::watch, task::JoinHandle};

/// Displays that are served.
#[derive(Default)]
pub(super) struct Displays {
    /// The address of their listener; `None` if there is none.
    pub(super) address: Option<SocketAddr>,
    /// What is served there; `None` without a listener.
    pub(super) state: Option<PublicState<Screens>>,
    /// The displays by name; `None` without a listener.
    pub(super) registry: Option<Arc<Registry>>,
    serving: Option<JoinHandle<()>>,
}

impl Displays {
    /// Serves displays. `console` is where a phone in the hall finds the staff's pages.
    pub(super) fn serve(
        listener: TcpListener,
        state: PublicState<Screens>,
        config: &Config,
        console: Option<String>,
        stop: &watch::Receiver<bool>,
    ) -> Result<Displays, Failure> {
        let address = super::address_of(&listener)?;
        let registry = Arc::new(Registry::of_folder(&config.folder, wall_ms()));
        let door = (Arc::clone(&registry), console);
        let serving = tokio::spawn(displays::run(listener, state.clone(), door, stop.clone()));
        Ok(Displays {
            address: Some(address),
            state: Some(state),
            registry: Some(registry),
            serving: Some(serving),
        })
    }

    /// Returns what ends when the listener has.
    pub(super) fn serving(&mut self) -> Option<JoinHandle<()>> {
        self.serving.take()
    }
}

/// Returns the address of the staff's pages that a phone in the hall can open; the likeliest, if there are several.
pub(super) fn console_of(staff: Option<&TcpListener>, tls: Option<&Tls>) -> Result<Option<String>, Failure> {
    let address = staff.map(super::address_of).transpose()?;
    Ok(address.and_then(|address| addresses::links(address, tls).into_iter().next()))
}
