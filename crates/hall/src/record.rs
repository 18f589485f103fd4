//! The bodies of the journal.
