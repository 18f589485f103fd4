//! The strict Lichess behind a real socket, with moods.

use super::{
    fake::{FakeLichess, Reply},
    pgn,
};
use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

/// What becomes of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mood {
    /// The connection is closed before it is heard.
    Reset,
    /// It is taken, and half of the answer comes back.
    Half,
    /// Something in between answers with this status.
    Status(u16),
    /// The answer repeats what was asked, with its token.
    Echo,
    /// Everybody has to wait a minute.
    Limit,
    /// A push is taken, and each of its games refused.
    NoGame,
}

/// The server.
#[derive(Clone)]
pub(crate) struct Server {
    pub(crate) address: String,
    state: Arc<Mutex<State>>,
    began: Instant,
}

pub(crate) struct State {
    pub(crate) fake: FakeLichess,
    pub(crate) moods: VecDeque<Mood>,
    /// The bodies of pushes that were taken, with the time of each.
    pub(crate) pushes: Vec<(Instant, String)>,
    /// How many requests came, taken or not.
    pub(crate) requests: usize,
}

impl Server {
    /// Starts the server for a user with this token.
    pub(crate) fn start(token: &str) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
        let address = listener.local_addr().expect("it is bound").to_string();
        let state =
            State { fake: FakeLichess::new(token), moods: VecDeque::new(), pushes: Vec::new(), requests: 0 };
        let server = Server { address, state: Arc::new(Mutex::new(state)), began: Instant::now() };
        let serving = server.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let server = serving.clone();
                // Whoever goes away before the answer is no matter.
                thread::spawn(move || server.serve(stream).ok());
            }
        });
        server
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn serve(&self, stream: TcpStream) -> std::io::Result<()> {
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        let mut reader = BufReader::new(stream.try_clone()?);
        let (mut head, mut length, mut token) = (String::new(), 0, None);
        let mut line = String::new();
        while reader.read_line(&mut line)? > 2 {
            let (name, value) = line.split_once(':').unwrap_or_default();
            match name.to_ascii_lowercase().as_str() {
                "content-length" => length = value.trim().parse().unwrap_or(0),
                "authorization" => token = value.trim().strip_prefix("Bearer ").map(str::to_owned),
                _ => {}
            }
            head.push_str(&line);
            line.clear();
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body)?;
        let body = String::from_utf8_lossy(&body).into_owned();
        let mut words = head.split(' ');
        let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let path = path.split('?').next().unwrap_or_default();
        self.answer(stream, (method, path), token.as_deref(), &body)
    }

    fn answer(
        &self,
        mut stream: TcpStream,
        (method, path): (&str, &str),
        token: Option<&str>,
        body: &str,
    ) -> std::io::Result<()> {
        let now_ms = u64::try_from(self.began.elapsed().as_millis()).expect("a short test");
        let mut state = self.state();
        state.requests += 1;
        let mood = if method == "POST" { state.moods.pop_front() } else { None };
        let (mut reply, mut kind) = (Reply { status: 404, body: String::new() }, "application/json");
        match mood {
            Some(Mood::Reset) => return Ok(()),
            Some(Mood::Status(status)) => reply = Reply { status, body: "<html>".to_owned() },
            Some(Mood::Echo) => {
                let error = format!("{{\"error\":\"cannot take {}\"}}", token.unwrap_or_default());
                reply = Reply { status: 400, body: error };
            }
            Some(Mood::Limit) => reply = state.fake.limit(now_ms),
            Some(Mood::NoGame) => {
                let games = vec![r#"{"tags":{},"error":"Cannot parse"}"#; pgn::split(body).len()];
                reply = Reply { status: 200, body: format!("{{\"games\":[{}]}}", games.join(",")) };
            }
            Some(Mood::Half) | None if method == "POST" => {
                reply = state.fake.post(now_ms, path, token, body);
                if path.ends_with("/push") && reply.status == 200 {
                    state.pushes.push((Instant::now(), body.to_owned()));
                }
            }
            Some(Mood::Half) | None => {
                if let Some(told) = state.fake.get(path, token) {
                    reply = told;
                }
                let id = path.rsplit('/').next().and_then(|file| file.strip_suffix(".pgn"));
                if let Some(games) = id.and_then(|id| state.fake.games(id)) {
                    // The stream goes on for ever at the real one; here it ends after what is there.
                    (reply, kind) = (Reply { status: 200, body: games }, "application/x-chess-pgn");
                }
            }
        }
        drop(state);
        let text = match mood {
            Some(Mood::Half) => &reply.body[..reply.body.len() / 2],
            _ => &reply.body,
        };
        write!(
            stream,
            "HTTP/1.1 {} x\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{text}",
            reply.status,
            reply.body.len()
        )
    }
}
