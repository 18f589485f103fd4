//! What an import complains about: the line, what is wrong with it, and what to do.

use super::{fault::ImportFault, proposal::Proposal};
use game::names::OneLine;
use game::text::Language;
use std::fmt;

/// The largest number of characters of a line that a problem repeats.
pub const SHOWN_MAX: usize = 120;

/// One thing that a reader noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// The number of the line, counted from 1; 0 for something that concerns the whole file.
    pub line: usize,
    /// The beginning of the line, without characters that nobody sees; empty if the problem has no line.
    pub text: String,
    /// What is wrong, or what had to be assumed.
    pub fault: ImportFault,
    /// What to do about it, or what was done.
    pub proposal: Option<Proposal>,
}

impl Problem {
    /// Creates a problem of the whole file.
    pub fn of_file(fault: ImportFault, proposal: Option<Proposal>) -> Problem {
        Problem { line: 0, text: String::new(), fault, proposal }
    }

    /// Creates a problem of one line.
    pub fn of_line(line: FileLine<'_>, fault: ImportFault, proposal: Option<Proposal>) -> Problem {
        let mut shown: String = line.text.chars().take(SHOWN_MAX).collect();
        if shown.len() < line.text.len() {
            shown.push('…');
        }
        Problem { line: line.number, text: OneLine(&shown).to_string(), fault, proposal }
    }

    /// Returns whether the problem prevents the import. All others are warnings.
    pub fn is_error(&self) -> bool {
        self.fault.is_error()
    }

    /// Returns the sentence of the problem in a language, followed by the sentence of the proposal.
    pub fn told(&self, language: Language) -> String {
        let fault = self.fault.phrase().text(language);
        match &self.proposal {
            Some(proposal) => format!("{fault}. {}.", proposal.phrase().text(language)),
            None => format!("{fault}."),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "line {}: ", self.line)?;
        }
        f.write_str(&self.told(Language::English))
    }
}

/// A line of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileLine<'a> {
    /// The number, counted from 1; 0 for no line.
    pub number: usize,
    /// The text, without the end of the line.
    pub text: &'a str,
}

/// Splits a text into lines. A line ends with a line feed, a carriage return, or both. The end is given, too, so that
/// the text can be put together again.
pub fn lines(text: &str) -> impl Iterator<Item = (FileLine<'_>, &str)> {
    let mut rest = text;
    let mut number = 0;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        number += 1;
        let at = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let (text, behind) = rest.split_at(at);
        let length = if behind.starts_with("\r\n") { 2 } else { behind.len().min(1) };
        let (end, behind) = behind.split_at(length);
        rest = behind;
        Some((FileLine { number, text }, end))
    })
}

#[cfg(test)]
mod tests {
    use super::{FileLine, Problem, SHOWN_MAX, lines};
    use crate::import::ImportFault;

    #[test]
    fn lines_end_in_three_ways_and_can_be_joined_again() {
        let text = "a\rb\r\nc\n\nd";
        let split: Vec<(usize, &str)> = lines(text).map(|(line, _)| (line.number, line.text)).collect();
        assert_eq!(split, [(1, "a"), (2, "b"), (3, "c"), (4, ""), (5, "d")]);
        let joined: String = lines(text).flat_map(|(line, end)| [line.text, end]).collect();
        assert_eq!(joined, text);
        assert_eq!(lines("").count(), 0);
    }

    #[test]
    fn a_long_line_is_shown_in_part() {
        let text = "\u{1b}".to_owned() + &"ł".repeat(10_000);
        let problem =
            Problem::of_line(FileLine { number: 7, text: &text }, ImportFault::LineNotUnderstood, None);
        assert!(problem.text.chars().count() < SHOWN_MAX + 10 && problem.text.starts_with(r"\u{1b}łł"));
        assert!(problem.to_string().starts_with("line 7: "), "{problem}");
    }
}
