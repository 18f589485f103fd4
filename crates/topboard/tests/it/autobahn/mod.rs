//! The cases of Autobahn's test suite for WebSocket servers, by its numbers, against the real listener: both protocols of the
//! hall feed, plain and over TLS, while moves are published and sweeps write to the lines.
//!
//! Autobahn expects an echo. Topboard sends none, so something else stands for it: where a message has to be understood, it is
//! a wish of the protocol (a question for the time, or for a snapshot), and its answer has to come. Where it only has to be
//! taken, a ping behind it is answered. Messages over 1,024 bytes end with 1009, and more than 32 KiB at once with 1008.

mod cases;
mod peer;
mod texts;

use crate::{
    rig::{PATIENCE, folder},
    stand::{ROOMY, Stand, hall_of, publication},
    tls_client::Client,
};
use cases::{Case, Comes, Part};
use futures_util::{StreamExt, stream};
use peer::{Frame, Peer};
use std::{fs, sync::Arc, time::Duration};
use tokio::{
    io::{AsyncRead, AsyncWrite},
    net::TcpStream,
    time::sleep,
};
use topboard::{
    connections::time_limits::Patience,
    tls::{Tls, TlsChoice},
};

/// The number of cases that are tried at the same time.
const TOGETHER: usize = 48;
/// The pause between two changes of the hall.
const CHANGE: Duration = Duration::from_millis(4);
/// The pause between two pieces of a chopped frame.
const CHOP: Duration = Duration::from_millis(1);
/// The ping behind everything that a case says.
const LAST: &[u8] = b"is somebody there?";

/// One of the WebSockets.
#[derive(Clone, Copy)]
struct Endpoint {
    path: &'static str,
    /// What is said before each case, so that frames come all the time.
    first: &'static str,
    /// A message that is answered, and how the answers begin; the number of answers that come without being asked for.
    wish: &'static str,
    answer: &'static str,
    unasked: usize,
}

const PROTOCOLS: [Endpoint; 2] = [
    Endpoint {
        path: "/ws/hall",
        first: "",
        wish: "{\"want\":\"snapshot\"}",
        answer: "{\"kind\":\"snapshot\"",
        unasked: 1,
    },
    Endpoint {
        path: "/ws/v2",
        first: "{\"sub\":\"all\"}",
        wish: "{\"ts\":77.5}",
        answer: "{\"ts\":77.5",
        unasked: 0,
    },
];

/// Publishes moves until the listener ends.
fn play(stand: &Arc<Stand>) {
    let stand = Arc::clone(stand);
    tokio::spawn(async move {
        for rev in 2_u64.. {
            let table = 1 + u16::try_from(rev % 4).expect("small");
            // A game that is taken back again and again stays short.
            stand.publish(publication(table, rev, 10, 1 + usize::try_from(rev % 3).expect("small"))).await;
            sleep(CHANGE).await;
        }
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_cases_pass_while_moves_are_swept_to_everybody() {
    let stand = Arc::new(Stand::open(hall_of(4, 12), ROOMY, Patience::USUAL).await);
    play(&stand);
    for endpoint in PROTOCOLS {
        let cases = cases::all(endpoint.wish);
        assert!(cases.len() > 300, "{}", cases.len());
        let address = stand.address;
        let tried = stream::iter(cases).map(async |case| {
            let stream = TcpStream::connect(address).await.expect("somebody listens");
            stream.set_nodelay(true).expect("it can be set");
            attempt(Peer::open(stream, endpoint.path, "").await.0, endpoint, &case).await
        });
        let failed: Vec<String> =
            tried.buffer_unordered(TOGETHER).filter_map(async |failed| failed).collect().await;
        assert!(failed.is_empty(), "{}:\n{}", endpoint.path, failed.join("\n"));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handful_of_cases_pass_over_tls() {
    const HANDFUL: [&str; 16] = [
        "1.1.5", "1.1.6", "2.4", "2.5", "2.6", "2.10", "3.4", "4.1.5", "5.8", "5.19", "6.2.3", "6.4.1",
        "7.1.5", "7.3.1", "7.5.1", "7.9.2",
    ];
    let data = folder("autobahn-tls");
    let tls = Tls::open(&TlsChoice::Own(Vec::new()), &data).expect("it opens");
    let stand = Arc::new(Stand::encrypted(hall_of(4, 12), ROOMY, Patience::USUAL, tls).await);
    let root = fs::read_to_string(data.join("root.crt")).expect("it was made");
    let client = Client::trusting(&root, &stand.address.to_string());
    play(&stand);
    for endpoint in PROTOCOLS {
        let cases =
            cases::all(endpoint.wish).into_iter().filter(|case| HANDFUL.contains(&case.number.as_str()));
        let client = &client;
        let tried = stream::iter(cases).map(async |case| {
            let stream = client.connect("127.0.0.1", &["http/1.1"]).await.expect("the root is known");
            attempt(Peer::open(stream, endpoint.path, "").await.0, endpoint, &case).await.map_or(
                1,
                |failed| {
                    panic!("{}: {failed}", endpoint.path);
                },
            )
        });
        let passed: usize = tried.buffer_unordered(TOGETHER).fold(0, async |sum, one| sum + one).await;
        assert_eq!(passed, HANDFUL.len());
    }
}

/// Cases 12 and 13: whatever is offered, no extension is answered, so a compressed message breaks the rules.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_compression_is_agreed_on() {
    let stand = Stand::open(hall_of(1, 4), ROOMY, Patience::USUAL).await;
    for endpoint in PROTOCOLS {
        for (number, offer) in [
            ("12.1", "permessage-deflate"),
            ("13.1", "permessage-deflate; client_no_context_takeover; client_max_window_bits"),
            ("13.2", "permessage-deflate; server_no_context_takeover"),
            ("13.3", "permessage-deflate; server_max_window_bits=9"),
            ("13.4", "permessage-deflate; server_max_window_bits=15"),
            ("13.5", "permessage-deflate; server_no_context_takeover; server_max_window_bits=9"),
            ("13.6", "permessage-deflate; server_no_context_takeover; server_max_window_bits=15"),
            ("13.7", "permessage-deflate; server_max_window_bits=9, permessage-deflate"),
            ("none", "x-webkit-deflate-frame, no such thing;;=, \u{7f}"),
        ] {
            let offer = format!("Sec-WebSocket-Extensions: {offer}\r\n");
            for (first, comes) in [(0x81, Comes::Stays(Vec::new(), true)), (0xc1, Comes::Closed(1002))] {
                let stream = TcpStream::connect(stand.address).await.expect("somebody listens");
                let (peer, head) = Peer::open(stream, endpoint.path, &offer).await;
                if !head.starts_with("http/1.1 101 ") {
                    assert!(number == "none" && head.starts_with("http/1.1 400 "), "{number}: {head}");
                    continue;
                }
                assert!(!head.contains("sec-websocket-extensions"), "{number}: {head}");
                let says = vec![Part::Whole(peer::frame(first, endpoint.wish.as_bytes()))];
                let case = Case { number: number.to_owned(), says, comes };
                let failed = attempt(peer, endpoint, &case).await;
                assert_eq!(failed, None);
            }
        }
    }
}

/// Tries a case. Returns what went wrong.
async fn attempt<S: AsyncRead + AsyncWrite + Unpin>(
    mut peer: Peer<S>,
    endpoint: Endpoint,
    case: &Case,
) -> Option<String> {
    if !endpoint.first.is_empty() {
        peer.say(&peer::frame(0x81, endpoint.first.as_bytes())).await;
    }
    let tried = async {
        for part in &case.says {
            match part {
                Part::Whole(bytes) => peer.say(bytes).await,
                Part::Chopped(bytes, length) => {
                    for chop in bytes.chunks(*length) {
                        peer.say(chop).await;
                        sleep(CHOP).await;
                    }
                }
            }
        }
        match &case.comes {
            Comes::Stays(pongs, is_understood) => stays(&mut peer, endpoint, pongs, *is_understood).await,
            Comes::Closed(code) => ends(&mut peer, Some(*code)).await,
            Comes::ClosedWithoutCode => ends(&mut peer, None).await,
        }
    };
    let result =
        tokio::time::timeout(PATIENCE / 3, tried).await.unwrap_or_else(|_| Err("nothing came".to_owned()));
    result.err().map(|why| format!("case {}: {why}", case.number))
}

/// Checks that these pongs come, in this order, and an answer if one is expected, and that the connection goes on.
async fn stays<S: AsyncRead + AsyncWrite + Unpin>(
    peer: &mut Peer<S>,
    endpoint: Endpoint,
    pongs: &[Vec<u8>],
    is_understood: bool,
) -> Result<(), String> {
    peer.say(&peer::frame(0x89, LAST)).await;
    let (mut came, mut answers) = (Vec::new(), 0);
    while came.last().is_none_or(|last| last != LAST) || is_understood && answers <= endpoint.unasked {
        match peer.frame().await? {
            Frame::Pong(body) => came.push(body),
            Frame::Text(text) => answers += usize::from(text.starts_with(endpoint.answer)),
            other => return Err(format!("{other:?} came")),
        }
    }
    came.pop();
    if came != pongs {
        return Err(format!("the pongs were {came:x?}"));
    }
    peer.say(&peer::frame(0x88, &1000_u16.to_be_bytes())).await;
    ends(peer, Some(1000)).await
}

/// Checks that a Close with this code comes, nothing behind it, and the end of the connection.
async fn ends<S: AsyncRead + AsyncWrite + Unpin>(
    peer: &mut Peer<S>,
    code: Option<u16>,
) -> Result<(), String> {
    loop {
        match peer.frame().await? {
            Frame::Close(told) if told == code => break,
            Frame::Close(told) => return Err(format!("the Close had {told:?}")),
            // No pong may come for what was said behind a Close or behind a mistake.
            Frame::Pong(body) => return Err(format!("a pong came: {body:x?}")),
            Frame::Text(_) | Frame::End => {}
        }
        if peer.is_over() {
            return Err("it ended without a Close".to_owned());
        }
    }
    peer.say(&peer::frame(0x88, &1000_u16.to_be_bytes())).await;
    match peer.frame().await? {
        Frame::End => Ok(()),
        other => Err(format!("{other:?} came behind the Close")),
    }
}
