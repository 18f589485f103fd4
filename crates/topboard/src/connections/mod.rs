//! Connections to browsers, for every listener alike: who may come, how long anybody is waited for, WebSockets and
//! what waits in them.

pub mod addresses;
pub mod descriptors;
pub mod frame;
pub mod guests;
pub(crate) mod handshake;
pub mod line;
pub mod listener;
pub mod queue;
pub mod socket;
pub mod subscribers;
pub mod time_limits;
pub(crate) mod websocket;
