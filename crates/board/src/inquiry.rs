//! Asking whose board is on a port, by what it says and never by its USB number alone.
//!
//! ```text
//!  listen, 38400 Bd ─▶ V56, 38400 Bd ─▶ (18V56, 38400 Bd) ─▶ 0x4d, 9600 Bd ─▶ listen again, and so on, more patiently each round
//!  Certabo, Sentio,    ChessLink says v…                     DGT says 0x93
//!  Novag telling a move,
//!  home-made, any DGT
//!  board that talks
//! ```
//! V comes first because it is the question that all boards and their emulators bear: three characters with their check, whose
//! top bits no command of a DGT board has, at either rate. The DGT question means nothing to a ChessLink emulator that takes
//! everything since the last whole message for the beginning of the next one: so before V is asked again, two characters
//! make a whole message of what went before. The long row of resets in front of every second DGT question ends a clock message that another
//! program left half open; their exclusive or is nothing, so that the two characters hold with them and without. (One that is switched
//! on in the half second before these two is not mended: no program can know what it has missed.)
//!
//! Every kind of answer is understood at every step, since lines over USB ignore the rate. Over Bluetooth LE there is
//! nothing to listen for: the makers whose boards have the service are asked in turn, and nobody else is understood.
//!
//! Invariants:
//! * No question can harm another maker's board. To a DGT board 0x49 is eight seconds of log, 0x4e the boot loader,
//!   and a modem's "AT" a scan mode that it keeps (docs/protocols/README.md, "Bytes that harm"): none of these bytes is ever
//!   sent from here, and none is read from here by a board that listens at the other rate.
//! * On a cable with several DGT boards any single byte takes all of them out of the bus mode; so a bus is named in
//!   the configuration and never asked.

use crate::gatt::Service;
use crate::makers::dgt::{clock::ClockReport, command::Command, frame::Deframer, message::Message};
use crate::{
    Line, Maker, Millis,
    makers::{certabo, chesslink, novag, squareoff},
};
use std::collections::VecDeque;

/// How long a port is listened to at first: USB boards start anew when it is opened.
const LISTEN_MS: Millis = 700;
/// How long the first answer may take. Each round has twice the patience …
const PATIENCE_MS: Millis = 1000;
/// … up to this.
const PATIENCE_MAX_MS: Millis = 4000;
/// How long a ChessLink board may take to say its version: 18 ms, and what adapters add.
const VERSION_MS: Millis = 500;
/// The rate at which boards that speak unasked do so.
/// Home-made boards speak only while somebody holds the port open, which is what the line DTR says.
const LISTEN_LINE: Line = Line { baud: 38_400, dtr: Some(true) };
/// So many resets end a clock message that another program left half open on a DGT board.
const FLUSH_LEN: usize = 128;

/// The exclusive or of 0x4d and V56 as two digits: behind them it makes a whole ChessLink message of all three.
const MENDING: &[u8] = b"18";

/// So many whole lines of eight numbers make a Sentio board.
const RANKS_HEARD_MIN: u32 = 3;
/// So many changes and clock readings without a byte between them that belongs to none make a DGT board that does not hear.
const TALK_HEARD_MIN: u32 = 3;

/// What is done in turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Nothing is said.
    Listen,
    /// This maker's boards are asked.
    Ask(Maker),
    /// ChessLink boards are asked once more, after what they could not read was made a whole message. Not in the first round:
    /// nothing went before.
    Mend,
}

/// What is done on a serial port.
const STEPS: [Step; 4] = [Step::Listen, Step::Ask(Maker::ChessLink), Step::Mend, Step::Ask(Maker::Dgt)];

/// The question whose board this is.
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
    /// Begins on a serial port that was opened at this instant.
    pub fn new(t: Millis) -> Inquiry {
        Inquiry::by(t, STEPS.to_vec(), Ears::of_serial())
    }

    /// Begins over a service of Bluetooth LE.
    pub fn over(t: Millis, service: &'static Service) -> Inquiry {
        Inquiry::by(t, service.makers.iter().copied().map(Step::Ask).collect(), Ears::over(service))
    }

    fn by(t: Millis, steps: Vec<Step>, ears: Ears) -> Inquiry {
        let (transmits, found) = (VecDeque::new(), None);
        let mut inquiry = Inquiry { now: t, steps, step: 0, round: 0, due: t, ears, transmits, found };
        inquiry.take_step();
        inquiry
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
            if self.step == self.steps.len() {
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
        match self.steps[self.step] {
            Step::Listen => LISTEN_LINE,
            Step::Mend => Maker::ChessLink.line(),
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

/// What a maker's boards are asked.
fn questions(maker: Maker, round: u32) -> Vec<Vec<u8>> {
    match maker {
        Maker::Dgt => {
            // Only after a silence, and not always: the resets are long, and rarely needed.
            let flush = (round % 2 == 1).then(|| vec![0x40; FLUSH_LEN]);
            flush.into_iter().chain([Command::SendVersion.emit()]).collect()
        }
        Maker::ChessLink => vec![chesslink::session::version_question()],
        // A letter to a Square Off, and to it nothing before the star that begins its own question.
        Maker::Pegasus => vec![Command::SendVersion.emit()],
        // Four characters that mean nothing to a Pegasus, which passes over what it does not know.
        Maker::SquareOff => vec![b"*4#*".to_vec()],
        // These talk by themselves, but Novag's: what it would understand can harm a DGT board. A bus is named.
        Maker::Certabo | Maker::Sentio | Maker::Home | Maker::Novag | Maker::DgtBus => Vec::new(),
        // What it is reached by proves whose it is.
        Maker::Chessnut => Vec::new(),
    }
}

/// One ear for each maker.
#[derive(Debug)]
struct Ears {
    dgt: Deframer,
    /// Changes and clock readings in a row, and the noise when the first of them came.
    talk: (u32, u64),
    chesslink: chesslink::frame::Deframer,
    chips: certabo::line::Deframer,
    ranks: certabo::line::Deframer,
    /// Whole lines of ranks in a row: eight numbers are soon there by chance.
    ranks_heard: u32,
    novag: novag::line::Deframer,
    home: sensor::Deframer,
    squareoff: squareoff::frame::Deframer,
    /// Whose boards can be there; none on a serial port.
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

    /// Whose message this byte completes.
    fn push(&mut self, byte: u8) -> Option<Maker> {
        let Some(makers) = self.among else { return self.push_serial(byte) };
        let heard = match self.squareoff.push(byte) {
            // Its battery or its squares: nobody answers so by chance.
            Some(squareoff::frame::Frame { code: 22 | 30, .. }) => Some(Maker::SquareOff),
            Some(_) | None => match self.push_serial(byte) {
                // A Pegasus speaks as a board on a cable does.
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

    /// Whether a DGT board has told enough by itself to be known: it cannot answer when it does not hear.
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
