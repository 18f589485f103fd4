//! The fold: a hall made again from its book. Restart, `replay` and the golden tests call this.
//!
//! ```text
//! record ──▶ advance to its t ──▶ input?       ──▶ Hall::handle ──▶ publications wait in the hall
//!                             └─▶ publication? ──▶ equals the first that waits for its table: it was told, drop it
//!                                                  differs: a divergence; what was told is the truth, go on from it
//! ```
//!
//! Behind an input stand the publications it led to, before the next input. What still waits when another input comes
//! was not said then: a divergence too, since today it would be.
//!
//! Behind records that were erased a table's publications are taken as they stand until the program makes the same of
//! what follows: what they came from is gone, and that is no divergence.
//!
//! What still waits at the end was decided but never told (a crash between append and publish): it is to be told
//! then. What was told is never told again.

use crate::divergence::{Comparison, Divergence};
use crate::notice::Notice;
use crate::{Hall, Input, Publication, Stamp, TableNo, WallTime, record::Body};
use board::Millis;
use std::collections::BTreeSet;

/// How the remark begins that stands where records are missing.
const SALVAGED: &str = "{\"salvaged\":";

/// So far a pause is gone over at once: an hour.
const STEP_MS: Millis = 3_600_000;

/// A fold in progress: feed it every record in order, then take the hall.
#[derive(Debug, Default)]
pub struct Fold {
    hall: Hall,
    comparison: Comparison,
    refusal: Option<String>,
    epoch: Option<String>,
    wall: Option<(Millis, WallTime)>,
    /// Behind erased records: the tables that are understood again.
    understood: Option<BTreeSet<TableNo>>,
}

/// What a book makes.
#[derive(Debug)]
pub struct Folded {
    /// The hall as it stood. What it still has to publish was never published: publish it.
    pub hall: Hall,
    /// Where the program now decides otherwise than what the book says was published: the first of them.
    pub divergences: Vec<Divergence>,
    /// How many publications differ in all.
    pub divergent: u64,
    /// The epoch of the book, once its first line was read.
    pub epoch: Option<String>,
    /// The journal time of the last record.
    pub last_t_ms: Millis,
    /// The last pair of journal time and time of day.
    pub wall: Option<(Millis, WallTime)>,
}

impl Fold {
    /// The fold of an empty book.
    pub fn new() -> Fold {
        Fold::default()
    }

    /// The next record. A command that was refused then is refused again, and changes nothing.
    pub fn feed(&mut self, seq: u64, body: Body) {
        if let Some(t_ms) = body.t_ms() {
            self.advance(t_ms);
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
            | Body::Again { .. }
            | Body::Command { .. }
            | Body::Published { .. }
            | Body::Key { .. }
            | Body::Signed { .. }
            | Body::Safe { .. }
            | Body::Held { .. } => {}
            // `topboard recover` left records out here.
            Body::Other { text, .. } if text.starts_with(SALVAGED) => self.hall.forget_streams(),
            Body::Other { .. } => {}
            Body::Erased { tombstone, .. } => {
                self.epoch = Some(tombstone.epoch.clone());
                self.pass_over(Stamp { seq, t_ms });
            }
        }
        match body {
            Body::Published { publication, .. } => self.reconcile(seq, *publication),
            other => {
                if let Some(input) = other.into_input() {
                    for waiting in &self.hall.publications {
                        if self.understood.as_ref().is_some_and(|tables| !tables.contains(&waiting.table)) {
                            continue;
                        }
                        self.comparison.unasked(seq, t_ms, waiting);
                    }
                    // Whoever gave the command was answered then; a report wants to know it too.
                    self.refusal = self.hall.handle(Stamp { seq, t_ms }, &input).err();
                }
            }
        }
        self.hall.forget_transmits();
    }

    /// Over a long pause in steps: what boards would have been asked meanwhile is not kept.
    fn advance(&mut self, t_ms: Millis) {
        while let Some(due_ms) =
            self.hall.next_deadline().filter(|due_ms| due_ms.saturating_add(STEP_MS) < t_ms)
        {
            self.hall.advance(due_ms + STEP_MS);
            self.hall.forget_transmits();
        }
        self.hall.advance(t_ms);
    }

    /// The hall so far: `replay` prints from it.
    pub fn hall(&self) -> &Hall {
        &self.hall
    }

    /// The hall so far, to poll what it says to people. Leave its publications alone: they are compared with the book.
    pub fn hall_mut(&mut self) -> &mut Hall {
        &mut self.hall
    }

    /// Why the command just fed could not be done, if it could not.
    pub fn take_refusal(&mut self) -> Option<String> {
        self.refusal.take()
    }

    /// The end of the book.
    pub fn finish(self) -> Folded {
        let last_t_ms = self.hall.now_ms();
        let (divergences, divergent) = self.comparison.finish();
        Folded { hall: self.hall, divergences, divergent, epoch: self.epoch, last_t_ms, wall: self.wall }
    }

    /// Records were erased here: whatever was open is not known to be, and what was said then is not known.
    fn pass_over(&mut self, stamp: Stamp) {
        let start = Input::Start { program: String::new(), wall_ms: None };
        // Only a command can be refused.
        let _ = self.hall.handle(stamp, &start);
        self.hall.publications.clear();
        self.understood = Some(BTreeSet::new());
    }

    fn reconcile(&mut self, seq: u64, recorded: Publication) {
        let t_ms = self.hall.now_ms();
        let waiting = &mut self.hall.publications;
        let first = waiting.iter().position(|publication| publication.table == recorded.table);
        let now = first.and_then(|index| waiting.remove(index));
        if now.as_ref() == Some(&recorded) {
            if let Some(understood) = &mut self.understood {
                understood.insert(recorded.table);
            }
            self.comparison.agree(recorded);
            return;
        }
        if self.understood.as_ref().is_some_and(|understood| !understood.contains(&recorded.table)) {
            waiting.retain(|publication| publication.table != recorded.table);
            self.hall.align(&recorded);
            self.comparison.agree(recorded);
            return;
        }
        // What else waits for this table continues what was not told: it is made anew from what was.
        waiting.retain(|publication| publication.table != recorded.table);
        let shown = self.comparison.differ(seq, t_ms, &recorded, now.as_ref());
        self.hall.adopt(&shown);
    }
}

/// How many divergences of one table the operator is told of one by one; `replay` lists them all.
const NOTICES_MAX: usize = 5;

impl Folded {
    /// Tells the operator, with the hall's next notices, what would be decided differently today: of each table the
    /// first few, and how many publications in all.
    pub fn announce_divergences(&mut self) {
        if self.divergent == 0 {
            return;
        }
        let mut tables: Vec<_> = self.divergences.iter().map(|divergence| divergence.table).collect();
        tables.sort_unstable();
        tables.dedup();
        for table in &tables {
            let of_table = self.divergences.iter().filter(|divergence| divergence.table == *table);
            for divergence in of_table.take(NOTICES_MAX) {
                self.hall.notices.push_back(Notice::Diverged { divergence: divergence.clone() });
            }
        }
        self.hall.notices.push_back(Notice::DivergedInAll { publications: self.divergent, tables });
    }
}
