//! An operator and an organiser at work while an arbiter has an illegal move to decide: whatever they may ask for, and every
//! frame of their feed, is read, and nothing of it tells of the arbiter's matter.

use crate::{
    arbiter_client::{Arbiter, incidents, until_frame},
    logins::link,
    rig::{Hall, config, folder},
    seat::{Deed, Seat, game},
};
use futures_util::StreamExt;
use serde_json::{Value, json};
use sim::Trouble;
use std::{path::Path, time::Duration};
use tokio::time::timeout;
use topboard::commands::simulate::device;

fn invite(config: &Path, role: &str) -> Arbiter {
    let said = link(config, &["--name", &format!("The {role}"), "--role", role]);
    Arbiter::by(&String::from_utf8_lossy(&said.stdout))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_and_organisers_read_nothing_of_the_arbiters() {
    let folder = folder("operator-silent");
    let trouble = Trouble { kings_ppm: 0, illegal_percent: 15_000, ..Trouble::demo() };
    let seat = Seat::troubled(&folder, 1, game(0, usize::MAX), device(1), trouble);
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let staff = ["operator", "organiser", "guest"].map(|role| (role, invite(&config, role)));
    let mut feeds = Vec::new();
    for (role, person) in &staff {
        let mut feed = person.follow().await;
        let hello = until_frame(&mut feed, "the first frame", |_| true).await;
        assert_eq!((&hello["kind"], &hello["role"]), (&json!("hello"), &json!(role)), "{hello}");
        let may = hello["may"].as_array().expect("rights");
        assert!(!may.contains(&json!("matters")), "{hello}");
        assert_eq!(may.contains(&json!("rounds")), *role != "guest", "{hello}");
        feeds.push(feed);
    }
    let mut desk = arbiter.follow().await;
    let hello = until_frame(&mut desk, "the first frame", |_| true).await;
    assert!(hello["may"].as_array().is_some_and(|may| may.contains(&json!("matters"))), "{hello}");
    let is_illegal = |incident: &Value| incident["rule"] == "illegal-move-completed";
    let frame =
        until_frame(&mut desk, "an illegal move", |frame| incidents(frame, 1).iter().any(is_illegal)).await;
    seat.does(Deed::HoldAt(0));
    let found = incidents(&frame, 1).into_iter().rfind(is_illegal).expect("it was just there");
    assert_eq!(arbiter.says(1, json!({"cmd": "note", "text": "xyzzy was at the table"})).status, 200);
    let texts = ["en", "pl", "ru"].map(|language| found["text"][language].as_str().map(str::to_owned));
    let mut words: Vec<String> = texts.into_iter().flatten().collect();
    let others = ["xyzzy", "Judge", "F23 7.5", "F23 4.3", "restore_fen", "incident", "illegal-move", "\"!"];
    words.extend(others.map(str::to_owned));
    let document = arbiter.get("/openapi.json").json();
    // An arbiter at the console asks for the operators' feed, and gets that one.
    for path in ["/api/v1/arbiter/snapshot", "/api/v1/arbiter/round"] {
        let told = arbiter.get(&format!("{path}?feed=operator")).body;
        assert!(told.contains("\"tables\"") && !words.iter().any(|word| told.contains(word)), "{told}");
    }
    assert!(words.iter().any(|word| arbiter.get("/api/v1/arbiter/snapshot").body.contains(word)));
    for ((role, person), mut feed) in staff.iter().zip(feeds) {
        let mut told = String::new();
        while let Ok(Some(Ok(message))) = timeout(Duration::from_millis(300), feed.next()).await {
            told.push_str(message.to_text().unwrap_or_default());
        }
        assert!(
            told.contains("\"snapshot\"") && told.contains("\"san\""),
            "{role} follows the games: {told}"
        );
        for (path, operations) in document["paths"].as_object().expect("paths") {
            let may = &operations["get"]["x-roles"];
            if path.starts_with("/ws/") || !may.as_array().is_some_and(|may| may.contains(&json!(role))) {
                continue;
            }
            let path = path.replace("{key}", "A").replace("{round}", "1").replace("{errand}", "1");
            told.push_str(&person.get(&path).body);
        }
        // What cannot be settled without the arbiter is refused, and the refusal tells nothing.
        for (path, body) in [
            ("/api/v1/tables/1/moves", json!({"form": "english", "from_ply": 1, "text": "e4"})),
            ("/api/v1/tables/1/commands", json!({"cmd": "restore", "ply": 1})),
        ] {
            let refused = person.post(path, &body);
            told.push_str(&refused.body);
            assert!([403, 409].contains(&refused.status), "{role} {path}: {refused:?}");
        }
        for word in &words {
            assert!(!told.contains(word), "{role} reads {word:?}: {told}");
        }
    }
}
