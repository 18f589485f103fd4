//! An arbiter at work: they see what happened at a table and decide it, and the journal has the decision. The hall
//! never sees it.

use crate::{
    door::{Arbiter, Feed, incidents, until_frame},
    rig::{Hall, config, folder},
    seat::{Deed, Seat, game},
};
use rustix::process::Signal;
use serde_json::{Value, json};
use sim::Trouble;
use std::{fs, process::Command};
use topboard::commands::simulate::device;

/// Illegal moves in nearly every form: noticed, claimed, left standing.
fn trouble() -> Trouble {
    Trouble { kings_ppm: 0, illegal_percent: 15_000, ..Trouble::demo() }
}

/// Follows the feed until table 1 has an incident of an illegal move. Returns the frame, and the incident.
async fn first_illegal_move(feed: &mut Feed) -> (Value, Value) {
    let is_illegal = |incident: &Value| incident["rule"] == "illegal-move-completed";
    let frame =
        until_frame(feed, "an illegal move", |frame| incidents(frame, 1).iter().any(is_illegal)).await;
    let found = incidents(&frame, 1).into_iter().rfind(is_illegal).expect("it was just there");
    (frame, found)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_illegal_move_is_seen_ruled_on_and_remembered() {
    let folder = folder("arbiter-rules");
    let seat = Seat::troubled(&folder, 1, game(0, usize::MAX), device(1), trouble());
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let mut hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let mut feed = arbiter.follow().await;
    let first = until_frame(&mut feed, "a snapshot", |_| true).await;
    assert_eq!((&first["kind"], &first["rules"]["edition"]), (&json!("snapshot"), &json!("fide23")));
    let (_, incident) = first_illegal_move(&mut feed).await;
    seat.does(Deed::HoldAt(0));

    // The arbiter is told what happened, the articles, and the remedy, in each language.
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

    // A decision without a name, or about nothing, is refused with a reason.
    let no = incident["no"].as_u64().expect("a number");
    let rule = |incident: u64| json!({"cmd": "rule", "incident": incident, "decision": "confirm"});
    let nameless = arbiter.post("/api/v1/tables/1/commands", &rule(no));
    assert_eq!(nameless.status, 422);
    assert!(nameless.json()["error"].as_str().is_some_and(|why| why.contains("who you are")));
    let unknown = arbiter.says(1, rule(4711));
    assert_eq!(unknown.status, 409);
    assert!(unknown.json()["error"].as_str().is_some_and(|why| why.contains("4711")), "{unknown:?}");
    assert_eq!(arbiter.says(9, rule(no)).status, 409, "no such table");

    // A good decision is carried out, told to every arbiter, and has the arbiter's name.
    let done = arbiter.says(1, rule(no));
    assert_eq!((done.status, done.json()), (200, json!({"done": true})));
    let is_ruled = |incident: &Value| {
        incident["no"] == no && incident["status"] == "confirmed" && incident["open"] == false
    };
    let ruled = until_frame(&mut feed, "the ruling", |frame| {
        incidents(frame, 1).iter().any(|incident| is_ruled(incident) && incident["rulings"] != json!([]))
    })
    .await;
    let by = incident["by"].as_str().expect("somebody made it");
    assert_eq!(ruled["tables"][0]["illegal"][format!("{by}_confirmed")], 1, "{ruled}");
    let ruled = incidents(&ruled, 1).into_iter().find(is_ruled).expect("it was just there");
    assert_eq!(ruled["rulings"][0]["author"], "Judge");
    assert_eq!(ruled["rulings"][0]["decision"], "confirm");

    // The program is killed and started again: everything is known.
    hall.signal(Signal::KILL);
    let book = fs::read_to_string(folder.join("data/journal/hall.journal")).expect("it is there");
    assert!(book.contains(&format!(r#""cmd":"rule","incident":{no},"decision":"confirm","author":"Judge""#)));
    let hall = Hall::start(&config);
    let snapshot = Arbiter::enter(&hall).get("/api/v1/arbiter/snapshot").json();
    let known = incidents(&snapshot, 1).into_iter().find(is_ruled).expect("the ruling is remembered");
    assert_eq!(known["rulings"], ruled["rulings"]);

    // The hall knows nothing of it.
    for path in ["/api/v1/hall/snapshot", "/games.pgn"] {
        let public = hall.get(path);
        for word in ["illegal", "incident", "Judge", "remedy", "ruling", "F23 "] {
            assert!(!public.contains(word), "{path} says {word}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_arbiter_says_of_a_game_is_done() {
    let folder = folder("arbiter-commands");
    let seat = Seat::new(&folder, 1, game(1, usize::MAX));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let mut hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let mut feed = arbiter.follow().await;
    seat.does(Deed::HoldAt(10));
    let plies = |frame: &Value| frame["tables"][0]["moves"].as_array().map_or(0, Vec::len);
    let frame = until_frame(&mut feed, "ten plies", |frame| plies(frame) >= 10).await;
    let fen = frame["tables"][0]["fen"].as_str().expect("a position").to_owned();

    // The record of 8.5.3 has position, times and counts, and the place in the journal.
    let frozen = arbiter.post("/api/v1/tables/1/freeze", &json!({"author": "Judge"}));
    let text = frozen.json()["text"].as_str().expect("a text").to_owned();
    for part in [fen.as_str(), "White's clock 0:", "Moves completed: White 5, Black", "head "] {
        assert!(text.contains(part), "{part} is not in {text}");
    }

    // Moves are read in the arbiter's own notation, and a slip is located.
    let read = |form: &str, from_ply: u64, text: &str| {
        arbiter.post("/api/v1/tables/1/moves", &json!({"form": form, "from_ply": from_ply, "text": text}))
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

    // Refusals say why.
    for (command, why) in [
        (json!({"cmd": "result", "result": "2-0"}), "is not a result"),
        (json!({"cmd": "correct", "from_ply": 3, "moves": ["e2e4"]}), "not legal"),
        (json!({"cmd": "choose", "ply": 3, "move": "e2e4"}), "nothing is asked"),
        (json!({"cmd": "promote", "ply": 3, "piece": "N"}), "is not a promotion"),
        (json!({"cmd": "restore", "ply": 400}), "there is no ply 400"),
    ] {
        let refused = arbiter.says(1, command.clone());
        assert_eq!(refused.status, 409, "{command}: {refused:?}");
        assert!(refused.json()["error"].as_str().is_some_and(|text| text.contains(why)), "{refused:?}");
    }
    assert_eq!(arbiter.says(1, json!({"cmd": "fly"})).status, 422);

    // Valid commands are carried out.
    for command in [
        json!({"cmd": "claim", "by": "black", "kind": "threefold", "move": "Nf6"}),
        json!({"cmd": "draw-offer", "by": "white"}),
        json!({"cmd": "note", "text": "Both scoresheets were taken."}),
        json!({"cmd": "report", "rule": "default-time", "by": "black"}),
        json!({"cmd": "adjourn"}),
        json!({"cmd": "result", "result": "1/2-1/2"}),
    ] {
        let done = arbiter.says(1, command.clone());
        assert_eq!(done.status, 200, "{command}: {done:?}");
    }
    let after = until_frame(&mut feed, "the result", |frame| frame["tables"][0]["result"] == "1/2-1/2").await;
    let said: Vec<&str> = after["tables"][0]["said"]
        .as_array()
        .expect("what was said")
        .iter()
        .filter_map(|said| said["command"]["cmd"].as_str())
        .collect();
    assert_eq!(said, ["note", "claim", "draw-offer", "note", "report", "adjourn", "result"]);
    assert!(after["tables"][0]["adjournment"]["stage"].is_string(), "{after}");
    hall.games("a confirmed result is public", |games| games.contains("1/2-1/2")).await;

    // The journal exports a score sheet in any language.
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    let journal = folder.join("data/journal/hall.journal");
    let sheet = Command::new(env!("CARGO_BIN_EXE_topboard"))
        .args(["export", "--sheet", "polish"])
        .arg(&journal)
        .output()
        .expect("the program starts");
    let sheet = String::from_utf8(sheet.stdout).expect("text");
    assert!(
        sheet.starts_with("Table 1, game 1: ") && sheet.contains("1. ") && sheet.contains(" 1/2-1/2"),
        "{sheet}"
    );
}
