//! Asking whose board is on a port, by what it says and never by its USB number alone.
//!
//! ```text
//!  listen, 38400 Bd ─▶ 0x4d, 9600 Bd ─▶ V56, 38400 Bd ─▶ listen again, and so on, more patiently each round
//!  Certabo, Sentio,    DGT says 0x93   ChessLink says v…
//!  Novag telling a move,
//!  home-made
//! ```
//! Every kind of answer is understood at every step, since lines over USB ignore the rate.
//!
//! Invariants:
//! * No question can harm another maker's board. To a DGT board 0x49 is eight seconds of log, 0x4e the boot loader,
//!   and a modem's "AT" a scan mode that it keeps (protocols.md 3): none of these bytes is ever sent from here.
//! * On a cable with several DGT boards any single byte takes all of them out of the bus mode; so a bus is named in
//!   the configuration and never asked.

use crate::dgt::{command::Command, frame::Deframer, message::Message};
use crate::{Line, Maker, Millis, certabo, chesslink, novag};
use std::collections::VecDeque;

/// How long a port is listened to at first: USB boards start anew when it is opened.
const LISTEN_MS: Millis = 700;
/// How long the first answer may take. Each round has twice the patience …
const PATIENCE_MS: Millis = 1000;
/// … up to this.
const PATIENCE_MAX_MS: Millis = 4000;
/// The rate at which boards that speak unasked do so.
/// Home-made boards speak only while somebody holds the port open, which is what the line DTR says.
const LISTEN_LINE: Line = Line { baud: 38_400, dtr: Some(true) };
/// So many resets end a clock message that another program left half open on a DGT board.
const FLUSH_LEN: usize = 128;

/// So many whole lines of eight numbers make a Sentio board.
const RANKS_HEARD_MIN: u32 = 3;

/// What is done in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Nothing is said.
    Listen,
    /// This maker's boards are asked.
    Ask(Maker),
}

const STEPS: [Step; 3] = [Step::Listen, Step::Ask(Maker::Dgt), Step::Ask(Maker::ChessLink)];

/// The question whose board this is.
#[derive(Debug)]
pub struct Inquiry {
    now: Millis,
    step: usize,
    round: u32,
    due: Millis,
    ears: Ears,
    transmits: VecDeque<Vec<u8>>,
    found: Option<Maker>,
}

impl Inquiry {
    /// Begins on a port that was opened at this instant.
    pub fn new(t: Millis) -> Inquiry {
        Inquiry {
            now: t,
            step: 0,
            round: 0,
            due: t + LISTEN_MS,
            ears: Ears::default(),
            transmits: VecDeque::new(),
            found: None,
        }
    }

    /// Bytes came.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.advance(t);
        for &byte in bytes {
            let heard = self.ears.push(byte);
            self.found = self.found.or(heard);
        }
    }

    /// Fires every deadline up to `t`, each at its own instant.
    pub fn advance(&mut self, t: Millis) {
        while self.found.is_none() && self.due <= t {
            self.now = self.due;
            self.step += 1;
            if self.step == STEPS.len() {
                self.step = 0;
                self.round += 1;
            }
            self.take_step();
        }
        self.now = self.now.max(t);
    }

    /// When `advance` wants to be called next; never again once the maker is known.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.found.is_none().then_some(self.due)
    }

    /// Bytes for whoever is there, at the rate of [`Inquiry::line`].
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.transmits.pop_front()
    }

    /// How the line is to be set now.
    pub fn line(&self) -> Line {
        match STEPS[self.step] {
            Step::Listen => LISTEN_LINE,
            Step::Ask(maker) => maker.line(),
        }
    }

    /// Whose board it is, once that is known.
    pub fn found(&self) -> Option<Maker> {
        self.found
    }

    /// How often everything was asked in vain.
    pub fn rounds(&self) -> u32 {
        self.round
    }

    fn take_step(&mut self) {
        // What was not sent at the rate before must not be sent at this one.
        self.transmits.clear();
        let patience_ms = (PATIENCE_MS << self.round.min(2)).min(PATIENCE_MAX_MS);
        match STEPS[self.step] {
            Step::Listen => self.due = self.now + LISTEN_MS,
            Step::Ask(maker) => {
                self.due = self.now + patience_ms;
                self.transmits.extend(questions(maker, self.round));
            }
        }
    }
}

/// What a maker's boards are asked.
fn questions(maker: Maker, round: u32) -> Vec<Vec<u8>> {
    match maker {
        Maker::Dgt => {
            // Only after a silence: the resets are long, and rarely needed.
            let flush = (round > 0).then(|| vec![0x40; FLUSH_LEN]);
            flush.into_iter().chain([Command::SendVersion.emit()]).collect()
        }
        Maker::ChessLink => vec![chesslink::session::version_question()],
        // These talk by themselves, but Novag's: what it would understand can harm a DGT board. A bus is named.
        Maker::Certabo | Maker::Sentio | Maker::Home | Maker::Novag | Maker::DgtBus => Vec::new(),
        // These are on no serial line.
        Maker::Chessnut | Maker::Pegasus | Maker::SquareOff => Vec::new(),
    }
}

/// One ear for each maker.
#[derive(Debug)]
struct Ears {
    dgt: Deframer,
    chesslink: chesslink::frame::Deframer,
    chips: certabo::line::Deframer,
    ranks: certabo::line::Deframer,
    /// Whole lines of ranks in a row: eight numbers are soon there by chance.
    ranks_heard: u32,
    novag: novag::line::Deframer,
    home: sensor::Deframer,
}

impl Default for Ears {
    fn default() -> Ears {
        Ears {
            dgt: Deframer::default(),
            chesslink: chesslink::frame::Deframer::of_board(),
            chips: certabo::line::Deframer::new(certabo::line::CHIPS_LEN),
            ranks: certabo::line::Deframer::new(certabo::line::RANKS_LEN),
            ranks_heard: 0,
            novag: novag::line::Deframer::default(),
            home: sensor::Deframer::new(),
        }
    }
}

impl Ears {
    /// Whose message this byte completes.
    fn push(&mut self, byte: u8) -> Option<Maker> {
        let message = self.dgt.push(byte).map(Message::parse);
        if matches!(message, Some(Message::Version { .. })) {
            return Some(Maker::Dgt);
        }
        // A report of all squares may come before the answer to V: its check is as good a proof.
        let says = |frame: &chesslink::frame::Frame| matches!(frame.letter, b's' | b'v');
        if self.chesslink.push(byte).iter().any(says) {
            return Some(Maker::ChessLink);
        }
        if self.chips.push(byte).is_some() {
            return Some(Maker::Certabo);
        }
        if self.ranks.push(byte).is_some() {
            self.ranks_heard += 1;
            if self.ranks_heard == RANKS_HEARD_MIN {
                return Some(Maker::Sentio);
            }
        }
        // Its checksum is proof enough, whatever it says.
        if self.home.push(byte).and_then(sensor::Report::parse).is_some() {
            return Some(Maker::Home);
        }
        let report = self.novag.push(byte).and_then(|line| novag::line::Report::parse(&line));
        matches!(report, Some(novag::line::Report::Move { .. })).then_some(Maker::Novag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(inquiry: &mut Inquiry, until: Millis) -> Vec<(Millis, u32, Vec<u8>)> {
        let mut said = Vec::new();
        while let Some(due) = inquiry.next_deadline().filter(|&due| due <= until) {
            inquiry.advance(due);
            while let Some(bytes) = inquiry.poll_transmit() {
                said.push((due, inquiry.line().baud, bytes));
            }
        }
        said
    }

    #[test]
    fn a_board_that_answers_is_known() {
        let mut inquiry = Inquiry::new(100);
        assert_eq!(run(&mut inquiry, 900), [(800, 9600, vec![0x4d])]);
        inquiry.handle_bytes(900, &[0x93, 0x00, 0x05, 0x01]);
        assert_eq!(inquiry.found(), None);
        inquiry.handle_bytes(901, &[0x02]);
        assert_eq!((inquiry.found(), inquiry.next_deadline()), (Some(Maker::Dgt), None));
    }

    #[test]
    fn no_question_can_harm_another_makers_board() {
        let said = run(&mut Inquiry::new(0), 120_000);
        assert!(said.len() > 10, "it asks for ever");
        for (t, baud, bytes) in said {
            for forbidden in [0x49, 0x4e, 0x51, 0x53, 0x54, 0x2b] {
                assert!(!bytes.contains(&forbidden), "{forbidden:02x} at {t} with {baud} Bd: {bytes:02x?}");
            }
        }
    }
}
