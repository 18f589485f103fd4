//! A connection whose waits are all limited: a client that takes no byte for [`Patience::stuck`] is disconnected.
//!
//! The system is told to buffer few unsent bytes (`UNSENT_MAX`), however fast the line is. Each byte that the system
//! accepts then means that the client has taken an earlier one. So a slow line shows its progress, and a connection
//! costs the system no more memory than the bytes in flight.

pub(crate) mod stream;
pub mod wire;

use crate::connections::{
    guests::{Guest, Loss},
    time_limits::Patience,
};
use socket2::SockRef;
use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll},
};
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    net::TcpStream,
    time::{Instant, Sleep, sleep_until},
};

/// The greatest number of unsent bytes that the system may buffer. It reports room when half of them are sent. On the
/// slowest line that is served, sending half of them takes less time than [`Patience::stuck`].
const UNSENT_MAX: u32 = 64 << 10;
const _: () =
    assert!(UNSENT_MAX as u64 / 2 < Patience::USUAL.slowest as u64 * Patience::USUAL.stuck.as_secs());

/// A client's connection, with its place and its time limits.
#[derive(Debug)]
pub struct Line {
    stream: TcpStream,
    guest: Guest,
    patience: Patience,
    /// A timer that runs while the client takes nothing.
    stuck: Option<Pin<Box<Sleep>>>,
}

impl Line {
    /// Wraps a connection that was just accepted.
    pub fn new(stream: TcpStream, guest: Guest, patience: Patience) -> Line {
        // Frames are small and may be far apart: the system must not delay a frame to send it together with the next.
        let set =
            stream.set_nodelay(true).and_then(|()| SockRef::from(&stream).set_tcp_notsent_lowat(UNSENT_MAX));
        if let Err(error) = set {
            tracing::debug!("a connection gathers its bytes ({error})");
        }
        Line { stream, guest, patience, stuck: None }
    }

    /// Waits for the first byte that the client sends, and leaves it there; `None` at the end of the connection.
    pub(crate) async fn first_byte(&self) -> io::Result<Option<u8>> {
        let mut first = [0];
        let length = self.stream.peek(&mut first).await?;
        Ok((length > 0).then_some(first[0]))
    }

    /// Splits the line into its stream, its guest and its time limits.
    pub fn into_parts(self) -> (TcpStream, Guest, Patience) {
        (self.stream, self.guest, self.patience)
    }

    /// Passes on the result of a write, or an error if writing has made no progress for too long.
    fn progress(
        &mut self,
        context: &mut Context<'_>,
        done: Poll<io::Result<usize>>,
    ) -> Poll<io::Result<usize>> {
        if done.is_ready() {
            self.stuck = None;
            return done;
        }
        let patience = self.patience;
        let stuck = self.stuck.get_or_insert_with(|| Box::pin(sleep_until(Instant::now() + patience.stuck)));
        std::task::ready!(stuck.as_mut().poll(context));
        self.guest.tally().count(Loss::Stuck);
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl AsyncRead for Line {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Line {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.progress(context, done)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.progress(context, done)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
