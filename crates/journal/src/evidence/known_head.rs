//! A head of a journal that was kept elsewhere: on a result sheet, or in somebody's copy of the feed. It reveals that
//! the end of the journal was cut off, which the journal alone cannot reveal.
//!
//! ```text
//! TOPBOARD-HEAD:1:SEQ:HEAD:KEY      as a QR code holds it, in upper case; KEY may be missing
//! HEAD                              64 hexadecimal digits alone
//! ```

use crate::{evidence::signature::PublicKey, hex};
use std::fmt;

/// A head that was kept elsewhere, with the facts that were kept with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownHead {
    /// The number of the record after which the journal has this head; `None` if the number was not kept.
    pub seq: Option<u64>,
    /// The head that was kept.
    pub head: [u8; 32],
    /// The key that signed the head; `None` if the key was not kept.
    pub key: Option<PublicKey>,
}

const MARK: &str = "TOPBOARD-HEAD:1:";

impl KnownHead {
    /// Parses a head in either form, in upper or lower case; `None` if the text has neither. Blanks around it are
    /// ignored.
    pub fn parse(text: &str) -> Option<KnownHead> {
        let text = text.trim().to_ascii_uppercase();
        let Some(rest) = text.strip_prefix(MARK) else {
            return Some(KnownHead { seq: None, head: hex::parse(&text)?, key: None });
        };
        let mut parts = rest.split(':');
        let seq = Some(parts.next()?.parse().ok()?);
        let head = hex::parse(parts.next()?)?;
        let key = parts.next().map(|key| hex::parse(key).ok_or(())).transpose().ok()?;
        parts.next().is_none().then_some(KnownHead { seq, head, key })
    }
}

/// Writes the head as in a QR code. The text needs only the alphanumeric mode of QR codes, which takes the least space.
impl fmt::Display for KnownHead {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = hex::emit(&self.head).to_ascii_uppercase();
        match self.seq {
            Some(seq) => write!(f, "{MARK}{seq}:{head}")?,
            None => return f.write_str(&head),
        }
        match &self.key {
            Some(key) => write!(f, ":{}", hex::emit(key).to_ascii_uppercase()),
            None => Ok(()),
        }
    }
}
