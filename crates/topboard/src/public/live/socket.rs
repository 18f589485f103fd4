//! One client of protocol 2 on a WebSocket.

use super::{Live, Place};
use crate::{
    connections::{
        frame::Frame,
        socket::{End, heard},
        websocket::{Closing, Socket},
    },
    devices::rate_limit::Allowance,
    mainloop::run_clock::RunClock,
};
use relay::{Onlookers, slots::message::Wish};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};
use tokio::{sync::watch, time::Instant};

/// The number of the last client, for the log.
static LAST_NUMBER: AtomicU64 = AtomicU64::new(0);

/// Serves a client until it leaves or is stuck, or the program ends.
pub(crate) async fn follow<A: Onlookers>(
    mut socket: Socket,
    mut live: watch::Receiver<Arc<Live<A>>>,
    clock: RunClock,
) {
    let number = LAST_NUMBER.fetch_add(1, Ordering::Relaxed) + 1;
    let mut place = Place::default();
    let mut allowance = Allowance::new(Instant::now());
    let hello = live.borrow().slots.hello(clock.now_ms());
    socket.send(Frame::shared(hello));
    // The last question for the time. It is answered when the line is free, so that the time is right.
    let mut question: Option<Wish> = None;
    let end = loop {
        if socket.is_free() {
            let answer = question.take().and_then(|wish| wish.time(clock.now_ms()));
            if let Some(frame) = answer.or_else(|| place.next(&live.borrow_and_update())) {
                socket.send(Frame::shared(frame));
            }
        }
        let is_free = socket.is_free();
        let event = tokio::select! {
            changed = live.changed(), if is_free => match changed {
                Ok(()) => continue,
                Err(_) => break End::Close(Closing::Ending),
            },
            event = socket.event() => event,
        };
        let said = match heard(event, number, &mut allowance) {
            Ok(said) => said,
            Err(end) => break end,
        };
        if let Some(wish) = Wish::parse(&said) {
            place.sent.wish(&wish, &live.borrow().slots);
            question = Some(wish).filter(|wish| wish.ts.is_some()).or(question);
        }
    };
    end.of(socket).await;
}
