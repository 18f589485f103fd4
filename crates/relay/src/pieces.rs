//! Long frames in pieces that many copies share: what did not change between two snapshots is one piece of memory in
//! both, however many copies are on their way over slow lines.

use std::sync::Arc;

/// A text in pieces.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pieces {
    all: Vec<Arc<str>>,
    bytes: usize,
}

impl Pieces {
    /// Appends a piece.
    pub(crate) fn push(&mut self, piece: impl Into<Arc<str>>) {
        let piece = piece.into();
        self.bytes += piece.len();
        self.all.push(piece);
    }

    /// Returns the pieces in their order.
    pub fn all(&self) -> &[Arc<str>] {
        &self.all
    }

    /// Returns the length of all pieces together, in bytes.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns the text as one.
    pub fn text(&self) -> String {
        self.all.iter().map(|piece| &**piece).collect()
    }
}

impl From<String> for Pieces {
    fn from(text: String) -> Pieces {
        let mut pieces = Pieces::default();
        pieces.push(text);
        pieces
    }
}

/// Splits a JSON object that was written with an empty list under this key, just before the end of the list. In a
/// JSON string the quotes of the key would be escaped, so no text of people is taken for it.
pub(crate) fn around(json: &str, key: &str) -> (String, String) {
    let list = format!("\"{key}\":[");
    let at = json.find(&format!("{list}]")).map_or(json.len(), |at| at + list.len());
    let (before, after) = json.split_at(at);
    (before.to_owned(), after.to_owned())
}
