//! What a scribe tells, in words that a test can compare.

use game::{Played, PlyNo, Score};
use shakmaty::CastlingMode;

/// Returns the moves of a score in the words of a command, `e2e4`, between spaces.
pub(crate) fn moves(score: &Score) -> String {
    (0..score.plies.len()).map(|index| score.report_move(index)).collect::<Vec<_>>().join(" ")
}

/// Returns an open question as `3: f1c4 g1f3`, its answers in order of the alphabet; nothing if none is open.
pub(crate) fn asked(asked: Option<(PlyNo, &[Played])>) -> String {
    let Some((ply, alternatives)) = asked else { return String::new() };
    let mut words: Vec<String> =
        alternatives.iter().map(|played| played.report(CastlingMode::Standard)).collect();
    words.sort();
    format!("{ply}: {}", words.join(" "))
}
