//! Signed heads: what ties a book to the key of the program that wrote it.
//!
//! ```text
//! record n:   {"t":60000,"signed":{"seq":n-1,"head":h(n-1),"key":PUBLIC KEY,"sig":SIGNATURE}}
//! signed are the ASCII bytes   topboard journal head 1 LF  SEQ LF  HEAD LF
//! ```
//!
//! SEQ is the decimal number of the last record that is signed for, HEAD the 64 lower-case hexadecimal digits of
//! `h(SEQ)`; key and signature are Ed25519 (RFC 8032), in 64 and 128 digits. The signature of record n signs the head
//! before it, and so every record before it. The key is told in a record of its own, `{"t":0,"key":PUBLIC KEY}`, before
//! it first signs.
//!
//! Invariants:
//! * Nothing here holds a private key or draws a number: signing is a matter of whoever may keep a secret.
//! * A signature says that the holder of the key vouched for these bytes. Whose key it is, only a copy of the public
//!   key that was kept elsewhere can tell.

use crate::{Chain, hex};
use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::{Map, Value};

/// A public key.
pub type PublicKey = [u8; 32];

/// A head and somebody's signature under it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedHead {
    /// The last record that is signed for.
    pub seq: u64,
    /// The head after it.
    pub head: [u8; 32],
    /// The public key of the signer.
    pub key: PublicKey,
    /// The signature of [`message`].
    pub signature: [u8; 64],
}

/// The bytes that are signed for a chain that stands here.
pub fn message(seq: u64, head: &[u8; 32]) -> Vec<u8> {
    format!("topboard journal head 1\n{seq}\n{}\n", hex::emit(head)).into_bytes()
}

/// The bytes that are signed for a page: see [`crate::evidence::seal`].
pub fn page_message(sha256: &[u8; 32]) -> Vec<u8> {
    format!("topboard page 1\n{}\n", hex::emit(sha256)).into_bytes()
}

/// Whether this key signed these bytes. Weak keys sign nothing.
pub fn is_signed(message: &[u8], key: &PublicKey, signature: &[u8; 64]) -> bool {
    VerifyingKey::from_bytes(key)
        .is_ok_and(|key| key.verify_strict(message, &Signature::from_bytes(signature)).is_ok())
}

/// The body that tells the key.
pub fn key_body(t_ms: u64, key: &PublicKey) -> String {
    format!("{{\"t\":{t_ms},\"key\":\"{}\"}}", hex::emit(key))
}

/// The key this body tells; `None` for every other body, an error when what it tells is no key.
pub fn parse_key(body: &str) -> Option<Result<PublicKey, &'static str>> {
    let object = object_with(body, "key", "\"key\":")?;
    Some(object["key"].as_str().and_then(hex::parse).ok_or("the key it tells is not 64 hexadecimal digits"))
}

impl SignedHead {
    /// Whether the key signed this head.
    pub fn is_genuine(&self) -> bool {
        is_signed(&message(self.seq, &self.head), &self.key, &self.signature)
    }

    /// Whether this signs for a chain that stands here.
    pub fn is_of(&self, chain: &Chain) -> bool {
        self.seq == chain.seq() && self.head == chain.head()
    }

    /// The body of the record that holds it.
    pub fn emit(&self, t_ms: u64) -> String {
        format!("{{\"t\":{t_ms},\"signed\":{}}}", self.json())
    }

    /// The signature this body holds; `None` for every other body, an error when it cannot be read.
    pub fn parse(body: &str) -> Option<Result<SignedHead, &'static str>> {
        let object = object_with(body, "signed", "\"signed\":")?;
        Some(SignedHead::read(&object["signed"]).ok_or("the signature it holds cannot be read"))
    }

    /// The signed head in this text, as [`SignedHead::json`] writes it.
    pub fn read_json(text: &str) -> Option<SignedHead> {
        SignedHead::read(&serde_json::from_str(text).ok()?)
    }

    /// As JSON, its parts always in this order.
    pub fn json(&self) -> String {
        format!(
            "{{\"seq\":{},\"head\":\"{}\",\"key\":\"{}\",\"sig\":\"{}\"}}",
            self.seq,
            hex::emit(&self.head),
            hex::emit(&self.key),
            hex::emit(&self.signature)
        )
    }

    /// From JSON.
    pub(crate) fn read(value: &Value) -> Option<SignedHead> {
        Some(SignedHead {
            seq: value["seq"].as_u64()?,
            head: hex::parse(value["head"].as_str()?)?,
            key: hex::parse(value["key"].as_str()?)?,
            signature: hex::parse(value["sig"].as_str()?)?,
        })
    }
}

/// The body as JSON when it is an object with this key. Bodies without the key's letters are not parsed at all: a
/// book has a million records for each signature.
fn object_with(body: &str, key: &str, quoted: &str) -> Option<Map<String, Value>> {
    if !body.contains(quoted) {
        return None;
    }
    match serde_json::from_str(body) {
        Ok(Value::Object(object)) if object.contains_key(key) => Some(object),
        Ok(_) | Err(_) => None,
    }
}
