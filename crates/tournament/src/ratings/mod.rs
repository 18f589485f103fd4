//! Rating lists: read in pieces, one entry at a time, and compared with the players of a tournament.
//!
//! A list has more than a million entries, and a small computer reads it. So nothing here holds a list: the reader keeps
//! one entry, and the comparison keeps the players and the few entries that may be theirs.

mod columns;
mod completion;
mod difference;
mod entry;
mod fixed_width;
mod likeness;
mod list_fault;
mod list_reader;
mod name_key;
pub mod sample;
mod search;
mod xml;

pub use completion::{CANDIDATES_MAX, Candidate, Completed, Completion, Doubt};
pub use difference::{Change, FieldChange};
pub use entry::{ListEntry, RatingKind, Ratings};
pub use likeness::{Agreement, Likeness, NameLikeness};
pub use list_fault::{FaultKind, ListFault};
pub use list_reader::{ListReader, ListTally};
pub use search::Search;
