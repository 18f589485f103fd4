//! Somebody removes the journal's folder in mid-game, and later puts another file in the journal's place.
//!
//! Promised: a file that no name leads to is not called safe. A removed file is put back from what is still open. A
//! replaced file is left alone, nothing is published, and the operator is told what to do.

use crate::{
    rig::{Hall, Viewer, check_journal, config, folder, until},
    seat::{Deed, Seat, game},
};
use rustix::process::Signal;
use std::{
    fs,
    path::{Path, PathBuf},
    time::Duration,
};
use tokio::time::sleep;

const PLIES: usize = 40;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journal_that_is_taken_away_is_put_back_or_missed() {
    let folder = folder("taken-away");
    let seat = Seat::new(&folder, 1, game(1, PLIES));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let mut hall = Hall::start(&config);
    let viewer = Viewer::of(&hall);
    hold_at(&seat, &viewer, 8).await;

    let journals = folder.join("data/journal");
    let journal = journals.join("hall.journal");
    fs::remove_dir_all(&journals).expect("nobody hinders it");
    hold_at(&seat, &viewer, 16).await;
    assert!(hall.log().contains("hall.journal was removed while it was written"), "{}", hall.log());
    let published = hall.settled_games().await;
    check_journal(&copy(&journal, &folder), &published);
    let second = Hall::refused(&config);
    assert!(
        second.contains("in use by another topboard"),
        "the folder that was made anew is locked: {second}"
    );

    let aside = folder.join("aside.journal");
    fs::rename(&journal, &aside).expect("nobody hinders it");
    fs::write(&journal, "mine\n").expect("nobody hinders it");
    let before = viewer.table(1).moves.len();
    let goal = seat.progress().plies + 6;
    seat.does(Deed::Go);
    seat.does(Deed::HoldAt(goal));
    until("play goes on", || seat.progress().plies >= goal).await;
    until("the operator is told", || hall.get("/healthz").contains("another file stands in its place")).await;
    sleep(Duration::from_secs(2)).await;
    assert!(viewer.table(1).moves.len() <= before + 1, "nothing of it is safe, so nothing is published");
    assert_eq!(fs::read(&journal).expect("it is there"), b"mine\n", "what is not ours is left alone");
    fs::remove_file(&journal).expect("it is there");
    hold_at(&seat, &viewer, goal).await;
    assert_eq!(hall.get("/healthz"), "ok\n");

    seat.does(Deed::Go);
    until("the game was played", || seat.progress().finished).await;
    hall.expect_games(&[(1, seat.wanted.clone())]).await;
    let published = hall.get("/all-games.pgn");
    viewer.task.abort();
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    check_journal(&journal, &published);
    let early = fs::read(&aside).expect("it was kept");
    assert!(fs::read(&journal).expect("it is there").starts_with(&early), "not a byte of it is missing");
}

/// A file that somebody made shorter is not called safe: behind a hole nothing could be proven.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_journal_that_is_cut_while_it_is_written_is_not_written_on() {
    let folder = folder("cut-in-play");
    let seat = Seat::new(&folder, 1, game(1, PLIES));
    let mut hall = Hall::start(&config(&folder, std::slice::from_ref(&seat.port)));
    let viewer = Viewer::of(&hall);
    hold_at(&seat, &viewer, 8).await;
    let journal = folder.join("data/journal/hall.journal");
    let file = fs::File::options().write(true).open(&journal).expect("it is there");
    let kept = 1000;
    file.set_len(kept).expect("nobody hinders it");
    seat.does(Deed::Go);
    until("the operator is told", || hall.get("/healthz").contains("was cut by another program")).await;
    sleep(Duration::from_secs(1)).await;
    assert_eq!(file.metadata().expect("it is open").len(), kept, "no hole is made");
    viewer.task.abort();
    assert_eq!(hall.signal(Signal::TERM), Some(2), "what could not be written is lost, and that is said");
}

/// Waits until this many plies were made and are seen.
async fn hold_at(seat: &Seat, viewer: &Viewer, plies: usize) {
    seat.does(Deed::Go);
    seat.does(Deed::HoldAt(plies));
    until(&format!("{plies} plies were made and are seen"), || {
        let made = seat.progress();
        made.held && made.plies >= plies && viewer.table(1).moves.len() >= made.plies
    })
    .await;
}

/// Copies the journal while it is being written: without the part of a line at its end.
fn copy(journal: &Path, folder: &Path) -> PathBuf {
    let bytes = fs::read(journal).expect("it is back");
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    let copy = folder.join("copy.journal");
    fs::write(&copy, &bytes[..whole]).expect("the folder can be written");
    copy
}
