//! The session with a Novag board: it makes sure that the board is no DGT board, asks for its name, and orders it to
//! report moves.

use super::game::Game;
use super::line::{self, Deframer, Report};
use crate::full_scan::full_scan_session::{FullScanSession, Habits, Word};
use crate::makers::dgt;
use crate::{Maker, Millis, Reading};
use shakmaty::Board;

/// The session with one Novag board.
pub type Session = FullScanSession<Dialect>;

/// The time that a DGT board needs to answer, in milliseconds.
const DGT_MS: Millis = 1200;
/// The pause between two lines for the board, in milliseconds.
const PACE_MS: Millis = 250;

/// The dialect of Novag boards.
#[derive(Debug, Default)]
pub struct Dialect {
    deframer: Deframer,
    /// The deframer that recognises answers of a DGT board.
    dgt: dgt::frame::Deframer,
    game: Game,
    /// True if the expected placement has been reported as a reading since the link began.
    is_told: bool,
    expected: Option<Board>,
}

impl crate::full_scan::full_scan_session::Dialect for Dialect {
    const MAKER: Maker = Maker::Novag;
    const HABITS: Habits =
        Habits { settle_ms: 500, pace_ms: PACE_MS, ask_ms: 5000, doubt_ms: 16_000, stuck_ms: 500 };

    fn push(&mut self, byte: u8) -> Vec<Word> {
        let message = self.dgt.push(byte).map(dgt::message::Message::parse);
        if matches!(message, Some(dgt::message::Message::Version { .. })) {
            return vec![Word::Foreign];
        }
        let Some(line) = self.deframer.push(byte) else { return Vec::new() };
        let mut words = Vec::new();
        if !std::mem::replace(&mut self.is_told, true) {
            let expected = self.expected.clone().unwrap_or_default();
            // The placements before earlier moves are kept for taking back only while the game expects the placement
            // that was followed.
            if *self.game.placement() != expected {
                self.game = Game::at(&expected);
            }
            words.push(self.reading());
        }
        match (Report::parse(&line), line::name(&line)) {
            (Some(report), _) => words.extend(self.handle(report)),
            (None, Some(name)) => words.push(Word::Name(name.to_owned())),
            // The line answers an order, or came unasked.
            (None, None) => words.push(Word::Here),
        }
        words
    }

    fn abandon(&mut self) {
        self.deframer.abandon();
        self.dgt.abandon();
    }

    fn is_inside(&self) -> bool {
        self.deframer.is_inside()
    }

    fn greeting(&mut self) -> Vec<(Vec<u8>, Millis)> {
        self.is_told = false;
        [
            (dgt::command::Command::SendVersion.emit(), DGT_MS),
            // These characters end the line that 0x4d began.
            (b"\r\n".to_vec(), PACE_MS),
            (b"I\r\n".to_vec(), PACE_MS),
        ]
        .into_iter()
        .chain(settings())
        .collect()
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
    /// Handles a report, and returns the words that follow from it. The first move of a game is made from the starting
    /// position, even if the line that announces a new game was lost.
    fn handle(&mut self, report: Report) -> Vec<Word> {
        let mut words = Vec::new();
        match report {
            Report::NewGame => {
                self.game = Game::default();
                // The starting position differs from the known squares in many places, and such a reading must be
                // reported twice before it is accepted.
                words.push(self.reading());
                words.push(Word::Reply(settings()));
            }
            Report::TakeBack => self.game.take_back(),
            Report::Move { number, is_black, from, to, promotion } => {
                if number == 1 && !is_black && *self.game.placement() != Board::new() {
                    self.game = Game::default();
                    words.push(self.reading());
                }
                self.game.play(from, to, promotion);
            }
        }
        words.push(self.reading());
        words
    }

    fn reading(&self) -> Word {
        Word::Reading(Reading::from_board(self.game.placement()))
    }
}

/// Returns the lines that make the settings this program needs: two people play, and the board reports their moves.
/// They are sent again when the board forgets its settings.
fn settings() -> Vec<(Vec<u8>, Millis)> {
    [b"U ON\r\n", b"X ON\r\n"].map(|line| (line.to_vec(), PACE_MS)).into()
}
