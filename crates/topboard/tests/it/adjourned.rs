//! An adjourned game: everything the public hears of it stays at the position before the sealed move.

use crate::{
    arbiter_client::{Arbiter, until_frame},
    rig::{Hall, Viewer, config, folder, games_of, until},
    seat::{Deed, Seat, game},
};
use rustix::process::Signal;
use serde_json::{Value, json};

/// Returns the first table as the public has it: its moves in the snapshot, its clock there, its moves in the PGN.
fn public(hall: &Hall) -> (usize, Value, usize) {
    let snapshot: Value =
        serde_json::from_str(&hall.get("/api/v1/hall/snapshot")).expect("a snapshot is JSON");
    let table = &snapshot["tables"][0];
    let games = games_of(&hall.get("/all-games.pgn"));
    let moves = table["moves"].as_array().map_or(0, Vec::len);
    (moves, table["clock"].clone(), games.first().map_or(0, |(_, moves)| moves.len()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_of_a_sealed_move_is_public() {
    let folder = folder("adjourned");
    let seat = Seat::new(&folder, 1, game(1, usize::MAX));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let mut hall = Hall::start(&config);
    let viewer = Viewer::of(&hall);
    let arbiter = Arbiter::enter(&hall);
    let mut feed = arbiter.follow().await;
    let plies = |frame: &Value| frame["tables"][0]["moves"].as_array().map_or(0, Vec::len);
    seat.does(Deed::HoldAt(10));
    until_frame(&mut feed, "ten plies", |frame| plies(frame) >= 10).await;
    until("the world has ten plies", || viewer.table(1).moves.len() == 10).await;

    // The arbiter adjourns; the players go on all the same, and the arbiter is told so.
    assert_eq!(arbiter.says(1, json!({"cmd": "adjourn"})).status, 200);
    seat.does(Deed::Go);
    seat.does(Deed::HoldAt(12));
    let frame = until_frame(&mut feed, "twelve plies", |frame| plies(frame) >= 12).await;
    let told = frame["tables"][0]["incidents"].to_string();
    assert!(told.contains("adjourn-board-move"), "{told}");
    assert_eq!(frame["tables"][0]["adjournment"]["stage"], "seal-ordered");
    assert_eq!(frame["tables"][0]["adjournment"]["words"]["pl"], "Posunięcie ma być zapisane");

    // The clock stops and the envelope is taken; then the clock is set for another game.
    seat.does(Deed::SetClock(1_234_000, 987_000));
    let is_sealed = |frame: &Value| frame["tables"][0]["adjournment"]["stage"] == "sealed";
    until_frame(&mut feed, "the stopped clock", is_sealed).await;
    let sealed = |hall: &Hall| {
        let (moves, clock, pgn) = public(hall);
        (moves, pgn) == (10, 10) && clock["white_ms"] == 1_234_000 && clock["running"].is_null()
    };
    until("the sealed times are public", || sealed(&hall)).await;
    let envelope = json!({"cmd": "report", "rule": "adjourn-envelope", "text": "tomorrow"});
    assert_eq!(arbiter.says(1, envelope).status, 200);
    seat.does(Deed::SetClock(60_000, 60_000));
    until_frame(&mut feed, "the clock of another game", |frame| {
        let of_table = frame["tables"][0]["clock"]["white_ms"] == 60_000;
        of_table || frame["clocks"]["1"]["white_ms"] == 60_000
    })
    .await;
    assert!(sealed(&hall), "{:?}", public(&hall));
    assert_eq!(viewer.table(1).moves.len(), 10, "nothing came over the socket");

    // A restart of the program changes nothing.
    hall.signal(Signal::KILL);
    let hall = Hall::start(&config);
    let (moves, _, pgn) = public(&hall);
    assert_eq!((moves, pgn), (10, 10));
    until("the sealed times are public again", || sealed(&hall)).await;
}
