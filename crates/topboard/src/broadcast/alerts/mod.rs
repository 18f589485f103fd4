//! Alerts to the operator: what is wrong in the hall goes to a topic of ntfy, or of a service like it.
//!
//! ```text
//!  main loop ──▶ lookout.rs: the operator's feed, Alarms ──▶ messenger.rs ──▶ a topic
//!                    └──▶ the hub of operators
//! ```
//! It sees what operators see, and nothing of the arbiter's fits into it:
//!
//! ```compile_fail,E0308
//! # use topboard::{arbiter::ArbiterRelease, broadcast::alerts::{self, HallInView}, config::alerts::AlertsChoice};
//! # use tokio::sync::mpsc;
//! # fn tell(choice: AlertsChoice, watched: HallInView, releases: mpsc::Receiver<ArbiterRelease>) {
//! alerts::start(&choice, watched, releases); // an arbiter's news leaves the hall nowhere
//! # }
//! ```
//! What of that is told is decided in the crate `broadcast`: tables' numbers and kinds of trouble alone.

mod lookout;
mod messenger;

pub use lookout::{HallInView, start};
pub use messenger::Messenger;
