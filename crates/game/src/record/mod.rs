//! The record of a game: its score and its result, the form in which it is stored, and PGN.

pub(crate) mod finished;
pub(crate) mod gone_through;
pub(crate) mod packed;
pub mod pgn;
pub(crate) mod plies;
pub(crate) mod ply_no;
pub(crate) mod proof;
pub mod public;
pub(crate) mod remark;
pub mod result;
pub mod score;
pub(crate) mod stood;
