//! One subscriber of a feed: sends frames to a page, and accepts one message from it, `{"want":"snapshot"}`.

use crate::{
    connections::{
        hub::{Feed, Visit},
        queue::queue,
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
    mut socket: Socket,
    visits: mpsc::Sender<Visit<F>>,
    ended: impl Future<Output = Closing>,
) {
    let (into, mut frames) = queue();
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
        let said = match event {
            Event::Text(text) => text,
            Event::Noise => String::new(),
            Event::Free => continue,
            Event::Over => return socket.part().await,
            Event::Bad(closing) => break closing,
            Event::Silent => {
                report(&Trouble::SubscriberSilent { subscriber });
                break Closing::Silent;
            }
            Event::Lost(lost) => {
                tell(subscriber, &lost);
                return socket.abandon(&lost);
            }
        };
        if allowance.spend(Instant::now(), said.len()).is_some() {
            break Closing::Policy("that is more than a viewer has to say");
        }
        if let Some(Want::Snapshot) = Want::parse(&said)
            && visits.send(Visit::Resend(subscriber)).await.is_err()
        {
            break Closing::Ending;
        }
    };
    socket.close(closing).await;
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
