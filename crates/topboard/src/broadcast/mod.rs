//! What is brought to others: the delayed public games, to wherever the organiser wants them.

mod carrier;
pub mod couriers;
pub mod http;
pub mod lichess;
pub mod rehearsal;
