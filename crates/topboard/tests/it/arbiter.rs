//! An arbiter at work: they see what happened at a table and decide it, and the journal has the decision. The hall
//! never sees it.

use crate::{
    arbiter_client::{Arbiter, Feed, incidents, until_frame},
    rig::{Hall, config, folder},
    seat::{Deed, Seat, game},
};
use rustix::process::Signal;
use serde_json::{Value, json};
use sim::Trouble;
use std::{fs, path::PathBuf, process::Command};
use topboard::commands::simulate::device;

/// Illegal moves in nearly every form: noticed, claimed, left standing.
fn trouble() -> Trouble {
    Trouble { kings_ppm: 0, illegal_percent: 15_000, ..Trouble::demo() }
}

/// A program with one board, and an arbiter who follows its feed.
struct Story {
    folder: PathBuf,
    config: PathBuf,
    seat: Seat,
    hall: Hall,
    arbiter: Arbiter,
    feed: Feed,
}

impl Story {
    async fn begin(folder: PathBuf, seat: Seat) -> Story {
        let config = config(&folder, std::slice::from_ref(&seat.port));
        let hall = Hall::start(&config);
        let arbiter = Arbiter::enter(&hall);
        let feed = arbiter.follow().await;
        Story { folder, config, seat, hall, arbiter, feed }
    }

    fn journal(&self) -> PathBuf {
        self.folder.join("data/journal/hall.journal")
    }
}

/// Follows the feed until table 1 has an incident of an illegal move. Returns the frame, and the incident.
async fn first_illegal_move(feed: &mut Feed) -> (Value, Value) {
    let is_illegal = |incident: &Value| incident["rule"] == "illegal-move-completed";
    let frame =
        until_frame(feed, "an illegal move", |frame| incidents(frame, 1).iter().any(is_illegal)).await;
    let found = incidents(&frame, 1).into_iter().rfind(is_illegal).expect("it was just there");
    (frame, found)
}

/// The decision that an arbiter takes of an incident.
fn decision(incident: &Value) -> Value {
    json!({"cmd": "rule", "incident": incident["no"], "decision": "confirm"})
}

/// Returns this incident in a frame, once it is confirmed.
fn confirmed(frame: &Value, incident: &Value) -> Option<Value> {
    incidents(frame, 1).into_iter().find(|found| {
        found["no"] == incident["no"] && found["status"] == "confirmed" && found["open"] == false
    })
}

/// The arbiter is told what happened, the articles, and the remedy, in each language.
fn is_told(incident: &Value) {
    assert_eq!(incident["kind"], "violation", "{incident}");
    let articles = incident["articles"].as_array().expect("articles");
    assert!(
        articles.iter().all(|article| article.as_str().is_some_and(|a| a.starts_with("F23 "))),
        "{incident}"
    );
    assert!(incident["remedy"]["opponent_ms"].as_u64().is_some(), "{incident}");
    for language in ["en", "pl", "ru"] {
        assert!(incident["text"][language].as_str().is_some_and(|text| text.len() > 20), "{incident}");
    }
    let legal = incident["remedy"]["legal"].as_array().expect("legal moves");
    assert!(
        legal.iter().all(|mv| mv["san"] != mv["uci"] || mv["san"].as_str().is_some_and(|s| s.len() == 2))
    );
}

/// A decision without a name, or about nothing, is refused with a reason.
fn is_refused_what_cannot_be(story: &Story, incident: &Value) {
    let nameless = story.arbiter.post("/api/v1/tables/1/commands", &decision(incident));
    assert_eq!(nameless.status, 422);
    assert!(nameless.json()["error"].as_str().is_some_and(|why| why.contains("who you are")));
    let unknown = story.arbiter.says(1, decision(&json!({"no": 4711})));
    assert_eq!(unknown.status, 409);
    assert!(unknown.json()["error"].as_str().is_some_and(|why| why.contains("4711")), "{unknown:?}");
    assert_eq!(story.arbiter.says(9, decision(incident)).status, 409, "no such table");
}

/// A good decision is carried out, told to every arbiter, and has the arbiter's name. Returns the incident with it.
async fn rules(story: &mut Story, incident: &Value) -> Value {
    let done = story.arbiter.says(1, decision(incident));
    assert_eq!((done.status, done.json()), (200, json!({"done": true})));
    let is_ruled = |found: Value| found["rulings"] != json!([]);
    let frame =
        until_frame(&mut story.feed, "the ruling", |frame| confirmed(frame, incident).is_some_and(is_ruled))
            .await;
    let by = incident["by"].as_str().expect("somebody made it");
    assert_eq!(frame["tables"][0]["illegal"][format!("{by}_confirmed")], 1, "{frame}");
    let ruled = confirmed(&frame, incident).expect("it was just there");
    assert_eq!(ruled["rulings"][0]["author"], "Judge");
    assert_eq!(ruled["rulings"][0]["decision"], "confirm");
    ruled
}

/// The program is killed and started again: everything is known.
fn is_remembered(story: &mut Story, incident: &Value, ruled: &Value) {
    story.hall.signal(Signal::KILL);
    let journal = fs::read_to_string(story.journal()).expect("it is there");
    let no = &incident["no"];
    assert!(
        journal.contains(&format!(r#""cmd":"rule","incident":{no},"decision":"confirm","author":"Judge""#))
    );
    story.hall = Hall::start(&story.config);
    let snapshot = Arbiter::enter(&story.hall).get("/api/v1/arbiter/snapshot").json();
    let known = confirmed(&snapshot, incident).expect("the ruling is remembered");
    assert_eq!(known["rulings"], ruled["rulings"]);
}

/// The hall knows nothing of it.
fn is_kept_from_the_hall(story: &Story) {
    for path in ["/api/v1/hall/snapshot", "/all-games.pgn"] {
        let public = story.hall.get(path);
        for word in ["illegal", "incident", "Judge", "remedy", "ruling", "F23 "] {
            assert!(!public.contains(word), "{path} says {word}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_illegal_move_is_seen_ruled_on_and_remembered() {
    let folder = folder("arbiter-rules");
    let seat = Seat::troubled(&folder, 1, game(0, usize::MAX), device(1), trouble());
    let mut story = Story::begin(folder, seat).await;
    let hello = until_frame(&mut story.feed, "whose login it is", |_| true).await;
    assert_eq!(hello["kind"], "hello");
    let first = until_frame(&mut story.feed, "a snapshot", |_| true).await;
    assert_eq!((&first["kind"], &first["rules"]["edition"]), (&json!("snapshot"), &json!("fide23")));
    let (_, incident) = first_illegal_move(&mut story.feed).await;
    story.seat.does(Deed::HoldAt(0));
    assert!(incident["no"].as_u64().is_some(), "a number");
    is_told(&incident);
    is_refused_what_cannot_be(&story, &incident);
    let ruled = rules(&mut story, &incident).await;
    is_remembered(&mut story, &incident, &ruled);
    is_kept_from_the_hall(&story);
}

/// The record of 8.5.3 has position, times and counts, and the place in the journal.
fn is_frozen(story: &Story, fen: &str) {
    let frozen = story.arbiter.post("/api/v1/tables/1/freeze", &json!({"author": "Judge"}));
    let text = frozen.json()["text"].as_str().expect("a text").to_owned();
    for part in [fen, "White's clock 0:", "Moves completed: White 5, Black", "head "] {
        assert!(text.contains(part), "{part} is not in {text}");
    }
}

/// Moves are read in the arbiter's own notation, and a slip is located.
fn moves_are_read(story: &Story) {
    let read = |form: &str, from_ply: u64, text: &str| {
        story
            .arbiter
            .post("/api/v1/tables/1/moves", &json!({"form": form, "from_ply": from_ply, "text": text}))
    };
    assert_eq!(
        read("polish", 1, "1.e4 e5 2.Sf3").json(),
        json!({"moves": ["e2e4", "e7e5", "g1f3"], "san": ["e4", "e5", "Nf3"]})
    );
    assert_eq!(read("russian", 1, "е4 Кс6").json(), json!({"moves": ["e2e4", "b8c6"], "san": ["e4", "Nc6"]}));
    let slip = read("polish", 1, "1.e4 e5 2.Nf3");
    assert_eq!((slip.status, &slip.json()["chars"]), (422, &json!([10, 11])), "{slip:?}");
    assert_eq!(slip.json()["found"], "N");
    assert_eq!(read("klingon", 1, "e4").status, 422);
    assert_eq!(read("polish", 99, "e4").status, 422);
}

/// Refusals say why.
fn refusals_say_why(story: &Story) {
    for (command, why) in [
        (json!({"cmd": "result", "result": "2-0"}), "is not a result"),
        (json!({"cmd": "correct", "from_ply": 3, "moves": ["e2e4"]}), "not legal"),
        (json!({"cmd": "choose", "ply": 3, "move": "e2e4"}), "nothing is asked"),
        (json!({"cmd": "promote", "ply": 3, "piece": "N"}), "is not a promotion"),
        (json!({"cmd": "restore", "ply": 400}), "there is no ply 400"),
    ] {
        let refused = story.arbiter.says(1, command.clone());
        assert_eq!(refused.status, 409, "{command}: {refused:?}");
        assert!(refused.json()["error"].as_str().is_some_and(|text| text.contains(why)), "{refused:?}");
    }
    assert_eq!(story.arbiter.says(1, json!({"cmd": "fly"})).status, 422);
}

/// Valid commands are carried out.
async fn commands_are_carried_out(story: &mut Story) {
    for command in [
        json!({"cmd": "claim", "by": "black", "kind": "threefold", "move": "Nf6"}),
        json!({"cmd": "draw-offer", "by": "white"}),
        json!({"cmd": "note", "text": "Both scoresheets were taken."}),
        json!({"cmd": "report", "rule": "default-time", "by": "black"}),
        json!({"cmd": "adjourn"}),
        json!({"cmd": "result", "result": "1/2-1/2"}),
    ] {
        let done = story.arbiter.says(1, command.clone());
        assert_eq!(done.status, 200, "{command}: {done:?}");
    }
    let after =
        until_frame(&mut story.feed, "the result", |frame| frame["tables"][0]["result"] == "1/2-1/2").await;
    let said: Vec<&str> = after["tables"][0]["said"]
        .as_array()
        .expect("what was said")
        .iter()
        .filter_map(|said| said["command"]["cmd"].as_str())
        .collect();
    assert_eq!(said, ["note", "claim", "draw-offer", "note", "report", "adjourn", "result"]);
    assert!(after["tables"][0]["adjournment"]["stage"].is_string(), "{after}");
    story.hall.games("a confirmed result is public", |games| games.contains("1/2-1/2")).await;
}

/// The journal exports a score sheet in any language.
fn a_sheet_is_exported(story: &mut Story) {
    assert_eq!(story.hall.signal(Signal::TERM), Some(0));
    let sheet = Command::new(env!("CARGO_BIN_EXE_topboard"))
        .args(["export", "--sheet", "polish"])
        .arg(story.journal())
        .output()
        .expect("the program starts");
    let sheet = String::from_utf8(sheet.stdout).expect("text");
    assert!(
        sheet.starts_with("Table 1, game 1: ") && sheet.contains("1. ") && sheet.contains(" 1/2-1/2"),
        "{sheet}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_arbiter_says_of_a_game_is_done() {
    let folder = folder("arbiter-commands");
    let seat = Seat::new(&folder, 1, game(1, usize::MAX));
    let mut story = Story::begin(folder, seat).await;
    story.seat.does(Deed::HoldAt(10));
    let plies = |frame: &Value| frame["tables"][0]["moves"].as_array().map_or(0, Vec::len);
    let frame = until_frame(&mut story.feed, "ten plies", |frame| plies(frame) >= 10).await;
    is_frozen(&story, frame["tables"][0]["fen"].as_str().expect("a position"));
    moves_are_read(&story);
    refusals_say_why(&story);
    commands_are_carried_out(&mut story).await;
    a_sheet_is_exported(&mut story);
}
