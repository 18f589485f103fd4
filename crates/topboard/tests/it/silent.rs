//! Every public byte while an arbiter has an illegal move to decide: whatever is asked for, in whatever way, neither
//! status nor headers nor body tell of it, and `/games.pgn` ends where the feed does.

use crate::{
    arbiter_client::{Arbiter, incidents, until_frame},
    rig::{Hall, config, folder, games_of},
    seat::{Deed, Seat, game},
};
use serde_json::{Value, json};
use sim::Trouble;
use topboard::commands::simulate::device;

const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"];
const PATHS: [&str; 21] = [
    "/",
    "/live",
    "/boards",
    "/rounds/main.js",
    "/ws/hall",
    "/api/v1/hall/snapshot",
    "/api/v2/hall",
    "/api/v2/hall?moves=no",
    "/text",
    "/text/1",
    "/all-games.pgn",
    "/all-games.pgn?table=1",
    "/healthz",
    "/openapi.json",
    "/verify",
    "/PROTOCOL.md",
    "/arbiter/index.html",
    "/ws/arbiter",
    "/api/v1/arbiter/snapshot",
    "/api/v1/tables/1/commands",
    "/there%20is%00nothing",
];
/// Every header a public answer may have.
const HEADERS: [&str; 20] = [
    "accept-ranges",
    "access-control-allow-origin",
    "allow",
    "cache-control",
    "connection",
    "content-encoding",
    "content-length",
    "content-range",
    "content-security-policy",
    "content-type",
    "date",
    "etag",
    "location",
    "referrer-policy",
    "retry-after",
    "sec-websocket-version",
    "transfer-encoding",
    "upgrade",
    "vary",
    "x-content-type-options",
];

/// Searches everything the public can be told for these words.
fn listen(hall: &Hall, words: &[String]) {
    for path in PATHS {
        for method in METHODS {
            let answer = hall.ask(method, path, "");
            for (name, value) in answer.headers() {
                let name = name.to_ascii_lowercase();
                assert!(HEADERS.contains(&name.as_str()), "{method} {path} has the header {name}: {value}");
            }
            let told = format!("{}\n{}", answer.head, String::from_utf8_lossy(&answer.body));
            for word in words {
                assert!(!told.contains(word), "{method} {path} says {word:?}: {told}");
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_public_byte_tells_of_an_illegal_move_that_waits_for_the_arbiter() {
    let folder = folder("silent");
    let trouble = Trouble { kings_ppm: 0, illegal_percent: 15_000, ..Trouble::demo() };
    let seat = Seat::troubled(&folder, 1, game(0, usize::MAX), device(1), trouble);
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let hall = Hall::start(&config);
    let before = games_of(&hall.get("/all-games.pgn"));
    assert!(before.is_empty(), "{before:?}");
    let arbiter = Arbiter::enter(&hall);
    let mut feed = arbiter.follow().await;
    let is_illegal = |incident: &Value| incident["rule"] == "illegal-move-completed";
    let frame =
        until_frame(&mut feed, "an illegal move", |frame| incidents(frame, 1).iter().any(is_illegal)).await;
    seat.does(Deed::HoldAt(0));
    let found = incidents(&frame, 1).into_iter().rfind(is_illegal).expect("it was just there");
    let noted = arbiter.says(1, json!({"cmd": "note", "text": "xyzzy was at the table"}));
    assert_eq!(noted.status, 200, "{noted:?}");
    let texts = ["en", "pl", "ru"].map(|language| found["text"][language].as_str().map(str::to_owned));
    let mut words: Vec<String> = texts.into_iter().flatten().collect();
    words.extend(
        ["xyzzy", "Judge", "F23 7.5", "F23 4.3", "restore_fen", "The game went on", "SetUp"]
            .map(str::to_owned),
    );
    listen(&hall, &words);
    let snapshot: Value = serde_json::from_str(&hall.get("/api/v1/hall/snapshot")).expect("JSON");
    let moves = snapshot["tables"][0]["moves"].as_array().expect("moves");
    hall.games("what the feed shows", |pgn| {
        let games = games_of(pgn);
        let told = games.first().map_or(0, |(_, moves)| moves.len());
        games.len() <= 1 && told == moves.len()
    })
    .await;
}
