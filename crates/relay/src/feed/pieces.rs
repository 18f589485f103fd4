//! Long frames, cut into pieces that many copies of a frame share. A piece that did not change between two snapshots is
//! stored once for both, however many copies wait to be sent over slow connections.

use std::sync::Arc;

/// A text that is cut into pieces of shared memory.
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

    /// Returns the whole text as one string.
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

impl From<Arc<str>> for Pieces {
    fn from(text: Arc<str>) -> Pieces {
        Pieces { bytes: text.len(), all: vec![text] }
    }
}

/// Splits the text of a JSON object just before the closing bracket of the list under `key`. That list must be empty in
/// the text. A person's text is never mistaken for the key, because quotes inside a JSON string are escaped.
pub(crate) fn around(json: &str, key: &str) -> (String, String) {
    let list = format!("\"{key}\":[");
    let at = json.find(&format!("{list}]")).map_or(json.len(), |at| at + list.len());
    let (before, after) = json.split_at(at);
    (before.to_owned(), after.to_owned())
}
