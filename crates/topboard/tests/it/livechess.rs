//! The interface of LiveChess in the whole program: a board played at 127.0.0.1 and at ::1, whoever may not read it, and a
//! strict client of somebody else's.

use crate::{
    arbiter_client::{Arbiter, ask},
    logins::free_port,
    rig::{Hall, PATIENCE, config, folder, until},
    seat::{Deed, Seat, game},
};
use broadcast::livechess::{BoardName, Choice};
use futures_util::{SinkExt, StreamExt};
use rustix::process::Signal;
use serde_json::{Value, json};
use shakmaty::{CastlingMode, Chess, Position, san::San};
use std::{
    fs,
    net::TcpListener,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};
use topboard::config::{Config, DEFAULT_TEXT};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Writes a configuration with the interface at this port, and these lines more in its section.
fn with_livechess(config: &Path, port: u16, more: &str) {
    let text = fs::read_to_string(config).expect("it was written");
    let section = format!("[livechess]\nport = {port}\n{more}");
    fs::write(config, format!("{section}{text}")).expect("the folder can be written");
}

/// A client of the WebSocket.
struct Client(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Client {
    async fn at(address: &str) -> Client {
        let (socket, _) = connect_async(format!("ws://{address}/api/v1.0")).await.expect("it answers");
        Client(socket)
    }

    async fn say(&mut self, what: Value) {
        self.0.send(Message::Text(what.to_string().into())).await.expect("it listens");
    }

    async fn hear(&mut self) -> Value {
        loop {
            let next = timeout(PATIENCE, self.0.next()).await.expect("it says something in time");
            if let Message::Text(text) = next.expect("it goes on").expect("a frame") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    /// Says a call, and returns its answer.
    async fn call(&mut self, call: Value) -> Value {
        let id = call["id"].clone();
        self.say(call).await;
        loop {
            let frame = self.hear().await;
            if frame["response"] != "feed" && frame["id"] == id {
                return frame;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_followed_at_both_loopbacks_and_by_nobody_else() {
    let folder = folder("livechess");
    let seat = Seat::new(&folder, 1, game(3, 12));
    seat.does(Deed::HoldAt(0));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let port = free_port();
    with_livechess(&config, port, "");
    let mut hall = Hall::start(&config);
    let (v4, v6) = (format!("127.0.0.1:{port}"), format!("[::1]:{port}"));
    let boards = |address: &str| -> Value {
        let answer = ask(address, "GET", "/api/v1.0/eboards", &[], "");
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
        answer.json()
    };
    until("the board is there", || boards(&v6)[0]["state"] == "ACTIVE").await;
    let board = boards(&v4)[0].clone();
    assert_eq!(board["board"], START.split(' ').next().expect("a placement"));
    let keys: Vec<&String> = board.as_object().expect("an object").keys().collect();
    assert_eq!(keys.len(), 8, "{keys:?}");

    let mut players = [Client::at(&v4).await, Client::at(&v6).await];
    for client in &mut players {
        let listed = client.call(json!({"id": 1, "call": "eboards"})).await;
        let serial = listed["param"][0]["serialnr"].clone();
        let subscribe = json!({"feed": "eboardevent", "id": 1, "param": {"serialnr": serial}});
        let answer = client.call(json!({"id": 2, "call": "subscribe", "param": subscribe})).await;
        assert!(answer["param"].is_null() && answer["time"].is_u64(), "{answer}");
        let setup = json!({"id": 1, "method": "setup", "param": {"fen": START}});
        assert_eq!(client.call(json!({"id": "3", "call": "call", "param": setup})).await["response"], "call");
        assert_eq!(client.call(json!({"id": 4, "call": "dance"})).await["response"], "error");
    }
    seat.does(Deed::Go);
    for client in &mut players {
        let (mut moves, mut clocks) = (Vec::new(), 0);
        while moves != seat.wanted {
            let news = client.hear().await["param"].take();
            assert!(news["board"].is_string(), "every frame has the board: {news}");
            clocks += usize::from(news.get("clock").is_some_and(Value::is_object));
            if let Some(san) = news["san"].as_array() {
                moves = san.iter().map(|san| san.as_str().expect("text").to_owned()).collect();
            }
        }
        assert!(clocks > 0, "its clock was told");
    }

    // Somebody who had a name of their own point at this computer.
    for path in ["/api/v1.0/eboards", "/doc/index.html"] {
        let status = |host: &str| ask(&v4, "GET", path, &[("Host", host)], "").status;
        assert_eq!((status("evil.example"), status(&format!("localhost:{port}"))), (403, 200), "{path}");
    }
    assert_eq!(ask(&v4, "POST", "/api/v1.0/eboards", &[], "{}").status, 405);
    assert_eq!(ask(&v4, "GET", "/api/v1.0/game/none", &[], "").status, 404);
    // Nothing of it is at the listener of spectators.
    assert_eq!(ask(&hall.address, "GET", "/api/v1.0/eboards", &[], "").status, 404);
    assert_eq!(hall.signal(Signal::TERM), Some(0), "{}", hall.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_hall_plays_on_where_livechess_itself_has_the_port() {
    let folder = folder("livechess-taken");
    let config = config(&folder, &[]);
    let other = TcpListener::bind("127.0.0.1:0").expect("there is a free port");
    let port = other.local_addr().expect("bound").port();
    with_livechess(&config, port, "");
    let hall = Hall::start(&config);
    assert!(hall.get("/healthz").starts_with("ok"));
    until("it is said", || hall.log().contains("programs for LiveChess do not find the boards")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn other_computers_need_the_token() {
    let folder = folder("livechess-token");
    let config = config(&folder, &[]);
    let token = folder.join("livechess.token");
    let network = if_addrs::get_if_addrs().expect("the system tells").into_iter().map(|it| it.ip());
    let Some(ip) = network.filter(std::net::IpAddr::is_ipv4).find(|ip| !ip.is_loopback()) else {
        eprintln!("this computer has no network; nothing can be tried");
        return;
    };
    let (port, beyond) = (free_port(), format!("{ip}:{}", free_port()));
    with_livechess(&config, port, &format!("listen = {beyond:?}\ntoken_file = {token:?}\n"));
    let refused = |why: &str| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_topboard"));
        let ended = program.args(["run", "--quiet", "--config"]).arg(&config).output().expect("it starts");
        assert!(String::from_utf8_lossy(&ended.stderr).contains(why), "{ended:?}");
        assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    };
    refused("cannot be read");
    fs::write(&token, "short\n").expect("the folder can be written");
    refused("at least 16 letters");
    fs::write(&token, "a-token-of-this-test\n").expect("the folder can be written");
    let hall = Hall::start(&config);
    let status = |path: &str| ask(&beyond, "GET", path, &[], "").status;
    assert_eq!(status("/api/v1.0/eboards"), 403);
    assert_eq!(status("/api/v1.0/eboards?token=a-token-of-this-tesT"), 403);
    assert_eq!(status("/api/v1.0/eboards?token=a-token-of-this-test"), 200);
    assert_eq!(status("/a-token-of-this-test/api/v1.0/eboards"), 200);
    assert!(connect_async(format!("ws://{beyond}/api/v1.0")).await.is_err());
    let known = format!("ws://{beyond}/a-token-of-this-test/api/v1.0");
    assert!(connect_async(known).await.is_ok());
    assert!(!hall.log().contains("a-token"), "{}", hall.log());
}

/// The client livechess of PyPI, which `./check` installs from tests/clients.txt. Its port is fixed, so it is told another.
struct Strict {
    port: u16,
}

impl Strict {
    fn run(&self, arguments: &[&str]) -> String {
        let program = "import sys\nfrom livechess import local, main\n\
            local.LiveChessLocal.__init__.__defaults__ = (None, int(sys.argv[1]))\nmain.app(sys.argv[2:])";
        let python = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../clients/bin/python");
        assert!(python.exists(), "{} is missing; `./check --only test` installs it", python.display());
        let output = Command::new(python)
            .args(["-c", program])
            .arg(self.port.to_string())
            .args(arguments)
            .env("COLUMNS", "200")
            .output()
            .expect("the client starts");
        let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{arguments:?}: {said}");
        said.into_owned()
    }

    /// Waits until the client finds these events in a tournament, and none that is not named.
    fn finds(&self, tournament: &str, wanted: &[&str]) {
        const ALL: [&str; 7] = [
            "Board missing",
            "Game finished",
            "Clock paused",
            "Wrong move guessed",
            "Non-played king move",
            "Error reconstructing",
            "Premature result",
        ];
        let end = Instant::now() + Duration::from_secs(60);
        loop {
            let said = self.run(&["events", tournament]);
            let found: Vec<&str> = ALL.into_iter().filter(|event| said.contains(event)).collect();
            if found == wanted && (!wanted.is_empty() || said.contains("No events")) {
                return;
            }
            assert!(Instant::now() < end, "{wanted:?}, and it says: {said}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 3)]
async fn a_strict_client_finds_nothing_in_a_clean_game_and_every_fault_it_knows() {
    let folder = folder("livechess-strict");
    let seat = Seat::new(&folder, 1, game(3, 40));
    seat.does(Deed::HoldAt(0));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let strict = Strict { port: free_port() };
    with_livechess(&config, strict.port, "first = 1\n[results]\ncheckmate = \"ask\"\n");
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let order = |mut order: Value| {
        order["author"] = json!("Judge");
        let answer = arbiter.post("/api/v1/event", &order);
        assert_eq!(answer.status, 200, "{order}: {answer:?}");
    };
    let correct = |game: &[&str]| {
        let mut position = Chess::default();
        let moves = game.iter().map(|san| {
            let san: San = san.trim_end_matches('#').parse().expect("a move");
            let mv = san.to_move(&position).expect("it is legal");
            position.play_unchecked(mv);
            mv.to_uci(CastlingMode::Standard).to_string()
        });
        let moves: Vec<String> = moves.collect();
        let answer = arbiter.says(1, json!({"cmd": "correct", "from_ply": 1, "moves": moves}));
        assert_eq!(answer.status, 200, "{moves:?}: {answer:?}");
    };
    order(json!({"do": "enter", "key": "A", "name": "Open", "first_table": 1,
        "players": {"1": {"name": "Nowak, Anna"}, "2": {"name": "Kowalski, Jan"}},
        "rounds": {"1": {"pairings": {"1": {"white": 1, "black": 2}}}}}));
    order(json!({"do": "open", "key": "A", "round": 1}));
    let address = format!("127.0.0.1:{}", strict.port);
    let get = |path: &str| ask(&address, "GET", path, &[], "").json();
    until("the round is told", || get("/api/v1.0/tournaments")[0]["rounds"] == 1).await;
    let tournament = get("/api/v1.0/tournaments")[0]["uuid"].as_str().expect("text").to_owned();
    seat.does(Deed::Go);
    seat.does(Deed::HoldAt(12));
    until("twelve plies are played", || seat.progress().plies >= 12 && seat.progress().held).await;

    strict.finds(&tournament, &[]);
    assert!(strict.run(&["tournaments"]).contains(&tournament));
    assert!(strict.run(&["eboards"]).contains("ACTIVE"));
    let shown = strict.run(&["tournament", &tournament]);
    assert!(shown.contains("Anna Nowak") && shown.contains("Jan Kowalski"), "{shown}");

    seat.does(Deed::Unplug);
    strict.finds(&tournament, &["Board missing"]);
    seat.does(Deed::Plug);
    strict.finds(&tournament, &[]);

    // A result while the clock runs on.
    order(json!({"do": "result", "key": "A", "round": 1, "board": 1, "result": "1-0"}));
    strict.finds(&tournament, &["Premature result"]);
    order(json!({"do": "result", "key": "A", "round": 1, "board": 1, "result": "*"}));
    strict.finds(&tournament, &[]);

    // Moves that a person wrote have no times, and look like guesses.
    let played: Vec<&str> = seat.wanted[..12].iter().map(|san| san.trim_end_matches('+')).collect();
    correct(&["d4"]);
    strict.finds(&tournament, &["Error reconstructing"]);
    correct(&played);
    strict.finds(&tournament, &["Wrong move guessed"]);

    seat.does(Deed::SetClock(600_000, 600_000));
    strict.finds(&tournament, &["Clock paused", "Wrong move guessed"]);
    correct(&["e4", "a6", "Ke2", "a5", "Ke3", "a4", "Kd4"]);
    strict.finds(
        &tournament,
        &["Clock paused", "Wrong move guessed", "Non-played king move", "Error reconstructing"],
    );
    correct(&["f3", "e5", "g4", "Qh4#"]);
    strict.finds(&tournament, &["Game finished", "Clock paused", "Wrong move guessed"]);
}

#[test]
fn the_section_is_off_unless_it_is_there_and_lets_nobody_in_without_a_token() {
    let read = |text: &str| Config::parse("x", text).map(|config| config.livechess);
    assert_eq!(read(""), Ok(None));
    let usual = read("[livechess]\n").expect("it is enough").expect("it is on");
    assert_eq!((usual.port, usual.boards, usual.beyond), (1982, Choice::All, None));
    let boards = |text: &str| read(text).expect("it is sound").expect("it is on").boards;
    assert_eq!(boards("[livechess]\nfirst = 3\n"), Choice::First(BoardName::Table(3)));
    assert_eq!(boards("[livechess]\nonly = \"0123\"\n"), Choice::Only(BoardName::Serial("0123".to_owned())));
    for (text, why) in [
        ("first = 1\nonly = 2\n", "a board that is alone is the first"),
        ("first = 0\n", "a board is named by"),
        ("listen = \"192.168.1.10:1982\"\n", "others need a token"),
        ("token_file = \"t\"\n", "the token is for other computers"),
        ("listen = \"0.0.0.0:1982\"\ntoken_file = \"t\"\n", "name the address of one network"),
        ("listen = \"127.0.0.1:1982\"\ntoken_file = \"t\"\n", "this computer is served anyway"),
    ] {
        let refused = read(&format!("[livechess]\n{text}")).expect_err(text).to_string();
        assert!(refused.contains(why), "{text}: {refused}");
    }
    let printed: String = DEFAULT_TEXT
        .lines()
        .skip_while(|line| !line.starts_with("# [livechess]"))
        .take_while(|line| line.starts_with("# "))
        .filter(|line| !line.starts_with("# only"))
        .map(|line| format!("{}\n", line.trim_start_matches("# ")))
        .collect();
    assert!(read(&printed).expect("the examples are settings").is_some_and(|it| it.beyond.is_some()));
}
