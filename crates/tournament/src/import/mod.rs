//! Files of pairing programs: what they say, and what an import of it would do.
//!
//! ```text
//!   bytes ── encoding ── text ── a reader for the format ── Draft ── matching ── Import
//!                                   pgn, trf, table, list     │         │
//!                                                             └ problems┘
//! ```
//! [`read`] makes a [`Draft`] of any bytes. [`Draft::against`] matches it with the players of a tournament and says what
//! an import would do. Nothing is imported in part: while a problem is an error, there is no [`Import`].
//!
//! Limits stand beside what they limit. Whatever the bytes are, nothing here panics, and the work grows with the length
//! of the file.

mod draft;
mod encoding;
mod matching;
mod order;
mod problems;
pub(crate) mod readers;
mod rounds;
mod spelling;

pub use draft::{Answer, Draft, DraftHeader, DraftPairing, DraftPlayer, DraftRound, Format, LISTED_MAX};
pub use encoding::CodePage;
pub use matching::NEAR_MAX;
pub use order::Import;
pub use problems::{
    fault::ImportFault,
    problem::{FileLine, Problem, SHOWN_MAX, lines},
    proposal::Proposal,
};
pub(crate) use readers::{
    gather::{Gathering, Row, Seat},
    words,
};
use readers::{list, pgn, table};

/// The largest number of bytes of a file. A report on 4,000 players and 99 rounds has four million.
pub const BYTES_MAX: usize = 16 << 20;
/// The largest number of lines of a file. A PGN file of 2,000 games without moves has 40,000.
pub const LINES_MAX: usize = 200_000;
/// The largest number of bytes of a line. A player of a report on 99 rounds takes 1,100.
pub const LINE_MAX: usize = 20_000;

/// What is known of a file beside its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hint<'a> {
    /// The name of the file; empty if it has none. Its ending decides where the contents do not.
    pub file_name: &'a str,
    /// The code page that a person has chosen; `None` to guess it where the file is not Unicode.
    pub code_page: Option<CodePage>,
}

/// Reads a file of any format.
pub fn read(bytes: &[u8], hint: Hint<'_>) -> Draft {
    let refused = |fault, proposal| Draft::refused(Problem::of_file(fault, Some(proposal)));
    if bytes.len() > BYTES_MAX {
        return refused(ImportFault::TooManyBytes(bytes.len()), Proposal::Split);
    }
    let (text, guessed) = match encoding::decode(bytes, hint.code_page) {
        Ok(decoded) => decoded,
        Err(problem) => return Draft::refused(*problem),
    };
    if text.trim().is_empty() {
        return refused(ImportFault::Empty, Proposal::ExportAgain);
    }
    let mut count = 0;
    for (line, _) in lines(&text) {
        count += 1;
        if line.text.len() > LINE_MAX {
            let fault = ImportFault::LineTooLong(line.text.len());
            return Draft::refused(Problem::of_line(line, fault, Some(Proposal::ExportAgain)));
        }
    }
    if count > LINES_MAX {
        return refused(ImportFault::TooManyLines(count), Proposal::Split);
    }
    let mut draft = if is_markup(&text) {
        refused(ImportFault::NotText("HTML"), Proposal::SaveAsText)
    } else if pgn::is_pgn(&text) {
        pgn::read(&text)
    } else if crate::trf::is_trf(&text, hint.file_name) {
        crate::trf::draft(&text)
    } else if let Some(layout) = table::layout(&text) {
        table::read(&text, &layout)
    } else {
        list::read(&text)
    };
    if let Some(problem) = guessed {
        draft.note(problem);
    }
    draft
}

/// Returns whether a text is a page or another document of marks.
fn is_markup(text: &str) -> bool {
    let head: String = text.trim_start().chars().take(500).collect::<String>().to_ascii_lowercase();
    head.starts_with('<')
        && ["<html", "<!doctype", "<?xml", "<table", "<body"].iter().any(|it| head.contains(it))
}

#[cfg(test)]
mod tests;
