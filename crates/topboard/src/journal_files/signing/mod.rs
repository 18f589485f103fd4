//! Signatures of the journal: the key, the times of signing, the last signed head beside the journal, and the checks
//! that a journal must pass at the start of a run.

pub mod finding_words;
pub mod notary;
pub mod signed_head;
pub mod signing_key;
pub mod trust;
