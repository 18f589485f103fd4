//! Alerts to the operator: what is wrong in the hall goes to a topic of ntfy, or of a service like it.
//!
//! ```text
//!  main loop ──▶ lookout.rs: the operator's feed, Alarms ──▶ messenger.rs ──▶ a topic
//!                    └──▶ the hub of operators
//! ```
//! It sees what operators see, and nothing of the arbiter's fits into it:
//!
//! ```compile_fail,E0308
//! # use topboard::{arbiter::ArbiterRelease, broadcast::alerts::{self, Watched}, config::alerts::AlertsChoice};
//! # use tokio::sync::mpsc;
//! # fn tell(choice: AlertsChoice, watched: Watched, releases: mpsc::Receiver<ArbiterRelease>) {
//! alerts::start(&choice, watched, releases); // an arbiter's news leaves the hall nowhere
//! # }
//! ```
//! What of that is told is decided in the crate `broadcast`: tables' numbers and kinds of trouble alone.

mod lookout;
mod messenger;

pub use lookout::{Watched, start};
pub use messenger::Messenger;

use crate::mainloop::run_clock::RunClock;
use broadcast::alert::alarms::AlertStatus;
use tokio::sync::watch;

/// Alerts that run.
#[derive(Debug, Clone)]
pub struct RunningAlerts {
    /// The name of the service, without the topic.
    pub name: String,
    /// The state, in the time of the clock.
    pub status: watch::Receiver<AlertStatus>,
    /// The clock.
    pub clock: RunClock,
}
