//! Documents for people out of a journal: the arbiter's case, the list of events, the arbiter's copy of a game, a
//! table as a sensor log. Also the games of a sensor log, as JSON.
//!
//! The fold of the crate `hall` makes everything, read from outside. No code here changes what a table knows.

pub mod arbiter_copy;
pub mod case;
pub mod csv;
pub mod export;
pub mod game_json;
pub mod happening;
pub mod reconstruct;
pub mod sensorlog;

pub use export::Export;
pub use happening::{Follow, Happening};
pub use reconstruct::{Reconstruction, reconstruct};
