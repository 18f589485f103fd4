//! Clients that take their time: heads, bodies, messages and handshakes that come byte by byte and never end, readers that
//! stop. Promised: each loses its place within the limits of crates/README.md, at every door, and nobody else notices.

use crate::{
    arbiter_client::{Arbiter, parts},
    rig::{Hall, PATIENCE, config, folder},
    stand::{ROOMY, Stand, Visitor, hall_of, publication},
    tls_client::Client,
};
use futures_util::future::join_all;
use std::{fs, net::SocketAddr, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split},
    net::TcpStream,
    time::{Instant, sleep, timeout},
};
use topboard::{
    connections::{guests::Loss, time_limits::Patience},
    tls::{Tls, TlsChoice},
};

const SOON: Duration = Duration::from_millis(400);
/// The limits in these tests.
const SHORT: Patience = Patience { head: SOON, body: SOON, stuck: SOON, ..Patience::USUAL };
/// The time by which a place is free again on a busy computer. At one byte for each [`PAUSE`] nothing here would have ended.
const FREE: Duration = Duration::from_secs(10);
const PAUSE: Duration = Duration::from_millis(50);

/// A frame whose header says 1,000 bytes, masked with zeros; and a fragment of nothing, without an end.
const LONG_FRAME: [u8; 8] = [0x81, 0xfe, 0x03, 0xe8, 0, 0, 0, 0];
const NOTHING: [u8; 6] = [0x01, 0x80, 0, 0, 0, 0];

/// Says this byte by byte, and then spaces, until the other side ends the connection. Returns what it said.
async fn dribble(stream: impl AsyncRead + AsyncWrite + Unpin, text: &[u8], pause: Duration) -> Vec<u8> {
    let (mut reader, mut writer) = split(stream);
    let mut told = Vec::new();
    let saying = async {
        for byte in text.iter().copied().chain(std::iter::repeat(b' ')) {
            if writer.write_all(&[byte]).await.is_err() {
                break;
            }
            sleep(pause).await;
        }
        std::future::pending().await
    };
    let hearing = async {
        // A reset is an end, too.
        let _ = reader.read_to_end(&mut told).await;
    };
    tokio::select! {
        () = hearing => {}
        () = saying => {}
    }
    told
}

async fn line(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).await.expect("somebody listens");
    stream.set_nodelay(true).expect("it can be set");
    stream
}

/// Opens a WebSocket, and says a message byte by byte. Returns whether it was closed with 1008.
async fn dribble_message(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    (path, headers): (&str, &str),
    message: &[u8],
    pause: Duration,
) -> bool {
    let asked = format!(
        "GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{headers}\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(asked.as_bytes()).await.expect("it is heard");
    let told = dribble(stream, message, pause).await;
    let close = [&1008_u16.to_be_bytes()[..], b"a message has to be ended in time"].concat();
    told.starts_with(b"HTTP/1.1 101 ") && told.ends_with(&close)
}

async fn all_gone(stand: &Stand) {
    timeout(PATIENCE, stand.guests.all_left()).await.expect("every place is free again");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn heads_bodies_and_messages_that_come_byte_by_byte_end_in_time() {
    let stand = Stand::open(hall_of(2, 4), ROOMY, SHORT).await;
    let began = Instant::now();
    let heads =
        ["/", "/ws/hall", "/ws/v2", "/api/v2/hall", "/api/v2/events", "/text", "/enter"].map(async |path| {
            let head = format!("GET {path} HTTP/1.1\r\nHost: hall\r\nX: ");
            assert_eq!(dribble(line(stand.address).await, head.as_bytes(), PAUSE).await, b"", "{path}");
        });
    let bodies = ["/enter", "/api/v2/events", "/text"].map(async |path| {
        let mut stream = line(stand.address).await;
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: hall\r\nConnection: close\r\nContent-Length: 900\r\n\r\n");
        stream.write_all(head.as_bytes()).await.expect("it is heard");
        let told = dribble(stream, b"key=", PAUSE).await;
        assert!(told.starts_with(b"HTTP/1.1 408 "), "{path}: {}", String::from_utf8_lossy(&told));
    });
    let messages = [
        ("/ws/hall", &LONG_FRAME[..]),
        ("/ws/v2", &LONG_FRAME[..]),
        ("/ws/hall", &NOTHING[..]),
        ("/ws/v2", &NOTHING[..]),
    ]
    .map(async |(path, message)| {
        assert!(dribble_message(line(stand.address).await, (path, ""), message, PAUSE).await, "{path}");
    });
    tokio::join!(join_all(heads), join_all(bodies), join_all(messages));
    all_gone(&stand).await;
    assert!(began.elapsed() < FREE, "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_listener_of_events_that_stops_reading_is_let_go() {
    let stand = Stand::open(hall_of(8, 300), ROOMY, SHORT).await;
    let mut deaf = Visitor::come_slowly(stand.address).await;
    deaf.say(b"GET /api/v2/events HTTP/1.1\r\nHost: hall\r\n\r\n").await;
    let mut other = Visitor::come(stand.address).await;
    other.say(b"GET /api/v2/events?tables=1 HTTP/1.1\r\nHost: hall\r\n\r\n").await;
    let end = Instant::now() + PATIENCE;
    for rev in 2.. {
        assert!(Instant::now() < end, "it keeps its place");
        if stand.guests.tally().number(Loss::Stuck) > 0 {
            break;
        }
        // Whole games again and again fill whatever the system keeps for a reader.
        stand.publish(publication(1 + (rev % 8) as u16, rev, 0, 300)).await;
        let _ = timeout(Duration::from_millis(5), other.event()).await;
    }
    drop(other);
    all_gone(&stand).await;
    assert_eq!(stand.guests.tally().number(Loss::Stuck), 1, "who reads on stays");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn handshakes_and_prefaces_that_never_end_free_their_places() {
    let data = folder("slow-loris-tls");
    let tls = Tls::open(&TlsChoice::Own(Vec::new()), &data).expect("it opens");
    let stand = Stand::encrypted(hall_of(2, 4), ROOMY, SHORT, tls).await;
    let root = fs::read_to_string(data.join("root.crt")).expect("it was made");
    let client = Client::trusting(&root, &stand.address.to_string());
    let secure = async |protocol| client.connect("127.0.0.1", &[protocol]).await.expect("the root is known");
    let began = Instant::now();
    // The beginning of a ClientHello of 512 bytes.
    let hello = [0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3];
    let handshake = async { drop(dribble(line(stand.address).await, &hello, PAUSE).await) };
    // Of HTTP/2: nothing, the preface byte by byte, and a preface behind which a request begins and does not go on.
    let preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    let settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];
    let request = [&preface[..], &settings, &[0, 0, 200, 1, 4, 0, 0, 0, 1, 0x82]].concat();
    let second = [&[][..], preface, &request].map(async |said| {
        let mut stream = secure("h2").await;
        if said.len() > preface.len() {
            stream.write_all(said).await.expect("it is heard");
            stream.flush().await.expect("it is heard");
            let _ = stream.read_to_end(&mut Vec::new()).await;
        } else if said.is_empty() {
            let _ = stream.read_to_end(&mut Vec::new()).await;
        } else {
            drop(dribble(stream, said, PAUSE).await);
        }
    });
    let messages = ["/ws/hall", "/ws/v2"].map(async |path| {
        assert!(dribble_message(secure("http/1.1").await, (path, ""), &LONG_FRAME, PAUSE).await, "{path}");
    });
    let head = async {
        assert_eq!(dribble(secure("http/1.1").await, b"GET / HTTP/1.1\r\nX: ", PAUSE).await, b"");
    };
    tokio::join!(handshake, join_all(second), join_all(messages), head);
    all_gone(&stand).await;
    assert!(began.elapsed() < FREE * 2, "{:?}", began.elapsed());
}

/// The real program with its real limits, at the doors that no listener of a test stands for: that of a closed event, that of
/// the screens, and the arbiter's. All of them at once, so it takes little more than the fifteen seconds of one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doors_of_the_program_are_free_again_within_a_minute() {
    const SECOND: Duration = Duration::from_secs(1);
    let config = config(&folder("slow-loris-doors"), &[]);
    let text = fs::read_to_string(&config).expect("it is there");
    let closed = "[server]\nclosed = true\nscreens = \"127.0.0.1:0\"\n";
    fs::write(&config, text.replacen("[server]\n", closed, 1)).expect("it can be written");
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let doors: [SocketAddr; 3] =
        [&hall.address, &hall.screens, &parts(&hall.link).0].map(|door| door.parse().expect("an address"));
    let began = Instant::now();
    let at_each =
        || doors.into_iter().flat_map(|door| ["/enter", "/api/v1/session"].map(|path| (door, path)));
    let heads = at_each().map(|(door, path)| async move {
        let head = format!("POST {path} HTTP/1.1\r\nHost: {door}\r\nX: ");
        assert_eq!(dribble(line(door).await, head.as_bytes(), SECOND).await, b"", "{path} at {door}");
    });
    let bodies = at_each().map(|(door, path)| async move {
        let mut stream = line(door).await;
        let host = format!("Host: {door}\r\nConnection: close\r\n");
        let head = format!("POST {path} HTTP/1.1\r\n{host}Content-Length: 90\r\n\r\n");
        stream.write_all(head.as_bytes()).await.expect("it is heard");
        let told = dribble(stream, b"key=", SECOND).await;
        assert!(told.starts_with(b"HTTP/1.1 408 "), "{path} at {door}: {}", String::from_utf8_lossy(&told));
    });
    let headers = format!("Cookie: {}\r\n", arbiter.cookie);
    let feed = ("/ws/arbiter", headers.as_str());
    let message = async { dribble_message(line(doors[2]).await, feed, &LONG_FRAME, SECOND).await };
    let (_, _, is_closed) = tokio::join!(join_all(heads), join_all(bodies), message);
    assert!(is_closed, "the arbiter's feed");
    assert!(began.elapsed() < SECOND * 60, "{:?}", began.elapsed());
}
