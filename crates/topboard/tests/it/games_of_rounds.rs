//! The games by round: as files, and as a stream.

use crate::{
    arbiter_client::{Answer, Arbiter, ask},
    logins::free_port,
    rig::{Hall, PATIENCE, config, folder, until},
};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
};

pub(crate) fn get(hall: &Hall, path: &str, headers: &[(&str, &str)]) -> Answer {
    ask(&hall.address, "GET", path, headers, "")
}

pub(crate) fn order(arbiter: &Arbiter, mut order: Value) {
    order["author"] = json!("Judge");
    let done = arbiter.post("/api/v1/event", &order);
    assert_eq!(done.status, 200, "{done:?}");
}

/// Enters an open of four players on two boards, of which the hall has the first, and begins its first round.
pub(crate) fn begin(arbiter: &Arbiter) {
    plan(arbiter);
    order(arbiter, json!({"do": "open", "key": "A", "round": 1}));
}

/// Enters that open, and begins no round.
pub(crate) fn plan(arbiter: &Arbiter) {
    let players = json!({"1": {"name": "Nowak, Anna", "elo": 2105, "fide_id": 1101234}, "2": {"name": "Lis, Adam"},
                         "3": {"name": "Kot, Ola"}, "4": {"name": "Ryś, Jan"}});
    let pairings = |first: [u16; 2], second: [u16; 2]| json!({"pairings": {"1": {"white": first[0], "black": first[1]}, "2": {"white": second[0], "black": second[1]}}});
    let rounds = json!({"1": pairings([1, 2], [3, 4]), "2": pairings([3, 1], [4, 2])});
    order(
        arbiter,
        json!({"do": "enter", "key": "A", "name": "Open", "first_table": 1, "players": players, "rounds": rounds}),
    );
}

fn tags(pgn: &str, name: &str) -> Vec<String> {
    let found = pgn.lines().filter_map(|line| line.strip_prefix(&format!("[{name} \""))?.strip_suffix("\"]"));
    found.map(str::to_owned).collect()
}

/// Reads what a stream says, until it says this.
fn read_until(stream: &mut TcpStream, wanted: &str) -> String {
    let (mut said, mut piece) = (String::new(), [0; 4096]);
    while !said.contains(wanted) {
        let length = stream.read(&mut piece).expect("the stream goes on");
        assert!(length > 0, "the stream ended: {said}");
        said += &String::from_utf8_lossy(&piece[..length]);
    }
    said
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_is_there_before_its_first_move_and_follows_the_play() {
    let hall = Hall::start(&config(&folder("games-of-rounds"), &["/dev/no-board-here".to_owned()]));
    let arbiter = Arbiter::enter(&hall);
    begin(&arbiter);
    until("round 1 is public", || get(&hall, "/round-1/games.pgn", &[]).status == 200).await;
    let before = get(&hall, "/games.pgn", &[]);
    assert_eq!(before.header("content-type"), Some("application/x-chess-pgn; charset=utf-8"));
    assert_eq!(tags(&before.body, "Round"), ["1.1"], "of the boards in this hall: {}", before.body);
    assert_eq!(
        (tags(&before.body, "White"), tags(&before.body, "WhiteFideId")),
        (vec!["Nowak, Anna".into()], vec!["1101234".into()])
    );
    assert!(before.body.ends_with("\n\n*\n\n"), "{}", before.body);
    assert_eq!(get(&hall, "/round-1/game-2.pgn", &[]).status, 200, "a board elsewhere has its own file");

    let mut stream = TcpStream::connect(&hall.address).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("it can be set");
    write!(stream, "GET /api/stream/broadcast/round/on.pgn HTTP/1.1\r\nHost: hall\r\n\r\n")
        .expect("it is taken");
    let head = read_until(&mut stream, "GameId");
    assert!(head.contains("application/x-chess-pgn"), "{head}");

    let uuid = get(&hall, "/meta", &[]).json()["tournaments"][0]["uuid"].as_str().expect("a name").to_owned();
    let place = get(&hall, &format!("/meta/{uuid}"), &[]);
    assert_eq!(
        place.json(),
        json!({"host": hall.address, "format": "1"}),
        "clients take no number for the format"
    );
    for file in ["tournament.json", "round-1/index.json", "round-1/game-1.json", "round-1/game-2.json"] {
        let plain = get(&hall, &format!("/{file}"), &[]);
        assert_eq!(
            (plain.status, plain.header("content-type")),
            (200, Some("application/json; charset=utf-8"))
        );
        for place in
            [format!("/tournaments/A/{file}"), format!("/get/{uuid}/{file}?poll"), format!("/get/A/{file}")]
        {
            assert_eq!(get(&hall, &place, &[]).body, plain.body, "{place}");
        }
        let tag = plain.header("etag").expect("a tag").to_owned();
        assert_eq!(get(&hall, &format!("/get/{uuid}/{file}?poll"), &[("If-None-Match", &tag)]).status, 304);
    }
    for nowhere in ["/get/B/tournament.json", "/meta/B", "/round-2/index.json", "/round-1/game-3.json"] {
        assert_eq!(get(&hall, nowhere, &[]).status, 404, "{nowhere}");
    }

    let id = tags(&before.body, "GameId");
    let moved = arbiter.says(1, json!({"cmd": "correct", "from_ply": 1, "moves": ["e2e4", "e7e5"]}));
    assert_eq!(moved.status, 200, "{moved:?}");
    until("the moves are public", || get(&hall, "/games.pgn", &[]).body.contains("1. e4")).await;
    let moves = get(&hall, "/round-1/game-1.json", &[]).json();
    assert_eq!(moves["live"], json!(true));
    let sans: Vec<&str> = moves["moves"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert!(
        matches!(sans[..], [white, black] if white.starts_with("e4") && black.starts_with("e5")),
        "{sans:?}"
    );
    let after = get(&hall, "/games.pgn", &[]);
    assert_eq!(tags(&after.body, "GameId"), id, "the id is known before the first move");
    for path in [
        "/round-1/games.pgn",
        "/tournaments/A/round-1/games.pgn",
        "/api/broadcast/round/A-1.pgn",
        "/round-1/game-1.pgn",
    ] {
        assert_eq!(get(&hall, path, &[]).body, after.body, "{path}");
    }
    let told = read_until(&mut stream, "1. e4");
    assert!(told.contains("\r\n[Event \"Open\"]\n"), "the whole game: {told}");

    let tag = after.header("etag").expect("an entity tag").to_owned();
    assert_eq!(get(&hall, "/games.pgn", &[("If-None-Match", &tag)]).status, 304);
    assert_eq!(
        get(&hall, "/games.pgn", &[("If-None-Match", &format!("W/{tag}"))]).status,
        304,
        "as Lichess asks"
    );
    for path in [
        "/round-2/games.pgn",
        "/round-1/game-3.pgn",
        "/tournaments/B/round-1/games.pgn",
        "/api/stream/broadcast/round/7.pgn",
    ] {
        assert_eq!(get(&hall, path, &[]).status, 404, "{path}");
    }

    for board in [1, 2] {
        order(&arbiter, json!({"do": "result", "key": "A", "round": 1, "board": board, "result": "1-0"}));
    }
    until("the result is public", || get(&hall, "/games.pgn", &[]).body.contains("[Result \"1-0\"]")).await;
    assert_eq!(get(&hall, "/games.pgn?results=no", &[]).body, "", "no game of the round goes on");
    order(&arbiter, json!({"do": "close", "key": "A", "round": 1}));
    let first = get(&hall, "/round-1/games.pgn", &[]).body;
    assert_eq!(get(&hall, "/games.pgn", &[]).body, first, "between rounds the last one stays");
    order(&arbiter, json!({"do": "open", "key": "A", "round": 2}));
    until("round 2 is on", || tags(&get(&hall, "/games.pgn", &[]).body, "Round") == ["2.1"]).await;
    assert_eq!(get(&hall, "/round-1/games.pgn", &[]).body, first);
    let told = read_until(&mut stream, "[Round \"2.1\"]");
    assert!(told.contains("[White \"Kot, Ola\"]"), "the stream goes on with the next round: {told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_tournament_keeps_its_uuid_and_shares_it_with_no_other_event() {
    let tables = ["/dev/no-board-here".to_owned()];
    let of = async |hall: &Hall| {
        until("the tournament is public", || get(hall, "/meta/A", &[]).status == 200).await;
        let uuid = get(hall, "/meta", &[]).json()["tournaments"][0]["uuid"].clone();
        uuid.as_str().expect("a name").to_owned()
    };
    let file = config(&folder("one-event"), &tables);
    let port = free_port();
    let text = fs::read_to_string(&file).expect("it was written");
    fs::write(&file, format!("[livechess]\nport = {port}\n{text}")).expect("the folder can be written");
    let mut hall = Hall::start(&file);
    begin(&Arbiter::enter(&hall));
    let uuid = of(&hall).await;
    let local = || ask(&format!("127.0.0.1:{port}"), "GET", "/api/v1.0/tournaments", &[], "").json();
    until("programs on this computer know it by that, too", || local()[0]["uuid"] == *uuid).await;
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    let hall = Hall::start(&file);
    assert_eq!(of(&hall).await, uuid);
    assert_eq!(get(&hall, &format!("/get/{uuid}/tournament.json"), &[]).status, 200);

    let other = Hall::start(&config(&folder("another-event"), &tables));
    begin(&Arbiter::enter(&other));
    assert_ne!(of(&other).await, uuid);
    assert_eq!(get(&other, &format!("/get/{uuid}/tournament.json"), &[]).status, 404);
}
