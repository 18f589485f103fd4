//! A line that may be encrypted. The encryption is above the line, so the line's time limits count the bytes that the other
//! side takes, whatever they mean.

use super::{Line, stream::Stream};
use crate::{
    connections::{guests::Guest, time_limits::Patience},
    tls::{Scheme, Tls},
};
use std::{
    io::{self, IoSlice},
    pin::Pin,
    task::{Context, Poll},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_rustls::{TlsAcceptor, server::TlsStream};

/// The first byte of a TLS connection: the type of a record of the handshake (RFC 8446, 5.1).
const HANDSHAKE: u8 = 0x16;
/// The name of HTTP/2 in the handshake (RFC 7301).
const HTTP_2: &[u8] = b"h2";

/// A client's connection, plain or encrypted.
#[derive(Debug)]
pub enum Wire {
    /// A plain connection.
    Plain(Line),
    /// An encrypted connection.
    Secure(Box<TlsStream<Line>>),
}

impl Wire {
    /// Looks at the first byte that the client sends, and does the handshake if the client begins one.
    pub(crate) async fn open(line: Line, tls: &Tls) -> io::Result<Wire> {
        if line.first_byte().await? != Some(HANDSHAKE) {
            return Ok(Wire::Plain(line));
        }
        let stream = TlsAcceptor::from(tls.config()).accept(line).await?;
        Ok(Wire::Secure(Box::new(stream)))
    }

    /// Returns the scheme of the addresses that lead here.
    pub(crate) fn scheme(&self) -> Scheme {
        match self {
            Wire::Plain(_) => Scheme::Http,
            Wire::Secure(_) => Scheme::Https,
        }
    }

    /// Returns whether both sides agreed on HTTP/2.
    pub(crate) fn is_http_2(&self) -> bool {
        match self {
            Wire::Plain(_) => false,
            Wire::Secure(stream) => stream.get_ref().1.alpn_protocol() == Some(HTTP_2),
        }
    }

    /// Splits the wire into its stream, its guest and its time limits.
    pub(crate) fn into_parts(self) -> (Stream, Guest, Patience) {
        match self {
            Wire::Plain(line) => {
                let (stream, guest, patience) = line.into_parts();
                (Stream::plain(stream), guest, patience)
            }
            Wire::Secure(secure) => {
                let (line, session) = secure.into_inner();
                let (stream, guest, patience) = line.into_parts();
                (Stream::secure(stream, session), guest, patience)
            }
        }
    }
}

impl AsyncRead for Wire {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Wire::Plain(line) => Pin::new(line).poll_read(context, buffer),
            Wire::Secure(stream) => Pin::new(stream).poll_read(context, buffer),
        }
    }
}

impl AsyncWrite for Wire {
    fn poll_write(self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Wire::Plain(line) => Pin::new(line).poll_write(context, bytes),
            Wire::Secure(stream) => Pin::new(stream).poll_write(context, bytes),
        }
    }

    fn poll_write_vectored(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        match self.get_mut() {
            Wire::Plain(line) => Pin::new(line).poll_write_vectored(context, slices),
            Wire::Secure(stream) => Pin::new(stream).poll_write_vectored(context, slices),
        }
    }

    fn is_write_vectored(&self) -> bool {
        match self {
            Wire::Plain(line) => line.is_write_vectored(),
            Wire::Secure(stream) => stream.is_write_vectored(),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Wire::Plain(line) => Pin::new(line).poll_flush(context),
            Wire::Secure(stream) => Pin::new(stream).poll_flush(context),
        }
    }

    fn poll_shutdown(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match self.get_mut() {
            Wire::Plain(line) => Pin::new(line).poll_shutdown(context),
            Wire::Secure(stream) => Pin::new(stream).poll_shutdown(context),
        }
    }
}
