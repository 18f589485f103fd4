//! Connections to browsers, shared by all listeners: places, time limits, WebSockets and the queues of their frames.

pub mod addresses;
pub mod descriptors;
pub mod frame;
pub mod guests;
pub(crate) mod handshake;
pub mod hub;
pub mod line;
pub mod listener;
pub mod queue;
pub mod socket;
pub mod time_limits;
pub mod websocket;
