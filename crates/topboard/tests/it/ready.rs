//! What is missing before a round: at the arbiter's listener, and by `topboard ready`.

use crate::{
    arbiter_client::{Arbiter, ask},
    rig::{Hall, config, folder},
};
use serde_json::{Value, json};
use std::{
    path::Path,
    process::{Command, Output, Stdio},
    thread::sleep,
    time::Duration,
};

const PATH: &str = "/api/v1/event/ready";

fn ready(config: &Path, options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command
        .args(["ready", "--config"])
        .arg(config)
        .args(options)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn output(config: &Path, options: &[&str]) -> Output {
    ready(config, options).output().expect("the program starts")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn kinds(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().expect("a list");
    // What the computer of the test lacks is not the test's matter.
    let of_event = items
        .iter()
        .filter(|item| !["time", "disk-space"].contains(&item["kind"].as_str().unwrap_or_default()));
    of_event.map(|item| item["kind"].as_str().expect("a kind")).collect()
}

/// Enters a tournament with these pairings of round 1.
fn enter(arbiter: &Arbiter, rounds: Value) {
    let players = json!({"1": {"name": "Nowak, Anna"}, "2": {"name": "Kowalski, Jan"}, "3": {"name": "Lis, Adam"},
        "4": {"name": "Mazur, Piotr"}});
    let order = json!({"do": "enter", "key": "A", "first_table": 11, "players": players, "rounds": rounds, "author": "Judge"});
    let done = arbiter.post("/api/v1/event", &order);
    assert_eq!(done.status, 200, "{done:?}");
}

#[test]
fn what_is_missing_is_told_to_a_page_and_to_a_terminal() {
    let folder = folder("ready");
    let config = config(&folder, &["/dev/no-board-here".to_owned()]);
    let absent = output(&config, &[]);
    assert_eq!(absent.status.code(), Some(2), "{absent:?}");
    assert!(String::from_utf8_lossy(&absent.stderr).contains("no topboard runs"), "{absent:?}");

    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    assert_eq!(ask(&arbiter.address, "GET", PATH, &[], "").status, 401, "it is nobody else's matter");
    let list = arbiter.get(PATH).json();
    assert_eq!((&list["ready"], kinds(&list)), (&json!(false), vec!["no-board"]), "{list}");
    let item = &list["items"][0];
    assert_eq!(
        (&item["severity"], &item["table"], &item["board"]),
        (&json!("stop"), &json!(1), &json!(null))
    );
    assert!(
        ["en", "pl", "ru"]
            .iter()
            .all(|code| item["words"][code].is_string() && item["what_to_do"][code].is_string())
    );
    let told = output(&config, &[]);
    assert_eq!(told.status.code(), Some(1), "{told:?}");
    assert!(
        text(&told).starts_with("The hall: not ready.\n\nStops the round:\n  table 1: No board serves"),
        "{}",
        text(&told)
    );

    enter(&arbiter, json!({}));
    assert_eq!(kinds(&arbiter.get(PATH).json()), ["no-pairings"]);
    let told = output(&config, &["--language", "pl"]);
    assert!(text(&told).contains("turniej A: Runda 1 nie ma kojarzeń."), "{}", text(&told));
    let waits = ready(&config, &["--json", "--wait", "60"]).spawn().expect("the program starts");
    sleep(Duration::from_millis(500));
    // Two boards, one table with electronics, and neither board on it: both are played by hand.
    enter(
        &arbiter,
        json!({"1": {"pairings": {"1": {"white": 1, "black": 2}, "2": {"white": 3, "black": 4}}}}),
    );
    let told = waits.wait_with_output().expect("it ends");
    assert_eq!(told.status.code(), Some(0), "{told:?}");
    let list: Value = serde_json::from_str(&text(&told)).expect("it is JSON");
    assert_eq!((&list["rounds"], kinds(&list)), (&json!([["A", 1]]), vec!["by-hand"]));
    assert_eq!(arbiter.get(PATH).json(), list, "both are told the same");
    assert!(text(&output(&config, &[])).starts_with("Tournament A, round 1: ready.\n\nTo look at:\n"));

    let later = arbiter.get(&format!("{PATH}?tournament=A&round=2")).json();
    assert_eq!(kinds(&later), ["no-pairings"]);
    assert_eq!(arbiter.get(&format!("{PATH}?round=x")).status, 422);
    let unknown = arbiter.get(&format!("{PATH}?tournament=B"));
    assert_eq!((unknown.status, unknown.json()["words"]["ru"].is_string()), (404, true), "{unknown:?}");
    let unknown = output(&config, &["--tournament", "B", "--wait", "60"]);
    assert_eq!(unknown.status.code(), Some(1), "{unknown:?}");
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("there is no tournament"), "{unknown:?}");
}
