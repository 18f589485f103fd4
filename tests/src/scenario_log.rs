//! The sensor log of a scenario: of squares, or of the bytes a DGT board would have sent.

use crate::scenario::{Act, Scenario};
use board::dgt::clock::{Bwtime, ClockReport, Side, SideTime};
use board::dgt::{code::Code, message::Message};
use shakmaty::{Board, Color, Piece, Square};
use std::fmt::Write;

/// A spelling of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// One line a square.
    Squares,
    /// One `rx` line a message.
    Bytes,
}

const NORMAL: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Writes the sensor log of a scenario.
pub fn log(scenario: &Scenario, spelling: Spelling, clock: bool) -> String {
    let position = if scenario.position.is_empty() { NORMAL } else { &scenario.position };
    let sensing = if scenario.occupancy { "occupancy" } else { "piece" };
    let mut header = format!(r#"{{"sensorlog":1,"sensing":"{sensing}","start":"{position}","clock":{clock}"#);
    if let Some(scan_ms) = scenario.scan_ms {
        let _ = write!(header, r#","scan_ms":{scan_ms}"#);
    }
    for (key, value) in &scenario.profile {
        let _ = write!(header, r#","{key}":"{value}""#);
    }
    let placement = match scenario.stands.as_str() {
        "" => position.split(' ').next().unwrap_or_default(),
        stands => stands,
    };
    let board =
        Board::from_ascii_board_fen(placement.as_bytes()).expect("the scenario's position was read before");
    let mut out = header + "}\n";
    let stands = board.clone();
    let running = !scenario.waits;
    let mut pen = Pen { scenario, spelling, active: None, running, stands, lost_ms: None, out: &mut out };
    pen.start(&board, clock);
    let mut t = 1000;
    for &(wait_ms, act) in &scenario.acts {
        t += wait_ms;
        match act {
            Act::Lost => pen.lost_ms = Some(t),
            Act::Back => pen.back(t, clock),
            Act::Square(square, piece) => pen.square(t, square, piece),
            Act::Press(by) if clock => pen.press(t, by),
            Act::Stop if clock => pen.stop(t),
            Act::Press(_) | Act::Stop => {}
        }
    }
    out
}

struct Pen<'a> {
    scenario: &'a Scenario,
    spelling: Spelling,
    /// The side to which the lever was last reported to point.
    active: Option<Side>,
    running: bool,
    /// The men on the board.
    stands: Board,
    /// The instant since which nothing is heard.
    lost_ms: Option<u64>,
    out: &'a mut String,
}

impl Pen<'_> {
    fn start(&mut self, board: &Board, clock: bool) {
        self.dump(0, board);
        match self.spelling {
            Spelling::Squares => {
                if let (Some(color), true) = (self.scenario.runs, clock) {
                    self.reading(0, color.fold_wb(r#""white""#, r#""black""#));
                } else if self.scenario.waits && clock {
                    self.reading(0, "null");
                }
            }
            Spelling::Bytes => {
                // If the board does not show the agreed position, whose time runs is unknown unless the scenario says
                // so.
                if clock && (self.scenario.stands.is_empty() || self.scenario.runs.is_some()) {
                    let is_black = self.scenario.position.split(' ').nth(1) == Some("b");
                    let to_move = Color::from_black(is_black);
                    self.active = Some(self.side_of(self.scenario.runs.unwrap_or(to_move)));
                    self.clock(0);
                }
            }
        }
    }

    fn dump(&mut self, t: u64, board: &Board) {
        let mut raw = board.clone();
        if self.scenario.rotated {
            raw.rotate_180();
        }
        match self.spelling {
            Spelling::Squares if self.scenario.occupancy => {
                let _ = writeln!(self.out, r#"{{"t":{t},"occupied":"{:016x}"}}"#, raw.occupied().0);
            }
            Spelling::Squares => {
                let _ = writeln!(self.out, r#"{{"t":{t},"board":"{}"}}"#, raw.board_fen());
            }
            Spelling::Bytes => {
                let codes = std::array::from_fn(|number| {
                    let square =
                        board::dgt::code::square(number as u8).expect("numbers below 64 are squares");
                    Code::from(raw.piece_at(square))
                });
                self.bytes(t, &Message::Dump(Box::new(codes)));
            }
        }
    }

    /// Restores the link: the board is read, and the clock.
    fn back(&mut self, t: u64, clock: bool) {
        let Some(since) = self.lost_ms.take() else { return };
        let _ = writeln!(self.out, r#"{{"t":{t},"gap_ms":{}}}"#, t - since);
        let stands = self.stands.clone();
        self.dump(t, &stands);
        if let (Spelling::Bytes, true, Some(_)) = (self.spelling, clock, self.active) {
            self.clock(t);
        }
    }

    fn square(&mut self, t: u64, square: Square, piece: Option<Piece>) {
        match piece {
            Some(piece) => self.stands.set_piece_at(square, piece),
            None => self.stands.discard_piece_at(square),
        }
        if self.lost_ms.is_some() {
            return;
        }
        let square = if self.scenario.rotated { square.rotate_180() } else { square };
        match self.spelling {
            Spelling::Squares => {
                let sign = |piece: Piece| if self.scenario.occupancy { '*' } else { piece.char() };
                let is = piece.map_or(String::new(), |piece| sign(piece).to_string());
                let _ = writeln!(self.out, r#"{{"t":{t},"sq":"{square}","is":"{is}"}}"#);
            }
            Spelling::Bytes => self.bytes(t, &Message::Field { square, code: Code::from(piece) }),
        }
    }

    fn press(&mut self, t: u64, by: Color) {
        self.running |= self.scenario.waits;
        if self.lost_ms.is_some() {
            self.active = Some(self.side_of(!by));
            return;
        }
        match self.spelling {
            Spelling::Squares => {
                let (by, runs) = by.fold_wb(("white", "black"), ("black", "white"));
                let _ = writeln!(self.out, r#"{{"t":{t},"press":"{by}"}}"#);
                self.reading(t, &format!(r#""{runs}""#));
            }
            Spelling::Bytes => {
                let runs = self.side_of(!by);
                // A lever that is already down cannot be pressed: a second press by the same side is not seen.
                if self.active != Some(runs) {
                    self.active = Some(runs);
                    self.clock(t);
                }
            }
        }
    }

    fn stop(&mut self, t: u64) {
        if self.lost_ms.is_some() {
            self.running = false;
            return;
        }
        match self.spelling {
            Spelling::Squares => self.reading(t, "null"),
            Spelling::Bytes => {
                self.running = false;
                self.clock(t);
            }
        }
    }

    fn reading(&mut self, t: u64, running: &str) {
        let times = r#""white_ms":3600000,"black_ms":3600000"#;
        let _ = writeln!(self.out, r#"{{"t":{t},"clock":{{{times},"running":{running}}}}}"#);
    }

    fn side_of(&self, color: Color) -> Side {
        let left = if self.scenario.rotated { Color::Black } else { Color::White };
        if color == left { Side::Left } else { Side::Right }
    }

    fn clock(&mut self, t: u64) {
        let hour = SideTime::from_seconds(3600);
        let active = self.active.unwrap_or(Side::Left);
        let reading = Bwtime {
            left: hour,
            right: hour,
            running: self.running,
            active,
            battery_low: false,
            turn_bits: match active {
                Side::Left => 1,
                Side::Right => 2,
            },
        };
        self.bytes(t, &Message::Clock(ClockReport::Time(reading)));
    }

    fn bytes(&mut self, t: u64, message: &Message) {
        let mut hex = String::new();
        for byte in message.emit().emit() {
            let _ = write!(hex, "{byte:02x}");
        }
        let _ = writeln!(self.out, r#"{{"t":{t},"rx":"{hex}"}}"#);
    }
}
