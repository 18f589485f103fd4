//! Documents for people, made from a journal: the arbiter's case, the list of events, the arbiter's copy of a game, the
//! review of a game, the result sheet, standings after a round, and the sensor log of a table. Also the games of a sensor log, as JSON.
//!
//! No code in this crate changes the state of a hall. The documents made from a journal are read from the state that
//! the crate `hall` rebuilds from it (`hall::Fold`).

pub mod arbiter_copy;
pub mod case;
pub mod csv;
pub mod export;
pub mod game_json;
pub mod happening;
pub mod ordered;
pub mod reconstruct;
pub mod result_sheet;
pub mod review;
pub mod sensorlog;
pub mod standings;

pub use export::Export;
pub use happening::{Follow, Happening};
pub use ordered::{About, Ordered};
pub use reconstruct::{Reconstruction, reconstruct};
