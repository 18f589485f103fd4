//! The shared rig of the tests of the whole program: the program, a viewer of its feed, a reader of its games.

pub(crate) use crate::games_of_pgn::games_of;
use crate::games_of_pgn::without_clocks;
use futures_util::{SinkExt, StreamExt};
use pgn_reader::SanPlus;
use serde_json::Value;
use shakmaty::Chess;
use sim::Truth;
use std::{
    collections::BTreeMap,
    fs::{self, File},
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    task::JoinHandle,
    time::{Instant, sleep},
};
use tokio_tungstenite::{connect_async, tungstenite::Message};

/// Longer than any of these games takes. Only a hanging test waits this long.
pub(crate) const PATIENCE: Duration = Duration::from_secs(180);

/// Makes a folder for one test alone.
pub(crate) fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the target folder can be written");
    path
}

/// Writes a configuration in which the first table has the first port, and so on.
pub(crate) fn config(folder: &Path, ports: &[String]) -> PathBuf {
    let mut text = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\n[arbiter]\nlisten = \"127.0.0.1:0\"\n[data]\nfolder = {:?}\n[devices]\ndiscover = false\n",
        folder.join("data")
    );
    for (index, port) in ports.iter().enumerate() {
        text.push_str(&format!("[[table]]\nnumber = {}\nport = {port:?}\n", index + 1));
    }
    let path = folder.join("topboard.toml");
    fs::write(&path, text).expect("the folder can be written");
    path
}

pub(crate) async fn until(what: &str, mut done: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !done() {
        assert!(Instant::now() < end, "waited in vain until {what}");
        sleep(Duration::from_millis(50)).await;
    }
}

/// The program under test.
pub(crate) struct Hall {
    child: Child,
    /// The process of the program itself, when the child is a shell around it.
    pub(crate) pid: u32,
    pub(crate) address: String,
    /// The arbiter's link, as it was printed.
    pub(crate) link: String,
    /// The address of the screens; empty if the configuration gives them none.
    pub(crate) screens: String,
    log: PathBuf,
}

impl Hall {
    /// Starts the program with this configuration.
    pub(crate) fn start(config: &Path) -> Hall {
        let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
        command.args(["run", "--quiet", "--config"]).arg(config);
        Hall::start_as(command, config)
    }

    /// Starts the program by this command.
    pub(crate) fn start_as(mut command: Command, config: &Path) -> Hall {
        let log = config.with_extension("log");
        let errors = File::options().create(true).append(true).open(&log).expect("the folder can be written");
        let mut child = command.stdout(Stdio::piped()).stderr(errors).spawn().expect("the program starts");
        let (mut line, mut link) = (String::new(), String::new());
        let mut stdout = BufReader::new(child.stdout.take().expect("it was asked for"));
        stdout.read_line(&mut line).expect("it says where the boards are");
        stdout.read_line(&mut link).expect("it says where the arbiter's page is");
        let link = link.split(' ').find(|word| word.contains("://")).unwrap_or_default().to_owned();
        let place = |line: &str| {
            line.split(['/', ' ', '\n'])
                .find(|part| part.contains(':') && !["http:", "https:"].contains(part))
                .unwrap_or_default()
                .to_owned()
        };
        let address = place(&line);
        line.clear();
        if read(config).contains("\nscreens =") {
            stdout.read_line(&mut line).expect("it says where the screens are");
        }
        let screens = place(&line);
        assert!(!address.is_empty(), "no address: {}", read(&log));
        Hall { pid: child.id(), child, address, link, screens, log }
    }

    /// Returns what the program says when it does not start with this configuration although its addresses are free.
    pub(crate) fn refused(config: &Path) -> String {
        let ended = Command::new(env!("CARGO_BIN_EXE_topboard"))
            .args(["run", "--quiet", "--config"])
            .arg(config)
            .output()
            .expect("the program starts");
        assert_eq!(ended.status.code(), Some(2), "{ended:?}");
        String::from_utf8_lossy(&ended.stderr).into_owned()
    }

    /// Sends a signal and waits for the end. Returns the exit code.
    pub(crate) fn signal(&mut self, signal: rustix::process::Signal) -> Option<i32> {
        let pid = rustix::process::Pid::from_raw(i32::try_from(self.pid).expect("a process's number"));
        rustix::process::kill_process(pid.expect("not zero"), signal).expect("it runs");
        let end = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().expect("it is ours") {
                return status.code();
            }
            assert!(Instant::now() < end, "{signal:?} did not end it: {}", self.log());
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Returns what the program has told the operator so far.
    pub(crate) fn log(&self) -> String {
        read(&self.log)
    }

    /// Returns its resident memory, in KiB.
    pub(crate) fn memory_kib(&self) -> u64 {
        let status = read(Path::new(&format!("/proc/{}/status", self.pid)));
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("Linux says it");
        line.trim().trim_end_matches(" kB").trim().parse().expect("a number")
    }

    pub(crate) fn get(&self, path: &str) -> String {
        Hall::get_at(&self.address, path)
    }

    /// Gets a file at one of the program's addresses.
    pub(crate) fn get_at(address: &str, path: &str) -> String {
        let mut stream = TcpStream::connect(address).expect("the program listens");
        write!(stream, "GET {path} HTTP/1.0\r\nHost: test\r\n\r\n").expect("it takes a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers in text");
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head");
        assert!(head.contains("200 OK"), "{head}");
        body.to_owned()
    }

    /// Returns the games once they satisfy `is_so`: an edition stands for a second, and each change has to be safe
    /// first.
    pub(crate) async fn games(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + Duration::from_secs(20);
        loop {
            let games = self.get("/all-games.pgn");
            if is_so(&games) {
                return games;
            }
            assert!(Instant::now() < end, "waited in vain for {what}: {games}");
            sleep(Duration::from_millis(200)).await;
        }
    }

    /// Waits until the games of the program are these, and then until they stay unchanged.
    pub(crate) async fn expect_games(&self, wanted: &[(u16, Vec<String>)]) {
        let end = Instant::now() + Duration::from_secs(20);
        let mut games = games_of(&self.get("/all-games.pgn"));
        while games != wanted && Instant::now() < end {
            // The last move settles a moment after it was made.
            sleep(Duration::from_millis(200)).await;
            games = games_of(&self.get("/all-games.pgn"));
        }
        for (got, wanted) in games.iter().zip(wanted) {
            assert_eq!(got, wanted, "{}", self.log());
        }
        assert_eq!(games.len(), wanted.len(), "one game a table");
        self.settled_games().await;
    }

    /// Returns the games once they stay unchanged: a clock speaks once a second, and an edition stands for a second.
    pub(crate) async fn settled_games(&self) -> String {
        let end = Instant::now() + Duration::from_secs(20);
        let mut told = self.get("/all-games.pgn");
        loop {
            sleep(Duration::from_millis(2_500)).await;
            let now = self.get("/all-games.pgn");
            if now == told || Instant::now() > end {
                return now;
            }
            told = now;
        }
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_default()
}

/// A table as a viewer sees it.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seen {
    pub(crate) game: u64,
    pub(crate) rev: u64,
    pub(crate) moves: Vec<Value>,
    /// The states of the link since there was one, in order.
    pub(crate) links: Vec<String>,
}

impl Seen {
    pub(crate) fn is_live(&self) -> bool {
        self.links.last().is_some_and(|state| state == "live")
    }
}

pub(crate) type Tables = BTreeMap<u64, Seen>;

/// A viewer of the page.
pub(crate) struct Viewer {
    tables: Arc<Mutex<Tables>>,
    pub(crate) task: JoinHandle<()>,
}

impl Viewer {
    pub(crate) fn of(hall: &Hall) -> Viewer {
        let tables = Arc::new(Mutex::new(Tables::new()));
        let task = tokio::spawn(view(hall.address.clone(), Arc::clone(&tables)));
        Viewer { tables, task }
    }

    /// Returns the tables as they are seen now.
    pub(crate) fn tables(&self) -> Tables {
        assert!(!self.task.is_finished(), "the feed ended");
        self.remembered()
    }

    /// Returns the tables as last seen, whether the feed goes on or not.
    pub(crate) fn remembered(&self) -> Tables {
        self.tables.lock().expect("no test panics holding it").clone()
    }

    /// Returns a table as it is seen now; an empty one before it is told.
    pub(crate) fn table(&self, table: u16) -> Seen {
        self.tables().remove(&u64::from(table)).unwrap_or_default()
    }
}

/// Follows the feed as a page does. Fails on a gap in the sequence.
async fn view(address: String, tables: Arc<Mutex<Tables>>) {
    let (mut socket, _) = connect_async(format!("ws://{address}/ws/hall")).await.expect("the feed answers");
    // Asking again must do no harm.
    socket.send(Message::Text("{\"want\":\"snapshot\"}".into())).await.expect("the feed listens");
    let mut last_seq = None;
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let frame: Value = serde_json::from_str(&text).expect("a frame is JSON");
        assert!(follows(&frame, last_seq), "an update was left out after {last_seq:?}: {frame}");
        last_seq = frame["seq"].as_u64();
        apply(&mut tables.lock().expect("no test panics holding it"), &frame);
    }
}

/// Returns whether this frame may come after this sequence without loss.
pub(crate) fn follows(frame: &Value, last_seq: Option<u64>) -> bool {
    let seq = frame["seq"].as_u64().expect("every frame has a sequence");
    match frame["kind"].as_str() {
        Some("snapshot") => true,
        Some("update") => Some(seq - 1) == last_seq,
        Some("beat") => Some(seq) == last_seq,
        other => panic!("an unknown frame: {other:?}"),
    }
}

/// Takes a frame in.
pub(crate) fn apply(tables: &mut Tables, frame: &Value) {
    for change in frame["tables"].as_array().into_iter().flatten() {
        apply_change(tables, change, frame["kind"] == "snapshot");
    }
}

fn apply_change(tables: &mut Tables, change: &Value, is_whole: bool) {
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
    if let Some(state) = change["link"]["state"].as_str().filter(|state| *state != "absent")
        && seen.links.last().is_none_or(|last| last != state)
    {
        seen.links.push(state.to_owned());
    }
}

/// Checks that every final move that was published is still published.
pub(crate) fn check_nothing_lost(before: &Tables, after: &Tables) {
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

/// Checks that the journal is whole, publishes the same when it is folded again, and makes these games.
pub(crate) fn check_journal(journal: &Path, published: &str) {
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
    assert_eq!(games, without_clocks(published));
}

/// Returns the moves of a game in SAN.
pub(crate) fn sans_of(truth: &Truth) -> Vec<String> {
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
