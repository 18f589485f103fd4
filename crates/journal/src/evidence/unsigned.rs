//! Stretches of a journal that were not signed in time.
//!
//! As long as the program writes records that are worth a signature, it signs at least once a minute. A longer stretch
//! without a signature is therefore suspicious: somebody who has the file but not the key can write records, but cannot
//! sign them.
//!
//! The length of a stretch is measured in journal time, from the first record after a signature to the last record
//! before the next signature, or to the end of the journal. Some records are not worth a signature: the first line of a
//! file, a mark, a key, a signature and a note of the time of day.

use crate::{evidence::tombstone, mark};
use serde_json::{Map, Value};

/// The greatest length of an unsigned stretch that is accepted at the end of a journal, in milliseconds.
pub const UNSIGNED_MAX_MS: u64 = 60_000;
/// The greatest length of a stretch that is accepted before its signature, in milliseconds. The limit exceeds a minute
/// because earlier versions of the program signed only after a full minute.
pub const LATE_MAX_MS: u64 = 90_000;

/// Consecutive records that are worth a signature and have no signature among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// The number of the first record of the stretch.
    pub from: u64,
    /// The number of the last record of the stretch.
    pub to: u64,
    /// The journal time of the first record of the stretch, in milliseconds.
    pub from_ms: u64,
    /// The journal time of the last record of the stretch, in milliseconds.
    pub to_ms: u64,
}

impl Stretch {
    /// Returns the length of the stretch in milliseconds.
    pub fn ms(&self) -> u64 {
        self.to_ms.saturating_sub(self.from_ms)
    }
}

/// Looks for unsigned stretches in a journal, record by record.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Unsigned {
    open: Option<Stretch>,
    late: Option<Stretch>,
}

impl Unsigned {
    /// Looks at a record that fits the chain, and adds it to the open stretch if it is worth a signature.
    pub(crate) fn see(&mut self, seq: u64, body: &str) {
        if let Some(t_ms) = worth_ms(body) {
            self.note(seq, t_ms);
        }
    }

    /// Adds a record that is worth a signature, with its journal time, to the open stretch.
    pub(crate) fn note(&mut self, seq: u64, t_ms: u64) {
        let stretch = self.open.get_or_insert(Stretch { from: seq, to: seq, from_ms: t_ms, to_ms: t_ms });
        stretch.to = seq;
        stretch.to_ms = stretch.to_ms.max(t_ms);
    }

    /// Notes a signature, which covers every record so far and so ends the open stretch.
    pub(crate) fn sign(&mut self) {
        let open = self.open.take().filter(|open| open.ms() > LATE_MAX_MS);
        self.late = self.late.or(open);
    }

    /// Returns the unsigned stretch at the end of the journal; `None` if there is none.
    pub(crate) fn open(&self) -> Option<Stretch> {
        self.open
    }

    /// Returns the first stretch whose signature came too late; `None` if there is none.
    pub(crate) fn late(&self) -> Option<Stretch> {
        self.late
    }
}

/// Returns the journal time of a record that is worth a signature, in milliseconds; `None` for any other record.
pub fn worth_ms(body: &str) -> Option<u64> {
    let Some((t_ms, next)) = leading_time(body) else {
        // The program always writes the time first. Any other body was not written by the program, or has no time.
        if !body.contains("\"t\":") || mark::parse(body.as_bytes()).is_some() || tombstone::is_one(body) {
            return None;
        }
        let object = object(body)?;
        return if is_idle(&object) { None } else { object.get("t")?.as_u64() };
    };
    let may_be_idle = ["wall_ms\"", "key\"", "signed\""].iter().any(|kind| next.starts_with(kind));
    let is_idle = may_be_idle && object(body).is_some_and(|object| is_idle(&object));
    (!is_idle).then_some(t_ms)
}

/// Returns the journal time, in milliseconds, of a record of bytes from a device, which has exactly the form
/// `{"t":N,"rx":[LINK,"DIGITS"]}`; `None` for any other record. Most records of a journal have this form. They can hold
/// nothing else, so callers need not look for keys or signatures in them.
pub fn bytes_ms(body: &str) -> Option<u64> {
    let (t_ms, rest) = leading_time(body)?;
    let (_, rest) = leading_digits(rest.strip_prefix("rx\":[")?);
    let digits = rest.strip_prefix(",\"")?.strip_suffix("\"]}")?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(t_ms)
}

/// Splits off the time at the beginning of a body: returns it in milliseconds, with the text after `{"t":60000,"`.
fn leading_time(body: &str) -> Option<(u64, &str)> {
    let (digits, rest) = leading_digits(body.strip_prefix("{\"t\":")?);
    Some((digits.parse().ok()?, rest.strip_prefix(",\"")?))
}

fn leading_digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

/// Returns whether the object holds only a key, a signature or the time of day, which are not worth a signature.
fn is_idle(object: &Map<String, Value>) -> bool {
    let is_of = |keys: &[&str]| object.keys().all(|key| key == "t" || keys.contains(&key.as_str()));
    is_of(&["key"]) || is_of(&["signed"]) || is_of(&["wall_ms", "synced", "stepped_ms"])
}

fn object(body: &str) -> Option<Map<String, Value>> {
    match serde_json::from_str(body) {
        Ok(Value::Object(object)) => Some(object),
        Ok(_) | Err(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes_ms, worth_ms};

    #[test]
    fn marks_keys_signatures_and_the_time_of_day_are_worth_no_signature() {
        for idle in [
            r#"{"journal":1,"program":"x","epoch":"e"}"#,
            r#"{"safe":5}"#,
            r#"{"t":0,"key":"ab"}"#,
            r#"{"t":9,"signed":{"seq":1}}"#,
            r#"{"t":9,"wall_ms":5}"#,
            r#"{"t":9,"wall_ms":5,"synced":true,"stepped_ms":-4}"#,
        ] {
            assert_eq!(worth_ms(idle), None, "{idle}");
        }
        assert_eq!(bytes_ms(r#"{"t":9,"rx":[1,"8e05"]}"#), Some(9));
        for more in [
            r#"{"t":9,"rx":[1,"8e05"],"key":"ab"}"#,
            r#"{"t":9,"rx":[1,"8e","key":"05"]}"#,
            r#"{"t":9,"key":"ab"}"#,
        ] {
            assert_eq!(bytes_ms(more), None, "{more}");
        }
        // An object that contains anything else beside these keys is worth a signature.
        for worth in [
            r#"{"t":9,"rx":[1,"00"]}"#,
            r#"{"t":9,"wall_ms":5,"start":"x"}"#,
            r#"{"t":9,"wall_ms":5,"rx":[1,"00"]}"#,
            r#"{"t":9,"key":"ab","rx":[1,"00"]}"#,
            r#"{"rx":[1,"00"],"t":9}"#,
            r#"{"t":9,"held":{"since":4}}"#,
        ] {
            assert_eq!(worth_ms(worth), Some(9), "{worth}");
        }
    }
}
