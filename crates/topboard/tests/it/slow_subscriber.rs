//! A subscriber that stops reading for some seconds.
//!
//! Promised: it ends with what everybody else has, by all the updates as long as they weigh less than a snapshot, and
//! else by a snapshot; the program keeps no more for it than its queue; the other viewers notice nothing.

use crate::{
    rig::{Hall, Tables, Viewer, apply, config, folder, follows, until},
    seat::{Deed, Seat, game},
};
use futures_util::{SinkExt, StreamExt};
use hall::{PublicLink, Publication};
use relay::{HallFeed, Released, message::EventView};
use serde_json::Value;
use shakmaty::ByColor;
use std::time::Duration;
use tokio::{
    net::{TcpSocket, TcpStream},
    sync::{mpsc, oneshot, watch},
    task::yield_now,
    time::{Instant, sleep, timeout},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};
use topboard::{
    connections::{
        hub::{Hub, RELEASES_MAX},
        queue::{QUEUE_MAX, queue},
    },
    journal_files::disk_health::Health,
    mainloop::run_clock::RunClock,
    public::hub::{Public, Release, Visit},
};

const TABLES: u16 = 20;
/// More than the queue of a subscriber holds, and the buffers of a connection with it.
const WISHES: usize = 300;
/// The most by which the program may grow, whatever a subscriber does: one snapshot waits for it, and updates of a
/// snapshot's weight.
const GROWTH_MAX_KIB: u64 = 32 << 10;
/// The pause in reading. A subscriber that takes nothing for ten seconds would be let go; this one is only slow.
const ASLEEP: Duration = Duration::from_secs(6);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_subscriber_catches_up_and_the_others_notice_nothing() {
    let folder = folder("slow-subscriber");
    let seats: Vec<Seat> = (1..=TABLES).map(|no| Seat::new(&folder, no, game(no, usize::MAX))).collect();
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let hall = Hall::start(&config(&folder, &ports));
    let viewer = Viewer::of(&hall);
    until("every table made six plies", || seats.iter().all(|seat| seat.progress().plies >= 6)).await;
    let before_kib = hall.memory_kib();

    // It asks for more than its connection can hold, and then reads nothing.
    let mut slow = subscribe(&hall.address).await;
    for _ in 0..WISHES {
        slow.feed(Message::Text("{\"want\":\"snapshot\"}".into())).await.expect("it listens");
    }
    let _ = timeout(Duration::from_secs(1), slow.flush()).await;
    let plies: usize = seats.iter().map(|seat| seat.progress().plies).sum();
    sleep(ASLEEP).await;
    let played = seats.iter().map(|seat| seat.progress().plies).sum::<usize>() - plies;
    assert!(played > 50, "{played} plies were played meanwhile");
    let grown_kib = hall.memory_kib().saturating_sub(before_kib);
    assert!(grown_kib < GROWTH_MAX_KIB, "the program grew by {grown_kib} KiB");

    // The hands rest; what the slow subscriber reads from now on must lead to what everybody knows.
    seats.iter().for_each(|seat| seat.does(Deed::HoldAt(0)));
    until("the hands rest", || seats.iter().all(|seat| seat.progress().held || seat.progress().finished))
        .await;
    // The last moves settle.
    sleep(Duration::from_secs(3)).await;
    let fresh: Value = serde_json::from_str(&hall.get("/api/v1/hall/snapshot")).expect("it is JSON");
    let last_seq = fresh["seq"].as_u64().expect("a snapshot has a sequence");
    let mut wanted = Tables::new();
    apply(&mut wanted, &fresh);
    let tables = catch_up(&mut slow, last_seq).await;
    for (table, seen) in &wanted {
        assert_eq!((seen.game, &seen.moves), (tables[table].game, &tables[table].moves), "table {table}");
        assert_eq!(seen.moves, viewer.tables()[table].moves, "table {table}");
    }
}

async fn subscribe(address: &str) -> WebSocketStream<TcpStream> {
    let socket = TcpSocket::new_v4().expect("the system gives a socket");
    socket.set_recv_buffer_size(4096).expect("a small buffer");
    let stream = socket.connect(address.parse().expect("an address")).await.expect("the program listens");
    client_async(format!("ws://{address}/ws/hall"), stream).await.expect("the feed answers").0
}

/// Reads until this sequence is reached, and some seconds in any case: the requests are answered first. Returns what is
/// known then.
async fn catch_up(slow: &mut WebSocketStream<TcpStream>, last_seq: u64) -> Tables {
    let (end, least) = (Instant::now() + Duration::from_secs(60), Instant::now() + Duration::from_secs(5));
    let mut tables = Tables::new();
    let mut seq = None;
    while Instant::now() < least || Instant::now() < end && seq.is_none_or(|seq| seq < last_seq) {
        let frame = timeout(Duration::from_secs(10), slow.next()).await.expect("the feed goes on");
        let Some(Ok(Message::Text(text))) = frame else { panic!("the subscriber was let go: {frame:?}") };
        let frame: Value = serde_json::from_str(&text).expect("a frame is JSON");
        assert!(follows(&frame, seq), "an update was left out after {seq:?}: {frame}");
        seq = frame["seq"].as_u64();
        apply(&mut tables, &frame);
    }
    tables
}

#[tokio::test]
async fn who_fell_behind_gets_a_snapshot_once_its_queue_is_empty() {
    let clock = RunClock::after(0, None, None);
    let feed = HallFeed::new("test", EventView::default());
    let (releases, released) = mpsc::channel(RELEASES_MAX);
    let (visits, visited) = mpsc::channel(8);
    tokio::spawn(Hub::new(Public::new(feed, None), clock).run(
        released,
        visited,
        watch::channel(Health::Well).1,
    ));
    let (into, mut frames) = queue();
    let (answer, number) = oneshot::channel();
    visits.send(Visit::Subscribe(into, answer)).await.expect("the hub runs");
    number.await.expect("the hub answers");
    let mut rev = 0;
    let mut publish = async || {
        rev += 1;
        let publication = Publication { rev, ..publication() };
        let release = Release { released: Released::at_once(vec![publication], Vec::new()), read_at: None };
        releases.send(release).await.expect("the hub runs");
        // Each becomes an update of its own: the hub takes it before the next is there.
        while releases.capacity() < releases.max_capacity() {
            yield_now().await;
        }
    };
    // Frames this short are too many before they are too heavy.
    for _ in 0..2 * QUEUE_MAX {
        publish().await;
    }
    let mut seq = None;
    let mut taken = 0;
    while let Some(frame) = frames.poll() {
        taken += 1;
        let frame: Value = serde_json::from_str(&frame.text()).expect("JSON");
        assert!(follows(&frame, seq), "{frame}");
        seq = frame["seq"].as_u64();
    }
    assert!((QUEUE_MAX / 2..=QUEUE_MAX).contains(&taken), "its queue is the limit: {taken}");
    publish().await;
    let frame: Value = serde_json::from_str(&frames.next().await.expect("a frame").text()).expect("JSON");
    assert_eq!(frame["kind"], "snapshot", "{frame}");
    assert!(frame["seq"].as_u64() > seq.map(|seq| seq + 1), "{frame}");
}

fn publication() -> Publication {
    Publication {
        table: 1,
        game: 1,
        rev: 0,
        players: ByColor::default(),
        start_fen: String::new(),
        from: 0,
        plies: Vec::new(),
        clock: None,
        result: None,
        link: PublicLink::Live,
    }
}
