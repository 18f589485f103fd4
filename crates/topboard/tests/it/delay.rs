//! The real program with a delay: what spectators are served was published that long before by the journal, in every file,
//! also over kills and restarts.

use crate::{
    rig::{Hall, PATIENCE, config, folder, games_of, until},
    seat::{Seat, game},
};
use hall::Body;
use jiff::Timestamp;
use rustix::process::Signal;
use serde_json::Value;
use std::{
    fs,
    path::Path,
    time::{Duration, Instant},
};
use tokio::time::sleep;
use topboard::journal_files::writer;

pub(crate) const DELAY_MS: u64 = 6_000;

/// The moves of one game as the journal published them: the journal's time, and how many there were.
pub(crate) struct Published(Vec<(u64, usize)>);

impl Published {
    pub(crate) fn of(journal: &Path) -> Published {
        let mut published = Vec::new();
        writer::read_at(journal, |_, body| {
            if let Body::Published { t_ms, publication } = body {
                published.push((t_ms, publication.from + publication.plies.len()));
            }
        })
        .expect("it can be read");
        Published(published)
    }

    /// Checks that nobody was told of a move before the journal's time reached `t_ms`.
    pub(crate) fn check(&self, t_ms: u64, moves: usize, what: &str) {
        let by_then = self.0.iter().filter(|(at_ms, _)| *at_ms <= t_ms).map(|(_, moves)| *moves).max();
        assert!(
            moves <= by_then.unwrap_or(0),
            "too early in {what} at {t_ms} ms: {moves} moves of {by_then:?}"
        );
    }
}

/// What spectators were shown of the hall at one of its times.
struct Look {
    t_ms: u64,
    moves: usize,
    what: &'static str,
}

fn moves(snapshot: &Value) -> usize {
    snapshot["tables"][0]["moves"].as_array().map_or(0, Vec::len)
}

fn now_ms(snapshot: &Value) -> u64 {
    snapshot["now_ms"].as_u64().expect("a time")
}

fn snapshot(address: &str) -> Value {
    serde_json::from_str(&Hall::get_at(address, "/api/v1/hall/snapshot")).expect("JSON")
}

/// Returns the number of moves in protocol 2, and its time.
fn protocol_2(address: &str) -> Look {
    let snapshot: Value = serde_json::from_str(&Hall::get_at(address, "/api/v2/hall")).expect("JSON");
    let moves = snapshot["tables"][0]["m"].as_str().map_or(0, |plies| plies.split(' ').count() / 2);
    Look { t_ms: snapshot["t"].as_u64().expect("a time"), moves, what: "protocol 2" }
}

/// Returns the games, and apart the time of day at which the clocks of the one that is on were known.
fn split(address: &str) -> (String, Option<Timestamp>) {
    let mut games = Hall::get_at(address, "/all-games.pgn");
    let Some(begin) = games.find("[ReferenceTime \"") else { return (games, None) };
    let end = begin + games[begin..].find('\n').expect("a tag is a line");
    let line: String = games.drain(begin..end).collect();
    let at = line.split(['/', '"']).nth(2).expect("a side and a time").parse();
    (games, Some(at.expect("a time of day")))
}

fn moves_of_games(address: &str) -> usize {
    games_of(&Hall::get_at(address, "/all-games.pgn")).iter().map(|(_, moves)| moves.len()).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_see_what_was_published_before_the_delay_over_kills_too() {
    let folder = folder("delay");
    let seat = Seat::new(&folder, 1, game(3, 12));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let text = fs::read_to_string(&config).expect("it was written");
    let server = "[server]\ndelay_minutes = 0.1\nscreens = \"127.0.0.1:0\"\n";
    fs::write(&config, text.replace("[server]\n", server)).expect("the folder can be written");
    let mut hall = Hall::start(&config);
    let mut looks: Vec<Look> = Vec::new();
    let (mut shown, mut kills) = (0, 0);
    let end = Instant::now() + PATIENCE;
    while shown < 12 {
        assert!(Instant::now() < end, "{shown} moves were shown: {}", hall.log());
        let first = snapshot(&hall.screens);
        let (public, games) = (snapshot(&hall.address), moves_of_games(&hall.address));
        let second = protocol_2(&hall.address);
        let last = snapshot(&hall.screens);
        // A snapshot of which nothing changed is handed out for 100 ms.
        let least = now_ms(&first).saturating_sub(DELAY_MS + 100);
        let most = (now_ms(&last) + 100).saturating_sub(DELAY_MS);
        assert!((least..=most).contains(&now_ms(&public)), "not within {least} to {most} ms: {public}");
        shown = moves(&public).min(games).min(second.moves);
        looks.push(second);
        looks.push(Look { t_ms: now_ms(&public), moves: moves(&public), what: "the snapshot" });
        // The games were fetched before the time that the screens have now.
        looks.push(Look { t_ms: most, moves: games, what: "PGN" });
        if moves(&first) > 3 * (kills + 1) && kills < 2 {
            kills += 1;
            hall.signal(Signal::KILL);
            hall = Hall::start(&config);
        }
        sleep(Duration::from_millis(40)).await;
    }
    assert_eq!(kills, 2, "the program was killed between moves");
    let told = |address: &str| snapshot(address)["event"]["delay_ms"].as_u64();
    assert_eq!((told(&hall.address), told(&hall.screens)), (Some(6_000), None));
    let told_with_rounds = |address: &str| {
        let rounds: Value = serde_json::from_str(&Hall::get_at(address, "/api/v1/rounds")).expect("JSON");
        rounds["delay_ms"].as_u64()
    };
    assert_eq!((told_with_rounds(&hall.address), told_with_rounds(&hall.screens)), (Some(6_000), None));
    // The end of the last move settles on both sides.
    until("spectators see what the screens show", || {
        let (public, screens) = (snapshot(&hall.address), snapshot(&hall.screens));
        public["tables"][0]["moves"] == screens["tables"][0]["moves"]
            && split(&hall.address).0 == split(&hall.screens).0
    })
    .await;
    let known = |address: &str| split(address).1.map(|at| at.as_millisecond());
    let (public, screens) = (known(&hall.address), known(&hall.screens));
    assert_eq!(public, screens.map(|at| at + DELAY_MS as i64), "the clocks of spectators are behind, too");
    assert_eq!(hall.signal(Signal::TERM), Some(0), "{}", hall.log());
    let published = Published::of(&folder.join("data/journal"));
    looks.iter().for_each(|look| published.check(look.t_ms, look.moves, look.what));
}
