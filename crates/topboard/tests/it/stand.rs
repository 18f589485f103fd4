//! The public listener with a hub behind it and no hall: a test decides what it serves and whom it lets in. And a
//! visitor that knows nothing but bytes.

use crate::rig::PATIENCE;
use hall::{PublicLink, PublicPly, Publication, TableNo};
use relay::{EventView, HallFeed, Released, Rounds, Screens};
use shakmaty::ByColor;
use std::{net::SocketAddr, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt, BufReader},
    net::{TcpSocket, TcpStream},
    sync::{mpsc, watch},
    time::timeout,
};
use topboard::{
    connections::{
        guests::{Guests, Most},
        hub::{Hub, RELEASES_MAX},
        time_limits::Patience,
    },
    journal_files::disk_health::Health,
    mainloop::run_clock::RunClock,
    public::{
        audience::Doors,
        bulletin::BulletinDesk,
        gazette::Current,
        hub::{Public, Release},
        round_papers::RoundsEdition,
        server::{self, PublicState},
    },
    tls::Tls,
};

/// Room for everybody.
pub(crate) const ROOMY: Most = Most { all: 1_000, each: 1_000 };
/// The key and the proof of RFC 6455's own example.
const KEY: &str = "dGhlIHNhbXBsZSBub25jZQ==";
const PROOF: &str = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";

/// The listener.
pub(crate) struct Stand {
    pub(crate) address: SocketAddr,
    pub(crate) guests: Arc<Guests>,
    releases: mpsc::Sender<Release<Screens>>,
    stop: watch::Sender<bool>,
    _health: watch::Sender<Health>,
}

impl Stand {
    pub(crate) async fn open(feed: HallFeed<Screens>, most: Most, patience: Patience) -> Stand {
        Stand::encrypted(feed, most, patience, None).await
    }

    /// Opens the listener with what encrypts its connections.
    pub(crate) async fn encrypted(
        feed: HallFeed<Screens>,
        most: Most,
        patience: Patience,
        tls: Option<Arc<Tls>>,
    ) -> Stand {
        let listener = server::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (releases, released) = mpsc::channel(RELEASES_MAX);
        let (visits, visited) = mpsc::channel(64);
        let (public, clock) = (Public::new(feed, None), RunClock::after(0, None, None));
        let live = public.live();
        tokio::spawn(Hub::new(public, clock).run(released, visited, watch::channel(Health::Well).1));
        let (_, games) = watch::channel(Current::default());
        let (health, well) = watch::channel(Health::Well);
        let (stop, stopped) = watch::channel(false);
        let guests = Guests::new(most);
        let rounds = watch::channel(Arc::new(RoundsEdition::of(Rounds::default(), 0))).1;
        let desk = Arc::new(BulletinDesk::new(games.clone(), rounds.clone(), live.clone()));
        let doors = Doors { delay_ms: 0, visits, games, rounds, live, desk, clock };
        let public = PublicState::new(doors, well, Arc::clone(&guests)).encrypted(tls);
        tokio::spawn(server::run(listener, public, patience, stopped));
        Stand { address, guests, releases, stop, _health: health }
    }

    /// Publishes a change.
    pub(crate) async fn publish(&self, publication: Publication) {
        let release = Release { released: Released::at_once(vec![publication], Vec::new()), read_at: None };
        self.releases.send(release).await.expect("the hub runs");
    }

    /// Ends the program.
    pub(crate) fn end(self) -> Arc<Guests> {
        self.stop.send_replace(true);
        self.guests
    }

    /// Returns what a monitor reads.
    pub(crate) async fn health(&self) -> String {
        let mut visitor = Visitor::come(self.address).await;
        visitor.say(b"GET /healthz HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n").await;
        visitor.rest().await
    }
}

/// Returns a hall of `tables` tables whose games have `plies` plies.
pub(crate) fn hall_of(tables: TableNo, plies: usize) -> HallFeed<Screens> {
    let mut feed = HallFeed::new("stand", EventView::default());
    let all: Vec<Publication> = (1..=tables).map(|table| publication(table, 1, 0, plies)).collect();
    feed.update(&all, &[], 0);
    feed
}

/// Returns a publication of a table with `plies` plies behind the first `from`.
pub(crate) fn publication(table: TableNo, rev: u64, from: usize, plies: usize) -> Publication {
    let ply = |number: usize| PublicPly {
        san: "Nbxd7+".to_owned(),
        uci: "b8d7".to_owned(),
        fen: format!(
            "r1bqk2r/pp1nbppp/2p1pn2/3p4/2PP4/2N1PN2/PPQ2PPP/R1B1KB1R w KQkq - 4 {}",
            number / 2 + 1
        ),
        check: true,
        irregular: false,
        provisional: false,
        left_ms: Some(5_391_000),
        spent_ms: Some(14_000),
    };
    Publication {
        table,
        game: 1,
        rev,
        players: ByColor::default(),
        start_fen: String::new(),
        from,
        plies: (from..from + plies).map(ply).collect(),
        clock: None,
        result: None,
        link: PublicLink::Live,
    }
}

/// A visitor with a connection.
pub(crate) struct Visitor(BufReader<TcpStream>);

impl Visitor {
    pub(crate) async fn come(address: SocketAddr) -> Visitor {
        Visitor(BufReader::new(TcpStream::connect(address).await.expect("somebody listens")))
    }

    /// Connects with small buffers in the system: what the visitor does not read has to wait.
    pub(crate) async fn come_slowly(address: SocketAddr) -> Visitor {
        let socket = TcpSocket::new_v4().expect("the system gives a socket");
        socket.set_recv_buffer_size(8 << 10).expect("a small buffer");
        Visitor(BufReader::new(socket.connect(address).await.expect("somebody listens")))
    }

    pub(crate) async fn say(&mut self, bytes: &[u8]) {
        // A visitor that is being let go may not be heard any more.
        let _ = self.0.write_all(bytes).await;
    }

    /// Connects and opens the hall feed.
    pub(crate) async fn follow(address: SocketAddr) -> Visitor {
        Visitor::come(address).await.following().await
    }

    /// Opens the hall feed.
    pub(crate) async fn following(mut self) -> Visitor {
        self.ask_for_feed("13").await;
        let head = self.head().await;
        assert!(head.starts_with("HTTP/1.1 101 ") && head.contains(PROOF), "{head}");
        self
    }

    pub(crate) async fn ask_for_feed(&mut self, version: &str) {
        self.ask_for("/ws/hall", version).await;
    }

    /// Opens protocol 2 of the hall feed.
    pub(crate) async fn following_2(mut self) -> Visitor {
        self.ask_for("/ws/v2", "13").await;
        let head = self.head().await;
        assert!(head.starts_with("HTTP/1.1 101 ") && head.contains(PROOF), "{head}");
        self
    }

    async fn ask_for(&mut self, path: &str, version: &str) {
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: hall\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n\
             Sec-WebSocket-Version: {version}\r\nSec-WebSocket-Key: {KEY}\r\n\r\n"
        );
        self.say(request.as_bytes()).await;
    }

    /// Reads the head of an answer.
    pub(crate) async fn head(&mut self) -> String {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(self.take(1, None).await.expect("the head goes on")[0]);
        }
        String::from_utf8(head).expect("text")
    }

    /// Reads until the other side ends the connection.
    pub(crate) async fn rest(&mut self) -> String {
        String::from_utf8_lossy(&self.rest_bytes().await).into_owned()
    }

    /// Reads bytes until the other side ends the connection.
    pub(crate) async fn rest_bytes(&mut self) -> Vec<u8> {
        let mut rest = Vec::new();
        // A reset is an end too.
        let _ = timeout(PATIENCE, self.0.read_to_end(&mut rest)).await.expect("the connection is ended");
        rest
    }

    /// Reads the lines of a server-sent event.
    pub(crate) async fn event(&mut self) -> Vec<String> {
        let mut event = Vec::new();
        while !event.ends_with(b"\n\n") {
            event.push(self.take(1, None).await.expect("the events go on")[0]);
        }
        String::from_utf8(event)
            .expect("text")
            .lines()
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect()
    }

    /// Reads a frame: its first byte, and its contents; `None` at the end. With a pause, only a little is read at once.
    pub(crate) async fn frame(&mut self, pause: Option<Duration>) -> Option<(u8, Vec<u8>)> {
        let head = self.take(2, None).await?;
        let length = match head[1] {
            126 => u64::from(u16::from_be_bytes(self.take(2, None).await?.try_into().expect("two"))),
            127 => u64::from_be_bytes(self.take(8, None).await?.try_into().expect("eight")),
            short => u64::from(short),
        };
        let body = self.take(usize::try_from(length).expect("it fits"), pause).await?;
        Some((head[0], body))
    }

    /// Skips frames up to the Close. Returns its code, and whether the connection is ended then.
    pub(crate) async fn close_code(&mut self) -> (Option<u16>, bool) {
        while let Some((kind, body)) = self.frame(None).await {
            if kind == 0x88 {
                let code = body.get(..2).map(|code| u16::from_be_bytes([code[0], code[1]]));
                return (code, self.rest().await.is_empty());
            }
        }
        (None, true)
    }

    async fn take(&mut self, length: usize, pause: Option<Duration>) -> Option<Vec<u8>> {
        let mut bytes = vec![0; length];
        for piece in bytes.chunks_mut(16 << 10) {
            let read = timeout(PATIENCE, self.0.read_exact(piece)).await.expect("something comes");
            read.ok()?;
            if let Some(pause) = pause {
                tokio::time::sleep(pause).await;
            }
        }
        Some(bytes)
    }
}

/// Returns a client's frame: masked, as RFC 6455 wants it.
pub(crate) fn masked(first: u8, body: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x37, 0xfa, 0x21, 0x3d];
    let mut frame = vec![first];
    match u8::try_from(body.len()) {
        Ok(short @ ..=125) => frame.push(0x80 | short),
        _ => {
            frame.push(0x80 | 126);
            frame.extend(u16::try_from(body.len()).expect("a short frame").to_be_bytes());
        }
    }
    frame.extend(MASK);
    frame.extend(body.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    frame
}
