//! Games as PGN text.

use game::pgn;
use hall::{Hall, Table};
use std::collections::BTreeSet;

/// Returns all games of all tables, in the order of tables and games. A game without a move is left out unless it has a
/// result: a player who does not appear loses a game that was not played.
pub fn of_hall(hall: &Hall) -> String {
    hall.tables().map(of_table).collect()
}

/// Returns all games of a table as the public may have them, with the names as last corrected. Games of draughts are
/// left out: PGN would call them chess.
pub fn of_table(table: &Table) -> String {
    let mut names = BTreeSet::new();
    let games = table.public_games();
    let begun = games.iter().filter(|game| game.is_begun());
    begun.map(|game| apart(&pgn::write(game, !names.insert(game.name())))).collect()
}

/// Returns a game with an empty line behind it, so that another one can follow.
pub fn apart(game: &str) -> String {
    format!("{}\n\n", game.trim_end())
}
