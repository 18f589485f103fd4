//! Players, rounds, pairings and results of an event. The crate reads the files that pairing programs write, says how
//! the players stand, and writes reports. It knows nothing of boards: the hall says which game was a pairing's.
//!
//! Words: an *event* is what a hall is rented for. It has one *tournament* or several at once (an open and a seniors'
//! group). A tournament has *rounds*, a round has *pairings*, and a pairing is played on a *board* of the tournament,
//! which stands on a *table* of the hall.
//!
//! The crate is pure: no clock, no files, no randomness, no floating-point numbers. Points are counted in halves.

pub mod berger;
mod entrant;
mod event;
pub mod import;
mod orders;
mod pairing;
mod plan;
pub mod ratings;
mod round;
pub mod standings;
mod system;
pub mod trf;

pub use entrant::{Entrant, Sex};
pub use event::{Event, Tournament};
pub use orders::{
    details::Details,
    history::History,
    json::{
        BoardJson, DetailsJson, EventCommandJson, EventJson, EventOrderJson, PairingJson, PlayerJson,
        RoundJson, RoundOfJson, TournamentJson,
    },
    order::EventOrder,
    refusal::Refusal,
    signed::{Correction, RoundVersion, SignedRounds},
};
pub use pairing::{GameNo, HowEnded, Pairing};
pub use plan::{PairingNo, Plan};
pub use round::{Round, RoundState, Unpaired};
pub use standings::{Row, Standings};
pub use system::{System, TieBreak};

/// The number of a player in a tournament: the starting rank, counted from 1 (TRF's field for the starting rank).
pub type PlayerNo = u16;
/// The number of a round in a tournament, counted from 1.
pub type RoundNo = u16;
/// The number of a board in a tournament, counted from 1. In a team tournament, boards are counted through all
/// matches.
pub type BoardNo = u16;
/// The number of a table in the hall, counted from 1.
pub type TableNo = u16;

/// The greatest number of players in a tournament.
pub const PLAYERS_MAX: usize = 4000;
/// The greatest number of rounds in a tournament.
pub const ROUNDS_MAX: RoundNo = 99;
/// The greatest number of a board in a tournament.
pub const BOARDS_MAX: BoardNo = 2000;
/// The greatest number of tournaments in an event.
pub const TOURNAMENTS_MAX: usize = 16;
