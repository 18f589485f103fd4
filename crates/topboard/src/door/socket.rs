//! One arbiter's page on its WebSocket: frames out, the one wish `{"want":"snapshot"}` in.

use super::{ArbiterDoor, ArbiterVisit, requests};
use crate::{
    hub::QUEUE_MAX,
    socket::{MESSAGE_MAX, STUCK},
};
use axum::{
    body::Body,
    extract::{
        State, WebSocketUpgrade,
        ws::{Message, WebSocket},
    },
    http::{Response, StatusCode},
};
use relay::message::Want;
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};

/// Takes a seat and opens the feed.
pub(super) async fn open(State(door): State<ArbiterDoor>, upgrade: WebSocketUpgrade) -> Response<Body> {
    let Ok(seat) = Arc::clone(&door.seats).try_acquire_owned() else {
        return requests::refuse(
            StatusCode::SERVICE_UNAVAILABLE,
            "too many arbiters' pages are open; close one",
        );
    };
    upgrade.max_message_size(MESSAGE_MAX).on_upgrade(move |socket| async move {
        serve(socket, door.visits).await;
        drop(seat);
    })
}

async fn serve(mut socket: WebSocket, visits: mpsc::Sender<ArbiterVisit>) {
    let (queue, mut frames) = mpsc::channel(QUEUE_MAX);
    let (answer, number) = oneshot::channel();
    if visits.send(ArbiterVisit::Subscribe(queue, answer)).await.is_err() {
        return;
    }
    let Ok(number) = number.await else { return };
    loop {
        tokio::select! {
            frame = frames.recv() => {
                let Some(frame) = frame else { break };
                match timeout(STUCK, socket.send(Message::Text(frame))).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) | Err(_) => return,
                }
            }
            message = socket.recv() => match message {
                None | Some(Err(_) | Ok(Message::Close(_))) => return,
                Some(Ok(Message::Text(text))) => {
                    if let Some(Want::Snapshot) = Want::parse(&text)
                        && visits.send(ArbiterVisit::Resend(number)).await.is_err()
                    {
                        return;
                    }
                }
                // Pings are answered below this; bytes mean nothing here.
                Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => {}
            }
        }
    }
    // The program ends. Whoever does not listen any more is not waited for.
    let _ = timeout(Duration::from_millis(200), socket.send(Message::Close(None))).await;
}
