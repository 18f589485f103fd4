//! Signatures of the journal: the key, when it signs, the last signed head beside it, and what a start demands before
//! it signs.

pub mod notary;
pub mod signed_head;
pub mod signing_key;
pub mod trust;
