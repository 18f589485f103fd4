//! The end of a node: monitors are told first, its viewers leave one after the other, and nobody is cut off in the middle
//! of anything.

use crate::{
    broker::{Broker, Node, tables},
    rig::{Hall, PATIENCE, config, folder, until},
    seat::{Seat, game},
};
use futures_util::{SinkExt, StreamExt};
use rustix::process::Signal;
use serde_json::json;
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};
use tokio_tungstenite::{connect_async, tungstenite::Message};

/// How many follow by protocol 2, by protocol 1, and by events.
const SOCKETS: usize = 140;
const OLD_SOCKETS: usize = 30;
const LISTENERS: usize = 30;
/// The time within which viewers leave.
const WITHIN: Duration = Duration::from_secs(3);
/// What a Close and an answer may take on a computer that does other things besides.
const SLACK: Duration = Duration::from_secs(3);

/// Follows a feed by WebSocket to its end. Returns when it was told to go, by a Close that says so between whole frames.
fn socket(address: &str, path: &str) -> JoinHandle<Instant> {
    let address = format!("ws://{address}{path}");
    tokio::spawn(async move {
        let (mut socket, _) = connect_async(&address).await.expect("the node serves");
        // Protocol 1 passes over what it does not know.
        socket.send(Message::text(json!({"sub": "all"}).to_string())).await.expect("it listens");
        let mut told = None;
        while let Some(message) = socket.next().await {
            if let Message::Close(close) = message.expect("no frame is torn") {
                assert_eq!(close.map(|close| u16::from(close.code)), Some(1001));
                told = Some(Instant::now());
            }
        }
        told.expect("the line ended with a Close")
    })
}

/// Asks by HTTP, with what else is to be said after `pause`, and reads to the end of the connection.
fn asked(
    address: &str,
    begin: &'static str,
    rest: Option<(Duration, &'static str)>,
) -> JoinHandle<(Instant, String)> {
    let address = address.to_owned();
    tokio::spawn(async move {
        let mut line = TcpStream::connect(address).await.expect("the node serves");
        line.write_all(begin.as_bytes()).await.expect("it takes a request");
        if let Some((pause, rest)) = rest {
            sleep(pause).await;
            line.write_all(rest.as_bytes()).await.expect("it takes the rest");
        }
        let mut said = Vec::new();
        line.read_to_end(&mut said).await.expect("the connection is not reset");
        (Instant::now(), String::from_utf8(said).expect("text"))
    })
}

async fn status(address: &str, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.0\r\nHost: test\r\n\r\n");
    let mut line = TcpStream::connect(address).await.expect("it listens");
    line.write_all(request.as_bytes()).await.expect("it takes a request");
    let mut said = String::new();
    line.read_to_string(&mut said).await.expect("text");
    said.split(' ').nth(1).unwrap_or_default().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_node_hands_its_viewers_over() {
    let folder = folder("farewell");
    let broker = Broker::start(&folder);
    // The game goes on over the end of the node, so that there is always a frame to be torn.
    let seat = Seat::new(&folder, 1, game(3, usize::MAX));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let text = std::fs::read_to_string(&config).expect("it was written");
    let text = format!("{}{text}", broker.section("hall = \"main\"\n"));
    std::fs::write(&config, text).expect("the folder can be written");
    let _hall = Hall::start(&config);
    let sections = format!("{}[[hall]]\nname = \"main\"\n", broker.section(""));
    let mut first = Node::start(&folder, "first", &format!("farewell_seconds = 3\n{sections}"));
    let second = Node::start(&folder, "second", &sections);
    for node in [&first, &second] {
        until("the node shows the game", || !tables(&node.address, 0).is_empty()).await;
    }
    assert_eq!(status(&first.metrics, "/readyz").await, "200");

    let mut sockets: Vec<_> = (0..SOCKETS).map(|_| socket(&first.address, "/ws/v2")).collect();
    sockets.extend((0..OLD_SOCKETS).map(|_| socket(&first.address, "/ws/hall")));
    let events = "GET /api/v2/events HTTP/1.1\r\nHost: test\r\n\r\n";
    let listeners: Vec<_> = (0..LISTENERS).map(|_| asked(&first.address, events, None)).collect();
    let idle = asked(&first.address, "GET /healthz HTTP/1.1\r\nHost: test\r\n\r\n", None);
    let viewers = format!(
        "topboard_audience_viewers{{audience=\"spectators\"}} {}\n",
        SOCKETS + OLD_SOCKETS + LISTENERS
    );
    until("all of them follow", || Hall::get_at(&first.metrics, "/metrics").contains(&viewers)).await;
    // A request whose body comes after the order to end.
    let begun = "POST /enter HTTP/1.1\r\nHost: test\r\nContent-Length: 4\r\n\r\nab";
    let slow = asked(&first.address, begun, Some((Duration::from_secs(1), "cd")));
    sleep(Duration::from_millis(500)).await;

    first.signal(Signal::TERM);
    let given = Instant::now();
    while status(&first.metrics, "/readyz").await == "200" {
        sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(status(&first.metrics, "/readyz").await, "503");
    assert_eq!(status(&first.metrics, "/livez").await, "200");
    assert!(given.elapsed() < WITHIN, "and before the viewers have left");
    assert!(TcpStream::connect(&first.address).await.is_err(), "nobody is let in");

    let mut ends = Vec::new();
    for socket in sockets {
        ends.push(timeout(PATIENCE, socket).await.expect("it ends").expect("as it should"));
    }
    for listener in listeners {
        let (end, said) = timeout(PATIENCE, listener).await.expect("it ends").expect("as it should");
        let (_, last) = said.trim_end_matches("\r\n0\r\n\r\n").rsplit_once("\r\n").expect("chunks");
        assert!(last.starts_with("retry: ") && last.ends_with("\n\n"), "{last:?}");
        assert!(said.ends_with("\r\n0\r\n\r\n"), "the answer is whole: {said}");
        ends.push(end);
    }
    ends.sort();
    let ends: Vec<f64> = ends.iter().map(|end| (*end - given).as_secs_f64()).collect();
    let third = WITHIN.as_secs_f64() / 3.0;
    let [early, late] = [
        ends.iter().filter(|end| **end < third).count(),
        ends.iter().filter(|end| **end > 2.0 * third).count(),
    ];
    assert!(early > 20 && late > 20, "they left together: {ends:?}");
    assert!(ends[ends.len() - 1] < (WITHIN + SLACK).as_secs_f64(), "{ends:?}");

    let (_, said) = idle.await.expect("no panic");
    assert!(said.starts_with("HTTP/1.1 200") && said.ends_with("\r\n\r\nok\n"), "{said}");
    let (_, said) = slow.await.expect("no panic");
    let (head, body) = said.split_once("\r\n\r\n").expect("an answer");
    assert!(head.to_ascii_lowercase().contains("connection: close"), "{head}");
    assert!(head.contains(&format!("content-length: {}", body.len())), "{head}\n{body}");
    assert_eq!(first.ended(), Some(0), "{}", first.log());
    assert!(given.elapsed() < WITHIN + 2 * SLACK, "{:?}", given.elapsed());
    assert_eq!(status(&second.metrics, "/readyz").await, "200");
    assert_eq!(first.log(), "", "nothing went wrong");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hall_tells_its_viewers_and_keeps_them_no_longer() {
    let folder = folder("farewell-hall");
    let mut hall = Hall::start(&config(&folder, &[]));
    let sockets = [socket(&hall.address, "/ws/v2"), socket(&hall.address, "/ws/hall")];
    let listener = asked(&hall.address, "GET /api/v2/events HTTP/1.1\r\nHost: test\r\n\r\n", None);
    sleep(Duration::from_millis(500)).await;
    let given = Instant::now();
    assert_eq!(hall.signal(Signal::TERM), Some(0), "{}", hall.log());
    for socket in sockets {
        socket.await.expect("it ends with a Close");
    }
    let (_, said) = listener.await.expect("no panic");
    assert!(said.contains("\nretry: ") && said.ends_with("\r\n0\r\n\r\n"), "{said}");
    assert!(given.elapsed() < SLACK, "{:?}", given.elapsed());
}
