//! What is wrong with a rating list, and where.

use std::fmt;

/// The reason why a list cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListFault {
    /// The line at which reading ended, counted from 1.
    pub line: u64,
    /// What is wrong.
    pub what: FaultKind,
}

/// The kinds of faults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FaultKind {
    /// There is nothing.
    Empty,
    /// The beginning is that of no list: neither a line that names the columns, nor `<playerslist>`.
    NotAList,
    /// The column of this name is missing.
    NoColumn(&'static str),
    /// The list ends in the middle of an entry, or before its end.
    Truncated,
    /// A line or an element is longer than any of a list, in bytes.
    TooLong(usize),
    /// The text is in an encoding that cannot be read; its name.
    Encoding(String),
    /// Bytes that are no text in the list's encoding.
    NotText,
    /// The XML is broken; in the words of its reader.
    Markup(String),
    /// A reference to an entity that XML itself does not define; a list needs none.
    Entity(String),
    /// A document type: a list needs none, and it may define entities that grow without bound.
    DocumentType,
    /// More entries cannot be read than this: the file is probably something else.
    TooManySkipped(u64),
}

impl fmt::Display for ListFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::Empty => f.write_str("the list is empty"),
            FaultKind::NotAList => f.write_str(
                "this is no rating list: it begins neither with the names of the columns (ID Number, Name, \
                 Fed …) nor with <playerslist>",
            ),
            FaultKind::NoColumn(name) => write!(f, "the list has no column {name}"),
            FaultKind::Truncated => f.write_str("the list ends too early; fetch it again"),
            FaultKind::TooLong(most) => {
                write!(f, "a line or an entry has more than {most} bytes; this is no rating list")
            }
            FaultKind::Encoding(name) => {
                write!(f, "the encoding {name} is not known; save the list as UTF-8")
            }
            FaultKind::NotText => f.write_str("these bytes are no text in the encoding of the list"),
            FaultKind::Markup(why) => write!(f, "the XML is broken ({why}); fetch the list again"),
            FaultKind::Entity(name) => write!(f, "the entity &{name}; is not defined"),
            FaultKind::DocumentType => {
                f.write_str("a list with a document type is not read; remove <!DOCTYPE …>")
            }
            FaultKind::TooManySkipped(count) => {
                write!(f, "{count} entries have no identity number; this is no rating list")
            }
        }
    }
}
