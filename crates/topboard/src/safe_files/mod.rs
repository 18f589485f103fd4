//! Files that others cannot read, that are whole or not there, and that are files.

pub mod atomic_file;
pub mod private;
pub mod regular;
pub mod scratch;
