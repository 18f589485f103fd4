//! The remark of a person who continued a journal although an audit of its signatures had found faults.
//!
//! ```text
//! {"t":61000,"accepted":{"by":"A. Nowak","found":["records 12 to 407, …"]}}
//! ```
//! The remark says what was found and who accepted it. It repairs nothing: a later audit of the journal finds every
//! fault again. The remark counts only if the next signature is made with the key that writes the journal, because then
//! the owner of the journal wrote the remark.

use serde_json::{Value, json};

/// The greatest length of a text in the remark, in bytes. [`FOUND_MAX`] is the greatest number of findings in it.
const TEXT_MAX: usize = 400;
const FOUND_MAX: usize = 20;

/// The content of the remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// The person who accepted the findings.
    pub by: String,
    /// The findings, one sentence each.
    pub found: Vec<String>,
}

impl Accepted {
    /// Returns the body of the remark's record. Longer texts are truncated to `TEXT_MAX` bytes, further findings are
    /// left out.
    pub fn emit(&self, t_ms: u64) -> String {
        let found: Vec<&str> = self.found.iter().take(FOUND_MAX).map(|text| short(text)).collect();
        let said = json!({"by": short(&self.by), "found": found});
        format!("{{\"t\":{t_ms},\"accepted\":{said}}}")
    }

    /// Returns the remark in this body; `None` if the body holds no remark, or one that cannot be read.
    pub fn parse(body: &str) -> Option<Accepted> {
        if !body.contains("\"accepted\":") {
            return None;
        }
        let value: Value = serde_json::from_str(body).ok()?;
        let said = value.get("accepted")?;
        let found = said["found"].as_array()?.iter().map(|text| Some(text.as_str()?.to_owned()));
        Some(Accepted { by: said["by"].as_str()?.to_owned(), found: found.collect::<Option<_>>()? })
    }
}

/// Returns the text, truncated to at most [`TEXT_MAX`] bytes at a character boundary.
fn short(text: &str) -> &str {
    let end = (0..=TEXT_MAX).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    &text[..end.min(text.len())]
}

#[cfg(test)]
mod tests {
    use super::Accepted;

    #[test]
    fn what_was_accepted_is_read_as_it_was_written() {
        let said = Accepted { by: "Zażółć \"A\"".to_owned(), found: vec!["records 1 to 4".to_owned()] };
        assert_eq!(Accepted::parse(&said.emit(61_000)), Some(said));
        assert_eq!(Accepted::parse(r#"{"t":1,"rx":[1,"00"]}"#), None);
        let long = Accepted { by: "ż".repeat(500), found: vec!["x".repeat(1000); 40] };
        let read = Accepted::parse(&long.emit(0)).expect("it is one");
        assert_eq!((read.by, read.found.len()), ("ż".repeat(200), 20));
    }
}
