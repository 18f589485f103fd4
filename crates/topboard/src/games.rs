//! Games as PGN text.

use game::{PublicScore, pgn};
use hall::{Hall, Table};

/// All games of all tables, in the order of tables and games. A game without a move is left out, unless it has a result:
/// who does not come loses a game that was not played.
pub fn of_hall(hall: &Hall) -> String {
    hall.tables().map(of_table).collect()
}

/// All games of a table as the public may have them, with the names as they were corrected last. None of draughts: PGN would
/// call them chess.
pub fn of_table(table: &Table) -> String {
    if !table.watch().is_chess() {
        return String::new();
    }
    of_games(&table.public_games())
}

/// The games of a table as everybody may read them, one after the other with an empty line between.
fn of_games(games: &[PublicScore]) -> String {
    let is_twin = |index: usize| {
        let before = games[..index].iter().filter(|game| game.is_begun());
        before.into_iter().any(|game| game.is_named_like(&games[index]))
    };
    let begun = games.iter().enumerate().filter(|(_, game)| game.is_begun());
    begun.map(|(index, game)| apart(&pgn::write(game, is_twin(index)))).collect()
}

/// A game with an empty line behind it, so that another one can follow.
pub fn apart(game: &str) -> String {
    format!("{}\n\n", game.trim_end())
}
