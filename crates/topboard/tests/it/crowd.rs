//! A full hall: 64 boards in the last moves of long games, and everybody looks. Viewers come, ask again and leave,
//! machines poll the games, over a thousand connections are open and say nothing, and an arbiter works at their page.
//!
//! Promised: every viewer is current within two seconds of coming, of asking, and of any change; a command is answered
//! within a tenth of a second; the program stays under 200 MB; the boards notice nothing. Viewers are judged by the longest
//! wait. A command is judged by the 99th percentile, since the crowd itself runs on the computer's own cores and reads more
//! than the program serves.
//!
//! It needs the computer for itself: `cargo test -p topboard --test it crowd -- --ignored --nocapture`. Another number
//! in `CROWD_POLLERS` shows what polling costs everybody else.

use crate::{
    arbiter_client::Arbiter,
    rig::{Hall, config, folder, until},
    seat::{Deed, Seat},
    stand::{Visitor, masked},
};
use serde_json::{Value, json};
use sim::{
    Game, Rng,
    games::{self, GameKind},
};
use std::{
    env, fs,
    net::SocketAddr,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use tokio::time::{Instant, sleep, timeout};
use topboard::connections::descriptors::Descriptors;

const TABLES: u16 = 64;
const PLIES: usize = 150;
/// The plies played when the crowd comes, and the time of each ply from then on: blitz at every board.
const BEFORE: usize = 138;
const PLY: Duration = Duration::from_secs(4);
const VIEWERS: u64 = 200;
const IDLE: usize = 1_100;
/// The idle connections that opened the feed and never read it.
const DEAF: usize = 100;
const POLLERS: usize = 20;

const CURRENT: Duration = Duration::from_secs(2);
const ANSWERED: Duration = Duration::from_millis(100);
const MEMORY_KIB: u64 = 200_000;

/// The measured times.
#[derive(Debug, Default)]
struct Times(Mutex<Vec<Duration>>);

impl Times {
    fn note(&self, time: Duration) {
        self.0.lock().expect("nobody panics holding it").push(time);
    }

    /// Prints the times. Returns the one under which `percent` in a hundred are.
    fn told(&self, what: &str, percent: usize) -> Duration {
        let mut all = self.0.lock().expect("nobody panics holding it").clone();
        all.sort();
        assert!(!all.is_empty(), "{what}: nothing was measured");
        let at = |percent: usize| all[((all.len() - 1) * percent) / 100];
        eprintln!(
            "{what}: {} times, median {:?}, 95 % {:?}, 99 % {:?}, longest {:?}",
            all.len(),
            at(50),
            at(95),
            at(99),
            at(100)
        );
        at(percent)
    }
}

/// The state that everybody shares.
#[derive(Debug, Default)]
struct Crowd {
    is_over: AtomicBool,
    joined: Times,
    asked: Times,
    commands: Times,
    polls: Times,
    /// The lateness of each frame against the clock in it, in milliseconds, with one unknown number added to all.
    offsets: Mutex<Vec<i64>>,
}

impl Crowd {
    fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }
}

#[ignore = "it needs the computer for itself: check runs it alone"]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_hall_serves_everybody_and_its_boards_notice_nothing() {
    let _ = Descriptors::raise();
    let folder = folder("crowd");
    let seats: Vec<Seat> = (1..=TABLES).map(|no| Seat::new(&folder, no, long_game(no))).collect();
    seats.iter().for_each(|seat| seat.does(Deed::HoldAt(BEFORE)));
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let hall = Hall::start(&config(&folder, &ports));
    let arbiter = Arbiter::enter(&hall);
    until("the games are in their last moves", || seats.iter().all(|seat| seat.progress().held)).await;
    let address: SocketAddr = hall.address.parse().expect("an address");

    let crowd = Arc::new(Crowd::default());
    let mut tasks = Vec::new();
    for no in 0..VIEWERS {
        tasks.push(tokio::spawn(view(address, no, Arc::clone(&crowd))));
    }
    for no in 0..IDLE {
        tasks.push(tokio::spawn(idle(address, no < DEAF, Arc::clone(&crowd))));
    }
    let pollers = env::var("CROWD_POLLERS").ok().and_then(|text| text.parse().ok()).unwrap_or(POLLERS);
    for _ in 0..pollers {
        tasks.push(tokio::spawn(poll(address, Arc::clone(&crowd))));
    }
    let judging = tokio::task::spawn_blocking({
        let crowd = Arc::clone(&crowd);
        move || judge(&arbiter, &crowd)
    });
    let begun = Instant::now();
    for plies in BEFORE + 1..=PLIES {
        for seat in &seats {
            seat.does(Deed::Go);
            seat.does(Deed::HoldAt(plies));
            sleep(PLY / u32::from(TABLES)).await;
        }
    }
    until("every ply was made", || seats.iter().all(|seat| seat.progress().plies >= PLIES)).await;
    let took = begun.elapsed();
    sleep(Duration::from_secs(2)).await;
    crowd.is_over.store(true, Ordering::Relaxed);
    for task in tasks {
        task.await.expect("nobody was disappointed");
    }
    judging.await.expect("the arbiter was heard");

    let memory_kib = peak_kib(hall.pid);
    eprintln!(
        "{} plies in {took:.0?} before the crowd; the program had {memory_kib} KiB at most",
        TABLES as usize * (PLIES - BEFORE)
    );
    let joined = crowd.joined.told("the first snapshot is there", 100);
    let asked = crowd.asked.told("one that was asked for is there", 100);
    let lag = lags(&crowd).told("a frame is there", 100);
    let commands = crowd.commands.told("a command is answered", 99);
    if pollers > 0 {
        crowd.polls.told("games.pgn is there", 99);
    }
    eprint!("{}", hall.get("/healthz"));
    check_boards(&hall, &seats).await;
    assert!(joined <= CURRENT && asked <= CURRENT && lag <= CURRENT, "a viewer is current in time");
    assert!(commands <= ANSWERED, "a command is answered in time");
    assert!(memory_kib <= MEMORY_KIB, "memory");
}

/// Draws a game that is long enough, and cuts it to the test's length.
fn long_game(no: u16) -> Game {
    let mut rng = Rng::new(u64::from(no));
    let mut drawn = std::iter::repeat_with(|| games::draw(GameKind::Generated, &mut rng));
    let mut game = drawn.find(|game| game.moves.len() > PLIES).expect("some are long");
    game.moves.truncate(PLIES);
    game
}

/// Views the feed, coming and going.
async fn view(address: SocketAddr, no: u64, crowd: Arc<Crowd>) {
    let mut rng = Rng::new(no);
    sleep(Duration::from_millis(rng.below(3_000))).await;
    while !crowd.is_over() {
        let begun = Instant::now();
        let mut viewer = Visitor::follow(address).await;
        let mut seq = None;
        let mut asked = None;
        let stay = Duration::from_millis(rng.between(5_000, 15_000));
        while begun.elapsed() < stay && !crowd.is_over() {
            let next = timeout(Duration::from_secs(30), viewer.frame(None)).await.expect("beats come");
            let (kind, body) = next.expect("nobody is sent away");
            if kind != 0x81 {
                continue;
            }
            let frame = Head::of(&body);
            if frame.is_snapshot {
                match (seq, asked.take()) {
                    (None, _) => crowd.joined.note(begun.elapsed()),
                    (Some(_), Some(asked)) => crowd.asked.note(Instant::elapsed(&asked)),
                    (Some(_), None) => panic!("viewer {no} fell behind"),
                }
            } else {
                assert!(seq.is_some_and(|seq| frame.seq == seq || frame.seq == seq + 1), "a gap at {seq:?}");
                let arrived = i64::try_from(crowd_clock().as_millis()).expect("small");
                crowd.offsets.lock().expect("nobody panics holding it").push(arrived - frame.now_ms);
            }
            seq = Some(frame.seq);
            if begun.elapsed() > stay / 2
                && stay.as_millis().is_multiple_of(2)
                && asked.is_none()
                && rng.chance(20_000)
            {
                asked = Some(Instant::now());
                viewer.say(&masked(0x81, b"{\"want\":\"snapshot\"}")).await;
            }
        }
        // Some close, some are just gone.
        if rng.below(2) == 0 {
            viewer.say(&masked(0x88, &1000u16.to_be_bytes())).await;
            let _ = viewer.close_code().await;
        }
    }
}

/// Returns the time on a clock that all viewers share.
fn crowd_clock() -> Duration {
    static START: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

fn lags(crowd: &Crowd) -> Times {
    let offsets = crowd.offsets.lock().expect("nobody panics holding it");
    let least = offsets.iter().min().copied().unwrap_or_default();
    let lags = offsets.iter().map(|offset| Duration::from_millis(offset.abs_diff(least)));
    Times(Mutex::new(lags.collect()))
}

/// The first fields of a frame. Parsing all of it is a page's work, and this computer is busy enough.
struct Head {
    is_snapshot: bool,
    seq: u64,
    now_ms: i64,
}

impl Head {
    fn of(frame: &[u8]) -> Head {
        let head = String::from_utf8_lossy(&frame[..frame.len().min(200)]).into_owned();
        let number = |key: &str| {
            let digits = head.split_once(key).unwrap_or_else(|| panic!("no {key} in {head}")).1;
            digits
                .split(|letter: char| !letter.is_ascii_digit())
                .next()
                .map(str::to_owned)
                .unwrap_or_default()
        };
        Head {
            is_snapshot: head.starts_with("{\"kind\":\"snapshot\""),
            seq: number("\"seq\":").parse().expect("a number"),
            now_ms: number("\"now_ms\":").parse().expect("a number"),
        }
    }
}

/// Opens a connection that says nothing, or opens the feed and reads nothing, and comes again when it is sent away.
async fn idle(address: SocketAddr, is_deaf: bool, crowd: Arc<Crowd>) {
    while !crowd.is_over() {
        let mut idle = Visitor::come_slowly(address).await;
        if is_deaf {
            idle.ask_for_feed("13").await;
            let begun = Instant::now();
            // Wait until the program has given up on it.
            while begun.elapsed() < Duration::from_secs(20) && !crowd.is_over() {
                sleep(Duration::from_millis(500)).await;
            }
            continue;
        }
        let _ = timeout(Duration::from_secs(1), idle.rest()).await;
        while !crowd.is_over() && timeout(Duration::from_secs(1), idle.rest()).await.is_err() {}
    }
}

/// Fetches the games again and again.
async fn poll(address: SocketAddr, crowd: Arc<Crowd>) {
    while !crowd.is_over() {
        let begun = Instant::now();
        let mut poller = Visitor::come(address).await;
        poller.say(b"GET /all-games.pgn HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n").await;
        let answer = poller.rest().await;
        assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("[White "), "{answer:.300}");
        crowd.polls.note(begun.elapsed());
        sleep(Duration::from_millis(250)).await;
    }
}

/// Notes something at one table after another, as an arbiter.
fn judge(arbiter: &Arbiter, crowd: &Crowd) {
    for table in (1..=TABLES).cycle() {
        if crowd.is_over() {
            return;
        }
        let begun = std::time::Instant::now();
        let done = arbiter.says(table, json!({ "cmd": "note", "text": "looked at" }));
        assert_eq!(done.status, 200, "{done:?}");
        crowd.commands.note(begun.elapsed());
        std::thread::sleep(Duration::from_millis(150));
    }
}

/// Returns the most memory a process ever had, in KiB.
fn peak_kib(pid: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("Linux says it");
    line.trim().trim_end_matches(" kB").trim().parse().expect("a number")
}

/// Checks that every ply that was made is published.
async fn check_boards(hall: &Hall, seats: &[Seat]) {
    // The last moves settle.
    sleep(Duration::from_secs(3)).await;
    let snapshot: Value = serde_json::from_str(&hall.get("/api/v1/hall/snapshot")).expect("it is JSON");
    for (table, seat) in snapshot["tables"].as_array().expect("a list").iter().zip(seats) {
        let moves = table["moves"].as_array().expect("a list");
        assert_eq!(seat.wanted.len(), PLIES, "these players make legal moves");
        let sans: Vec<&str> = moves.iter().filter_map(|ply| ply["san"].as_str()).collect();
        assert_eq!(sans, seat.wanted, "table {}: {}", table["table"], hall.log());
    }
}
