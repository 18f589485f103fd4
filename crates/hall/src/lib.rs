//! All tables of a hall as one machine: inputs and commands go in; bytes for boards, and publications, come out. The
//! crate also defines the bodies of the journal's records, and computes a hall from them.
//!
//! [`Hall`] owns the links (one session for each device) and the tables (one scribe each). Live play, a restart,
//! `replay`, `reconstruct` and the golden tests all feed it through the same functions.
//!
//! Invariants:
//! * Advance, then feed: [`Hall::handle`] first fires every deadline up to the stamp, each at its own instant.
//! * The hall knows no port, file or socket. It sees a link as a number and a record as a value; its callers do the
//!   rest.
//! * A publication holds nothing that is only for the arbiter: its type has no field for it.
//! * A panic at one table stops only that table; play at the others is followed as before.

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
pub use links::link;
pub use links::link::Link;
pub use notice::Notice;
pub use publication::{PublicLink, PublicPly, Publication, ReadClock};
pub use record::{Body, codec};
pub use replay::{Fold, Folded};
pub use setup::{BoardChoice, HallSetup, Lamps, TableSetup};
pub use tables::games::GamesNews;
pub use tables::table::Table;
pub use tables::{games, table, tap, watched};
pub use wall::{WallTime, WallTrust};
