//! Alerts: what an organiser's operator is told on their telephone when something is wrong in the hall. Pure machines that are
//! told the time.
//!
//! ```text
//!  OperatorTable ──▶ sight: which troubles are to be seen ──▶ Alarms: which last, which were told ──▶ AlertMessage ──▶ a topic
//! ```
//! An alert leaves the hall before the delay, and whoever guesses the topic reads it. So it is made of [`AlertTrouble`]s, each a
//! table's number and a kind: there is no place in it for a move, a name, a result or a matter of the arbiter's.
//!
//! Invariants:
//! * A trouble that lasts is told once, and its end once. What ended before it could be told is not told.
//! * What waits is at most one trouble of each kind for each table, as it is now: nothing is queued.
//! * At most [`alarms::AT_ONCE`] messages, and one more in each [`alarms::ONE_MORE_MS`].

pub mod alarms;
mod kind;
mod message;
pub mod sight;
mod words;

pub use kind::AlertKind;
pub use message::{AlertMessage, AlertTrouble};
