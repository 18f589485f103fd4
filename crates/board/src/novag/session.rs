//! The session with a Novag board: is it none of DGT's, who is it, tell me the moves.

use super::line::{Deframer, Report};
use crate::dgt;
use crate::listener::{Habits, Listener, Word};
use crate::{Maker, Millis, Reading};
use shakmaty::{Board, Role, Square};

/// The session with one Novag board.
pub type Session = Listener<Dialect>;

/// How long a DGT board would have to answer.
const DGT_MS: Millis = 1200;
/// Between two lines for the board.
const PACE_MS: Millis = 250;
/// The most moves that can be taken back one after the other.
const BACK_MAX: usize = 64;

/// What Novag boards say and are told.
#[derive(Debug, Default)]
pub struct Dialect {
    deframer: Deframer,
    /// An ear for the other maker.
    dgt: dgt::frame::Deframer,
    /// What should stand there; none until the board has said anything.
    placement: Option<Board>,
    before: Vec<Board>,
    expected: Option<Board>,
}

impl crate::listener::Dialect for Dialect {
    const MAKER: Maker = Maker::Novag;
    const HABITS: Habits = Habits { settle_ms: 500, ask_ms: 5000, doubt_ms: 16_000, stuck_ms: 500 };

    fn push(&mut self, byte: u8) -> Vec<Word> {
        let message = self.dgt.push(byte).map(dgt::message::Message::parse);
        if matches!(message, Some(dgt::message::Message::Version { .. })) {
            return vec![Word::Foreign];
        }
        let Some(line) = self.deframer.push(byte) else { return Vec::new() };
        let mut words = Vec::new();
        if self.placement.is_none() {
            let placement = self.expected.clone().unwrap_or_default();
            words.push(Word::Reading(Reading::from_board(&placement)));
            self.placement = Some(placement);
        }
        match Report::parse(&line) {
            Some(report) => words.extend(self.handle(report)),
            // Whatever it answers to `I` is what it calls itself; the answers to orders say nothing.
            None if line.len() > 3 && !line.starts_with(['U', 'X']) => words.push(Word::Name(line)),
            None => words.push(Word::Here),
        }
        words
    }

    fn abandon(&mut self) {
        self.deframer.abandon();
        self.dgt.abandon();
        self.placement = None;
    }

    fn is_inside(&self) -> bool {
        self.deframer.is_inside()
    }

    fn greeting(&self) -> Vec<(Vec<u8>, Millis)> {
        vec![
            (dgt::command::Command::SendVersion.emit(), DGT_MS),
            // Ends the line that 0x4d has begun.
            (b"\r\n".to_vec(), PACE_MS),
            (b"I\r\n".to_vec(), PACE_MS),
            (b"U ON\r\n".to_vec(), PACE_MS),
            (b"X ON\r\n".to_vec(), PACE_MS),
        ]
    }

    fn question(&mut self) -> Option<Vec<u8>> {
        Some(b"I\r\n".to_vec())
    }

    fn expect(&mut self, placement: &Board) -> Vec<Word> {
        self.expected = Some(placement.clone());
        Vec::new()
    }
}

impl Dialect {
    /// The placement after what the board reports. The first move of a game begins from the array.
    fn handle(&mut self, report: Report) -> Vec<Word> {
        let mut words = Vec::new();
        match report {
            Report::TakeBack => {
                if let Some(before) = self.before.pop() {
                    self.placement = Some(before);
                }
            }
            Report::Move { number, is_black, from, to, promotion } => {
                if number == 1 && !is_black && self.placement.as_ref() != Some(&Board::new()) {
                    self.placement = Some(Board::new());
                    self.before.clear();
                    words.extend(self.reading().map(Word::Reading));
                }
                let Some(placement) = &mut self.placement else { return words };
                if self.before.len() == BACK_MAX {
                    self.before.remove(0);
                }
                self.before.push(placement.clone());
                carry(placement, from, to, promotion);
            }
        }
        words.extend(self.reading().map(Word::Reading));
        words
    }

    fn reading(&self) -> Option<Reading> {
        self.placement.as_ref().map(Reading::from_board)
    }
}

/// Carries a piece as hands would: the king takes the rook along, a pawn takes its neighbour in passing.
fn carry(placement: &mut Board, from: Square, to: Square, promotion: Option<Role>) {
    let Some(mut piece) = placement.remove_piece_at(from) else { return };
    let across = i32::from(to.file()) - i32::from(from.file());
    if piece.role == Role::Pawn && across != 0 && placement.piece_at(to).is_none() {
        placement.discard_piece_at(Square::from_coords(to.file(), from.rank()));
    }
    if piece.role == Role::King && across.abs() == 2 && from.rank() == to.rank() {
        let (corner, beside) = if across > 0 {
            (shakmaty::File::H, shakmaty::File::F)
        } else {
            (shakmaty::File::A, shakmaty::File::D)
        };
        if let Some(rook) = placement.remove_piece_at(Square::from_coords(corner, from.rank())) {
            placement.set_piece_at(Square::from_coords(beside, from.rank()), rook);
        }
    }
    if let Some(role) = promotion {
        piece.role = role;
    }
    placement.set_piece_at(to, piece);
}
