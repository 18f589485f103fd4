//! The listener of the screens in the hall, and what goes on beside it.

use super::{Registry, ScreenDoor};
use crate::{
    connections::time_limits::Patience,
    public::server::{self, PublicState},
};
use relay::Screens;
use std::{sync::Arc, time::Duration};
use tokio::{net::TcpListener, sync::watch};

/// Serves the screens in the hall until `stop` is set, with the page of displays. The text is the staff's address, if there is
/// one. Spectators, who are behind, have no displays:
///
/// ```compile_fail
/// # use topboard::{displays, public::server::PublicState};
/// # async fn tell(listener: tokio::net::TcpListener, spectators: PublicState<relay::Spectators>,
/// #     known: std::sync::Arc<displays::Registry>, stop: tokio::sync::watch::Receiver<bool>) {
/// displays::run(listener, spectators, (known, None), stop).await; // a display is never behind
/// # }
/// ```
pub async fn run(
    listener: TcpListener,
    state: PublicState<Screens>,
    (displays, console): (Arc<Registry>, Option<String>),
    stop: watch::Receiver<bool>,
) {
    let door = ScreenDoor::of(Arc::clone(&displays), console.as_deref());
    tokio::spawn(keep_seen(displays, stop.clone()));
    server::serve(listener, state, door.routes(), Patience::USUAL, stop).await;
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
