//! Rounds pushed to Lichess by the real program over real sockets. The server is the strict one of crates/broadcast/tests/lichess.

mod berserk;
mod creation;
#[path = "../../../../broadcast/tests/lichess/fake.rs"]
mod fake;
mod pause;
#[path = "../../../../broadcast/tests/lichess/pgn.rs"]
mod pgn;
pub(crate) mod program;
mod rehearsal;
pub(crate) mod server;
