//! The real program, killed again and again at random instants while boards play, including while it starts.
//!
//! Promised: whatever a viewer was ever shown is in the journal, with its revision and its moves; no move is told twice
//! as new; the journal is whole at the end, and publishes the same when it is folded again. The players do not wait for
//! the program: what they do while it is down may have to be asked about, and is not tested here (`loopback` holds them
//! to their games over a kill).
//!
//! `TOPBOARD_CRASHES=1000` kills a thousand times; without it, some dozens.

use crate::{
    rig::{Hall, Tables, apply, check_journal, config, folder, follows, until},
    seat::{Seat, game},
};
use futures_util::StreamExt;
use hall::Body;
use rustix::process::Signal;
use serde_json::Value;
use sim::Rng;
use std::{
    collections::BTreeMap,
    env,
    path::Path,
    process::{Command, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{task::JoinHandle, time::sleep};
use tokio_tungstenite::{connect_async, tungstenite::Message};
use topboard::journal_files::writer;

const TABLES: u16 = 4;
const PLIES: usize = 24;
const CRASHES: usize = 24;

/// A table as a viewer saw it: its number, game and revision, and the moves in SAN.
type Sight = (u64, u64, u64, Vec<String>);
type Sights = Arc<Mutex<Vec<Sight>>>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_was_shown_survives_a_kill_at_any_instant() {
    let crashes = env::var("TOPBOARD_CRASHES").ok().and_then(|text| text.parse().ok()).unwrap_or(CRASHES);
    let seed = env::var("TOPBOARD_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    eprintln!("TOPBOARD_SEED={seed} TOPBOARD_CRASHES={crashes}");
    let mut rng = Rng::new(seed);
    let (mut done, mut rounds) = (0, 0);
    while done < crashes {
        rounds += 1;
        done += round(rounds, crashes - done, &mut rng).await;
    }
    eprintln!("{done} kills in {rounds} rounds");
}

/// Kills the program until the games are over or it was killed `crashes` times, and checks what it left. Returns the
/// number of kills.
async fn round(number: usize, crashes: usize, rng: &mut Rng) -> usize {
    let folder = folder(&format!("crash-{number}"));
    let first = u16::try_from(number % 50).expect("small");
    let seats: Vec<Seat> = (1..=TABLES).map(|no| Seat::new(&folder, no, game(no + first, PLIES))).collect();
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let config = config(&folder, &ports);
    let sights = Sights::default();
    let mut done = 0;
    while done < crashes && !seats.iter().all(|seat| seat.progress().finished) {
        done += 1;
        if rng.chance(200_000) {
            kill_while_starting(&config, Duration::from_millis(rng.below(60))).await;
            continue;
        }
        let mut hall = Hall::start(&config);
        let viewer = watch(&hall, &sights);
        sleep(Duration::from_millis(rng.between(20, 2000))).await;
        hall.signal(Signal::KILL);
        // The viewer still reads what was sent before the kill.
        viewer.await.expect("the feed had no gap");
    }
    let mut hall = Hall::start(&config);
    let viewer = watch(&hall, &sights);
    until("every game was played", || seats.iter().all(|seat| seat.progress().finished)).await;
    // The last moves settle.
    sleep(Duration::from_secs(3)).await;
    let published = hall.get("/all-games.pgn");
    assert_eq!(hall.signal(Signal::TERM), Some(0), "{}", hall.log());
    viewer.await.expect("the feed had no gap");
    let journal = folder.join("data/journal");
    check_journal(&journal, &published);
    check_sights(&journal, &sights.lock().expect("nobody panics holding it"));
    done
}

async fn kill_while_starting(config: &Path, after: Duration) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_topboard"))
        .args(["run", "--quiet", "--config"])
        .arg(config)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    sleep(after).await;
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

/// Follows the feed until it ends, and notes every table it shows.
fn watch(hall: &Hall, sights: &Sights) -> JoinHandle<()> {
    let (address, sights) = (hall.address.clone(), Arc::clone(sights));
    tokio::spawn(async move {
        // Killed before it could answer: nothing was shown.
        let Ok((mut socket, _)) = connect_async(format!("ws://{address}/ws/hall")).await else { return };
        let mut tables = Tables::new();
        let mut last_seq = None;
        while let Some(Ok(message)) = socket.next().await {
            let Message::Text(text) = message else { continue };
            let frame: Value = serde_json::from_str(&text).expect("a frame is JSON");
            assert!(follows(&frame, last_seq), "an update was left out after {last_seq:?}: {frame}");
            last_seq = frame["seq"].as_u64();
            if frame["kind"] == "update" {
                check_is_new(&tables, &frame);
            }
            apply(&mut tables, &frame);
            let mut sights = sights.lock().expect("nobody panics holding it");
            for change in frame["tables"].as_array().into_iter().flatten() {
                let table = change["table"].as_u64().expect("a change names its table");
                let seen = &tables[&table];
                let moves = seen.moves.iter().map(|ply| ply["san"].as_str().unwrap_or_default().to_owned());
                sights.push((table, seen.game, seen.rev, moves.collect()));
            }
        }
    })
}

/// Checks that an update with moves is of a revision that the viewer has not seen.
fn check_is_new(tables: &Tables, frame: &Value) {
    for change in frame["tables"].as_array().into_iter().flatten() {
        let has_moves = change["moves"].as_array().is_some_and(|moves| !moves.is_empty());
        let seen = change["table"].as_u64().and_then(|table| tables.get(&table));
        if let Some(seen) = seen.filter(|seen| has_moves && change["game"] == seen.game) {
            assert!(change["rev"].as_u64() > Some(seen.rev), "told twice as new: {change}");
        }
    }
}

/// Checks that the journal has published every state that was seen.
fn check_sights(journal: &Path, sights: &[Sight]) {
    let mut lines: BTreeMap<u16, (u32, Vec<String>)> = BTreeMap::new();
    let mut published: BTreeMap<(u64, u64), (u64, Vec<String>)> = BTreeMap::new();
    writer::read_at(journal, |seq, body| {
        let Body::Published { publication, .. } = body else { return };
        let line = lines.entry(publication.table).or_default();
        if line.0 != publication.game {
            *line = (publication.game, Vec::new());
        }
        line.1.truncate(publication.from);
        line.1.extend(publication.plies.iter().map(|ply| ply.san.clone()));
        let state = (u64::from(line.0), line.1.clone());
        let before = published.insert((u64::from(publication.table), publication.rev), state);
        assert_eq!(before, None, "record {seq}: a revision was given twice");
    })
    .expect("it can be read");
    assert!(!sights.is_empty());
    for (table, game, rev, moves) in sights {
        // A table is shown as absent before anything of it was published.
        if *rev == 0 && moves.is_empty() {
            continue;
        }
        assert_eq!(
            published.get(&(*table, *rev)),
            Some(&(*game, moves.clone())),
            "table {table}, revision {rev}"
        );
    }
}
