//! The open of the demo: its players, its short games, and an arbiter who opens each round when all pieces stand, enters
//! the results and ends the round.

use crate::{commands::simulate::RoomNews, mainloop::Ask};
use game::OrderJson;
use hall::TableNo;
use shakmaty::KnownOutcome;
use sim::{Game, games};
use std::collections::{BTreeMap, BTreeSet};
use tokio::sync::{mpsc, oneshot, watch};
use tournament::{
    EventCommandJson, EventOrderJson, PairingJson, PlayerJson, Round, RoundJson, RoundNo, RoundState,
    Tournament, TournamentJson,
    berger::{self, BergerRound},
};

/// The key of the tournament.
const KEY: &str = "open";
/// The greatest number of plies of a game, so that a round ends within minutes.
const PLIES_MAX: usize = 50;

/// The names of simulated people: each surname with each given name is a player.
const SURNAMES: [&str; 16] = [
    "Adamska",
    "Brzoza",
    "Czapla",
    "Dudek",
    "Grabowska",
    "Jeż",
    "Kalinka",
    "Lis",
    "Malina",
    "Nowina",
    "Orzech",
    "Pilch",
    "Rybak",
    "Sowa",
    "Topola",
    "Wilga",
];
const GIVEN: [&str; 8] = ["Alex", "Bogna", "Chris", "Dana", "Eryk", "Fela", "Gaja", "Hugo"];

/// News from a table.
pub(super) type TableNews = (TableNo, RoomNews);

/// The open, as its arbiter runs it.
#[derive(Debug)]
pub(super) struct Open {
    tables: TableNo,
    rounds: RoundNo,
    asks: mpsc::Sender<Ask>,
    /// The number of rounds whose games may begin.
    begin: watch::Sender<usize>,
}

/// How far the open is when the demo starts.
#[derive(Debug, Default)]
pub(super) struct Progress {
    /// Whether players and pairings are entered.
    is_entered: bool,
    /// The number of rounds that are over.
    over: RoundNo,
    /// The tables that have a result in the round after them.
    results: BTreeSet<TableNo>,
}

impl Progress {
    /// Asks the hall how far the open is. A new demo is at its beginning.
    pub(super) async fn of(asks: &mpsc::Sender<Ask>) -> Progress {
        let (to, told) = oneshot::channel();
        let event = if asks.send(Ask::WholeEvent(to)).await.is_ok() { told.await.ok() } else { None };
        let open = event.as_deref().and_then(|event| event.tournaments.get(KEY));
        open.map_or_else(Progress::default, Progress::in_open)
    }

    fn in_open(open: &Tournament) -> Progress {
        let is_over = |round: &Round| round.state == RoundState::Ended;
        let over =
            (1..).take_while(|number| open.rounds.get(number).is_some_and(is_over)).last().unwrap_or(0);
        let next = open.rounds.get(&(over + 1));
        let pairings = next.into_iter().flat_map(|round| &round.pairings);
        let results = pairings.filter(|(_, pairing)| pairing.result.is_some()).map(|(board, _)| *board);
        Progress { is_entered: true, over, results: results.collect() }
    }

    /// Returns the number of rounds that a table has played.
    pub(super) fn played(&self, table: TableNo) -> usize {
        usize::from(self.over) + usize::from(self.results.contains(&table))
    }
}

/// The end of the program: nobody takes orders any more.
struct Ending;

/// Returns the games that a table plays in the rounds.
pub(super) fn games_of(table: TableNo, tables: TableNo, rounds: RoundNo) -> Vec<Game> {
    let short: Vec<Game> = games::real().into_iter().filter(|game| game.moves.len() <= PLIES_MAX).collect();
    let first = usize::from(table - 1);
    let of_round = |round: RoundNo| (usize::from(round) * usize::from(tables) + first) % short.len().max(1);
    (0..rounds).filter_map(|round| short.get(of_round(round)).cloned()).collect()
}

impl Open {
    pub(super) fn new(
        tables: TableNo,
        rounds: RoundNo,
        asks: mpsc::Sender<Ask>,
        begin: watch::Sender<usize>,
    ) -> Open {
        Open { tables, rounds, asks, begin }
    }

    /// Holds every round, and then leaves the tables to whoever likes to play.
    pub(super) async fn hold(self, progress: Progress, mut told: mpsc::Receiver<TableNews>) {
        // The hall has ended, and the demo with it.
        let _ = self.hold_rounds(progress, &mut told).await;
    }

    async fn hold_rounds(
        &self,
        progress: Progress,
        told: &mut mpsc::Receiver<TableNews>,
    ) -> Result<(), Ending> {
        if !progress.is_entered {
            self.order(self.entry()).await?;
        }
        let mut over = progress.results;
        let mut ready = BTreeSet::new();
        for round in progress.over + 1..=self.rounds {
            while ready.len() < usize::from(self.tables) {
                if let (table, RoomNews::Ready) = told.recv().await.ok_or(Ending)? {
                    ready.insert(table);
                }
            }
            // Who has played already stays ready for the next round.
            ready.retain(|table| over.contains(table));
            let this = || tournament::RoundOfJson { key: KEY.to_owned(), round };
            self.order(EventOrderJson::Open(this())).await?;
            self.begin.send_replace(usize::from(round));
            while over.len() < usize::from(self.tables) {
                match told.recv().await.ok_or(Ending)? {
                    (table, RoomNews::Over(outcome)) => {
                        self.enter_result(round, table, outcome).await?;
                        over.insert(table);
                    }
                    // The players of a game that ended early have set up the pieces for the next.
                    (table, RoomNews::Ready) => _ = ready.insert(table),
                    (_, RoomNews::Began(_)) => {}
                }
            }
            self.order(EventOrderJson::Close(this())).await?;
            over.clear();
        }
        for table in 1..=self.tables {
            self.order(EventOrderJson::Gate { table, open: Some(true) }).await?;
        }
        self.begin.send_replace(usize::MAX);
        while let Some((table, news)) = told.recv().await {
            if let Some(order) = order_for(news) {
                self.command(table, order).await?;
            }
        }
        Ok(())
    }

    async fn enter_result(
        &self,
        round: RoundNo,
        table: TableNo,
        outcome: KnownOutcome,
    ) -> Result<(), Ending> {
        let at = tournament::BoardJson { key: KEY.to_owned(), round, board: table };
        self.order(EventOrderJson::Result { at, result: outcome.to_string(), how: None }).await
    }

    /// Returns the order that enters players and pairings: those of a round robin, as many rounds of it as are played.
    fn entry(&self) -> EventOrderJson {
        let count = self.tables.saturating_mul(2);
        let players = (0..count).map(|index| {
            let (surname, given) = (usize::from(index) % SURNAMES.len(), usize::from(index) / SURNAMES.len());
            let name = format!("{}, {}", SURNAMES[surname], GIVEN[(surname + given) % GIVEN.len()]);
            (index + 1, PlayerJson { name, elo: Some(2400 - 10 * index), ..PlayerJson::default() })
        });
        let rounds = berger::double_rounds(count).into_iter().cycle().zip(1..=self.rounds);
        let parts = TournamentJson {
            name: Some("Topboard demo".to_owned()),
            rounds_planned: Some(self.rounds),
            first_table: Some(1),
            players: players.collect(),
            rounds: rounds.map(|(pairs, round)| (round, written(&pairs))).collect(),
            ..TournamentJson::default()
        };
        EventOrderJson::Enter { key: KEY.to_owned(), parts: Box::new(parts) }
    }

    async fn order(&self, order: EventOrderJson) -> Result<(), Ending> {
        let command =
            Box::new(EventCommandJson { order, author: Some(super::AUTHOR.to_owned()), login: None });
        let (answer, done) = oneshot::channel();
        self.asks.send(Ask::Event { command, answer }).await.map_err(|_| Ending)?;
        // A refusal is in the log.
        done.await.map(drop).map_err(|_| Ending)
    }

    async fn command(&self, table: TableNo, order: OrderJson) -> Result<(), Ending> {
        if super::give(&self.asks, table, order).await { Ok(()) } else { Err(Ending) }
    }
}

/// Returns the order for a table outside of rounds: it names the players, or confirms what they agreed on.
pub(super) fn order_for(news: RoomNews) -> Option<OrderJson> {
    match news {
        RoomNews::Ready => None,
        RoomNews::Began(players) => Some(OrderJson::Start {
            white: Some(players.white.name.clone()),
            black: Some(players.black.name.clone()),
            fen: None,
        }),
        RoomNews::Over(outcome) => Some(OrderJson::Result { result: outcome.to_string() }),
    }
}

fn written(round: &BergerRound) -> RoundJson {
    let pairing = |(white, black): &(u16, u16)| PairingJson {
        white: Some(*white),
        black: Some(*black),
        ..PairingJson::default()
    };
    let pairings: BTreeMap<u16, PairingJson> =
        (1..).zip(round.pairs.iter()).map(|(board, pair)| (board, pairing(pair))).collect();
    RoundJson { pairings, ..RoundJson::default() }
}

#[cfg(test)]
mod tests {
    use super::{Open, games_of};
    use std::collections::BTreeSet;
    use tokio::sync::{mpsc, watch};
    use tournament::{EventOrder, EventOrderJson, History};

    #[test]
    fn every_hall_has_its_open() {
        for tables in 1..=64 {
            let open = Open::new(tables, 9, mpsc::channel(1).0, watch::channel(0).0);
            let EventOrderJson::Enter { parts, .. } = open.entry() else { panic!("it enters a tournament") };
            let names: BTreeSet<&str> = parts.players.values().map(|player| player.name.as_str()).collect();
            assert_eq!(names.len(), usize::from(tables) * 2, "{tables} tables");
            let mut history = History::default();
            let order = EventOrder::read(&open.entry()).expect("it can be read");
            history.obey(&order).expect("players and pairings fit together");
            let rounds = &history.event().tournaments["open"].rounds;
            assert!(
                rounds.len() == 9 && rounds.values().all(|round| round.pairings.len() == usize::from(tables))
            );
            assert!((1..=tables).all(|table| games_of(table, tables, 9).len() == 9));
        }
    }
}
