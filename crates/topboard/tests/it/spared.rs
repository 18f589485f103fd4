//! Results that come at their own time: with `?results=no` no face of the public listener tells one, and with
//! `results_at_once` a confirmed one does not wait for the moves before it.

use crate::{
    arbiter_client::Arbiter,
    rig::{Hall, config, folder, until},
};
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader, Write},
    net::TcpStream,
    time::Duration,
};

const SHUFFLE: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

fn play(arbiter: &Arbiter, table: u16, from_ply: usize, rounds: usize) {
    let order = json!({"cmd": "correct", "from_ply": from_ply, "moves": SHUFFLE.repeat(rounds)});
    let said = arbiter.says(table, order);
    assert_eq!(said.status, 200, "{said:?}");
}

/// Returns what a stream of events says until its first heartbeat.
fn events(hall: &Hall, query: &str) -> String {
    let mut stream = TcpStream::connect(&hall.address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("it can be set");
    let request = format!("GET /api/v2/events{query} HTTP/1.1\r\nHost: {}\r\n\r\n", hall.address);
    stream.write_all(request.as_bytes()).expect("it is taken");
    let mut said = String::new();
    for line in BufReader::new(stream).lines() {
        let line = line.expect("the stream goes on");
        let is_beat = line.starts_with("data:{\"s\"") || line.starts_with("data: {\"s\"");
        said += &(line + "\n");
        if is_beat {
            return said;
        }
    }
    panic!("the stream ended: {said}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_wants_no_results_is_told_none_at_any_address() {
    let folder = folder("spared");
    let hall = Hall::start(&config(&folder, &["/dev/none-1".to_owned(), "/dev/none-2".to_owned()]));
    let arbiter = Arbiter::enter(&hall);
    for table in [1, 2] {
        play(&arbiter, table, 1, 5);
    }
    assert_eq!(arbiter.says(2, json!({"cmd": "result", "result": "0-1"})).status, 200);
    hall.games("the result", |games| games.contains("0-1")).await;
    for (path, query) in [
        ("/api/v2/hall", "?results=no"),
        ("/api/v2/hall", "?moves=no&results=no"),
        ("/text", "?results=no"),
        ("/all-games.pgn", "?results=no"),
        ("/api/v2/events", "?results=no"),
    ] {
        let get = |query: &str| {
            if path.ends_with("events") { events(&hall, query) } else { hall.get(&format!("{path}{query}")) }
        };
        let (told, spared) = (get(""), get(query));
        assert!(told.contains("0-1"), "{path}: {told}");
        assert!(!spared.contains("0-1"), "{path}{query}: {spared}");
        let says = match path {
            "/text" => "the game is over",
            // The other game.
            "/all-games.pgn" => "[Event ",
            _ => "\"over\":true",
        };
        assert_eq!(spared.matches(says).count(), 1, "{path}{query}: {spared}");
        assert!(spared.len() < told.len() || path == "/text", "no moves of the game that is over: {spared}");
    }
    assert_eq!(events(&hall, "?results=no&reveal=2").matches("0-1").count(), 1);
    assert_eq!(hall.ask("GET", "/api/v2/events?results=perhaps", "").status, 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_confirmed_result_is_public_at_once_and_the_moves_before_it_are_not() {
    let folder = folder("at-once");
    let config = config(&folder, &["/dev/none-1".to_owned()]);
    let text = fs::read_to_string(&config).expect("it was written");
    let server = "[server]\ndelay_minutes = 0.4\nresults_at_once = true\nscreens = \"127.0.0.1:0\"\n";
    fs::write(&config, text.replace("[server]\n", server)).expect("the folder can be written");
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let table = |address: &str| -> Value {
        let snapshot: Value =
            serde_json::from_str(&Hall::get_at(address, "/api/v1/hall/snapshot")).expect("JSON");
        snapshot["tables"][0].clone()
    };
    let plies = |table: &Value| table["moves"].as_array().map_or(0, Vec::len);
    play(&arbiter, 1, 1, 5);
    until("spectators see the game", || plies(&table(&hall.address)) == 20).await;
    play(&arbiter, 1, 21, 2);
    assert_eq!(arbiter.says(1, json!({"cmd": "result", "result": "0-1"})).status, 200);
    until("spectators know the result", || table(&hall.address)["result"] == "0-1").await;
    let public = table(&hall.address);
    assert_eq!((plies(&public), plies(&table(&hall.screens))), (20, 28), "{public}");
    until("the moves follow", || plies(&table(&hall.address)) == 28).await;
}
