//! Ports that are no boards: one that sends random bytes as fast as it can, one that takes nothing, one that never
//! appears.
//!
//! Promised: the table beside them plays as if they were not there, and the operator is told.

use crate::{
    rig::{Hall, Viewer, config, folder, until},
    seat::{Seat, game},
};
use rustix::{
    fs::{Mode, OFlags},
    process::Signal,
    termios::{Action, tcflow},
};
use sim::Rng;
use std::{fs, time::Duration};
use tokio::time::sleep;
use topboard::devices::pty::Pty;

const PLIES: usize = 20;
/// The most bytes the journal may hold after such a game: a port that sends rubbish must not fill the disk.
const JOURNAL_MAX_BYTES: u64 = 4 << 20;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strange_ports_disturb_nobody() {
    let folder = folder("strange-ports");
    let seat = Seat::new(&folder, 1, game(1, PLIES));
    let rubbish = Pty::open().expect("a pseudo-terminal");
    let stuffed = Pty::open().expect("a pseudo-terminal");
    let stuffed_path = stuffed.path().to_owned();
    // The far end is told to hold its output: a writer to it waits for ever.
    let held =
        rustix::fs::open(&stuffed_path, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).expect("it is there");
    tcflow(&held, Action::OOff).expect("a terminal can be held");
    let absent = folder.join("absent").to_string_lossy().into_owned();
    let ports = [seat.port.clone(), rubbish.path().to_owned(), stuffed_path.clone(), absent.clone()];
    let rubbish_path = rubbish.path().to_owned();
    tokio::spawn(async move {
        let mut rng = Rng::new(1);
        loop {
            let bytes: Vec<u8> = (0..4096).map(|_| rng.below(256) as u8).collect();
            rubbish.write(&bytes);
            sleep(Duration::from_millis(1)).await;
        }
    });
    let mut hall = Hall::start(&config(&folder, &ports));
    let viewer = Viewer::of(&hall);
    until("the board is live", || viewer.table(1).is_live()).await;
    until("the game was played", || seat.progress().finished).await;
    let wanted = (1, seat.wanted.clone());
    until("the game is seen", || viewer.table(1).moves.len() == wanted.1.len()).await;
    let games = crate::rig::games_of(&hall.settled_games().await);
    assert!(games.contains(&wanted), "{games:?}");
    assert_eq!(viewer.table(1).links, ["live"], "the link of the good board was never lost");
    until("the operator hears of the stuffed port", || {
        hall.log().contains(&format!("{stuffed_path}: the board takes no bytes"))
    })
    .await;
    until("the operator hears of the rubbish", || {
        hall.log().contains(&format!("{rubbish_path}: it sends more than a board does"))
    })
    .await;
    assert!(
        hall.log().contains(&format!("{absent}: there is no such port; plug the board in")),
        "{}",
        hall.log()
    );
    let journal = fs::metadata(folder.join("data/journal/hall.journal")).expect("it is there").len();
    assert!(journal < JOURNAL_MAX_BYTES, "the journal has {journal} bytes");
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    drop(stuffed);
}
