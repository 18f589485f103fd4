//! A report, line by line, so that it can be written again.

use super::player::PlayerRecord;
use super::record::{OF_2026, Record, Tag, record, tag};
use super::write::{self, Byes, Flavour, Ranks};
use crate::Tournament;
use crate::import::lines;
use std::collections::{BTreeMap, BTreeSet};

/// The lines of a report as they stood in the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trf {
    /// Each line with its end.
    lines: Vec<(String, String)>,
}

/// What a line speaks of: lines of two reports with one key speak of one thing.
type Key = (Tag, u32);

impl Trf {
    /// Splits a report into lines.
    pub fn parse(text: &str) -> Trf {
        Trf { lines: lines(text).map(|(line, end)| (line.text.to_owned(), end.to_owned())).collect() }
    }

    /// Returns the report as it stood.
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|(line, end)| [line.as_str(), end.as_str()]).collect()
    }

    /// Returns the version of the report.
    pub fn flavour(&self) -> Flavour {
        let is_new = self.lines.iter().any(|(line, _)| tag(line).is_some_and(|tag| OF_2026.contains(&&tag)));
        if is_new { Flavour::Trf26 } else { Flavour::Trf16 }
    }

    /// Writes the report with what the tournament says now.
    ///
    /// A line that still says what the tournament says stays as it was, letter for letter. So do lines that are not
    /// understood. Points and ranks are written anew only if a player or a result has changed.
    pub fn rewritten(&self, tournament: &Tournament, ranks: &Ranks) -> String {
        let read: Vec<Option<Record>> =
            self.lines.iter().map(|(line, _)| record(line).ok().map(|(record, _)| record)).collect();
        let byes = byes(&read);
        let written: BTreeMap<Key, String> =
            write::lines(tournament, self.flavour(), ranks, &byes).into_iter().collect();
        let records = write::players(tournament, ranks, &byes);
        let is_changed = is_changed(&read, &records);
        let old = self.keys(&read);
        let end =
            self.lines.iter().map(|(_, end)| end.as_str()).find(|end| !end.is_empty()).unwrap_or("\r\n");
        let missing = missing(&old, &written, &read);
        let last_player = read.iter().rposition(|it| matches!(it, Some(Record::Player(_))));
        let first_player = read.iter().position(|it| matches!(it, Some(Record::Player(_))));
        let mut out = String::new();
        // What the file did not have: the tournament's own lines before the players, players and teams behind them.
        let add = |out: &mut String, wanted: &dyn Fn(&Key) -> bool| {
            for key in missing.iter().filter(|key| wanted(key)) {
                if !out.is_empty() && !out.ends_with(['\r', '\n']) {
                    out.push_str(end);
                }
                out.push_str(&written[*key]);
                out.push_str(end);
            }
        };
        let is_header = |key: &Key| key.0[2] == b'2';
        for (place, (line, end)) in self.lines.iter().enumerate() {
            if Some(place) == first_player {
                add(&mut out, &is_header);
            }
            let kept = match (&read[place], &old[place]) {
                (Some(record), Some(key)) => match written.get(key) {
                    Some(new) if is_same(record, new, is_changed) => Some(line),
                    Some(new) => Some(new),
                    // A count or a detail that the tournament does not hold stays; what was taken out goes.
                    None if matches!(record, Record::Count(_) | Record::System(_) | Record::Rounds(_)) => {
                        Some(line)
                    }
                    None => None,
                },
                _ => Some(line),
            };
            if let Some(kept) = kept {
                out.push_str(kept);
                out.push_str(end);
            }
            if Some(place) == last_player {
                add(&mut out, &|key| !is_header(key));
            }
        }
        if last_player.is_none() {
            add(&mut out, &|_| true);
        }
        out
    }

    /// Returns the key of each line; `None` for a line that stays as it is.
    fn keys(&self, read: &[Option<Record>]) -> Vec<Option<Key>> {
        let mut counts: BTreeMap<Tag, u32> = BTreeMap::new();
        let mut seen: BTreeSet<Key> = BTreeSet::new();
        let has_new_teams = self.lines.iter().any(|(line, _)| line.starts_with("310"));
        let keys = read.iter().zip(&self.lines).map(|(record, (line, _))| {
            let tag = tag(line)?;
            let mut next = |from: u32| {
                let count = counts.entry(tag).or_insert(from);
                *count += 1;
                *count - 1
            };
            let key = match record.as_ref()? {
                Record::Player(player) => (tag, player.number.into()),
                // The chief arbiter is the first of the list, wherever the deputies stand.
                Record::Text([b'1', b'1', b'2'], _) => (tag, next(1)),
                Record::Text([b'1', b'2', b'2'], _) if self.flavour() == Flavour::Trf26 => return None,
                Record::Text(..) | Record::Date(..) | Record::System(_) | Record::Count(_) => (tag, 0),
                Record::TieBreaks(..) | Record::Dates(_) => (tag, 0),
                // Older programs have a tag of their own for the number of rounds.
                Record::Rounds(_) => (*b"142", 0),
                Record::Team(..) if has_new_teams && tag == *b"013" => return None,
                Record::Team(..) => (tag, next(1)),
                Record::Byes(..) => (tag, next(0)),
                Record::BoardOrder(..) | Record::OtherPoints | Record::Other => return None,
            };
            seen.insert(key).then_some(key)
        });
        keys.collect()
    }
}

/// Returns the byes that the report lists by round.
fn byes(read: &[Option<Record>]) -> Byes {
    let listed = read.iter().flatten().filter_map(|record| match record {
        Record::Byes(_, round, players) => Some(players.iter().map(|player| (*round, *player))),
        _ => None,
    });
    listed.flatten().collect()
}

/// Returns whether a player or a result is no longer what the lines say.
fn is_changed(read: &[Option<Record>], records: &[PlayerRecord]) -> bool {
    let old: BTreeMap<_, _> = read
        .iter()
        .flatten()
        .filter_map(
            |record| if let Record::Player(player) = record { Some((player.number, player)) } else { None },
        )
        .collect();
    old.len() != records.len()
        || records.iter().any(|new| old.get(&new.number).is_none_or(|old| old.cells != new.cells))
}

/// Returns the keys of the lines that the file did not have and should have now.
fn missing<'a>(
    old: &[Option<Key>],
    written: &'a BTreeMap<Key, String>,
    read: &[Option<Record>],
) -> Vec<&'a Key> {
    let known: BTreeSet<Key> = old.iter().flatten().copied().collect();
    let has_teams = read.iter().flatten().any(|record| matches!(record, Record::Team(..)));
    written
        .keys()
        .filter(|key| !known.contains(key))
        // Counts and the kind of the tournament can be left out; whoever wrote the file did.
        .filter(|(tag, _)| !matches!(tag, b"062" | b"072" | b"082" | b"092"))
        // Clubs stand in the lines of a team tournament only if the file has such lines.
        .filter(|(tag, _)| has_teams || !matches!(tag, b"013" | b"310"))
        // The order of the boards is that of the file, whose lines stay.
        .filter(|(tag, _)| tag != b"300")
        .collect()
}

/// Returns whether a new line says no more than an old one.
fn is_same(old: &Record, new: &str, is_changed: bool) -> bool {
    let Ok((new, _)) = record(new) else { return false };
    match (old, &new) {
        (Record::Player(old), Record::Player(new)) => {
            old.says(new) && (!is_changed || (old.points, old.rank) == (new.points, new.rank))
        }
        (Record::Count(_), Record::Count(_)) => !is_changed,
        (Record::TieBreaks(old, _), Record::TieBreaks(new, _)) => old == new,
        // The order of the boards is that of the file.
        (Record::Team(_, old, players), Record::Team(_, new, now)) => {
            let set = |players: &[crate::PlayerNo]| players.iter().copied().collect::<BTreeSet<_>>();
            old == new && set(players) == set(now)
        }
        (old, new) => old == new,
    }
}
