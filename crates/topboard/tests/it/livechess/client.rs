//! A client of the WebSocket.

use crate::rig::PATIENCE;
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::{net::TcpStream, time::timeout};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

/// A client of the WebSocket.
pub(super) struct Client(pub(super) WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Client {
    pub(super) async fn at(address: &str) -> Client {
        let (socket, _) = connect_async(format!("ws://{address}/api/v1.0")).await.expect("it answers");
        Client(socket)
    }

    pub(super) async fn say(&mut self, what: Value) {
        self.0.send(Message::Text(what.to_string().into())).await.expect("it listens");
    }

    pub(super) async fn hear(&mut self) -> Value {
        loop {
            let next = timeout(PATIENCE, self.0.next()).await.expect("it says something in time");
            if let Message::Text(text) = next.expect("it goes on").expect("a frame") {
                return serde_json::from_str(&text).expect("JSON");
            }
        }
    }

    /// Says a call, and returns its answer.
    pub(super) async fn call(&mut self, call: Value) -> Value {
        let id = call["id"].clone();
        self.say(call).await;
        loop {
            let frame = self.hear().await;
            if frame["response"] != "feed" && frame["id"] == id {
                return frame;
            }
        }
    }
}
