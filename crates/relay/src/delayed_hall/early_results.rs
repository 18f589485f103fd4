//! Results that are released at once while everything else waits: the organiser's switch `results_at_once`.
//!
//! The journal is folded a second time, without the delay, and of that hall nothing is looked at but confirmed results. A
//! result of a game whose first move is still held back waits until that game is shown.

use game::ResultEntry;
use hall::{Body, Fold, Publication, TableNo};
use std::collections::{BTreeMap, BTreeSet};
use tournament::{BoardNo, Event, RoundNo};

/// The result of a game at a table, or that it has none any more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EarlyResult {
    pub(crate) table: TableNo,
    pub(crate) game: u32,
    pub(crate) result: Option<ResultEntry>,
}

/// The results by now, and which games the audience sees.
#[derive(Debug, Default)]
pub(super) struct EarlyResults {
    fold: Fold,
    /// The last published result of each game that the audience sees or will see.
    known: BTreeMap<(TableNo, u32), Option<ResultEntry>>,
    shown: BTreeMap<TableNo, u32>,
    news: Vec<EarlyResult>,
}

impl EarlyResults {
    /// Takes the next record, which the audience otherwise sees later.
    pub(super) fn take(&mut self, seq: u64, body: &Body) {
        if let Body::Published { publication, .. } = body {
            let (table, game, result) = (publication.table, publication.game, publication.result);
            let before = self.known.insert((table, game), result).flatten();
            if before != result && self.shown.get(&table) == Some(&game) {
                self.news.push(EarlyResult { table, game, result });
            }
        }
        self.fold.feed(seq, body.clone());
        while self.fold.poll().is_some() || self.fold.poll_public().is_some() {}
    }

    /// Returns a publication whose time has come, with the result that its game has by now.
    pub(super) fn pass(&mut self, publication: &Publication) -> Publication {
        let (table, game) = (publication.table, publication.game);
        self.shown.insert(table, game);
        self.known.retain(|(known, number), _| *known != table || *number >= game);
        let result = self.known.get(&(table, game)).copied().unwrap_or(publication.result);
        Publication { result, ..publication.clone() }
    }

    /// Takes out the results of the games that the audience sees.
    pub(super) fn take_news(&mut self) -> Vec<EarlyResult> {
        std::mem::take(&mut self.news)
    }

    /// Returns a number that is another after each change of the event.
    pub(super) fn revision(&self) -> u64 {
        self.fold.hall().event_revision()
    }

    /// Fills in the results that pairings have by now, and returns the pairings that had none: their games, if there are any,
    /// are still behind. Of pairings that the audience does not know nothing is said.
    pub(super) fn fill_in(&self, event: &mut Event) -> BTreeSet<(String, RoundNo, BoardNo)> {
        let mut ahead = BTreeSet::new();
        let by_now = self.fold.hall().event();
        for (key, tournament) in &mut event.tournaments {
            for (number, round) in &mut tournament.rounds {
                let Some(now) = by_now.tournaments.get(key).and_then(|now| now.rounds.get(number)) else {
                    continue;
                };
                for (board, pairing) in &mut round.pairings {
                    if let Some(now) = now.pairings.get(board).filter(|now| now.players == pairing.players) {
                        if pairing.result.is_none() && now.result.is_some() {
                            ahead.insert((key.clone(), *number, *board));
                        }
                        pairing.result = now.result;
                    }
                }
            }
        }
        ahead
    }
}
