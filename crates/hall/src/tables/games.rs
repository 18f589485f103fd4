//! The games of a table, the one on the board and earlier ones: in full for those who may see everything, and in the
//! form that the public may read.
//!
//! The code that keeps the public PGN is told of games that changed ([`Output::Games`](crate::Output::Games)) and gets
//! their scores, not their text. PGN is written when strangers ask for it, and the hall does no work on behalf of strangers.

use crate::tables::table::{Refresh, TableOutput};
use crate::{Hall, Table, TableNo};
use game::{Packed, Player, PublicScore, Score};
use shakmaty::ByColor;
use std::collections::{BTreeMap, BTreeSet};
use tournament::{Event, GameNo};

/// The changes in the public form of a table's games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GamesNews {
    /// The table's number.
    pub table: TableNo,
    /// The numbers of the games still kept, oldest first. The game on the board comes last. Empty if the table no
    /// longer exists or plays draughts.
    pub kept: Vec<u32>,
    /// The kept games that changed, by number.
    pub changed: BTreeMap<u32, PublicScore>,
}

impl GamesNews {
    /// Merges later changes into these changes.
    pub fn and_then(&mut self, later: GamesNews) {
        self.kept = later.kept;
        self.changed.extend(later.changed);
        let kept = &self.kept;
        self.changed.retain(|number, _| kept.contains(number));
    }
}

/// The games of a table as they were last handed out to the public.
#[derive(Debug, Default)]
pub(crate) struct HandedOut {
    kept: Vec<u32>,
    /// The public score of the game on the board. It is cached here, because it is often requested when nothing public
    /// has changed.
    on_board: Option<PublicScore>,
}

/// The players of the games on electronic boards, as the event names them.
pub(crate) type NamesOfGames = BTreeMap<GameNo, ByColor<Player>>;

/// Returns the players of the games on electronic boards. A pairing of which a player is not known is left out.
pub(crate) fn names_of_games(event: &Event) -> NamesOfGames {
    event.games().filter_map(|(at, game)| Some((game, event.players(&at)?))).collect()
}

/// The greatest number of changed games of a table that are noted. If there are more, the oldest are dropped. A table
/// keeps fewer games than this.
const NOTED_MAX: usize = 256;

impl Hall {
    /// Notes that the public form of these games of a table may have changed.
    pub(crate) fn note_games(&mut self, table: TableNo, numbers: BTreeSet<u32>) {
        let noted = self.outputs.games.entry(table).or_default();
        noted.extend(numbers);
        while noted.len() > NOTED_MAX {
            noted.pop_first();
        }
    }

    /// Gives the games of pairings the names that the event has for their players now, where it had others before: also
    /// those that are over, and those that left the board.
    pub(crate) fn rename_games(&mut self, before: &NamesOfGames) {
        let renamed = names_of_games(self.event()).into_iter();
        let renamed = renamed.filter(|(game, names)| before.get(game).is_some_and(|old| old != names));
        for (GameNo { table, game }, names) in renamed.collect::<Vec<_>>() {
            let known = self.tables.get(&table).and_then(|entry| entry.names(game));
            if known.is_some_and(|known| *known != names) {
                self.at_table(table, |entry, output| entry.rename_game(game, &names, output));
            }
        }
    }

    /// Returns the changes in the public form of one table's games since the last poll; `None` if there are none.
    pub(crate) fn poll_games(&mut self) -> Option<GamesNews> {
        while let Some((table, numbers)) = self.outputs.games.pop_first() {
            let Some(entry) = self.tables.get_mut(&table) else {
                return Some(GamesNews { table, kept: Vec::new(), changed: BTreeMap::new() });
            };
            if let Some(news) = entry.hand_out(numbers) {
                return Some(news);
            }
        }
        None
    }
}

impl Table {
    /// Gives a kept game other players' names.
    pub(crate) fn rename_game(&mut self, number: u32, players: &ByColor<Player>, output: &mut TableOutput) {
        let archived = self.archive.iter_mut().find(|game| game.head().number == number);
        if let Some(game) = archived {
            game.rename(players.clone());
        } else if let Some(own) = number.checked_sub(self.before) {
            self.work(output, Refresh::All, |game| game.rename_game(own, players));
        }
        output.games.insert(number);
        output.is_arbiter_table_changed = true;
    }

    /// Returns every game of the table that is still kept, oldest first. The game on the board comes last. The games
    /// have the numbers under which they were published, and their most recently configured names.
    pub fn games(&self) -> Vec<Score> {
        self.numbers().into_iter().filter_map(|number| self.game(number)).collect()
    }

    /// Returns the numbers of the games that are still kept, oldest first. The game on the board comes last.
    pub fn numbers(&self) -> Vec<u32> {
        let archived = self.archive.iter().map(|game| game.head().number);
        archived.chain(self.earlier().map(|(number, _)| number)).chain([self.game_number()]).collect()
    }

    /// Returns the players of the game with this number; `None` if it is no longer kept.
    fn names(&self, number: u32) -> Option<&ByColor<Player>> {
        if number == self.game_number() {
            return Some(self.players());
        }
        let earlier = self.earlier().find(|(earlier, _)| *earlier == number).map(|(_, game)| game.packed());
        let game = self.archive.iter().find(|game| game.head().number == number).or(earlier)?;
        Some(&game.head().tags.players)
    }

    /// Returns the game with this number; `None` if it is no longer kept.
    pub fn game(&self, number: u32) -> Option<Score> {
        if number == self.game_number() {
            return Some(Score { number, ..self.score().clone() });
        }
        let archived = self.archive.iter().find(|game| game.head().number == number).map(Packed::score);
        let earlier = || self.earlier().find(|(earlier, _)| *earlier == number).map(|(_, game)| game.score());
        archived.or_else(earlier).map(|score| Score { number, ..score })
    }

    /// Returns a game in the form that the public may read: up to the first irregular ply that the arbiter has not
    /// allowed to stand. A game that is or was left adjourned ends where its publications end. `None` for a game that
    /// is no longer kept, and for draughts, because the text would be PGN, which means chess.
    pub fn public_game(&self, number: u32) -> Option<PublicScore> {
        if !self.watch().is_chess() {
            return None;
        }
        let kept_back = self.public_view.limit(number);
        if number != self.game_number() {
            return self.game(number).map(|game| PublicScore::of(&game, kept_back));
        }
        let plies = self.watch().adjournment().public_plies().into_iter().chain(kept_back).min();
        Some(PublicScore::of(self.score(), plies).numbered(number))
    }

    /// Returns every kept game of the table in the form that the public may read, oldest first.
    pub fn public_games(&self) -> Vec<PublicScore> {
        self.numbers().into_iter().filter_map(|number| self.public_game(number)).collect()
    }

    /// Returns the changes in the public form of the games with these numbers; `None` if there are none.
    fn hand_out(&mut self, numbers: BTreeSet<u32>) -> Option<GamesNews> {
        let (table, on_board) = (self.number(), self.game_number());
        let kept = if self.watch().is_chess() { self.numbers() } else { Vec::new() };
        let now = numbers.into_iter().filter_map(|number| Some((number, self.public_game(number)?)));
        let mut changed: BTreeMap<u32, PublicScore> = now.collect();
        if let Some(score) = changed.get(&on_board) {
            if self.handed_out.on_board.as_ref() == Some(score) {
                changed.remove(&on_board);
            } else {
                self.handed_out.on_board = Some(score.clone());
            }
        }
        if changed.is_empty() && kept == self.handed_out.kept {
            return None;
        }
        self.handed_out.kept.clone_from(&kept);
        Some(GamesNews { table, kept, changed })
    }
}
