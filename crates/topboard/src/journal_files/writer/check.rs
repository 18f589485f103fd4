//! A check of the journal's writer for contradictions. It runs in debug builds, and so in all tests.

use super::JournalWriter;

impl JournalWriter {
    /// Panics if the writer contradicts itself. Does nothing in release builds.
    pub(super) fn check(&self) {
        if !cfg!(debug_assertions) {
            return;
        }
        let appended_seq = self.appended_seq();
        assert!(self.safe_seq <= appended_seq, "only what was appended is safe");
        assert!(self.wanted_seq <= appended_seq, "only what was appended is waited for");
        assert!(self.marked_seq <= self.safe_seq, "a mark is about safe records");
        assert!(self.lines.is_empty() || self.lines.ends_with(b"\n"), "records are handed over whole");
        assert!(self.lines.len() as u64 <= self.segment_bytes, "one file's lines wait at a time");
        assert!(self.head.is_none() || !self.lines.is_empty(), "a signed head does not overtake its record");
        assert_eq!(self.run_since.is_some(), self.squeezer.words() > 0, "an open record has an age");
        self.squeezer.check(self.room());
    }
}
