//! One subscriber's WebSocket: frames out, the one wish `{"want":"snapshot"}` in.

use crate::{
    hub::Visit,
    log::{Trouble, report},
    subscribers::QUEUE_MAX,
};
use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, WebSocket};
use relay::message::Want;
use std::{future::pending, pin::pin, time::Duration};
use tokio::{
    sync::{mpsc, oneshot},
    time::timeout,
};

/// How long a subscriber may take nothing before it is let go.
pub const STUCK: Duration = Duration::from_secs(10);
/// How long a subscriber is given to hear that it is over.
const FAREWELL: Duration = Duration::from_millis(200);
/// The longest message a subscriber may send: it has little to say.
pub const MESSAGE_MAX: usize = 1024;

/// Serves a subscriber of the hall feed until it leaves, is stuck, or the program ends.
pub async fn serve(socket: WebSocket, visits: mpsc::Sender<Visit>) {
    follow(socket, visits, Visit::Subscribe, Visit::Resend, pending()).await;
}

/// Why a socket is closed from here.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) code: u16,
    pub(crate) why: &'static str,
}

/// Follows a feed for a page, in the words of that feed's hub, until it leaves or `ended` says that it has to.
pub(crate) async fn follow<V>(
    mut socket: WebSocket,
    visits: mpsc::Sender<V>,
    subscribe: impl FnOnce(mpsc::Sender<Utf8Bytes>, oneshot::Sender<u64>) -> V,
    resend: impl Fn(u64) -> V,
    ended: impl Future<Output = End>,
) {
    let mut ended = pin!(ended);
    let (queue, mut frames) = mpsc::channel(QUEUE_MAX);
    let (answer, number) = oneshot::channel();
    if visits.send(subscribe(queue, answer)).await.is_err() {
        return;
    }
    let Ok(number) = number.await else { return };
    loop {
        tokio::select! {
            End { code, why } = &mut ended => {
                let frame = CloseFrame { code, reason: why.into() };
                // Whoever has gone needs no reason.
                let _ = timeout(FAREWELL, socket.send(Message::Close(Some(frame)))).await;
                return;
            }
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
            message = socket.recv() => match message {
                None | Some(Err(_) | Ok(Message::Close(_))) => return,
                Some(Ok(Message::Text(text))) => {
                    if let Some(Want::Snapshot) = Want::parse(&text)
                        && visits.send(resend(number)).await.is_err()
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
    let _ = timeout(FAREWELL, socket.send(Message::Close(None))).await;
}
