//! Secrets: 128 bits that are sent out once; only their digest is kept.

use rustix::rand::{GetRandomFlags, getrandom};
use sha2::{Digest, Sha256};

/// The digest of a secret.
pub(crate) type Hash = [u8; 32];

/// Returns 128 random bits from the system, in hexadecimal; `None` if the system gives none.
pub(crate) fn draw() -> Option<String> {
    let mut bytes = [0u8; 16];
    let length = getrandom(&mut bytes, GetRandomFlags::empty()).ok()?;
    (length == bytes.len()).then(|| journal::hex::emit(&bytes))
}

/// Returns the digest of a secret. Digests need no constant-time comparison: the duration of a comparison reveals
/// nothing of the secret.
pub(crate) fn hash(secret: &str) -> Hash {
    Sha256::digest(secret).into()
}

/// Returns one digest of several parts. The parts' lengths are digested too, so the digest differs if the same bytes
/// are divided elsewhere.
pub(crate) fn hash_of(parts: &[&[u8]]) -> Hash {
    let mut all = Sha256::new();
    for part in parts {
        all.update((part.len() as u64).to_be_bytes());
        all.update(part);
    }
    all.finalize().into()
}
