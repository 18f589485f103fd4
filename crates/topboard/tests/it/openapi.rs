//! One OpenAPI document a door: each door serves its own and nothing of another's, its routes are the document's, and what
//! it answers is what the document promises. The arbiter's own routes are asked with bodies in tests/browser.

use crate::{
    arbiter_client::{Answer, Arbiter, ask, parts},
    broker::Node,
    described::{Described, Operation},
    logins::free_port,
    rig::{Hall, PATIENCE, config, folder, until},
    round_papers::play,
};
use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
};

/// What is served without a route of its own.
const PAGES: [&str; 10] = [
    "/",
    "/boards",
    "/live",
    "/verify",
    "/rounds",
    "/overlay",
    "/embed",
    "/openapi.json",
    "/certificate",
    "/certificate/root.crt",
];
/// Where the games of rounds and boards are, and the files of the tree, which have no routes of their own either.
const OF_ROUNDS: [&str; 17] = [
    "/get/{uuid}/round-{round}/game-{board}.json",
    "/get/{uuid}/round-{round}/index.json",
    "/get/{uuid}/tournament.json",
    "/meta",
    "/meta/{uuid}",
    "/round-{round}/game-{board}.json",
    "/round-{round}/index.json",
    "/tournament.json",
    "/tournaments/{key}/round-{round}/game-{board}.json",
    "/tournaments/{key}/round-{round}/index.json",
    "/tournaments/{key}/tournament.json",
    "/api/broadcast/round/{id}.pgn",
    "/games.pgn",
    "/round-{round}/games.pgn",
    "/round-{round}/game-{board}.pgn",
    "/tournaments/{key}/round-{round}/games.pgn",
    "/tournaments/{key}/round-{round}/game-{board}.pgn",
];
const METHODS: [&str; 4] = ["POST", "PUT", "PATCH", "DELETE"];

/// Starts a hall with these lines under `[server]`. Returns it with the address for monitors.
fn hall_with(name: &str, lines: &str) -> (Hall, String) {
    let metrics = format!("127.0.0.1:{}", free_port());
    let config = config(&folder(name), &["/dev/no-board-here".to_owned()]);
    let text = fs::read_to_string(&config).expect("it was written");
    let text = text.replacen("[server]\n", &format!("[server]\nmetrics = {metrics:?}\n{lines}"), 1);
    fs::write(&config, text).expect("the folder can be written");
    (Hall::start(&config), metrics)
}

/// Asks, and reads the answer to its end if it has one.
fn get(address: &str, path: &str, headers: &str) -> Answer {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("it can be set");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{headers}\r\n")
        .expect("it takes it");
    let mut reader = BufReader::new(stream);
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") && reader.read_line(&mut head).expect("it answers") > 0 {}
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let mut answer = Answer { status, head, body: String::new() };
    let kind = answer.header("content-type").unwrap_or_default();
    if !kind.starts_with("text/event-stream") {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).expect("it ends");
        if answer.header("transfer-encoding") == Some("chunked") {
            bytes = whole(&bytes);
        }
        answer.body = String::from_utf8_lossy(&bytes).into_owned();
    }
    answer
}

/// Joins the chunks of a body.
fn whole(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    while let Some(end) = chunks.windows(2).position(|two| two == b"\r\n") {
        let length =
            std::str::from_utf8(&chunks[..end]).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
        let Some(length) = length.filter(|length| *length > 0) else { break };
        body.extend_from_slice(&chunks[end + 2..end + 2 + length]);
        chunks = &chunks[end + 4 + length..];
    }
    body
}

/// Returns the addresses of an operation: of each what is there, and what is not; with each parameter, and all together.
fn addresses(operation: &Operation) -> Vec<String> {
    let fill = |number, key, round| {
        let path =
            operation.path.replace("{table}", number).replace("{board}", number).replace("{id}", number);
        path.replace("{key}", key).replace("{uuid}", key).replace("{round}", round)
    };
    let mut all: BTreeSet<String> =
        [fill("1", "A", "1"), fill("999", "B", "9"), fill("x", "x", "x")].into_iter().collect();
    let there = fill("1", "A", "1");
    all.extend(operation.queries.iter().map(|query| format!("{there}?{query}")));
    all.insert(format!("{there}?{}", operation.queries.join("&")));
    all.into_iter().collect()
}

/// Asks every operation that reads at an open door, and every other method.
fn check(address: &str, headers: &str) -> Described {
    let document = Described(get(address, "/openapi.json", headers).json());
    let mut wrong = Vec::new();
    for operation in document.operations() {
        let is_read = operation.method == "get";
        for path in addresses(&operation).into_iter().filter(|_| is_read) {
            let answer = get(address, &path, headers);
            if let Some(why) = document.complaint(&operation, &answer) {
                wrong.push(format!("GET {path}: {why}"));
            }
        }
        let is_page = PAGES.contains(&operation.path.as_str());
        for method in METHODS.into_iter().filter(|_| is_read && !is_page && headers.is_empty()) {
            let path = &addresses(&operation)[0];
            let answer = ask(address, method, path, &[], "");
            if answer.status != 405 || answer.header("allow").is_none() {
                wrong.push(format!("{method} {path}: {answer:?}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
    document
}

/// Returns the routes in a file of the program.
fn routes(file: &str) -> BTreeSet<String> {
    let source = fs::read_to_string(Path::new("src").join(file)).expect("it is there");
    let found = source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next());
    found.map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_door_answers_as_its_document_says_and_as_no_other_does() {
    let (hall, metrics) = hall_with("openapi", "screens = \"127.0.0.1:0\"\n");
    let arbiter = Arbiter::enter(&hall);
    play(&arbiter);
    let public = |path: &str| ask(&hall.address, "GET", path, &[], "");
    until("round 3 is public", || public("/api/v1/tournaments/A/rounds/3/standings").status == 200).await;

    let spectators = check(&hall.address, "");
    assert_eq!(check(&hall.screens, "").0, spectators.0, "screens show the same pages");
    let monitors = check(&metrics, "");
    let arbiters = Described(arbiter.get("/openapi.json").json());
    for operation in arbiters.operations().iter().filter(|one| one.method == "get" && !one.path.contains('{'))
    {
        let answer = arbiter.get(&operation.path);
        assert_eq!(arbiters.complaint(operation, &answer), None, "{}: {answer:?}", operation.path);
    }
    let is_page = |path: &str| PAGES.contains(&path) || OF_ROUNDS.contains(&path);
    for (document, files) in [
        (&spectators, &["public/server.rs"][..]),
        (&arbiters, &["arbiter/mod.rs"]),
        (&monitors, &["metrics.rs"]),
        (&monitors, &["tree/monitors.rs"]),
    ] {
        let known: BTreeSet<String> = document.paths().into_iter().filter(|path| !is_page(path)).collect();
        let mut routes: BTreeSet<String> = files.iter().flat_map(|file| routes(file)).collect();
        routes.retain(|path| !is_page(path));
        assert_eq!(known, routes, "{files:?}");
    }
    let asked: BTreeSet<String> =
        spectators.operations().iter().flat_map(|one| one.queries.clone()).collect();
    for parameter in ["tables", "clocks", "results", "moves", "reveal", "since", "corrected", "lang"] {
        let is_there = asked.iter().any(|query| query.starts_with(&format!("{parameter}=")));
        assert!(is_there, "{parameter} is not described: {asked:?}");
    }

    // What is one door's is not at another, and neither is its document.
    let doors = [(&spectators, &hall.address), (&arbiters, &arbiter.address), (&monitors, &metrics)];
    for (own, address) in &doors {
        for (other, _) in doors.iter().filter(|(other, _)| other.0 != own.0) {
            let own: BTreeSet<String> = own.paths().into_iter().collect();
            for path in other
                .paths()
                .into_iter()
                .filter(|path| !own.contains(path) && !PAGES.contains(&path.as_str()))
            {
                let answer = ask(address, "GET", &path, &[("Cookie", &arbiter.cookie)], "");
                assert_eq!(answer.status, 404, "{path} at {address}: {answer:?}");
            }
        }
        for path in ["/monitors/openapi.json", "/arbiter/openapi.json"] {
            let answer = ask(address, "GET", path, &[], "");
            // The arbiter's own page has its files in a folder of this name.
            let is_own = **address == arbiter.address && path.starts_with("/arbiter");
            assert!(is_own || answer.status == 404, "{path} at {address}: {answer:?}");
        }
    }
}

#[test]
fn a_closed_event_answers_as_its_document_says() {
    let (hall, _) = hall_with("openapi-closed", "closed = true\nscreens = \"127.0.0.1:0\"\n");
    let document = Described(get(&hall.screens, "/openapi.json", "").json());
    for operation in document.operations() {
        for headers in ["", "Accept: text/html\r\n"] {
            for path in addresses(&operation) {
                let answer = match operation.method.as_str() {
                    "get" => get(&hall.address, &path, headers),
                    method => ask(&hall.address, &method.to_uppercase(), &path, &[], ""),
                };
                assert_eq!(document.complaint(&operation, &answer), None, "{path}: {answer:?}");
                assert_eq!(answer.status, 401, "{path}: {answer:?}");
                let is_asked = answer.header("www-authenticate").is_some();
                assert_eq!(is_asked, operation.path.ends_with(".pgn"), "{path}: {answer:?}");
            }
        }
    }
}

#[tokio::test]
async fn the_certificate_is_at_every_door_that_has_one() {
    let (hall, metrics) = hall_with("openapi-tls", "tls = \"own\"\n");
    let root = get(&hall.address, "/certificate/root.crt", "");
    let document = Described(get(&hall.address, "/openapi.json", "").json());
    for operation in document.operations().iter().filter(|one| one.path.starts_with("/certificate")) {
        for path in addresses(operation) {
            let answer = get(&hall.address, &path, "");
            assert_eq!((answer.status, document.complaint(operation, &answer)), (200, None), "{path}");
            for door in [&metrics, &parts(&hall.link).0] {
                assert_eq!(get(door, &path, "").body, answer.body, "{path} at {door}");
            }
        }
    }
    assert!(!root.body.is_empty());
}

#[test]
fn a_node_has_the_documents_of_a_hall() {
    let (hall, metrics) = hall_with("openapi-hall", "");
    // The broker is away: nothing is current, and everything is answered.
    let broker =
        "[broker]\nservers = [\"nats://127.0.0.1:1\"]\nevent = \"test\"\n[[hall]]\nname = \"main\"\n";
    let node = Node::start(&folder("openapi-node"), "node", broker);
    let [public, monitors] = [&node.address, &node.metrics].map(|address| check(address, ""));
    assert_eq!(public.0, get(&hall.address, "/openapi.json", "").json());
    assert_eq!(monitors.0, get(&metrics, "/openapi.json", "").json());
}
