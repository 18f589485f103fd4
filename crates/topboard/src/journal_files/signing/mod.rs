//! Signatures of the journal: the key, the times of signing, the last signed head beside the journal, and what a start
//! demands before it signs.

pub mod finding_words;
pub mod notary;
pub mod signed_head;
pub mod signing_key;
pub mod trust;
