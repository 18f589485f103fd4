//! The whole way: the real program as a process of its own, eight simulated boards on pseudo-terminals, one viewer on
//! the hall feed. The program is killed in mid-game and started again.
//!
//! Promised: the games in `/games.pgn` are the games that were played; nothing that was published is lost or changed
//! by the kill; the journal, folded again, publishes the same.

use futures_util::{SinkExt, StreamExt};
use pgn_reader::{RawTag, Reader as PgnReader, SanPlus, Skip, Visitor};
use serde_json::Value;
use shakmaty::Chess;
use sim::{SimOptions, SimTable, Truth};
use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    ops::ControlFlow,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    sync::watch,
    time::{Instant, sleep, sleep_until, timeout},
};
use tokio_tungstenite::{connect_async, tungstenite::Message};
use topboard::{pty::Pty, simboard::device};

const TABLES: u16 = 8;
/// How fast the hands are, in percent of real ones.
const SPEED_PERCENT: u32 = 800;
/// Longer than any of these games takes. Only a hanging test waits so long.
const PATIENCE: Duration = Duration::from_secs(120);

/// The program under test.
struct Hall {
    child: Child,
    address: String,
}

impl Hall {
    fn start(config: &Path) -> Hall {
        let mut child = Command::new(env!("CARGO_BIN_EXE_topboard"))
            .args(["run", "--quiet", "--config"])
            .arg(config)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let stdout = child.stdout.take().expect("it was asked for");
        BufReader::new(stdout).read_line(&mut line).expect("it says where the boards are");
        let address =
            line.split("http://").nth(1).expect("an address").trim_end_matches(['/', '\n']).to_owned();
        Hall { child, address }
    }

    fn signal(&mut self, signal: rustix::process::Signal) -> Option<i32> {
        let pid = rustix::process::Pid::from_child(&self.child);
        rustix::process::kill_process(pid, signal).expect("it runs");
        self.child.wait().expect("it ends").code()
    }

    fn get(&self, path: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("the program listens");
        write!(stream, "GET {path} HTTP/1.0\r\nHost: test\r\n\r\n").expect("it takes a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers in text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head");
        assert!(head.contains("200 OK"), "{head}");
        body.to_owned()
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What a viewer knows of a table.
#[derive(Debug, Clone, Default)]
struct Seen {
    game: u64,
    rev: u64,
    moves: Vec<Value>,
}

type Tables = BTreeMap<u64, Seen>;

/// Follows the feed as a page does. Fails on a gap in the sequence.
async fn view(address: String, tables: Arc<Mutex<Tables>>) {
    let (mut socket, _) = connect_async(format!("ws://{address}/ws/hall")).await.expect("the feed answers");
    // Asking again must do no harm.
    socket.send(Message::Text("{\"want\":\"snapshot\"}".into())).await.expect("the feed listens");
    let mut last_seq = None;
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let frame: Value = serde_json::from_str(&text).expect("a frame is JSON");
        let seq = frame["seq"].as_u64().expect("every frame has a sequence");
        match frame["kind"].as_str() {
            Some("snapshot") => {}
            Some("update") => assert_eq!(Some(seq - 1), last_seq, "no update is left out"),
            Some("beat") => assert_eq!(Some(seq), last_seq, "a beat tells the last sequence"),
            other => panic!("an unknown frame: {other:?}"),
        }
        last_seq = Some(seq);
        let mut tables = tables.lock().expect("no test panics holding it");
        for change in frame["tables"].as_array().into_iter().flatten() {
            apply(&mut tables, change, frame["kind"] == "snapshot");
        }
    }
}

fn apply(tables: &mut Tables, change: &Value, is_whole: bool) {
    let number = change["table"].as_u64().expect("a change names its table");
    let seen = tables.entry(number).or_default();
    let game = change["game"].as_u64().expect("a change names its game");
    let rev = change["rev"].as_u64().expect("a change has a revision");
    assert!(rev >= seen.rev, "table {number}: revision {rev} after {}", seen.rev);
    let moves = change["moves"].as_array().cloned().unwrap_or_default();
    if is_whole || game != seen.game {
        seen.moves.clear();
    } else if let Some(from) = change["from"].as_u64() {
        seen.moves.truncate(usize::try_from(from).expect("small"));
    }
    seen.moves.extend(moves);
    seen.game = game;
    seen.rev = rev;
}

/// What was played, by table, once it is over.
type Played = Arc<Mutex<BTreeMap<u16, Truth>>>;

/// Plays one table on its port; its players sit still while held.
async fn play(no: u16, pty: Pty, mut table: SimTable, hold: watch::Receiver<bool>, played: Played) {
    let start = Instant::now();
    let mut buffer = [0; 1024];
    let mut is_held = false;
    loop {
        let now = start.elapsed().as_millis() as u64;
        table.advance(now);
        if *hold.borrow() != is_held {
            is_held = !is_held;
            if is_held { table.pause(now) } else { table.resume(now) }
        }
        while let Some(bytes) = table.poll_transmit() {
            pty.write(&bytes);
        }
        if table.finished() {
            let game = table.truth().first().expect("it played a game");
            played.lock().expect("no test panics holding it").insert(no, game.truth.clone());
        }
        let soon = now + 20;
        let due = table.next_deadline().unwrap_or(soon).clamp(now, soon);
        tokio::select! {
            read = pty.read(&mut buffer) => {
                let length = read.expect("the pseudo-terminal works");
                table.handle_bytes(start.elapsed().as_millis() as u64, &buffer[..length]);
            }
            () = sleep_until(start + Duration::from_millis(due)) => {}
        }
    }
}

/// The games of a PGN, each as its table's number and its moves in SAN.
#[derive(Default)]
struct Games(Vec<(u16, Vec<String>)>);

impl Visitor for Games {
    type Tags = u16;
    type Movetext = (u16, Vec<String>);
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), u16> {
        ControlFlow::Continue(0)
    }

    fn tag(&mut self, tags: &mut u16, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        if name == b"Board" {
            *tags = value.decode_utf8_lossy().parse().expect("a table's number");
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: u16) -> ControlFlow<(), (u16, Vec<String>)> {
        ControlFlow::Continue((tags, Vec::new()))
    }

    fn begin_variation(&mut self, _: &mut (u16, Vec<String>)) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, movetext: &mut (u16, Vec<String>), san: SanPlus) -> ControlFlow<()> {
        movetext.1.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, movetext: (u16, Vec<String>)) {
        self.0.push(movetext);
    }
}

fn games_of(pgn: &str) -> Vec<(u16, Vec<String>)> {
    let mut games = Games::default();
    PgnReader::new(pgn.as_bytes()).visit_all_games(&mut games).expect("it is PGN");
    games.0
}

fn sans_of(truth: &Truth) -> Vec<String> {
    let mut position: Chess = truth.start.position().cloned().expect("a game starts from a position");
    truth
        .plies
        .iter()
        .map(|played| {
            let mv = played.legal().expect("these players make legal moves");
            SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string()
        })
        .collect()
}

fn config(folder: &Path, ports: &[String]) -> PathBuf {
    let mut text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\n[data]\nfolder = {:?}\n[devices]\ndiscover = false\nports = {ports:?}\n",
        folder.join("data")
    );
    for (index, port) in ports.iter().enumerate() {
        text.push_str(&format!("[[table]]\nnumber = {}\nport = {port:?}\n", index + 1));
    }
    let path = folder.join("topboard.toml");
    fs::write(&path, text).expect("the folder can be written");
    path
}

async fn until(what: &str, mut done: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !done() {
        assert!(Instant::now() < end, "waited in vain until {what}");
        sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_games_played_are_the_games_published_also_over_a_kill() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("loopback");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the target folder can be written");
    let ptys: Vec<Pty> = (0..TABLES).map(|_| Pty::open().expect("a pseudo-terminal")).collect();
    let ports: Vec<String> = ptys.iter().map(|pty| pty.path().to_owned()).collect();
    let config = config(&folder, &ports);
    let (hold, held) = watch::channel(false);
    let played = Played::default();
    let showcase = sim::games::showcase();
    for (no, pty) in (1..).zip(ptys) {
        let game = showcase[usize::from(no - 1) % showcase.len()].clone();
        let table = SimTable::new(SimOptions {
            seed: u64::from(no),
            games: vec![game],
            device: device(u64::from(no)),
            speed_percent: SPEED_PERCENT,
            ..SimOptions::default()
        });
        tokio::spawn(play(no, pty, table, held.clone(), Arc::clone(&played)));
    }

    // The first run, until every table is in mid-game.
    let mut hall = Hall::start(&config);
    let before = Arc::new(Mutex::new(Tables::new()));
    let viewer = tokio::spawn(view(hall.address.clone(), Arc::clone(&before)));
    until("every table made ten plies", || {
        let tables = before.lock().expect("no panic");
        tables.len() == usize::from(TABLES) && tables.values().all(|seen| seen.moves.len() >= 10)
    })
    .await;
    // The players stop at the crash, as they would when the arbiter stops the clocks.
    hold.send_replace(true);
    hall.signal(rustix::process::Signal::KILL);
    let _ = timeout(Duration::from_secs(5), viewer).await.expect("the feed ends with the program");

    // The second run goes on from the same book.
    let mut hall = Hall::start(&config);
    let after = Arc::new(Mutex::new(Tables::new()));
    let viewer = tokio::spawn(view(hall.address.clone(), Arc::clone(&after)));
    until("the snapshot came", || after.lock().expect("no panic").len() == usize::from(TABLES)).await;
    check_nothing_lost(&before.lock().expect("no panic"), &after.lock().expect("no panic"));
    hold.send_replace(false);
    until("every game was played", || played.lock().expect("no panic").len() == usize::from(TABLES)).await;
    let truths = played.lock().expect("no panic").clone();
    let wanted: Vec<(u16, Vec<String>)> = truths.iter().map(|(&no, truth)| (no, sans_of(truth))).collect();
    let end = Instant::now() + Duration::from_secs(20);
    let mut games = games_of(&hall.get("/games.pgn"));
    while games != wanted && Instant::now() < end {
        // The last move settles a moment after it was made.
        sleep(Duration::from_millis(200)).await;
        games = games_of(&hall.get("/games.pgn"));
    }
    for (got, wanted) in games.iter().zip(&wanted) {
        assert_eq!(got, wanted);
    }
    assert_eq!(games.len(), wanted.len(), "one game a table");
    check_nothing_lost(&before.lock().expect("no panic"), &after.lock().expect("no panic"));
    let published = hall.get("/games.pgn");
    viewer.abort();
    assert_eq!(hall.signal(rustix::process::Signal::TERM), Some(0), "an order to stop is obeyed");
    check_book(&folder.join("data/journal/hall.journal"), &published);
}

/// Every final move that was published is still published.
fn check_nothing_lost(before: &Tables, after: &Tables) {
    for (table, seen) in before {
        let now = &after[table];
        assert!(now.rev >= seen.rev, "table {table}: revision {} after {}", now.rev, seen.rev);
        assert_eq!(now.game, seen.game, "table {table}");
        for (index, ply) in seen.moves.iter().enumerate().filter(|(_, ply)| ply["provisional"] != true) {
            let same =
                now.moves.get(index).is_some_and(|now| now["san"] == ply["san"] && now["fen"] == ply["fen"]);
            assert!(same, "table {table}, ply {}: {ply} became {:?}", index + 1, now.moves.get(index));
        }
    }
}

/// The journal is whole, publishes the same when it is folded again, and makes the same games.
fn check_book(journal: &Path, published: &str) {
    let topboard = |verb: &str| {
        Command::new(env!("CARGO_BIN_EXE_topboard"))
            .arg(verb)
            .arg(journal)
            .output()
            .expect("the program starts")
    };
    let verified = topboard("verify");
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
    let replayed = topboard("replay");
    assert!(replayed.status.success(), "{}", String::from_utf8_lossy(&replayed.stderr));
    let replayed = String::from_utf8_lossy(&replayed.stdout);
    let games: String =
        replayed.lines().filter(|line| !line.starts_with("; ")).map(|line| format!("{line}\n")).collect();
    assert_eq!(games, published);
}
