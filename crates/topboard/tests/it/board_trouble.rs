//! Boards that answer slowly, lose power for a moment, fall silent and come back; and many at once.

use crate::{
    rig::{Hall, Seen, Viewer, config, folder, until},
    seat::{Deed, Seat, game},
};
use board::dgt::DeviceOptions;
use rustix::process::Signal;
use topboard::commands::simulate::device;

const PLIES: usize = 24;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_rebooting_and_mute_boards_play_their_games() {
    let folder = folder("board-trouble");
    let slow = DeviceOptions { answer_delay_ms: 1_500, ..device(1) };
    let seats = [
        Seat::with(&folder, 1, game(1, PLIES), slow),
        Seat::new(&folder, 2, game(2, PLIES)),
        Seat::new(&folder, 3, game(3, PLIES)),
        Seat::with(&folder, 4, game(4, PLIES), DeviceOptions { clock: false, ..device(4) }),
    ];
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let mut hall = Hall::start(&config(&folder, &ports));
    let viewer = Viewer::of(&hall);
    // The slow board may not have been seen yet when its players begin, so all wait until every board is live.
    seats.iter().for_each(|seat| seat.does(Deed::HoldAt(0)));
    until("every board is live", || {
        viewer.tables().len() == seats.len() && viewer.tables().values().all(Seen::is_live)
    })
    .await;
    for seat in &seats {
        seat.does(Deed::Go);
        seat.does(Deed::HoldAt(8));
    }
    until("every table made eight plies", || seats.iter().all(|seat| seat.progress().held)).await;
    seats[1].does(Deed::Reboot);
    seats[3].does(Deed::Reboot);
    seats[2].does(Deed::Mute(true));
    until("the silence is told", || viewer.table(3).links.last().is_some_and(|state| state == "lost")).await;
    seats[2].does(Deed::Mute(false));
    until("it is back", || viewer.table(3).is_live()).await;
    seats.iter().for_each(|seat| seat.does(Deed::Go));
    until("every game was played", || seats.iter().all(|seat| seat.progress().finished)).await;
    let wanted: Vec<(u16, Vec<String>)> =
        (1..).zip(&seats).map(|(no, seat)| (no, seat.wanted.clone())).collect();
    hall.expect_games(&wanted).await;
    assert_eq!(hall.signal(Signal::TERM), Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_that_do_not_hear_play_their_games_and_the_operator_is_told() {
    let folder = folder("deaf");
    let seats = [
        Seat::new(&folder, 1, game(1, PLIES)),
        Seat::with(&folder, 2, game(2, PLIES), DeviceOptions { clock: false, ..device(2) }),
    ];
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let mut hall = Hall::start(&config(&folder, &ports));
    let viewer = Viewer::of(&hall);
    seats.iter().for_each(|seat| seat.does(Deed::HoldAt(4)));
    until("every table made four plies", || seats.iter().all(|seat| seat.progress().held)).await;
    until("every board is live", || {
        viewer.tables().len() == seats.len() && viewer.tables().values().all(Seen::is_live)
    })
    .await;
    for seat in &seats {
        seat.does(Deed::Deafen(true));
        seat.does(Deed::Go);
        seat.does(Deed::HoldAt(20));
    }
    until("every table made twenty plies", || seats.iter().all(|seat| seat.progress().held)).await;
    for port in &ports {
        let told = format!("{port}: the board talks but does not hear");
        until("the operator is told", || hall.log().contains(&told)).await;
    }
    seats.iter().for_each(|seat| seat.does(Deed::Deafen(false)));
    for port in &ports {
        let told = format!("{port}: the board hears again");
        until("that, too", || hall.log().contains(&told)).await;
    }
    seats.iter().for_each(|seat| seat.does(Deed::Go));
    until("every game was played", || seats.iter().all(|seat| seat.progress().finished)).await;
    let wanted: Vec<(u16, Vec<String>)> =
        (1..).zip(&seats).map(|(no, seat)| (no, seat.wanted.clone())).collect();
    hall.expect_games(&wanted).await;
    assert_eq!(hall.signal(Signal::TERM), Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_boards_at_once_go_live() {
    let folder = folder("twenty");
    let seats: Vec<Seat> = (1..=20).map(|no| Seat::new(&folder, no, game(no, 4))).collect();
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let mut hall = Hall::start(&config(&folder, &ports));
    let viewer = Viewer::of(&hall);
    until("every board is live", || {
        viewer.tables().len() == seats.len() && viewer.tables().values().all(Seen::is_live)
    })
    .await;
    until("every game was played", || seats.iter().all(|seat| seat.progress().finished)).await;
    let wanted: Vec<(u16, Vec<String>)> =
        (1..).zip(&seats).map(|(no, seat)| (no, seat.wanted.clone())).collect();
    hall.expect_games(&wanted).await;
    assert_eq!(hall.signal(Signal::TERM), Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draughts_board_is_told_apart() {
    let folder = folder("draughts");
    let seats = [
        Seat::with(&folder, 1, game(1, 4), DeviceOptions { large: true, ..device(1) }),
        Seat::new(&folder, 2, game(2, 4)),
    ];
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let mut hall = Hall::start(&config(&folder, &ports));
    let told = format!("{}: this is a draughts board of ten by ten squares", seats[0].port);
    until("the operator is told", || hall.log().contains(&told)).await;
    until("the other game was played", || seats[1].progress().finished).await;
    assert_eq!(hall.log().matches(&told).count(), 1, "once is enough");
    assert_eq!(hall.signal(Signal::TERM), Some(0));
}
