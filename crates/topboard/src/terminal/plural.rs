//! So many things, in words.

/// "1 record", "2 records": a noun whose plural ends in s.
pub fn counted(count: u64, noun: &str) -> String {
    match count {
        1 => format!("1 {noun}"),
        count => format!("{count} {noun}s"),
    }
}
