//! The opening of a segment: the part of its first record that gives the segment's place in the journal.
//!
//! A journal may be split into several files, called segments. Joined in order they are one journal with one chain:
//! nothing in the chain shows where a file ends. So that a file can be read alone, the first record of every file
//! except the first gives the file's number, and the number and the head of the last record before it:
//!
//! ```text
//! {"journal":1,"program":…,"epoch":…,"segment":[2,70314,"c1f0…64 digits…"]}
//! ```
//!
//! Read alone, a segment proves only that nothing was changed after its first record. The earlier segments are needed
//! to prove that its first record is in the right place.

use crate::Chain;

/// The place of a segment in its journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opening {
    /// The number of the segment. The first segment has the number 1 and no opening.
    pub number: u32,
    /// The chain after all earlier segments.
    pub after: Chain,
}

impl Opening {
    /// Returns the opening in this body, which must be that of a segment's first record; `None` if there is no opening.
    pub fn find(body: &str) -> Option<Opening> {
        if !body.starts_with("{\"journal\":") {
            return None;
        }
        // In JSON, a quote inside a string is escaped, so these characters can only be the key itself.
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

/// Returns the head that the 64 hexadecimal digits represent; `None` if the text is anything else.
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
