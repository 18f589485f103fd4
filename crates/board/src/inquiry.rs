//! Finds out whose board is on a serial port, by what it says and never by its USB number alone.
//!
//! ```text
//!  listen, 38400 Bd ─▶ V56, 38400 Bd ─▶ (18V56, 38400 Bd) ─▶ 0x4d, 9600 Bd ─▶ listen again, more patiently
//!  Certabo, Sentio,    ChessLink says v…                     DGT says 0x93
//!  Novag telling a move,
//!  home-made, any DGT
//!  board that talks
//! ```
//! V comes first because it harms no board and no emulator: with its check it is three characters, and no command of
//! a DGT board has their top bits, at either rate.
//!
//! A ChessLink emulator does not understand the DGT question. It takes all bytes since the last whole message for the
//! beginning of the next message. So before V is asked again, two characters are sent that complete these bytes to a
//! whole message.
//!
//! Every second DGT question follows a long row of resets, which ends a clock message that another program began and
//! did not finish. The exclusive or of the resets is zero, so the two characters complete a message with the resets
//! and without. An emulator that is switched on in the half second before the two characters stays confused: no
//! program can know which bytes it missed.
//!
//! Every kind of answer is understood at every step, since lines over USB ignore the rate. Over Bluetooth LE
//! there is nothing to listen for: the makers whose boards have the service are asked in turn, and no other
//! maker's answer is accepted.
//!
//! Invariants:
//! * No question can harm another maker's board. To a DGT board 0x49 means eight seconds of log, 0x4e the boot
//!   loader, and a modem's "AT" a scan mode that it keeps (docs/protocols/README.md, "Bytes that harm"). An
//!   inquiry never sends one of these bytes, and a board that listens at a different rate never reads one in what
//!   it sends.
//! * On a cable with several DGT boards any single byte takes all of them out of bus mode. So a bus is named in
//!   the configuration and never asked.

use crate::gatt::Service;
use crate::makers::dgt::{clock::ClockReport, command::Command, frame::Deframer, message::Message};
use crate::{
    Line, Maker, Millis,
    makers::{certabo, chesslink, novag, squareoff},
};
use std::collections::VecDeque;

/// The time for which a port is only listened to at first: USB boards restart when it is opened.
const LISTEN_MS: Millis = 700;
/// The time that a DGT board has to answer in the first round of questions, in milliseconds. It doubles each round,
/// up to `PATIENCE_MAX_MS`.
const PATIENCE_MS: Millis = 1000;
/// The longest time that a DGT board has to answer.
const PATIENCE_MAX_MS: Millis = 4000;
/// The time that a ChessLink board has to report its version, in milliseconds: 18 ms, and the delay that adapters
/// add.
const VERSION_MS: Millis = 500;
/// The line settings for boards that report unasked. Home-made boards report only while a program holds the port
/// open, which they learn from the line DTR.
const LISTEN_LINE: Line = Line { baud: 38_400, dtr: Some(true) };
/// The number of resets that end any clock message that another program began and did not finish on a DGT board.
const FLUSH_LEN: usize = 128;

/// The exclusive or of 0x4d and V56, as two digits. Sent after them, it completes a whole ChessLink message.
const MENDING: &[u8] = b"18";

/// The number of whole lines of eight numbers that identify a Sentio board.
const RANKS_HEARD_MIN: u32 = 3;
/// The number of changes and clock readings, with no stray byte between them, that identify a deaf DGT board.
const TALK_HEARD_MIN: u32 = 3;

/// One step of the inquiry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Only listens.
    Listen,
    /// Asks boards of this maker.
    Ask(Maker),
    /// Asks ChessLink boards once more, after completing the message that they could not read. The first round skips
    /// this step, because no DGT question was sent before.
    Mend,
}

/// The steps of one round on a serial port.
const STEPS: [Step; 4] = [Step::Listen, Step::Ask(Maker::ChessLink), Step::Mend, Step::Ask(Maker::Dgt)];

/// The inquiry on one port.
#[derive(Debug)]
pub struct Inquiry {
    now: Millis,
    steps: Vec<Step>,
    step: usize,
    round: u32,
    due: Millis,
    ears: Ears,
    transmits: VecDeque<Vec<u8>>,
    found: Option<Maker>,
}

impl Inquiry {
    /// Begins an inquiry on a serial port that was opened at `t`.
    pub fn new(t: Millis) -> Inquiry {
        Inquiry::by(t, STEPS.to_vec(), Ears::of_serial())
    }

    /// Begins an inquiry over a service of Bluetooth LE.
    pub fn over(t: Millis, service: &'static Service) -> Inquiry {
        Inquiry::by(t, service.makers.iter().copied().map(Step::Ask).collect(), Ears::over(service))
    }

    fn by(t: Millis, steps: Vec<Step>, ears: Ears) -> Inquiry {
        let (transmits, found) = (VecDeque::new(), None);
        let mut inquiry = Inquiry { now: t, steps, step: 0, round: 0, due: t, ears, transmits, found };
        inquiry.take_step();
        inquiry
    }

    /// Takes bytes from the port.
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
            if self.step == self.steps.len() {
                self.step = 0;
                self.round += 1;
            }
            self.take_step();
        }
        self.now = self.now.max(t);
    }

    /// The next deadline; `None` once the maker is known.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.found.is_none().then_some(self.due)
    }

    /// Bytes to send at the rate of [`Inquiry::line`].
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.transmits.pop_front()
    }

    /// The line settings for now.
    pub fn line(&self) -> Line {
        match self.steps[self.step] {
            Step::Listen => LISTEN_LINE,
            Step::Mend => Maker::ChessLink.line(),
            Step::Ask(maker) => maker.line(),
        }
    }

    /// The maker of the board, once that is known.
    pub fn found(&self) -> Option<Maker> {
        self.found
    }

    /// The number of complete rounds in which no question was answered.
    pub fn rounds(&self) -> u32 {
        self.round
    }

    fn take_step(&mut self) {
        // Bytes left unsent at the rate of the last step must not go out at the rate of the next.
        self.transmits.clear();
        let patience_ms = (PATIENCE_MS << self.round.min(2)).min(PATIENCE_MAX_MS);
        match self.steps[self.step] {
            Step::Listen => self.due = self.now + LISTEN_MS,
            Step::Mend if self.round == 0 => self.due = self.now,
            Step::Mend => {
                self.due = self.now + VERSION_MS;
                self.transmits.extend([MENDING.to_vec(), chesslink::session::version_question()]);
            }
            Step::Ask(maker) => {
                let patience_ms = if maker == Maker::ChessLink { VERSION_MS } else { patience_ms };
                self.due = self.now + patience_ms;
                self.transmits.extend(questions(maker, self.round));
            }
        }
    }
}

/// The questions for one maker's boards.
fn questions(maker: Maker, round: u32) -> Vec<Vec<u8>> {
    match maker {
        Maker::Dgt => {
            // The resets are long and rarely needed, so only every second round sends them.
            let flush = (round % 2 == 1).then(|| vec![0x40; FLUSH_LEN]);
            flush.into_iter().chain([Command::SendVersion.emit()]).collect()
        }
        Maker::ChessLink => vec![chesslink::session::version_question()],
        // A Square Off ignores this letter: nothing counts before the star that begins its own question.
        Maker::Pegasus => vec![Command::SendVersion.emit()],
        // A Pegasus ignores these four characters, as it does everything it does not know.
        Maker::SquareOff => vec![b"*4#*".to_vec()],
        // Most of these boards report unasked. Novag boards do not, but a question to them can harm a DGT board. A
        // bus is named in the configuration.
        Maker::Certabo | Maker::Sentio | Maker::Home | Maker::Novag | Maker::DgtBus => Vec::new(),
        // The service over which a Chessnut is reached proves whose board it is.
        Maker::Chessnut => Vec::new(),
    }
}

/// The deframers that listen for every maker at once.
#[derive(Debug)]
struct Ears {
    dgt: Deframer,
    /// The number of changes and clock readings in a row, and the count of noise at the first of them.
    talk: (u32, u64),
    chesslink: chesslink::frame::Deframer,
    chips: certabo::line::Deframer,
    ranks: certabo::line::Deframer,
    /// The number of whole lines of ranks in a row. One line proves nothing, because eight numbers soon come by
    /// chance.
    ranks_heard: u32,
    novag: novag::line::Deframer,
    home: sensor::Deframer,
    squareoff: squareoff::frame::Deframer,
    /// The makers whose boards can be there; `None` on a serial port.
    among: Option<&'static [Maker]>,
}

impl Ears {
    fn of_serial() -> Ears {
        Ears {
            dgt: Deframer::default(),
            talk: (0, 0),
            chesslink: chesslink::frame::Deframer::of_board(),
            chips: certabo::line::Deframer::new(certabo::line::CHIPS_LEN),
            ranks: certabo::line::Deframer::new(certabo::line::RANKS_LEN),
            ranks_heard: 0,
            novag: novag::line::Deframer::default(),
            home: sensor::Deframer::new(),
            squareoff: squareoff::frame::Deframer::default(),
            among: None,
        }
    }

    fn over(service: &'static Service) -> Ears {
        Ears { among: Some(service.makers), ..Ears::of_serial() }
    }

    /// The maker whose message this byte completes.
    fn push(&mut self, byte: u8) -> Option<Maker> {
        let Some(makers) = self.among else { return self.push_serial(byte) };
        let heard = match self.squareoff.push(byte) {
            // A Square Off reports its battery or its squares: no other board's answer looks like this.
            Some(squareoff::frame::Frame { code: 22 | 30, .. }) => Some(Maker::SquareOff),
            Some(_) | None => match self.push_serial(byte) {
                // A Pegasus speaks like a DGT board on a cable.
                Some(Maker::Dgt) => Some(Maker::Pegasus),
                heard => heard,
            },
        };
        heard.filter(|maker| makers.contains(maker))
    }

    fn push_serial(&mut self, byte: u8) -> Option<Maker> {
        let message = self.dgt.push(byte).map(Message::parse);
        if matches!(message, Some(Message::Version { .. })) || self.is_talk(message.as_ref()) {
            return Some(Maker::Dgt);
        }
        // A report of all squares may come before the answer to V. Its check is just as good a proof.
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
        // The checksum is proof enough, whatever the message says.
        if self.home.push(byte).and_then(sensor::Report::parse).is_some() {
            return Some(Maker::Home);
        }
        let report = self.novag.push(byte).and_then(|line| novag::line::Report::parse(&line));
        matches!(report, Some(novag::line::Report::Move { .. })).then_some(Maker::Novag)
    }

    /// Returns whether a deaf DGT board has reported enough unasked to be identified.
    fn is_talk(&mut self, message: Option<&Message>) -> bool {
        let (count, noise) = &mut self.talk;
        if std::mem::replace(noise, self.dgt.noise()) != self.dgt.noise() {
            *count = 0;
        }
        if matches!(message, Some(Message::Field { .. } | Message::Clock(ClockReport::Time(_)))) {
            *count += 1;
        }
        *count >= TALK_HEARD_MIN
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
        let version = chesslink::session::version_question();
        assert_eq!(run(&mut inquiry, 1400), [(800, 38_400, version), (1300, 9600, vec![0x4d])]);
        inquiry.handle_bytes(1400, &[0x93, 0x00, 0x05, 0x01]);
        assert_eq!(inquiry.found(), None);
        inquiry.handle_bytes(1401, &[0x02]);
        assert_eq!((inquiry.found(), inquiry.next_deadline()), (Some(Maker::Dgt), None));
    }

    #[test]
    fn over_bluetooth_only_boards_of_the_service_are_understood() {
        let nordic = &crate::gatt::SERVICES[0];
        let check = |answer: &[u8], wanted| {
            let mut inquiry = Inquiry::over(0, nordic);
            inquiry.handle_bytes(10, answer);
            assert_eq!(inquiry.found(), wanted, "{answer:02x?}");
        };
        check(&[0x93, 0x00, 0x05, 0x01, 0x02], Some(Maker::Pegasus));
        check(b"22#87*", Some(Maker::SquareOff));
        check(b"14#GO*", None);
        // A ChessLink board is never behind this service.
        check(&chesslink::frame::Frame { letter: b'v', content: b"0104".to_vec() }.emit(), None);
        let mut inquiry = Inquiry::over(0, nordic);
        let said: Vec<Vec<u8>> = run(&mut inquiry, 1500).into_iter().map(|(_, _, bytes)| bytes).collect();
        assert_eq!(said, [b"*4#*"], "the first question was there at once");
    }
}
