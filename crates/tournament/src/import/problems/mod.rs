//! What an import complains about, and what it proposes, in every language of an arbiter.

pub(in crate::import) mod fault;
pub(in crate::import) mod problem;
pub(in crate::import) mod proposal;
mod sentences;
