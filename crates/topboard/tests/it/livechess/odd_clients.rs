//! Programs of many authors at once, each with the habits that theirs has: what it asks, in which order, with which ids, and what
//! it takes from the answers. Each ends with the game as it was played.

use super::{START, client::Client, with_livechess};
use crate::{
    arbiter_client::ask,
    logins::free_port,
    rig::{Hall, PATIENCE, config, folder, until},
    seat::{Deed, Seat, game},
};
use serde_json::{Value, json};
use shakmaty::{Board, Chess, Position, san::San};
use std::time::Duration;
use tokio::{
    task::JoinSet,
    time::{interval, timeout},
};

/// The plies of each game.
const PLIES: usize = 60;
/// The number of boards.
const BOARDS: u16 = 4;

/// Returns the pieces after these moves; `None` if one cannot be played.
fn after<'a>(sans: impl IntoIterator<Item = &'a str>) -> Option<Board> {
    let mut position = Chess::default();
    for san in sans {
        let san: San = san.trim_end_matches(['+', '#']).parse().ok()?;
        let mv = san.to_move(&position).ok()?;
        position.play_unchecked(mv);
    }
    Some(position.board().clone())
}

/// Returns the first field of a FEN.
fn placement(board: &Board) -> String {
    board.board_fen().to_string()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("no text: {value}"))
}

fn sans(param: &Value) -> Option<Vec<&str>> {
    Some(param["san"].as_array()?.iter().map(text).collect())
}

/// Lichess, twice: as the site has it, and as a program that plays there does. It takes the first board alone, waits until the
/// pieces stand as in its game, sets up, and replays what it is told in its own position. The program takes the last move alone.
async fn lichess(address: String, wanted: Vec<String>, only_last: bool) {
    let mut client = Client::at(&address).await;
    let board = client.call(json!({"id": 1, "call": "eboards"})).await["param"][0].take();
    assert_eq!(board["state"], "ACTIVE");
    let subscribe = json!({"feed": "eboardevent", "id": 1, "param": {"serialnr": board["serialnr"]}});
    client.call(json!({"id": 2, "call": "subscribe", "param": subscribe})).await;
    let start = START.split(' ').next();
    assert_eq!(board["board"].as_str(), start, "the game is attached to a board that stands so");
    let setup = json!({"id": 1, "method": "setup", "param": {"fen": START}});
    client.say(json!({"id": 3, "call": "call", "param": setup})).await;
    let (mut moves, mut told): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    while moves != wanted {
        let frame = client.hear().await;
        assert!(frame["response"] != "error", "{frame}");
        if frame["response"] != "feed" {
            continue;
        }
        assert_eq!(frame["id"], 1, "the number that it gave");
        let Some(sans) = sans(&frame["param"]) else { continue };
        let sans: Vec<String> = sans.into_iter().map(str::to_owned).collect();
        assert!(
            after(sans.iter().map(String::as_str)).is_some(),
            "no list has a move that cannot be: {sans:?}"
        );
        if only_last && sans != told && sans.len() == moves.len() + 1 {
            moves.extend(sans.last().cloned());
        } else {
            moves.clone_from(&sans);
        }
        told = sans;
    }
}

/// dgt-for-chess.com: it asks for the boards again and again on the line of its feed, whose id is that of its call, and hands on
/// `board` of whatever comes.
async fn poller(address: String, end: String) {
    let mut client = Client::at(&address).await;
    let board = client.call(json!({"id": 1, "call": "eboards"})).await["param"][0].take();
    let subscribe = json!({"feed": "eboardevent", "id": 1, "param": {"serialnr": board["serialnr"]}});
    client.say(json!({"id": 2, "call": "subscribe", "param": subscribe})).await;
    let mut polls = interval(Duration::from_millis(500));
    let (mut shown, mut id, mut answered) = (String::new(), 10, 0);
    while shown != end || answered < 3 {
        tokio::select! {
            _ = polls.tick() => {
                client.say(json!({"id": id, "call": "eboards", "param": {}})).await;
                id += 1;
            }
            frame = client.hear() => {
                if frame["response"] == "feed" {
                    shown = text(&frame["param"]["board"]).to_owned();
                } else if frame["id"].as_i64().is_some_and(|id| id >= 10) {
                    answered += 1;
                }
            }
        }
    }
}

/// livechess-go: it lists over HTTP, and turns its board by the method of another call.
async fn of_go(address: String, serial: String, wanted: Vec<String>, end: Board) {
    let listed = ask(&address, "GET", "/api/v1.0/eboards", &[], "").json();
    assert!(listed.as_array().is_some_and(|all| all.iter().any(|board| board["serialnr"] == serial)));
    let mut client = Client::at(&address).await;
    let subscribe = json!({"feed": "eboardevent", "id": 1, "param": {"serialnr": serial}});
    client.call(json!({"id": 1, "call": "subscribe", "param": subscribe})).await;
    let setup = |param: Value| json!({"id": 1, "method": "setup", "param": param});
    client.call(json!({"id": 2, "call": "call", "param": setup(json!({"fen": START}))})).await;
    let flipped = client.call(json!({"id": 3, "call": "call", "param": setup(json!({"flip": true}))})).await;
    assert_eq!(flipped["response"], "call", "{flipped}");
    let mut turned = end;
    turned.rotate_180();
    let turned = placement(&turned);
    loop {
        let frame = client.hear().await;
        let param = &frame["param"];
        if param["flipped"] == true
            && param["board"] == *turned
            && sans(param).is_some_and(|sans| sans == wanted)
        {
            return;
        }
    }
}

/// A page for operators: of all boards at once, by a feed of another name, with one number for the call and for the feed.
async fn page_of_all(address: String, mut ends: Vec<(String, String)>) {
    let mut client = Client::at(&address).await;
    let listed = client.call(json!({"id": 888, "call": "eboards", "param": null})).await["param"].take();
    let listed = listed.as_array().expect("an array").clone();
    for (number, board) in (1..).zip(&listed) {
        let subscribe = json!({"feed": "liveviewer", "id": number, "param": {"serialnr": board["serialnr"]}});
        client.say(json!({"id": number, "call": "subscribe", "param": subscribe})).await;
    }
    while !ends.is_empty() {
        let frame = client.hear().await;
        if frame["response"] == "feed" {
            let number = frame["id"].as_u64().and_then(|id| usize::try_from(id).ok()).expect("its number");
            let (serial, board) = (&frame["param"]["serialnr"], &frame["param"]["board"]);
            assert_eq!(*serial, listed[number - 1]["serialnr"], "the feed of this board");
            ends.retain(|(of, end)| !(serial == of && board == end));
        }
    }
}

/// An overlay of a stream: a serial number is written into it, it never asks for boards, and shows the clock besides.
async fn overlay(address: String, serial: String, end: String) {
    let mut client = Client::at(&address).await;
    let subscribe = json!({"feed": "eboardevent", "id": 7, "param": {"serialnr": serial}});
    client.say(json!({"id": 83, "call": "subscribe", "param": subscribe})).await;
    let (mut shown, mut clocks) = (String::new(), 0);
    while shown != end || clocks == 0 {
        let frame = client.hear().await;
        if frame["response"] == "feed" {
            let param = &frame["param"];
            shown = text(&param["board"]).to_owned();
            let clock = &param["clock"];
            clocks += usize::from(clock["white"].is_u64() && clock["black"].is_u64());
            assert!(clock.is_null() || clock["run"].is_null() || clock["run"].is_boolean(), "{param}");
        }
    }
}

/// Programs that were never right, and worked with what came all the same: a feed with the number in its name, a call that is
/// none, a subscription without a word, and polls between them.
async fn careless(address: String, end: String) {
    let mut client = Client::at(&address).await;
    let subscribe = json!({"feed": "eboardevent(47588)", "id": 5});
    let named = client.call(json!({"id": 5, "call": "subscribe", "param": subscribe})).await;
    assert_eq!(named["response"], "error", "{named}");
    let called = client.call(json!({"id": 6, "call": "feed", "param": {"id": 5}})).await;
    assert_eq!(called["response"], "error", "{called}");
    client.say(json!({"call": "subscribe", "param": {"feed": "eboardevent"}})).await;
    let mut shown = String::new();
    while shown != end {
        client.say(json!({"call": "eboards", "param": {}})).await;
        client.say(json!(["what", "is", "this"])).await;
        let frame = client.hear().await;
        if frame["response"] == "feed" {
            shown = text(&frame["param"]["board"]).to_owned();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn odd_clients_follow_a_hall_at_once_and_end_with_what_was_played() {
    let folder = folder("livechess-odd-clients");
    let seats: Vec<Seat> = (1..=BOARDS).map(|no| Seat::new(&folder, no, game(no, PLIES + 4))).collect();
    seats.iter().for_each(|seat| seat.does(Deed::HoldAt(0)));
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let config = config(&folder, &ports);
    let port = free_port();
    with_livechess(&config, port, "first = 1\n");
    let hall = Hall::start(&config);
    let address = format!("127.0.0.1:{port}");
    let boards = || ask(&address, "GET", "/api/v1.0/eboards", &[], "").json();
    until("all boards are there", || {
        let boards = boards();
        let all = boards.as_array().expect("an array");
        let start = START.split(' ').next();
        all.len() == seats.len()
            && all.iter().all(|board| board["state"] == "ACTIVE" && board["board"].as_str() == start)
    })
    .await;
    let serials: Vec<String> = boards()
        .as_array()
        .expect("an array")
        .iter()
        .map(|board| text(&board["serialnr"]).to_owned())
        .collect();
    let wanted: Vec<Vec<String>> =
        seats.iter().map(|seat| seat.wanted.iter().take(PLIES).cloned().collect()).collect();
    assert!(wanted.iter().map(Vec::len).sum::<usize>() > 200, "some hundred moves");
    let ends: Vec<Board> = wanted
        .iter()
        .map(|moves| after(moves.iter().map(String::as_str)).expect("the game can be played"))
        .collect();
    let places: Vec<String> = ends.iter().map(placement).collect();

    let mut clients = JoinSet::new();
    let at = || address.clone();
    clients.spawn(lichess(at(), wanted[0].clone(), false));
    clients.spawn(lichess(at(), wanted[0].clone(), true));
    clients.spawn(poller(at(), places[0].clone()));
    clients.spawn(of_go(at(), serials[1].clone(), wanted[1].clone(), ends[1].clone()));
    clients.spawn(page_of_all(at(), serials.iter().cloned().zip(places.iter().cloned()).collect()));
    clients.spawn(overlay(at(), serials[2].clone(), places[2].clone()));
    clients.spawn(careless(at(), places[0].clone()));
    // Lichess wants the pieces as they stand at the start when it comes.
    tokio::time::sleep(Duration::from_millis(500)).await;
    for (seat, moves) in seats.iter().zip(&wanted) {
        seat.does(Deed::GoTo(moves.len()));
    }
    let all = async {
        while let Some(ended) = clients.join_next().await {
            ended.expect("it ends with what was played");
        }
    };
    timeout(PATIENCE * 2, all).await.expect("every client ends with what was played");
    assert!(hall.get("/healthz").starts_with("ok"));
}
