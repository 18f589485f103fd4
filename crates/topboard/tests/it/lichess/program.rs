//! A table that is played while its game is pushed, with a delay, through refusals, a broken line and a kill.

use super::{
    fake::FakeLichess,
    pgn,
    server::{Mood, Server},
};
use crate::{
    arbiter_client::{Arbiter, ask},
    delay::Published,
    described::Described,
    logins::free_port,
    rig::{Hall, PATIENCE, config, folder, until},
    seat::{Seat, game},
};
use rustix::process::Signal;
use serde_json::Value;
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

pub(crate) const TOKEN: &str = "lip_tokenThatNobodySees";
const ROUND: &str = "round001";
const DELAY_MS: u64 = 3_000;

/// Writes a token that is its owner's alone. Returns the file.
pub(crate) fn token_file(folder: &Path) -> PathBuf {
    let file = folder.join("lichess.token");
    fs::write(&file, format!("{TOKEN}\n")).expect("the folder can be written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("it is ours");
    file
}

/// Adds the section to a configuration, with lines under `[server]`.
pub(crate) fn with_lichess(config: &Path, server: &str, address: &str, rounds: &str) {
    let token = token_file(config.parent().expect("a file is in a folder"));
    let text = fs::read_to_string(config).expect("it was written");
    let text = text.replacen("[server]\n", &format!("[server]\n{server}"), 1);
    let section =
        format!("[lichess]\nbase = \"http://{address}\"\ntoken_file = {token:?}\nrounds = {{ {rounds} }}\n");
    fs::write(config, text.replacen("[devices]", &format!("{section}[devices]"), 1))
        .expect("it can be written");
}

pub(crate) fn status(arbiter: &Arbiter) -> Value {
    // A person asks less often than a test.
    std::thread::sleep(Duration::from_millis(120));
    let answer = arbiter.get("/api/v1/broadcast");
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()["lichess"].clone()
}

fn moves(fake: &FakeLichess) -> usize {
    fake.rounds[ROUND].chapters.first().map_or(0, |chapter| chapter.moves.len())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_at_lichess_after_the_delay_through_refusals_a_broken_line_and_a_kill() {
    let server = Server::start(TOKEN);
    server.state().fake.add_round(ROUND);
    server.state().moods.extend([Mood::Echo, Mood::Reset, Mood::Half, Mood::Status(502)]);
    let folder = folder("lichess");
    let seat = Seat::new(&folder, 1, game(3, 12));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let metrics = format!("127.0.0.1:{}", free_port());
    let lines = format!("delay_minutes = 0.05\nscreens = \"127.0.0.1:0\"\nmetrics = {metrics:?}\n");
    with_lichess(&config, &lines, &server.address, &format!("\"-\" = {ROUND:?}"));
    let mut hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);

    // A 400 waits a minute for a better text, which the move after the first one would be; the test does not wait for it.
    until("the refusal is told", || status(&arbiter)["rounds"][0]["hold"]["kind"] == "refused").await;
    let told = status(&arbiter);
    assert_eq!(told["rounds"][0]["hold"]["reason"], "400: cannot take …", "{told}");
    assert!(told["rounds"][0]["hold"]["words"]["pl"].as_str().is_some_and(|words| words.contains("Lichess")));
    hall.signal(Signal::KILL);
    hall = Hall::start(&config);
    until("it is there", || moves(&server.state().fake) > 2).await;
    let journal_ms = || {
        let snapshot: Value =
            serde_json::from_str(&Hall::get_at(&hall.screens, "/api/v1/hall/snapshot")).expect("JSON");
        snapshot["now_ms"].as_u64().expect("a time")
    };
    let (now, now_ms) = (Instant::now(), journal_ms());
    until("more of it is there", || moves(&server.state().fake) > 6).await;
    let pushes: Vec<(Instant, String)> = server.state().pushes.clone();
    let published = Published::of(&folder.join("data/journal"));
    for (at, text) in pushes.iter().filter(|(at, _)| *at >= now) {
        let passed = at.duration_since(now) + Duration::from_millis(200);
        let at_ms = now_ms + u64::try_from(passed.as_millis()).expect("a short test");
        let sent = pgn::read(text).expect("it can be read");
        published.check(at_ms - DELAY_MS, sent.moves.len(), "a push");
    }

    // A kill at any moment.
    hall.signal(Signal::KILL);
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    until("all of it is there", || moves(&server.state().fake) == seat.wanted.len()).await;
    assert_eq!(server.state().fake.rounds[ROUND].chapters.len(), 1);
    assert_eq!(server.state().fake.rounds[ROUND].chapters[0].moves, seat.wanted);
    until("it is told", || status(&arbiter)["rounds"][0]["state"] == "current").await;
    let told = status(&arbiter);
    assert_eq!(
        (&told["hold"], &told["rounds"][0]["games"], &told["rounds"][0]["refused"]),
        (&Value::Null, &Value::from(1), &Value::from([0u8; 0].as_slice())),
        "{told}"
    );
    let document = Described(arbiter.get("/openapi.json").json());
    let described = document.operations().into_iter().find(|one| one.path == "/api/v1/broadcast");
    let answer = arbiter.get("/api/v1/broadcast");
    assert_eq!(document.complaint(&described.expect("it is described"), &answer), None, "{answer:?}");
    let figures = Hall::get_at(&metrics, "/metrics");
    assert!(figures.contains("topboard_lichess_rounds_behind 0"), "{figures}");

    {
        let state = server.state();
        assert_eq!(state.fake.violations, [""; 0]);
        assert!(
            state.fake.arrivals.is_sorted_by(|one, next| one + 1_000 <= *next),
            "{:?}",
            state.fake.arrivals
        );
        assert!(state.moods.is_empty());
    }
    assert_nobody_sees_the_token(&folder, &hall, &arbiter, &metrics);
    assert!(hall.log().contains("Lichess"), "{}", hall.log());
}

/// The token is in its file alone: in no log, journal, page, figure or answer.
fn assert_nobody_sees_the_token(folder: &Path, hall: &Hall, arbiter: &Arbiter, metrics: &str) {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("it is there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.is_file() && path.file_name().is_some_and(|name| name != "lichess.token") {
                let bytes = fs::read(&path).expect("it can be read");
                let is_in = bytes.windows(TOKEN.len()).any(|part| part == TOKEN.as_bytes());
                assert!(!is_in, "{}", path.display());
            }
        }
    }
    for path in ["/", "/all-games.pgn", "/api/v1/rounds", "/api/v1/hall/snapshot", "/api/v1/broadcast"] {
        let answer = ask(&hall.address, "GET", path, &[], "");
        assert!(!format!("{answer:?}").contains(TOKEN), "{path}");
    }
    let figures = Hall::get_at(metrics, "/metrics");
    assert!(!figures.contains(TOKEN) && !format!("{:?}", arbiter.get("/api/v1/broadcast")).contains(TOKEN));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_person_has_to_put_right_is_told_and_the_program_ends_at_once_all_the_same() {
    let server = Server::start(TOKEN);
    let folder = folder("lichess-silent");
    let config = config(&folder, &["/dev/no-board-here".to_owned()]);
    // Whoever listens here takes every word and never answers.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = silent.local_addr().expect("it is bound").to_string();
    with_lichess(&config, "", &address, &format!("\"-\" = {ROUND:?}"));
    let mut hall = Hall::start(&config);
    let (line, _) = silent.accept().expect("it asks");
    let began = Instant::now();
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    assert!(began.elapsed() < Duration::from_secs(5), "{:?}", began.elapsed());
    drop(line);

    let text = fs::read_to_string(&config).expect("it was written").replace(&address, &server.address);
    fs::write(&config, text).expect("it can be written");
    let token = folder.join("lichess.token");
    fs::set_permissions(&token, fs::Permissions::from_mode(0o644)).expect("it is ours");
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    until("the open token is told", || status(&arbiter)["hold"]["kind"] == "token").await;
    assert!(status(&arbiter)["hold"]["reason"].as_str().is_some_and(|why| why.contains("chmod 600")));
    assert_eq!(server.state().requests, 0, "nothing was asked");
    fs::set_permissions(&token, fs::Permissions::from_mode(0o600)).expect("it is ours");
    until("the wrong id is told", || status(&arbiter)["rounds"][0]["hold"]["kind"] == "unknown").await;
    assert!(began.elapsed() < PATIENCE);
}

fn refused(config: &Path) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    let ended = command.args(["run", "--config"]).arg(config).output().expect("the program starts");
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    String::from_utf8_lossy(&ended.stderr).into_owned()
}

#[test]
fn a_section_that_cannot_be_right_is_refused() {
    let folder = folder("lichess-refused");
    for (section, why) in [
        ("base = \"http://lichess.org\"", "everybody on the way reads the token"),
        ("rounds = { \"A-1\" = \"no id\" }", "eight letters and digits"),
        ("rounds = { \"A-1\" = \"abcd1234\", \"A-2\" = \"abcd1234\" }", "has this id already"),
        ("token = \"lip_x\"", "unknown field"),
    ] {
        let config = config(&folder, &["/dev/no-board-here".to_owned()]);
        let text = fs::read_to_string(&config).expect("it was written");
        fs::write(&config, text.replacen("[devices]", &format!("[lichess]\n{section}\n[devices]"), 1))
            .expect("it can be written");
        let said = refused(&config);
        assert!(said.contains(why), "{said}");
    }
    let config = config(&folder, &["/dev/no-board-here".to_owned()]);
    with_lichess(&config, "closed = true\n", "127.0.0.1:1", "");
    assert!(refused(&config).contains("a closed event is not pushed"));
}
