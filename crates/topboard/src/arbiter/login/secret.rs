//! Secrets: 128 bits that go out once, and of which only the digest is kept.

use rustix::rand::{GetRandomFlags, getrandom};
use sha2::{Digest, Sha256};

/// What is kept of a secret.
pub(crate) type Hash = [u8; 32];

/// 128 bits from the system, in hexadecimal. None when it gives none.
pub(crate) fn draw() -> Option<String> {
    let mut bytes = [0u8; 16];
    let length = getrandom(&mut bytes, GetRandomFlags::empty()).ok()?;
    (length == bytes.len()).then(|| journal::hex::emit(&bytes))
}

/// Its digest. Two digests may be compared as they are: how long that takes tells nothing of what was digested.
pub(crate) fn hash(secret: &str) -> Hash {
    Sha256::digest(secret).into()
}

/// The digest of several parts, which cannot be taken for other parts put together.
pub(crate) fn hash_of(parts: &[&[u8]]) -> Hash {
    let mut all = Sha256::new();
    for part in parts {
        all.update((part.len() as u64).to_be_bytes());
        all.update(part);
    }
    all.finalize().into()
}
