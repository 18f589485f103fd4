//! Before a round: one list of what is missing, from the pairings down to the clocks.
//!
//! The list is a pure function of the event and of what the boards last said. It is about the boards themselves, not
//! about the games on them: between rounds a table is closed, and its game hears nothing of its board. What the
//! computer lacks, such as space on its disk, is for the program to add.

mod boards;
mod clocks;
mod missing;
mod pairings;
mod sensors;
mod words;

pub use missing::{Lack, Missing, Severity};

use crate::{Hall, HallSetup, TableNo};
use laws::TimeControl;
use std::collections::BTreeMap;
use tournament::{PairingNo, Plan, RoundNo};

/// A place where a game is to begin: a table of the hall, and the pairing that plays there.
#[derive(Debug, Clone)]
struct Seat {
    table: TableNo,
    /// The pairing; `None` in a hall without rounds.
    at: Option<PairingNo>,
    /// The time control; `None` if it is unknown.
    control: Option<TimeControl>,
}

impl Hall {
    /// Returns what is missing before a round of a tournament: without a round, before those that begin next. In a hall
    /// without tournaments all tables are looked at. The list begins with what stops the round.
    pub fn readiness(&self, round: Option<(&str, RoundNo)>) -> Vec<Missing> {
        let rounds = match round {
            Some((key, number)) => vec![(key.to_owned(), number)],
            None => self.event().next_rounds(),
        };
        let mut list = Vec::new();
        for (key, number) in &rounds {
            list.extend(pairings::lacks(self.event(), key, *number));
        }
        let seats = self.seats(&rounds, &mut list);
        list.extend(self.lacks_of_serials());
        for seat in &seats {
            list.extend(self.lacks_of_seat(seat));
        }
        list.extend(self.odd_clock(&seats));
        list.sort_by_key(|missing| missing.severity());
        list
    }

    /// Returns the places where games are to begin.
    fn seats(&self, rounds: &[(String, RoundNo)], list: &mut Vec<Missing>) -> Vec<Seat> {
        let Some(setup) = self.configured() else { return Vec::new() };
        if self.event().tournaments.is_empty() {
            let waits = self
                .tables()
                .filter(|table| table.score().plies.is_empty() && table.score().result.is_none());
            let control = TimeControl::parse(&setup.time_control).ok().flatten();
            return waits
                .map(|table| Seat { table: table.number(), at: None, control: control.clone() })
                .collect();
        }
        let wanted = self.wanted_tables(rounds);
        let by_hand: Vec<&(TableNo, PairingNo)> =
            wanted.iter().filter(|(table, _)| self.table(*table).is_none()).collect();
        // An event with more boards than the hall has tables plays some of its games on ordinary boards.
        if wanted.len() > self.tables().count() {
            if !by_hand.is_empty() {
                list.push(Missing::of_event(Lack::ByHand(by_hand.len())));
            }
        } else {
            list.extend(by_hand.iter().map(|(table, at)| Missing::of_board(Lack::NoTable, at, Some(*table))));
        }
        let mut taken: BTreeMap<TableNo, &PairingNo> = BTreeMap::new();
        let mut seats = Vec::new();
        for (table, at) in &wanted {
            let Some(entry) = self.table(*table) else { continue };
            let playing = match entry.plan() {
                Plan::Play(other) if !rounds.contains(&(other.key.clone(), other.round)) => Some(other),
                _ => None,
            };
            if playing.is_some_and(|other| other.key == at.key && other.round < at.round) {
                // The table still plays its game of the round before, whose result is missing.
                continue;
            }
            if let Some(other) = taken.insert(*table, at).or(playing) {
                let other = (other.key.clone(), other.round, other.board);
                list.push(Missing::of_board(Lack::TableTwice(other), at, Some(*table)));
                continue;
            }
            let has_begun = self.event().pairing(at).is_ok_and(tournament::Pairing::has_begun);
            if !has_begun {
                seats.push(Seat { table: *table, at: Some(at.clone()), control: self.control_of(setup, at) });
            }
        }
        seats
    }

    /// Returns the tables that the pairings of these rounds are for, in the order of the rounds and boards.
    fn wanted_tables(&self, rounds: &[(String, RoundNo)]) -> Vec<(TableNo, PairingNo)> {
        let mut wanted = Vec::new();
        for (key, number) in rounds {
            let Some(tournament) = self.event().tournaments.get(key) else { continue };
            let Some(round) = tournament.rounds.get(number) else { continue };
            wanted.extend(round.pairings.keys().filter_map(|board| {
                let at = PairingNo { key: key.clone(), round: *number, board: *board };
                Some((tournament.table_of(*number, *board)?, at))
            }));
        }
        wanted
    }

    fn control_of(&self, setup: &HallSetup, at: &PairingNo) -> Option<TimeControl> {
        let of_tournament = &self.event().tournaments.get(&at.key)?.time_control;
        let text = if of_tournament.is_empty() { &setup.time_control } else { of_tournament };
        TimeControl::parse(text).ok().flatten()
    }
}
