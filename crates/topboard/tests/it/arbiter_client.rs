//! A client of the arbiter's listener, which behaves like a browser or not.

use crate::rig::Hall;
use futures_util::StreamExt;
use serde_json::{Value, json};
use std::{
    io::{Read, Write},
    net::TcpStream,
    time::Instant,
};
use tokio::{net::TcpStream as Stream, time::timeout};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{self, Message, client::IntoClientRequest},
};

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (known, value) = line.split_once(": ")?;
            known.eq_ignore_ascii_case(name).then_some(value)
        })
    }
}

/// Sends a request as it stands; `Host` is the address unless the headers name one.
pub(crate) fn ask(address: &str, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Answer {
    let mut stream = TcpStream::connect(address).expect("the program listens");
    let mut text =
        format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
    if !headers.iter().any(|(name, _)| *name == "Host") {
        text.push_str(&format!("Host: {address}\r\n"));
    }
    for (name, value) in headers.iter().filter(|(_, value)| !value.is_empty()) {
        text.push_str(&format!("{name}: {value}\r\n"));
    }
    // A server that refuses early may not take it all.
    let _ = write!(stream, "{text}\r\n{body}");
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    let answer = String::from_utf8(bytes).expect("it answers in text");
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    Answer { status, head: head.to_owned(), body: body.to_owned() }
}

/// A logged-in arbiter.
pub(crate) struct Arbiter {
    pub(crate) address: String,
    pub(crate) cookie: String,
    origin: String,
}

/// The arbiter's feed, as a page has it.
pub(crate) type Feed = WebSocketStream<MaybeTlsStream<Stream>>;

impl Arbiter {
    /// Opens the link that the program printed.
    pub(crate) fn enter(hall: &Hall) -> Arbiter {
        Arbiter::by(&hall.link)
    }

    /// Opens the first link in this text.
    pub(crate) fn by(text: &str) -> Arbiter {
        let link = text.split_whitespace().find(|word| word.contains("#enter="));
        let (address, key) = parts(link.unwrap_or_else(|| panic!("no link in {text:?}")));
        let entered = enter(&address, &key);
        assert_eq!(entered.status, 200, "{entered:?}");
        let cookie = entered.header("set-cookie").expect("a session").split(';').next().expect("a value");
        Arbiter { origin: format!("http://{address}"), cookie: cookie.to_owned(), address }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        ask(&self.address, "GET", path, &[("Cookie", &self.cookie)], "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, &body.to_string())
    }

    /// Sends a change, as the page does.
    pub(crate) fn send(&self, method: &str, path: &str, body: &str) -> Answer {
        let headers = [
            ("Cookie", self.cookie.as_str()),
            ("Origin", self.origin.as_str()),
            ("Content-Type", "application/json"),
        ];
        ask(&self.address, method, path, &headers, body)
    }

    /// Gives a command for a table, as Judge, and waits for its outcome.
    pub(crate) fn says(&self, table: u16, command: Value) -> Answer {
        let mut answer = self.orders(table, command);
        let end = Instant::now() + crate::rig::PATIENCE;
        while answer.status == 202 && Instant::now() < end {
            let errand = answer.json()["errand"].as_str().expect("a name").to_owned();
            answer = self.get(&format!("/api/v1/errands/{errand}"));
        }
        answer
    }

    /// Gives a command for a table, as Judge. Returns the first answer.
    pub(crate) fn orders(&self, table: u16, command: Value) -> Answer {
        let mut command = command;
        command["author"] = json!("Judge");
        self.post(&format!("/api/v1/tables/{table}/commands"), &command)
    }

    /// Opens the feed with this origin and this cookie.
    pub(crate) async fn feed(&self, origin: &str, cookie: &str) -> Result<Feed, tungstenite::Error> {
        let mut request =
            format!("ws://{}/ws/arbiter", self.address).into_client_request().expect("an address");
        let headers = request.headers_mut();
        headers.insert("Origin", origin.parse().expect("a header"));
        headers.insert("Cookie", cookie.parse().expect("a header"));
        connect_async(request).await.map(|(feed, _)| feed)
    }

    pub(crate) async fn follow(&self) -> Feed {
        self.feed(&self.origin, &self.cookie).await.expect("the feed answers")
    }
}

/// Waits for the next frame that satisfies `is`; it must come soon.
pub(crate) async fn until_frame(feed: &mut Feed, what: &str, mut is: impl FnMut(&Value) -> bool) -> Value {
    let wait = async {
        while let Some(Ok(message)) = feed.next().await {
            let Message::Text(text) = message else { continue };
            let frame: Value = serde_json::from_str(&text).expect("a frame is JSON");
            if is(&frame) {
                return frame;
            }
        }
        panic!("the feed ended before {what}");
    };
    timeout(crate::rig::PATIENCE, wait).await.unwrap_or_else(|_| panic!("waited in vain for {what}"))
}

/// Returns the incidents of a table in a frame that holds it.
pub(crate) fn incidents(frame: &Value, table: u64) -> Vec<Value> {
    let tables = frame["tables"].as_array().cloned().unwrap_or_default();
    let found = tables.into_iter().find(|view| view["table"] == table);
    found.and_then(|view| view["incidents"].as_array().cloned()).unwrap_or_default()
}

/// Returns the address and the key of a link.
pub(crate) fn parts(link: &str) -> (String, String) {
    let (address, key) = link.split_once("/#enter=").unwrap_or_else(|| panic!("{link:?} is no link"));
    (address.split_once("://").map_or(address, |(_, rest)| rest).to_owned(), key.to_owned())
}

pub(crate) fn enter(address: &str, key: &str) -> Answer {
    let origin = format!("http://{address}");
    let agent = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0";
    let headers = [("Content-Type", "application/json"), ("Origin", origin.as_str()), ("User-Agent", agent)];
    ask(address, "POST", "/api/v1/session", &headers, &json!({ "key": key }).to_string())
}
