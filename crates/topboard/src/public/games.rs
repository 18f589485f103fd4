//! The text of games in PGN.

use game::{
    PublicScore,
    pgn::{self, Twin},
};
use hall::{Hall, Table};
use std::collections::BTreeSet;

/// Returns all games of all tables, ordered by table and by game. A game without a move is left out unless it has a
/// result, such as the forfeit of a player who did not appear.
pub fn of_hall(hall: &Hall) -> String {
    hall.tables().map(of_table).collect()
}

/// Returns those games of a table that the public may read, with the names as most recently corrected. Games of
/// draughts are left out, because PGN readers would take them for chess.
pub fn of_table(table: &Table) -> String {
    let (mut names, mut ids) = (BTreeSet::new(), BTreeSet::new());
    let games = table.public_games();
    let begun = games.iter().filter(|game| game.is_begun());
    let twin = |game: &PublicScore| Twin { name: !names.insert(game.name()), id: !ids.insert(game.id()) };
    let twins: Vec<Twin> = begun.clone().map(twin).collect();
    begun.zip(twins).map(|(game, twin)| apart(&pgn::write(game, twin))).collect()
}

/// Returns a game's text with an empty line after it, so that another game can follow.
pub fn apart(game: &str) -> String {
    format!("{}\n\n", game.trim_end())
}
