//! Games that are brought to servers of the Web: by PUT, and as signed messages. The server refuses, hangs, goes away and comes
//! back; in the end it has what the hall serves.

use crate::{
    arbiter_client::Arbiter,
    couriers::{differing, hall_with, moves},
    games_of_rounds::begin,
    rig::{folder, until},
};
use hmac::{Hmac, Mac};
use serde_json::Value;
use sha2::Sha256;
use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Mutex},
    thread,
    time::Duration,
};

/// What a server does with a request.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Mood {
    Takes,
    Refuses,
    /// It reads nothing and does not answer.
    Hangs,
    /// It ends the connection at once.
    Gone,
}

/// A request, as it came.
#[derive(Clone)]
pub(crate) struct Request {
    pub(crate) line: String,
    headers: BTreeMap<String, String>,
    pub(crate) body: String,
}

/// A server of the Web.
pub(crate) struct Receiver {
    pub(crate) address: SocketAddr,
    mood: Arc<Mutex<Mood>>,
    taken: Arc<Mutex<Vec<Request>>>,
}

impl Receiver {
    pub(crate) fn start() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = listener.local_addr().expect("an address");
        let (mood, taken) = (Arc::new(Mutex::new(Mood::Takes)), Arc::new(Mutex::new(Vec::new())));
        let (moods, all) = (Arc::clone(&mood), Arc::clone(&taken));
        thread::spawn(move || {
            let mut kept = Vec::new();
            for stream in listener.incoming().flatten() {
                let mood = *moods.lock().expect("no panic");
                match mood {
                    Mood::Hangs => kept.push(stream),
                    Mood::Gone => drop(stream),
                    Mood::Takes | Mood::Refuses => {
                        let Some(request) = read(&stream) else { continue };
                        if mood == Mood::Takes {
                            all.lock().expect("no panic").push(request);
                        }
                        let status =
                            if mood == Mood::Takes { "204 No Content" } else { "507 Insufficient Storage" };
                        let _ = write!(&stream, "HTTP/1.1 {status}\r\nContent-Length: 0\r\n\r\n");
                    }
                }
            }
        });
        Receiver { address, mood, taken }
    }

    pub(crate) fn set(&self, mood: Mood) {
        *self.mood.lock().expect("no panic") = mood;
    }

    pub(crate) fn taken(&self) -> Vec<Request> {
        self.taken.lock().expect("no panic").clone()
    }

    /// Returns the latest of each file.
    pub(crate) fn files(&self, base: &str) -> BTreeMap<String, String> {
        let of = |request: Request| {
            let path =
                request.line.split(' ').nth(1).and_then(|path| path.strip_prefix(base)).expect("a path");
            (path.to_owned(), request.body)
        };
        self.taken().into_iter().map(of).collect()
    }
}

fn read(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let (mut line, mut headers) = (String::new(), BTreeMap::new());
    reader.read_line(&mut line).ok()?;
    loop {
        let mut header = String::new();
        reader.read_line(&mut header).ok()?;
        let Some((name, value)) = header.trim_end().split_once(": ") else { break };
        headers.insert(name.to_ascii_lowercase(), value.to_owned());
    }
    let length = headers.get("content-length").map_or(Some(0), |length: &String| length.parse().ok());
    let mut body = vec![0; length?];
    reader.read_exact(&mut body).ok()?;
    Some(Request { line, headers, body: String::from_utf8(body).ok()? })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_fails_in_every_way_has_the_games_in_the_end() {
    let folder = folder("couriers-put");
    fs::write(folder.join("password"), "horse-battery\n").expect("it can be written");
    let receiver = Receiver::start();
    let lines = format!(
        "[[broadcast]]\nto = \"put\"\nurl = \"http://{}/open\"\nuser = \"me\"\npassword_file = {:?}\nfiles = \"all\"\n",
        receiver.address,
        folder.join("password")
    );
    let hall = hall_with(&folder, &lines);
    let arbiter = Arbiter::enter(&hall);
    begin(&arbiter);
    until("the files are there", || receiver.files("/open/").contains_key("tournament.json")).await;
    let first = &receiver.taken()[0];
    assert!(
        first.line.starts_with("PUT /open/") && first.line.contains(".pgn "),
        "games first: {}",
        first.line
    );
    assert_eq!(first.headers["authorization"], "Basic bWU6aG9yc2UtYmF0dGVyeQ==");
    assert_eq!(first.headers["content-type"], "application/x-chess-pgn; charset=utf-8");
    let mut line = Vec::new();
    for (mood, uci, san) in
        [(Mood::Refuses, "e2e4", "e4"), (Mood::Gone, "e7e5", "e5"), (Mood::Hangs, "g1f3", "Nf3")]
    {
        line.push(uci);
        receiver.set(mood);
        moves(&arbiter, &line);
        tokio::time::sleep(Duration::from_millis(2_500)).await;
        receiver.set(Mood::Takes);
        let has_move =
            || receiver.files("/open/").get("round-1/game-1.pgn").is_some_and(|pgn| pgn.contains(san));
        until("the server has the move", has_move).await;
    }
    until("the server has all", || differing(&hall, &receiver.files("/open/")).is_empty()).await;
    assert_eq!(receiver.files("/open/").len(), 6, "{:?}", receiver.files("/open/").keys());
    let before = receiver.taken().len();
    line.push("b8c6");
    moves(&arbiter, &line);
    until("the move is there", || differing(&hall, &receiver.files("/open/")).is_empty()).await;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let changed: Vec<String> = receiver.taken()[before..].iter().map(|one| one.line.clone()).collect();
    assert!(changed.len() <= 4, "only what changed is sent: {changed:?}");
    let log = hall.log();
    assert!(log.contains("507") && log.contains("takes the games again"), "{log}");
    assert!(!log.contains("horse-battery") && !log.contains("bWU6aG9"), "{log}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_game_that_changed_is_a_signed_message() {
    let folder = folder("couriers-webhook");
    fs::write(folder.join("secret"), "staple\n").expect("it can be written");
    let receiver = Receiver::start();
    let lines = format!(
        "[[broadcast]]\nto = \"webhook\"\nurl = \"http://{}/hook?key=hidden-word\"\nsecret_file = {:?}\n",
        receiver.address,
        folder.join("secret")
    );
    let hall = hall_with(&folder, &lines);
    let arbiter = Arbiter::enter(&hall);
    begin(&arbiter);
    until("the first message is there", || !receiver.taken().is_empty()).await;
    receiver.set(Mood::Refuses);
    moves(&arbiter, &["e2e4", "e7e5"]);
    until("the refusal is told", || hall.log().contains("507")).await;
    receiver.set(Mood::Takes);
    let messages = || -> Vec<Value> {
        let parse = |one: &Request| serde_json::from_str(&one.body).expect("JSON");
        receiver.taken().iter().map(parse).collect()
    };
    until("the moves are there", || messages().iter().any(|one| one["pgn"].to_string().contains("1. e4")))
        .await;
    let all = messages();
    let sequence: Vec<u64> = all.iter().filter_map(|one| one["sequence"].as_u64()).collect();
    assert_eq!(sequence, (1..=sequence.len() as u64).collect::<Vec<_>>());
    let last = all.last().expect("there are some");
    assert_eq!((&last["key"], &last["round"], &last["board"]), (&"A".into(), &"1".into(), &1.into()));
    assert!(last["pgn"].to_string().contains(last["game"].as_str().expect("an id")), "{last}");
    assert!(all.iter().all(|one| one["run"] == last["run"] && one["run"] != ""));
    for request in receiver.taken() {
        let mut mac = Hmac::<Sha256>::new_from_slice(b"staple").expect("a key");
        mac.update(request.body.as_bytes());
        let hex: String = mac.finalize().into_bytes().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(request.headers["topboard-signature"], format!("sha256={hex}"));
        assert_eq!(request.line.split(' ').nth(1), Some("/hook?key=hidden-word"));
    }
    let log = hall.log();
    assert!(!log.contains("staple") && !log.contains("hidden-word"), "{log}");
}
