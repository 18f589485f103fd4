//! Several halls as one event: what a node shows.

use super::{
    documents::merged_rounds,
    heard_hall::{HeardHall, Taken},
};
use crate::{
    message::{EventView, HeadView},
    released::{Released, onlookers::Spectators},
};
use hall::TableNo;
use std::{collections::BTreeMap, sync::Arc};

/// The longest time for which a hall that lives is silent, in milliseconds: pages stop their clocks after as long.
pub const SILENCE_MAX_MS: u64 = 6_000;

/// What is known of a hall.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HallState {
    /// Nothing of it was at the broker.
    Unknown,
    /// Nothing new is heard of it.
    Silent,
    /// It lives.
    Alive,
}

/// The halls of an event, in the order in which they are shown. The number that is added to a hall's tables keeps them
/// apart from those of the others.
#[derive(Debug)]
pub struct MergedHalls {
    halls: Vec<Member>,
    /// The tables that are shown, each with its hall and its number there.
    shown: BTreeMap<TableNo, (usize, TableNo)>,
    event: EventView,
    head: Option<HeadView>,
}

#[derive(Debug)]
struct Member {
    name: String,
    add: TableNo,
    hall: HeardHall,
}

impl MergedHalls {
    /// Creates the list of halls, each with its name and the number that is added to those of its tables.
    pub fn new(halls: impl IntoIterator<Item = (String, TableNo)>) -> MergedHalls {
        let member = |(name, add)| Member { name, add, hall: HeardHall::default() };
        let halls = halls.into_iter().map(member).collect();
        MergedHalls { halls, shown: BTreeMap::new(), event: EventView::default(), head: None }
    }

    /// Takes a message, whose subject behind the event is this. `is_last` says that the broker had no later one.
    pub fn take(&mut self, subject: &str, body: &[u8], is_last: bool, now_ms: u64) -> Taken {
        let Some((name, subject)) = subject.split_once('.') else { return Taken::Passed };
        match self.halls.iter_mut().find(|member| member.name == name) {
            Some(member) => member.hall.take(subject, body, is_last, now_ms),
            None => Taken::Passed,
        }
    }

    /// Begins a new connection to the broker.
    pub fn begin(&mut self) {
        self.halls.iter_mut().for_each(|member| member.hall.begin());
    }

    /// Notices which halls have fallen silent.
    pub fn look(&mut self, now_ms: u64) {
        self.halls.iter_mut().for_each(|member| member.hall.look(now_ms, SILENCE_MAX_MS));
    }

    /// Returns what spectators are told now and were not told before.
    pub fn news(&mut self) -> Released<Spectators> {
        let mut released = Released::default();
        let event = self.event();
        if event != self.event {
            self.event = event.clone();
            released.event = Some(event);
        }
        // The signed head is of one journal, and would say nothing of the other halls.
        let head = if let [only] = &self.halls[..] { only.hall.head().cloned() } else { None };
        if head != self.head {
            self.head.clone_from(&head);
            released.head = head;
        }
        let shown = self.numbered();
        let changed: Vec<_> = self.halls.iter_mut().map(|member| member.hall.take_changed()).collect();
        for (number, (hall, table)) in &shown {
            let is_new = self.shown.get(number) != Some(&(*hall, *table));
            if is_new || changed[*hall].contains(table) {
                released.told.extend(self.halls[*hall].hall.shown(*table, *number));
            }
        }
        if !shown.keys().eq(self.shown.keys()) {
            released.tables = Some(shown.keys().copied().collect());
        }
        self.shown = shown;
        released
    }

    fn event(&self) -> EventView {
        let known = || self.halls.iter().map(|member| &member.hall).filter(|hall| hall.is_known());
        let delay_ms = known().map(|hall| hall.event().delay_ms).max().unwrap_or_default();
        known().next().map_or_else(EventView::default, |hall| EventView { delay_ms, ..hall.event().clone() })
    }

    /// Returns the numbers of all tables. Of two with one number that of the first hall is shown.
    fn numbered(&self) -> BTreeMap<TableNo, (usize, TableNo)> {
        let mut all = BTreeMap::new();
        for (index, member) in self.halls.iter().enumerate() {
            for table in member.hall.numbers() {
                if let Some(number) = table.checked_add(member.add) {
                    all.entry(number).or_insert((index, *table));
                }
            }
        }
        all
    }

    /// Returns the number of tables that are not shown, because a table of another hall has their number.
    pub fn hidden(&self) -> usize {
        self.halls.iter().map(|member| member.hall.numbers().len()).sum::<usize>() - self.shown.len()
    }

    /// Returns what is known of each hall.
    pub fn states(&self) -> impl Iterator<Item = (&str, HallState)> {
        self.halls.iter().map(|Member { name, hall, .. }| {
            let state = match (hall.is_alive(), hall.is_known()) {
                (true, _) => HallState::Alive,
                (false, true) => HallState::Silent,
                (false, false) => HallState::Unknown,
            };
            (name.as_str(), state)
        })
    }

    /// Returns whether every document of every hall is there that has introduced itself.
    pub fn has_documents(&self) -> bool {
        let mut known = self.halls.iter().filter(|member| member.hall.is_known());
        known.all(|member| member.hall.documents().is_complete())
    }

    /// Returns the texts of the games, in the order in which they are shown.
    pub fn games(&self) -> Vec<Arc<[u8]>> {
        self.documents("pgn.").map(|(_, text)| Arc::clone(text)).collect()
    }

    /// Returns all rounds, with results or without; `None` if no hall has told any.
    pub fn rounds(&self, with_results: bool) -> Option<Vec<u8>> {
        let wanted = if with_results { "rounds" } else { "pairings" };
        let of = |member: &'_ Member| {
            let found = member.hall.documents().listed().find(|(name, _)| *name == wanted);
            found.map(|(_, text)| (Arc::clone(text), member.add))
        };
        let all: Vec<_> = self.halls.iter().filter_map(of).collect();
        merged_rounds(all.iter().map(|(text, add)| (&text[..], *add)))
    }

    /// Returns the sheets of the rounds by the rest of their names. Of two with one name the first is taken.
    pub fn sheets(&self) -> BTreeMap<&str, &Arc<[u8]>> {
        let mut all = BTreeMap::new();
        for (name, text) in self.documents("sheet.") {
            all.entry(name).or_insert(text);
        }
        all
    }

    fn documents(&self, prefix: &'static str) -> impl Iterator<Item = (&str, &Arc<[u8]>)> {
        let listed = self.halls.iter().flat_map(|member| member.hall.documents().listed());
        listed.filter_map(move |(name, text)| Some((name.strip_prefix(prefix)?, text)))
    }
}
