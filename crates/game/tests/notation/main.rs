//! Tests of the public notation functions in every language: whole sheets, single tokens, and every legal move written
//! and read back.

mod round_trip;
mod sheets;
mod tokens;
