//! One subscriber's WebSocket: frames out, the one wish `{"want":"snapshot"}` in.

use crate::{
    hub::{QUEUE_MAX, Visit},
    log::{Trouble, report},
};
use axum::extract::ws::{Message, WebSocket};
use relay::message::Want;
use std::{ops::ControlFlow, time::Duration};
use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};

/// How long a subscriber may take nothing before it is let go.
pub const STUCK: Duration = Duration::from_secs(10);
/// The longest message a subscriber may send: it has little to say.
pub const MESSAGE_MAX: usize = 1024;

/// Serves a subscriber until it leaves, is stuck, or the program ends.
pub async fn serve(mut socket: WebSocket, visits: mpsc::Sender<Visit>) {
    let (queue, mut frames) = mpsc::channel(QUEUE_MAX);
    let (answer, number) = oneshot::channel();
    if visits.send(Visit::Subscribe(queue, answer)).await.is_err() {
        return;
    }
    let Ok(number) = number.await else { return };
    loop {
        tokio::select! {
            frame = frames.recv() => {
                let Some(frame) = frame else { break };
                match timeout(STUCK, socket.send(Message::Text(frame))).await {
                    Ok(Ok(())) => {}
                    Ok(Err(_)) => return,
                    Err(_) => {
                        report(&Trouble::SubscriberStuck { subscriber: number });
                        return;
                    }
                }
            }
            message = socket.recv() => {
                if heard(message, number, &visits).await.is_break() {
                    return;
                }
            }
        }
    }
    // The program ends. Whoever does not listen any more is not waited for.
    let _ = timeout(Duration::from_millis(200), socket.send(Message::Close(None))).await;
}

async fn heard(
    message: Option<Result<Message, axum::Error>>,
    number: u64,
    visits: &mpsc::Sender<Visit>,
) -> ControlFlow<()> {
    match message {
        None | Some(Err(_) | Ok(Message::Close(_))) => ControlFlow::Break(()),
        Some(Ok(Message::Text(text))) => {
            if let Some(Want::Snapshot) = Want::parse(&text)
                && visits.send(Visit::Resend(number)).await.is_err()
            {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        }
        // Pings are answered below this; bytes mean nothing here.
        Some(Ok(Message::Binary(_) | Message::Ping(_) | Message::Pong(_))) => ControlFlow::Continue(()),
    }
}
