//! The feeds for each audience: their states, snapshots, updates and message formats.
//!
//! [`HallFeed`] takes only what a [`DelayedHall`] released to its audience: [`hall::Publication`]s from the journal that
//! are safe on the disk and old enough. Publications have no field for the arbiter's matters or for moves that may not be
//! shown yet, so neither can reach the hall feed.
//!
//! Invariants:
//! * A snapshot with all later updates applied equals the next snapshot. A client needs nothing else to be up to date.
//! * The sequence number of each update is one more than that of its predecessor. Numbers of different epochs cannot be
//!   compared.

pub mod arbiter;
mod delayed_hall;
pub mod feed;
pub mod limits;
pub mod message;
pub mod operator;
pub mod readiness;
mod released;
pub mod round_sheet;
pub mod rounds;
pub mod slots;
pub mod tree;

pub use arbiter::ArbiterFeed;
pub use delayed_hall::{DELAY_MAX_MS, DelayedHall, sensed_board::SensedBoard};
pub use feed::HallFeed;
pub use feed::pieces::Pieces;
pub use message::{EventView, Want};
pub use operator::OperatorFeed;
pub use released::{
    Released, Rounds,
    onlookers::{Onlookers, Screens, Spectators},
};
pub use slots::{PageWords, Sent, Slots};
