//! A long file on its way from a browser to the thread that reads it. No more than some pieces of it are in memory.

use crate::connections::time_limits::Patience;
use axum::body::{Body, Bytes};
use futures_util::StreamExt;
use std::io::{self, Read};
use tokio::{sync::mpsc, time::timeout};

/// The greatest number of pieces that wait for the reader. A piece is what the connection reads at once.
const WAITING_MAX: usize = 16;
/// The greatest length that is taken of a file that nobody reads any more, in bytes.
const DROPPED_MAX: usize = 64 << 20;

/// The end to which the file comes.
#[derive(Debug)]
pub(super) struct Upload {
    /// `None` marks the end of a file that came whole.
    to: mpsc::Sender<Option<Bytes>>,
}

/// The end from which the file is read, by a thread that may wait.
#[derive(Debug)]
pub(super) struct Arriving {
    from: mpsc::Receiver<Option<Bytes>>,
    piece: Bytes,
    is_over: bool,
}

impl Upload {
    pub(super) fn new() -> (Upload, Arriving) {
        let (to, from) = mpsc::channel(WAITING_MAX);
        (Upload { to }, Arriving { from, piece: Bytes::new(), is_over: false })
    }

    /// Hands the body on until its end, or until its sender falls silent. A browser reads no answer before it has sent
    /// its file, so the rest of a file that nobody reads any more is taken and dropped, within a limit.
    pub(super) async fn forward(self, body: Body) {
        let mut pieces = body.into_data_stream();
        let mut dropped = 0;
        while dropped < DROPPED_MAX {
            let piece = match timeout(Patience::USUAL.body, pieces.next()).await {
                Ok(None) => None,
                Ok(Some(Ok(piece))) => Some(piece),
                // The reader sees that there is no end.
                Ok(Some(Err(_))) | Err(_) => return,
            };
            let is_end = piece.is_none();
            let length = piece.as_ref().map_or(0, Bytes::len);
            if self.to.send(piece).await.is_err() {
                dropped += length;
            }
            if is_end {
                return;
            }
        }
    }
}

impl Read for Arriving {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() && !self.is_over {
            match self.from.blocking_recv() {
                Some(Some(piece)) => self.piece = piece,
                Some(None) => self.is_over = true,
                None => return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "the sender fell silent")),
            }
        }
        let count = into.len().min(self.piece.len());
        into[..count].copy_from_slice(&self.piece.split_to(count));
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::Upload;
    use axum::body::{Body, Bytes};
    use std::io::Read;

    #[tokio::test]
    async fn a_file_arrives_whole_or_as_broken_off() {
        for (is_whole, expected) in [(true, Some("one two")), (false, None)] {
            let end = if is_whole { Ok(Bytes::from("two")) } else { Err(std::io::Error::other("gone")) };
            let body = Body::from_stream(futures_util::stream::iter([Ok(Bytes::from("one ")), end]));
            let (upload, mut list) = Upload::new();
            let read = tokio::task::spawn_blocking(move || {
                let mut text = String::new();
                list.read_to_string(&mut text).map(|_| text).ok()
            });
            upload.forward(body).await;
            assert_eq!(read.await.expect("it ends").as_deref(), expected);
        }
    }
}
