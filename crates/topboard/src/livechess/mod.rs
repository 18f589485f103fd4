//! The interface of DGT's LiveChess at port 1982: listeners, a follower of the journal, and a task a client. What is told,
//! and in which words, is [`broadcast::livechess`]'s.
//!
//! ```text
//!  journal ──▶ follower: DelayedHall<Screens>, Boards ──watch──▶ client: Session ──▶ WebSocket
//!                                                      └───────▶ rest::answer ────▶ HTTP
//! ```
//! Nothing of it has a way to the main loop. It runs only where the configuration has a section `[livechess]`.

mod client;
mod follower;
mod listeners;
mod server;
mod token;

pub use follower::open;
pub use listeners::LivechessListeners;
pub use server::{Doors, serve};
