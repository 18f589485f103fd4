//! One table's game. Board events and commands become candidate histories, moves, positions and clock times. The crate
//! also has notation and PGN.
//!
//! [`Scribe`] is the machine. It receives [`board::BoardEvent`]s and [`Command`]s, each with the instant at which it
//! happened, and keeps a [`Score`]: the plies of the best explanation so far. Changes come out as [`GameEvent`]s.
//!
//! Invariants:
//! * Legality is a label on what was seen, never a filter of it: an illegal move is a ply like any other.
//! * A ply is *provisional*, *final* or *completed*. A final ply can still be superseded, as a numbered revision.
//! * Hypotheses, plies and touches are bounded. The limits are constants next to the code that uses them.
//! * The crate does not know bytes, devices, files or the time of day.

pub mod clock;
mod commands;
pub mod event;
mod follow;
mod gaps;
mod lines;
pub mod names;
pub mod notation;
mod record;
pub mod standing;
pub mod terms;
pub mod text;

pub use clock::ClockFace;
pub use commands::command::{Command, Order};
pub use commands::json::{Claim, ClockJson, CommandJson, Decision, OrderJson, Undoable};
pub use commands::refusal::Refusal;
pub use commands::undo::StoodBefore;
pub use event::{Ending, GameEvent, Irregular, JoinedMidgame, Reason};
pub use follow::scribe;
pub use follow::scribe::Scribe;
pub use lines::{
    costs::bill::Assumed,
    doubt::NO_MOVE,
    evidence::reckoning::{CostItem, Reckoning},
};
pub use record::finished::Finished;
pub use record::packed::Packed;
pub use record::plies::Plies;
pub use record::ply_no::PlyNo;
pub use record::proof::Proof;
pub use record::public::{LinePly, Lines, PublicScore};
pub use record::remark::Remark;
pub use record::result::ResultEntry;
pub use record::score::{Played, Player, Ply, PlyState, Ruling, Score, Tags, Unpressed};
pub use record::{pgn, public, result, score};
pub use standing::Standing;
pub use terms::{INFERENCE, Terms};
