//! Signed heads, which tie a journal to the key of the program that wrote it.
//!
//! ```text
//! record n:   {"t":60000,"signed":{"seq":n-1,"head":h(n-1),"key":PUBLIC KEY,"sig":SIGNATURE}}
//! signed are the ASCII bytes   topboard journal head 1 LF  SEQ LF  HEAD LF
//! ```
//!
//! SEQ is the decimal number of the last record that the signature covers, HEAD the 64 lower-case hexadecimal digits
//! of `h(SEQ)`. Key and signature are those of Ed25519 (RFC 8032), written as 64 and 128 hexadecimal digits. The
//! signature in record n signs the head after record n-1, and so every earlier record. A separate record announces the
//! key before its first signature: `{"t":0,"key":PUBLIC KEY}`.
//!
//! Invariants:
//! * This crate holds no private key and generates no random numbers. Its callers sign, because they can keep a secret.
//! * A signature proves that the holder of the key vouched for the signed bytes. Only a copy of the public key that was
//!   kept elsewhere shows whose key it is.

use crate::{Chain, hex};
use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::{Map, Value};

/// A public key of Ed25519.
pub type PublicKey = [u8; 32];

/// A head with its signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SignedHead {
    /// The number of the last record that the signature covers.
    pub seq: u64,
    /// The head after the record with the number `seq`.
    pub head: [u8; 32],
    /// The public key of the signer.
    pub key: PublicKey,
    /// The signature of [`message`].
    pub signature: [u8; 64],
}

/// Returns the bytes to be signed for this head, which is the head after the record with the number `seq`.
pub fn message(seq: u64, head: &[u8; 32]) -> Vec<u8> {
    format!("topboard journal head 1\n{seq}\n{}\n", hex::emit(head)).into_bytes()
}

/// Returns the bytes to be signed for a page: see [`crate::evidence::seal`].
pub fn page_message(sha256: &[u8; 32]) -> Vec<u8> {
    format!("topboard page 1\n{}\n", hex::emit(sha256)).into_bytes()
}

/// Returns whether the holder of this key signed these bytes. A signature by a weak key never counts.
pub fn is_signed(message: &[u8], key: &PublicKey, signature: &[u8; 64]) -> bool {
    VerifyingKey::from_bytes(key)
        .is_ok_and(|key| key.verify_strict(message, &Signature::from_bytes(signature)).is_ok())
}

/// Returns the body of the record that announces this public key.
pub fn key_body(t_ms: u64, key: &PublicKey) -> String {
    format!("{{\"t\":{t_ms},\"key\":\"{}\"}}", hex::emit(key))
}

/// Returns the key that this body announces; `None` if it announces none, `Some(Err)` if its key cannot be read.
pub fn parse_key(body: &str) -> Option<Result<PublicKey, &'static str>> {
    let object = object_with(body, "key", "\"key\":")?;
    Some(object["key"].as_str().and_then(hex::parse).ok_or("the key it tells is not 64 hexadecimal digits"))
}

impl SignedHead {
    /// Returns whether the signature is genuine: made with the key for this head.
    pub fn is_genuine(&self) -> bool {
        is_signed(&message(self.seq, &self.head), &self.key, &self.signature)
    }

    /// Returns whether the signed head is the present head of this chain.
    pub fn is_of(&self, chain: &Chain) -> bool {
        self.seq == chain.seq() && self.head == chain.head()
    }

    /// Returns the body of the record that holds the signed head.
    pub fn emit(&self, t_ms: u64) -> String {
        format!("{{\"t\":{t_ms},\"signed\":{}}}", self.json())
    }

    /// Returns the signed head in this body; `None` if it holds none, `Some(Err)` if its signed head cannot be read.
    pub fn parse(body: &str) -> Option<Result<SignedHead, &'static str>> {
        let object = object_with(body, "signed", "\"signed\":")?;
        Some(SignedHead::read(&object["signed"]).ok_or("the signature it holds cannot be read"))
    }

    /// Parses a signed head from JSON as [`SignedHead::json`] writes it; `None` if it cannot be read.
    pub fn read_json(text: &str) -> Option<SignedHead> {
        SignedHead::read(&serde_json::from_str(text).ok()?)
    }

    /// Returns the signed head as JSON, with its keys always in the same order.
    pub fn json(&self) -> String {
        format!(
            "{{\"seq\":{},\"head\":\"{}\",\"key\":\"{}\",\"sig\":\"{}\"}}",
            self.seq,
            hex::emit(&self.head),
            hex::emit(&self.key),
            hex::emit(&self.signature)
        )
    }

    /// Reads a signed head from a JSON value; `None` if a part is missing or cannot be read.
    pub(crate) fn read(value: &Value) -> Option<SignedHead> {
        Some(SignedHead {
            seq: value["seq"].as_u64()?,
            head: hex::parse(value["head"].as_str()?)?,
            key: hex::parse(value["key"].as_str()?)?,
            signature: hex::parse(value["sig"].as_str()?)?,
        })
    }
}

/// Returns the body as JSON if it is an object with this key. `quoted` is the key in quotes: a body that does not
/// contain it is not even parsed, because a journal has a great many records for each signature.
fn object_with(body: &str, key: &str, quoted: &str) -> Option<Map<String, Value>> {
    if !body.contains(quoted) {
        return None;
    }
    match serde_json::from_str(body) {
        Ok(Value::Object(object)) if object.contains_key(key) => Some(object),
        Ok(_) | Err(_) => None,
    }
}
