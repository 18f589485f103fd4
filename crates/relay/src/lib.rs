//! Feeds for each audience: typed states, snapshots and updates, message formats.
//!
//! [`HallFeed`] is built only from [`hall::Publication`]s, after they were synced. Nothing of the arbiter's and
//! nothing unreleased has a type that fits into it.
//!
//! Invariants:
//! * A snapshot and the updates after it make the next snapshot: there is no other way to be up to date.
//! * An update's sequence is one more than the last. Sequences of different epochs do not compare.

pub mod arbiter;
pub mod feed;
mod held;
pub mod limits;
pub mod message;
pub mod pieces;

pub use arbiter::ArbiterFeed;
pub use feed::HallFeed;
pub use message::{EventView, Want};
pub use pieces::Pieces;
