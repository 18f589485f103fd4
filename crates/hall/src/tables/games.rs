//! The games of a table: the one on the board and those before it, whole for whoever may see all, and as the public may read
//! them.
//!
//! Whoever keeps the public's PGN is told what changed ([`Hall::poll_games`]) and given no text: writing it is work that strangers
//! ask for, and the hall does none of that.

use crate::{Hall, Table, TableNo};
use game::{Packed, PublicScore, Score};
use std::collections::{BTreeMap, BTreeSet};

/// What changed of a table's games as the public may read them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GamesNews {
    /// The table's number.
    pub table: TableNo,
    /// The games that are still kept, oldest first, the one on the board last. None where the table is gone, or draughts is
    /// played.
    pub kept: Vec<u32>,
    /// Those of them that are not what they were, by number.
    pub changed: BTreeMap<u32, PublicScore>,
}

impl GamesNews {
    /// Both, one after the other, as one.
    pub fn and_then(&mut self, later: GamesNews) {
        self.kept = later.kept;
        self.changed.extend(later.changed);
        let kept = &self.kept;
        self.changed.retain(|number, _| kept.contains(number));
    }
}

/// What was handed out of a table last.
#[derive(Debug, Default)]
pub(crate) struct HandedOut {
    kept: Vec<u32>,
    /// The game on the board, which much is looked at without any change that the public could read.
    on_board: Option<PublicScore>,
}

/// So many games of a table are noted as changed, the latest. A table keeps fewer.
const NOTED_MAX: usize = 256;

impl Hall {
    /// These games of a table may be others now.
    pub(crate) fn note_games(&mut self, table: TableNo, numbers: BTreeSet<u32>) {
        let noted = self.games.entry(table).or_default();
        noted.extend(numbers);
        while noted.len() > NOTED_MAX {
            noted.pop_first();
        }
    }

    /// What changed of a table's games since the last poll.
    pub fn poll_games(&mut self) -> Option<GamesNews> {
        while let Some((table, numbers)) = self.games.pop_first() {
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
    /// Every game of the table that is still kept, oldest first, the one on the board last, numbered as they were
    /// published and with names as configured last.
    pub fn games(&self) -> Vec<Score> {
        self.numbers().into_iter().filter_map(|number| self.game(number)).collect()
    }

    /// The numbers of the games that are still kept, oldest first, the one on the board last.
    pub fn numbers(&self) -> Vec<u32> {
        let archived = self.archive.iter().map(|game| game.head().number);
        archived.chain(self.earlier().map(|(number, _)| number)).chain([self.game_number()]).collect()
    }

    /// One of them.
    pub fn game(&self, number: u32) -> Option<Score> {
        if number == self.game_number() {
            return Some(Score { number, ..self.score().clone() });
        }
        let archived = self.archive.iter().find(|game| game.head().number == number).map(Packed::score);
        let earlier = || self.earlier().find(|(earlier, _)| *earlier == number).map(|(_, game)| game.score());
        archived.or_else(earlier).map(|score| Score { number, ..score })
    }

    /// The same as the public may have it: up to a ply no rule allows that the arbiter has not let stand, and of a game that is
    /// adjourned or was left so, what the world was told. None of draughts: PGN would call it chess.
    pub fn public_game(&self, number: u32) -> Option<PublicScore> {
        if !self.watch().is_chess() {
            return None;
        }
        let kept_back = self.veil.limit(number);
        if number != self.game_number() {
            return self.game(number).map(|game| PublicScore::of(&game, kept_back));
        }
        let plies = self.watch().adjournment().public_plies().into_iter().chain(kept_back).min();
        Some(PublicScore::of(self.score(), plies).numbered(number))
    }

    /// Every game of the table that is still kept as the public may have it, oldest first.
    pub fn public_games(&self) -> Vec<PublicScore> {
        self.numbers().into_iter().filter_map(|number| self.public_game(number)).collect()
    }

    /// What is new of these games for the public.
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
