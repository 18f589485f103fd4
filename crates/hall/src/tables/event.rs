//! The event in the hall: orders about it, the tables that follow its rounds, and the results that tables tell it.

use crate::tables::games::names_of_games;
use crate::tables::planned::GameOfPairing;
use crate::{BoardChoice, Hall, HallSetup, LinkNo, Refusal, Table, TableNo, TableSetup};
use board::{BoardEvent, Millis};
use game::{Command, Order, Proof, ResultEntry, Tags};
use shakmaty::ByColor;
use std::collections::{BTreeMap, BTreeSet};
use tournament::{
    Event, EventCommandJson, EventOrder, GameNo, HowEnded, PairingNo, Plan, RoundState, SignedRounds,
};

/// The greatest length of the whole event in its written form when a round begins, in bytes: it then has to fit into one
/// line of the journal.
const EVENT_MAX: usize = journal::LINE_MAX - 4096;
/// The greatest length of the whole event in its written form when more is entered, in bytes. Results and games come to
/// it later. Some 1,500 players over nine rounds fit.
const ENTERED_MAX: usize = journal::LINE_MAX / 2;

/// The results of pairings, and how the games ended.
type Results = BTreeMap<PairingNo, (Option<ResultEntry>, Option<HowEnded>)>;

impl Hall {
    /// Returns the event.
    pub fn event(&self) -> &Event {
        self.history.event()
    }

    /// Returns the rounds of the event that are over, as they were when they ended.
    pub fn signed_rounds(&self) -> &SignedRounds {
        self.history.signed()
    }

    /// Returns the number of changes of the event so far.
    pub fn event_revision(&self) -> u64 {
        self.history.revision()
    }

    /// Returns the name of the order about the event that would be taken back next.
    pub fn last_event_order(&self) -> Option<&'static str> {
        self.history.last().map(EventOrder::name)
    }

    /// Returns the pairings that keep a result which was decided since, should the last order be taken back.
    pub fn decided_since(&self) -> Vec<PairingNo> {
        self.history.decided_since()
    }

    /// Returns the table whose board is being looked for, if any.
    pub fn finding(&self) -> Option<TableNo> {
        self.finding
    }

    /// Checks whether an order about the event may be written to the journal. `Err` says why not.
    pub fn event_may_be_written(&self, command: &EventCommandJson) -> Result<(), Refusal> {
        let order = EventOrder::read(&command.order)?;
        self.check_event(&order)?;
        let after = self.history.may_be_given(&order)?;
        let most = match order {
            EventOrder::Enter { .. } | EventOrder::Complete { .. } => ENTERED_MAX,
            EventOrder::Open(..) => EVENT_MAX,
            _ => return Ok(()),
        };
        // The whole event stands at the beginning of each file of the journal, in one record.
        let bytes = serde_json::to_string(&after.to_json()).map_or(usize::MAX, |text| text.len());
        if bytes > most { Err(Refusal::EventTooLarge { bytes, most }) } else { Ok(()) }
    }

    fn check_event(&self, order: &EventOrder) -> Result<(), Refusal> {
        let is_unknown = |table: &&TableNo| !self.tables.contains_key(table);
        let unknown = match order {
            EventOrder::Gate(table, _) | EventOrder::Board(table, _) | EventOrder::FindBoard(Some(table)) => {
                Some(table).filter(is_unknown)
            }
            EventOrder::Boards(boards) => boards.keys().find(is_unknown),
            _ => None,
        };
        unknown.map_or(Ok(()), |table| Err(Refusal::NoTable(*table)))
    }

    /// Carries out an order about the event.
    pub(crate) fn obey_event(&mut self, t_ms: Millis, command: &EventCommandJson) -> Result<(), Refusal> {
        let order = EventOrder::read(&command.order)?;
        self.check_event(&order)?;
        let names = names_of_games(self.event());
        match &order {
            EventOrder::ConfirmProved => self.confirm_all(t_ms, command.author.as_deref()),
            EventOrder::FindBoard(table) => self.finding = *table,
            EventOrder::Result(at, result, how) => {
                self.history.obey(&order)?;
                self.result_on_board(t_ms, at, *result, command.author.as_deref());
                // The game on the board may have told the event how it ended, which the order knows better.
                self.history.note_result(at, *result, *how);
            }
            EventOrder::Enter { key, .. } => {
                let before = self.open_results(key);
                self.history.obey(&order)?;
                // A list of a round that is played may bring results. What has none waits for one.
                let mut now = self.open_results(key);
                now.retain(|_, (result, _)| result.is_some());
                self.results_on_boards(t_ms, now, &before, command.author.as_deref());
            }
            EventOrder::Undo => {
                let last = self.history.last().cloned();
                let before = match &last {
                    Some(EventOrder::Enter { key, .. }) => self.open_results(key),
                    _ => BTreeMap::new(),
                };
                self.history.obey(&order)?;
                match last {
                    Some(EventOrder::Result(at, ..)) => {
                        let pairing = self.event().pairing(&at).cloned().unwrap_or_default();
                        self.result_on_board(t_ms, &at, pairing.result, command.author.as_deref());
                        self.history.note_result(&at, pairing.result, pairing.how);
                    }
                    // The results that the list brought go with it.
                    Some(EventOrder::Enter { key, .. }) => {
                        let now = self.open_results(&key);
                        self.results_on_boards(t_ms, now, &before, command.author.as_deref());
                    }
                    _ => {}
                }
            }
            _ => self.history.obey(&order)?,
        }
        self.follow_event(t_ms);
        self.rename_games(&names);
        Ok(())
    }

    /// Gives the games on electronic boards the results that their pairings have otherwise now than before.
    fn results_on_boards(&mut self, t_ms: Millis, now: Results, before: &Results, author: Option<&str>) {
        for (at, (result, how)) in now {
            if before.get(&at).is_some_and(|(known, _)| *known != result) {
                self.result_on_board(t_ms, &at, result, author);
                self.history.note_result(&at, result, how);
            }
        }
    }

    /// Returns the results of the pairings that are played in a tournament, and how the games ended.
    fn open_results(&self, key: &str) -> Results {
        let open = self.event().open_rounds().filter(|(of, ..)| *of == key);
        let pairings = open.flat_map(|(_, number, round)| {
            round.pairings.iter().map(move |(board, pairing)| (number, *board, pairing))
        });
        let of = |round, board| PairingNo { key: key.to_owned(), round, board };
        pairings.map(|(round, board, it)| (of(round, board), (it.result, it.how))).collect()
    }

    /// Confirms every proved result.
    fn confirm_all(&mut self, t_ms: Millis, author: Option<&str>) {
        let proved: Vec<(TableNo, ResultEntry)> = self
            .tables
            .values()
            .filter(|table| table.plan() != &Plan::Closed)
            .filter_map(|table| Some((table.number(), table.proved()?.1)))
            .collect();
        for (table, result) in proved {
            self.give_result(t_ms, table, None, Some(result), author);
        }
    }

    /// Gives the game of a pairing its result, if an electronic board has the game.
    fn result_on_board(
        &mut self,
        t_ms: Millis,
        at: &PairingNo,
        result: Option<ResultEntry>,
        author: Option<&str>,
    ) {
        let known = self.event().pairing(at).ok().and_then(|pairing| pairing.game);
        let on_table = || {
            let table = self.tables.values().find(|table| table.pairing() == Some(at))?;
            Some(GameNo { table: table.number(), game: table.game_number() })
        };
        if let Some(GameNo { table, game }) = known.or_else(on_table) {
            self.give_result(t_ms, table, Some(game), result, author);
        }
    }

    fn give_result(
        &mut self,
        t_ms: Millis,
        table: TableNo,
        game: Option<u32>,
        result: Option<ResultEntry>,
        author: Option<&str>,
    ) {
        let command =
            Command { order: Order::Result(result), game, author: author.map(str::to_owned), staged: None };
        self.at_table(table, |entry, output| entry.follow_command(t_ms, &command, output));
    }

    /// Takes news of a table's game over into the event: its number, and its result.
    pub(crate) fn note_game_of_pairing(&mut self, t_ms: Millis, at: &PairingNo, news: GameOfPairing) {
        // A game that somebody starts at the table after the result is another game, and takes nothing away from it.
        let known = self.event().pairing(at).ok().filter(|pairing| pairing.result.is_some());
        if known.and_then(|pairing| pairing.game).is_some_and(|game| game != news.game) {
            return;
        }
        if news.has_begun {
            self.history.note_game(at, news.game);
        }
        let before = self.event().pairing(at).ok().and_then(|pairing| pairing.result);
        if before != news.result {
            self.history.note_result(at, news.result, news.proof.and_then(how_by));
            self.follow_event(t_ms);
        }
    }

    /// Notes the game that each table plays for its pairing, if the pairing has one of another table: a board that comes back
    /// to a table goes on with the game that waits there.
    pub(crate) fn note_games_in_play(&mut self) {
        for (at, game) in self.tables.values().filter_map(Table::game_in_play) {
            let known = self.history.event().pairing(at).ok().and_then(|pairing| pairing.game);
            if known.is_none_or(|known| known.table != game.table) {
                self.history.note_game(at, game);
            }
        }
    }

    /// Takes the result of an earlier game over into the event.
    pub(crate) fn note_earlier_result(&mut self, table: TableNo, game: u32, result: Option<ResultEntry>) {
        let wanted = GameNo { table, game };
        let found = self.event().tournaments.iter().find_map(|(key, tournament)| {
            tournament.rounds.iter().find_map(|(round, it)| {
                let board = it.pairings.iter().find(|(_, pairing)| pairing.game == Some(wanted))?.0;
                Some(PairingNo { key: key.clone(), round: *round, board: *board })
            })
        });
        if let Some(at) = found {
            self.history.note_result(&at, result, None);
        }
    }

    /// Puts a board on the table that is looking for one, as soon as a piece on the board moves. A board on which a game
    /// of another table is being played is not meant.
    pub(crate) fn find_board(&mut self, t_ms: Millis, link: LinkNo, event: &BoardEvent) {
        let Some(table) = self.finding.filter(|_| matches!(event, BoardEvent::Square { .. })) else { return };
        let is_played = |at: &Table| matches!(at.plan(), Plan::Play(_)) && !at.score().plies.is_empty();
        if self.tables.values().any(|at| at.link() == Some(link) && at.number() != table && is_played(at)) {
            return;
        }
        let Some(serial) = self.links.get(&link).and_then(|entry| entry.serial()).map(str::to_owned) else {
            return;
        };
        self.finding = None;
        if self.history.obey(&EventOrder::Board(table, Some(serial))).is_ok() {
            self.follow_event(t_ms);
        }
    }

    /// Makes every table follow the event.
    pub(crate) fn follow_event(&mut self, t_ms: Millis) {
        let Some(configured) = self.configured.clone() else { return };
        self.set_up(t_ms, &configured);
    }

    /// Returns the set-up as the event wants it: its names, and the boards that a person put on tables.
    pub fn with_event(&self, configured: &HallSetup) -> HallSetup {
        let event = self.event();
        let mut setup = configured.clone();
        let replace = |text: &mut String, with: &str| {
            if !with.is_empty() {
                with.clone_into(text);
            }
        };
        replace(&mut setup.event, &event.name);
        replace(&mut setup.site, &event.site);
        // What is played now stands above the hall, or between rounds what was played last.
        let last_in = |state: RoundState| {
            let last = event.tournaments.values().filter_map(move |tournament| {
                let (number, round) =
                    tournament.rounds.iter().rev().find(|(_, round)| round.state == state)?;
                Some((tournament, number, round))
            });
            last.collect::<Vec<_>>()
        };
        let open = last_in(RoundState::Open);
        let shown = if open.is_empty() { last_in(RoundState::Ended) } else { open };
        if let [(tournament, number, round)] = shown[..] {
            replace(&mut setup.event, &tournament.name);
            replace(&mut setup.date, &round.date);
            replace(&mut setup.time_control, &tournament.time_control);
            setup.round = number.to_string();
        } else if !shown.is_empty() {
            let rounds: BTreeSet<_> = shown.iter().map(|(_, number, _)| **number).collect();
            setup.round = rounds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        }
        for table in &mut setup.tables {
            table.board = self.board_for(table.table, configured);
        }
        setup
    }

    /// Returns the board of a table. If the board that is configured for it was put on another table, the two tables
    /// have exchanged their boards.
    fn board_for(&self, table: TableNo, configured: &HallSetup) -> BoardChoice {
        let event = self.event();
        let of = |table| configured.tables.iter().find(|it| it.table == table).map(|it| it.board.clone());
        let mut board = match event.boards.get(&table) {
            Some(serial) => return BoardChoice::Serial(serial.clone()),
            None => of(table).unwrap_or(BoardChoice::Any),
        };
        for _ in &event.boards {
            let BoardChoice::Serial(serial) = &board else { break };
            let taken = event.boards.iter().find(|(_, other)| self.is_one_board(serial, other));
            match taken.and_then(|(taker, _)| of(*taker)) {
                Some(left) => board = left,
                None => break,
            }
        }
        board
    }

    /// Returns whether two serial numbers are those of one board, which may have a short and a long one.
    fn is_one_board(&self, one: &str, other: &str) -> bool {
        one == other || self.links.values().any(|link| link.answers_to(one) && link.answers_to(other))
    }

    /// Goes back to what stood at a table before a round began, if the beginning was taken back.
    pub(crate) fn undo_beginning(&mut self, t_ms: Millis, table: TableNo) {
        let Some(Plan::Play(at)) = self.tables.get(&table).map(Table::plan) else { return };
        let round = self.event().tournaments.get(&at.key).and_then(|event| event.rounds.get(&at.round));
        if round.is_none_or(|round| round.state == RoundState::Planned) {
            self.at_table(table, |entry, output| entry.undo_beginning(t_ms, output));
        }
    }

    /// Returns what a table is for, and the tags of its game.
    pub(crate) fn plan_of(&self, setup: &HallSetup, table: &TableSetup) -> (Plan, Tags) {
        let plan = self.event().plan(table.table);
        let mut tags = setup.tags(table);
        match &plan {
            Plan::Play(at) => {
                if let Some(of_pairing) = self.event().tags(at) {
                    tags = over(tags, of_pairing);
                }
            }
            // A table that a person opened is nobody's: the players of the configuration sit there, if it names any.
            Plan::Free | Plan::Closed => {}
        }
        (plan, tags)
    }
}

/// Returns the tags of a pairing, with those of the configuration where the event says nothing.
fn over(configured: Tags, of_pairing: Tags) -> Tags {
    let or = |said: String, configured: String| if said.is_empty() { configured } else { said };
    Tags {
        event: or(of_pairing.event, configured.event),
        site: or(of_pairing.site, configured.site),
        date: or(of_pairing.date, configured.date),
        tournament: of_pairing.tournament,
        round: of_pairing.round,
        board: of_pairing.board,
        time_control: or(of_pairing.time_control, configured.time_control),
        players: ByColor { ..of_pairing.players },
    }
}

/// Returns how a game ended that has this proof.
fn how_by(proof: Proof) -> Option<HowEnded> {
    match proof {
        Proof::Checkmate => Some(HowEnded::Checkmate),
        Proof::Stalemate => Some(HowEnded::Stalemate),
        Proof::DeadPosition => Some(HowEnded::DeadPosition),
        Proof::Kings => None,
    }
}
