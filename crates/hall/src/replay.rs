//! The fold: it computes a hall from its journal. A restart, `replay` and the golden tests use it.
//!
//! ```text
//! record ──▶ advance to its t ──▶ inputs?      ──▶ Hall::handle ──▶ publications wait in the hall
//!                             └─▶ publication? ──▶ equals the first that waits for its table: published, drop it
//!                                                  differs: a divergence; the journal is the truth, go on from it
//! ```
//!
//! A record of repetitions holds several inputs ([`Expander`]); any other record holds one input or none.
//!
//! In the journal, the publications that an input led to come after that input and before the next one. A publication
//! that still waits in the hall when the next input comes was not made when the journal was written. This version of
//! the program makes it, so it is a divergence, too.
//!
//! After erased records, the fold lacks the records that led to a table's publications. It takes these publications
//! over without comparing them, until the program makes a publication of its own that equals the recorded one. No
//! publication taken over in this way is a divergence.
//!
//! A publication that still waits at the end of the journal was decided but never published, because the program
//! crashed in between. It has to be published after the fold. Nothing is published twice.

use crate::divergence::{Comparison, Divergence};
use crate::notice::Notice;
use crate::tables::tee::Tee;
use crate::{
    Hall, Input, Output, Publication, Refusal, Stamp, TableNo, WallTime,
    record::{Body, codec::Expander},
};
use board::Millis;
use std::collections::BTreeSet;

/// The length of the steps in which the hall is advanced over a pause: an hour, in milliseconds.
const STEP_MS: Millis = 3_600_000;

/// A fold in progress: feed it every record in order, then call [`Fold::finish`] for the hall.
#[derive(Debug, Default)]
pub struct Fold {
    hall: Hall,
    expander: Expander,
    comparison: Comparison,
    /// The number of publications that waited when the last input came.
    unasked: usize,
    refusal: Option<Refusal>,
    epoch: Option<String>,
    wall: Option<(Millis, WallTime)>,
    /// The tables for which the program has made a publication equal to the recorded one since the last erased record;
    /// `None` if no record was erased.
    understood: Option<BTreeSet<TableNo>>,
}

/// The result of folding a journal.
#[derive(Debug)]
pub struct Folded {
    /// The hall at the end of the journal. Poll it before its next input: publications that still wait in it were never
    /// published.
    pub hall: Hall,
    /// The divergences found, up to a limit: differences from what this version of the program would publish.
    pub divergences: Vec<Divergence>,
    /// The total number of publications that differ.
    pub divergent: u64,
    /// The epoch of the journal; `None` until its first line was read.
    pub epoch: Option<String>,
    /// The journal time of the last record.
    pub last_t_ms: Millis,
    /// The last note of the time of day, with its journal time; `None` if there is none.
    pub wall: Option<(Millis, WallTime)>,
}

impl Fold {
    /// Creates the fold of an empty journal.
    pub fn new() -> Fold {
        Fold::default()
    }

    /// Returns the epoch of the journal, which is its name; `None` until its first line was read.
    pub fn epoch(&self) -> Option<&str> {
        self.epoch.as_deref()
    }

    /// Folds in the next record. A command that could not be carried out at the time is refused here, too, and changes
    /// nothing.
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
            | Body::Event { .. }
            | Body::Published { .. }
            | Body::Key { .. }
            | Body::Signed { .. }
            | Body::Safe { .. }
            | Body::Held { .. }
            | Body::Other { .. } => {}
            Body::Erased { tombstone, .. } => {
                self.epoch = Some(tombstone.epoch.clone());
                self.pass_over(Stamp { seq, t_ms });
            }
        }
        match body {
            Body::Published { publication, .. } => self.reconcile(seq, *publication),
            other => {
                let mut inputs = self.expander.expand(other).peekable();
                if inputs.peek().is_some() {
                    self.unasked = self.hall.outputs.publications.len();
                    for waiting in &self.hall.outputs.publications {
                        if self.understood.as_ref().is_some_and(|tables| !tables.contains(&waiting.table)) {
                            continue;
                        }
                        self.comparison.unasked(seq, t_ms, waiting);
                    }
                }
                for (t_ms, input) in inputs {
                    // When a command was given, its author got the answer at once. A report needs the answer, too.
                    self.refusal = match input {
                        Some(input) => self.hall.fold(Stamp { seq, t_ms }, &input).err(),
                        None => {
                            self.hall.fold_until(t_ms);
                            None
                        }
                    };
                }
            }
        }
        self.hall.forget_transmits();
    }

    /// Advances the hall over a long pause in steps. Questions to boards that fall due in the pause are dropped.
    fn advance(&mut self, t_ms: Millis) {
        while let Some(due_ms) =
            self.hall.next_deadline().filter(|due_ms| due_ms.saturating_add(STEP_MS) < t_ms)
        {
            self.hall.fold_until(due_ms + STEP_MS);
            self.hall.forget_transmits();
        }
        self.hall.fold_until(t_ms);
    }

    /// Returns the hall as of the last record, which `replay` prints.
    pub fn hall(&self) -> &Hall {
        &self.hall
    }

    /// Makes the inputs of these tables come out as [`Output::TeeInput`].
    pub fn tee(&mut self, tee: Tee) {
        self.hall.tee(tee);
    }

    /// Returns the next occurrence up to the last record; `None` if none waits. Publications are not returned but
    /// compared with the journal, and bytes for devices are dropped. Readings of clocks, changed games and the
    /// arbiter's changed tables stay in the hall for whoever goes on with it. A caller that does not need occurrences
    /// need not poll: only a limited number is kept.
    pub fn poll(&mut self) -> Option<Output> {
        self.hall.outputs.poll_occurrence()
    }

    /// Returns the next change that the public may see besides publications: a reading of a clock or a table's changed
    /// games. `None` if none waits. While the publications of the last input wait for their records, so do all games.
    /// Older publications without a record have to be published after the fold: nothing waits for them.
    pub fn poll_public(&mut self) -> Option<Output> {
        if self.hall.outputs.publications.len() <= self.unasked
            && let Some(news) = self.hall.poll_games()
        {
            return Some(Output::Games(news));
        }
        self.hall.outputs.clocks.pop_first().map(|(_, clock)| Output::ClockRead(clock))
    }

    /// Returns why the last command could not be carried out; `None` if it was carried out.
    pub fn take_refusal(&mut self) -> Option<Refusal> {
        self.refusal.take()
    }

    /// Ends the fold.
    pub fn finish(self) -> Folded {
        let last_t_ms = self.hall.now_ms();
        let (divergences, divergent) = self.comparison.finish();
        Folded { hall: self.hall, divergences, divergent, epoch: self.epoch, last_t_ms, wall: self.wall }
    }

    /// Skips erased records. Links that were open before the erased records may have closed in them, and the bytes of
    /// devices are unknown.
    fn pass_over(&mut self, stamp: Stamp) {
        let start = Input::Start { program: String::new(), wall_ms: None };
        // Only a command can be refused.
        let _ = self.hall.fold(stamp, &start);
        self.hall.outputs.publications.clear();
        self.understood = Some(BTreeSet::new());
    }

    fn reconcile(&mut self, seq: u64, recorded: Publication) {
        let t_ms = self.hall.now_ms();
        let waiting = &mut self.hall.outputs.publications;
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
        // Later publications of the table that wait build on a publication that was never made. They are dropped, and
        // the hall makes them again.
        waiting.retain(|publication| publication.table != recorded.table);
        let shown = self.comparison.differ(seq, t_ms, &recorded, now.as_ref());
        self.hall.adopt(&shown);
    }
}

/// The greatest number of divergences at one table of which the operator is notified one by one; `replay` lists all of
/// them.
const NOTICES_MAX: usize = 5;

impl Folded {
    /// Returns the next occurrence that waits, as [`Fold::poll`] does.
    pub fn poll(&mut self) -> Option<Output> {
        self.hall.outputs.poll_occurrence()
    }

    /// Adds notices for the operator to the hall: one for each of the first divergences of each table, and one with
    /// the total number of publications that differ.
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
                self.hall.outputs.notices.push_back(Notice::Diverged { divergence: divergence.clone() });
            }
        }
        self.hall.outputs.notices.push_back(Notice::DivergedInAll { publications: self.divergent, tables });
    }
}
