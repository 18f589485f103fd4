//! Every table as one machine: inputs and commands go in, bytes for boards and publications come out. The crate also
//! holds the bodies of the journal's records, the fold and replay.
//!
//! [`Hall`] owns the links (one session for each device) and the tables (one scribe each). Live play, a restart,
//! `replay`, `reconstruct` and the golden tests feed it by the same calls.
//!
//! Invariants:
//! * Advance, then feed: [`Hall::handle`] first fires every deadline up to the stamp, each at its own instant.
//! * The hall knows no port, file or socket. A link is a number, and a record is a line that somebody else stores.
//! * A publication holds nothing of the arbiter's: its type has no place for it.
//! * A panic at one table faults that table; the others play on.

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
