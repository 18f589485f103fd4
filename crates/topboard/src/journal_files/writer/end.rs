//! The end of a journal that is opened: a torn tail is cut off, other damage is refused, and the index is compared with
//! the files.

use crate::{
    journal_files::{
        index::{self, Index},
        reader::{FileSpan, JournalReading, Understood},
        signing::signed_head::HEAD_NAME,
        storage::{INDEX_NAME, Storage, failing},
    },
    terminal::failure::Failure,
};
use journal::{Chain, Verdict};
use std::path::Path;

/// The place in the journal where writing goes on.
pub(super) struct End {
    pub(super) segment: u32,
    pub(super) offset: u64,
}

/// Finds the end of the journal, and cuts off a torn tail. Fails if the journal has any other damage.
pub(super) fn mend(
    storage: &mut impl Storage,
    reading: &JournalReading,
) -> Result<(End, Option<u64>), Failure> {
    if let Some(opening) = reading.opening {
        return Err(Failure::Input(format!(
            "{} is file {} of another journal; put it back where it was to begin a new journal here",
            storage.path(1).display(),
            opening.number
        )));
    }
    let Some(last) = reading.spans.last() else {
        storage.begin(1).map_err(|error| failing(&storage.path(1), &error))?;
        return Ok((End { segment: 1, offset: 0 }, None));
    };
    match reading.verdict {
        Verdict::Whole => Ok((End { segment: last.segment, offset: last.bytes }, None)),
        Verdict::Torn { kept_bytes, cut_bytes } if kept_bytes >= last.start => {
            let offset = kept_bytes - last.start;
            storage.cut(last.segment, offset).map_err(|error| failing(&last.path, &error))?;
            Ok((End { segment: last.segment, offset }, Some(cut_bytes)))
        }
        // Only the last file can be unsafe at a crash, so an earlier file with a torn end was damaged later.
        Verdict::Torn { kept_bytes, .. } => {
            let place = reading.place(0, kept_bytes);
            let path = place.path.display();
            Err(refused(
                &place.path,
                &format!("{path}: it is torn at byte {}, but a later file follows", place.offset),
            ))
        }
        Verdict::Damaged { line, offset, why } => {
            let place = reading.place(line, offset);
            let path = place.path.display();
            Err(refused(&place.path, &format!("{path}: line {} is damaged: {why}", place.line)))
        }
    }
}

/// Returns the failure for a journal that must not be written to; `what` says which file is at fault and why.
pub(super) fn refused(path: &Path, what: &str) -> Failure {
    let folder = path.parent().unwrap_or(path).display();
    Failure::Input(format!(
        "{what}; look with `topboard verify {folder}`, salvage with `topboard recover {folder} --out NEW`, and move {folder} \
         and {HEAD_NAME} away to begin a new journal"
    ))
}

/// Compares the kept index with the one made from the records, and writes it anew if they differ. Fails if the index
/// lists a segment that is missing, unless a person accepted the journal as it is.
pub(super) fn check_index(
    storage: &mut impl Storage,
    index: &Index,
    is_accepted: bool,
) -> Result<(), Failure> {
    let kept = storage.index();
    let kept = kept.as_deref().unwrap_or_default();
    let last = index::last_segment(kept).filter(|_| !is_accepted);
    if let Some(missing) = last.filter(|last| *last > index.segment()) {
        let path = storage.path(missing);
        return Err(Failure::Input(format!(
            "{} is missing, which the index says was begun; put it back, or delete {} to go on without it",
            path.display(),
            path.with_file_name(INDEX_NAME).display()
        )));
    }
    if kept != index.text() {
        tracing::info!("the journal's index is made anew");
        if let Err(error) = storage.write_index(&index.text()) {
            tracing::warn!(
                "the journal's index could not be written ({error}); it is made anew at the next start"
            );
        }
    }
    Ok(())
}

/// The contents of each file, collected for the index while the journal is read.
#[derive(Default)]
pub(super) struct Contents {
    index: Index,
    chain: Chain,
    start: u64,
}

impl Contents {
    pub(super) fn note(&mut self, record: &Understood) {
        if record.segment != self.index.segment() {
            self.index.begin(record.segment, self.chain, record.offset - self.start);
            self.start = record.offset;
        }
        self.chain = record.chain;
        self.index.note(&record.body);
    }

    /// Returns the index. If writing goes on in a file that holds no record yet, the index begins an entry for it.
    pub(super) fn finish(mut self, end: &End, spans: &[FileSpan]) -> Index {
        if end.segment != self.index.segment() {
            let start = spans.last().map_or(0, |span| span.start);
            self.index.begin(end.segment, self.chain, start - self.start);
        }
        self.index
    }
}
