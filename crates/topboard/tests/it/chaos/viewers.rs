//! Viewers that follow by every transport, and come back by the rules of web/PROTOCOL.md whatever becomes of their lines.

use super::{hall_1::Hall1, hall_2::Hall2};
use crate::rig::Hall;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sim::Rng;
use std::{
    io::{Error, ErrorKind, Result},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    task::JoinHandle,
    time::{sleep, timeout},
};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

/// The silence after which a line is dead.
const DEAD: Duration = Duration::from_secs(6);
/// The longest wait before a line is opened again, in milliseconds.
const BACK_MS: u64 = 400;
/// The time between two looks at a snapshot: it tells what no number of the feed can tell.
const LOOK: Duration = Duration::from_secs(2);
/// How long a viewer has to be right, once frames come as they were sent.
const MENDED: Duration = Duration::from_secs(30);

/// The way by which a viewer follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Transport {
    Protocol1,
    Protocol2,
    Events,
}

/// What a viewer knows.
#[derive(Debug)]
enum Known {
    One(Hall1),
    Two(Hall2),
}

impl Known {
    fn shown(&self) -> String {
        match self {
            Known::One(hall) => hall.shown(),
            Known::Two(hall) => hall.shown(),
        }
    }
}

/// A viewer of each transport.
pub(super) struct Viewers(Vec<(Transport, Arc<Mutex<Known>>, JoinHandle<()>)>);

impl Viewers {
    /// Lets them follow what is at this address.
    pub(super) fn follow(address: &str, seed: u64) -> Viewers {
        let all = [Transport::Protocol1, Transport::Protocol2, Transport::Events].map(|transport| {
            let known = match transport {
                Transport::Protocol1 => Known::One(Hall1::default()),
                Transport::Protocol2 | Transport::Events => Known::Two(Hall2::default()),
            };
            let known = Arc::new(Mutex::new(known));
            let chance = Rng::new(seed).fork(transport as u64);
            let line =
                Line { address: address.to_owned(), transport, known: Arc::clone(&known), strangers: 0 };
            (transport, known, tokio::spawn(line.run(chance)))
        });
        Viewers(all.into())
    }

    /// Waits until each of them shows what somebody sees who comes now, and goes on to show it.
    pub(super) async fn expect_what_is_fresh_at(&self, address: &str) {
        for (transport, known, task) in &self.0 {
            let shown = || known.lock().expect("no panic holds it").shown();
            let end = Instant::now() + MENDED;
            // A snapshot of protocol 2 may be a second old.
            while shown() != fresh(*transport, address) {
                assert!(!task.is_finished(), "{transport:?}: the viewer gave up");
                let (here, there) = (shown(), fresh(*transport, address));
                assert!(Instant::now() < end, "{transport:?} shows\n{here}\nand not\n{there}");
                sleep(Duration::from_millis(50)).await;
            }
        }
        sleep(2 * LOOK).await;
        for (transport, known, _) in &self.0 {
            let here = known.lock().expect("no panic holds it").shown();
            assert_eq!(here, fresh(*transport, address), "{transport:?}, later");
        }
    }

    /// Checks that each of them was told changes and missed some.
    pub(super) fn expect_trouble(&self) {
        for (transport, known, _) in &self.0 {
            let (changes, missed) = match &*known.lock().expect("no panic holds it") {
                Known::One(hall) => (hall.changes, hall.missed),
                Known::Two(hall) => (hall.changes, hall.missed),
            };
            assert!(
                changes > 10 && missed > 1,
                "{transport:?}: {changes} changes, {missed} times something missed"
            );
        }
    }
}

impl Drop for Viewers {
    fn drop(&mut self) {
        self.0.iter().for_each(|(_, _, task)| task.abort());
    }
}

/// Returns what somebody sees who comes now.
fn fresh(transport: Transport, address: &str) -> String {
    let get = |path| serde_json::from_str::<Value>(&Hall::get_at(address, path)).expect("JSON");
    match transport {
        Transport::Protocol1 => {
            let mut hall = Hall1::default();
            hall.take(&get("/api/v1/hall/snapshot"));
            hall.shown()
        }
        Transport::Protocol2 | Transport::Events => {
            let mut hall = Hall2::default();
            hall.snapshot(&get("/api/v2/hall"));
            hall.shown()
        }
    }
}

/// A viewer's way to the server.
struct Line {
    address: String,
    transport: Transport,
    known: Arc<Mutex<Known>>,
    /// How many lines in a row led to another server than the snapshot before.
    strangers: u32,
}

impl Line {
    async fn run(mut self, mut chance: Rng) {
        loop {
            // Whatever ends a line, the viewer comes back.
            let _ = match self.transport {
                Transport::Protocol1 => self.protocol_1().await,
                Transport::Protocol2 => self.protocol_2().await,
                Transport::Events => self.events().await,
            };
            sleep(Duration::from_millis(chance.below(BACK_MS))).await;
        }
    }

    async fn protocol_1(&self) -> Result<()> {
        let mut line = self.socket("/ws/hall").await?;
        self.with_1(Hall1::begin);
        loop {
            let frame = next(&mut line).await?;
            if self.with_1(|hall| hall.take(&frame)) {
                say(&mut line, &json!({"want": "snapshot"})).await?;
            }
        }
    }

    async fn protocol_2(&mut self) -> Result<()> {
        self.look_anew().await?;
        let mut line = self.socket("/ws/v2").await?;
        let first = next(&mut line).await?;
        let since = self.greeted(&first)?;
        let wish = match since {
            Some(since) => json!({"sub": "all", "since": since}),
            None => json!({"sub": "all"}),
        };
        say(&mut line, &wish).await?;
        let mut looked = Looked::new();
        loop {
            let frame = next(&mut line).await?;
            self.take_2(&frame, &mut looked).await?;
            let gaps = self.with_2(|hall| hall.gaps.clone());
            if !gaps.is_empty() && (is_beat(&frame) || frame.get("p").is_some()) {
                say(&mut line, &json!({"get": gaps})).await?;
            }
        }
    }

    async fn events(&mut self) -> Result<()> {
        self.look_anew().await?;
        let since = self.with_2(|hall| format!("{}:{}", hall.epoch, hall.seq));
        let mut line = ask(&self.address, &format!("/api/v2/events?since={since}")).await?;
        let first = event(&mut line).await?;
        if self.greeted(&first)?.is_none() {
            return Err(broken());
        }
        let mut looked = Looked::new();
        loop {
            let frame = event(&mut line).await?;
            self.take_2(&frame, &mut looked).await?;
            // Nothing can be asked for.
            if self.with_2(|hall| !hall.gaps.is_empty()) {
                return Err(broken());
            }
        }
    }

    /// Takes a frame of protocol 2, and from time to time a look at a snapshot. Fails if the line did not bring all of it.
    async fn take_2(&self, frame: &Value, looked: &mut Looked) -> Result<()> {
        if frame.get("v").is_some() {
            // The greeting again.
            return if frame["epoch"] == json!(self.with_2(|hall| hall.epoch.clone())) {
                Ok(())
            } else {
                Err(broken())
            };
        }
        self.with_2(|hall| hall.take(frame));
        if !is_beat(frame) {
            return Ok(());
        }
        if let Some(snapshot) =
            looked.snapshot.take_if(|snapshot| frame["s"].as_u64() >= snapshot["s"].as_u64())
        {
            let is_reached = self.with_2(|hall| hall.reaches(&snapshot));
            return if is_reached { Ok(()) } else { Err(broken()) };
        }
        if looked.snapshot.is_none() && looked.at.elapsed() > LOOK {
            *looked =
                Looked { at: Instant::now(), snapshot: Some(get(&self.address, "/api/v2/hall").await?) };
        }
        Ok(())
    }

    async fn look_anew(&self) -> Result<()> {
        let snapshot = get(&self.address, "/api/v2/hall").await?;
        self.with_2(|hall| hall.snapshot(&snapshot));
        Ok(())
    }

    /// Takes the first message of a line. Returns from where to go on: nothing if the snapshot is of another server, and
    /// that for the second time.
    fn greeted(&mut self, first: &Value) -> Result<Option<String>> {
        // The greeting may have been lost.
        let epoch = first.get("v").and(first["epoch"].as_str()).ok_or_else(broken)?;
        if self.with_2(|hall| hall.epoch == epoch) {
            self.strangers = 0;
            return Ok(Some(self.with_2(|hall| format!("{epoch}:{}", hall.seq))));
        }
        self.strangers += 1;
        if self.strangers == 1 {
            return Err(broken());
        }
        self.with_2(|hall| hall.anew(epoch));
        Ok(None)
    }

    async fn socket(&self, path: &str) -> Result<Socket> {
        let opened = timeout(DEAD, connect_async(format!("ws://{}{path}", self.address))).await?;
        Ok(opened.map_err(|_| broken())?.0)
    }

    fn with_1<T>(&self, act: impl FnOnce(&mut Hall1) -> T) -> T {
        match &mut *self.known.lock().expect("no panic holds it") {
            Known::One(hall) => act(hall),
            Known::Two(_) => unreachable!("it follows protocol 1"),
        }
    }

    fn with_2<T>(&self, act: impl FnOnce(&mut Hall2) -> T) -> T {
        match &mut *self.known.lock().expect("no panic holds it") {
            Known::Two(hall) => act(hall),
            Known::One(_) => unreachable!("it follows protocol 2"),
        }
    }
}

/// A snapshot that the line has to reach, and when the last was looked at.
struct Looked {
    at: Instant,
    snapshot: Option<Value>,
}

impl Looked {
    fn new() -> Looked {
        Looked { at: Instant::now(), snapshot: None }
    }
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

fn broken() -> Error {
    Error::from(ErrorKind::ConnectionAborted)
}

fn is_beat(frame: &Value) -> bool {
    frame.get("s").is_some() && frame.get("v").is_none()
}

/// Returns the next frame of a WebSocket.
async fn next(line: &mut Socket) -> Result<Value> {
    loop {
        let message = timeout(DEAD, line.next()).await?.ok_or_else(broken)?.map_err(|_| broken())?;
        if let Message::Text(text) = message {
            return Ok(serde_json::from_str(&text).expect("a frame that came is whole"));
        }
    }
}

async fn say(line: &mut Socket, wish: &Value) -> Result<()> {
    line.send(Message::text(wish.to_string())).await.map_err(|_| broken())
}

/// Returns the next event of a listener.
async fn event(line: &mut BufReader<TcpStream>) -> Result<Value> {
    let mut told = String::new();
    loop {
        let mut text = String::new();
        if timeout(DEAD, line.read_line(&mut text)).await?? == 0 {
            return Err(broken());
        }
        if let Some(data) = text.strip_prefix("data: ") {
            data.clone_into(&mut told);
        } else if text == "\n" && !told.is_empty() {
            return Ok(serde_json::from_str(&told).expect("an event that came is whole"));
        }
    }
}

/// Asks by HTTP/1.0 and reads the head of the answer.
async fn ask(address: &str, path: &str) -> Result<BufReader<TcpStream>> {
    let mut line = BufReader::new(TcpStream::connect(address).await?);
    line.write_all(format!("GET {path} HTTP/1.0\r\nHost: test\r\n\r\n").as_bytes()).await?;
    let (mut text, mut is_good) = (String::new(), false);
    while text != "\r\n" {
        is_good |= text.contains(" 200 OK");
        text.clear();
        if timeout(DEAD, line.read_line(&mut text)).await?? == 0 {
            return Err(broken());
        }
    }
    if is_good { Ok(line) } else { Err(broken()) }
}

async fn get(address: &str, path: &str) -> Result<Value> {
    let mut body = Vec::new();
    timeout(DEAD, ask(address, path).await?.read_to_end(&mut body)).await??;
    // A torn answer is no JSON.
    serde_json::from_slice(&body).map_err(|_| broken())
}
