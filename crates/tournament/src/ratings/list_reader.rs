//! The reader of both formats, which tells them apart by their beginning.

use super::{FaultKind, ListEntry, ListFault, RatingKind, fixed_width::FixedWidth, xml::Xml};

/// The greatest number of blank bytes before a list.
const BLANKS_MAX: usize = 1024;
/// The mark of UTF-8 that some programs write at the beginning of a file.
const MARK: &[u8] = b"\xEF\xBB\xBF";
/// The marks of UTF-16, which no list is written in.
const UTF_16_MARKS: [&[u8]; 2] = [b"\xFF\xFE", b"\xFE\xFF"];

/// Reads a rating list in pieces of any length, and holds no more than one entry and one piece.
#[derive(Debug)]
pub struct ListReader {
    format: Format,
    only: RatingKind,
    /// The beginning of the list, until its first letter has come.
    begun: Vec<u8>,
}

#[derive(Debug)]
enum Format {
    NotKnown,
    FixedWidth(FixedWidth),
    Xml(Xml),
}

/// What was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ListTally {
    /// The number of entries.
    pub entries: u64,
    /// The number of entries that were skipped because they have no identity number or no name.
    pub skipped: u64,
    /// The line of the first entry that was skipped.
    pub first_skipped: Option<u64>,
}

impl ListTally {
    pub(super) fn skip(&mut self, line: u64) {
        self.skipped += 1;
        self.first_skipped.get_or_insert(line);
    }
}

impl ListReader {
    /// Creates a reader. A list of one kind of ratings does not say which; `only` does.
    pub fn new(only: RatingKind) -> ListReader {
        ListReader { format: Format::NotKnown, only, begun: Vec::new() }
    }

    /// Reads a piece of the list and calls `see` with each entry that is complete. After an error the reader is of no
    /// more use.
    pub fn feed(&mut self, bytes: &[u8], see: &mut impl FnMut(&ListEntry)) -> Result<(), ListFault> {
        match &mut self.format {
            Format::FixedWidth(list) => return list.feed(bytes, see),
            Format::Xml(list) => return list.feed(bytes, see),
            Format::NotKnown => self.begun.extend_from_slice(bytes),
        }
        let fault = |what| Err(ListFault { line: 1, what });
        let begins_with = |mark: &[u8]| self.begun.starts_with(mark);
        if UTF_16_MARKS.iter().any(|mark| begins_with(mark)) {
            return fault(FaultKind::Encoding("UTF-16".to_owned()));
        }
        // A mark itself may come in pieces.
        if [MARK].iter().chain(&UTF_16_MARKS).any(|mark| !begins_with(mark) && mark.starts_with(&self.begun))
        {
            return Ok(());
        }
        let unmarked = self.begun.strip_prefix(MARK).unwrap_or(&self.begun);
        let letter = unmarked.iter().position(|byte| !byte.is_ascii_whitespace());
        if letter.unwrap_or(unmarked.len()) > BLANKS_MAX {
            return fault(FaultKind::NotAList);
        }
        match letter.map(|at| unmarked[at]) {
            None => return Ok(()),
            Some(b'<') => self.format = Format::Xml(Xml::new(self.only)),
            Some(_) => self.format = Format::FixedWidth(FixedWidth::new(self.only)),
        }
        let unmarked = unmarked.to_vec();
        self.begun = Vec::new();
        match &mut self.format {
            Format::FixedWidth(list) => list.feed(&unmarked, see),
            Format::Xml(list) => list.feed(&unmarked, see),
            Format::NotKnown => Ok(()),
        }
    }

    /// Ends the list and returns what was read of it.
    pub fn finish(self, see: &mut impl FnMut(&ListEntry)) -> Result<ListTally, ListFault> {
        match self.format {
            Format::FixedWidth(list) => list.finish(see),
            Format::Xml(list) => list.finish(),
            Format::NotKnown => Err(ListFault { line: 1, what: FaultKind::Empty }),
        }
    }
}
