//! The journal on the disk: its files are found, locked, written by a thread of their own, and read again.

pub mod disk_health;
pub mod disk_thread;
pub mod gzip;
pub mod index;
pub mod inventory;
pub mod reader;
pub mod remainder;
pub mod segment_file;
pub mod signing;
pub mod storage;
pub mod sync_schedule;
pub mod writer;
