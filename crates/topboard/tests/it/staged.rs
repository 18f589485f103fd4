//! A decision that is prepared at the arbiter's listener and announced later: until then no byte for the hall, the public or
//! the operators tells of it, a killed program knows it again, and the report of the case has both times.

use crate::{
    arbiter_client::{Arbiter, until_frame},
    rig::{Hall, config, folder, until},
};
use futures_util::StreamExt;
use rustix::process::Signal;
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;

/// What only the prepared decision and its author could have put into an answer.
const TELLING: [&str; 5] = ["0-1", "prepare", "staged", "Judge", "c7c5"];

/// Returns what the public and the operators get when they ask, without the times at which they ask.
fn answers(hall: &Hall, arbiter: &Arbiter) -> Vec<String> {
    let timeless = |text: &str| {
        let mut value: Value = serde_json::from_str(text).unwrap_or_else(|_| panic!("{text} is no JSON"));
        value["now_ms"] = Value::Null;
        value.to_string()
    };
    let operators = arbiter.get("/api/v1/arbiter/snapshot?feed=operator").body;
    let mut found = vec![timeless(&operators), timeless(&hall.get("/api/v1/hall/snapshot"))];
    found.extend(["/games.pgn", "/all-games.pgn", "/text/1"].map(|path| hall.get(path)));
    found
}

/// Returns the decisions that wait at table 1, as arbiters are shown them.
fn waiting(arbiter: &Arbiter) -> Value {
    arbiter.get("/api/v1/arbiter/snapshot").json()["tables"][0]["staged"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_prepared_decision_is_silent_until_it_is_announced() {
    let folder = folder("staged");
    let config = config(&folder, &["/dev/topboard-none".to_owned()]);
    let mut hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let played = json!({"cmd": "correct", "from_ply": 1, "moves": ["e2e4", "e7e5"]});
    assert_eq!(arbiter.says(1, played).status, 200);
    // What is printed for the public stands for a second; all of it is compared once all of it has the moves.
    let have_moves = || answers(&hall, &arbiter)[1..].iter().all(|answer| answer.contains("e5"));
    until("everybody has the moves", have_moves).await;
    let before = answers(&hall, &arbiter);

    let (mut public, _) =
        connect_async(format!("ws://{}/ws/hall", hall.address)).await.expect("the hall's feed");
    let mut feed = arbiter.follow().await;
    for order in [
        json!({"cmd": "correct", "from_ply": 2, "moves": ["c7c5"]}),
        json!({"cmd": "result", "result": "0-1"}),
    ] {
        let done = arbiter.says(1, json!({"cmd": "prepare", "order": order}));
        assert_eq!((done.status, done.json()), (200, json!({"done": true})));
    }
    let is_both = |frame: &Value| frame["tables"][0]["staged"].as_array().is_some_and(|all| all.len() == 2);
    until_frame(&mut feed, "both decisions", is_both).await;
    assert_eq!(arbiter.says(1, json!({"cmd": "drop", "staged": 1})).status, 200);
    assert_eq!(answers(&hall, &arbiter), before);
    for answer in &before {
        assert!(TELLING.iter().all(|word| !answer.contains(word)), "{answer}");
    }

    // A killed program knows what waits, and still tells nobody else.
    let known = waiting(&arbiter);
    assert_eq!((&known[0]["no"], &known[0]["author"]), (&json!(2), &json!("Judge")), "{known}");
    hall.signal(Signal::KILL);
    let mut heard = String::new();
    while let Some(Ok(frame)) = public.next().await {
        heard.push_str(&frame.into_text().map(|text| text.to_string()).unwrap_or_default());
    }
    assert!(heard.contains("e5"), "a feed that is not heard proves nothing: {heard}");
    assert!(TELLING.iter().all(|word| !heard.contains(word)), "{heard}");
    hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    assert_eq!(waiting(&arbiter), known);
    assert!(!hall.games("the moves again", |games| games.contains("e4 e5")).await.contains("0-1"));

    // It is announced by the command that stands there, once, and then everybody has it.
    let (mut public, _) =
        connect_async(format!("ws://{}/ws/hall", hall.address)).await.expect("the hall's feed");
    let announcement = known[0]["command"].clone();
    assert_eq!(arbiter.says(1, announcement.clone()).status, 200);
    let told = async {
        while let Some(Ok(frame)) = public.next().await {
            if frame.into_text().is_ok_and(|text| text.contains("0-1")) {
                return true;
            }
        }
        false
    };
    assert!(timeout(Duration::from_secs(60), told).await.expect("the result is told"));
    hall.games("the result", |games| games.contains(r#"[Result "0-1"]"#)).await;
    assert_eq!(waiting(&arbiter), Value::Null);
    let again = arbiter.says(1, announcement);
    assert!(again.status == 409 && again.json()["words"]["pl"].is_string(), "{again:?}");

    let case = arbiter.get("/api/v1/tables/1/games/1/case").body;
    assert!(case.contains("Prepared, to be announced: The result is 0-1."), "{case}");
    assert!(case.contains("Decision 2 is announced: Of game 1: The result is 0-1. Prepared at "), "{case}");
    assert!(case.contains("Decision 1: What was prepared is dropped. Prepared at "), "{case}");
}
