//! The log as lines of JSON: each line is an object with the keys that docs/formats/log.md promises, and no secret is in it.

use crate::{
    arbiter_client::{Arbiter, enter, parts},
    broker::Node,
    logins::link,
    rig::{Hall, PATIENCE, config, folder, until},
    seat::{Seat, game},
};
use rustix::process::Signal;
use serde_json::Value;
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread::sleep,
    time::{Duration, Instant},
};
use topboard::terminal::log::FIELDS;

/// Returns the words in code marks in the rows of a table of the document, from its first column or from its second.
fn documented(heading: &str, column: usize) -> BTreeSet<String> {
    let text = fs::read_to_string("../../docs/formats/log.md").expect("it is there");
    let (_, part) = text.split_once(heading).expect("the heading is there");
    let rows =
        part.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = rows.filter_map(|row| row.split('|').nth(column + 1)).map(str::to_owned);
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>()).collect()
}

fn events() -> BTreeSet<String> {
    documented("## Events", 1)
}

/// Reads a log. Every line has to be as the document says.
fn entries(log: &str) -> Vec<Value> {
    let (promised, events) = (documented("Entries of which", 0), events());
    let read = |line: &str| -> Value {
        let entry: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let time = entry["timestamp"].as_str().unwrap_or_default();
        time.parse::<jiff::Timestamp>().unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(time.ends_with('Z'), "{line}");
        assert!(
            ["ERROR", "WARN", "INFO", "DEBUG", "TRACE"].contains(&entry["level"].as_str().unwrap_or("?")),
            "{line}"
        );
        assert!(entry["target"].is_string() && entry["message"].is_string(), "{line}");
        if !entry["target"].as_str().is_some_and(|target| target.starts_with("topboard")) {
            return entry;
        }
        for key in entry.as_object().expect("an object").keys() {
            let is_usual = ["timestamp", "level", "target", "message"].contains(&key.as_str());
            assert!(is_usual || promised.contains(key), "{key} is not promised: {line}");
        }
        let event = entry["event"].as_str();
        assert!(event.is_none_or(|event| events.contains(event)), "{line}");
        entry
    };
    log.lines().map(read).collect()
}

fn of<'a>(entries: &'a [Value], event: &str) -> &'a Value {
    entries
        .iter()
        .find(|entry| entry["event"] == event)
        .unwrap_or_else(|| panic!("no {event} in {entries:#?}"))
}

#[test]
fn the_document_lists_every_field_and_every_event() {
    let fields: BTreeSet<String> = FIELDS.iter().map(|field| (*field).to_owned()).collect();
    assert_eq!(documented("Entries of which", 0), fields);
    let mut named = BTreeSet::from(["password".to_owned(), "password-removed".to_owned()]);
    let mut files = vec![PathBuf::from("src")];
    while let Some(path) = files.pop() {
        if path.is_dir() {
            files.extend(fs::read_dir(&path).expect("it is there").flatten().map(|entry| entry.path()));
            continue;
        }
        if path.extension().is_none_or(|kind| kind != "rs") {
            continue;
        }
        let source = fs::read_to_string(&path).expect("it is text");
        let mut marks = vec!["(event = \"", " event = \""];
        if path.ends_with("terminal/log/trouble.rs") {
            marks.extend(["of(\"", "at(\"", "to(\"", "failed(\""]);
        }
        for mark in marks {
            named.extend(
                source.split(mark).skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned),
            );
        }
    }
    assert_eq!(events(), named);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hall_writes_lines_of_json() {
    let folder = folder("log");
    let seat = Seat::new(&folder, 1, game(3, 6));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.args(["run", "--json", "-v", "--config"]).arg(&config);
    let mut hall = Hall::start_as(command, &config);
    let arbiter = Arbiter::enter(&hall);
    let (_, key) = parts(&hall.link);
    let wrong = enter(&arbiter.address, "0123456789abcdef");
    assert_eq!(wrong.status, 401, "{wrong:?}");
    let invited = link(&config, &["--name", "Nowak, Anna\nERROR", "--role", "operator"]);
    let invited = String::from_utf8_lossy(&invited.stdout).into_owned();
    until("the game was played", || seat.progress().finished).await;
    hall.expect_games(&[(1, seat.wanted.clone())]).await;
    assert_eq!(hall.signal(Signal::TERM), Some(0));

    let log = hall.log();
    let entries = entries(&log);
    for event in ["started", "port-open", "stopping"] {
        of(&entries, event);
    }
    assert_eq!(of(&entries, "port-open")["port"], seat.port);
    assert_eq!(of(&entries, "board-seated")["table"], 1);
    assert_eq!(of(&entries, "game-began")["table"], 1);
    let plies: BTreeSet<u64> = entries
        .iter()
        .filter(|entry| entry["event"] == "ply")
        .filter_map(|entry| entry["ply"].as_u64())
        .collect();
    assert_eq!(plies, (1..=6).collect());
    assert_eq!(of(&entries, "login")["address"], "127.0.0.1");
    assert_eq!(
        (&of(&entries, "login-refused")["level"], &of(&entries, "login-refused")["address"]),
        (&"WARN".into(), &"127.0.0.1".into())
    );
    let cookie = arbiter.cookie.split_once('=').map_or("", |(_, value)| value);
    for secret in [key.as_str(), cookie, "0123456789abcdef"] {
        assert!(!secret.is_empty() && !log.contains(secret), "a secret is in the log");
    }
    let invited = invited.split_once("#enter=").map(|(_, key)| key.trim().to_owned());
    assert!(invited.is_none_or(|key| !log.contains(&key)), "a secret is in the log");
    said_to_people(&config);
}

/// The same entries are sentences without the fields where people read them.
fn said_to_people(config: &Path) {
    fs::remove_file(config.with_extension("log")).expect("it was written");
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.args(["run", "--config"]).arg(config);
    let mut hall = Hall::start_as(command, config);
    Arbiter::enter(&hall);
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    let log = hall.log();
    assert!(log.contains("was used from 127.0.0.1") && !log.contains("event="), "{log}");
}

#[test]
fn a_node_writes_lines_of_json() {
    let folder = folder("log-node");
    let broker =
        "[broker]\nservers = [\"nats://127.0.0.1:1\"]\nevent = \"test\"\n[[hall]]\nname = \"main\"\n";
    let mut node = Node::start_with(&folder, "node", broker, &["--json"]);
    let end = Instant::now() + PATIENCE;
    while !node.log().contains("broker-away") {
        assert!(Instant::now() < end, "{}", node.log());
        sleep(Duration::from_millis(50));
    }
    node.signal(Signal::TERM);
    assert_eq!(node.ended(), Some(0));
    let entries = entries(&node.log());
    assert!(of(&entries, "broker-away")["reason"].is_string());
    of(&entries, "stopping");
}
