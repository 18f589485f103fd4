//! The list in XML: `<playerslist>` with a `<player>` each.
//!
//! Only what a list needs is read: elements and their text. A document type is refused, so there are no entities but
//! those of XML itself. Limits: an entry has at most [`ENTRY_MAX`] bytes; one without an identity number is skipped and
//! counted, and more than [`SKIPPED_MAX`] of them end the reading.

use super::{FaultKind, ListEntry, ListFault, ListTally, RatingKind, entry};
use encoding_rs::{Encoding, UTF_8};
use quick_xml::{
    Error, Reader,
    errors::SyntaxError,
    events::{BytesDecl, BytesRef, Event},
};

/// The greatest length of an entry with the blanks around it, in bytes; those of today's lists have some 600.
const ENTRY_MAX: usize = 64 * 1024;
/// The greatest number of entries without an identity number.
const SKIPPED_MAX: u64 = 1000;
/// The end of an entry, up to which the bytes that have come are read.
const ENTRY_END: &[u8] = b"</player>";
const LIST: &[u8] = b"playerslist";
const PLAYER: &[u8] = b"player";

/// Reads a list in XML in pieces.
#[derive(Debug)]
pub(super) struct Xml {
    /// Bytes behind the last complete entry.
    begun: Vec<u8>,
    state: State,
    tally: ListTally,
}

/// What was understood so far. It lasts from piece to piece; a piece ends behind an entry.
#[derive(Debug)]
struct State {
    place: Place,
    encoding: &'static Encoding,
    /// The kind of the only rating of a list of one kind.
    only: RatingKind,
    /// The number of line ends before the piece.
    lines: u64,
    entry: ListEntry,
    womens_title: String,
    /// The field that is open, and its text in the list's encoding.
    field: Vec<u8>,
    text: Vec<u8>,
    /// The rating in the field `rating`, and whether the entry has fields of other kinds.
    rating: Option<u16>,
    has_kinds: bool,
    /// How many unknown elements are open inside the field.
    deeper: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    BeforeList,
    InList,
    InPlayer,
    InField,
    AfterList,
}

/// A fault without its line.
type Read<T> = Result<T, FaultKind>;

impl Xml {
    pub(super) fn new(only: RatingKind) -> Xml {
        let state = State {
            place: Place::BeforeList,
            encoding: UTF_8,
            only,
            lines: 0,
            entry: ListEntry::default(),
            womens_title: String::new(),
            field: Vec::new(),
            text: Vec::new(),
            rating: None,
            has_kinds: false,
            deeper: 0,
        };
        Xml { begun: Vec::new(), state, tally: ListTally::default() }
    }

    /// Reads a piece of the list and calls `see` with each entry that it completes.
    pub(super) fn feed(&mut self, bytes: &[u8], see: &mut impl FnMut(&ListEntry)) -> Result<(), ListFault> {
        // The end of an entry may come in two pieces.
        let known = self.begun.len().saturating_sub(ENTRY_END.len());
        self.begun.extend_from_slice(bytes);
        if let Some(end) = last_end(&self.begun[known..]).map(|end| known + end) {
            let mut piece = std::mem::take(&mut self.begun);
            let done = self.state.read(&piece[..end], &mut self.tally, see)?;
            // The memory of the piece is kept for the next one.
            piece.drain(..done);
            self.begun = piece;
        }
        if self.begun.len() > ENTRY_MAX {
            let what = match self.state.place {
                Place::BeforeList => FaultKind::NotAList,
                _ => FaultKind::TooLong(ENTRY_MAX),
            };
            return Err(ListFault { line: self.state.lines + 1, what });
        }
        Ok(())
    }

    /// Reads what follows the last entry. A list that is not closed is truncated.
    pub(super) fn finish(mut self) -> Result<ListTally, ListFault> {
        let line = self.state.lines + 1 + line_ends(&self.begun);
        let done = self.state.read(&self.begun, &mut self.tally, &mut |_| {});
        let fault = |line, what| Err(ListFault { line, what });
        match (self.state.place, done) {
            (_, Err(fault)) => Err(fault),
            (Place::BeforeList, _) => fault(1, FaultKind::NotAList),
            (Place::AfterList, Ok(done)) if done == self.begun.len() => Ok(self.tally),
            _ => fault(line, FaultKind::Truncated),
        }
    }
}

impl State {
    /// Reads a piece and returns how many of its bytes are read: all, unless something is open at its end, such as a
    /// comment in which an end of an entry stands.
    fn read(
        &mut self,
        piece: &[u8],
        tally: &mut ListTally,
        see: &mut impl FnMut(&ListEntry),
    ) -> Result<usize, ListFault> {
        let mut reader = Reader::from_reader(piece);
        let config = reader.config_mut();
        // A piece begins inside the list, so the reader cannot know what is open. The places do.
        config.allow_unmatched_ends = true;
        config.check_end_names = false;
        let mut entry_ended = 0;
        let done = loop {
            let event = reader.read_event();
            let at = place(reader.buffer_position(), piece);
            let fault = |lines: u64, what| Err(ListFault { line: lines + 1 + line_ends(&piece[..at]), what });
            let is_entry = match event {
                Ok(Event::Eof) => break piece.len(),
                Ok(event) => self.event(&event),
                Err(Error::Syntax(why)) if why != SyntaxError::InvalidBangMarkup => {
                    break place(reader.error_position(), piece);
                }
                Err(error) => Err(FaultKind::Markup(error.to_string())),
            };
            match is_entry {
                Ok(false) => {}
                Ok(true) if at - entry_ended > ENTRY_MAX => {
                    return fault(self.lines, FaultKind::TooLong(ENTRY_MAX));
                }
                Ok(true) => {
                    entry_ended = at;
                    if self.complete() {
                        tally.entries += 1;
                        see(&self.entry);
                        continue;
                    }
                    tally.skip(self.lines + 1 + line_ends(&piece[..at]));
                    if tally.skipped > SKIPPED_MAX {
                        return fault(self.lines, FaultKind::TooManySkipped(tally.skipped));
                    }
                }
                Err(what) => return fault(self.lines, what),
            }
        };
        self.lines += line_ends(&piece[..done]);
        Ok(done)
    }

    /// Understands an event and returns whether an entry is complete.
    fn event(&mut self, event: &Event<'_>) -> Read<bool> {
        match event {
            Event::Start(start) => self.open(start.name().as_ref()),
            Event::Empty(start) if self.place == Place::BeforeList => {
                Err(if start.name().as_ref() == LIST { FaultKind::Truncated } else { FaultKind::NotAList })
            }
            Event::End(end) => return self.close(end.name().as_ref()),
            Event::Text(text) => self.push(text),
            Event::CData(text) => self.push(text),
            Event::GeneralRef(name) => self.reference(name),
            // The page that a server sends instead of a list.
            Event::DocType(kind) if kind.trim_ascii().eq_ignore_ascii_case(b"html") => {
                Err(FaultKind::NotAList)
            }
            Event::DocType(_) => Err(FaultKind::DocumentType),
            Event::Decl(declared) => self.declared(declared),
            Event::Empty(_) | Event::Comment(_) | Event::PI(_) | Event::Eof => Ok(()),
        }?;
        Ok(false)
    }

    fn open(&mut self, name: &[u8]) -> Read<()> {
        match self.place {
            Place::BeforeList if name == LIST => self.place = Place::InList,
            Place::BeforeList => return Err(FaultKind::NotAList),
            Place::InList if name == PLAYER => {
                self.place = Place::InPlayer;
                self.entry.clear();
                self.womens_title.clear();
                self.rating = None;
                self.has_kinds = false;
            }
            Place::InPlayer => {
                self.place = Place::InField;
                self.field.clear();
                self.field.extend_from_slice(name);
                self.text.clear();
                self.deeper = 0;
            }
            Place::InField => self.deeper += 1,
            Place::InList | Place::AfterList => return Err(misplaced(name)),
        }
        Ok(())
    }

    fn close(&mut self, name: &[u8]) -> Read<bool> {
        match self.place {
            Place::InField if self.deeper > 0 => self.deeper -= 1,
            Place::InField if name == self.field => {
                self.place = Place::InPlayer;
                self.note()?;
            }
            Place::InPlayer if name == PLAYER => {
                self.place = Place::InList;
                return Ok(true);
            }
            Place::InList if name == LIST => self.place = Place::AfterList,
            _ => return Err(misplaced(name)),
        }
        Ok(false)
    }

    fn push(&mut self, text: &[u8]) -> Read<()> {
        match self.place {
            Place::InField if self.deeper == 0 => self.text.extend_from_slice(text),
            Place::BeforeList | Place::AfterList if !text.iter().all(u8::is_ascii_whitespace) => {
                return Err(FaultKind::NotAList);
            }
            _ => {}
        }
        Ok(())
    }

    fn reference(&mut self, name: &BytesRef<'_>) -> Read<()> {
        let letter = match &name[..] {
            b"amp" => Some('&'),
            b"lt" => Some('<'),
            b"gt" => Some('>'),
            b"quot" => Some('"'),
            b"apos" => Some('\''),
            _ => name.resolve_char_ref().ok().flatten(),
        };
        let Some(letter) = letter.filter(|letter| !letter.is_control()) else {
            return Err(FaultKind::Entity(String::from_utf8_lossy(name).chars().take(40).collect()));
        };
        // A letter that the list's encoding cannot write would not survive: the text is decoded as a whole.
        let mut utf8 = [0; 4];
        let (bytes, _, is_lost) = self.encoding.encode(letter.encode_utf8(&mut utf8));
        self.push(if is_lost { b"?" } else { &bytes })
    }

    fn declared(&mut self, declared: &BytesDecl<'_>) -> Read<()> {
        let Some(Ok(label)) = declared.encoding() else { return Ok(()) };
        let named = Encoding::for_label(&label).filter(|encoding| encoding.is_ascii_compatible());
        let named = named.ok_or_else(|| FaultKind::Encoding(String::from_utf8_lossy(&label).into_owned()))?;
        self.encoding = named;
        Ok(())
    }

    /// Notes the field that has just been closed.
    fn note(&mut self) -> Read<()> {
        let text = self.text.trim_ascii();
        let decoded;
        let text = if let Some(text) = text.is_ascii().then(|| str::from_utf8(text).ok()).flatten() {
            text
        } else {
            decoded = self.encoding.decode_without_bom_handling_and_without_replacement(text);
            decoded.as_deref().ok_or(FaultKind::NotText)?
        };
        let entry = &mut self.entry;
        match self.field.as_slice() {
            b"fideid" => entry.fide_id = text.parse().unwrap_or(0),
            b"name" => text.clone_into(&mut entry.name),
            b"country" | b"fed" => text.clone_into(&mut entry.federation),
            b"sex" => entry.sex = entry::sex(text),
            b"title" => entry::title(text).clone_into(&mut entry.title),
            b"w_title" => text.clone_into(&mut self.womens_title),
            b"rating" => self.rating = entry::rating(text),
            b"rapid_rating" => (entry.ratings.rapid, self.has_kinds) = (entry::rating(text), true),
            b"blitz_rating" => (entry.ratings.blitz, self.has_kinds) = (entry::rating(text), true),
            b"birthday" => entry.born = entry::year(text),
            b"flag" => entry.set_flag(text),
            _ => {}
        }
        Ok(())
    }

    /// Completes the entry and returns whether it has an identity number and a name.
    fn complete(&mut self) -> bool {
        let kind = if self.has_kinds { RatingKind::Standard } else { self.only };
        self.entry.ratings.set(kind, self.rating);
        if self.entry.title.is_empty() {
            self.entry.title.push_str(&self.womens_title);
        }
        self.entry.fide_id > 0 && !self.entry.name.is_empty()
    }
}

fn misplaced(name: &[u8]) -> FaultKind {
    let name: String = String::from_utf8_lossy(name).chars().take(40).collect();
    FaultKind::Markup(format!("<{name}> does not belong here"))
}

/// Returns the place behind the last end of an entry.
fn last_end(bytes: &[u8]) -> Option<usize> {
    let mut to = bytes.len();
    while let Some(at) = bytes[..to].iter().rposition(|byte| *byte == b'<') {
        if bytes[at..].starts_with(ENTRY_END) {
            return Some(at + ENTRY_END.len());
        }
        to = at;
    }
    None
}

fn place(at: u64, piece: &[u8]) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX).min(piece.len())
}

fn line_ends(bytes: &[u8]) -> u64 {
    // So many bytes that a small number can count them: then sixteen are compared at a time.
    let of_part = |part: &[u8]| part.iter().map(|byte| u8::from(*byte == b'\n')).sum::<u8>();
    bytes.chunks(255).map(|part| u64::from(of_part(part))).sum()
}
