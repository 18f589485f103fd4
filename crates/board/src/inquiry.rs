//! Finds out which maker's board is on a serial port, by what the board sends and never by the USB number alone.
//!
//! ```text
//!  listen, 38400 Bd ─▶ V56, 38400 Bd ─▶ (18V56, 38400 Bd) ─▶ 0x4d, 9600 Bd ─▶ listen again, more patiently
//!  Certabo, Sentio,    ChessLink says v…                     DGT says 0x93
//!  Novag telling a move,
//!  home-made, any DGT
//!  board that talks
//! ```
//! The ChessLink question V is asked first because it harms no board and no emulator: with its check it is three
//! characters, and with their top bits these are no commands of a DGT board, at either baud rate.
//!
//! A ChessLink emulator does not understand the DGT question. It takes all bytes since the last whole message for the
//! beginning of the next message. So before V is asked again, two characters are sent that make a whole message of
//! these bytes.
//!
//! Before every second DGT question a long row of resets is sent, which ends a clock message that another program began
//! and did not finish. The exclusive or of the resets is zero, so the two characters complete the message whether or
//! not resets were sent. An emulator that is switched on in the half second before the two characters stays confused,
//! because no program can know which bytes it missed.
//!
//! Every maker's answer is understood at every step, because USB boards answer at any baud rate. Over Bluetooth LE no
//! board is listened for: the makers whose boards have the service are asked in turn, and no other maker's answer is
//! accepted.
//!
//! Invariants:
//! * No question can harm another maker's board. To a DGT board 0x49 means eight seconds of log, 0x4e the boot loader,
//!   and a modem's "AT" a scan mode that it keeps (docs/protocols/README.md, "Bytes that harm"). An inquiry never sends
//!   one of these bytes, and what it sends never reads as one of them at a different baud rate.
//! * On a cable with several DGT boards any single byte takes all of them out of bus mode. So a bus must be named in
//!   the configuration and is never asked.

use crate::gatt::Service;
use crate::{Maker, Millis, SerialLine};
use std::collections::VecDeque;
use std::fmt::Debug;

/// The line settings for listening to boards that report unasked. Home-made boards report only while a program holds
/// the port open, which the line DTR shows them.
const LISTEN_LINE: SerialLine = SerialLine { baud: 38_400, dtr: Some(true) };
/// The step at which the port is only listened to. USB boards restart when the port is opened, and need this time.
const LISTEN: Question =
    Question { turn: 0, from_round: 0, says: |_| Vec::new(), patience_ms: 700, patience_max_ms: 700 };

/// The greatest number of times that the time for an answer is doubled.
const PATIENCE_DOUBLED_MAX: u32 = 4;

/// A question that finds out whose board is on a port.
///
/// On a serial line the question is asked before the question to DGT boards. The exclusive or of its bytes is zero, as
/// that of a text sent twice. If it were not, a ChessLink emulator that had gathered these bytes would never be
/// recognised.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question {
    /// The place of this question among the questions of all makers on a serial line, from 1. Questions that harm no
    /// board come first. Questions with the same place are asked in the order of the list of makers.
    pub(crate) turn: u8,
    /// The number of the first round in which the question is asked.
    pub(crate) from_round: u32,
    /// Returns the messages to send in the round with this number.
    pub(crate) says: fn(round: u32) -> Vec<Vec<u8>>,
    /// The time that a board has to answer in the first round, in milliseconds. It doubles each round.
    pub(crate) patience_ms: Millis,
    /// The longest time that a board has to answer in any round, in milliseconds.
    pub(crate) patience_max_ms: Millis,
}

/// A listener that recognises the boards of one maker by the bytes that they send.
pub(crate) trait Ear: Debug + Send {
    /// Handles one byte. Returns whether the bytes so far prove that a board of this maker is on the port.
    fn hear(&mut self, byte: u8) -> bool;
}

/// One step of a round of questions.
#[derive(Debug)]
struct Step {
    /// The line settings for this step; `None` if the port is no serial line.
    line: Option<SerialLine>,
    question: Question,
}

/// An inquiry that finds out which maker's board is on one port.
#[derive(Debug)]
pub struct Inquiry {
    now: Millis,
    steps: Vec<Step>,
    step: usize,
    round: u32,
    due: Millis,
    /// The listeners for each maker's boards, in the order of the makers.
    ears: Vec<(Maker, Box<dyn Ear>)>,
    transmits: VecDeque<Vec<u8>>,
    found: Option<Maker>,
}

impl Inquiry {
    /// Begins an inquiry on a serial port that was opened at `t`.
    pub fn new(t: Millis) -> Inquiry {
        let makers = || Maker::ALL.into_iter().filter(|maker| maker.facts().line.is_some());
        let asked = |maker: Maker| {
            let facts = maker.facts();
            facts.questions.iter().map(|&question| Step { line: facts.line, question })
        };
        let mut steps = vec![Step { line: Some(LISTEN_LINE), question: LISTEN }];
        steps.extend(makers().flat_map(asked));
        steps.sort_by_key(|step| step.question.turn);
        Inquiry::by(t, steps, makers())
    }

    /// Begins an inquiry over a Bluetooth LE service at `t`.
    pub fn over(t: Millis, service: &'static Service) -> Inquiry {
        let asked = |maker: Maker| maker.facts().questions.first().copied();
        let mut steps: Vec<Step> =
            service.makers().filter_map(asked).map(|question| Step { line: None, question }).collect();
        if steps.is_empty() {
            steps.push(Step { line: None, question: LISTEN });
        }
        Inquiry::by(t, steps, service.makers())
    }

    fn by(t: Millis, steps: Vec<Step>, makers: impl Iterator<Item = Maker>) -> Inquiry {
        let ears = makers.filter_map(|maker| Some((maker, (maker.facts().ear?)()))).collect();
        let (transmits, found) = (VecDeque::new(), None);
        let mut inquiry = Inquiry { now: t, steps, step: 0, round: 0, due: t, ears, transmits, found };
        inquiry.take_step();
        inquiry
    }

    /// Handles bytes from the port.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.advance(t);
        for &byte in bytes {
            for (maker, ear) in &mut self.ears {
                if ear.hear(byte) {
                    self.found = self.found.or(Some(*maker));
                }
            }
        }
    }

    /// Acts on every deadline up to `t`, each at its own instant.
    pub fn advance(&mut self, t: Millis) {
        while self.found.is_none() && self.due <= t {
            self.now = self.due;
            self.step += 1;
            if self.step == self.steps.len() {
                self.step = 0;
                self.round += 1;
            }
            self.take_step();
        }
        self.now = self.now.max(t);
    }

    /// Returns the instant of the next deadline; `None` once the maker is known.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.found.is_none().then_some(self.due)
    }

    /// Returns the next bytes to send with the settings of [`Inquiry::line`], if there are any.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.transmits.pop_front()
    }

    /// Returns the line settings of the current step; `None` if the port is no serial line.
    pub fn line(&self) -> Option<SerialLine> {
        self.steps[self.step].line
    }

    /// Returns the maker of the board, once the maker is known.
    pub fn found(&self) -> Option<Maker> {
        self.found
    }

    /// Returns the number of complete rounds in which no question was answered.
    pub fn rounds(&self) -> u32 {
        self.round
    }

    fn take_step(&mut self) {
        // Bytes that are still unsent were meant for the baud rate of the last step, so they are dropped.
        self.transmits.clear();
        let Question { from_round, says, patience_ms, patience_max_ms, .. } = self.steps[self.step].question;
        self.due = self.now;
        if self.round >= from_round {
            self.due += (patience_ms << self.round.min(PATIENCE_DOUBLED_MAX)).min(patience_max_ms);
            self.transmits.extend(says(self.round));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{chesslink, pegasus};

    fn run(inquiry: &mut Inquiry, until: Millis) -> Vec<(Millis, u32, Vec<u8>)> {
        let mut said = Vec::new();
        while let Some(due) = inquiry.next_deadline().filter(|&due| due <= until) {
            inquiry.advance(due);
            while let Some(bytes) = inquiry.poll_transmit() {
                said.push((due, inquiry.line().map_or(0, |line| line.baud), bytes));
            }
        }
        said
    }

    #[test]
    fn a_board_that_answers_is_known() {
        let mut inquiry = Inquiry::new(100);
        let version = chesslink::session::version_question();
        assert_eq!(run(&mut inquiry, 1400), [(800, 38_400, version), (1300, 9600, vec![0x4d])]);
        inquiry.handle_bytes(1400, &[0x93, 0x00, 0x05, 0x01]);
        assert_eq!(inquiry.found(), None);
        inquiry.handle_bytes(1401, &[0x02]);
        assert_eq!((inquiry.found(), inquiry.next_deadline()), (Some(Maker::Dgt), None));
    }

    #[test]
    fn over_bluetooth_only_boards_of_the_service_are_understood() {
        let nordic = &pegasus::SERVICE;
        let check = |answer: &[u8], wanted| {
            let mut inquiry = Inquiry::over(0, nordic);
            inquiry.handle_bytes(10, answer);
            assert_eq!(inquiry.found(), wanted, "{answer:02x?}");
        };
        check(&[0x93, 0x00, 0x05, 0x01, 0x02], Some(Maker::Pegasus));
        check(b"22#87*", Some(Maker::SquareOff));
        check(b"14#GO*", None);
        // Boards with this service are never ChessLink boards.
        check(&chesslink::frame::Frame { letter: b'v', content: b"0104".to_vec() }.emit(), None);
        let mut inquiry = Inquiry::over(0, nordic);
        let said: Vec<Vec<u8>> = run(&mut inquiry, 1500).into_iter().map(|(_, _, bytes)| bytes).collect();
        assert_eq!(said, [b"*4#*"], "the first question was there at once");
    }
}
