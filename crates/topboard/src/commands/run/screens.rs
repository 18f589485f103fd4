//! The displays in the hall: their listener, and who keeps what is known of them.

use crate::{
    config::Config,
    connections::addresses,
    displays::Registry,
    people::logins::wall_ms,
    public::server::{self, PublicState},
    terminal::failure::Failure,
    tls::Tls,
};
use relay::Screens;
use std::{net::SocketAddr, sync::Arc, time::Duration};
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
        let serving = tokio::spawn(server::run_screens(listener, state.clone(), door, stop.clone()));
        tokio::spawn(keep_seen(Arc::clone(&registry), stop.clone()));
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

/// Writes once an hour which displays were seen, so that those in use are not forgotten.
async fn keep_seen(displays: Arc<Registry>, mut stop: watch::Receiver<bool>) {
    let mut hours = tokio::time::interval(Duration::from_secs(3_600));
    loop {
        tokio::select! {
            _ = hours.tick() => {}
            _ = stop.wait_for(|is_over| *is_over) => return,
        }
        let displays = Arc::clone(&displays);
        let _ = tokio::task::spawn_blocking(move || displays.note_seen()).await;
    }
}
