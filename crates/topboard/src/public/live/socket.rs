//! One client of protocol 2 on a WebSocket: what it says, and what the sweep could not write.

use super::crowd::{Call, Crowd};
use crate::{
    connections::{
        frame::Frame,
        socket::{End, heard},
        websocket::{Closing, Event, Socket},
    },
    devices::rate_limit::Allowance,
    mainloop::run_clock::RunClock,
};
use relay::{Onlookers, slots::message::Wish};
use std::sync::Arc;
use tokio::time::Instant;

/// Serves a client until it leaves or is stuck, or the program ends.
pub(crate) async fn follow<A: Onlookers>(mut socket: Box<Socket>, crowd: Arc<Crowd<A>>, clock: RunClock) {
    socket.keep_little();
    let member = crowd.join(socket.lendable());
    drop(crowd);
    let mut allowance = Allowance::new(Instant::now());
    socket.send(Frame::shared(member.latest().slots.hello(clock.now_ms())));
    // The last question for the time. It is answered when the line is free, so that the time is right.
    let mut question: Option<Wish> = None;
    let end = loop {
        if !socket.is_lent() && socket.is_free() {
            let answer = question.take().and_then(|wish| wish.time(clock.now_ms()));
            match answer.or_else(|| member.next()) {
                Some(frame) => socket.send(Frame::shared(frame)),
                None => socket.lend(),
            }
        }
        let event = tokio::select! {
            call = member.called() => match call {
                Call::Line(cut) => {
                    socket.take_back(cut);
                    continue;
                }
                Call::Ending => break End::Close(Closing::Ending),
            },
            event = socket.event() => event,
        };
        // Whatever has to be said now, or sent because of it, the task says and sends.
        if socket.is_lent() {
            socket.take_back(member.take());
        }
        if matches!(event, Event::Answer) {
            continue;
        }
        let said = match heard(event, member.number, &mut allowance) {
            Ok(said) => said,
            Err(end) => break end,
        };
        if let Some(wish) = Wish::parse(&said) {
            member.wish(&wish);
            question = Some(wish).filter(|wish| wish.ts.is_some()).or(question);
        }
    };
    if socket.is_lent() {
        socket.take_back(member.take());
    }
    drop(member);
    // The end is rare and long, so it has memory of its own.
    Box::pin(end.of(socket)).await;
}
