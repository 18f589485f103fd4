//! The fold: a hall made again from its book. Restart, `replay` and the golden tests call this.
//!
//! ```text
//! record ──▶ advance to its t ──▶ input?       ──▶ Hall::handle ──▶ publications wait in the hall
//!                             └─▶ publication? ──▶ equals the first that waits for its table: it was told, drop it
//!                                                  differs: a divergence; what was told is the truth, go on from it
//! ```
//!
//! What still waits at the end was decided but never told (a crash between append and publish): it is to be told
//! then. What was told is never told again.

use crate::{Hall, Publication, Stamp, TableNo, WallTime, record::Body};
use board::Millis;

/// A fold in progress: feed it every record in order, then take the hall.
#[derive(Debug, Default)]
pub struct Fold {
    hall: Hall,
    divergences: Vec<Divergence>,
    divergent: u64,
    epoch: Option<String>,
    wall: Option<(Millis, WallTime)>,
}

/// What a book makes.
#[derive(Debug)]
pub struct Folded {
    /// The hall as it stood. What it still has to publish was never published: publish it.
    pub hall: Hall,
    /// Where the program now decides otherwise than what the book says was published: the first of them.
    pub divergences: Vec<Divergence>,
    /// How many divergences there were.
    pub divergent: u64,
    /// The epoch of the book, once its first line was read.
    pub epoch: Option<String>,
    /// The journal time of the last record.
    pub last_t_ms: Millis,
    /// The last pair of journal time and time of day.
    pub wall: Option<(Millis, WallTime)>,
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

/// How many divergences are kept; the others are counted.
const DIVERGENCES_MAX: usize = 1000;

impl Fold {
    /// The fold of an empty book.
    pub fn new() -> Fold {
        Fold::default()
    }

    /// The next record. A command that was refused then is refused again, and changes nothing.
    pub fn feed(&mut self, seq: u64, body: Body) {
        if let Some(t_ms) = body.t_ms() {
            self.hall.advance(t_ms);
        }
        let t_ms = self.hall.now_ms();
        match &body {
            Body::Journal { epoch, .. } => self.epoch = Some(epoch.clone()),
            Body::Wall { wall, .. } => self.wall = Some((t_ms, *wall)),
            Body::Start { wall_ms: Some(wall_ms), .. } => {
                self.wall = Some((t_ms, WallTime::untrusted(*wall_ms)));
            }
            Body::Start { wall_ms: None, .. }
            | Body::Setup { .. }
            | Body::Opened { .. }
            | Body::Lost { .. }
            | Body::Bytes { .. }
            | Body::Command { .. }
            | Body::Published { .. }
            | Body::Key { .. }
            | Body::Signed { .. }
            | Body::Safe { .. }
            | Body::Held { .. }
            | Body::Other { .. } => {}
        }
        match body {
            Body::Published { publication, .. } => self.reconcile(seq, *publication),
            other => {
                if let Some(input) = other.into_input() {
                    // The refusal was answered when the command was given.
                    let _refused = self.hall.handle(Stamp { seq, t_ms }, &input);
                }
            }
        }
        self.hall.forget_transmits();
    }

    /// The hall so far: `replay` prints from it.
    pub fn hall(&self) -> &Hall {
        &self.hall
    }

    /// The hall so far, to poll what it says to people. Leave its publications alone: they are compared with the book.
    pub fn hall_mut(&mut self) -> &mut Hall {
        &mut self.hall
    }

    /// The end of the book.
    pub fn finish(self) -> Folded {
        let last_t_ms = self.hall.now_ms();
        Folded {
            hall: self.hall,
            divergences: self.divergences,
            divergent: self.divergent,
            epoch: self.epoch,
            last_t_ms,
            wall: self.wall,
        }
    }

    fn reconcile(&mut self, seq: u64, recorded: Publication) {
        let table = recorded.table;
        let waiting = &mut self.hall.publications;
        let first = waiting.iter().position(|publication| publication.table == table);
        let now = first.and_then(|index| waiting.remove(index));
        if now.as_ref() == Some(&recorded) {
            return;
        }
        // What else waits for this table continues what was not told: it is made anew from what was.
        waiting.retain(|publication| publication.table != table);
        self.hall.adopt(&recorded);
        self.divergent += 1;
        if self.divergences.len() < DIVERGENCES_MAX {
            self.divergences.push(Divergence { seq, table, recorded, now });
        }
    }
}
