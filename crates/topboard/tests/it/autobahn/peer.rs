//! The client's end of a WebSocket: it says any bytes, and checks each frame that comes.

use std::io;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

/// A frame that came.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Frame {
    Text(String),
    Pong(Vec<u8>),
    /// With its code, if it has one.
    Close(Option<u16>),
    /// The connection ended.
    End,
}

/// A client.
pub(super) struct Peer<S> {
    stream: BufReader<S>,
    is_over: bool,
}

impl<S: AsyncRead + AsyncWrite + Unpin> Peer<S> {
    /// Asks for a WebSocket, with these headers besides. Returns the head of the answer as well, in small letters.
    pub(super) async fn open(stream: S, path: &str, headers: &str) -> (Peer<S>, String) {
        let mut peer = Peer { stream: BufReader::new(stream), is_over: false };
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: hall\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
        );
        peer.say(request.as_bytes()).await;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            head.push(peer.stream.read_u8().await.expect("the head goes on"));
        }
        (peer, String::from_utf8_lossy(&head).to_ascii_lowercase())
    }

    /// Says these bytes, as far as they are still heard.
    pub(super) async fn say(&mut self, bytes: &[u8]) {
        let _ = self.stream.write_all(bytes).await;
        let _ = self.stream.flush().await;
    }

    /// Returns whether the connection ended.
    pub(super) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Reads a frame; `Err` says what is wrong with it. Every text has to be JSON: a torn one is none.
    pub(super) async fn frame(&mut self) -> Result<Frame, String> {
        let (first, body) = match self.bytes().await {
            Ok(frame) => frame,
            Err(_) => {
                self.is_over = true;
                return Ok(Frame::End);
            }
        };
        match first {
            0x81 => {
                let text = String::from_utf8(body).map_err(|error| error.to_string())?;
                let value: Result<serde_json::Value, _> = serde_json::from_str(&text);
                value.map_err(|error| format!("{error} in {text:?}"))?;
                Ok(Frame::Text(text))
            }
            0x8a => Ok(Frame::Pong(body)),
            0x88 if body.is_empty() => Ok(Frame::Close(None)),
            0x88 if body.len() >= 2 && std::str::from_utf8(&body[2..]).is_ok() => {
                Ok(Frame::Close(Some(u16::from_be_bytes([body[0], body[1]]))))
            }
            _ => Err(format!("a frame of the kind {first:x} came: {body:x?}")),
        }
    }

    async fn bytes(&mut self) -> io::Result<(u8, Vec<u8>)> {
        let first = self.stream.read_u8().await?;
        let length = match self.stream.read_u8().await? {
            126 => u64::from(self.stream.read_u16().await?),
            127 => self.stream.read_u64().await?,
            short => u64::from(short),
        };
        let mut body = vec![0; usize::try_from(length).expect("it fits")];
        self.stream.read_exact(&mut body).await?;
        Ok((first, body))
    }
}

/// Returns a client's frame with this first byte, masked.
pub(super) fn frame(first: u8, body: &[u8]) -> Vec<u8> {
    const MASK: [u8; 4] = [0x9e, 0x01, 0xfe, 0x42];
    let masked = body.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask);
    [head(first, body.len()).as_slice(), &MASK].concat().into_iter().chain(masked).collect()
}

/// Returns the header of a client's frame, up to the mask.
pub(super) fn head(first: u8, length: usize) -> Vec<u8> {
    match (u8::try_from(length), u16::try_from(length)) {
        (Ok(short @ ..=125), _) => vec![first, 0x80 | short],
        (_, Ok(middle)) => [&[first, 0xfe][..], &middle.to_be_bytes()].concat(),
        _ => [&[first, 0xff][..], &(length as u64).to_be_bytes()].concat(),
    }
}
