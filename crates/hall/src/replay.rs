//! The fold: a hall made again from its book. Restart, `replay` and the golden tests call this.

use crate::{Hall, Publication, TableNo, record::Body};
use board::Millis;

/// A fold in progress: feed it every record in order, then take the hall.
#[derive(Debug, Default)]
pub struct Fold {
    hall: Hall,
}

/// What a book makes.
#[derive(Debug)]
pub struct Folded {
    /// The hall as it stood. What it still has to publish was never published: publish it.
    pub hall: Hall,
    /// Where the program now decides otherwise than what the book says was published.
    pub divergences: Vec<Divergence>,
    /// The epoch of the book, once its first line was read.
    pub epoch: Option<String>,
    /// The journal time of the last record.
    pub last_t_ms: Millis,
    /// The last pair of journal time and time of day, in milliseconds since 1970.
    pub wall: Option<(Millis, u64)>,
}

/// A publication that would be different today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Divergence {
    /// The record's number.
    pub seq: u64,
    /// The table.
    pub table: TableNo,
    /// What was published.
    pub recorded: Publication,
    /// What would be published; none if nothing would.
    pub now: Option<Publication>,
}

impl Fold {
    /// The fold of an empty book.
    pub fn new() -> Fold {
        Fold::default()
    }
    /// The next record.
    pub fn feed(&mut self, _seq: u64, _body: Body) {}
    /// The hall so far: `replay` prints from it.
    pub fn hall_mut(&mut self) -> &mut Hall {
        &mut self.hall
    }
    /// The end of the book.
    pub fn finish(self) -> Folded {
        Folded { hall: self.hall, divergences: Vec::new(), epoch: None, last_t_ms: 0, wall: None }
    }
}
