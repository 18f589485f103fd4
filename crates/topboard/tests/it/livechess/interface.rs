//! A board played at 127.0.0.1 and at ::1, whoever may not read it, and the section of the configuration.

use super::{START, client::Client, with_livechess};
use crate::{
    arbiter_client::ask,
    logins::free_port,
    rig::{Hall, config, folder, until},
    seat::{Deed, Seat, game},
};
use broadcast::livechess::{BoardName, Choice};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::{fs, net::TcpListener, process::Command};
use tokio_tungstenite::connect_async;
use topboard::config::{Config, DEFAULT_TEXT};

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

#[test]
fn the_section_is_off_unless_it_is_there_and_lets_nobody_in_without_a_token() {
    // The boards are named by tables that the hall has.
    let tables = "[[table]]\nnumber = 1\n[[table]]\nnumber = 2\n[[table]]\nnumber = 3\n";
    let read = |text: &str| Config::parse("x", &format!("{text}{tables}")).map(|config| config.livechess);
    assert_eq!(read(""), Ok(None));
    let usual = read("[livechess]\n").expect("it is enough").expect("it is on");
    assert_eq!((usual.port, usual.boards, usual.beyond), (1982, Choice::All, None));
    let boards = |text: &str| read(text).expect("it is sound").expect("it is on").boards;
    assert_eq!(boards("[livechess]\nfirst = 3\n"), Choice::First(BoardName::Table(3)));
    assert_eq!(boards("[livechess]\nonly = \"0123\"\n"), Choice::Only(BoardName::Serial("0123".to_owned())));
    for (text, why) in [
        ("first = 1\nonly = 2\n", "a board that is alone is the first"),
        ("first = 0\n", "the hall has no table 0"),
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
