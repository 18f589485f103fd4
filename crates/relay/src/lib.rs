//! Feeds for each audience: typed states, snapshots and updates, message formats.
//!
//! [`HallFeed`] takes only [`hall::Publication`]s, after they were synced. Those types have no field for the arbiter's
//! matters or for unreleased moves, so neither can reach the hall feed.
//!
//! Invariants:
//! * A snapshot with all later updates applied equals the next snapshot. There is no other way to be up to date.
//! * Each update's sequence number is one more than its predecessor's. Numbers of different epochs do not compare.

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
