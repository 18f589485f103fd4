//! The end of what a connection depends on, such as a login. A request carries it, and a socket that came of the request ends
//! with it.

use tokio::sync::watch;

/// What tells an end.
#[derive(Debug, Clone)]
pub(crate) struct Until(watch::Receiver<()>);

impl Until {
    /// Returns what tells when the sender of this channel is dropped.
    pub(crate) fn end_of(alive: watch::Receiver<()>) -> Until {
        Until(alive)
    }

    /// Waits for the end.
    pub(crate) async fn over(mut self) {
        while self.0.changed().await.is_ok() {}
    }
}
