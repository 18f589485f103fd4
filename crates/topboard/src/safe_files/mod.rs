//! Safe files: private to their owner, written as a whole or not at all, and checked to be regular files.

pub mod atomic_file;
pub mod private;
pub mod regular;
pub mod scratch;
