//! Notation in every language, from outside: whole sheets, single tokens, and every legal move back and forth.

mod round_trip;
mod sheets;
mod tokens;
