//! The Laws applied to a game: profiles of the editions, and incidents that only the arbiter sees.
//!
//! ```text
//!   BoardEvent ─▶ Watch ─▶ trail ──────┐
//!   GameEvent  ─▶   │                  ├─▶ scene ─▶ observers, one a subject ─▶ findings ─▶ ledger ─▶ Incident
//!   Command    ─▶   └──── score ───────┘
//! ```
//! [`Watch`] receives what the sensors say and what `game` makes of it, and assigns the articles of the Laws. This
//! crate decides nothing and changes nothing in the game. In its comments an article without an edition is one of RU20
//! and FIDE, which share most numbers; draughts files cite the draughts rules (WARC).
//!
//! Invariants:
//! * An event has one [`Profile`]: articles of different editions never appear in one incident.
//! * An incident names its articles and the remedy they provide for, and is closed in one way.
//! * If an edition lets the arbiter act on something only after a claim, it is reported only after a claim.
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

/// Parses a side, `white` or `black`, as commands name it.
pub(crate) fn side(name: &str) -> Option<shakmaty::Color> {
    match name {
        "white" => Some(shakmaty::Color::White),
        "black" => Some(shakmaty::Color::Black),
        _ => None,
    }
}
