//! What the hall's journal says, and when: whatever is younger than the delay is the future of the public.

use super::program::DELAY_MS;
use hall::Body;
use serde_json::Value;
use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
};
use topboard::journal_files::writer;

/// Names of the event that an order gives begin like this; a number of three digits follows.
pub(super) const MARK: &str = "Open-";

/// The records of a journal, and what can be told of them.
pub(super) struct Journal {
    /// Each record with its time and number.
    pub(super) records: Vec<(u64, u64, Body)>,
    /// When each position was published first.
    positions: HashMap<String, u64>,
    /// How many plies were published of each table and game, and when.
    plies: BTreeMap<(u64, u64), Vec<(u64, u64)>>,
    /// When each mark was given.
    marks: BTreeMap<String, u64>,
}

impl Journal {
    pub(super) fn of(folder: &Path) -> Journal {
        let mut journal = Journal {
            records: Vec::new(),
            positions: HashMap::new(),
            plies: BTreeMap::new(),
            marks: BTreeMap::new(),
        };
        let mut last_ms = 0;
        writer::read_at(&folder.join("journal"), |seq, body| {
            last_ms = body.t_ms().unwrap_or(last_ms);
            journal.note(last_ms, &body);
            journal.records.push((last_ms, seq, body));
        })
        .expect("it can be read");
        journal
    }

    fn note(&mut self, t_ms: u64, body: &Body) {
        match body {
            Body::Published { publication, .. } => {
                let key = (u64::from(publication.table), u64::from(publication.game));
                let count = (publication.from + publication.plies.len()) as u64;
                self.plies.entry(key).or_default().push((t_ms, count));
                for ply in &publication.plies {
                    self.positions.entry(ply.fen.clone()).or_insert(t_ms);
                }
            }
            Body::Event { .. } => {
                for mark in marks(&body.emit()) {
                    self.marks.entry(mark.to_owned()).or_insert(t_ms);
                }
            }
            _ => {}
        }
    }

    /// Returns the times, the latest first, at which the public may have been told what it still shows at `now_ms`: those at
    /// which something changed within this time, and its beginning.
    pub(super) fn changes_before(&self, now_ms: u64, within_ms: u64) -> Vec<u64> {
        let told = self.records.iter().map(|(t_ms, ..)| t_ms + DELAY_MS);
        let begin_ms = now_ms.saturating_sub(within_ms);
        let changes = told.filter(|t_ms| (begin_ms..=now_ms).contains(t_ms));
        // And the moment before each.
        let changes = changes.flat_map(|t_ms| [t_ms - 1, t_ms]);
        let mut changes: Vec<u64> = std::iter::once(begin_ms).chain(changes).collect();
        changes.sort_unstable();
        changes.dedup();
        changes.reverse();
        changes
    }

    /// Checks that nothing in these bytes, which somebody had when it was `now_ms` in the hall, is of the future.
    pub(super) fn check(&self, now_ms: u64, text: &str, what: &str) {
        let shown_ms = now_ms.saturating_sub(DELAY_MS);
        for token in text.split(['"', '\n', '[', ']']) {
            let at_ms = self.positions.get(token).copied().unwrap_or(0);
            assert!(at_ms <= shown_ms, "{what} at {now_ms} ms: a position of {at_ms} ms: {token}");
        }
        for mark in marks(text) {
            let at_ms = self.marks[mark];
            assert!(at_ms <= shown_ms, "{what} at {now_ms} ms: {mark} of {at_ms} ms");
        }
    }

    /// Checks the number of plies that a game is said to have.
    fn check_plies(&self, now_ms: u64, (table, game): (u64, u64), count: u64, what: &str) {
        let shown_ms = now_ms.saturating_sub(DELAY_MS);
        let published = self.plies.get(&(table, game)).into_iter().flatten();
        let most = published.filter(|(at_ms, _)| *at_ms <= shown_ms).map(|(_, count)| *count).max();
        assert!(
            count <= most.unwrap_or(0),
            "{what} at {now_ms} ms: {count} plies of table {table}, game {game}, and not {most:?}"
        );
    }

    /// Checks a frame of either protocol. `games` is the game at each table, as a client of protocol 2 knows it.
    pub(super) fn check_frame(
        &self,
        now_ms: u64,
        frame: &Value,
        games: &mut BTreeMap<u64, u64>,
        what: &str,
    ) -> u64 {
        let said_ms = frame["now_ms"].as_u64().or(frame["t"].as_u64()).unwrap_or(0);
        assert!(
            said_ms <= now_ms.saturating_sub(DELAY_MS),
            "{what} at {now_ms} ms: its time is {said_ms} ms"
        );
        let mut plies = 0;
        for table in
            frame["tables"].as_array().into_iter().flatten().filter(|table| table.get("table").is_some())
        {
            let new = table["moves"].as_array().map_or(0, Vec::len) as u64;
            let key = (table["table"].as_u64().expect("a number"), table["game"].as_u64().expect("a number"));
            self.check_plies(now_ms, key, table["from"].as_u64().unwrap_or(0) + new, what);
            plies += new;
        }
        if let Some(table) = frame["b"].as_u64() {
            if let Some(game) = frame["g"].as_u64() {
                games.insert(table, game);
            }
            let new = frame["m"].as_str().map_or(0, |words| words.split(' ').count() as u64 / 2);
            self.check_plies(now_ms, (table, games[&table]), frame["from"].as_u64().unwrap_or(0) + new, what);
            plies += new;
        }
        plies
    }
}

fn marks(text: &str) -> impl Iterator<Item = &str> {
    text.match_indices(MARK).filter_map(|(at, _)| text.get(at..at + MARK.len() + 3))
}
