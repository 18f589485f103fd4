//! What orders change in an event. An order that is refused may leave the event half changed: the history works on a
//! copy.

use super::{
    details::Details,
    order::{Entered, EnteredRound, EventOrder},
};
use crate::{
    BOARDS_MAX, BoardNo, Event, HowEnded, PLAYERS_MAX, Pairing, PairingNo, PlayerNo, ROUNDS_MAX, Refusal,
    Round, RoundNo, RoundState, TOURNAMENTS_MAX, TableNo, Tournament,
};
use game::ResultEntry;
use std::collections::{BTreeMap, BTreeSet};

impl Event {
    /// Carries out an order that changes the event alone.
    pub(super) fn obey(&mut self, order: &EventOrder) -> Result<(), Refusal> {
        match order {
            EventOrder::Event { name, site, delay_minutes } => {
                set(&mut self.name, name);
                set(&mut self.site, site);
                self.delay_minutes = delay_minutes.unwrap_or(self.delay_minutes);
            }
            EventOrder::Enter { key, parts } => self.enter(key, parts)?,
            EventOrder::Remove { key } => {
                let is_played = |round: &Round| round.state != RoundState::Planned;
                if self.tournament(key)?.rounds.values().any(is_played) {
                    return Err(Refusal::Begun(key.clone()));
                }
                self.tournaments.remove(key);
            }
            EventOrder::Withdraw { key, player, after } => {
                let entrant = self.tournament_mut(key)?.players.get_mut(player);
                entrant.ok_or(Refusal::NoPlayer(*player))?.withdrawn_after = *after;
            }
            EventOrder::Complete { key, players } => self.complete(key, players)?,
            EventOrder::Unpair(at) => self.unpair(at)?,
            EventOrder::SwapColors(at) => {
                self.changeable(at)?;
                let pairing = self.pairing_mut(at)?;
                let (white, black) = (pairing.players.white, pairing.players.black);
                (pairing.players.white, pairing.players.black) = (black, white);
            }
            EventOrder::SwapBoards(at, with) => self.swap_boards(at, *with)?,
            EventOrder::Table(at, table) => {
                self.changeable(at)?;
                self.pairing_mut(at)?.table = *table;
                self.check_tables()?;
            }
            EventOrder::Open(key, round) => self.open(key, *round)?,
            EventOrder::Close(key, round) => self.close(key, *round)?,
            EventOrder::Result(at, result, how) => self.set_result(at, *result, *how)?,
            EventOrder::Adjourned(at, adjourned) => self.pairing_mut(at)?.adjourned = *adjourned,
            EventOrder::Gate(table, open) => {
                match open {
                    Some(open) => self.gates.insert(*table, *open),
                    None => self.gates.remove(table),
                };
            }
            EventOrder::Board(table, serial) => self.put_board(*table, serial.clone()),
            EventOrder::Boards(boards) => {
                for (table, serial) in boards {
                    self.put_board(*table, Some(serial.clone()));
                }
            }
            EventOrder::State(event) => *self = (**event).clone(),
            EventOrder::ConfirmProved | EventOrder::FindBoard(_) | EventOrder::Undo => {}
        }
        Ok(())
    }

    fn enter(&mut self, key: &str, parts: &Entered) -> Result<(), Refusal> {
        if !self.tournaments.contains_key(key) && self.tournaments.len() >= TOURNAMENTS_MAX {
            return Err(Refusal::TooMany(TOURNAMENTS_MAX));
        }
        let first_table = self.free_tables_from();
        let is_new = !self.tournaments.contains_key(key);
        let tournament = self.tournaments.entry(key.to_owned()).or_default();
        if is_new {
            tournament.first_table = first_table;
        }
        for number in parts.rounds.keys() {
            if tournament.rounds.get(number).is_some_and(|round| round.state == RoundState::Ended) {
                return Err(Refusal::RoundEnded(*number));
            }
        }
        tournament.enter(parts.clone());
        tournament.check()?;
        self.check_tables()
    }

    /// Enters what becomes known of players. Who has another name by now was not meant.
    fn complete(&mut self, key: &str, players: &BTreeMap<PlayerNo, Details>) -> Result<(), Refusal> {
        let tournament = self.tournament_mut(key)?;
        for (number, details) in players {
            let entrant = tournament.players.get_mut(number).ok_or(Refusal::NoPlayer(*number))?;
            if entrant.player.name != details.name {
                return Err(Refusal::OtherName { player: *number, name: entrant.player.name.clone() });
            }
            details.enter(entrant);
        }
        Ok(())
    }

    fn unpair(&mut self, at: &PairingNo) -> Result<(), Refusal> {
        self.changeable(at)?;
        if self.pairing(at)?.has_begun() {
            return Err(Refusal::GameBegun(at.board));
        }
        self.tournament_mut(&at.key)?.round_mut(at.round)?.pairings.remove(&at.board);
        Ok(())
    }

    /// Returns the first table after those of all tournaments.
    fn free_tables_from(&self) -> TableNo {
        let last = |tournament: &Tournament| {
            let boards = tournament.rounds.values().filter_map(|round| round.pairings.keys().last()).max();
            tournament.first_table.max(1).saturating_add(boards.copied().unwrap_or(1))
        };
        self.tournaments.values().map(last).max().unwrap_or(1)
    }

    fn swap_boards(&mut self, at: &PairingNo, with: BoardNo) -> Result<(), Refusal> {
        let other = PairingNo { board: with, ..at.clone() };
        self.changeable(at)?;
        self.changeable(&other)?;
        let (one, two) = (self.pairing_mut(at)?.players, self.pairing_mut(&other)?.players);
        // What stands on a table stays there: moves, and a table that was chosen for the board.
        self.pairing_mut(at)?.players = two;
        self.pairing_mut(&other)?.players = one;
        Ok(())
    }

    /// Checks that the players of a pairing may still change.
    fn changeable(&mut self, at: &PairingNo) -> Result<(), Refusal> {
        let state = self.tournament(&at.key)?.round(at.round)?.state;
        match (state, self.pairing_mut(at)?.result) {
            (RoundState::Ended, _) => Err(Refusal::RoundEnded(at.round)),
            (_, Some(_)) => Err(Refusal::HasResult(at.board)),
            (RoundState::Planned | RoundState::Open, None) => Ok(()),
        }
    }

    fn open(&mut self, key: &str, number: RoundNo) -> Result<(), Refusal> {
        let tournament = self.tournament_mut(key)?;
        let open = tournament.rounds.iter().find(|(_, round)| round.state == RoundState::Open);
        if let Some((open, _)) = open {
            return Err(if *open == number { Refusal::IsOpen(number) } else { Refusal::StillOpen(*open) });
        }
        let round = tournament.round_mut(number)?;
        if round.state == RoundState::Ended {
            return Err(Refusal::RoundEnded(number));
        }
        if round.pairings.is_empty() {
            return Err(Refusal::NoPairings(number));
        }
        round.state = RoundState::Open;
        self.check_tables()?;
        let tables: BTreeSet<TableNo> = self.open_tables().map(|(table, _)| table).collect();
        self.gates.retain(|table, _| !tables.contains(table));
        Ok(())
    }

    fn close(&mut self, key: &str, number: RoundNo) -> Result<(), Refusal> {
        let round = self.tournament_mut(key)?.round_mut(number)?;
        let is_unfinished = |pairing: &Pairing| pairing.result.is_none() && !pairing.adjourned;
        let unfinished: Vec<BoardNo> =
            round.pairings.iter().filter(|(_, it)| is_unfinished(it)).map(|(board, _)| *board).collect();
        if round.state == RoundState::Ended {
            return Err(Refusal::RoundEnded(number));
        }
        if !unfinished.is_empty() {
            return Err(Refusal::Unfinished(unfinished));
        }
        round.state = RoundState::Ended;
        Ok(())
    }

    /// Sets the result of a pairing.
    pub(crate) fn set_result(
        &mut self,
        at: &PairingNo,
        result: Option<ResultEntry>,
        how: Option<HowEnded>,
    ) -> Result<(), Refusal> {
        let pairing = self.pairing_mut(at)?;
        pairing.result = result;
        pairing.how = how.filter(|_| result.is_some());
        pairing.adjourned &= result.is_none();
        Ok(())
    }

    /// Puts a board on a table. The table that had it loses it; if both had one, they exchange them.
    fn put_board(&mut self, table: TableNo, serial: Option<String>) {
        let before = self.boards.remove(&table);
        let Some(serial) = serial else { return };
        let holder = self.boards.iter().find(|(_, held)| **held == serial).map(|(holder, _)| *holder);
        if let Some(holder) = holder {
            self.boards.remove(&holder);
            before.into_iter().for_each(|before| _ = self.boards.insert(holder, before));
        }
        self.boards.insert(table, serial);
    }

    /// Returns the tables of the rounds that are open, with the pairings that they are for.
    pub(crate) fn open_tables(&self) -> impl Iterator<Item = (TableNo, PairingNo)> {
        self.tournaments.iter().flat_map(|(key, tournament)| {
            let open = tournament.rounds.iter().filter(|(_, round)| round.state == RoundState::Open);
            open.flat_map(move |(number, round)| {
                round.pairings.keys().filter_map(move |board| {
                    let at = PairingNo { key: key.clone(), round: *number, board: *board };
                    Some((tournament.table_of(*number, *board)?, at))
                })
            })
        })
    }

    /// Checks that no two pairings of open rounds are for one table.
    fn check_tables(&self) -> Result<(), Refusal> {
        let mut tables = BTreeMap::new();
        for (table, at) in self.open_tables() {
            if let Some(other) = tables.insert(table, at.clone()) {
                return Err(Refusal::TableTwice { table, boards: (other.board, at.board) });
            }
        }
        Ok(())
    }
}

impl Tournament {
    /// Takes over the parts that are entered.
    pub(super) fn enter(&mut self, parts: Entered) {
        set(&mut self.name, &parts.name);
        set(&mut self.city, &parts.city);
        set(&mut self.federation, &parts.federation);
        set(&mut self.dates, &parts.dates);
        set(&mut self.arbiters, &parts.arbiters);
        set(&mut self.system, &parts.system);
        set(&mut self.rounds_planned, &parts.rounds_planned);
        set(&mut self.time_control, &parts.time_control);
        set(&mut self.first_table, &parts.first_table);
        set(&mut self.boards_of_match, &parts.boards_of_match);
        set(&mut self.tie_breaks, &parts.tie_breaks);
        self.players.extend(parts.players);
        for (number, round) in parts.rounds {
            self.rounds.entry(number).or_default().enter(round);
        }
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.players.len() > PLAYERS_MAX || self.players.contains_key(&0) {
            return Err(Refusal::TooManyPlayers(PLAYERS_MAX));
        }
        if let Some(odd) = self.rounds.keys().find(|number| !(1..=ROUNDS_MAX).contains(*number)) {
            return Err(Refusal::NoRound(*odd));
        }
        self.rounds.iter().try_for_each(|(number, round)| self.check_round(*number, round))
    }

    fn check_round(&self, number: RoundNo, round: &Round) -> Result<(), Refusal> {
        let mut seen: BTreeSet<PlayerNo> = BTreeSet::new();
        if let Some(odd) = round.pairings.keys().find(|board| !(1..=BOARDS_MAX).contains(*board)) {
            return Err(Refusal::NoBoard { round: number, board: *odd });
        }
        let paired =
            round.pairings.values().flat_map(|pairing| [pairing.players.white, pairing.players.black]);
        for player in paired.flatten().chain(round.unpaired.keys().copied()) {
            if !self.players.contains_key(&player) {
                return Err(Refusal::NoPlayer(player));
            }
            if !seen.insert(player) {
                return Err(Refusal::PlayerTwice { player, round: number });
            }
        }
        Ok(())
    }
}

impl Round {
    /// Takes over the parts that are entered. A pairing that was there before keeps what was said of it. A game that goes
    /// on stays at its board, with its table, whoever plays there now; one that is over goes with its result.
    fn enter(&mut self, parts: EnteredRound) {
        set(&mut self.date, &parts.date);
        set(&mut self.starts_at, &parts.starts_at);
        if parts.pairings.is_empty() {
            // Byes alone leave the pairings: whoever enters a late bye takes nobody's game away.
            if !parts.unpaired.is_empty() {
                self.unpaired = parts.unpaired;
            }
        } else {
            let before = std::mem::replace(&mut self.pairings, parts.pairings);
            for (board, pairing) in &mut self.pairings {
                let is_same =
                    |old: &Pairing| old.players == pairing.players && old.players.iter().any(Option::is_some);
                if let Some((old_board, old)) = before.iter().find(|(_, old)| is_same(old)) {
                    if pairing.result.is_none() {
                        (pairing.result, pairing.how) = (old.result, old.how);
                    }
                    if old_board == board {
                        pairing.table = pairing.table.or(old.table);
                    }
                    pairing.game = pairing.game.or(old.game.filter(|_| is_settled(old)));
                    pairing.unrated |= old.unrated;
                    pairing.armageddon |= old.armageddon;
                    pairing.adjourned |= old.adjourned && pairing.result.is_none();
                }
                if let Some(played) = before.get(board).filter(|old| old.game.is_some() && !is_settled(old)) {
                    pairing.table = pairing.table.or(played.table);
                    pairing.game = pairing.game.or(played.game);
                }
            }
            self.unpaired = parts.unpaired;
        }
        // A round that comes with all its results was played elsewhere.
        let is_complete =
            !self.pairings.is_empty() && self.pairings.values().all(|pairing| pairing.result.is_some());
        match parts.state {
            Some(state) => self.state = state,
            None if is_complete && self.state == RoundState::Planned => self.state = RoundState::Ended,
            None => {}
        }
    }
}

/// Returns whether nobody plays the game of a pairing any more.
fn is_settled(pairing: &Pairing) -> bool {
    pairing.result.is_some() || pairing.adjourned
}

fn set<T: Clone>(part: &mut T, entered: &Option<T>) {
    if let Some(entered) = entered {
        part.clone_from(entered);
    }
}
