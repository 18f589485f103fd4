//! Marks: a record `{"safe":N}` says that all records up to the number N had been synced to disk when the mark was
//! written.
//!
//! A power cut may leave holes in the last unsynced bytes of a file: a page of the disk that was not written reads as
//! NUL bytes although a later page was written. Without marks, such a hole cannot be distinguished from an older page
//! that has gone bad. If any mark after a hole says that the records in its place had been synced, the hole is damage.
//! Otherwise nothing from the hole on was ever published, and the end of the file counts as torn.

/// Returns the body of a mark.
pub fn emit(seq: u64) -> String {
    format!("{{\"safe\":{seq}}}")
}

/// Returns the number in the body of a mark; `None` if the body is no mark.
pub fn parse(body: &[u8]) -> Option<u64> {
    let digits = body.strip_prefix(b"{\"safe\":")?.strip_suffix(b"}")?;
    std::str::from_utf8(digits).ok()?.parse().ok()
}

/// The length of the longest line of a mark, in bytes, without its line feed: 17 for the check and a space, 9 for
/// `{"safe":` and `}`, and 20 for the longest number.
pub(crate) const LINE_MAX: usize = 17 + 9 + 20;
