//! A closed event: every route of the public listener, as its OpenAPI document lists them, asked without a login, as a
//! spectator, and with a login that is over; and how spectators come in.

use crate::{
    arbiter_client::{Answer, Arbiter, ask},
    logins::{free_port, link},
    passwords::{from_elsewhere, password},
    rig::{Hall, config, folder, until},
    roles::age,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::{
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

/// Writes the configuration of a closed event, whose public port stays over a restart.
fn closed(folder: &Path) -> PathBuf {
    let config = config(folder, &[]);
    let text = fs::read_to_string(&config).expect("it is there");
    let server =
        format!("listen = \"127.0.0.1:{}\"\nclosed = true\nscreens = \"127.0.0.1:0\"\n", free_port());
    fs::write(&config, text.replacen("listen = \"127.0.0.1:0\"\n", &server, 1)).expect("a file");
    config
}

/// Runs `topboard link` for spectators, and returns what it says.
fn invite(config: &Path, options: &[&str]) -> String {
    let said = link(config, &[&["--role", "spectator"], options].concat());
    assert_eq!(said.status.code(), Some(0), "{said:?}");
    String::from_utf8_lossy(&said.stdout).into_owned()
}

fn key(text: &str) -> String {
    let (_, rest) = text.split_once("#enter=").unwrap_or_else(|| panic!("no link in {text:?}"));
    rest.split_whitespace().next().expect("a key").to_owned()
}

fn enter(address: &str, form: &str) -> Answer {
    let origin = format!("http://{address}");
    let headers = [("Content-Type", "application/x-www-form-urlencoded"), ("Origin", origin.as_str())];
    ask(address, "POST", "/enter", &headers, form)
}

fn cookie(answer: &Answer) -> String {
    assert_eq!((answer.status, answer.header("location")), (303, Some("/")), "{answer:?}");
    let set = answer.header("set-cookie").expect("a cookie");
    assert!(set.contains("HttpOnly") && set.contains("SameSite=Lax") && set.contains("Path=/;"), "{set}");
    set.split(';').next().expect("a value").to_owned()
}

/// Sends a request and reads the head of the answer; the body may have no end.
fn head(address: &str, path: &str, headers: &[(&str, &str)]) -> (u16, String, BufReader<TcpStream>) {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("it can be set");
    let mut text = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n");
    headers.iter().for_each(|(name, value)| text.push_str(&format!("{name}: {value}\r\n")));
    write!(stream, "{text}\r\n").expect("it takes it");
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).expect("it answers") > 0 {}
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, head, reader)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_event_is_for_those_who_were_invited() {
    let folder = folder("spectators");
    let config = closed(&folder);
    let mut hall = Hall::start(&config);
    let address = hall.address.clone();
    let chief = Arbiter::enter(&hall);
    let invited = key(&invite(&config, &["--name", "Press", "--uses", "3", "--hours", "1"]));
    let form = format!("key={invited}");
    let [live, expired, ended] = [(); 3].map(|()| cookie(&enter(&address, &form)));
    let fourth = enter(&address, &form);
    assert!(fourth.status == 401 && fourth.body.contains("lang=\"ru\""), "it is used up: {fourth:?}");
    let foreign = [("Content-Type", "application/x-www-form-urlencoded"), ("Origin", "http://evil.example")];
    assert_eq!(ask(&address, "POST", "/enter", &foreign, &form).status, 403);

    // Spectators are in the list of logins. One that is ended takes its stream and its socket along.
    let list = chief.get("/api/v1/logins").json();
    let of_spectators: Vec<&Value> = list["logins"]
        .as_array()
        .expect("a list")
        .iter()
        .filter(|login| login["role"] == "spectator")
        .collect();
    assert_eq!(of_spectators.len(), 3, "{list}");
    assert_eq!(of_spectators[0]["name"], "Press");
    let (status, _, mut events) = head(&address, "/api/v2/events", &[("Cookie", &ended)]);
    let socket = [
        ("Cookie", ended.as_str()),
        ("Connection", "Upgrade"),
        ("Upgrade", "websocket"),
        ("Sec-WebSocket-Version", "13"),
        ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
    ];
    let (upgraded, _, mut frames) = head(&address, "/ws/v2", &socket);
    assert_eq!((status, upgraded), (200, 101));
    let id = |index: usize| of_spectators[index]["login"].as_str().expect("a name").to_owned();
    assert_eq!(chief.send("DELETE", &format!("/api/v1/logins/{}", id(2)), "").status, 200);
    for reader in [&mut events, &mut frames] {
        let mut rest = Vec::new();
        let _ = reader.read_to_end(&mut rest);
    }
    let file = folder.join("data/spectators.logins");
    until("the logins are written", || fs::read_to_string(&file).is_ok_and(|text| text.lines().count() == 3))
        .await;
    let expired_id = id(1);
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    age(&file, &[expired_id]);
    let hall = Hall::start(&config);
    assert_eq!(hall.address, address);

    let document = ask(&address, "GET", "/openapi.json", &[("Cookie", &live)], "").json();
    let mut routes = 0;
    for path in document["paths"].as_object().expect("paths").keys().filter(|path| *path != "/enter") {
        let path = path
            .replace("{table}", "1")
            .replace("{key}", "A")
            .replace("{round}", "1")
            .replace("{board}", "1")
            .replace("{id}", "1");
        for stranger in ["", &expired, &ended, "topboard_spectator=guess"] {
            let (status, head, mut body) =
                head(&address, &path, &[("Cookie", stranger), ("Connection", "close")]);
            let mut text = String::new();
            let _ = body.read_to_string(&mut text);
            assert_eq!(status, 401, "{path} with {stranger:?}: {head}{text}");
            assert!(text.contains("closed") && !text.contains('{'), "{path}: {text}");
            assert_eq!(head.contains("www-authenticate"), path.ends_with(".pgn"), "{path}: {head}");
        }
        let (status, head, _) = head(&address, &path, &[("Cookie", &live), ("Connection", "close")]);
        assert!(![401, 403, 429].contains(&status), "{path}: {head}");
        assert!(status != 200 || head.contains("cache-control: private"), "{path}: {head}");
        routes += 1;
    }
    assert!(routes > 12, "{routes}");
    // A browser gets a page with the way in, wherever it comes from, and the page's parts.
    let door = ask(&address, "GET", "/rounds/", &[("Accept", "text/html")], "");
    assert!(
        door.status == 401 && door.body.contains("action=\"/enter\"") && door.body.contains("lang=\"pl\"")
    );
    assert_eq!(ask(&address, "GET", "/closed/closed.js", &[], "").status, 200);
    assert_eq!(ask(&address, "GET", "/rounds/main.js", &[], "").status, 401);
    assert_eq!(ask(&hall.screens, "GET", "/hall/", &[], "").status, 200, "screens stay open");

    // A program has its secret in its address.
    let program = invite(&config, &["--name", "Relay", "--program"]);
    let (_, rest) = program.split_once("http://pgn:").unwrap_or_else(|| panic!("{program}"));
    let (secret, place) = rest.split_once('@').expect("a secret");
    assert!(place.starts_with(&format!("{address}/games.pgn")), "{program}");
    let basic = |secret: &str| format!("Basic {}", STANDARD.encode(format!("pgn:{secret}")));
    let games = |value: &str| ask(&address, "GET", "/games.pgn", &[("Authorization", value)], "").status;
    assert_eq!((games(&basic(secret)), games(&basic("guess")), games("Basic ?")), (200, 401, 401));

    // A spectator's password opens the public pages alone.
    let set = password(&config, &["--name", "Guest", "--role", "spectator"], "correct horse battery");
    assert_eq!(set.status.code(), Some(0), "{set:?}");
    let guest = cookie(&enter(&address, "name=Guest&password=correct+horse+battery"));
    assert_eq!(ask(&address, "GET", "/text", &[("Cookie", &guest)], "").status, 200);
    assert_eq!(enter(&address, "name=Guest&password=wrong").status, 401);
    let chief = Arbiter::enter(&hall);
    let staff = chief.post("/api/v1/session", &json!({"name": "Guest", "password": "correct horse battery"}));
    assert_eq!(staff.status, 401, "{staff:?}");

    // Ending a link ends the logins that it began.
    let again = key(&invite(&config, &["--name", "Press", "--uses", "9"]));
    let late = cookie(&enter(&address, &format!("key={again}")));
    let listed = String::from_utf8_lossy(&link(&config, &["--list"]).stdout).into_owned();
    let line =
        listed.lines().find(|line| line.contains("8 of 9 uses left")).unwrap_or_else(|| panic!("{listed}"));
    let id = line.split_whitespace().next().expect("a name");
    assert_eq!(link(&config, &["--end", id]).status.code(), Some(0));
    assert_eq!(enter(&address, &format!("key={again}")).status, 401);
    assert_eq!(ask(&address, "GET", "/text", &[("Cookie", &late)], "").status, 401);
    let log = hall.log();
    assert!(
        !log.contains(secret) && !log.contains(&invited) && !log.contains(&again),
        "no secret is in a log"
    );
}

/// Strangers at the closed door: keys of links, passwords, secrets of programs, cookies, a thousand of them and all wrong.
#[test]
fn a_thousand_bad_logins_keep_no_spectator_out() {
    let folder = folder("spectators-flood");
    let config = closed(&folder);
    let hall = Hall::start(&config);
    let address = &hall.address;
    let invited = key(&invite(&config, &["--name", "Press"]));
    let set = password(&config, &["--name", "Guest", "--role", "spectator"], "correct horse battery");
    assert_eq!(set.status.code(), Some(0), "{set:?}");
    let (before, begun) = (hall.memory_kib(), Instant::now());
    let tried = |number: usize, thread: usize| {
        let guess = format!("guess {thread} {number}");
        let basic = format!("Basic {}", STANDARD.encode(format!("pgn:{guess}")));
        match number % 4 {
            0 => enter(address, &format!("key={thread}{number}")),
            1 => enter(address, &format!("name=Guest&password={guess}")),
            2 => ask(address, "GET", "/games.pgn", &[("Authorization", &basic)], ""),
            _ => ask(address, "GET", "/text", &[("Cookie", &format!("topboard_spectator={guess}"))], ""),
        }
    };
    let all_of =
        &|thread: usize| (0..250).map(|number| (number % 4 == 1, tried(number, thread))).collect::<Vec<_>>();
    let answers: Vec<(bool, Answer)> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|thread| scope.spawn(move || all_of(thread))).collect();
        threads.into_iter().flat_map(|one| one.join().expect("it ends")).collect()
    });
    assert_eq!(answers.len(), 1_000);
    for (_, answer) in &answers {
        assert!([401, 429].contains(&answer.status), "{answer:?}");
        assert!(answer.header("set-cookie").is_none(), "{answer:?}");
        assert_eq!(answer.status == 429, answer.header("retry-after").is_some(), "{answer:?}");
    }
    // A password costs a comparison: ten at once, and one more for each six seconds.
    let compared =
        answers.iter().filter(|(is_password, answer)| *is_password && answer.status == 401).count();
    let earned = usize::try_from(begun.elapsed().as_secs() / 6).expect("small") + 1;
    assert!(compared <= 10 + earned, "{compared} passwords were compared in {:?}", begun.elapsed());
    assert!(hall.memory_kib() < before + (96 << 10), "{before} KiB before, {} after", hall.memory_kib());
    assert!(hall.log().lines().count() < 200, "the log is not filled with it: {}", hall.log());
    // The right person comes in from another address by password, and from this one by the link.
    let body = "name=Guest&password=correct+horse+battery";
    let guest = from_elsewhere(address, "/enter", "application/x-www-form-urlencoded", body);
    assert!(guest.starts_with("HTTP/1.1 303 "), "{guest}");
    let press = cookie(&enter(address, &format!("key={invited}")));
    assert_eq!(ask(address, "GET", "/text", &[("Cookie", &press)], "").status, 200);
    assert!(begun.elapsed() < Duration::from_secs(120), "{:?}", begun.elapsed());
}

#[test]
fn an_open_event_has_no_links_for_spectators() {
    let folder = folder("spectators-open");
    let config = config(&folder, &[]);
    let hall = Hall::start(&config);
    let refused = link(&config, &["--name", "Press", "--role", "spectator"]);
    assert_eq!(refused.status.code(), Some(1), "{refused:?}");
    assert!(String::from_utf8_lossy(&refused.stderr).contains("closed = true"), "{refused:?}");
    assert_eq!(enter(&hall.address, "key=1").status, 303, "everybody is in");
}
