//! The streams of the public: all frames of both protocols and the games of the round that is on, each with the instant at
//! which it came.

use futures_util::{SinkExt, StreamExt};
use std::{
    net::SocketAddr,
    sync::{Arc, Mutex},
};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::TcpStream,
    time::Instant,
};
use tokio_tungstenite::{connect_async, tungstenite::Message};

/// A line of a stream, and when it came.
pub(super) type Heard = (Instant, &'static str, String);

/// What came over all streams of a run.
#[derive(Clone, Default)]
pub(super) struct Streams(Arc<Mutex<Vec<Heard>>>);

impl Streams {
    /// Follows the program to its end.
    pub(super) fn follow(public: SocketAddr) -> Streams {
        let streams = Streams::default();
        for path in ["/ws/hall", "/ws/v2"] {
            tokio::spawn(streams.clone().socket(public, path));
        }
        for path in ["/api/v2/events", "/api/stream/broadcast/round/on.pgn"] {
            tokio::spawn(streams.clone().lines(public, path));
        }
        streams
    }

    pub(super) fn take(&self) -> Vec<Heard> {
        std::mem::take(&mut self.0.lock().expect("no panic holds it"))
    }

    fn note(&self, path: &'static str, text: &str) {
        self.0.lock().expect("no panic holds it").push((Instant::now(), path, text.to_owned()));
    }

    async fn socket(self, public: SocketAddr, path: &'static str) {
        let (mut line, head) = connect_async(format!("ws://{public}{path}")).await.expect("it answers");
        self.note(path, &format!("{:?}", head.headers()));
        // Protocol 1 passes over what it does not know.
        line.send(Message::text("{\"sub\":\"all\"}")).await.expect("it listens");
        while let Some(Ok(message)) = line.next().await {
            self.note(path, message.to_text().unwrap_or_default());
        }
    }

    async fn lines(self, public: SocketAddr, path: &'static str) {
        let mut line = BufReader::new(TcpStream::connect(public).await.expect("it listens"));
        let request = format!("GET {path} HTTP/1.0\r\nHost: hall\r\n\r\n");
        line.write_all(request.as_bytes()).await.expect("it takes a request");
        let mut text = String::new();
        while line.read_line(&mut text).await.is_ok_and(|length| length > 0) {
            self.note(path, text.trim_end());
            text.clear();
        }
    }
}
