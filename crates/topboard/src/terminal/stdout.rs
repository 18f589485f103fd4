//! The output of commands: results on standard output, remarks on standard error.
//!
//! The program that reads the output may have ended (`topboard replay … | head`). Then nothing more is printed, but the
//! command goes on, and its exit code is unchanged.

use game::names::OneLine;
use std::{
    fmt::Arguments,
    io::{self, Write},
};

/// Prints a line of results, as `println!` does.
macro_rules! say {
    ($($words:tt)*) => { $crate::terminal::stdout::line(format_args!($($words)*)) };
}

/// Prints results without adding a line feed, as `print!` does.
macro_rules! put {
    ($($words:tt)*) => { $crate::terminal::stdout::text(format_args!($($words)*)) };
}

/// Prints a line of remarks, as `eprintln!` does.
macro_rules! remark {
    ($($words:tt)*) => { $crate::terminal::stdout::remark_line(format_args!($($words)*)) };
}

pub(crate) use {put, remark, say};

/// Writes a line of results.
pub fn line(words: Arguments<'_>) {
    let _ = writeln!(io::stdout().lock(), "{}", harmless(words));
}

/// Writes results without adding a line feed.
pub fn text(words: Arguments<'_>) {
    let _ = write!(io::stdout().lock(), "{}", harmless(words));
}

/// Writes a line of remarks.
pub fn remark_line(words: Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{}", harmless(words));
}

/// Returns a message in which texts from files and people cannot control the terminal. Line breaks and tabs are kept,
/// because they come from the program itself.
fn harmless(words: Arguments<'_>) -> String {
    let text = words.to_string();
    let parts: Vec<String> = text.split(['\n', '\t']).map(|part| OneLine(part).to_string()).collect();
    let ends = text.chars().filter(|letter| matches!(letter, '\n' | '\t'));
    let mut safe = String::with_capacity(text.len());
    for (part, end) in parts.iter().zip(ends.map(Some).chain([None])) {
        safe.push_str(part);
        safe.extend(end);
    }
    safe
}
