//! Games as PGN text.

use game::Score;
use hall::{Hall, Table};
use std::sync::Arc;

/// All games of all tables, in the order of tables and games. A game without a move is left out, unless it has a result:
/// who does not come loses a game that was not played.
pub fn of_hall(hall: &Hall) -> Arc<str> {
    hall.tables().map(of_table).collect::<String>().into()
}

/// All games of a table as the public may have them, with the names as they were corrected last. None of draughts: PGN would
/// call them chess.
pub fn of_table(table: &Table) -> String {
    if !table.watch().is_chess() {
        return String::new();
    }
    of_scores(&table.public_games())
}

/// Games, one after the other with an empty line between.
pub fn of_scores<'a>(scores: impl IntoIterator<Item = &'a Score>) -> String {
    let mut text = String::new();
    for score in scores.into_iter().filter(|score| !score.plies.is_empty() || score.result.is_some()) {
        text.push_str(game::pgn::write(score).trim_end());
        text.push_str("\n\n");
    }
    text
}
