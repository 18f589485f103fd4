//! The disk becomes full in mid-game, and is given space again.
//!
//! Promised: play goes on. What is not safe is not published, and the hall's clocks stand. The operator is told what to
//! do. The arbiter goes on seeing everything, with what is not safe marked; their orders are answered soon and done
//! once. Then everything is written and published, and the journal has no gap.

use crate::{
    arbiter_client::{Arbiter, Feed, until_frame},
    rig::{Hall, Viewer, check_journal, config, folder, until},
    seat::{Deed, Seat, game},
};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::{
    fs::{self, File},
    io::Write,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};
use tokio::time::sleep;

const TABLES: u16 = 3;
const PLIES: usize = 30;

/// Runs the program in a file system namespace of its own, where its data folder is a small disk. Saves the folder when
/// the program ends.
const SCRIPT: &str = r#"
    mount -t tmpfs -o size=1m none "$DATA" || exit 1
    "$PROGRAM" run --quiet --config "$CONFIG" & echo $! > "$FOLDER/pid"
    wait $!; code=$?
    cp -r "$DATA/." "$FOLDER/saved"
    exit $code
"#;

/// Returns whether this system lets us mount something where nobody else sees it.
pub(crate) fn can_mount(folder: &Path) -> bool {
    let tried = Command::new("unshare").args(["-m", "mount", "-t", "tmpfs", "none"]).arg(folder).output();
    tried.is_ok_and(|output| output.status.success())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_stops_publication_but_not_play() {
    let folder = folder("full-disk");
    let data = folder.join("data");
    fs::create_dir_all(&data).expect("the folder can be written");
    if !can_mount(&data) {
        eprintln!("skipped: this system lets nobody mount a small disk (unshare -m mount -t tmpfs)");
        return;
    }
    let seats: Vec<Seat> = (1..=TABLES).map(|no| Seat::new(&folder, no, game(no, PLIES))).collect();
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let config = config(&folder, &ports);
    let mut hall = start(&folder, &config);
    let viewer = Viewer::of(&hall);
    let arbiter = Arbiter::enter(&hall);
    let mut feed = arbiter.follow().await;
    let first = until_frame(&mut feed, "a snapshot", |frame| frame["kind"] == "snapshot").await;
    assert_eq!(first["disk"], json!({"state": "well"}));
    seats.iter().for_each(|seat| seat.does(Deed::HoldAt(8)));
    until("every table made eight plies", || {
        seats
            .iter()
            .zip(1..)
            .all(|(seat, no)| seat.progress().held && viewer.table(no).moves.len() >= seat.progress().plies)
    })
    .await;
    // The last moves settle.
    sleep(Duration::from_secs(2)).await;
    let filler = PathBuf::from(format!("/proc/{}/root{}", hall.pid, data.join("filler").display()));
    fill(&filler);
    let before = viewer.tables();
    seats.iter().for_each(|seat| seat.does(Deed::Go));
    seats.iter().for_each(|seat| seat.does(Deed::HoldAt(18)));
    until("play goes on", || seats.iter().all(|seat| seat.progress().plies >= 18)).await;
    until("the operator is told what to do", || hall.log().contains("free disk space")).await;
    let told =
        until_frame(&mut feed, "the arbiter is told", |frame| frame["disk"]["state"] == "holding").await;
    assert!(told["disk"]["since_ms"].as_u64() <= told["now_ms"].as_u64(), "{told}");
    assert!(told["disk"]["why"].as_str().is_some_and(|why| why.contains("No space")), "{told}");
    for language in ["en", "pl", "ru"] {
        assert!(told["disk"]["todo"][language].is_string(), "{told}");
    }
    let links = |is: &dyn Fn(&str) -> bool| {
        viewer.tables().values().all(|seen| seen.links.last().is_some_and(|link| is(link)))
    };
    until("the hall sees that it stands still", || links(&|link| link == "lost")).await;
    // Moves seen now were safe before the disk was full, or fitted into its last page.
    let during = viewer.tables();
    let grown = |no: &u64| during[no].moves.len() - before[no].moves.len();
    assert!(during.keys().map(grown).sum::<usize>() <= 6, "{during:?}");
    let pages = hall.get("/api/v1/hall/snapshot");
    assert!(pages.contains("\"kind\":\"snapshot\""), "the pages are served meanwhile");
    let waiting = |text: &str| -> u64 {
        let before = text.split(" bytes wait in memory").next().expect("a part");
        before.rsplit(' ').next().and_then(|number| number.parse().ok()).unwrap_or_else(|| panic!("{text}"))
    };
    let early = waiting(&hall.get("/healthz"));
    sleep(Duration::from_secs(2)).await;
    let late = waiting(&hall.get("/healthz"));
    assert!(late > early, "whoever asks is told how much waits now: {late} bytes after {early}");
    let later = viewer.tables();
    assert!(
        during.iter().all(|(no, seen)| seen.moves == later[no].moves),
        "nothing is published while nothing is safe"
    );

    // The arbiter goes on seeing what the hall does not, and how much of it is not safe.
    let ahead =
        until_frame(&mut feed, "a move that is not safe", |frame| frame["tables"][0]["unsaved"].is_u64())
            .await;
    let table = u16::try_from(ahead["tables"][0]["table"].as_u64().expect("a number")).expect("small");
    let moves = ahead["tables"][0]["moves"].as_array().map_or(0, Vec::len);
    assert!(moves >= viewer.table(table).moves.len(), "{ahead}");

    // A clock order is not sent before it is safe in the journal, nor when it has become old.
    let arbiter = std::sync::Arc::new(arbiter);
    let set = json!({"cmd": "clock", "do": "set", "white_ms": 60_000, "black_ms": 60_000});
    let says = |command: Value| {
        let arbiter = std::sync::Arc::clone(&arbiter);
        tokio::task::spawn_blocking(move || arbiter.says(1, command))
    };
    let answer = says(set).await.expect("it is answered");
    assert_eq!(answer.status, 409, "{answer:?}");
    assert_eq!(seats[0].progress().clock_messages, 0, "the order was not in the journal");

    // A note is taken and answered with "not yet". Repeated, it is still one note. A senseless command is refused at
    // once.
    let note = json!({"cmd": "note", "text": "Both scoresheets were taken."});
    let first = arbiter.orders(1, note.clone());
    let second = arbiter.orders(1, note.clone());
    assert_eq!((first.status, second.status), (202, 202), "{first:?} {second:?}");
    assert_eq!(first.json()["errand"], second.json()["errand"]);
    assert_eq!(first.header("location"), second.header("location"));
    assert_eq!(arbiter.orders(1, json!({"cmd": "result", "result": "2-0"})).status, 409);
    let is_noted = |frame: &Value| said(frame, 1).iter().any(|said| said["command"]["cmd"] == "note");
    let shown = until_frame(&mut feed, "the note", is_noted).await;
    let shown =
        said(&shown, 1).into_iter().find(|said| said["command"]["cmd"] == "note").expect("it is there");
    assert!(shown["unsaved"].is_u64(), "{shown}");

    fs::remove_file(&filler).expect("the filler is there");
    let place = first.header("location").expect("where to ask").to_owned();
    until("the outcome of the first order is known", || arbiter.get(&place).status == 200).await;
    until_frame(&mut feed, "all is well", |frame| frame["disk"]["state"] == "well").await;
    all_is_safe(&mut feed, &arbiter).await;
    until("the boards are shown again", || links(&|link| link == "live")).await;
    until("everything is published", || {
        seats.iter().zip(1..).all(|(seat, no)| viewer.table(no).moves.len() >= seat.progress().plies)
    })
    .await;
    assert!(hall.log().contains("the journal is written again"), "{}", hall.log());
    assert_eq!(hall.get("/healthz"), "ok\n");
    seats.iter().for_each(|seat| seat.does(Deed::Go));
    until("every game was played", || seats.iter().all(|seat| seat.progress().finished)).await;
    let wanted: Vec<(u16, Vec<String>)> =
        (1..).zip(&seats).map(|(no, seat)| (no, seat.wanted.clone())).collect();
    hall.expect_games(&wanted).await;
    let published = hall.get("/all-games.pgn");
    viewer.task.abort();
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    let journal = folder.join("saved/journal/hall.journal");
    check_journal(&journal, &published);
    let text = fs::read_to_string(journal).expect("it is text");
    assert!(text.contains("\"held\":{\"since\":") && text.contains("No space left"), "the gap is a record");
    assert_eq!(text.matches("Both scoresheets were taken.").count(), 1, "ordered twice, done once");
}

/// Returns what people said of a table, in a frame that holds it.
fn said(frame: &Value, table: u64) -> Vec<Value> {
    let tables = frame["tables"].as_array().cloned().unwrap_or_default();
    let found = tables.into_iter().find(|view| view["table"] == table);
    found.and_then(|view| view["said"].as_array().cloned()).unwrap_or_default()
}

/// Waits until nothing is marked any more.
async fn all_is_safe(feed: &mut Feed, arbiter: &Arbiter) {
    let end = tokio::time::Instant::now() + crate::rig::PATIENCE;
    while arbiter.get("/api/v1/arbiter/snapshot").body.contains("\"unsaved\"") {
        assert!(tokio::time::Instant::now() < end, "something stays marked as not safe");
        until_frame(feed, "a sign of life", |_| true).await;
    }
}

fn start(folder: &Path, config: &Path) -> Hall {
    let mut command = Command::new("unshare");
    command
        .args(["-m", "sh", "-c", SCRIPT])
        .env("DATA", folder.join("data"))
        .env("FOLDER", folder)
        .env("CONFIG", config)
        .env("PROGRAM", env!("CARGO_BIN_EXE_topboard"));
    let mut hall = Hall::start_as(command, config);
    let pid = fs::read_to_string(folder.join("pid")).expect("the script wrote it");
    hall.pid = pid.trim().parse().expect("a process's number");
    hall
}

/// Writes until nothing more fits.
pub(crate) fn fill(path: &Path) {
    let mut file = File::create(path).expect("the small disk can be written");
    let mut piece = vec![0; 4096];
    while !piece.is_empty() {
        if file.write_all(&piece).is_err() {
            piece.truncate(piece.len() / 2);
        }
    }
}
