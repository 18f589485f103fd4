//! The tree (docs/architecture.md, "The tree"): a hall that tells a broker what its spectators are told, and nodes that
//! take it from there and serve any number of them.

mod broker;
mod intake;
pub mod monitors;
pub mod node;
mod shelf;
pub mod trunk;
