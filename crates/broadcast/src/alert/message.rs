//! What an operator is told: troubles, and nothing of the games.

use super::{AlertKind, words};
use game::text::{Language, Value};
use hall::TableNo;
use std::collections::{BTreeMap, BTreeSet};

/// The greatest length of a text, in bytes. Topics take 4,096.
pub(super) const TEXT_MAX: usize = 4_000;
/// How many runs of tables are named for each kind: as many as fit.
const RUNS: [usize; 4] = [1_000, 100, 32, 8];

/// A trouble: a kind, and the table that has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct AlertTrouble {
    /// The kind.
    pub kind: AlertKind,
    /// The table; `None` for the whole hall.
    pub table: Option<TableNo>,
}

/// A message. It has no place for anything but tables' numbers and kinds of trouble.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AlertMessage {
    /// These troubles last.
    Begun(BTreeSet<AlertTrouble>),
    /// These troubles are over.
    Over(BTreeSet<AlertTrouble>),
    /// Messages arrive.
    Test,
}

impl AlertMessage {
    /// Returns the text: a line for each kind, at most 4,000 bytes.
    pub fn text(&self, language: Language) -> String {
        let (opening, troubles) = match self {
            AlertMessage::Test => return words::TEST.plain().text(language),
            AlertMessage::Begun(troubles) => (None, troubles),
            AlertMessage::Over(troubles) => (Some(words::OVER.plain().text(language)), troubles),
        };
        let mut by_kind: BTreeMap<AlertKind, Vec<TableNo>> = BTreeMap::new();
        for trouble in troubles {
            by_kind.entry(trouble.kind).or_default().extend(trouble.table);
        }
        let written = |runs_max: usize| {
            let lines = by_kind.iter().map(|(kind, tables)| line(*kind, tables, runs_max, language));
            opening.clone().into_iter().chain(lines).collect::<Vec<_>>().join("\n")
        };
        let fits = |text: &String| text.len() <= TEXT_MAX;
        RUNS.into_iter().map(written).find(fits).unwrap_or_else(|| written(1))
    }

    /// Returns the priority from 1 to 5, where 3 is the usual one.
    pub fn priority(&self) -> u8 {
        match self {
            AlertMessage::Begun(troubles) if troubles.iter().any(|trouble| trouble.kind.is_urgent()) => 4,
            AlertMessage::Begun(_) | AlertMessage::Test => 3,
            AlertMessage::Over(_) => 2,
        }
    }

    /// Returns the tag, which telephones show as a picture.
    pub fn tag(&self) -> &'static str {
        match self {
            AlertMessage::Begun(_) => "warning",
            AlertMessage::Over(_) => "white_check_mark",
            AlertMessage::Test => "bell",
        }
    }
}

/// Writes a line about these tables, or about the hall if there are none.
fn line(kind: AlertKind, tables: &[TableNo], runs_max: usize, language: Language) -> String {
    let whose = match tables {
        [] => words::HALL.plain(),
        [one] => words::TABLE.with([Value::Number(u64::from(*one))]),
        many => words::TABLES.with([Value::Words(list(many, runs_max, language))]),
    };
    format!("{}: {}", whose.text(language), words::of(kind).plain().clause(language))
}

/// Lists numbers, those in a row as one: `1-64, 70`.
fn list(tables: &[TableNo], runs_max: usize, language: Language) -> String {
    let mut runs: Vec<(TableNo, TableNo)> = Vec::new();
    for table in tables {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(*table) => *last = *table,
            _ => runs.push((*table, *table)),
        }
    }
    let run = |(first, last): &(TableNo, TableNo)| {
        if first == last { first.to_string() } else { format!("{first}-{last}") }
    };
    let named = runs.iter().take(runs_max).map(run).collect::<Vec<_>>().join(", ");
    let more: u64 = runs.iter().skip(runs_max).map(|(first, last)| u64::from(last - first) + 1).sum();
    match more {
        0 => named,
        more => words::AND_MORE.with([Value::Words(named), Value::Number(more)]).clause(language),
    }
}

#[cfg(test)]
mod tests {
    use super::{AlertKind, AlertMessage, AlertTrouble, TEXT_MAX};
    use game::text::Language;

    fn troubles(all: impl IntoIterator<Item = (AlertKind, u16)>) -> AlertMessage {
        let one = |(kind, table)| AlertTrouble { kind, table: Some(table) };
        AlertMessage::Begun(all.into_iter().map(one).collect())
    }

    #[test]
    fn a_line_says_what_is_wrong_where() {
        let english = |message: &AlertMessage| message.text(Language::English);
        let one = troubles([(AlertKind::NoResult, 12)]);
        assert_eq!(english(&one), "Table 12: finished on the board, no result entered");
        assert_eq!(one.priority(), 3);
        let many = troubles((1..=64).map(|table| (AlertKind::Silent, table)).chain([(AlertKind::Astray, 7)]));
        assert_eq!(
            english(&many),
            "Tables 1-64: board cannot be read\nTable 7: pieces stand otherwise than the moves say"
        );
        assert_eq!(many.priority(), 4);
        let disk = AlertTrouble { kind: AlertKind::Disk, table: None };
        let over = AlertMessage::Over([disk].into());
        assert_eq!(
            over.text(Language::Polish),
            "Minęło:\nSala: dysk nic nie przyjmuje, więc nic nie jest pokazywane"
        );
        assert_eq!(over.priority(), 2);
    }

    #[test]
    fn the_largest_hall_fits_into_a_message_whatever_is_wrong_in_it() {
        let odd = (0..=u16::MAX).rev().step_by(2).take(1_000);
        let all = odd.flat_map(|table| AlertKind::ALL.map(|kind| (kind, table)));
        let message = troubles(all);
        for language in Language::ALL {
            let text = message.text(language);
            assert!(text.len() <= TEXT_MAX, "{}: {text}", text.len());
            assert!(text.lines().count() == AlertKind::ALL.len() && text.contains("63537"), "{text}");
        }
        // Every second board of the largest usual hall is named.
        let half = troubles((1..=64).step_by(2).map(|table| (AlertKind::Silent, table)));
        assert!(half.text(Language::Russian).contains("61, 63:"), "{}", half.text(Language::Russian));
    }
}
