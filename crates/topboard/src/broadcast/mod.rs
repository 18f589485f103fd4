//! What goes to others: the delayed public games, to wherever the organiser wants them, and alerts to the operator.

pub mod alerts;
mod carrier;
pub mod couriers;
pub mod destinations;
pub mod http;
pub mod lichess;
pub mod rehearsal;
