//! Encrypted connections by the standards, and against whoever does not keep to them: handshakes that stop, HTTP/2 with the
//! limits of HTTP/1.1, streams that are not taken, streams that are taken back. And the end of the program.

use crate::{
    rig::{PATIENCE, folder},
    stand::{ROOMY, Stand, Visitor, hall_of},
    tls_client::{Client, ask_2},
};
use futures_util::StreamExt;
use h2::{Reason, client::Builder};
use std::{fs, time::Duration};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{Instant, sleep, timeout},
};
use tokio_rustls::client::TlsStream;
use topboard::{
    connections::{
        guests::{Loss, Most},
        time_limits::Patience,
    },
    tls::{Tls, TlsChoice},
};

const SOON: Duration = Duration::from_millis(300);

/// Opens a listener with an authority of its own, and returns a client that trusts it.
async fn stand(name: &str, tables: u16, plies: usize, most: Most, patience: Patience) -> (Stand, Client) {
    let data = folder(name);
    let tls = Tls::open(&TlsChoice::Own(Vec::new()), &data).expect("it opens");
    let stand = Stand::encrypted(hall_of(tables, plies), most, patience, tls).await;
    let root = fs::read_to_string(data.join("root.crt")).expect("it was made");
    let client = Client::trusting(&root, &stand.address.to_string());
    (stand, client)
}

/// Waits until nobody is connected any more.
async fn all_gone(stand: &Stand) {
    timeout(PATIENCE, stand.guests.all_left()).await.expect("every place is free again");
}

#[tokio::test]
async fn a_handshake_has_its_time_and_what_is_none_ends() {
    let patience = Patience { head: SOON, ..Patience::USUAL };
    let (stand, client) = stand("handshakes", 1, 10, Most { all: 4, each: 4 }, patience).await;
    for said in [
        &b""[..],
        &[0x16],
        &[0x16, 3, 1, 2, 0],
        &[&[0x16][..], &[0xff; 600]].concat(),
        b"\x16GET / HTTP/1.1\r\n\r\n",
    ] {
        let began = Instant::now();
        let mut slow = Visitor::come(stand.address).await;
        slow.say(said).await;
        let _alert = slow.rest_bytes().await;
        assert!(began.elapsed() < SOON * 20, "{said:x?} kept its place");
    }
    all_gone(&stand).await;
    let mut idle = Vec::new();
    for _ in 0..4 {
        idle.push(Visitor::come(stand.address).await);
    }
    // Four that stop in the handshake have all places, and not for long.
    let end = Instant::now() + PATIENCE;
    while client.shown().await.is_none() {
        assert!(Instant::now() < end, "they keep their places");
    }
    drop(idle);
}

#[tokio::test]
async fn requests_over_http_2_have_the_limits_of_http_1() {
    let patience = Patience { head: SOON * 5, body: SOON, ..Patience::USUAL };
    let (stand, client) = stand("limits-of-2", 1, 10, ROOMY, patience).await;
    let mut second = client.http_2(&mut Builder::new()).await;
    let long = "x".repeat(20_000);
    let address = stand.address.to_string();
    for (request, body, status) in [
        (client.request("GET", "/healthz", &[]), "", 200),
        (client.request("GET", "/healthz", &[("host", &address)]), "", 200),
        (client.request("GET", "/healthz", &[("host", "elsewhere")]), "", 400),
        (client.request("GET", "/healthz", &[("x", &long)]), "", 431),
        (client.request("POST", "/", &[]), long.as_str(), 413),
        (client.request("GET", "/nowhere", &[]), "", 404),
        (client.request("GET", "/ws/v2", &[("sec-websocket-version", "13")]), "", 426),
    ] {
        let what = format!("{request:?}").chars().take(200).collect::<String>();
        let answer = ask_2(&mut second, request, body).await;
        assert_eq!(answer.status(), status, "{what}: {answer:?}");
    }
    assert!(!second.is_extended_connect_protocol_enabled(), "a WebSocket goes over HTTP/1.1");
    assert!(second.current_max_send_streams() <= 32, "{}", second.current_max_send_streams());
    // A body that never comes.
    let (answer, open) = second.send_request(client.request("POST", "/", &[]), false).expect("it is heard");
    let answer = timeout(PATIENCE, answer).await.expect("it is answered").expect("it is answered");
    assert_eq!(answer.status(), 408);
    // A connection on which nothing is asked any more has no place for long.
    drop(open);
    all_gone(&stand).await;
}

#[tokio::test]
async fn who_takes_nothing_of_a_stream_loses_the_connection() {
    let patience = Patience { stuck: SOON, ..Patience::USUAL };
    let (stand, client) = stand("window-of-none", 4, 200, ROOMY, patience).await;
    let mut greedy = client.http_2(Builder::new().initial_window_size(0)).await;
    let mut answers = Vec::new();
    for _ in 0..8 {
        let (answer, _) =
            greedy.send_request(client.request("GET", "/api/v1/hall/snapshot", &[]), true).expect("heard");
        answers.push(answer.await.expect("the head comes"));
    }
    all_gone(&stand).await;
    assert_eq!(stand.guests.tally().number(Loss::Stuck), 1);
    // Somebody who takes little at once, and goes on taking, has all of it.
    let mut modest = client.http_2(Builder::new().initial_window_size(2_000)).await;
    let answer = ask_2(&mut modest, client.request("GET", "/api/v1/hall/snapshot", &[]), "").await;
    assert!(answer.body().len() > 50_000 && answer.body().ends_with('}'), "{}", answer.body().len());
    assert_eq!(stand.guests.tally().number(Loss::Stuck), 1);
}

#[tokio::test]
async fn who_takes_requests_back_again_and_again_is_let_go() {
    let (stand, client) = stand("rapid-reset", 1, 10, ROOMY, Patience::USUAL).await;
    let mut restless = client.http_2(&mut Builder::new()).await;
    let mut sent = 0;
    let ended = loop {
        if let Err(error) = std::future::poll_fn(|context| restless.poll_ready(context)).await {
            break error;
        }
        assert!(sent < 20_000, "nobody minds");
        match restless.send_request(client.request("POST", "/", &[]), false) {
            Ok((_, mut stream)) => stream.send_reset(Reason::CANCEL),
            Err(error) => break error,
        }
        sent += 1;
        tokio::task::yield_now().await;
    };
    assert!(ended.is_io() || ended.is_go_away() || ended.is_remote(), "{ended:?}");
    all_gone(&stand).await;
    let mut other = client.http_2(&mut Builder::new()).await;
    assert_eq!(ask_2(&mut other, client.request("GET", "/healthz", &[]), "").await.status(), 200);
}

#[tokio::test]
async fn a_websocket_over_tls_brings_long_frames_whole_and_is_closed_politely() {
    let (stand, client) = stand("long-frames", 20, 300, ROOMY, Patience::USUAL).await;
    let mut feed = client.follow("/ws/hall", &[]).await.expect("it is open");
    // The snapshot does not fit into any buffer: a reader that begins late makes the program wait in the middle of it.
    sleep(SOON).await;
    let frame = timeout(PATIENCE, feed.next()).await.expect("it comes").expect("a frame").expect("a frame");
    assert!(
        frame.len() > 500_000 && frame.to_text().is_ok_and(|text| text.ends_with('}')),
        "{}",
        frame.len()
    );
    stand.publish(crate::stand::publication(3, 2, 300, 1)).await;
    let frame = timeout(PATIENCE, feed.next()).await.expect("it comes").expect("a frame").expect("a frame");
    assert!(frame.to_text().is_ok_and(|text| text.contains("\"table\":3")), "{frame}");
    feed.close(None).await.expect("it is heard");
    while let Some(Ok(_)) = timeout(PATIENCE, feed.next()).await.expect("it ends") {}
    all_gone(&stand).await;
}

/// A viewer that stops reading is let go over TLS as well.
#[tokio::test]
async fn a_websocket_over_tls_that_is_not_read_is_let_go() {
    let patience = Patience { stuck: SOON, ..Patience::USUAL };
    let (stand, client) = stand("unread-frames", 64, 1_000, ROOMY, patience).await;
    let feed = client.follow("/ws/hall", &[]).await.expect("it is open");
    all_gone(&stand).await;
    assert_eq!(stand.guests.tally().number(Loss::Stuck), 1);
    drop(feed);
}

/// What a client of HTTP/2 hears: the kind of a frame, its flags, its stream and its bytes.
type Frame2 = (u8, u8, u32, Vec<u8>);

const DATA: u8 = 0;
const RESET: u8 = 3;
const PING: u8 = 6;
const GO_AWAY: u8 = 7;
const END_STREAM: u8 = 1;

/// Reads all frames up to the end of the connection, and answers pings.
async fn frames(line: &mut TlsStream<TcpStream>) -> Vec<Frame2> {
    let mut frames = Vec::new();
    let mut head = [0; 9];
    while timeout(PATIENCE, line.read_exact(&mut head)).await.expect("the connection is ended").is_ok() {
        let length = usize::from(head[0]) << 16 | usize::from(head[1]) << 8 | usize::from(head[2]);
        let stream = u32::from_be_bytes([head[5] & 0x7f, head[6], head[7], head[8]]);
        let mut body = vec![0; length];
        line.read_exact(&mut body).await.expect("no frame is torn");
        if (head[3], head[4]) == (PING, 0) {
            let answer = [&[0, 0, 8, PING, 1, 0, 0, 0, 0][..], &body].concat();
            line.write_all(&answer).await.expect("it is heard");
        }
        frames.push((head[3], head[4], stream, body));
    }
    frames
}

#[tokio::test]
async fn the_end_of_the_program_is_told_over_http_2_and_streams_end_whole() {
    let (stand, client) = stand("goaway", 1, 10, ROOMY, Patience::USUAL).await;
    // The second connection follows the events: a request by static names, and by a path as it is.
    let path = b"/api/v2/events";
    let host = stand.address.to_string();
    let mut block = vec![0x82, 0x87, 0x04, u8::try_from(path.len()).expect("short")];
    block.extend(path);
    block.extend([0x01, u8::try_from(host.len()).expect("short")]);
    block.extend(host.as_bytes());
    let mut request = vec![0, 0, u8::try_from(block.len()).expect("short"), 1, 5, 0, 0, 0, 1];
    request.extend(block);
    let mut lines = Vec::new();
    for asked in [&[][..], &request] {
        let mut line = client.connect("127.0.0.1", &["h2"]).await.expect("the root is known");
        let hello = [b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", &[0, 0, 0, 4, 0, 0, 0, 0, 0][..], asked].concat();
        line.write_all(&hello).await.expect("it is heard");
        lines.push(line);
    }
    sleep(SOON * 2).await;
    let guests = stand.end();
    let no_error = |body: &[u8]| body.get(4..8) == Some(&[0; 4]);
    for (line, has_stream) in lines.iter_mut().zip([false, true]) {
        let heard = frames(line).await;
        let ends: Vec<_> = heard.iter().filter(|frame| frame.0 == GO_AWAY).collect();
        assert!(!ends.is_empty() && ends.iter().all(|frame| no_error(&frame.3)), "{ends:?}");
        // The last says which request was the last that was answered.
        let last = u32::from_be_bytes(ends[ends.len() - 1].3[..4].try_into().expect("four bytes"));
        assert_eq!(last, u32::from(has_stream), "{ends:?}");
        assert!(heard.iter().all(|frame| frame.0 != RESET), "{heard:?}");
        let told: Vec<_> = heard.iter().filter(|frame| frame.0 == DATA).collect();
        let text: Vec<u8> = told.iter().flat_map(|frame| frame.3.clone()).collect();
        let text = String::from_utf8(text).expect("text");
        assert_eq!(told.last().map(|frame| frame.1 & END_STREAM), has_stream.then_some(END_STREAM));
        assert_eq!(
            text.rsplit("\n\n").nth(1).is_some_and(|last| last.contains("retry: ")),
            has_stream,
            "{text}"
        );
    }
    drop(lines);
    timeout(PATIENCE, guests.all_left()).await.expect("every place is free again");
}
