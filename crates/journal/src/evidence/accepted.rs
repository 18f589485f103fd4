//! The remark of somebody who goes on with a book although its signatures do not bear it out.
//!
//! ```text
//! {"t":61000,"accepted":{"by":"A. Nowak","found":["records 12 to 407, …"]}}
//! ```
//! It says what was found and who knew it. It heals nothing: whoever checks the book finds the same again. It counts where
//! the next signature is one of the key that the book is written with, for then its owner wrote it.

use serde_json::{Value, json};

/// The longest text in it, in bytes, and how many findings it names.
const TEXT_MAX: usize = 400;
const FOUND_MAX: usize = 20;

/// What it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepted {
    /// Who accepted it.
    pub by: String,
    /// What was found, one sentence each.
    pub found: Vec<String>,
}

impl Accepted {
    /// The body of its record. What is too long is cut.
    pub fn emit(&self, t_ms: u64) -> String {
        let found: Vec<&str> = self.found.iter().take(FOUND_MAX).map(|text| short(text)).collect();
        let said = json!({"by": short(&self.by), "found": found});
        format!("{{\"t\":{t_ms},\"accepted\":{said}}}")
    }

    /// The remark in this body; none in any other, nor in one that cannot be read.
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

/// The text up to where a letter ends within the limit.
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
