//! What no client sends on purpose: messages that are too long, binary, in pieces or many. Each is answered, or read later.

use super::{client::Client, with_livechess};
use crate::{
    logins::free_port,
    rig::{Hall, PATIENCE, config, folder},
};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{
    Message,
    protocol::{
        CloseFrame,
        frame::{
            Frame,
            coding::{CloseCode, Data, OpCode},
        },
    },
};

/// Returns why the other side closes.
async fn close_of(client: &mut Client) -> CloseFrame {
    loop {
        match timeout(PATIENCE, client.0.next()).await.expect("it says something in time") {
            Some(Ok(Message::Close(Some(close)))) => return close,
            Some(Ok(_)) => {}
            other => panic!("it ended without a word: {other:?}"),
        }
    }
}

/// Says something, and returns why it is refused.
async fn refused(client: &mut Client, what: Message) -> String {
    client.0.send(what).await.expect("it listens");
    let answer = client.hear().await;
    assert_eq!(answer["response"], "error", "{answer}");
    answer["param"]["message"].as_str().expect("text").to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_client_says_is_answered_and_its_line_stays() {
    let config = config(&folder("livechess-unruly"), &[]);
    let port = free_port();
    with_livechess(&config, port, "");
    let hall = Hall::start(&config);
    let address = format!("127.0.0.1:{port}");
    let mut client = Client::at(&address).await;
    for length in [1_025, 2_000, 20_000, 65_536] {
        let why = refused(&mut client, Message::text("x".repeat(length))).await;
        assert!(why.contains("at most 1024 bytes"), "{length}: {why}");
    }
    let why = refused(&mut client, Message::binary(vec![0; 5_000])).await;
    assert!(why.contains("text message"), "{why}");
    let lists = async |client: &mut Client, id: Value| {
        let answer = client.call(json!({"id": id, "call": "eboards"})).await;
        assert!(answer["response"] == "call" && answer["param"].is_array(), "{answer}");
    };
    lists(&mut client, json!(1)).await;

    // A call in pieces of a letter, with pings between them.
    let call = json!({"id": 2, "call": "eboards"}).to_string();
    for (index, letter) in call.bytes().enumerate() {
        let of = if index == 0 { Data::Text } else { Data::Continue };
        let frame = Frame::message(vec![letter], OpCode::Data(of), index + 1 == call.len());
        client.0.send(Message::Frame(frame)).await.expect("it listens");
        client.0.send(Message::Ping(vec![letter].into())).await.expect("it listens");
    }
    assert_eq!(client.hear().await["id"], 2);

    // More than a client has to say is read later, and all of it is.
    for id in 0..1_300 {
        client.say(json!({"id": id, "call": "eboards"})).await;
    }
    for id in 0..1_300 {
        assert_eq!(client.hear().await["id"], id);
    }
    lists(&mut client, json!("again")).await;

    // What breaks the protocol itself ends the line, and says why; others stay.
    let mut other = Client::at(&address).await;
    other.0.send(Message::text("x".repeat(65_537))).await.expect("it listens");
    let close = close_of(&mut other).await;
    assert_eq!((close.code, &*close.reason), (CloseCode::Size, "a message has at most 65536 bytes"));
    let mut other = Client::at(&address).await;
    let frame = Frame::message(vec![0xff, 0xfe], OpCode::Data(Data::Text), true);
    other.0.send(Message::Frame(frame)).await.expect("it listens");
    assert_eq!(close_of(&mut other).await.code, CloseCode::Invalid);
    lists(&mut client, json!(3)).await;
    assert!(hall.get("/healthz").starts_with("ok"));
}
