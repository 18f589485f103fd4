//! Protocol 2 over the real listener: a WebSocket, events, and the cost of a client that stops reading.

use crate::stand::{ROOMY, Stand, Visitor, hall_of, masked, publication};
use serde_json::{Value, json};
use std::{process::Command, time::Duration};
use tokio::time::{Instant, sleep, timeout};
use topboard::connections::time_limits::Patience;

/// The most that a client may cost that stops reading, in KiB.
const COST_MAX_KIB: u64 = 64;

async fn frame(visitor: &mut Visitor) -> Value {
    let (first, body) = visitor.frame(None).await.expect("the feed goes on");
    assert_eq!(first, 0x81, "one text in one frame");
    serde_json::from_slice(&body).expect("it is JSON")
}

/// Returns the next frame that is no heartbeat.
async fn news(visitor: &mut Visitor) -> Value {
    loop {
        let frame = frame(visitor).await;
        if frame.get("s").is_none() {
            return frame;
        }
    }
}

async fn say(visitor: &mut Visitor, message: &Value) {
    visitor.say(&masked(0x81, message.to_string().as_bytes())).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_gets_what_it_subscribes_to_and_each_change_once() {
    let stand = Stand::open(hall_of(3, 20), ROOMY, Patience::USUAL).await;
    let mut viewer = Visitor::come(stand.address).await.following_2().await;
    let hello = frame(&mut viewer).await;
    assert_eq!((&hello["v"], &hello["epoch"]), (&json!(2), &json!("stand")));
    // Without a subscription there is nothing but the heartbeat.
    assert!(frame(&mut viewer).await.get("t").is_some());
    say(&mut viewer, &json!({"sub": [2]})).await;
    assert_eq!(news(&mut viewer).await["hall"]["n"], json!([1, 2, 3]));
    let whole = news(&mut viewer).await;
    assert_eq!((&whole["b"], whole.get("p")), (&json!(2), None));
    assert_eq!(whole["m"].as_str().map(|plies| plies.split(' ').count()), Some(40));

    stand.publish(publication(1, 2, 20, 1)).await;
    stand.publish(publication(2, 2, 20, 1)).await;
    let change = news(&mut viewer).await;
    assert_eq!((&change["b"], &change["p"], &change["from"]), (&json!(2), &whole["r"], &json!(20)));
    // A table more is told whole, and the one that is known is not told again.
    say(&mut viewer, &json!({"sub": "all", "clocks": false})).await;
    let others = [news(&mut viewer).await, news(&mut viewer).await];
    let mut numbers: Vec<_> = others.iter().map(|table| table["b"].as_u64()).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [Some(1), Some(3)]);
    say(&mut viewer, &json!({"get": [3]})).await;
    assert_eq!(news(&mut viewer).await, others[usize::from(others[1]["b"] == 3)]);
    // What is no message of the protocol is passed over.
    viewer.say(&masked(0x81, b"{\"sub\":\"none\"}")).await;
    viewer.say(&masked(0x81, b"hello")).await;
    say(&mut viewer, &json!({"ts": 1234.5})).await;
    let answer = news(&mut viewer).await;
    assert_eq!(answer["ts"], json!(1234.5));
    assert!(answer["t"].as_u64().is_some_and(|t| t >= hello["t"].as_u64().expect("a time")));
    // Who comes back says where it was.
    let mut beat = frame(&mut viewer).await;
    while beat.get("s").is_none() {
        beat = frame(&mut viewer).await;
    }
    stand.publish(publication(3, 2, 20, 1)).await;
    let mut again = Visitor::come(stand.address).await.following_2().await;
    let epoch = frame(&mut again).await["epoch"].as_str().expect("text").to_owned();
    say(&mut again, &json!({"sub": "all", "since": format!("{epoch}:{}", beat["s"])})).await;
    let change = news(&mut again).await;
    assert_eq!((&change["b"], change.get("p").is_some()), (&json!(3), true), "{change}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_are_the_same_frames_and_say_where_to_go_on() {
    let stand = Stand::open(hall_of(2, 4), ROOMY, Patience::USUAL).await;
    let listen = async |query: &str, last: &str| {
        let mut listener = Visitor::come(stand.address).await;
        let request = format!("GET /api/v2/events{query} HTTP/1.0\r\nHost: hall\r\n{last}\r\n");
        listener.say(request.as_bytes()).await;
        let head = listener.head().await.to_ascii_lowercase();
        (listener, head)
    };
    let (_, head) = listen("?tables=x", "").await;
    assert!(head.starts_with("http/1.0 400"), "{head}");
    let (mut listener, head) = listen("?tables=1", "").await;
    assert!(head.contains("content-type: text/event-stream\r\n"), "{head}");
    assert_eq!(listener.event().await, ["retry: 2000"]);
    assert!(listener.event().await[0].starts_with("data: {\"v\":2,\"epoch\":\"stand\""));
    assert!(listener.event().await[0].starts_with("data: {\"hall\":"));
    assert!(listener.event().await[0].starts_with("data: {\"b\":1,"));
    let id = loop {
        if let [_, id] = &listener.event().await[..] {
            break id.strip_prefix("id: ").expect("an id").to_owned();
        }
    };
    assert!(id.starts_with("stand:"), "{id}");
    stand.publish(publication(1, 2, 4, 1)).await;
    let change = loop {
        let event = listener.event().await;
        if event[0].contains("\"p\":") {
            break event;
        }
    };
    assert!(change[0].contains("\"from\":4"), "{change:?}");
    drop(listener);
    let (mut again, _) = listen("?tables=1", &format!("Last-Event-ID: {id}\r\n")).await;
    again.event().await;
    again.event().await;
    assert_eq!(again.event().await[0], change[0], "what followed, and nothing else");
    // Events have no end but that of the program.
    let guests = stand.end();
    timeout(crate::rig::PATIENCE, guests.all_left()).await.expect("nobody keeps the program from ending");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_hall_is_read_as_text_in_the_readers_language() {
    let stand = Stand::open(hall_of(2, 3), ROOMY, Patience::USUAL).await;
    for (path, liked, status, word) in [
        ("/text", "it, pl-PL;q=0.8", "200", "Stół: 2\n"),
        ("/text", "de-AT", "200", "Tisch: 2\n"),
        ("/text", "it", "200", "Table: 2\n"),
        ("/text/1?lang=ru", "pl", "200", "Ходы: 1. Nbxd7+ Nbxd7+ 2. Nbxd7+\n"),
        ("/text/3", "", "404", "There is no such table"),
        ("/text/x", "", "404", "There is no such table"),
    ] {
        let mut reader = Visitor::come(stand.address).await;
        let request = format!("GET {path} HTTP/1.0\r\nHost: hall\r\nAccept-Language: {liked}\r\n\r\n");
        reader.say(request.as_bytes()).await;
        let (head, text) = (reader.head().await, reader.rest().await);
        assert!(
            head.starts_with(&format!("HTTP/1.0 {status} ")) && text.contains(word),
            "{path}: {head}{text}"
        );
        assert!(head.contains("content-type: text/plain; charset=utf-8\r\n"), "{head}");
    }
}

#[test]
fn who_stops_reading_costs_little_and_is_right_afterwards() {
    // Memory is a whole process's, and other tests run in this one.
    let these_tests = std::env::current_exe().expect("Linux says it");
    let alone = ["--exact", "protocol_2::who_stops_reading_alone", "--ignored", "--nocapture"];
    let run = Command::new(these_tests).args(alone).output().expect("it starts");
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(said.contains("1 passed"), "{said}{}", String::from_utf8_lossy(&run.stderr));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "who_stops_reading_costs_little_and_is_right_afterwards runs it in a process of its own"]
async fn who_stops_reading_alone() {
    const DEAF: usize = 150;
    let patience = Patience { stuck: Duration::from_secs(60), ..Patience::USUAL };
    let stand = Stand::open(hall_of(100, 150), ROOMY, patience).await;
    let mut deaf = Vec::new();
    // The first makes the frames that all share.
    for _ in 0..=DEAF {
        let mut visitor = Visitor::come_slowly(stand.address).await.following_2().await;
        say(&mut visitor, &json!({"sub": "all"})).await;
        deaf.push(visitor);
        if deaf.len() == 1 {
            sleep(Duration::from_millis(500)).await;
        }
    }
    let before = memory_kib();
    for rev in 2..1_500 {
        stand.publish(publication(1 + rev as u16 % 100, rev, 150 + rev as usize / 100, 1)).await;
    }
    sleep(Duration::from_millis(500)).await;
    let grown = memory_kib().saturating_sub(before);
    assert!(grown < DEAF as u64 * COST_MAX_KIB, "{} KiB each", grown / DEAF as u64);
    // One of them reads on. It has skipped most changes, and ends with what a fresh snapshot says.
    let mut one = deaf.swap_remove(7);
    let mut tables = vec![(0, 0); 101];
    let end = Instant::now() + crate::rig::PATIENCE;
    loop {
        assert!(Instant::now() < end, "it never had everything");
        let frame = frame(&mut one).await;
        if let Some(table) = frame["b"].as_u64() {
            let words = frame["m"].as_str().map_or(0, |plies| plies.split(' ').count() as u64 / 2);
            let plies = frame["from"].as_u64().unwrap_or_default() + words;
            let rev = frame["r"].as_u64().expect("a revision");
            let (known, _): (u64, u64) = tables[table as usize];
            assert!(frame.get("p").is_none() || frame["p"] == json!(known), "no gap: {frame}");
            tables[table as usize] = (rev, plies);
        } else if frame.get("s").is_some() && frame.get("v").is_none() && tables[1].0 > 0 {
            break;
        }
    }
    assert!(tables[1..].iter().all(|(_, plies)| (164..=166).contains(plies)), "{tables:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_has_everything_is_answered_pinged_and_told_the_end() {
    let patience = Patience { silent: Duration::from_millis(300), ..Patience::USUAL };
    let stand = Stand::open(hall_of(1, 2), ROOMY, patience).await;
    let mut viewer = Visitor::come(stand.address).await.following_2().await;
    say(&mut viewer, &json!({"sub": "all"})).await;
    // Behind a heartbeat nothing is missing, and frames are written by the sweep.
    while frame(&mut viewer).await.get("b").is_none() {}
    viewer.say(&masked(0x89, b"who?")).await;
    let (mut pongs, mut pings) = (0, 0);
    while pongs == 0 || pings == 0 {
        match viewer.frame(None).await.expect("the feed goes on") {
            (0x8a, body) => {
                assert_eq!(body, b"who?");
                pongs += 1;
            }
            (0x89, body) => {
                viewer.say(&masked(0x8a, &body)).await;
                pings += 1;
            }
            (kind, _) => assert_eq!(kind, 0x81),
        }
    }
    for rev in 2..20 {
        stand.publish(publication(1, rev, 2, 1 + rev as usize % 2)).await;
        // Questions and changes cross.
        say(&mut viewer, &json!({"ts": rev})).await;
    }
    let (mut answers, mut rev, mut settled) = (0, 0, 1);
    while answers == 0 || rev != settled {
        match viewer.frame(None).await.expect("the feed goes on") {
            (0x81, body) => {
                let frame: Value = serde_json::from_slice(&body).expect("whole frames");
                answers += usize::from(frame.get("ts").is_some());
                rev = frame["r"].as_u64().unwrap_or(rev);
                settled = frame["s"].as_u64().unwrap_or(settled);
            }
            (kind, body) => {
                assert_eq!(kind, 0x89);
                viewer.say(&masked(0x8a, &body)).await;
            }
        }
    }
    let guests = stand.end();
    assert_eq!(viewer.close_code().await.0, Some(1001));
    drop(viewer);
    timeout(crate::rig::PATIENCE, guests.all_left()).await.expect("nobody keeps the program from ending");
}

/// Returns the resident memory of this process, in KiB.
fn memory_kib() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux says it");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("a line");
    line.trim().trim_end_matches(" kB").trim().parse().expect("a number")
}
