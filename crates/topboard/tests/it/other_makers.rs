//! Boards of other makers on serial ports, found by asking: the real program, simulated boards, bad lines. The Chessnut
//! board is a human interface device: a pseudo-terminal with such a name stands in for the hidraw node.
//!
//! Promised: the games in `/games.pgn` are the games that were played, even over a cable that is pulled in mid-game;
//! the journal, folded again, publishes the same; the sensor logs made of it give these games too.

use crate::{
    rig::{Hall, Seen, Viewer, check_journal, config, folder, games_of, until},
    seat::{Deed, Seat, game},
};
use board::{Maker, novag};
use rustix::process::Signal;
use shakmaty::Square;
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::Command,
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::time::{Instant, sleep_until};
use topboard::devices::pty::Pty;

const PLIES: usize = 12;
/// One byte in two thousand is lost, doubled or changed.
const FAULTS_PPM: u32 = 500;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_of_other_makers_play_their_games() {
    let folder = folder("other-makers");
    let seats = [
        Seat::made_by(&folder, 1, game(1, PLIES), Maker::ChessLink, FAULTS_PPM),
        Seat::made_by(&folder, 2, game(7, PLIES), Maker::Certabo, FAULTS_PPM / 10),
        Seat::made_by(&folder, 3, game(2, PLIES - 1), Maker::Sentio, FAULTS_PPM),
        Seat::made_by(&folder, 4, game(4, PLIES), Maker::Dgt, 0),
        // The kernel keeps reports whole; only now and then is one spoilt.
        Seat::made_by(&folder, 5, game(5, PLIES), Maker::Chessnut, FAULTS_PPM / 10),
    ];
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let mut hall = Hall::start(&config(&folder, &ports));
    let viewer = Viewer::of(&hall);
    seats.iter().for_each(|seat| seat.does(Deed::HoldAt(0)));
    until("every board is live", || {
        viewer.tables().len() == seats.len() && viewer.tables().values().all(Seen::is_live)
    })
    .await;
    for seat in &seats {
        seat.does(Deed::Go);
        seat.does(Deed::HoldAt(6));
    }
    until("every table made six plies", || seats.iter().all(|seat| seat.progress().held)).await;
    seats.iter().for_each(|seat| seat.does(Deed::Unplug));
    until("every loss is told", || {
        viewer.tables().values().all(|seen| seen.links.last().is_some_and(|state| state == "lost"))
    })
    .await;
    seats.iter().for_each(|seat| seat.does(Deed::Plug));
    until("every board is back", || viewer.tables().values().all(Seen::is_live)).await;
    seats.iter().for_each(|seat| seat.does(Deed::Go));
    until("every game was played", || seats.iter().all(|seat| seat.progress().finished)).await;
    let wanted: Vec<(u16, Vec<String>)> =
        (1..).zip(&seats).map(|(no, seat)| (no, seat.wanted.clone())).collect();
    hall.expect_games(&wanted).await;
    let published = hall.get("/all-games.pgn");
    viewer.task.abort();
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    let journal = folder.join("data/journal/hall.journal");
    check_shortened(&journal);
    check_journal(&journal, &published);
    check_logs(&folder, &journal, &wanted);
}

/// Checks that the journal holds once what ChessLink, Certabo and Sentio boards repeat many times a second.
fn check_shortened(journal: &Path) {
    let text = fs::read_to_string(journal).expect("the journal is there");
    let (mut plain, mut short) = (BTreeMap::new(), BTreeMap::new());
    for line in text.lines() {
        let body: serde_json::Value = serde_json::from_str(&line[17..]).expect("a record is JSON");
        if let Some(link) = body["rx"][0].as_u64() {
            *plain.entry(link).or_insert(0) += 1;
        }
        for word in body["again"].as_str().into_iter().flat_map(|run| run.split(' ')) {
            let link: u64 = word.split(':').nth(1).and_then(|link| link.parse().ok()).expect("a link");
            *short.entry(link).or_insert(0) += 1;
        }
    }
    assert_eq!(short.len(), 3, "{short:?} of {plain:?}");
    for (link, words) in &short {
        assert!(*words > 2 * plain[link], "link {link}: {words} in short, {} as they came", plain[link]);
    }
}

/// Checks that the journal's sensor logs, reconstructed, are the games.
pub(crate) fn check_logs(folder: &Path, journal: &Path, wanted: &[(u16, Vec<String>)]) {
    let logs = folder.join("logs");
    let topboard = |arguments: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_topboard")).args(arguments).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let path = |path: &Path| path.to_string_lossy().into_owned();
    topboard(&["export", &path(journal), "--sensorlog", &path(&logs)]);
    for (table, moves) in wanted {
        let log = logs.join(format!("table{table}.sensorlog"));
        let pgn = topboard(&["reconstruct", &path(&log)]);
        let games: Vec<Vec<String>> = games_of(&pgn).into_iter().map(|(_, moves)| moves).collect();
        assert_eq!(games, std::slice::from_ref(moves), "table {table}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_novag_board_is_served_where_it_is_named() {
    let folder = folder("novag");
    let pty = Pty::open().expect("a pseudo-terminal");
    let port = pty.path().to_owned();
    let file = config(&folder, std::slice::from_ref(&port));
    let text = fs::read_to_string(&file).expect("it was written");
    let named = text
        .replace("discover = false\n", &format!("discover = false\nmakers = {{ {port:?} = \"novag\" }}\n"));
    fs::write(&file, named).expect("the folder can be written");
    let moves = [
        (Square::E2, Square::E4),
        (Square::E7, Square::E5),
        (Square::G1, Square::F3),
        (Square::B8, Square::C6),
        (Square::F1, Square::B5),
        (Square::G8, Square::F6),
        (Square::E1, Square::G1),
        (Square::F6, Square::E4),
    ];
    let is_ready = Arc::new(Mutex::new(false));
    tokio::spawn(play_novag(pty, moves.to_vec(), Arc::clone(&is_ready)));
    let mut hall = Hall::start(&file);
    until("it was told to report", || *is_ready.lock().expect("nobody panics holding it")).await;
    let sans = ["e4", "e5", "Nf3", "Nc6", "Bb5", "Nf6", "O-O", "Nxe4"];
    hall.expect_games(&[(1, sans.map(str::to_owned).to_vec())]).await;
    assert_eq!(hall.signal(Signal::TERM), Some(0));
}

/// Makes a move every second and a half, once the board was told to report.
async fn play_novag(pty: Pty, moves: Vec<(Square, Square)>, is_ready: Arc<Mutex<bool>>) {
    let start = Instant::now();
    let mut device = novag::Device::with_board(&shakmaty::Board::new());
    let mut moves = moves.into_iter();
    let mut next = None;
    let mut buffer = [0; 256];
    loop {
        let now = start.elapsed().as_millis() as u64;
        device.advance(now);
        if device.is_ready() {
            *is_ready.lock().expect("nobody panics holding it") = true;
            let due = *next.get_or_insert(now + 3_000);
            if now >= due
                && let Some((from, to)) = moves.next()
            {
                device.play(now, from, to, None);
                next = Some(now + 1_500);
            }
        }
        while let Some(bytes) = device.poll_transmit() {
            pty.write(&bytes);
        }
        tokio::select! {
            read = pty.read(&mut buffer) => {
                let length = read.expect("the pseudo-terminal works");
                device.handle_bytes(start.elapsed().as_millis() as u64, &buffer[..length]);
            }
            () = sleep_until(Instant::now() + Duration::from_millis(20)) => {}
        }
    }
}
