//! Connections by the standards: who is let in and for how long they may idle, what a refused client is told, and how a
//! WebSocket is opened and closed (RFC 6455, RFC 9112). Checked byte by byte on the wire.

use crate::{
    arbiter_client::{Arbiter, parts},
    rig::{Hall, config, folder},
    stand::{ROOMY, Stand, Visitor, hall_of, masked},
};
use rustix::process::Signal;
use std::{net::SocketAddr, time::Duration};
use tokio::net::TcpSocket;
use topboard::connections::{descriptors::Descriptors, guests::Most, time_limits::Patience};

const SOON: Duration = Duration::from_millis(300);

async fn stand() -> Stand {
    Stand::open(hall_of(2, 10), ROOMY, Patience::USUAL).await
}

async fn answer(address: SocketAddr, request: &str) -> String {
    let mut visitor = Visitor::come(address).await;
    visitor.say(request.as_bytes()).await;
    visitor.head().await.to_ascii_lowercase()
}

#[tokio::test]
async fn a_close_is_answered_with_its_code() {
    let stand = stand().await;
    for (said, code) in [
        (masked(0x88, &1000u16.to_be_bytes()), Some(1000)),
        (masked(0x88, &[&3001u16.to_be_bytes()[..], b"bye"].concat()), Some(3001)),
        (masked(0x88, &[]), None),
    ] {
        let mut viewer = Visitor::follow(stand.address).await;
        viewer.say(&said).await;
        assert_eq!(viewer.close_code().await, (code, true), "{said:x?}");
    }
}

#[tokio::test]
async fn what_is_no_websocket_is_closed_with_the_code_that_says_why() {
    let stand = stand().await;
    for (said, code, why) in [
        (vec![0x81, 0x02, b'h', b'i'], 1002, "not masked"),
        (masked(0x83, b"hi"), 1002, "an unknown kind of frame"),
        (masked(0xc1, b"hi"), 1002, "a bit nobody agreed on"),
        (masked(0x09, b"hi"), 1002, "a ping in parts"),
        (masked(0x80, b"hi"), 1002, "the rest of nothing"),
        (masked(0x88, &[3]), 1002, "half a code"),
        (masked(0x81, &[0xc3, 0x28]), 1007, "no UTF-8"),
        ([masked(0x01, &[0xc3]), masked(0x80, &[0x28])].concat(), 1007, "no UTF-8, in parts"),
        (masked(0x81, &[b'x'; 1025]), 1009, "too long"),
        ([masked(0x01, &[b'x'; 1000]), masked(0x80, &[b'x'; 1000])].concat(), 1009, "too long, in parts"),
    ] {
        let mut viewer = Visitor::follow(stand.address).await;
        viewer.say(&said).await;
        assert_eq!(viewer.close_code().await, (Some(code), true), "{why}");
    }
    // A viewer that says too much is closed, too.
    let mut viewer = Visitor::follow(stand.address).await;
    for _ in 0..40 {
        viewer.say(&masked(0x81, &[b'x'; 1000])).await;
    }
    assert_eq!(viewer.close_code().await, (Some(1008), true));
}

#[tokio::test]
async fn pings_are_answered_and_who_answers_none_is_let_go() {
    let patience = Patience { silent: SOON, pong: SOON, ..Patience::USUAL };
    let stand = Stand::open(hall_of(2, 10), ROOMY, patience).await;
    let mut dead = Visitor::follow(stand.address).await;
    assert_eq!(dead.close_code().await, (Some(1011), true));
    let mut viewer = Visitor::follow(stand.address).await;
    viewer.say(&masked(0x89, b"there?")).await;
    let mut pings = 0;
    let mut is_answered = false;
    while pings < 4 || !is_answered {
        let (kind, body) = viewer.frame(None).await.expect("who answers stays");
        is_answered |= kind == 0x8a && body == b"there?";
        assert_ne!(kind, 0x88, "who answers stays");
        if kind == 0x89 {
            pings += 1;
            viewer.say(&masked(0x8a, &body)).await;
        }
    }
}

#[tokio::test]
async fn the_handshake_is_refused_in_the_words_of_the_standard() {
    let stand = stand().await;
    let mut visitor = Visitor::come(stand.address).await;
    visitor.ask_for_feed("8").await;
    let head = visitor.head().await.to_ascii_lowercase();
    assert!(
        head.starts_with("http/1.1 426 ") && head.contains("\r\nsec-websocket-version: 13\r\n"),
        "{head}"
    );
    let asked = "GET /ws/hall HTTP/1.1\r\nHost: hall\r\n";
    let head = answer(stand.address, &format!("{asked}\r\n")).await;
    assert!(head.starts_with("http/1.1 426 ") && head.contains("\r\nupgrade: websocket\r\n"), "{head}");
    let asked = format!("{asked}Upgrade: WebSocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n");
    for key in ["", "Sec-WebSocket-Key: short\r\n"] {
        let head = answer(stand.address, &format!("{asked}{key}\r\n")).await;
        assert!(head.starts_with("http/1.1 400 "), "{head}");
    }
}

#[tokio::test]
async fn a_request_names_one_host_at_both_listeners() {
    let mut hall = Hall::start(&config(&folder("one-host"), &[]));
    let arbiter = parts(&hall.link).0;
    for address in [&hall.address, &arbiter] {
        let address: SocketAddr = address.parse().expect("an address");
        for host in ["", "Host:\r\n", "Host:   \r\n", "Host: a\r\nHost: b\r\n"] {
            let head = answer(address, &format!("GET / HTTP/1.1\r\n{host}\r\n")).await;
            assert!(head.starts_with("http/1.1 400 "), "{host:?}: {head}");
        }
        let head = answer(address, &format!("GET /verify HTTP/1.1\r\nHost: {address}\r\n\r\n")).await;
        assert!(head.starts_with("http/1.1 200 "), "{head}");
    }
    // A viewer is told when the program ends.
    let address: SocketAddr = hall.address.parse().expect("an address");
    let mut viewer = Visitor::follow(address).await;
    let _snapshot = viewer.frame(None).await.expect("the feed goes on");
    let told = tokio::spawn(async move { viewer.close_code().await.0 });
    assert_eq!(hall.signal(Signal::TERM), Some(0), "{}", hall.log());
    assert_eq!(told.await.expect("it was told"), Some(1001));
}

#[tokio::test]
async fn one_address_leaves_room_and_who_has_none_is_told_when_to_come_again() {
    let most = Most { all: 6, each: 4 };
    let stand = Stand::open(hall_of(2, 10), most, Patience { head: SOON, ..Patience::USUAL }).await;
    let mut idle = Vec::new();
    for _ in 0..4 {
        idle.push(Visitor::come(stand.address).await);
    }
    // A moment later all of them have their places.
    let refused = loop {
        let mut next = Visitor::come(stand.address).await;
        next.say(b"GET /live HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n\r\n").await;
        let said = next.rest().await;
        if !said.starts_with("HTTP/1.1 200 ") {
            break said;
        }
    };
    assert!(refused.starts_with("HTTP/1.1 503 ") && refused.contains("\r\nRetry-After: 10\r\n"), "{refused}");
    assert!(refused.ends_with("try again in some ten seconds"), "all of it: {refused}");
    // A silent connection does not keep its place for long, and then there is room.
    for mut silent in idle {
        assert_eq!(silent.rest().await, "");
    }
    let health = stand.health().await;
    assert!(health.contains("\r\n\r\nok\n") && health.contains(" connections refused"), "{health}");
}

/// Another computer that opens connections and says nothing takes no place from the arbiter.
#[tokio::test]
async fn idle_connections_leave_the_arbiters_listener_open() {
    let _ = Descriptors::raise();
    let hall = Hall::start(&config(&folder("idle-at-the-arbiters"), &[]));
    let arbiter = Arbiter::enter(&hall);
    let address: SocketAddr = arbiter.address.parse().expect("an address");
    let mut idle = Vec::new();
    for _ in 0..300 {
        let socket = TcpSocket::new_v4().expect("the system gives a socket");
        socket.bind(SocketAddr::from(([127, 0, 0, 2], 0))).expect("the whole of 127/8 is this computer");
        idle.push(socket.connect(address).await.expect("somebody listens"));
    }
    let answer = tokio::task::spawn_blocking(move || arbiter.get("/api/v1/arbiter/snapshot")).await;
    assert_eq!(answer.expect("it was asked").status, 200, "{}", hall.log());
    drop(idle);
}

/// Two other computers that take every place give way to an arbiter, whoever comes first, and the log says what to do.
#[tokio::test]
async fn idle_connections_of_two_addresses_give_way_to_an_arbiter() {
    let _ = Descriptors::raise();
    let hall = Hall::start(&config(&folder("idle-of-two"), &[]));
    let arbiter = Arbiter::enter(&hall);
    let address: SocketAddr = arbiter.address.parse().expect("an address");
    let mut idle = Vec::new();
    for host in [2; 128].into_iter().chain([3; 128]) {
        let socket = TcpSocket::new_v4().expect("the system gives a socket");
        socket.bind(SocketAddr::from(([127, 0, 0, host], 0))).expect("the whole of 127/8 is this computer");
        idle.push(socket.connect(address).await.expect("somebody listens"));
    }
    let answers = tokio::task::spawn_blocking(move || {
        let statuses = (0..3).map(|_| arbiter.get("/api/v1/arbiter/snapshot").status);
        statuses.collect::<Vec<_>>()
    });
    assert_eq!(answers.await.expect("it was asked"), [200; 3], "{}", hall.log());
    let log = hall.log();
    assert!(log.contains("on which nobody logs in") && !log.contains("connections_each"), "{log}");
    drop(idle);
}

#[tokio::test]
async fn heads_bodies_and_pauses_between_requests_have_their_times() {
    let patience = Patience { head: SOON, body: SOON, ..Patience::USUAL };
    let stand = Stand::open(hall_of(2, 10), ROOMY, patience).await;
    let mut slow = Visitor::come(stand.address).await;
    slow.say(b"GET / HTTP/1.1\r\nHost: h").await;
    assert_eq!(slow.rest().await, "", "a head that never ends");
    let mut idle = Visitor::come(stand.address).await;
    idle.say(b"GET /healthz HTTP/1.1\r\nHost: hall\r\n\r\n").await;
    assert!(idle.rest().await.ends_with("ok\n"), "the pause after an answer has an end");
    let post = |length: usize| format!("POST / HTTP/1.1\r\nHost: hall\r\nContent-Length: {length}\r\n\r\n");
    for (request, status) in [
        (post(10), "408"),
        (post(1 << 20), "413"),
        (format!("GET /{} HTTP/1.1\r\nHost: hall\r\n\r\n", "x".repeat(20_000)), "431"),
        (format!("GET / HTTP/1.1\r\nHost: hall\r\nX: {}\r\n\r\n", "x".repeat(20_000)), "431"),
    ] {
        let head = answer(stand.address, &request).await;
        assert!(head.starts_with(&format!("http/1.1 {status} ")), "{status}: {head}");
    }
    let guests = stand.end();
    guests.all_left().await;
}
