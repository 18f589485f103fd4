//! What the Laws say about a game: edition profiles and incidents, for the arbiter and nobody else.
//!
//! `laws` decides nothing and changes nothing: it watches what `game` says and labels it with articles.

pub mod incident;
pub mod profile;

pub use incident::{Incident, Kind, Remedy};
pub use profile::{Discipline, Edition, Profile};
