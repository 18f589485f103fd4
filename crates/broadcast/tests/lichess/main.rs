//! Rounds pushed to a Lichess that is as strict as the real one, in simulated time.

mod day;
mod event;
mod facts;
mod fake;
mod pgn;
mod refusals;
