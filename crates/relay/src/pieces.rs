//! A long frame in pieces that many copies of it share: what did not change from one snapshot to the next is the same
//! piece of memory in both, however many are on their way over slow lines.

use std::sync::Arc;

/// A text in pieces.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Pieces {
    all: Vec<Arc<str>>,
    bytes: usize,
}

impl Pieces {
    /// Puts one more at the end.
    pub(crate) fn push(&mut self, piece: impl Into<Arc<str>>) {
        let piece = piece.into();
        self.bytes += piece.len();
        self.all.push(piece);
    }

    /// The pieces in their order.
    pub fn all(&self) -> &[Arc<str>] {
        &self.all
    }

    /// How many bytes they are together.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The text as one.
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

/// A JSON object that was written with an empty list under this key: what stands before the list's end, and from it on.
/// Inside of a JSON string the quotes of the key would be escaped, so nothing that people wrote is taken for it.
pub(crate) fn around(json: &str, key: &str) -> (String, String) {
    let list = format!("\"{key}\":[");
    let at = json.find(&format!("{list}]")).map_or(json.len(), |at| at + list.len());
    let (before, after) = json.split_at(at);
    (before.to_owned(), after.to_owned())
}
