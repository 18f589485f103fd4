//! Counts with nouns, in words.

/// Returns "1 record" or "2 records": a count with a noun whose plural ends in s.
pub fn counted(count: u64, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}
