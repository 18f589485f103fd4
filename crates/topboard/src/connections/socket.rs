//! One subscriber of a feed: sends frames to a page, and accepts one message from it, `{"want":"snapshot"}`.

use crate::{
    connections::{
        frame::Frame,
        hub::{Feed, Visit},
        queue::{QUEUE_BYTES, QueueIn, QueueOut, queue},
        websocket::{Closing, Event, Lost, Socket},
    },
    devices::rate_limit::Allowance,
    terminal::log::{Trouble, report},
};
use relay::message::Want;
use std::pin::pin;
use tokio::{
    sync::{mpsc, oneshot},
    time::Instant,
};

/// Sends a feed to a page, until the page leaves or is stuck, `ended` resolves, or the program ends.
pub(crate) async fn follow<F: Feed>(
    socket: Box<Socket>,
    visits: mpsc::Sender<Visit<F>>,
    ended: impl Future<Output = Closing>,
) {
    follow_from(queue(), socket, visits, ended).await;
}

/// Sends this frame to a page, and then a feed like [`follow`].
pub(crate) async fn follow_after<F: Feed>(
    hello: String,
    socket: Box<Socket>,
    visits: mpsc::Sender<Visit<F>>,
    ended: impl Future<Output = Closing>,
) {
    let (into, frames) = queue();
    into.tell(&Frame::update(hello), QUEUE_BYTES);
    follow_from((into, frames), socket, visits, ended).await;
}

async fn follow_from<F: Feed>(
    (into, mut frames): (QueueIn, QueueOut),
    mut socket: Box<Socket>,
    visits: mpsc::Sender<Visit<F>>,
    ended: impl Future<Output = Closing>,
) {
    let (answer, number) = oneshot::channel();
    // If the hub is gone, sending fails, and no subscriber's number arrives.
    let _ = visits.send(Visit::Subscribe(into, answer)).await;
    let Ok(subscriber) = number.await else { return socket.close(Closing::Ending).await };
    let mut ended = pin!(ended);
    let mut allowance = Allowance::new(Instant::now());
    let closing = loop {
        if socket.is_free()
            && let Some(frame) = frames.poll()
        {
            socket.send(frame);
        }
        let is_free = socket.is_free();
        let event = tokio::select! {
            closing = &mut ended => break closing,
            frame = frames.next(), if is_free => match frame {
                Some(frame) => {
                    socket.send(frame);
                    continue;
                }
                None => break Closing::Ending,
            },
            event = socket.event() => event,
        };
        let said = match heard(event, subscriber, &mut allowance) {
            Ok(said) => said,
            // The end is rare and long, so it has memory of its own.
            Err(end) => return Box::pin(end.of(socket)).await,
        };
        if let Some(Want::Snapshot) = Want::parse(&said)
            && visits.send(Visit::Resend(subscriber)).await.is_err()
        {
            break Closing::Ending;
        }
    };
    Box::pin(socket.close(closing)).await;
}

/// The end of a subscriber's connection.
#[derive(Debug)]
pub(crate) enum End {
    /// The other side ended it.
    Over,
    /// It is closed for this reason.
    Close(Closing),
    /// It is lost.
    Lost(Lost),
}

impl End {
    /// Ends the connection.
    pub(crate) async fn of(self, socket: Box<Socket>) {
        match self {
            End::Over => socket.part().await,
            End::Close(closing) => socket.close(closing).await,
            End::Lost(lost) => socket.abandon(&lost),
        }
    }
}

/// Returns what a subscriber said, which is nothing for most events; or the end of its connection.
pub(crate) fn heard(event: Event, subscriber: u64, allowance: &mut Allowance) -> Result<String, End> {
    let (said, bytes) = match event {
        Event::Text(text) => {
            let bytes = text.len();
            (text, bytes)
        }
        Event::Binary(bytes) | Event::Noise(bytes) => (String::new(), bytes),
        Event::Free | Event::Answer => return Ok(String::new()),
        Event::Over => return Err(End::Over),
        Event::Bad(closing) => return Err(End::Close(closing)),
        Event::Silent => {
            report(&Trouble::SubscriberSilent { subscriber });
            return Err(End::Close(Closing::Silent));
        }
        Event::Lost(lost) => {
            tell(subscriber, &lost);
            return Err(End::Lost(lost));
        }
    };
    match allowance.spend(Instant::now(), bytes) {
        Some(_) => Err(End::Close(Closing::Policy("that is more than a viewer has to say"))),
        None => Ok(said),
    }
}

fn tell(subscriber: u64, lost: &Lost) {
    match lost {
        Lost::Stuck => report(&Trouble::SubscriberStuck { subscriber }),
        Lost::Slow(bytes) => report(&Trouble::SubscriberSlow { subscriber, bytes: *bytes }),
        Lost::Broken(error) => {
            report(&Trouble::SubscriberBroken { subscriber, reason: &error.to_string() });
        }
    }
}
