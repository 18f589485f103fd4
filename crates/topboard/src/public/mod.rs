//! Everything that spectators and the screens in the hall may read: pages, the hall feed, the games as PGN.

pub mod audience;
pub mod bulletin;
mod closed;
pub mod follower;
pub mod games;
pub mod gazette;
pub mod hub;
pub mod live;
pub mod offline_page;
pub mod pages;
pub mod round_papers;
pub mod server;
