//! A frame on its way: its header, its pieces, and how much of it the system has taken.

use super::Lost;
use crate::connections::{frame::Frame, line::stream::Stream, time_limits::Patience};
use std::{
    io::{self, IoSlice},
    sync::Arc,
};
use tokio::time::Instant;

/// The greatest number of pieces of a frame that are handed to the system at once.
const SLICES_MAX: usize = 16;

/// A frame that is being sent.
#[derive(Debug)]
pub(super) struct Sending {
    head: Vec<u8>,
    frame: Option<Frame>,
    /// The number of the piece being sent (the head is 0), and how many bytes of the piece were taken.
    piece: usize,
    taken: usize,
    /// The time at which bytes were last taken, and the deadline for the whole frame.
    moved: Instant,
    due: Instant,
}

/// A frame that was begun by somebody else, and how many of its bytes were taken, header included.
#[derive(Debug)]
pub(crate) struct Cut {
    pub(crate) frame: Arc<str>,
    pub(crate) taken: usize,
}

impl Sending {
    /// Begins with these bytes, and a frame behind them.
    pub(super) fn new(head: Vec<u8>, frame: Option<Frame>, patience: Patience) -> Sending {
        let now = Instant::now();
        let bytes = frame.as_ref().map_or(0, Frame::bytes);
        Sending { head, frame, piece: 0, taken: 0, moved: now, due: now + patience.for_frame(bytes) }
    }

    /// Goes on with a frame.
    pub(super) fn rest(cut: Cut, patience: Patience) -> Sending {
        let mut sending = Sending::new(head_of(cut.frame.len()), Some(Frame::shared(cut.frame)), patience);
        sending.advance(cut.taken);
        sending
    }

    /// Returns the instant at which the client has to have taken something more.
    pub(super) fn alarm(&self, patience: Patience) -> Instant {
        self.due.min(self.moved + patience.stuck)
    }

    /// Returns why the client is to be let go; `None` if it takes its frame well enough.
    pub(super) fn is_lost(&self, now: Instant, patience: Patience) -> Option<Lost> {
        if now >= self.moved + patience.stuck {
            return Some(Lost::Stuck);
        }
        (now >= self.due).then(|| Lost::Slow(self.frame.as_ref().map_or(0, Frame::bytes)))
    }

    /// Hands the system as much as it takes.
    pub(super) fn write(&mut self, stream: &mut Stream) -> io::Result<()> {
        let mut slices = [IoSlice::new(&[]); SLICES_MAX];
        let pieces = self.frame.iter().flat_map(|frame| frame.pieces()).map(|piece| piece.as_bytes());
        let rest = std::iter::once(self.head.as_slice()).chain(pieces).skip(self.piece);
        let mut count = 0;
        for (slice, piece) in slices.iter_mut().zip(rest) {
            *slice = IoSlice::new(if count == 0 { &piece[self.taken..] } else { piece });
            count += 1;
        }
        let taken = stream.try_write_vectored(&slices[..count])?;
        self.advance(taken);
        Ok(())
    }

    fn advance(&mut self, mut taken: usize) {
        if taken > 0 {
            self.moved = Instant::now();
        }
        while let Some(left) = self.piece_bytes().map(|bytes| bytes - self.taken) {
            if taken < left {
                self.taken += taken;
                return;
            }
            taken -= left;
            (self.piece, self.taken) = (self.piece + 1, 0);
        }
    }

    /// Returns the length of the current piece in bytes; `None` if all pieces were sent.
    fn piece_bytes(&self) -> Option<usize> {
        match self.piece.checked_sub(1) {
            None => Some(self.head.len()),
            Some(index) => self.frame.as_ref()?.pieces().get(index).map(|piece| piece.len()),
        }
    }

    pub(super) fn is_done(&self) -> bool {
        self.piece_bytes().is_none()
    }
}

/// Returns the header of a text frame of this length (RFC 6455, 5.2): the only frame of its message, not masked.
pub(crate) fn head_of(bytes: usize) -> Vec<u8> {
    const LAST_OF_TEXT: u8 = 0x81;
    match (u8::try_from(bytes), u16::try_from(bytes)) {
        (Ok(short @ ..=125), _) => vec![LAST_OF_TEXT, short],
        (_, Ok(middle)) => [&[LAST_OF_TEXT, 126][..], &middle.to_be_bytes()].concat(),
        (_, Err(_)) => [&[LAST_OF_TEXT, 127][..], &(bytes as u64).to_be_bytes()].concat(),
    }
}
