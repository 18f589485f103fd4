//! Marks of what was safe: `{"safe":N}` says that every record up to number N had been synced when it was written.
//!
//! A power cut may leave holes in the last unsynced bytes of a file: a page that was not written reads as NUL bytes
//! although a later page is there. Without marks such a tail cannot be told from an old page gone bad. If any record
//! behind a hole says that the hole's place was safe once, the hole is damage. If none does, nothing there had ever
//! been published, and the tail is torn.

/// Returns the body of a mark.
pub fn emit(seq: u64) -> String {
    format!("{{\"safe\":{seq}}}")
}

/// Returns the record number in the body of a mark; `None` if it is no mark.
pub fn parse(body: &[u8]) -> Option<u64> {
    let digits = body.strip_prefix(b"{\"safe\":")?.strip_suffix(b"}")?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// The length of the longest line of a mark, without its line feed: check, space, and a number of twenty digits.
pub(crate) const LINE_MAX: usize = 17 + 9 + 20;
