//! One client on its WebSocket. What it does not take in time waits within a limit; of the boards it is then told the
//! latest.
//!
//! Clients are other people's, and each was tried with one server. So a message that no client needs is answered by an error, and
//! a client that says too much is read more slowly. The socket is closed on one that breaks the protocol of WebSockets.

use crate::{
    connections::{
        frame::Frame,
        socket::{End, heard},
        websocket::{Closing, Event, Socket},
    },
    devices::rate_limit::Allowance,
    mainloop::run_clock::RunClock,
};
use broadcast::livechess::{Boards, Now, Session};
use std::{
    collections::VecDeque,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use tokio::{
    sync::watch,
    time::{Instant, sleep_until},
};

/// The greatest length of all answers that may wait for a client, in bytes. Who asks on without reading is closed.
const WAITING_MAX: usize = 1 << 20;
/// The greatest length of a message that is answered, if only by an error, in bytes: sixty times that of the longest call. So much
/// memory each client may take.
const MESSAGE_MAX: usize = 64 << 10;
/// The shortest time between two looks at what is due for a client.
const PAUSE: Duration = Duration::from_millis(10);

/// Returns the present time by both clocks.
pub(super) fn now(clock: RunClock) -> Now {
    let wall = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    Now { t_ms: clock.now_ms(), wall_ms: u64::try_from(wall.as_millis()).unwrap_or(u64::MAX) }
}

/// Serves a client until it leaves or is stuck, or the program ends.
pub(super) async fn attend(
    mut socket: Box<Socket>,
    number: u64,
    mut latest: watch::Receiver<Arc<Boards>>,
    clock: RunClock,
    mut stop: watch::Receiver<bool>,
) {
    socket.take_up_to(MESSAGE_MAX);
    let mut session = Session::default();
    let mut boards = Arc::clone(&latest.borrow_and_update());
    let mut waiting: VecDeque<String> = VecDeque::new();
    let mut allowance = Allowance::new(Instant::now());
    let end = loop {
        if socket.is_free()
            && let Some(frame) = waiting.pop_front()
        {
            socket.send(Frame::update(frame));
        }
        let is_idle = socket.is_free() && waiting.is_empty();
        let due = session.next_deadline().map(|due_ms| clock.instant(due_ms).max(Instant::now() + PAUSE));
        let event = tokio::select! {
            // An error means that the sender of `stop` is gone.
            _ = stop.wait_for(|stop| *stop) => break End::Close(Closing::Ending),
            changed = latest.changed(), if is_idle => {
                if changed.is_err() {
                    break End::Close(Closing::Ending);
                }
                boards = Arc::clone(&latest.borrow_and_update());
                waiting.extend(session.show(&boards, now(clock)));
                continue;
            }
            () = sleep_until(due.unwrap_or_else(Instant::now)), if is_idle && due.is_some() => {
                waiting.extend(session.show(&boards, now(clock)));
                continue;
            }
            event = socket.event() => event,
        };
        let bytes = match event {
            Event::Text(said) => {
                waiting.extend(session.handle_text(&said, &boards, now(clock)));
                said.len()
            }
            Event::Binary(bytes) => {
                waiting.push_back(Session::refuse_binary(now(clock)));
                bytes
            }
            Event::Noise(bytes) => bytes,
            other => match heard(other, number, &mut allowance) {
                Ok(_) => continue,
                Err(end) => break end,
            },
        };
        let heard_at = Instant::now();
        if let Some(until) = allowance.spend(heard_at, bytes) {
            socket.rest(until - heard_at);
        }
        if waiting.iter().map(String::len).sum::<usize>() > WAITING_MAX {
            break End::Close(Closing::Policy("read the answers before asking more"));
        }
    };
    // The end is rare and long, so it has memory of its own.
    Box::pin(end.of(socket)).await;
}
