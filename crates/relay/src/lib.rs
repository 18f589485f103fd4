//! What each audience may see: typed feeds, snapshots and updates, message formats.
//!
//! The hall feed is built from [`hall::Publication`]s alone, after they were synced: nothing of the arbiter's and
//! nothing unreleased has a type that fits in here.

pub mod feed;
pub mod message;
