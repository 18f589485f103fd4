//! A championship: simulated tables whose boards speak through the real driver to real halls.

use crate::live_hall::LiveHall;
use board::{DeviceOptions, Millis};
use game::{ClockFace, Player, pgn};
use hall::{BoardChoice, HallSetup, Publication, TableNo, TableSetup};
use shakmaty::ByColor;
use sim::{GameKind, Rng, SimOptions, SimTable, Tempo, Trouble, games};
use std::thread;

/// How often a table's news is collected. What changes within this time is one piece of news.
const TURN_MS: Millis = 100;

/// What a table told everybody in one turn.
pub(super) struct News {
    pub(super) t_ms: Millis,
    pub(super) table: TableNo,
    pub(super) publications: Vec<Publication>,
    pub(super) clock: Option<ClockFace>,
    /// The table's games as PGN, if a game changed.
    pub(super) games: Option<String>,
}

/// Plays at these tables until `until_ms`. Returns the news of all of them, the oldest first. Each table plays in a hall of
/// its own, because tables have nothing to do with each other, and one hall for each goes quicker.
pub(super) fn play(tables: u16, tempo: Tempo, seed: u64, until_ms: Millis) -> Vec<News> {
    let threads = 2;
    let mut all: Vec<News> = thread::scope(|scope| {
        let some = |first: u16| {
            let numbers = (first..=tables).step_by(threads);
            scope.spawn(move || {
                numbers.flat_map(|table| news_of(table, tempo, seed, until_ms)).collect::<Vec<_>>()
            })
        };
        let playing: Vec<_> = (1..).take(threads).map(some).collect();
        playing.into_iter().flat_map(|one| one.join().expect("no table fails")).collect()
    });
    all.sort_by_key(|news| (news.t_ms, news.table));
    all
}

fn news_of(table: TableNo, tempo: Tempo, seed: u64, until_ms: Millis) -> Vec<News> {
    let mut live = hall_of(table, tempo, seed);
    let mut all = Vec::new();
    while live.t_ms < until_ms {
        live.run(TURN_MS);
        let publications = std::mem::take(&mut live.told);
        let clock = live.clocks.drain(..).next_back().map(|(_, face)| face);
        if publications.is_empty() && clock.is_none() {
            continue;
        }
        let games = (!publications.is_empty()).then(|| games_of(&live, table));
        all.push(News { t_ms: live.t_ms, table, publications, clock, games });
    }
    all
}

fn games_of(live: &LiveHall, table: TableNo) -> String {
    let games = live.hall.table(table).expect("it is set up").public_games();
    games.iter().filter(|game| game.is_begun()).map(|game| pgn::write(game, pgn::Twin::default())).collect()
}

fn hall_of(table: TableNo, tempo: Tempo, seed: u64) -> LiveHall {
    let mut rng = Rng::new(seed).fork(u64::from(table));
    let serial = format!("{table:05}");
    let board = SimTable::new(SimOptions {
        seed: rng.next_u64(),
        games: vec![games::draw(GameKind::Mixed, &mut rng)],
        tempo,
        trouble: Trouble::usual(),
        device: DeviceOptions { serial: serial.clone(), ..DeviceOptions::default() },
        ..SimOptions::default()
    });
    let player = |name: &str| Player {
        name: format!("{name}, Of Table {table}"),
        title: "GM".to_owned(),
        elo: Some(2600),
        federation: "FID".to_owned(),
        ..Player::default()
    };
    let setup = HallSetup {
        event: "A Championship of the World".to_owned(),
        site: "Somewhere".to_owned(),
        round: "7".to_owned(),
        tables: vec![TableSetup {
            table,
            board: BoardChoice::Port("port0".to_owned()),
            players: ByColor { white: player("White"), black: player("Black") },
            clock: true,
            clock_port: None,
            chess960: false,
            fen: None,
            stands: hall::Stands::default(),
        }],
        ..HallSetup::default()
    };
    LiveHall::new(setup, [(0, board)].into())
}
