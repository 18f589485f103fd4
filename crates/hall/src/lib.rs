//! Every table as one machine: inputs and commands in, transmits and publications out; the journal's bodies, the
//! fold, replay.
//!
//! [`Hall`] owns the links (one session a device) and the tables (one scribe each). Live, after a restart, in
//! `replay`, `reconstruct` and the golden tests it is the same machine fed by the same calls.
//!
//! Invariants:
//! * Advance, then feed: [`Hall::handle`] fires every deadline up to the stamp, each at its own instant, first.
//! * The hall knows no port, file or socket; a link is a number, a record is a line somebody else stores.
//! * A publication holds nothing of the arbiter's: its type has no place for it.
//! * One table's panic faults that table; the others play on.

pub mod divergence;
pub mod hall;
pub mod input;
mod links;
pub mod notice;
pub mod publication;
pub mod record;
pub mod replay;
pub mod setup;
mod tables;
pub mod wall;

pub use crate::hall::Hall;
pub use divergence::{Divergence, Matter};
pub use input::{Input, LinkNo, Stamp, TableNo, Transmit};
pub use links::link::Link;
pub use links::{link, stream};
pub use notice::Notice;
pub use publication::{PublicLink, PublicPly, Publication, ReadClock};
pub use record::Body;
pub use replay::{Fold, Folded};
pub use setup::{BoardChoice, HallSetup, Lamps, TableSetup};
pub use tables::games::GamesNews;
pub use tables::table::Table;
pub use tables::{games, table, tap, watched};
pub use wall::{WallTime, WallTrust};
