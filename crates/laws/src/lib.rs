//! What the Laws say about a game: edition profiles and incidents, for the arbiter and nobody else.
//!
//! [`Watch`] is told what `game` says and labels it with articles; `laws` decides nothing and changes nothing.
//!
//! Invariants:
//! * One [`Profile`] an event: articles of different editions never appear in one incident.
//! * An incident names its articles, what they would have done, and closes in one way.

pub mod illegal_move;
pub mod incident;
pub mod profile;
pub mod time_control;
pub mod watch;

pub use incident::{Incident, Kind, Remedy};
pub use profile::{Discipline, Edition, Profile};
pub use time_control::TimeControl;
pub use watch::Watch;
