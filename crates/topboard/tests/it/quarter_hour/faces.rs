//! The faces of the public: every address of the OpenAPI document, with all that is asked for by a query, and the bytes that
//! come.

use serde_json::Value;
use std::{net::SocketAddr, path::Path};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// What a query can ask for; an address passes over what it does not know.
const QUERIES: [&str; 5] = ["", "?results=no", "?moves=no", "?corrected=true", "?lang=pl"];
/// The keys of frames that count what was sent, which depends on how many changes went into one.
const COUNTS: [&str; 5] = ["epoch", "seq", "s", "r", "p"];

/// An answer, byte by byte.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) head: String,
    pub(super) body: String,
}

/// Returns every address that is asked by GET and answered to its end.
pub(super) fn addresses() -> Vec<String> {
    let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/openapi.json");
    let text = std::fs::read_to_string(document).expect("it is there");
    let document: Value = serde_json::from_str(&text).expect("JSON");
    let mut addresses = vec!["/".to_owned(), "/nowhere".to_owned()];
    for (path, item) in document["paths"].as_object().expect("paths") {
        let is_endless =
            path.starts_with("/ws/") || path == "/api/v2/events" || path.starts_with("/api/stream/");
        if item.get("get").is_none() || is_endless {
            continue;
        }
        for number in ["1", "2", "3"] {
            let path = path
                .replace("{table}", number)
                .replace("{board}", number)
                .replace("{key}", "A")
                .replace("{uuid}", "A");
            let path = path.replace("{round}", number).replace("{id}", number);
            addresses.extend(QUERIES.map(|query| format!("{path}{query}")));
        }
    }
    addresses.sort();
    addresses.dedup();
    addresses
}

pub(super) async fn ask(address: SocketAddr, path: &str) -> Answer {
    let mut line = TcpStream::connect(address).await.expect("somebody listens");
    let request = format!("GET {path} HTTP/1.0\r\nHost: hall\r\n\r\n");
    line.write_all(request.as_bytes()).await.expect("it takes a request");
    let mut text = String::new();
    line.read_to_string(&mut text).await.expect("it answers in text");
    let (head, body) = text.split_once("\r\n\r\n").expect("an answer has a head");
    Answer { head: head.to_owned(), body: body.to_owned() }
}

impl Answer {
    /// Returns the answer without what belongs to a run or a connection.
    pub(super) fn comparable(&self, path: &str) -> (Vec<String>, String) {
        let is_feed = path.starts_with("/api/v1/hall") || path.starts_with("/api/v2/hall");
        let is_own = |line: &&str| {
            let line = line.to_ascii_lowercase();
            // The tag and the length of a feed have its counts in them.
            line.starts_with("date:")
                || is_feed && (line.starts_with("etag:") || line.starts_with("content-length:"))
        };
        let mut head: Vec<String> =
            self.head.lines().filter(|line| !is_own(line)).map(str::to_owned).collect();
        head.sort();
        let body = match serde_json::from_str::<Value>(&self.body) {
            Ok(mut body) if is_feed => {
                strip(&mut body);
                body.to_string()
            }
            // Monitors read how many are connected.
            _ if path.starts_with("/healthz") => self.body.lines().next().unwrap_or_default().to_owned(),
            _ => self.body.clone(),
        };
        (head, body)
    }
}

fn strip(value: &mut Value) {
    match value {
        Value::Object(object) => {
            // The journal's head has a number that is the journal's.
            if !object.contains_key("key") {
                COUNTS.iter().for_each(|key| drop(object.remove(*key)));
            }
            object.values_mut().for_each(strip);
        }
        Value::Array(values) => values.iter_mut().for_each(strip),
        _ => {}
    }
}
