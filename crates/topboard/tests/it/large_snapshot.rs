//! A hall in its last hour: 64 boards of 200 plies. Every viewer gets all of it, over a line of any speed, and is then
//! current. A viewer that takes nothing is let go, and the operator can see it.

use crate::stand::{ROOMY, Stand, Visitor, hall_of, masked, publication};
use relay::limits::{SNAPSHOT_MAX, snapshot_max};
use serde_json::Value;
use std::time::Duration;
use tokio::time::{Instant, sleep};
use topboard::connections::time_limits::Patience;

const TABLES: u16 = 64;
const PLIES: usize = 200;

fn json(frame: Option<(u8, Vec<u8>)>) -> Value {
    let (first, body) = frame.expect("the feed goes on");
    assert_eq!(first, 0x81, "one text in one frame");
    serde_json::from_slice(&body).expect("it is JSON")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_board_of_a_full_hall_reaches_a_viewer_at_once() {
    let stand = Stand::open(hall_of(TABLES, PLIES), ROOMY, Patience::USUAL).await;
    let mut viewer = Visitor::follow(stand.address).await;
    let (_, body) = viewer.frame(None).await.expect("a snapshot");
    assert!(body.len() > 1_500_000, "{} bytes: this test is too gentle", body.len());
    assert!(
        body.len() < snapshot_max(TABLES.into(), PLIES) && snapshot_max(TABLES.into(), PLIES) < SNAPSHOT_MAX
    );
    let snapshot: Value = serde_json::from_slice(&body).expect("it is JSON");
    let tables = snapshot["tables"].as_array().expect("a list");
    assert_eq!(tables.len(), usize::from(TABLES));
    assert!(tables.iter().all(|table| table["moves"].as_array().is_some_and(|moves| moves.len() == PLIES)));
    // A program gets it over HTTP, with a known length.
    let mut program = Visitor::come(stand.address).await;
    program.say(b"GET /api/v1/hall/snapshot HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n").await;
    let head = program.head().await.to_ascii_lowercase();
    let rest = program.rest().await;
    assert!(head.contains(&format!("content-length: {}\r\n", rest.len())), "{head}");
    let asked: Value = serde_json::from_str(&rest).expect("it is JSON");
    assert_eq!(asked["tables"], snapshot["tables"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_line_gets_all_of_it_and_is_current_then() {
    // A viewer that takes nothing for this long is let go; the snapshot takes several times as long.
    let stuck = Duration::from_secs(2);
    let patience = Patience { stuck, ..Patience::USUAL };
    let stand = Stand::open(hall_of(TABLES, PLIES), ROOMY, patience).await;
    let mut viewer = Visitor::come_slowly(stand.address).await.following().await;
    let begun = Instant::now();
    let reading = tokio::spawn(async move {
        let snapshot = json(viewer.frame(Some(Duration::from_millis(60))).await);
        (viewer, snapshot)
    });
    // Play goes on meanwhile: more frames than a queue that counts frames would hold.
    let mut rev = 1;
    while !reading.is_finished() {
        rev += 1;
        stand.publish(publication(1, rev, PLIES - 1, 1)).await;
        sleep(Duration::from_millis(10)).await;
    }
    let took = begun.elapsed();
    assert!(took > 2 * stuck, "the line was too fast to prove anything: {took:?}");
    assert!(rev > 100, "{rev} changes meanwhile");
    let (mut viewer, snapshot) = reading.await.expect("it was read");
    assert_eq!(snapshot["kind"], "snapshot");
    let mut seq = snapshot["seq"].as_u64().expect("a number");
    let mut last = 0;
    while last < rev {
        let frame = json(viewer.frame(None).await);
        if frame["kind"] == "beat" {
            continue;
        }
        assert_eq!(frame["kind"], "update", "no second snapshot is needed: {frame}");
        assert_eq!(frame["seq"].as_u64(), Some(seq + 1), "nothing was left out");
        seq += 1;
        last = frame["tables"][0]["rev"].as_u64().expect("a revision");
    }
    assert_eq!(stand.health().await.lines().last(), Some("ok"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_takes_nothing_is_let_go_and_the_operator_can_see_it() {
    let patience = Patience { stuck: Duration::from_millis(500), ..Patience::USUAL };
    let stand = Stand::open(hall_of(TABLES, PLIES), ROOMY, patience).await;
    let mut deaf = Visitor::come_slowly(stand.address).await.following().await;
    for _ in 0..300 {
        deaf.say(&masked(0x81, b"{\"want\":\"snapshot\"}")).await;
    }
    let mut idle = Visitor::come_slowly(stand.address).await;
    idle.say(b"GET /api/v1/hall/snapshot HTTP/1.1\r\nHost: hall\r\n\r\n").await;
    let end = Instant::now() + crate::rig::PATIENCE;
    let told = "\n2 viewers let go: they took nothing\n";
    while !stand.health().await.contains(told) {
        assert!(Instant::now() < end, "{}", stand.health().await);
        sleep(Duration::from_millis(100)).await;
    }
    assert!(stand.health().await.contains("\r\n\r\nok\n"), "the program itself is well");
    // A viewer that takes a byte now and then is let go, too, when a frame takes for ever.
    let patience = Patience { stuck: Duration::from_secs(1), slowest: 1 << 20, ..Patience::USUAL };
    let stand = Stand::open(hall_of(TABLES, PLIES), ROOMY, patience).await;
    let mut sipping = Visitor::come_slowly(stand.address).await.following().await;
    assert!(sipping.frame(Some(Duration::from_millis(100))).await.is_none(), "it never had all of it");
    assert!(stand.health().await.contains("\n1 viewers let go: they were slower than any line\n"));
}
