//! What a client sends, judged by the rules of the protocol: bytes in, messages and answers out. No connection is needed
//! for that, so the bytes may as well be a test's.

use super::Closing;
use std::{
    collections::VecDeque,
    io::{self, Read, Write},
};
use tokio_tungstenite::tungstenite::{
    Error, Message, WebSocket,
    protocol::{Role, WebSocketConfig},
};

/// The greatest length of a message from a subscriber, in bytes.
pub(crate) const MESSAGE_MAX: usize = 1024;
/// The greatest number of bytes, with the headers of frames, that may come without a message or a ping in them, as a multiple of
/// the longest message. A message in pieces of a byte each is shorter; pieces of nothing would otherwise go on for ever.
const FRAMES_MAX: usize = 8;
/// The bytes that are checked at once. Each subscriber keeps this much memory; most messages are shorter.
const READ_AT_ONCE: usize = 128;
/// The greatest number of bytes of pongs and Closes that may wait to be sent. At the limit nothing more is read.
const ANSWERS_MAX: usize = 1024;

/// What the bytes of a client say.
#[derive(Debug, PartialEq, Eq)]
pub enum Said {
    /// A text.
    Text(String),
    /// A message that is no text, with so many bytes in it.
    Binary(usize),
    /// A ping or a pong, which needs no action, with so many bytes in it.
    Noise(usize),
    /// The client closed the connection, or broke it off.
    Over,
    /// The bytes break a rule, and have to be answered with this Close.
    Bad(Closing),
}

/// The rules of the protocol, applied to the bytes of one client.
#[derive(Debug)]
pub struct Judge {
    rules: WebSocket<Memory>,
    /// The greatest length of a message, in bytes.
    most: usize,
    /// Set at the end, or when invalid bytes arrived: from then on nothing more is heard.
    is_deaf: bool,
}

impl Judge {
    /// Begins with the bytes that came behind the handshake.
    pub fn new(first: &[u8]) -> Judge {
        let limits = WebSocketConfig::default()
            .read_buffer_size(READ_AT_ONCE)
            .write_buffer_size(0)
            .max_write_buffer_size(2 * ANSWERS_MAX)
            .max_message_size(Some(MESSAGE_MAX))
            .max_frame_size(Some(MESSAGE_MAX));
        let memory = Memory { heard: first.iter().copied().collect(), said: Vec::new(), unfinished: 0 };
        let rules = WebSocket::from_raw_socket(memory, Role::Server, Some(limits));
        Judge { rules, most: MESSAGE_MAX, is_deaf: false }
    }

    /// Takes messages of up to `most` bytes from now on, each of which is kept in memory until it is complete.
    pub fn take_up_to(&mut self, most: usize) {
        self.most = most;
        self.rules.set_config(|limits| {
            (limits.max_message_size, limits.max_frame_size) = (Some(most), Some(most));
        });
    }

    /// Takes in bytes.
    pub fn hear(&mut self, bytes: &[u8]) {
        self.rules.get_mut().heard.extend(bytes);
    }

    /// Returns the next thing the bytes say; `None` if more of them are needed.
    pub fn read(&mut self) -> Option<Said> {
        while !self.is_deaf {
            let heard = match self.rules.read() {
                Ok(Message::Text(text)) => Said::Text(text.as_str().to_owned()),
                // The answer is written when more is read.
                Ok(Message::Close(_)) => continue,
                Ok(Message::Binary(bytes)) => Said::Binary(bytes.len()),
                Ok(other) => Said::Noise(other.len()),
                Err(Error::Io(error)) if error.kind() == io::ErrorKind::WouldBlock => {
                    if self.rules.get_ref().unfinished <= FRAMES_MAX * self.most {
                        return None;
                    }
                    self.is_deaf = true;
                    Said::Bad(Closing::TooLong(self.most))
                }
                Err(error) => {
                    self.is_deaf = true;
                    reason(&error, self.most).map_or(Said::Over, Said::Bad)
                }
            };
            self.rules.get_mut().unfinished = 0;
            return Some(heard);
        }
        Some(Said::Over)
    }

    /// Returns whether more bytes may be taken in: all others were looked at, and few answers wait.
    pub(super) fn has_room(&self) -> bool {
        let Memory { heard, said, .. } = self.rules.get_ref();
        heard.is_empty() && said.len() < ANSWERS_MAX
    }

    /// Returns whether pongs and Closes wait to be sent.
    pub(super) fn has_answers(&self) -> bool {
        !self.rules.get_ref().said.is_empty()
    }

    /// Returns the pongs and Closes that have to be sent, with their headers.
    pub fn take_answers(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.rules.get_mut().said)
    }

    /// Asks whether the client is there.
    pub(super) fn ping(&mut self) {
        // An error means that the connection is closing already.
        let _ = self.rules.send(Message::Ping(Vec::new().into()));
    }

    /// Closes the connection for this reason.
    pub(super) fn close(&mut self, closing: Closing) {
        // An error means that the connection is closing already.
        let _ = self.rules.close(Some(closing.frame()));
    }
}

/// Returns the Close that answers an error in reading; `None` if the connection has ended.
fn reason(error: &Error, most: usize) -> Option<Closing> {
    match error {
        Error::ConnectionClosed | Error::AlreadyClosed | Error::Io(_) => None,
        Error::Capacity(_) => Some(Closing::TooLong(most)),
        Error::Utf8(_) => Some(Closing::NoText),
        _ => Some(Closing::Protocol),
    }
}

/// The received bytes that are still to be checked, and the replies that are still to be sent.
#[derive(Debug)]
struct Memory {
    heard: VecDeque<u8>,
    said: Vec<u8>,
    /// The number of bytes that were checked since they last said something.
    unfinished: usize,
}

impl Read for Memory {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.heard.read(buffer)? {
            0 => Err(io::ErrorKind::WouldBlock.into()),
            length => {
                self.unfinished += length;
                Ok(length)
            }
        }
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.said.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
