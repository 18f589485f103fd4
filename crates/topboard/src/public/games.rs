//! The text of games in PGN, and which of them share a name or an id: a board of a round may have been given another table.

use board::Millis;
use game::{
    PublicScore,
    pgn::{self, Twin},
};
use hall::{Hall, Table, TableNo};
use std::collections::{BTreeMap, BTreeSet};

/// The names and ids of the games of a hall that have begun.
#[derive(Debug, Default)]
pub struct Namesakes {
    games: BTreeMap<(TableNo, u32), Known>,
    of_name: BTreeMap<String, BTreeSet<Born>>,
    of_id: BTreeMap<String, BTreeSet<Born>>,
}

/// When a game began, its table and its number: the order of games.
type Born = (Millis, TableNo, u32);

/// What is known of a game that has begun.
#[derive(Debug)]
struct Known {
    born: Born,
    name: String,
    id: String,
}

impl Namesakes {
    /// Returns those of a hall.
    pub fn of_hall(hall: &Hall) -> Namesakes {
        let mut all = Namesakes::default();
        for table in hall.tables() {
            table.public_games().iter().for_each(|game| all.note(table.number(), game));
        }
        all
    }

    /// Notes what a game of a table is called now.
    pub(crate) fn note(&mut self, table: TableNo, game: &PublicScore) {
        self.forget(table, game.number());
        if !game.is_begun() {
            return;
        }
        let born = (game.begun_ms(), table, game.number());
        let known = Known { born, name: game.name(), id: game.id() };
        self.of_name.entry(known.name.clone()).or_default().insert(born);
        self.of_id.entry(known.id.clone()).or_default().insert(born);
        self.games.insert((table, game.number()), known);
    }

    /// Forgets a game that is no longer kept.
    pub(crate) fn forget(&mut self, table: TableNo, number: u32) {
        let Some(Known { born, name, id }) = self.games.remove(&(table, number)) else { return };
        for (of, called) in [(&mut self.of_name, name), (&mut self.of_id, id)] {
            let Some(all) = of.get_mut(&called) else { continue };
            all.remove(&born);
            if all.is_empty() {
                of.remove(&called);
            }
        }
    }

    /// Returns what a game shares with an earlier one.
    pub(crate) fn twin(&self, table: TableNo, number: u32) -> Twin {
        let Some(Known { born, name, id }) = self.games.get(&(table, number)) else { return Twin::default() };
        let earlier = |all: Option<&BTreeSet<Born>>| all?.first().filter(|first| *first < born).copied();
        let (name, id) = (earlier(self.of_name.get(name)), earlier(self.of_id.get(id)));
        let is_elsewhere = [name, id].into_iter().flatten().any(|(_, at, _)| at != table);
        Twin { name: name.is_some(), id: id.is_some(), table: is_elsewhere.then_some(table) }
    }
}

/// Returns all games of all tables, ordered by table and by game. A game without a move is left out unless it has a
/// result, such as the forfeit of a player who did not appear.
pub fn of_hall(hall: &Hall) -> String {
    let namesakes = Namesakes::of_hall(hall);
    hall.tables().map(|table| of_table(&namesakes, table)).collect()
}

/// Returns those games of a table that the public may read, with the names as most recently corrected. Games of
/// draughts are left out, because PGN readers would take them for chess.
pub fn of_table(namesakes: &Namesakes, table: &Table) -> String {
    let games = table.public_games();
    let begun = games.iter().filter(|game| game.is_begun());
    begun.map(|game| apart(&pgn::write(game, namesakes.twin(table.number(), game.number())))).collect()
}

/// Returns a game's text with an empty line after it, so that another game can follow.
pub fn apart(game: &str) -> String {
    format!("{}\n\n", game.trim_end())
}
