//! Players completed from a rating list in the whole program: by a browser that sends the list, and by a terminal.

use crate::{
    arbiter_client::{Answer, Arbiter},
    rig::{Hall, config, folder, until},
};
use serde_json::{Value, json};
use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::Path,
    process::{Command, Output},
};
use tournament::ratings::sample::{Sample, SampleFormat};
use zip::{ZipWriter, write::SimpleFileOptions};

const SAMPLE: Sample = Sample { seed: 5, rows: 3000, format: SampleFormat::FixedWidth };
const PATH: &str = "/api/v1/event/ratings";

fn list() -> String {
    SAMPLE.pieces().collect()
}

fn packed() -> Vec<u8> {
    let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    archive.start_file("players_list.txt", SimpleFileOptions::default()).expect("a name");
    archive.write_all(list().as_bytes()).expect("into memory");
    archive.finish().expect("into memory").into_inner()
}

/// Enters a player who is certain, one who may be somebody, and one whom no list has.
fn enter(arbiter: &Arbiter) {
    let [one, two] = [SAMPLE.entry(99), SAMPLE.entry(7)];
    let players = json!({
        "1": {"name": one.name, "fide_id": one.fide_id, "elo": 1000, "team": "Hetman"},
        "2": {"name": two.name}, "3": {"name": "Nobody, Known"},
    });
    assert_eq!(order(arbiter, json!({"do": "enter", "key": "A", "players": players})).status, 200);
}

fn order(arbiter: &Arbiter, order: Value) -> Answer {
    let mut order = order;
    order["author"] = json!("Judge");
    arbiter.post("/api/v1/event", &order)
}

fn players(arbiter: &Arbiter) -> Value {
    arbiter.get("/api/v1/event").json()["event"]["tournaments"]["A"]["players"].clone()
}

/// Begins to send a list of so many bytes.
fn begin(arbiter: &Arbiter, name: &str, length: usize) -> TcpStream {
    let mut stream = TcpStream::connect(&arbiter.address).expect("the program listens");
    let (address, cookie) = (&arbiter.address, &arbiter.cookie);
    let head = format!(
        "POST {PATH}?name={name} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\nCookie: {cookie}\r\n\
         Connection: close\r\nContent-Type: application/octet-stream\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("it is taken");
    stream
}

fn send(arbiter: &Arbiter, name: &str, bytes: &[u8]) -> (u16, Value) {
    let mut stream = begin(arbiter, name, bytes.len());
    stream.write_all(bytes).expect("it is taken");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("text");
    let (head, body) = answer.split_once("\r\n\r\n").expect("an answer");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, serde_json::from_str(body).expect("JSON"))
}

fn ratings(config: &Path, list: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.arg("ratings").arg(list).arg("--complete").arg("--config").arg(config).args(options);
    command.output().expect("the program starts")
}

#[test]
fn a_list_says_what_would_change_and_one_order_enters_it() {
    let folder = folder("completion");
    let hall = Hall::start(&config(&folder, &[]));
    let arbiter = Arbiter::enter(&hall);
    enter(&arbiter);
    let before = players(&arbiter);
    let [one, two] = [SAMPLE.entry(99), SAMPLE.entry(7)];
    for (name, bytes) in [("players_list.txt", list().into_bytes()), ("players_list.zip", packed())] {
        let (status, plan) = send(&arbiter, name, &bytes);
        assert_eq!((status, &plan["entries"], &plan["found"]), (200, &json!(3000), &json!(1)), "{plan}");
        assert_eq!(
            (&plan["changes"][0]["player"], plan["changes"][1].is_null()),
            (&json!(1), true),
            "{plan}"
        );
        let doubts: Vec<_> = plan["doubts"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|it| (&it["player"], &it["kind"]))
            .collect();
        let (proposed, unknown) = (json!("proposed"), json!("not-found"));
        assert!(
            doubts.contains(&(&json!(2), &proposed)) && doubts.contains(&(&json!(3), &unknown)),
            "{plan}"
        );
        assert_eq!(players(&arbiter), before, "a look changes nothing");

        // The organiser adds whom they recognise among the candidates.
        let doubt = plan["doubts"].as_array().into_iter().flatten().find(|it| it["player"] == 2);
        let candidates = doubt.expect("a doubt")["candidates"].as_array().expect("a list");
        let chosen = candidates.iter().find(|it| it["fide_id"] == two.fide_id).expect("the right one");
        let mut complete = plan["order"].clone();
        assert_eq!(complete["do"], "complete");
        complete["players"]["2"] = chosen["details"].clone();
        assert_eq!(order(&arbiter, complete.clone()).status, 200);
        let after = players(&arbiter);
        assert_eq!(
            (&after["1"]["federation"], &after["1"]["team"]),
            (&json!(one.federation), &json!("Hetman"))
        );
        assert_eq!((&after["2"]["fide_id"], &after["2"]["name"]), (&json!(two.fide_id), &json!(two.name)));
        assert_eq!(after["3"], before["3"]);
        assert_eq!(arbiter.get("/api/v1/event").json()["undo"], "complete");
        assert_eq!(order(&arbiter, json!({"do": "undo"})).status, 200);
        assert_eq!(players(&arbiter), before, "all of it is one order");

        // Whoever has another name by now was not meant.
        let renamed = json!({"do": "enter", "key": "A", "players": {"1": {"name": "Other, Name"}}});
        assert_eq!(order(&arbiter, renamed).status, 200);
        let refused = order(&arbiter, complete);
        assert_eq!((refused.status, refused.json()["words"]["pl"].is_string()), (409, true), "{refused:?}");
        assert_eq!(order(&arbiter, json!({"do": "undo"})).status, 200);
    }
    let left: Vec<_> = fs::read_dir(folder.join("data")).expect("a folder").flatten().collect();
    assert!(left.iter().all(|entry| !entry.file_name().to_string_lossy().contains("ratings")), "{left:?}");
}

#[test]
fn what_is_no_list_is_refused_in_a_sentence() {
    let folder = folder("completion-wrong");
    let hall = Hall::start(&config(&folder, &[]));
    let arbiter = Arbiter::enter(&hall);
    let (status, told) = send(&arbiter, "list.txt", list().as_bytes());
    assert_eq!((status, told["words"]["ru"].is_string()), (409, true), "there is no tournament: {told}");
    enter(&arbiter);
    let archive = packed();
    for (bytes, part) in [
        (&b"Dear arbiter"[..], "no rating list"),
        (b"", "the list is empty"),
        (&archive[..archive.len() / 2], "cannot be unpacked"),
        (&vec![b'x'; 3 << 20], "no rating list"),
    ] {
        let (status, told) = send(&arbiter, "list", bytes);
        assert_eq!(
            (status, told["error"].as_str().is_some_and(|why| why.contains(part))),
            (422, true),
            "{told}"
        );
    }
    let kind = arbiter.send("POST", &format!("{PATH}?kind=bullet"), "");
    assert_eq!((kind.status, kind.body.contains("standard, rapid, blitz")), (422, true), "{kind:?}");
    let kind = [("Content-Type", "application/octet-stream")];
    let stranger = crate::arbiter_client::ask(&arbiter.address, "POST", PATH, &kind, "");
    assert!([401, 403].contains(&stranger.status), "{stranger:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_list_is_read_as_it_comes_and_the_hall_goes_on() {
    let folder = folder("completion-long");
    let hall = Hall::start(&config(&folder, &[]));
    let arbiter = Arbiter::enter(&hall);
    enter(&arbiter);
    let long: String = Sample { rows: 150_000, ..SAMPLE }.pieces().collect();
    let before = hall.memory_kib();
    let mut stream = begin(&arbiter, "list.txt", long.len());
    stream.write_all(&long.as_bytes()[..long.len() / 2]).expect("it is taken");
    assert_eq!(order(&arbiter, json!({"do": "event", "name": "Meanwhile"})).status, 200);
    let other = arbiter.send("POST", PATH, &list());
    assert_eq!((other.status, other.body.contains("another rating list")), (409, true), "{other:?}");
    stream.write_all(&long.as_bytes()[long.len() / 2..]).expect("it is taken");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("text");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"entries\":150000"), "{answer}");
    let more = hall.memory_kib().saturating_sub(before);
    assert!(more < 16 << 10, "{} KiB of list took {more} KiB", long.len() >> 10);

    // A list that breaks off leaves its place to the next.
    let mut broken = begin(&arbiter, "list.txt", long.len());
    broken.write_all(&long.as_bytes()[..1000]).expect("it is taken");
    drop(broken);
    until("the place is free", || arbiter.send("POST", PATH, &list()).status == 200).await;
}

#[test]
fn a_terminal_completes_the_players_of_the_running_program() {
    let folder = folder("completion-terminal");
    let config = config(&folder, &[]);
    let path = folder.join("players_list.zip");
    fs::write(&path, packed()).expect("it can be written");
    let absent = ratings(&config, &path, &[]);
    assert!(String::from_utf8_lossy(&absent.stderr).contains("no topboard runs"), "{absent:?}");
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let nothing = ratings(&config, &path, &[]);
    assert!(String::from_utf8_lossy(&nothing.stderr).contains("there is no tournament"), "{nothing:?}");
    enter(&arbiter);
    let before = players(&arbiter);
    let [one, two] = [SAMPLE.entry(99), SAMPLE.entry(7)];
    let looked = ratings(&config, &path, &["--kind", "rapid"]);
    let said = String::from_utf8_lossy(&looked.stdout).into_owned();
    assert!(
        looked.status.success() && said.contains(&format!("federation {}", one.federation)),
        "{looked:?}"
    );
    assert!(said.contains("   2?") && said.contains(&two.fide_id.to_string()), "{said}");
    assert!(said.contains("   3? Nobody, Known"), "{said}");
    assert_eq!(players(&arbiter), before, "a look changes nothing");

    let entered = ratings(&config, &path, &["--tournament", "A", "--by", "A. Nowak", "--yes"]);
    assert!(entered.status.success(), "{entered:?}");
    assert_eq!(players(&arbiter)["1"]["federation"], json!(one.federation));
    assert_eq!(arbiter.get("/api/v1/event").json()["undo"], "complete");
    let again = ratings(&config, &path, &["--yes"]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("nothing changes"), "{again:?}");
    assert_eq!(order(&arbiter, json!({"do": "undo"})).status, 200);
    assert_eq!(players(&arbiter), before);
    drop(hall);
    let text = fs::read_to_string(folder.join("data/journal/hall.journal")).expect("it is text");
    assert!(text.contains("\"do\":\"complete\"") && text.contains("A. Nowak"), "it is in the journal");
}
