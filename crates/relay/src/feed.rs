//! The hall feed: the latest state of each table, an epoch and a sequence.
