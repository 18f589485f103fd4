//! A hall, a real broker and nodes: what nodes serve is what the hall serves its own spectators, over every outage; and
//! nothing reaches the broker before its time.

use crate::{
    broker::{Broker, Node, alike, tables},
    delay::{DELAY_MS, Published},
    rig::{Hall, PATIENCE, config, folder, games_of, until},
    seat::{Seat, game},
};
use futures_util::{SinkExt, StreamExt};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::time::sleep;
use tokio_tungstenite::{connect_async, tungstenite::Message};

/// A message at the broker: when it came, its subject and its body.
type Heard = (Instant, String, Vec<u8>);

const ONE_HALL: &str = "[[hall]]\nname = \"main\"\n";

/// Adds sections to a configuration.
fn add(config: &Path, sections: &str) {
    let text = fs::read_to_string(config).expect("it was written");
    fs::write(config, format!("{sections}{text}")).expect("the folder can be written");
}

/// Returns how many moves the tables of a program show.
fn moves(address: &str) -> usize {
    tables(address, 0).iter().map(|(table, _)| table["moves"].as_array().map_or(0, Vec::len)).sum()
}

/// A viewer of protocol 2, who comes back when the connection ends, and notices every gap and every repeat.
#[derive(Default)]
struct Seen {
    epoch: String,
    tables: BTreeMap<u64, u64>,
    changes: usize,
    lost: usize,
}

impl Seen {
    fn take(&mut self, frame: &Value) {
        if let Some(epoch) = frame.get("epoch") {
            let epoch = epoch.as_str().expect("text").to_owned();
            if epoch != self.epoch {
                (self.epoch, self.tables) = (epoch, BTreeMap::new());
            }
            return;
        }
        let (Some(table), Some(rev)) = (frame["b"].as_u64(), frame["r"].as_u64()) else { return };
        let known = self.tables.get(&table).copied();
        if frame.get("g").is_some() {
            assert!(known.is_none_or(|known| known < rev), "a repeat: {frame}");
        } else if let Some(before) = frame.get("p") {
            assert_eq!(before.as_u64(), known, "a gap: {frame}");
            self.changes += 1;
        } else {
            assert_eq!(Some(rev), known, "a clock of another state: {frame}");
        }
        self.lost += usize::from(frame["k"][0] == "lost");
        self.tables.insert(table, rev);
    }
}

/// Follows a node until it is gone.
fn follow(address: &str) -> (Arc<Mutex<Seen>>, tokio::task::JoinHandle<()>) {
    let (seen, address) = (Arc::<Mutex<Seen>>::default(), format!("ws://{address}/ws/v2"));
    let shared = Arc::clone(&seen);
    let task = tokio::spawn(async move {
        let (mut socket, _) = connect_async(&address).await.expect("the node serves");
        socket.send(Message::text(json!({"sub": "all"}).to_string())).await.expect("it listens");
        while let Some(Ok(message)) = socket.next().await {
            if let Ok(text) = message.to_text()
                && let Ok(frame) = serde_json::from_str(text)
            {
                shared.lock().expect("no panic holds it").take(&frame);
            }
        }
    });
    (seen, task)
}

async fn until_alike(hall: &Hall, nodes: &[&Node]) {
    for node in nodes {
        until(&format!("the node shows what the hall shows: {}", node.log()), || {
            alike(&tables(&hall.address, 0), &tables(&node.address, 0))
                && hall.get("/all-games.pgn") == Hall::get_at(&node.address, "/all-games.pgn")
                && hall.get("/api/v1/rounds") == Hall::get_at(&node.address, "/api/v1/rounds")
                && hall.get("/meta") == Hall::get_at(&node.address, "/meta")
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_nodes_serve_what_the_hall_serves_over_every_outage() {
    let folder = folder("tree");
    let mut broker = Broker::start(&folder);
    let seat = Seat::new(&folder, 1, game(3, 60));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    add(&config, &broker.section("hall = \"main\"\n"));
    let mut hall = Hall::start(&config);
    let sections = format!("{}{ONE_HALL}", broker.section(""));
    let first = Node::start(&folder, "first", &sections);
    let mut second = Node::start(&folder, "second", &sections);
    let (seen, viewer) = follow(&first.address);
    let reached = async |address: &str, plies: usize| {
        let what = format!("{plies} moves are shown: {}", first.log());
        until(&what, || moves(address) >= plies).await;
    };
    reached(&first.address, 3).await;
    reached(&second.address, 3).await;
    assert_eq!(Hall::get_at(&first.metrics, "/readyz"), "ok\n");

    // The broker is killed, and comes back with what it kept. The hall goes on meanwhile.
    broker.kill();
    let before = moves(&hall.address);
    reached(&hall.address, before + 3).await;
    until("the node says that nothing is heard of the hall", || {
        tables(&first.address, 0)[0].0["link"]["state"] == "lost"
    })
    .await;
    assert!(moves(&first.address) <= before + 1, "the node knows nothing newer");
    broker.begin();
    until("the node hears the hall again", || tables(&first.address, 0)[0].0["link"]["state"] == "live")
        .await;
    let now = moves(&hall.address);
    reached(&first.address, now).await;

    // It comes back without what it kept.
    broker.kill();
    broker.forget();
    broker.begin();
    let now = moves(&hall.address) + 2;
    reached(&first.address, now).await;
    reached(&second.address, now).await;

    // A node is killed, and one stands still for a while.
    second = second.again();
    first.signal(Signal::STOP);
    let now = moves(&hall.address) + 2;
    reached(&second.address, now).await;
    first.signal(Signal::CONT);
    reached(&first.address, now).await;

    // The broker stands still, with its sockets open.
    broker.signal(Signal::STOP);
    let now = moves(&hall.address) + 2;
    reached(&hall.address, now).await;
    sleep(Duration::from_secs(7)).await;
    broker.signal(Signal::CONT);
    reached(&first.address, now).await;

    // The hall is killed: another epoch, and the same game.
    hall.signal(Signal::KILL);
    hall = Hall::start(&config);
    until("the game was played", || seat.progress().finished).await;
    hall.expect_games(&[(1, seat.wanted.clone())]).await;
    until_alike(&hall, &[&first, &second]).await;
    assert!(!viewer.is_finished(), "the viewer of the first node never lost it");
    let seen = seen.lock().expect("no panic");
    assert!(seen.changes > 20 && seen.lost > 0, "{} changes, {} times lost", seen.changes, seen.lost);
    let gaps = Hall::get_at(&first.metrics, "/metrics");
    assert!(gaps.contains("topboard_node_unusable_messages_total 0\n"), "{gaps}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_reaches_the_broker_before_its_time() {
    let folder = folder("tree-delay");
    let broker = Broker::start(&folder);
    // Whoever may read everything at the broker.
    let spy = async_nats::connect(format!("127.0.0.1:{}", broker.port)).await.expect("the broker answers");
    let mut all = spy.subscribe(">").await.expect("it may");
    let heard: Arc<Mutex<Vec<Heard>>> = Arc::default();
    let to = Arc::clone(&heard);
    tokio::spawn(async move {
        while let Some(message) = all.next().await {
            let (subject, body) = (message.subject.to_string(), message.payload.to_vec());
            to.lock().expect("no panic").push((Instant::now(), subject, body));
        }
    });
    let seat = Seat::new(&folder, 1, game(3, 12));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let text = fs::read_to_string(&config).expect("it was written");
    let server = "[server]\ndelay_minutes = 0.1\nscreens = \"127.0.0.1:0\"\n";
    fs::write(&config, text.replace("[server]\n", server)).expect("the folder can be written");
    add(&config, &broker.section("hall = \"main\"\n"));
    let mut hall = Hall::start(&config);
    // The hall's time, and when it was looked up.
    let mut looks: Vec<(Instant, u64)> = Vec::new();
    let look = |looks: &mut Vec<(Instant, u64)>, hall: &Hall| {
        let at = Instant::now();
        let screens: Value =
            serde_json::from_str(&Hall::get_at(&hall.screens, "/api/v1/hall/snapshot")).expect("JSON");
        looks.push((at, screens["now_ms"].as_u64().expect("a time")));
    };
    let (end, mut is_killed) = (Instant::now() + PATIENCE, false);
    while moves(&hall.address) < 12 {
        assert!(Instant::now() < end, "it was never shown: {}", hall.log());
        look(&mut looks, &hall);
        if seat.progress().plies > 5 && !is_killed {
            is_killed = true;
            hall.signal(Signal::KILL);
            hall = Hall::start(&config);
        }
        sleep(Duration::from_millis(40)).await;
    }
    sleep(Duration::from_secs(3)).await;
    look(&mut looks, &hall);
    let plies = |body: &[u8]| -> usize {
        let text = String::from_utf8_lossy(body);
        let found = text.split("\"m\":\"").nth(1).and_then(|rest| rest.split('"').next());
        found.map_or(0, |plies| plies.split(' ').count() / 2)
    };
    assert_eq!(hall.signal(Signal::TERM), Some(0), "{}", hall.log());
    let published = Published::of(&folder.join("data/journal"));
    let (mut most, mut games) = (0, 0);
    for (at, subject, body) in heard.lock().expect("no panic").iter() {
        // The hall's time a little later, which is more than enough of it. A snapshot may be 100 ms old.
        let Some((_, now_ms)) = looks.iter().find(|look| look.0 >= *at) else { continue };
        let t_ms = (now_ms + 100).saturating_sub(DELAY_MS);
        if subject.contains(".table.") {
            most = most.max(plies(body));
            published.check(t_ms, plies(body), subject);
        }
        if subject.contains(".doc.pgn.") {
            let text = String::from_utf8_lossy(body);
            let (_, text) = text.split_once('\n').expect("a head");
            let told: usize = games_of(text).iter().map(|(_, moves)| moves.len()).sum();
            games = games.max(told);
            published.check(t_ms, told, subject);
        }
    }
    assert_eq!((most, games, is_killed), (12, 12, true), "it was all told in the end");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_halls_are_one_event_behind_a_password() {
    const USERS: &str = "authorization { users: [ { user: \"hall\", password: \"sesame-open\" }, { user: \"node\", password: \"look-only\" } ] }";
    let folder = folder("tree-halls");
    let broker = Broker::with_users(&folder, USERS);
    let (secret, of_node) = (folder.join("hall.secret"), folder.join("node.secret"));
    fs::write(&secret, "hall:sesame-shut\n").expect("the folder can be written");
    fs::write(&of_node, "node:look-only\n").expect("the folder can be written");
    let mut halls = Vec::new();
    let mut seats = Vec::new();
    for (name, no) in [("main", 1_u16), ("annex", 2)] {
        let inner = folder.join(name);
        fs::create_dir_all(&inner).expect("the folder can be written");
        let seat = Seat::new(&inner, no, game(no, 8));
        let config = config(&inner, std::slice::from_ref(&seat.port));
        add(&config, &broker.section(&format!("hall = {name:?}\ncredentials = {secret:?}\n")));
        add(&config, &format!("[event]\nname = \"Open {name}\"\n"));
        halls.push((Hall::start(&config), config));
        seats.push(seat);
    }
    let sections = format!(
        "{}{ONE_HALL}[[hall]]\nname = \"annex\"\nadd = 100\n",
        broker.section(&format!("credentials = {of_node:?}\n"))
    );
    let node = Node::start(&folder, "node", &sections);
    let log = || halls[0].0.log();
    until("the hall says that it is not let in", || log().contains("the broker cannot be used")).await;
    assert!(!log().contains("sesame"), "{}", log());
    // The file is read anew for each connection.
    fs::write(&secret, "hall:sesame-open\n").expect("the folder can be written");
    for (seat, (hall, _)) in seats.iter().zip(&halls) {
        until("the game was played", || seat.progress().finished).await;
        hall.expect_games(&[(1, seat.wanted.clone())]).await;
    }
    until(&format!("both halls are shown: {}", node.log()), || {
        let expected = [tables(&halls[0].0.address, 0), tables(&halls[1].0.address, 100)].concat();
        let games = halls.iter().map(|(hall, _)| hall.get("/all-games.pgn")).collect::<String>();
        alike(&expected, &tables(&node.address, 0)) && games == Hall::get_at(&node.address, "/all-games.pgn")
    })
    .await;
    let snapshot: Value = serde_json::from_str(&Hall::get_at(&node.address, "/api/v2/hall")).expect("JSON");
    assert_eq!(
        (&snapshot["hall"]["n"], &snapshot["hall"]["event"]["name"]),
        (&json!([1, 101]), &json!("Open main"))
    );
    assert!(Hall::get_at(&node.address, "/text/101").contains("Open main"));
    // A program that takes the name of a hall has it; the one before says so and goes on alone.
    let (inner, config) = (folder.join("rival"), fs::read_to_string(&halls[0].1).expect("it is there"));
    fs::create_dir_all(&inner).expect("the folder can be written");
    let rival = inner.join("topboard.toml");
    let config = config.replace("main/data", "rival/data").replace("\nport = ", "\nserial = \"1\" #");
    fs::write(&rival, config.replace("Open main", "Rival")).expect("the folder can be written");
    let _rival = Hall::start(&rival);
    until("the first program notices", || log().contains("another program tells the broker")).await;
    until("the node shows the second", || {
        Hall::get_at(&node.address, "/api/v2/hall").contains("\"name\":\"Rival\"")
    })
    .await;
    assert!(halls[0].0.get("/api/v2/hall").contains("Open main"), "its own spectators are served");
    let said = [node.log(), log()].concat();
    assert!(!said.contains("sesame") && !said.contains("look-only"), "{said}");
}
