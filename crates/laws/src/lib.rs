//! The Laws applied to a game: profiles of the editions, and incidents for the arbiter alone.
//!
//! ```text
//!   BoardEvent ─▶ Watch ─▶ trail ──────┐
//!   GameEvent  ─▶   │                  ├─▶ scene ─▶ observers, one a subject ─▶ findings ─▶ ledger ─▶ Incident
//!   Command    ─▶   └──── score ───────┘
//! ```
//! [`Watch`] is given what the sensors say and what `game` makes of it, and labels it with articles. `laws` decides
//! nothing and changes nothing.
//!
//! Invariants:
//! * An event has one [`Profile`]: articles of different editions never appear in one incident.
//! * An incident names its articles and the remedy they provide, and closes in one way.
//! * What an edition lets the arbiter act on only after a claim is reported only after a claim.
//! * No result is set, no time changed and no move counted as illegal unless the arbiter says so.

mod cause;
pub mod chess960;
pub mod incident;
mod ledger;
mod observer;
mod observers;
pub mod profile;
pub mod rule;
mod seen;
pub mod text;
pub mod time_control;
pub mod watch;

pub use incident::{Audience, Incident, Kind, Outcome, Remedy, Repeated, Status, Window};
pub use ledger::Counts;
pub use observers::{adjourn, clock, desk, draw, unwinnable};
pub use profile::{Discipline, Edition, Parameters, Profile};
pub use rule::RuleId;
pub use text::{Form, Language, Phrase, Value};
pub use time_control::TimeControl;
pub use watch::Watch;

/// Reads a side as commands name it.
pub(crate) fn side(name: &str) -> Option<shakmaty::Color> {
    match name {
        "white" => Some(shakmaty::Color::White),
        "black" => Some(shakmaty::Color::Black),
        _ => None,
    }
}
