//! Rounds in the whole program: a file is imported, a round is played and ended, and a killed program goes on with it.

use crate::{
    arbiter_client::{Answer, Arbiter, ask},
    rig::{Hall, config, folder, until},
};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

const LIST: &str = "1. Nowak, Anna (2105) - Kowalski, Jan (1980)\n2. Wiśniewska, Ewa - Mazur, Piotr\n";

fn order(arbiter: &Arbiter, order: Value) -> Answer {
    let mut order = order;
    order["author"] = json!("Judge");
    arbiter.post("/api/v1/event", &order)
}

fn rounds(hall: &Hall) -> Value {
    ask(&hall.address, "GET", "/api/v1/rounds", &[], "").json()
}

fn import(config: &Path, file: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.arg("import").arg(file).arg("--config").arg(config).output().expect("the program starts")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_is_imported_played_and_ended_and_outlives_a_kill() {
    let folder = folder("event-round");
    let config = config(&folder, &[]);
    let text = fs::read_to_string(&config).expect("it was written");
    fs::write(&config, format!("event.name = \"City Open\"\n{text}")).expect("it can be written");
    let mut hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let file = folder.join("round1.txt");
    fs::write(&file, LIST).expect("it can be written");
    let imported = import(&config, &file);
    assert!(imported.status.success(), "{imported:?}");
    // Pairings of a round that has not begun are nobody's but the staff's.
    until("the tournament is public", || rounds(&hall)["tournaments"][0].is_object()).await;
    assert_eq!(rounds(&hall)["tournaments"][0]["rounds"], json!([]));
    assert_eq!(order(&arbiter, json!({"do": "open", "key": "A", "round": 1})).status, 200);
    until("the round is public", || {
        rounds(&hall)["tournaments"][0]["rounds"][0]["boards"][1]["result"] == "*"
    })
    .await;
    assert_eq!(rounds(&hall)["event"], "City Open", "the settings name it, for no order has");

    let refused = order(&arbiter, json!({"do": "close", "key": "A", "round": 1}));
    assert_eq!((refused.status, refused.json()["words"]["pl"].is_string()), (409, true), "{refused:?}");
    for (board, result) in [(1, "1-0"), (2, "1/2-1/2")] {
        let result = json!({"do": "result", "key": "A", "round": 1, "board": board, "result": result});
        assert_eq!(order(&arbiter, result).status, 200);
    }
    hall.signal(Signal::KILL);

    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    until("the results are public again", || {
        rounds(&hall)["tournaments"][0]["rounds"][0]["boards"][1]["result"] == "1/2-1/2"
    })
    .await;
    assert_eq!(order(&arbiter, json!({"do": "close", "key": "A", "round": 1})).status, 200);
    until("the round is over", || rounds(&hall)["tournaments"][0]["rounds"][0]["ended"] == true).await;
    let sheet = arbiter.get("/api/v1/event/A/rounds/1/sheet");
    assert!(sheet.status == 200 && sheet.body.contains("<td>½-½</td>"), "{sheet:?}");
    let report = arbiter.get("/api/v1/event/A/trf");
    assert!(report.body.contains("Nowak, Anna") && report.body.contains("   2 w 1"), "{report:?}");
    // The event is not for everybody.
    for path in ["/api/v1/event", "/api/v1/event/A/trf", "/api/v1/event/A/rounds/1/sheet"] {
        assert_eq!(ask(&hall.address, "GET", path, &[], "").status, 404, "{path}");
        assert_eq!(ask(&arbiter.address, "GET", path, &[], "").status, 401, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_goes_to_the_tournament_that_was_named_and_to_no_other() {
    let folder = folder("event-named");
    let config = config(&folder, &[]);
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let file = folder.join("round1.txt");
    fs::write(&file, LIST).expect("it can be written");
    assert!(import(&config, &file).status.success());
    let to = |key: &str, more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
        let command = command.arg("import").arg(&file).arg("--config").arg(&config);
        command.args(["--tournament", key]).args(more).output().expect("the program starts")
    };
    let named = to("B", &[]);
    assert!(named.status.success(), "{named:?}");
    let event = arbiter.get("/api/v1/event").json();
    for key in ["A", "B"] {
        let rounds = &event["event"]["tournaments"][key]["rounds"];
        assert!(rounds["1"].is_object() && rounds["2"].is_null(), "{key}: {event}");
    }
    // The folder cannot know for which of the two a file is that names none.
    let unnamed = import(&config, &file);
    let said = String::from_utf8_lossy(&unnamed.stderr).into_owned();
    assert!(!unnamed.status.success() && said.contains("tournaments A, B"), "{said}");
    for key in ["../../x", "", "two words"] {
        for more in [&[][..], &["--check"]] {
            let refused = to(key, more);
            let said = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert!(!refused.status.success() && said.contains("no key of a tournament"), "{key}: {said}");
        }
    }
}

#[test]
fn a_file_without_a_round_is_entered_once_and_the_command_says_in_which() {
    let folder = folder("event-again");
    let config = config(&folder, &[]);
    let mut hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let file = folder.join("pairings.txt");
    let said = |list: &str, more: &[&str]| {
        fs::write(&file, list).expect("it can be written");
        let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
        let output = command.arg("import").arg(&file).arg("--config").arg(&config).args(more).output();
        let output = output.expect("the program starts");
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        (output.status.code(), text)
    };
    let rounds = || {
        let event = arbiter.get("/api/v1/event").json();
        let rounds = event["event"]["tournaments"]["A"]["rounds"].as_object().expect("an object").clone();
        rounds.keys().cloned().collect::<Vec<_>>().join(" ")
    };
    let (code, text) = said(LIST, &[]);
    assert!(code == Some(0) && text.contains("2 pairings in round 1,"), "{text}");
    let revision = || arbiter.get("/api/v1/event").json()["revision"].as_u64();
    let before = revision();
    let (code, text) = said(LIST, &[]);
    assert!(code == Some(0) && text.contains("All of it is entered already"), "{text}");
    assert!(!text.contains("entered; look"), "{text}");
    assert_eq!(revision(), before, "nothing was ordered");
    let corrected = LIST.replace("Wiśniewska, Ewa - Mazur, Piotr", "Mazur, Piotr - Wiśniewska, Ewa");
    let (code, text) = said(&corrected, &[]);
    assert!(code == Some(1) && text.contains("--round") && text.contains("round 1, or be round 2"), "{text}");
    assert_eq!((rounds(), revision()), ("1".to_owned(), before));
    let (code, text) = said(&corrected, &["--round", "1"]);
    assert!(code == Some(0) && text.contains("Round 1 had other pairings"), "{text}");
    let (code, text) = said(&corrected, &["--round", "2"]);
    assert!(code == Some(0) && text.contains("2 pairings in round 2,"), "{text}");
    assert_eq!(rounds(), "1 2");
    let (code, text) = said(&corrected, &["--round", "100"]);
    assert!(code == Some(64) && text.contains("1..=99"), "{text}");
    // What is wrong is told once.
    let (code, text) = said("1. Nowak, Anna - Kowalski, Jan\n2. Nowak, Anna - Mazur, Piotr\n", &[]);
    assert_eq!((code, text.matches("line 2: ").count()), (Some(1), 1), "{text}");
    hall.signal(Signal::KILL);
    let (code, text) = said(LIST, &[]);
    assert!(code == Some(2) && text.contains("start it"), "{text}");
    let (code, text) = said(LIST, &["--check"]);
    assert!(code == Some(0) && text.contains("without the event") && text.contains("2 pairings"), "{text}");
}

#[test]
fn a_look_at_a_list_says_what_taking_it_over_would_be_refused_for() {
    let folder = folder("event-would-refuse");
    let config = config(&folder, &[]);
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let address = |apply: bool| format!("/api/v1/event/import?round=1&author=Judge&apply={apply}");
    let look = |list: &str| arbiter.send("POST", &address(false), list).json();
    assert_eq!(look(LIST)["refused"], Value::Null);
    assert_eq!(arbiter.send("POST", &address(true), LIST).json()["refused"], Value::Null);
    assert_eq!(order(&arbiter, json!({"do": "open", "key": "A", "round": 1})).status, 200);
    let result = json!({"do": "result", "key": "A", "round": 1, "board": 1, "result": "1-0"});
    assert_eq!(order(&arbiter, result).status, 200);

    // The colours of a game whose result is signed.
    let reversed = LIST.replace("Nowak, Anna (2105) - Kowalski, Jan", "Kowalski, Jan - Nowak, Anna");
    let told = look(&reversed);
    let taken = arbiter.send("POST", &address(true), &reversed);
    assert_eq!((taken.status, &told["refused"]), (409, &taken.json()), "{told}");
    assert!(told["order"].is_object() && told["refused"]["words"]["pl"].is_string(), "{told}");
    let file = folder.join("reversed.txt");
    fs::write(&file, &reversed).expect("it can be written");
    let said = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
        let command = command.arg("import").arg(&file).args(["--round", "1"]).arg("--config").arg(&config);
        let output = command.args(more).output().expect("the program starts");
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (checked, imported) = (said(&["--check"]), said(&[]));
    assert_eq!((checked.0, &checked), (Some(1), &imported));
    let why = told["refused"]["error"].as_str().expect("the reason");
    assert!(checked.1.contains(why), "{} does not say {why}", checked.1);
}

#[test]
fn an_undo_says_which_boards_keep_what_was_decided_since() {
    let folder = folder("event-kept");
    let hall = Hall::start(&config(&folder, &["/dev/none-1".to_owned(), "/dev/none-2".to_owned()]));
    let arbiter = Arbiter::enter(&hall);
    let import = |list: &str| {
        let address = "/api/v1/event/import?round=1&author=Judge&apply=true";
        assert_eq!(arbiter.send("POST", address, list).json()["applied"], true);
    };
    import(LIST);
    assert_eq!(order(&arbiter, json!({"do": "open", "key": "A", "round": 1})).status, 200);
    import("1. Nowak, Anna 1-0 Kowalski, Jan\n2. Wiśniewska, Ewa 1-0 Mazur, Piotr\n");
    assert_eq!(arbiter.says(2, json!({"cmd": "result", "result": "0-1", "author": "Judge"})).status, 200);
    let undone = order(&arbiter, json!({"do": "undo"}));
    assert_eq!(undone.json(), json!({"done": true, "kept": [{"round": 1, "board": 2}]}));
    let event = arbiter.get("/api/v1/event").json();
    let pairings = &event["event"]["tournaments"]["A"]["rounds"]["1"]["pairings"];
    assert_eq!((&pairings["1"]["result"], &pairings["2"]["result"]), (&Value::Null, &json!("0-1")));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_wrong_with_a_file_is_said_by_line_and_nothing_is_imported() {
    let folder = folder("event-refused");
    let config = config(&folder, &[]);
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let twice = "1. Nowak, Anna - Kowalski, Jan\n2. Nowak, Anna - Mazur, Piotr\n";
    let read = arbiter.send("POST", "/api/v1/event/import?apply=true&author=Judge", twice);
    let plan = read.json();
    assert_eq!((read.status, &plan["order"], &plan["applied"]), (200, &Value::Null, &json!(false)), "{plan}");
    let wrong = &plan["problems"][0];
    assert!(wrong["line"] == 2 && wrong["error"] == true && wrong["words"]["ru"].is_string(), "{plan}");
    // A look changes nothing, whatever the file holds.
    let look = arbiter.send("POST", "/api/v1/event/import", LIST).json();
    assert!(look["order"]["do"] == "enter" && look["applied"] == false, "{look}");
    assert_eq!(arbiter.get("/api/v1/event").json()["event"]["tournaments"], json!({}));

    let watched = folder.join("data/import");
    fs::write(watched.join("B.bad.txt"), twice).expect("the program made the folder");
    // The file is there before its text is.
    let said = || fs::read_to_string(watched.join("refused/B.bad.txt.problems.txt")).unwrap_or_default();
    until("it is refused", || said().ends_with('\n')).await;
    assert!(said().starts_with("line 2: "), "{}", said());
    until("it is put away", || watched.join("refused/B.bad.txt").exists()).await;
    assert_eq!(arbiter.get("/api/v1/event").json()["event"]["tournaments"], json!({}));
    let state = order(&arbiter, json!({"do": "state", "event": {}}));
    assert_eq!(state.status, 422, "{state:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_file_that_cannot_be_put_away_is_imported_once() {
    let folder = folder("event-stuck");
    let hall = Hall::start(&config(&folder, &[]));
    let arbiter = Arbiter::enter(&hall);
    let watched = folder.join("data/import");
    until("the program made the folder", || watched.join("done").exists()).await;
    // A folder stands where the file is to go.
    fs::create_dir(watched.join("done/round1.txt")).expect("the folder can be written");
    fs::write(watched.join("round1.txt"), LIST).expect("the folder can be written");
    let revision = || arbiter.get("/api/v1/event").json()["revision"].as_u64();
    until("it is imported", || revision() > Some(0)).await;
    let once = revision();
    // The folder is looked at each second.
    tokio::time::sleep(std::time::Duration::from_secs(4)).await;
    assert_eq!(revision(), once);
    assert!(watched.join("round1.txt").exists());
}
