//! What commands say: results on standard output, remarks on standard error.
//!
//! Whoever reads us may have read enough and gone (`topboard replay … | head`). Then nothing more is said, the work goes on,
//! and the exit code stands.

use std::{
    fmt::Arguments,
    io::{self, Write},
};

/// A line of results, written as `println!` writes it.
macro_rules! say {
    ($($words:tt)*) => { $crate::out::line(format_args!($($words)*)) };
}

/// Results as they stand, written as `print!` writes them.
macro_rules! put {
    ($($words:tt)*) => { $crate::out::text(format_args!($($words)*)) };
}

/// A line of remarks, written as `eprintln!` writes it.
macro_rules! remark {
    ($($words:tt)*) => { $crate::out::remark_line(format_args!($($words)*)) };
}

pub(crate) use {put, remark, say};

/// Writes a line of results.
pub fn line(words: Arguments<'_>) {
    let _ = writeln!(io::stdout().lock(), "{words}");
}

/// Writes results as they stand.
pub fn text(words: Arguments<'_>) {
    let _ = io::stdout().lock().write_fmt(words);
}

/// Writes a line of remarks.
pub fn remark_line(words: Arguments<'_>) {
    let _ = writeln!(io::stderr().lock(), "{words}");
}
