//! The mark that says what was safe: `{"safe":N}`, every record up to number N had been synced when this was written.
//!
//! A power cut may leave the last unsynced bytes of a file with holes: a page that was not written is read as NUL
//! bytes although a later one is there. Without marks such a tail cannot be told from an old page gone bad. With them
//! it can: if any record behind a hole says that the hole's place was safe once, the hole is damage; if none does,
//! nothing there had ever been published, and the tail is torn.

/// The body of a mark.
pub fn emit(seq: u64) -> String {
    format!("{{\"safe\":{seq}}}")
}

/// The record number in the body of a mark; none if it is no mark.
pub fn parse(body: &[u8]) -> Option<u64> {
    let digits = body.strip_prefix(b"{\"safe\":")?.strip_suffix(b"}")?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// The longest line of a mark, without its line feed: check, space, and a number of twenty digits.
pub(crate) const LINE_MAX: usize = 17 + 9 + 20;
