//! Paths that try to get out of the web folder, into the arbiter's part of it, or past the door of a closed event; and request
//! lines that name another host. At all three doors of the real program.

use crate::{
    arbiter_client::{Answer, parts},
    rig::{Hall, PATIENCE, config, folder},
    tls_client::{Client, ask_2},
};
use axum::http::Uri;
use h2::client::Builder;
use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
};

/// Paths behind each of which something lies that nobody may have.
const PATHS: [&str; 48] = [
    "/../Cargo.toml",
    "/../../etc/passwd",
    "/../../../../../../../../etc/passwd",
    "/hall/../../Cargo.toml",
    "/hall/../arbiter/index.html",
    "/shared/../arbiter/page.js",
    "/shared/../games.pgn",
    "/closed/../ws/v2",
    "/closed/../api/v2/hall",
    "/closed/closed.js/../../games.pgn",
    "/enter/../games.pgn",
    "/enter/",
    "/./arbiter/page.js",
    "/.//arbiter/page.js",
    "//arbiter/page.js",
    "///etc/passwd",
    "/arbiter//page.js",
    "/hall//../arbiter/page.js",
    "/arbiter/page.js/",
    "/arbiter/page.js/.",
    "/Arbiter/page.js",
    "/%61rbiter/page.js",
    "/arbiter%2fpage.js",
    "/%2e%2e/Cargo.toml",
    "/%2e%2e%2fCargo.toml",
    "/..%2f..%2fetc%2fpasswd",
    "/%252e%252e/Cargo.toml",
    "/..%c0%af..%c0%afetc/passwd",
    "/..%5c..%5cetc%5cpasswd",
    "/..\\..\\etc\\passwd",
    "\\..\\etc\\passwd",
    "/hall\\..\\arbiter\\page.js",
    "/arbiter\\page.js",
    "/arbiter\\index.html",
    "/....//....//etc/passwd",
    "/..;/arbiter/page.js",
    "/arbiter/page.js;.css",
    "/arbiter/page.js%00.css",
    "/rounds/main.js%00",
    "/%00",
    "/%",
    "/%zz",
    "/text/%ff",
    "/text/%2e%2e%2farbiter",
    "/games.pgn%2f..%2farbiter%2fpage.js",
    "/hall",
    "/.git/config",
    "/hall/.hidden",
];

/// Sends these bytes with an upgrade to WebSocket, and returns the answer.
fn send(address: &str, target: &[u8], host: &str) -> Answer {
    let mut stream = TcpStream::connect(address).expect("the program listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("it can be set");
    let headers = format!(
        " HTTP/1.1\r\nHost: {host}\r\nConnection: close, Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    let _ = stream.write_all(&[b"GET ", target, headers.as_bytes()].concat());
    let mut bytes = Vec::new();
    // Whoever gets a WebSocket would wait for its end.
    let mut piece = [0; 4096];
    while let Ok(length @ 1..) = stream.read(&mut piece) {
        bytes.extend_from_slice(&piece[..length]);
        if bytes.starts_with(b"HTTP/1.1 101 ") {
            break;
        }
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

/// Checks that an answer is a refusal with no more in it than its words.
fn is_refusal(answer: &Answer) -> bool {
    [400, 401, 403, 404, 414, 431].contains(&answer.status) && answer.body.len() < 1_000
}

#[test]
fn no_path_leads_out_of_what_a_door_shows() {
    let folder = folder("odd-paths");
    let config = config(&folder, &[]);
    let text = fs::read_to_string(&config).expect("it is there");
    let closed = "[server]\nclosed = true\nscreens = \"127.0.0.1:0\"\n";
    fs::write(&config, text.replacen("[server]\n", closed, 1)).expect("it can be written");
    let hall = Hall::start(&config);
    let arbiter = parts(&hall.link).0;
    let long = format!("/{}", "../".repeat(5_000));
    let longer = format!("/{}", "x".repeat(100_000));
    let raw: [&[u8]; 7] = [
        b"/rounds/main.js\0",
        b"/\xff\xfe",
        b"/rounds main.js",
        b"../Cargo.toml",
        b"",
        b"/\x7f",
        b"/\t/arbiter/page.js",
    ];
    let targets =
        PATHS.iter().map(|path| path.as_bytes()).chain([long.as_bytes(), longer.as_bytes()]).chain(raw);
    for target in targets {
        let told = String::from_utf8_lossy(&target[..target.len().min(60)]).into_owned();
        for (door, address) in [("closed", &hall.address), ("screens", &hall.screens), ("arbiter", &arbiter)]
        {
            let answer = send(address, target, address);
            // A path with two slashes in front is the path with one, which the arbiter's door has for everybody.
            let is_own = door == "arbiter" && told == "//arbiter/page.js" && answer.status == 200;
            assert!(is_own || is_refusal(&answer), "{door}, {told:?}: {} {}", answer.status, answer.body);
        }
        // Over the whole of a request line, with a host of its own.
        let absolute = [b"http://evil.example", target].concat();
        for address in [&hall.address, &hall.screens] {
            let answer = send(address, &absolute, address);
            assert!(target.is_empty() || is_refusal(&answer), "absolute, {told:?}: {answer:?}");
        }
    }
    // A closed door stays closed for good paths in bad clothes, and the arbiter's listens to none but its own names.
    for target in [
        "http://evil.example/games.pgn",
        "http://127.0.0.1/ws/v2",
        "//ws/v2",
        "/ws/v2?/shared/base.css",
        "/ws/v2#/enter",
    ] {
        assert_eq!(send(&hall.address, target.as_bytes(), &hall.address).status, 401, "{target}");
    }
    for target in ["/", "/arbiter/page.js", "http://evil.example/"] {
        assert_eq!(send(&arbiter, target.as_bytes(), "evil.example").status, 403, "{target}");
    }
    for door in [&hall.address, &hall.screens, &arbiter] {
        for target in ["*", "evil.example:443"] {
            let answer = send(door, target.as_bytes(), door);
            // A request without a path is for the first page, which a closed door has for nobody.
            let is_first = *door != hall.address && answer.body == send(door, b"/", door).body;
            assert!(answer.status >= 400 || is_first, "{target} at {door}: {answer:?}");
        }
    }
    let log = hall.log();
    assert!(!log.contains("panicked"), "{log}");
    assert_eq!(send(&hall.screens, b"/text", &hall.screens).status, 200, "the program lives");
}

#[tokio::test]
async fn no_path_leads_out_over_http_2() {
    let folder = folder("odd-paths-2");
    let config = config(&folder, &[]);
    let text = fs::read_to_string(&config).expect("it is there");
    let closed = "[server]\nclosed = true\ntls = \"own\"\nscreens = \"127.0.0.1:0\"\n";
    fs::write(&config, text.replacen("[server]\n", closed, 1)).expect("it can be written");
    let hall = Hall::start(&config);
    let root = fs::read_to_string(folder.join("data/root.crt")).expect("it was made");
    let arbiter = parts(&hall.link).0;
    let mut asked = 0;
    for (door, address) in [("closed", &hall.address), ("screens", &hall.screens), ("arbiter", &arbiter)] {
        let client = Client::trusting(&root, address);
        for path in PATHS {
            // What is no address for the client's library cannot be asked for by it.
            if format!("https://{address}{path}").parse::<Uri>().is_err() {
                continue;
            }
            // A client that is let go for what it asked has lost its connection.
            let mut second = client.http_2(&mut Builder::new()).await;
            let answer = ask_2(&mut second, client.request("GET", path, &[]), "").await;
            let is_own = door == "arbiter" && path == "//arbiter/page.js" && answer.status() == 200;
            let answer =
                Answer { status: answer.status().as_u16(), head: String::new(), body: answer.into_body() };
            assert!(is_own || is_refusal(&answer), "{door}, {path:?}: {} {}", answer.status, answer.body);
            asked += 1;
        }
    }
    assert!(asked > 3 * 44, "{asked} paths");
    assert!(!hall.log().contains("panicked"), "{}", hall.log());
}
