//! What a segment says of the book before it.
//!
//! A book may be kept in several files, one after the other. Put together they are one book with one chain: nothing in
//! the chain knows where a file ends. So that a file can be read alone, the first record of each but the first names
//! its number and where the chain stood:
//!
//! ```text
//! {"journal":1,"program":…,"epoch":…,"segment":[2,70314,"c1f0…64 digits…"]}
//! ```
//!
//! Alone, a segment proves that nothing was changed after its first record; that this record belongs where it says,
//! only the book before it can prove.

use crate::Chain;

/// The place of a segment in its book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    /// Its number; the first segment has 1 and no opening.
    pub number: u32,
    /// Where the chain stood after the segments before it.
    pub after: Chain,
}

impl Opening {
    /// The opening in this body, which must be the first of its segment.
    pub fn find(body: &str) -> Option<Opening> {
        if !body.starts_with("{\"journal\":") {
            return None;
        }
        // Within a JSON text the quotes of a key's name stand nowhere else: in a string they are escaped.
        let (_, rest) = body.split_once("\"segment\":[")?;
        let (value, _) = rest.split_once(']')?;
        let mut parts = value.split(',');
        let number = parts.next()?.parse().ok()?;
        let seq = parts.next()?.parse().ok()?;
        let head = parts.next()?.strip_prefix('"')?.strip_suffix('"')?;
        if parts.next().is_some() {
            return None;
        }
        Some(Opening { number, after: Chain::resume(head_bytes(head)?, seq) })
    }
}

/// A head from its 64 hexadecimal digits.
pub fn head_bytes(digits: &str) -> Option<[u8; 32]> {
    if digits.len() != 64 || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let mut head = [0; 32];
    for (byte, at) in head.iter_mut().zip((0..64).step_by(2)) {
        *byte = u8::from_str_radix(digits.get(at..at + 2)?, 16).ok()?;
    }
    Some(head)
}
