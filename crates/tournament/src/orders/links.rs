//! The games on electronic boards that belong to pairings.
//!
//! Invariant: no game belongs to two pairings, or the result of one would become the other's. Orders keep it, a debug build
//! checks it after every change, and an event that was written before they did is put right when it is read.

use crate::{Event, GameNo, Pairing, PairingNo, RoundState};
use std::collections::{BTreeMap, BTreeSet};

impl Event {
    /// Gives a game to a pairing, and takes it from any other. Returns whether that changed anything.
    pub(super) fn link(&mut self, at: &PairingNo, game: GameNo) -> bool {
        if self.pairing(at).map_or(true, |pairing| pairing.game == Some(game)) {
            return false;
        }
        self.pairings_mut().filter(|pairing| pairing.game == Some(game)).for_each(|other| other.game = None);
        if let Ok(pairing) = self.pairing_mut(at) {
            pairing.game = Some(game);
        }
        true
    }

    /// Leaves each game to one pairing: to that which plays on the table of the game, if one does.
    pub(super) fn unlink_doubles(&mut self) {
        let mut holders: BTreeMap<GameNo, (bool, PairingNo)> = BTreeMap::new();
        for (at, game, is_there) in self.links() {
            let holder = holders.entry(game).or_insert_with(|| (is_there, at.clone()));
            if is_there && !holder.0 {
                *holder = (true, at);
            }
        }
        let doubles: Vec<PairingNo> = self
            .links()
            .filter(|(at, game, _)| holders.get(game).is_some_and(|(_, holder)| holder != at))
            .map(|(at, ..)| at)
            .collect();
        for at in doubles {
            if let Ok(pairing) = self.pairing_mut(&at) {
                pairing.game = None;
            }
        }
    }

    /// Panics if a game belongs to two pairings. Release builds do nothing.
    pub(super) fn check_links(&self) {
        if cfg!(debug_assertions) {
            let mut seen = BTreeSet::new();
            for (at, game, _) in self.links() {
                assert!(seen.insert(game), "{game:?} belongs to {at:?} and to another pairing");
            }
        }
    }

    /// Returns the games on electronic boards, each with its pairing.
    pub fn games(&self) -> impl Iterator<Item = (PairingNo, GameNo)> {
        self.links().map(|(at, game, _)| (at, game))
    }

    /// Returns the pairings that have a game, and whether each is to be played on the table of its game.
    fn links(&self) -> impl Iterator<Item = (PairingNo, GameNo, bool)> {
        self.tournaments.iter().flat_map(|(key, tournament)| {
            tournament.rounds.iter().flat_map(move |(number, round)| {
                round.pairings.iter().filter_map(move |(board, pairing)| {
                    let game = pairing.game?;
                    let is_there = round.state == RoundState::Open
                        && tournament.table_of(*number, *board) == Some(game.table);
                    Some((PairingNo { key: key.clone(), round: *number, board: *board }, game, is_there))
                })
            })
        })
    }

    fn pairings_mut(&mut self) -> impl Iterator<Item = &mut Pairing> {
        let rounds = self.tournaments.values_mut().flat_map(|tournament| tournament.rounds.values_mut());
        rounds.flat_map(|round| round.pairings.values_mut())
    }
}
