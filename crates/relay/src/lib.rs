//! The feeds for each audience: their states, snapshots, updates and message formats.
//!
//! [`HallFeed`] takes only [`hall::Publication`]s, after they were synced to disk. Publications have no field for the
//! arbiter's matters or for moves that may not be shown yet, so neither can reach the hall feed.
//!
//! Invariants:
//! * A snapshot with all later updates applied equals the next snapshot. A client needs nothing else to be up to date.
//! * The sequence number of each update is one more than that of its predecessor. Numbers of different epochs cannot be
//!   compared.

pub mod arbiter;
pub mod feed;
mod held;
pub mod limits;
pub mod message;
pub mod pieces;
pub mod readiness;
pub mod round_sheet;
pub mod rounds;

pub use arbiter::ArbiterFeed;
pub use feed::HallFeed;
pub use message::{EventView, Want};
pub use pieces::Pieces;
