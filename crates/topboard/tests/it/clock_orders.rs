//! An arbiter sets clocks through the program.
//!
//! Promised: a clock shows what the arbiter ordered; the order stands in the journal under their name before anything
//! goes to the clock; a clock that refuses or does not answer is reported. Nothing else ever sets a clock.

use crate::{
    arbiter_client::{Arbiter, until_frame},
    rig::{Hall, Seen, Viewer, config, folder, until},
    seat::{Deed, Seat, game},
};
use board::{
    Maker,
    dgt::{AckHabit, DeviceOptions},
};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::{fs, sync::Arc};
use topboard::commands::simulate::device;

/// Sends a command without holding up the simulated boards in this process.
async fn says(arbiter: &Arc<Arbiter>, table: u16, command: Value) -> (u16, Value) {
    let arbiter = Arc::clone(arbiter);
    let answer = tokio::task::spawn_blocking(move || arbiter.says(table, command)).await.expect("it answers");
    (answer.status, answer.json())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_do_what_the_arbiter_says_or_he_is_told() {
    let folder = folder("clock-orders");
    let clock = |no, ack_habit| DeviceOptions { ack_habit, ..device(no) };
    let seats = [
        Seat::with(&folder, 1, game(1, 12), clock(1, AckHabit::Obeys)),
        Seat::with(&folder, 2, game(2, 12), clock(2, AckHabit::Refuses)),
        Seat::with(&folder, 3, game(3, 12), clock(3, AckHabit::Silent)),
        Seat::made_by(&folder, 4, game(4, 12), Maker::ChessLink, 0),
    ];
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let config = config(&folder, &ports);
    let mut hall = Hall::start(&config);
    let viewer = Viewer::of(&hall);
    seats.iter().for_each(|seat| seat.does(Deed::HoldAt(4)));
    until("every table made four plies", || seats.iter().all(|seat| seat.progress().held)).await;
    until("every board is live", || viewer.tables().values().all(Seen::is_live)).await;
    let arbiter = Arc::new(Arbiter::enter(&hall));
    let mut feed = arbiter.follow().await;

    let set = json!({"cmd": "clock", "do": "set", "white_ms": 1_800_000, "black_ms": 1_920_000});
    assert_eq!(says(&arbiter, 1, set.clone()).await, (200, json!({"done": true, "order": 1})));
    let is_set = |clock: &Value| clock["white_ms"] == 1_800_000 && clock["black_ms"] == 1_920_000;
    until_frame(&mut feed, "the times that were set", |frame| {
        is_set(&frame["clocks"]["1"])
            || frame["tables"]
                .as_array()
                .into_iter()
                .flatten()
                .any(|view| view["table"] == 1 && is_set(&view["clock"]))
    })
    .await;
    let version = says(&arbiter, 1, json!({"cmd": "clock", "do": "version"})).await;
    assert_eq!(version, (200, json!({"done": true, "text": "the clock is a DGT 3000, version 2.1"})));
    assert_eq!(says(&arbiter, 1, json!({"cmd": "clock", "do": "text", "text": "PAUSE"})).await.0, 200);
    assert_eq!(says(&arbiter, 1, json!({"cmd": "clock", "do": "times"})).await.0, 200);

    let refused = async |table, command: Value, wanted: &str| {
        let (status, said) = says(&arbiter, table, command).await;
        assert_eq!(status, 409, "{said}");
        assert!(said["error"].as_str().is_some_and(|why| why.contains(wanted)), "{said}");
    };
    refused(2, set.clone(), "the clock refused; put it into the mode").await;
    refused(3, set.clone(), "no clock answered; look whether").await;
    refused(4, set.clone(), "this board passes nothing on to a clock").await;
    refused(9, set, "there is no table 9").await;
    refused(1, json!({"cmd": "clock", "do": "text", "text": "much too long"}), "shorten the text").await;
    let wrong = json!({"cmd": "clock", "do": "set", "white_ms": 1, "black_ms": 1, "running": "both"});
    refused(1, wrong, "write white or black").await;

    // To the first board: set, times, version, version, text, times. To the third: the one attempt that is made.
    let messages: Vec<usize> = seats.iter().map(|seat| seat.progress().clock_messages).collect();
    assert_eq!(messages, [6, 1, 1, 0]);

    // The order is in the journal under the arbiter's name, and play goes on.
    let journal = fs::read_to_string(folder.join("data/journal/hall.journal")).expect("it is there");
    assert!(
        journal
            .contains(r#""cmd":"clock","do":"set","white_ms":1800000,"black_ms":1920000,"author":"Judge""#),
        "the order is a record"
    );
    seats.iter().for_each(|seat| seat.does(Deed::Go));
    until("every game was played", || seats.iter().all(|seat| seat.progress().finished)).await;
    let wanted: Vec<(u16, Vec<String>)> =
        (1..).zip(&seats).map(|(no, seat)| (no, seat.wanted.clone())).collect();
    hall.expect_games(&wanted).await;
    let published = hall.get("/all-games.pgn");
    viewer.task.abort();
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    crate::rig::check_journal(&folder.join("data/journal/hall.journal"), &published);
}
