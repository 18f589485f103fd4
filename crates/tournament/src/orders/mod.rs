//! Orders about an event: how they are written, what they mean, and what they change.

mod brought;
pub(crate) mod details;
pub(crate) mod history;
mod in_play;
pub(crate) mod json;
mod links;
mod numbered;
mod obey;
pub(crate) mod order;
pub(crate) mod refusal;
pub(crate) mod signed;
mod state;
