//! What of a book nobody signed in time, and for how long.
//!
//! The program signs before a minute is over in which anything was written that is worth a signature. So a longer stretch
//! without one is evidence: who has the file, and not the key, can write records, but not their signature.
//!
//! Time is journal time, counted from record to record: from the first after a signature to the last before the next one, or
//! before the end. The first line of a file, a mark, a key, a signature and a note of the time of day are worth none.

use crate::{evidence::tombstone, mark};
use serde_json::{Map, Value};

/// So long may stand unsigned at the end of a book, in milliseconds.
pub const UNSIGNED_MAX_MS: u64 = 60_000;
/// So long after it was written a record may have been signed. Earlier versions of the program let a minute pass first.
pub const LATE_MAX_MS: u64 = 90_000;

/// Records that are worth a signature, one after the other without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stretch {
    /// The first of them.
    pub from: u64,
    /// The last.
    pub to: u64,
    /// The journal time of the first, in milliseconds.
    pub from_ms: u64,
    /// The journal time of the last.
    pub to_ms: u64,
}

impl Stretch {
    /// How long it is.
    pub fn ms(&self) -> u64 {
        self.to_ms.saturating_sub(self.from_ms)
    }
}

/// Watches for them, record after record.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Unsigned {
    open: Option<Stretch>,
    late: Option<Stretch>,
}

impl Unsigned {
    /// A record that fits its chain.
    pub(crate) fn see(&mut self, seq: u64, body: &str) {
        if let Some(t_ms) = worth_ms(body) {
            self.note(seq, t_ms);
        }
    }

    /// A record of this time that is worth a signature.
    pub(crate) fn note(&mut self, seq: u64, t_ms: u64) {
        let stretch = self.open.get_or_insert(Stretch { from: seq, to: seq, from_ms: t_ms, to_ms: t_ms });
        stretch.to = seq;
        stretch.to_ms = stretch.to_ms.max(t_ms);
    }

    /// Everything so far is signed.
    pub(crate) fn sign(&mut self) {
        let open = self.open.take().filter(|open| open.ms() > LATE_MAX_MS);
        self.late = self.late.or(open);
    }

    /// What nobody signed, at the end.
    pub(crate) fn open(&self) -> Option<Stretch> {
        self.open
    }

    /// The first that was signed too late.
    pub(crate) fn late(&self) -> Option<Stretch> {
        self.late
    }
}

/// The journal time of a record that is worth a signature; none for the others.
pub fn worth_ms(body: &str) -> Option<u64> {
    let Some((t_ms, next)) = leading_time(body) else {
        // Not written by this program in this order, or without a time.
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

/// The journal time of what a device said: nearly every record of a book, and exactly `{"t":N,"rx":[LINK,"DIGITS"]}`. Nothing else
/// can stand in it, and so nothing else is looked for.
pub fn bytes_ms(body: &str) -> Option<u64> {
    let (t_ms, rest) = leading_time(body)?;
    let (_, rest) = leading_digits(rest.strip_prefix("rx\":[")?);
    let digits = rest.strip_prefix(",\"")?.strip_suffix("\"]}")?;
    digits.bytes().all(|byte| byte.is_ascii_hexdigit()).then_some(t_ms)
}

/// `{"t":60000,"` and what stands behind it.
fn leading_time(body: &str) -> Option<(u64, &str)> {
    let (digits, rest) = leading_digits(body.strip_prefix("{\"t\":")?);
    Some((digits.parse().ok()?, rest.strip_prefix(",\"")?))
}

fn leading_digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

/// Whether this holds nothing but a key, a signature or the time of day.
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
        // Who hides something beside such words has written something.
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
