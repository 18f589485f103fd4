//! The whole way: the real program as a process of its own, eight simulated boards on pseudo-terminals, one viewer on
//! the hall feed. The program is killed in mid-game and started again.
//!
//! Promised: the games in `/games.pgn` are the games that were played; nothing that was published is lost or changed by
//! the kill; moves made while the program was down are found; the journal, folded again, publishes the same.

use crate::{
    rig::{Hall, Viewer, check_journal, check_nothing_lost, config, folder, until},
    seat::{Deed, Seat, game},
};
use rustix::process::Signal;
use std::time::Duration;
use tokio::time::timeout;

const TABLES: u16 = 8;
/// The tables whose players go on while the program is down, and for how many plies.
const GOING_ON: [(usize, usize); 4] = [(0, 2), (1, 1), (2, 2), (4, 2)];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_games_played_are_the_games_published_also_over_a_kill() {
    let folder = folder("loopback");
    let seats: Vec<Seat> = (1..=TABLES).map(|no| Seat::new(&folder, no, game(no - 1, usize::MAX))).collect();
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let config = config(&folder, &ports);

    // The first run lasts until every table is in mid-game.
    let mut hall = Hall::start(&config);
    let viewer = Viewer::of(&hall);
    seats.iter().for_each(|seat| seat.does(Deed::HoldAt(12)));
    until("every table made twelve plies", || {
        let tables = viewer.tables();
        tables.len() == usize::from(TABLES)
            && tables.values().all(|seen| seen.moves.len() >= 12)
            && seats.iter().all(|seat| seat.progress().held)
    })
    .await;
    hall.signal(Signal::KILL);
    let before = viewer.remembered();
    let _ = timeout(Duration::from_secs(5), viewer.task).await.expect("the feed ends with the program");

    // While the program is down, some play on.
    for (index, plies) in GOING_ON {
        let seat = &seats[index];
        let goal = seat.progress().plies + plies;
        seat.does(Deed::Go);
        seat.does(Deed::HoldAt(goal));
        until("they played on", || seat.progress().held && seat.progress().plies >= goal).await;
    }

    // The second run goes on from the first run's journal.
    let mut hall = Hall::start(&config);
    let viewer = Viewer::of(&hall);
    until("the snapshot came", || viewer.tables().len() == usize::from(TABLES)).await;
    check_nothing_lost(&before, &viewer.tables());
    for (seat, no) in seats.iter().zip(1..) {
        until(&format!("the moves made meanwhile at table {no} are found"), || {
            viewer.table(no).moves.len() >= seat.progress().plies
        })
        .await;
    }
    seats.iter().for_each(|seat| seat.does(Deed::Go));
    until("every game was played", || seats.iter().all(|seat| seat.progress().finished)).await;
    let wanted: Vec<(u16, Vec<String>)> =
        (1..).zip(&seats).map(|(no, seat)| (no, seat.wanted.clone())).collect();
    hall.expect_games(&wanted).await;
    check_nothing_lost(&before, &viewer.tables());
    let published = hall.get("/all-games.pgn");
    viewer.task.abort();
    assert_eq!(hall.signal(Signal::TERM), Some(0), "an order to stop is obeyed");
    check_journal(&folder.join("data/journal/hall.journal"), &published);
}
