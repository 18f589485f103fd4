//! One table's game: board events and commands become candidate histories, moves, position and clock; notation and
//! PGN.
//!
//! [`Scribe`] is the machine. It takes [`board::BoardEvent`]s and [`Command`]s, each with the instant it happened,
//! and keeps a [`Score`]: the plies as they are believed now. Changes come out as [`GameEvent`]s.
//!
//! Invariants:
//! * Legality is a label on what was seen, never a filter of it: an illegal move is a ply like any other.
//! * A ply is *provisional*, *final* or *completed*. A final ply can still be superseded, as a numbered revision.
//! * Hypotheses, plies and touches are bounded. The limits are constants beside their use.
//! * The crate does not know bytes, devices, files or the time of day.

mod bridge;
pub mod clock;
mod command;
mod costs;
mod doubt;
mod ending;
mod engine;
mod entries;
pub mod event;
mod evidence;
mod excuses;
mod finished;
mod hypothesis;
mod meeting;
pub mod names;
mod next_game;
pub mod notation;
mod orders;
mod packed;
mod paths;
pub mod pgn;
mod pick_up;
mod plies;
mod press;
mod presses;
mod promotions;
pub mod public;
mod put_back;
mod remark;
mod rest;
pub mod result;
pub mod score;
pub mod scribe;
mod search;
mod seen;
mod show;
pub mod standing;
pub mod terms;
mod timers;
mod touches;
mod unheard;

pub use clock::ClockFace;
pub use command::{Claim, ClockWish, Command, Decision, Order};
pub use event::{Ending, GameEvent, Irregular, PickedUp, Reason};
pub use finished::Finished;
pub use packed::Packed;
pub use plies::Plies;
pub use public::PublicScore;
pub use remark::Remark;
pub use result::ResultEntry;
pub use score::{Played, Player, Ply, PlyState, Score, Tags, Unpressed};
pub use scribe::Scribe;
pub use standing::Standing;
pub use terms::Terms;
