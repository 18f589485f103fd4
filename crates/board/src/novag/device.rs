//! The board's side of a Novag cable, for tests: it takes lines, and tells the moves that are made on it once it was
//! told to.

use super::line::Deframer;
use crate::{Contents, Millis, Reading};
use shakmaty::{Board, Color, Role, Square};
use std::collections::VecDeque;

/// How long an answer takes.
const ANSWER_MS: Millis = 30;

/// A simulated Novag board.
#[derive(Debug, Clone)]
pub struct Device {
    deframer: Deframer,
    now: Millis,
    /// Whether moves are told.
    tells: bool,
    /// Whether two people play; without it the board would answer with moves of its own.
    referees: bool,
    plies: u32,
    /// What stands on it; it tells nothing of that.
    truth: Reading,
    answers: VecDeque<(Millis, String)>,
    output: VecDeque<Vec<u8>>,
    muted: bool,
    /// What it was told and did not understand.
    refused: u32,
}

impl Device {
    /// A board that was just switched on with these men on it.
    pub fn with_board(board: &Board) -> Device {
        Device {
            deframer: Deframer::default(),
            now: 0,
            tells: false,
            referees: false,
            plies: 0,
            truth: Reading::from_board(board),
            answers: VecDeque::new(),
            output: VecDeque::new(),
            muted: false,
            refused: 0,
        }
    }

    /// Bytes from the host.
    pub fn handle_bytes(&mut self, t: Millis, bytes: &[u8]) {
        self.advance(t);
        for &byte in bytes {
            if let Some(line) = self.deframer.push(byte)
                && !self.muted
            {
                self.obey(&line);
            }
        }
    }

    /// A move is made on the board.
    pub fn play(&mut self, t: Millis, from: Square, to: Square, promotion: Option<Role>) {
        self.advance(t);
        let color = if self.plies.is_multiple_of(2) { Color::White } else { Color::Black };
        let comma = color.fold_wb("", ",");
        let number = self.plies / 2 + 1;
        self.plies += 1;
        let end = promotion.map_or(String::new(), |role| format!("/{}", role.char()));
        if self.tells && self.referees {
            self.answers.push_back((self.now, format!("M {number}{comma} {from}-{to}{end}")));
        }
    }

    /// What stands on a square from now on. It makes moves of it by itself: see [`Device::play`].
    pub fn set_square(&mut self, t: Millis, square: Square, contents: Contents) {
        self.advance(t);
        self.truth.set(square, contents);
    }

    /// What stands on it.
    pub fn truth(&self) -> Reading {
        self.truth.clone()
    }

    /// A new game begins: moves are counted anew.
    pub fn new_game(&mut self, t: Millis) {
        self.advance(t);
        self.plies = 0;
    }

    /// The current failed for a moment: it tells nothing until it is told to again.
    pub fn reboot(&mut self, t: Millis) {
        self.advance(t);
        (self.tells, self.referees) = (false, false);
        self.answers.clear();
        self.output.clear();
    }

    /// The last move is taken back on the board.
    pub fn take_back(&mut self, t: Millis) {
        self.advance(t);
        self.plies = self.plies.saturating_sub(1);
        if self.tells {
            self.answers.push_back((self.now, "T".to_owned()));
        }
    }

    /// Everything that happens up to `t`, each at its own instant.
    pub fn advance(&mut self, t: Millis) {
        self.now = self.now.max(t);
        while let Some((_, line)) = self.answers.pop_front_if(|(due, _)| *due <= t) {
            if !self.muted {
                self.output.push_back(format!("{line}\r\n").into_bytes());
            }
        }
    }

    /// When `advance` wants to be called next.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.answers.front().map(|(due, _)| *due)
    }

    /// Bytes for the host.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.output.pop_front()
    }

    /// Falls silent and deaf, or is heard again.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
    }

    /// Whether it was told to report moves and to play none itself.
    pub fn is_ready(&self) -> bool {
        self.tells && self.referees
    }

    /// How many lines it did not understand.
    pub fn refused(&self) -> u32 {
        self.refused
    }

    fn obey(&mut self, line: &str) {
        match line {
            "I" => {
                self.answers.push_back((self.now + ANSWER_MS, "Simulated chess board of Topboard".to_owned()))
            }
            "X ON" => self.tells = true,
            "U ON" => self.referees = true,
            _ => self.refused += 1,
        }
    }
}
