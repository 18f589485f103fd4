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

mod cable;
mod clock_orders;
mod clock_port;
pub mod divergence;
mod due;
pub mod games;
pub mod hall;
pub mod input;
mod lamps;
pub mod link;
pub mod notice;
pub mod publication;
pub mod record;
pub mod replay;
mod seating;
pub mod setup;
pub mod stream;
pub mod table;
pub mod tap;
mod told;
mod veil;
pub mod wall;
pub mod watched;

pub use crate::hall::Hall;
pub use divergence::{Divergence, Matter};
pub use games::GamesNews;
pub use input::{Input, LinkNo, Stamp, TableNo, Transmit};
pub use link::Link;
pub use notice::Notice;
pub use publication::{PublicLink, PublicPly, Publication, ReadClock};
pub use record::Body;
pub use replay::{Fold, Folded};
pub use setup::{BoardChoice, HallSetup, Lamps, TableSetup};
pub use table::Table;
pub use wall::{WallTime, WallTrust};
