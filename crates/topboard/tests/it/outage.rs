//! Cables are pulled and put back in mid-game, and the hands go on meanwhile.
//!
//! Promised: the page says that the link is lost, and that it is back; the moves made meanwhile are found; the games
//! published are the games played.

use crate::{
    rig::{Hall, Seen, Viewer, check_journal, config, folder, until},
    seat::{Deed, Seat, game},
};
use rustix::process::Signal;

const TABLES: u16 = 4;
/// The plies of each game.
const PLIES: usize = 26;

/// The plies made while the cable was out, at each table in turn.
const MEANWHILE: [usize; TABLES as usize] = [0, 1, 2, 2];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_cable_pulled_and_put_back_loses_no_move() {
    let folder = folder("outage");
    let seats: Vec<Seat> = (1..=TABLES).map(|no| Seat::new(&folder, no, game(no, PLIES))).collect();
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let mut hall = Hall::start(&config(&folder, &ports));
    let viewer = Viewer::of(&hall);
    seats.iter().for_each(|seat| seat.does(Deed::HoldAt(8)));
    until("every table made eight plies", || {
        seats
            .iter()
            .zip(1..)
            .all(|(seat, no)| seat.progress().held && viewer.table(no).moves.len() >= seat.progress().plies)
    })
    .await;
    for (seat, plies) in seats.iter().zip(MEANWHILE) {
        let goal = seat.progress().plies + plies;
        seat.does(Deed::Unplug);
        seat.does(Deed::Go);
        seat.does(Deed::HoldAt(goal));
    }
    until("every link is told to be lost", || {
        viewer.tables().values().all(|seen| seen.links == ["live", "lost"])
    })
    .await;
    until("the hands went on", || seats.iter().all(|seat| seat.progress().held)).await;
    seats.iter().for_each(|seat| seat.does(Deed::Plug));
    until("every link is told to be live again", || viewer.tables().values().all(Seen::is_live)).await;
    for (seat, no) in seats.iter().zip(1..) {
        until(&format!("the moves made meanwhile at table {no} are found"), || {
            viewer.table(no).moves.len() >= seat.progress().plies
        })
        .await;
    }
    for no in 1..=TABLES {
        assert_eq!(viewer.table(no).links, ["live", "lost", "live"], "table {no}");
    }
    seats.iter().for_each(|seat| seat.does(Deed::Go));
    until("every game was played", || seats.iter().all(|seat| seat.progress().finished)).await;
    let wanted: Vec<(u16, Vec<String>)> =
        (1..).zip(&seats).map(|(no, seat)| (no, seat.wanted.clone())).collect();
    hall.expect_games(&wanted).await;
    let log = hall.log();
    for seat in &seats {
        assert!(log.contains(&format!("{}: the link is lost", seat.port)), "{log}");
    }
    let published = hall.get("/all-games.pgn");
    viewer.task.abort();
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    check_journal(&folder.join("data/journal/hall.journal"), &published);
}
