//! A proxy before a program: it loses, doubles and swaps whole frames of the server, tears lines in the middle of a frame,
//! and lets everybody in or nobody. It knows the frames of WebSockets and of events; of everything else it knows bytes.

use sim::Rng;
use std::{
    io::{Error, ErrorKind, Result},
    sync::{Arc, Mutex},
    time::Duration,
};
use tokio::{
    io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, copy},
    net::{TcpListener, TcpStream},
    sync::watch,
    time::sleep,
};

/// The first byte of a WebSocket's frame that holds a whole text.
const TEXT: u8 = 0x81;
/// The greatest length of a head, in bytes.
const HEAD_MAX: usize = 16 << 10;

/// What happens to frames, each in parts per million.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Weather {
    pub(super) lost: u32,
    pub(super) doubled: u32,
    /// The frame comes behind its follower.
    pub(super) swapped: u32,
    /// The line ends in the middle of the frame.
    pub(super) torn: u32,
}

/// How often each of it happened.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) passed: usize,
    pub(super) lost: usize,
    pub(super) doubled: usize,
    pub(super) swapped: usize,
    pub(super) torn: usize,
}

/// What becomes of whoever connects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Open,
    /// Nobody is let in, and who was in is thrown out.
    Shut,
    /// Lines stay, and nothing goes over them, as over a network that fell apart.
    Parted,
}

/// The state that all lines share.
struct Shared {
    target: Mutex<String>,
    weather: Mutex<Weather>,
    tally: Mutex<Tally>,
    chance: Mutex<Rng>,
    way: watch::Sender<Way>,
    /// Goes up when all lines are cut.
    cuts: watch::Sender<u32>,
}

/// The proxy.
pub(super) struct Proxy {
    pub(super) address: String,
    shared: Arc<Shared>,
}

impl Proxy {
    /// Opens a proxy that leads to `target`. What happens follows from the seed.
    pub(super) async fn before(target: &str, seed: u64) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("it has one").to_string();
        let shared = Arc::new(Shared {
            target: Mutex::new(target.to_owned()),
            weather: Mutex::default(),
            tally: Mutex::default(),
            chance: Mutex::new(Rng::new(seed)),
            way: watch::Sender::new(Way::Open),
            cuts: watch::Sender::new(0),
        });
        let of_lines = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(Arc::clone(&of_lines).serve(client));
            }
        });
        Proxy { address, shared }
    }

    /// Leads to another address from now on.
    pub(super) fn lead_to(&self, target: &str) {
        target.clone_into(&mut self.shared.target.lock().expect("no panic holds it"));
    }

    pub(super) fn weather(&self, weather: Weather) {
        *self.shared.weather.lock().expect("no panic holds it") = weather;
    }

    pub(super) fn way(&self, way: Way) {
        self.shared.way.send_replace(way);
        if way == Way::Shut {
            self.cut();
        }
    }

    /// Ends all lines, wherever in a frame they are.
    pub(super) fn cut(&self) {
        self.shared.cuts.send_modify(|cuts| *cuts += 1);
    }

    pub(super) fn tally(&self) -> Tally {
        *self.shared.tally.lock().expect("no panic holds it")
    }
}

/// What goes over a line.
#[derive(Clone, Copy)]
enum Kind {
    WebSocket,
    Events,
    Bytes,
}

/// What is to be done with a frame.
enum Fate {
    Pass,
    Lose,
    Double,
    Swap,
    Tear,
}

impl Shared {
    async fn serve(self: Arc<Shared>, client: TcpStream) {
        let mut cuts = self.cuts.subscribe();
        if *self.way.borrow() == Way::Shut {
            return;
        }
        tokio::select! {
            // Either end may be gone; both lines are dropped then.
            _ = self.carry(client) => {}
            _ = cuts.changed() => {}
        }
    }

    async fn carry(&self, client: TcpStream) -> Result<()> {
        self.passable().await;
        let target = self.target.lock().expect("no panic holds it").clone();
        let server = TcpStream::connect(target).await?;
        for line in [&client, &server] {
            line.set_nodelay(true)?;
        }
        let (from_client, mut to_client) = client.into_split();
        let (from_server, mut to_server) = server.into_split();
        let (mut from_client, mut from_server) = (BufReader::new(from_client), BufReader::new(from_server));
        // A broker speaks first; whoever asks by HTTP does so at once.
        let first = tokio::select! {
            peeked = from_client.fill_buf() => peeked?.starts_with(b"GET "),
            peeked = from_server.fill_buf() => peeked.map(|_| false)?,
        };
        let mut kind = Kind::Bytes;
        if first {
            let asked = head(&mut from_client).await?;
            to_server.write_all(&asked).await?;
            let told = head(&mut from_server).await?;
            to_client.write_all(&told).await?;
            if told.starts_with(b"HTTP/1.1 101 ") {
                kind = Kind::WebSocket;
            } else if asked.starts_with(b"GET /api/v2/events") {
                kind = Kind::Events;
            }
        }
        let up = async {
            match kind {
                Kind::Bytes => self.pipe(&mut from_client, &mut to_server).await,
                _ => copy(&mut from_client, &mut to_server).await.map(drop),
            }
        };
        let down = async {
            match kind {
                Kind::Bytes => self.pipe(&mut from_server, &mut to_client).await,
                kind => self.frames(kind, &mut from_server, &mut to_client).await,
            }
        };
        tokio::select! {
            ended = up => ended,
            ended = down => ended,
        }
    }

    /// Waits while the network is parted.
    async fn passable(&self) {
        let mut way = self.way.subscribe();
        // The sender lives as long as this.
        let _ = way.wait_for(|way| *way != Way::Parted).await;
    }

    /// Carries bytes while the network is one.
    async fn pipe(
        &self,
        from: &mut (impl AsyncRead + Unpin),
        to: &mut (impl AsyncWrite + Unpin),
    ) -> Result<()> {
        let mut buffer = vec![0; 64 << 10];
        loop {
            let length = from.read(&mut buffer).await?;
            if length == 0 {
                return Ok(());
            }
            self.passable().await;
            to.write_all(&buffer[..length]).await?;
        }
    }

    /// Carries the frames of a server, as the weather is.
    async fn frames(
        &self,
        kind: Kind,
        from: &mut (impl AsyncRead + Unpin),
        to: &mut (impl AsyncWrite + Unpin),
    ) -> Result<()> {
        let mut kept: Option<Vec<u8>> = None;
        loop {
            let frame = match kind {
                Kind::Events => event(from).await?,
                _ => websocket_frame(from).await?,
            };
            match self.fate(kind, &frame) {
                Fate::Lose => continue,
                Fate::Swap if kept.is_none() => {
                    kept = Some(frame);
                    continue;
                }
                Fate::Double => to.write_all(&[&frame[..], &frame].concat()).await?,
                Fate::Tear => {
                    to.write_all(&frame[..frame.len() / 2]).await?;
                    to.flush().await?;
                    // The first half is on its way before the line ends.
                    sleep(Duration::from_millis(5)).await;
                    return Err(Error::from(ErrorKind::ConnectionAborted));
                }
                Fate::Pass | Fate::Swap => to.write_all(&frame).await?,
            }
            if let Some(earlier) = kept.take() {
                to.write_all(&earlier).await?;
            }
        }
    }

    fn fate(&self, kind: Kind, frame: &[u8]) -> Fate {
        // Pings and a Close are the line's own.
        let is_told = matches!(kind, Kind::Events) || frame[0] == TEXT;
        let Weather { lost, doubled, swapped, torn } = *self.weather.lock().expect("no panic holds it");
        let mut tally = self.tally.lock().expect("no panic holds it");
        let drawn = self.chance.lock().expect("no panic holds it").below(1_000_000) as u32;
        let (count, fate) = match drawn {
            _ if !is_told => return Fate::Pass,
            _ if drawn < lost => (&mut tally.lost, Fate::Lose),
            _ if drawn < lost + doubled => (&mut tally.doubled, Fate::Double),
            _ if drawn < lost + doubled + swapped => (&mut tally.swapped, Fate::Swap),
            _ if drawn < lost + doubled + swapped + torn => (&mut tally.torn, Fate::Tear),
            _ => (&mut tally.passed, Fate::Pass),
        };
        *count += 1;
        fate
    }
}

/// Reads the head of a request or an answer.
async fn head(from: &mut (impl AsyncRead + Unpin)) -> Result<Vec<u8>> {
    until(from, b"\r\n\r\n", HEAD_MAX).await
}

/// Reads an event, with the empty line behind it. Of HTTP/1.0 nothing stands between events.
async fn event(from: &mut (impl AsyncRead + Unpin)) -> Result<Vec<u8>> {
    until(from, b"\n\n", usize::MAX).await
}

async fn until(from: &mut (impl AsyncRead + Unpin), end: &[u8], most: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    while !bytes.ends_with(end) {
        if bytes.len() >= most {
            return Err(Error::from(ErrorKind::InvalidData));
        }
        bytes.push(from.read_u8().await?);
    }
    Ok(bytes)
}

/// Reads a frame of a server, which masks nothing.
async fn websocket_frame(from: &mut (impl AsyncRead + Unpin)) -> Result<Vec<u8>> {
    let mut frame = vec![0; 2];
    from.read_exact(&mut frame).await?;
    let more = match frame[1] {
        126 => 2,
        127 => 8,
        _ => 0,
    };
    let mut length = vec![0; more];
    from.read_exact(&mut length).await?;
    let body = match more {
        0 => usize::from(frame[1]),
        _ => length.iter().fold(0, |sum, byte| sum << 8 | usize::from(*byte)),
    };
    frame.extend(length);
    let head = frame.len();
    frame.resize(head + body, 0);
    from.read_exact(&mut frame[head..]).await?;
    Ok(frame)
}
