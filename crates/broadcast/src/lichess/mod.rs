//! A broadcast at Lichess: the games of a round are pushed as one text, which is always the whole round.
//!
//! ```text
//!  Bulletin ──▶ RoundText ──▶ Pushes ──take──▶ PushText ──▶ Lichess
//!                               ▲                             │
//!                               └────────── heard ◀── LichessAnswer
//! ```
//! [`Pushes`] is told the time and says when it wants to be asked again. It can be given nothing but a bulletin, which is made of
//! public texts alone, so nothing that is the arbiter's or that the delay still holds can be in what it gives.
//!
//! A correction needs nothing special: the whole round is sent again, and Lichess finds each game by its GameId.

mod answer;
mod creation;
mod facts;
mod pushes;
mod round_push;
mod round_text;

pub use answer::{LichessAnswer, told};
pub use creation::{NewBroadcast, NewRound, broadcast_of_answer, new_broadcasts, round_of_answer};
pub use facts::{RoundFacts, TokenFacts, account_of_answer};
pub use pushes::{PushOutcome, PushText, Pushes};
pub use round_push::{HoldKind, PushHold, PushNews, RoundPush};
pub use round_text::{GAMES_MAX, RoundText, name_of};
