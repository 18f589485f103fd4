//! Files about the event that organisers have: pairings that are read, and reports that are written.

pub mod completion;
pub mod import;
pub mod import_folder;
pub mod rating_list;
pub mod report;
pub mod round_robin;
