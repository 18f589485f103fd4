//! The tree: nodes elsewhere serve what a hall tells its spectators (docs/architecture.md, "The tree").
//!
//! ```text
//!  Slots<Spectators> ──▶ Untold ──▶ messages: of each subject the latest ──▶ broker
//!                                                                              │ any number of nodes
//!  HallFeed<Spectators> ◀── Released<Spectators> ◀── MergedHalls ◀── HeardHall ◀┘
//! ```
//! A message holds the whole state of its subject: of one table, of one clock, of one document. So a broker keeps one
//! message for each subject and nothing else, a hall that could not reach the broker sends the latest states and no queue,
//! and a node that begins or comes back needs nothing but the last message of each subject.
//!
//! Invariants:
//! * A node that took the last message of each subject, in the broker's order, shows what the hall's own spectators see.
//! * Messages that come twice, or late, change nothing: each names its epoch and its revision.

pub mod documents;
mod heard_hall;
mod merged;
pub mod message;
mod offset;
mod untold;
mod whole_table;

pub use heard_hall::Taken;
pub use merged::{HallState, MergedHalls, SILENCE_MAX_MS};
pub use untold::{Parcel, Untold};
