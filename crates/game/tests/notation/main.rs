//! Notation in every language, from outside: what sheets say, single tokens, and every legal move back and forth.

mod round_trip;
mod sheets;
mod tokens;
