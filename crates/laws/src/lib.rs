//! The Laws applied to a game: profiles of the editions, and incidents that only the arbiter sees.
//!
//! ```text
//!   BoardEvent ─▶ Watch ─▶ trail ──────┐
//!   GameEvent  ─▶   │                  ├─▶ scene ─▶ observers, one a subject ─▶ findings ─▶ ledger ─▶ Incident
//!   Command    ─▶   └──── score ───────┘
//! ```
//! [`Watch`] receives what the sensors report and what `game` concludes from it, and finds the articles of the Laws
//! that apply. This crate decides nothing and changes nothing in the game. In its comments, an article without an
//! edition is an article of RU20 and FIDE, which share most numbers; the files on draughts cite the draughts rules
//! (WARC).
//!
//! Invariants:
//! * An event has one [`Profile`]: articles of different editions never appear in one incident.
//! * An incident names its articles and the remedy that they provide for, and there is one way in which it is closed.
//! * Where an edition lets the arbiter act only after a claim, nothing is reported to them before the claim.
//! * No result is set, no time changed and no move counted as illegal unless the arbiter says so.

mod finding;
pub mod incident;
mod ledger;
mod observer;
mod observers;
mod position;
pub mod profile;
pub mod refusal;
pub mod rule;
mod seen;
pub use game::text;
pub mod time_control;
pub mod watch;

pub use incident::{Audience, GLANCE_MS, Incident, Kind, Outcome, Remedy, Repeated, Status, Window};
pub use ledger::Counts;
pub use observers::{adjourn, draw, reports};
pub use position::{chess960, repetition, unwinnable};
pub use profile::{Discipline, Edition, Parameters, Profile};
pub use refusal::Refusal;
pub use rule::RuleId;
pub use text::{Form, Language, Phrase, Value};
pub use time_control::TimeControl;
pub use watch::{Watch, WatchBefore};
