//! The list of fixed width: a line that names the columns, then one line a player.
//!
//! Limits: a line has at most [`LINE_MAX`] bytes. A line without an identity number is skipped and counted; more than
//! [`SKIPPED_MAX`] of them end the reading.

use super::{
    FaultKind, ListEntry, ListFault, ListTally, RatingKind,
    columns::{Column, Placed, columns},
    entry,
};
use encoding_rs::WINDOWS_1252;
use std::{borrow::Cow, str};

/// The greatest length of a line, in bytes; the longest of today's lists has 163.
const LINE_MAX: usize = 1024;
/// The greatest number of lines without an identity number.
const SKIPPED_MAX: u64 = 1000;

/// Reads a list of fixed width in pieces.
#[derive(Debug)]
pub(super) struct FixedWidth {
    /// The columns; empty before the first line.
    columns: Vec<Placed>,
    /// The kind of the only rating of a list of one kind.
    only: RatingKind,
    /// The beginning of a line whose end has not come yet.
    begun: Vec<u8>,
    /// The number of lines that are read.
    lines: u64,
    entry: ListEntry,
    tally: ListTally,
}

impl FixedWidth {
    pub(super) fn new(only: RatingKind) -> FixedWidth {
        FixedWidth {
            columns: Vec::new(),
            only,
            begun: Vec::new(),
            lines: 0,
            entry: ListEntry::default(),
            tally: ListTally::default(),
        }
    }

    /// Reads a piece of the list and calls `see` with each entry.
    pub(super) fn feed(
        &mut self,
        mut bytes: &[u8],
        see: &mut impl FnMut(&ListEntry),
    ) -> Result<(), ListFault> {
        while let Some(end) = bytes.iter().position(|byte| *byte == b'\n') {
            let (line, rest) = (&bytes[..end], &bytes[end + 1..]);
            if self.begun.is_empty() {
                self.line(line, see)?;
            } else {
                let mut whole = std::mem::take(&mut self.begun);
                whole.extend_from_slice(line);
                self.line(&whole, see)?;
                whole.clear();
                self.begun = whole;
            }
            bytes = rest;
        }
        if self.begun.len() + bytes.len() > LINE_MAX {
            return Err(self.fault(FaultKind::TooLong(LINE_MAX), 1));
        }
        self.begun.extend_from_slice(bytes);
        Ok(())
    }

    /// Reads the last line, which may lack its end.
    pub(super) fn finish(mut self, see: &mut impl FnMut(&ListEntry)) -> Result<ListTally, ListFault> {
        let last = std::mem::take(&mut self.begun);
        if !last.is_empty() {
            // Nothing else shows that a list of fixed width goes on: the last line ends before the year of birth does.
            let born = self.columns.iter().find(|placed| placed.column == Column::Born);
            if born.is_some_and(|placed| last.len() < placed.begins + "1999".len()) {
                return Err(self.fault(FaultKind::Truncated, 1));
            }
            self.line(&last, see)?;
        }
        if self.columns.is_empty() {
            return Err(self.fault(FaultKind::Empty, 1));
        }
        if self.tally.entries == 0 {
            return Err(self.fault(FaultKind::Truncated, 0));
        }
        Ok(self.tally)
    }

    fn line(&mut self, line: &[u8], see: &mut impl FnMut(&ListEntry)) -> Result<(), ListFault> {
        self.lines += 1;
        if line.len() > LINE_MAX {
            return Err(self.fault(FaultKind::TooLong(LINE_MAX), 0));
        }
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.iter().any(|byte| *byte < b' ' && *byte != b'\t') {
            return Err(self.fault(FaultKind::NotText, 0));
        }
        let is_blank = line.iter().all(|byte| *byte == b' ');
        if self.columns.is_empty() {
            if is_blank {
                return Ok(());
            }
            let header = str::from_utf8(line).map_err(|_| self.fault(FaultKind::NotAList, 0))?;
            self.columns = columns(header).map_err(|what| self.fault(what, 0))?;
            return Ok(());
        }
        if is_blank {
            return Ok(());
        }
        if self.player(line) {
            self.tally.entries += 1;
            see(&self.entry);
            return Ok(());
        }
        self.tally.skip(self.lines);
        if self.tally.skipped > SKIPPED_MAX {
            return Err(self.fault(FaultKind::TooManySkipped(self.tally.skipped), 0));
        }
        Ok(())
    }

    /// Reads a player into the entry and returns whether the line has an identity number and a name.
    fn player(&mut self, line: &[u8]) -> bool {
        let cells = Cells::of(line, &self.columns);
        let entry = &mut self.entry;
        entry.clear();
        let mut womens_title = Cow::Borrowed("");
        for placed in &self.columns {
            if placed.column == Column::Other {
                continue;
            }
            let text = cells.text(placed);
            match placed.column {
                Column::Id => match text.parse() {
                    Ok(id) if id > 0 => entry.fide_id = id,
                    Ok(_) | Err(_) => return false,
                },
                Column::Name => entry.name.push_str(&text),
                Column::Federation => entry.federation.push_str(&text),
                Column::Sex => entry.sex = entry::sex(&text),
                Column::Title => entry.title.push_str(entry::title(&text)),
                Column::WomensTitle => womens_title = text,
                Column::Rating(kind) => entry.ratings.set(kind, entry::rating(&text)),
                Column::OnlyRating => entry.ratings.set(self.only, entry::rating(&text)),
                Column::Born => entry.born = entry::year(&text),
                Column::Flag => entry.set_flag(&text),
                Column::Other => {}
            }
        }
        if entry.title.is_empty() {
            entry.title.push_str(&womens_title);
        }
        !entry.name.is_empty()
    }

    /// Creates the fault for the line that was read last, or the one `further` on.
    fn fault(&self, what: FaultKind, further: u64) -> ListFault {
        ListFault { line: (self.lines + further).max(1), what }
    }
}

/// A line that can be cut into cells.
enum Cells<'a> {
    /// A column is counted in bytes: plain letters, or text in which the federation then stands at its place.
    Bytes(&'a [u8]),
    /// A column is counted in characters: the places at which they begin.
    Characters(&'a str, Vec<usize>),
}

impl<'a> Cells<'a> {
    fn of(line: &'a [u8], columns: &[Placed]) -> Cells<'a> {
        match str::from_utf8(line) {
            Ok(text) if !line.is_ascii() && !stands_at_its_place(line, columns) => {
                Cells::Characters(text, text.char_indices().map(|(at, _)| at).collect())
            }
            Ok(_) | Err(_) => Cells::Bytes(line),
        }
    }

    /// Returns the text of a cell without the blanks around it. Text that is not UTF-8 is read as Windows-1252.
    fn text(&self, placed: &Placed) -> Cow<'a, str> {
        let cell = match self {
            Cells::Bytes(line) => cut(line, placed),
            Cells::Characters(text, at) => {
                let place = |number: usize| at.get(number).copied().unwrap_or(text.len());
                &text.as_bytes()[place(placed.begins)..place(placed.ends)]
            }
        };
        let cell = cell.trim_ascii();
        match str::from_utf8(cell) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => WINDOWS_1252.decode_without_bom_handling(cell).0,
        }
    }
}

/// Returns whether the federation is three letters between blanks when columns are counted in bytes.
fn stands_at_its_place(line: &[u8], columns: &[Placed]) -> bool {
    columns.iter().filter(|placed| placed.column == Column::Federation).all(|placed| {
        let cell = cut(line, placed).trim_ascii_end();
        let before = placed.begins.checked_sub(1).and_then(|at| line.get(at));
        cell.len() == 3 && cell.iter().all(u8::is_ascii_alphabetic) && before.is_none_or(|byte| *byte == b' ')
    })
}

fn cut<'a>(line: &'a [u8], placed: &Placed) -> &'a [u8] {
    &line[placed.begins.min(line.len())..placed.ends.min(line.len())]
}
