//! The real program with a delay: what spectators are served was on the hall's screens that long before, in every file,
//! also over kills and restarts.

use crate::{
    rig::{Hall, PATIENCE, config, folder, games_of, until},
    seat::{Seat, game},
};
use rustix::process::Signal;
use serde_json::Value;
use std::{
    fs,
    time::{Duration, Instant},
};
use tokio::time::sleep;

const DELAY: Duration = Duration::from_secs(6);
/// How far the screens may be behind the journal's time, by which the delay counts: they are told what is safe on the disk,
/// and what a killed program wrote and did not sync is shown only after its restart.
const SYNC_AND_RESTART: Duration = Duration::from_millis(1500);

/// What one look at the screens saw, and when it began.
struct Look {
    at: Instant,
    moves: usize,
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

/// Returns the number of moves in protocol 2.
fn moves_of_protocol_2(address: &str) -> usize {
    let snapshot: Value = serde_json::from_str(&Hall::get_at(address, "/api/v2/hall")).expect("JSON");
    snapshot["tables"][0]["m"].as_str().map_or(0, |plies| plies.split(' ').count() / 2)
}

fn moves_of_games(address: &str) -> usize {
    games_of(&Hall::get_at(address, "/games.pgn")).iter().map(|(_, moves)| moves.len()).sum()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_see_what_the_screens_showed_before_the_delay_over_kills_too() {
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
        let at = Instant::now();
        let first = snapshot(&hall.screens);
        looks.push(Look { at, moves: moves(&first) });
        let (public, games) = (snapshot(&hall.address), moves_of_games(&hall.address));
        let second = moves_of_protocol_2(&hall.address);
        let last = snapshot(&hall.screens);
        let behind = u64::try_from(DELAY.as_millis()).expect("short");
        // A snapshot of which nothing changed is handed out for 100 ms.
        let least = now_ms(&first).saturating_sub(behind + 100);
        let most = (now_ms(&last) + 100).saturating_sub(behind);
        assert!((least..=most).contains(&now_ms(&public)), "not within {least} to {most} ms: {public}");
        shown = moves(&public).max(games);
        // The screens were looked at on both sides of the instant that is shown.
        let then = Instant::now()
            .checked_sub(DELAY - SYNC_AND_RESTART)
            .and_then(|then| looks.iter().find(|look| look.at >= then));
        if let Some(then) = then {
            assert!(moves(&public) <= then.moves, "too early: {} of {} moves", moves(&public), then.moves);
            assert!(second <= then.moves, "too early: {second} of {} moves in protocol 2", then.moves);
            assert!(games <= then.moves, "too early: {games} of {} moves in PGN", then.moves);
        }
        if looks.last().is_some_and(|look| look.moves > 3 * (kills + 1)) && kills < 2 {
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
            && Hall::get_at(&hall.address, "/games.pgn") == Hall::get_at(&hall.screens, "/games.pgn")
    })
    .await;
}
