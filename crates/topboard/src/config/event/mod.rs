//! The sections of a configuration about the event: its people, the rules of play, and the results.

pub(super) mod people;
pub(super) mod results;
pub(super) mod rules;
