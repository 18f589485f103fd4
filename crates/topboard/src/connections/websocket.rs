//! The server's side of a WebSocket: sends shared frames, receives short messages, and closes with a reason.
//!
//! Tungstenite checks what the client sends ([`Judge`]), but holds no connection: it reads received bytes from memory, and
//! writes the replies of the protocol (pongs and Closes) into memory. It would copy each frame of a feed into a buffer for
//! every connection, so this file sends frames. A server's frames are not masked: all connections share one copy.

mod judge;
mod sending;

pub use judge::{Judge, Said};
pub(crate) use sending::{Cut, head_of};

use crate::connections::{
    frame::Frame,
    guests::{Guest, Loss},
    line::{stream::Stream, wire::Wire},
    time_limits::Patience,
};
use hyper_util::rt::TokioIo;
use judge::MESSAGE_MAX;
use sending::Sending;
use std::{io, sync::Arc, time::Duration};
use tokio::{
    net::TcpStream,
    time::{Instant, sleep_until, timeout_at},
};
use tokio_tungstenite::tungstenite::protocol::{CloseFrame, frame::coding::CloseCode};

/// The memory that the system may keep for a line's unsent bytes, where little is kept. It takes as much again for its
/// own book-keeping.
const KEPT_MAX: usize = 16 << 10;

/// The reason why a connection is closed, with its status code (RFC 6455, 7.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Closing {
    /// The program ends: 1001.
    Ending,
    /// The bytes received break the WebSocket protocol: 1002.
    Protocol,
    /// A text is not UTF-8: 1007.
    NoText,
    /// The other side sends what it is not allowed to: 1008. The text says what.
    Policy(&'static str),
    /// The other side sent a message longer than so many bytes, or in more frames than anybody needs: 1009.
    TooLong(usize),
    /// The other side began a message and did not end it in time: 1008.
    Unfinished,
    /// The other side did not answer a ping: 1011, as other servers do.
    Silent,
    /// The login of an arbiter's page ended: 4401, modelled on HTTP's 401.
    LoginEnded,
}

impl Closing {
    fn frame(self) -> CloseFrame {
        let too_long;
        let (code, reason) = match self {
            Closing::Ending => (CloseCode::Away, "the program ends"),
            Closing::Protocol => (CloseCode::Protocol, "this is no WebSocket"),
            Closing::NoText => (CloseCode::Invalid, "text is UTF-8"),
            Closing::Policy(why) => (CloseCode::Policy, why),
            Closing::TooLong(most) => {
                too_long = format!("a message has at most {most} bytes");
                (CloseCode::Size, &*too_long)
            }
            Closing::Unfinished => (CloseCode::Policy, "a message has to be ended in time"),
            Closing::Silent => (CloseCode::Error, "no answer to a ping"),
            Closing::LoginEnded => (CloseCode::Library(4401), "this login was ended"),
        };
        CloseFrame { code, reason: reason.into() }
    }
}

/// The reason why nothing more can be sent on a connection.
#[derive(Debug)]
pub(crate) enum Lost {
    /// The sending of a frame stopped: the other side took no byte for too long.
    Stuck,
    /// A frame of this many bytes was taken too slowly.
    Slow(usize),
    /// The connection broke.
    Broken(io::Error),
}

/// The event that ended a wait for the connection.
#[derive(Debug)]
pub(crate) enum Event {
    /// The other side sent text.
    Text(String),
    /// The other side sent a message that is no text, with so many bytes in it.
    Binary(usize),
    /// The other side sent a ping or a pong, with so many bytes in it.
    Noise(usize),
    /// The next frame can be sent.
    Free,
    /// A pong or a Close waits, and the line is lent.
    Answer,
    /// The connection has ended, or has to be ended.
    Over,
    /// The bytes received break a rule, and have to be answered with this Close.
    Bad(Closing),
    /// The other side did not answer a ping.
    Silent,
    /// The other side does not take the bytes sent to it.
    Lost(Lost),
}

/// The server's end of a WebSocket connection.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: Stream,
    guest: Guest,
    patience: Patience,
    /// Says whether somebody else writes to the stream.
    is_lent: bool,
    judge: Judge,
    sending: Option<Sending>,
    heard: Instant,
    /// The time since which bytes came that said nothing yet.
    begun: Option<Instant>,
    /// The time at which an unanswered ping was sent.
    pinged: Option<Instant>,
    /// The time until which nothing more is read, because the other side said much.
    rests: Option<Instant>,
}

impl Socket {
    /// Takes over a connection after its handshake. A socket is moved from one future into another, each of which would
    /// have room for it, so it lies in a box. Returns `None` if the connection is not a [`Wire`].
    pub(crate) fn new(upgraded: hyper::upgrade::Upgraded) -> Option<Box<Socket>> {
        let parts = upgraded.downcast::<TokioIo<Wire>>().ok()?;
        let (stream, guest, patience) = parts.io.into_inner().into_parts();
        let judge = Judge::new(&parts.read_buf);
        Some(Box::new(Socket {
            stream,
            guest,
            patience,
            is_lent: false,
            judge,
            sending: None,
            heard: Instant::now(),
            begun: None,
            pinged: None,
            rests: None,
        }))
    }

    /// Begins to send a frame. No other frame may be in progress: the caller first waits for [`Event::Free`].
    pub(crate) fn send(&mut self, frame: Frame) {
        self.sending = Some(Sending::new(head_of(frame.bytes()), Some(frame), self.patience));
    }

    /// Returns the connection, for somebody to whom the line will be lent; `None` if it is encrypted, which only its own task
    /// can write to.
    pub(crate) fn lendable(&self) -> Option<Arc<TcpStream>> {
        self.stream.as_plain()
    }

    /// Takes messages of up to `most` bytes from now on.
    pub(crate) fn take_up_to(&mut self, most: usize) {
        self.judge.take_up_to(most);
    }

    /// Reads nothing more for this long, and for as long as was said before. What the other side sends meanwhile waits in the
    /// buffers of the two computers, which are short.
    pub(crate) fn rest(&mut self, pause: Duration) {
        let now = Instant::now();
        let until = self.rests.map_or(now, |rests| rests.max(now)) + pause;
        self.rests = Some(until);
        // A message that was begun cannot be ended before.
        self.begun = self.begun.map(|_| until);
    }

    /// Makes the system keep few bytes for a client that does not read: what it has not sent, it has to send before
    /// anything newer.
    pub(crate) fn keep_little(&self) {
        if let Err(error) = self.stream.socket().set_send_buffer_size(KEPT_MAX) {
            tracing::debug!("a connection keeps the usual buffers ({error})");
        }
    }

    /// Lets somebody else write whole frames to the stream. The line has to be free.
    pub(crate) fn lend(&mut self) {
        self.is_lent = true;
    }

    /// Returns whether somebody else writes to the stream.
    pub(crate) fn is_lent(&self) -> bool {
        self.is_lent
    }

    /// Takes the line back, and goes on with the frame that was begun on it.
    pub(crate) fn take_back(&mut self, cut: Option<Cut>) {
        self.is_lent = false;
        if let Some(cut) = cut {
            self.sending = Some(Sending::rest(cut, self.patience));
        }
    }

    /// Returns whether a new frame can be sent at once.
    pub(crate) fn is_free(&self) -> bool {
        self.sending.is_none() && !self.judge.has_answers()
    }

    /// Waits for the next event. Cancel-safe.
    pub(crate) async fn event(&mut self) -> Event {
        loop {
            if let Some(heard) = self.judge.read() {
                self.begun = None;
                return match heard {
                    Said::Text(text) => Event::Text(text),
                    Said::Binary(bytes) => Event::Binary(bytes),
                    Said::Noise(bytes) => Event::Noise(bytes),
                    Said::Over => Event::Over,
                    Said::Bad(closing) => Event::Bad(closing),
                };
            }
            if let Some(event) = self.wait().await {
                return event;
            }
        }
    }

    /// Waits until the connection has taken or delivered bytes. Returns an event if the connection must end.
    async fn wait(&mut self) -> Option<Event> {
        if self.is_lent && self.judge.has_answers() {
            return Some(Event::Answer);
        }
        self.send_answers();
        let has_room = self.judge.has_room() && self.rests.is_none();
        let alarm = self.alarm();
        tokio::select! {
            readable = self.stream.readable(), if has_room => self.hear(readable),
            writable = self.stream.writable(), if self.sending.is_some() => self.take(writable),
            () = sleep_until(alarm) => self.ring(),
        }
    }

    /// Sends the waiting control replies of WebSocket (pong, close), unless another frame is still being sent.
    fn send_answers(&mut self) {
        if self.sending.is_none() && self.judge.has_answers() {
            self.sending = Some(Sending::new(self.judge.take_answers(), None, self.patience));
        }
    }

    fn alarm(&self) -> Instant {
        let alarm = match (&self.sending, self.pinged) {
            (Some(sending), _) => sending.alarm(self.patience),
            (None, Some(pinged)) => pinged + self.patience.pong,
            (None, None) => self.heard + self.patience.silent,
        };
        let ends = self.begun.map(|begun| begun + self.patience.body);
        [ends, self.rests].into_iter().flatten().fold(alarm, Instant::min)
    }

    fn hear(&mut self, readable: io::Result<()>) -> Option<Event> {
        let mut bytes = [0; MESSAGE_MAX];
        match readable.and_then(|()| self.stream.try_read(&mut bytes)) {
            Ok(0) => Some(Event::Over),
            Ok(length) => {
                let now = Instant::now();
                (self.heard, self.pinged) = (now, None);
                self.begun.get_or_insert(now);
                self.judge.hear(&bytes[..length]);
                None
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => None,
            Err(error) if self.sending.is_some() => Some(Event::Lost(Lost::Broken(error))),
            Err(_) => Some(Event::Over),
        }
    }

    fn take(&mut self, writable: io::Result<()>) -> Option<Event> {
        let sending = self.sending.as_mut()?;
        match writable.and_then(|()| sending.write(&mut self.stream)) {
            Ok(()) if sending.is_done() && self.stream.is_flushed() => {
                self.sending = None;
                Some(Event::Free)
            }
            Ok(()) => None,
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => None,
            Err(error) => Some(Event::Lost(Lost::Broken(error))),
        }
    }

    fn ring(&mut self) -> Option<Event> {
        let now = Instant::now();
        self.rests = self.rests.filter(|rests| now < *rests);
        if self.begun.is_some_and(|begun| now >= begun + self.patience.body) {
            self.begun = None;
            return Some(Event::Bad(Closing::Unfinished));
        }
        match (&self.sending, self.pinged) {
            (Some(sending), _) => sending.is_lost(now, self.patience).map(Event::Lost),
            (None, Some(pinged)) if now >= pinged + self.patience.pong => Some(Event::Silent),
            (None, None) if now >= self.heard + self.patience.silent => {
                self.pinged = Some(now);
                self.judge.ping();
                None
            }
            (None, _) => None,
        }
    }

    /// Closes the connection: finishes the current frame, sends the Close, and waits for the Close of the other side.
    /// Other messages are no longer accepted.
    pub(crate) async fn close(mut self: Box<Self>, closing: Closing) {
        self.judge.close(closing);
        self.part().await;
    }

    /// Sends the replies that still wait (pong, Close), after the other side has closed or the connection has ended.
    pub(crate) async fn part(mut self: Box<Self>) {
        let end = Instant::now() + self.patience.farewell;
        self.rests = None;
        // The time is limited, because the client may have stopped reading.
        let _ = timeout_at(end, async {
            while !matches!(self.event().await, Event::Over | Event::Lost(_) | Event::Bad(_)) {}
            while !self.is_free() && !matches!(self.wait().await, Some(Event::Over | Event::Lost(_))) {}
            self.linger().await
        })
        .await;
    }

    /// Shuts the connection down, and reads until the other side has done so too: closing with unread bytes would reset
    /// the connection before the last bytes have arrived.
    async fn linger(self: Box<Self>) -> io::Result<()> {
        let Socket { mut stream, guest, .. } = *self;
        stream.shutdown().await?;
        stream.drain().await?;
        drop(guest);
        Ok(())
    }

    /// Counts the lost connection, and ends it without waiting: bytes that the system has not sent yet are discarded.
    pub(crate) fn abandon(self: Box<Self>, lost: &Lost) {
        self.guest.tally().count(match lost {
            Lost::Stuck => Loss::Stuck,
            Lost::Slow(_) => Loss::Slow,
            Lost::Broken(_) => Loss::Broken,
        });
        // The connection may be broken already.
        let _ = self.stream.socket().set_linger(Some(Duration::ZERO));
    }
}
