//! The board's side of a Novag cable, for tests: it takes lines, and tells the moves that are made on it once it was
//! told to.

use super::game::{Game, is_castling, is_in_passing};
use super::line::Deframer;
use crate::{Contents, Millis, Reading};
use shakmaty::{Board, Role, Square};
use std::collections::VecDeque;

/// How long an answer takes.
const ANSWER_MS: Millis = 30;
/// On no more squares than this a move under way differs from the game.
const MOVE_MAX: usize = 6;

/// A simulated Novag board.
#[derive(Debug, Clone)]
pub struct Device {
    deframer: Deframer,
    now: Millis,
    /// Whether moves are told.
    tells: bool,
    /// Whether two people play; without it the board would answer with moves of its own.
    referees: bool,
    /// The game it follows, and each move as it told it, behind the letter.
    game: Game,
    moves: Vec<String>,
    /// What stands on it; it tells nothing of that.
    truth: Reading,
    /// Whether men were moved about as in no move since the game began.
    is_apart: bool,
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
            game: Game::at(board),
            moves: Vec::new(),
            truth: Reading::from_board(board),
            is_apart: false,
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
        let number = self.moves.len() / 2 + 1;
        let comma = if self.moves.len().is_multiple_of(2) { ' ' } else { ',' };
        let written = written(self.game.placement(), from, to, promotion);
        let told = format!("{number:>4}{comma}  {written}");
        self.game.play(from, to, promotion);
        if self.is_ready() {
            self.say(format!("M{told}"));
        }
        self.moves.push(told);
    }

    /// What stands on a square from now on. It makes no moves of it by itself: see [`Device::play`]; but where the pieces
    /// are put up, a new game begins.
    pub fn set_square(&mut self, t: Millis, square: Square, contents: Contents) {
        self.advance(t);
        self.truth.set(square, contents);
        let followed = Reading::from_board(self.game.placement());
        self.is_apart |= followed.differing(&self.truth).count() > MOVE_MAX;
        if self.is_apart && self.truth == Reading::from_board(&Board::new()) {
            self.new_game(t);
        }
    }

    /// What stands on it.
    pub fn truth(&self) -> Reading {
        self.truth.clone()
    }

    /// A new game begins from the array, and it says so. It forgets what it was told: which of its settings real ones
    /// forget no source says, so all.
    pub fn new_game(&mut self, t: Millis) {
        self.advance(t);
        self.game = Game::default();
        self.moves.clear();
        self.is_apart = false;
        (self.tells, self.referees) = (false, false);
        self.say("New Game".to_owned());
    }

    /// Whether it waits for the first move of a game.
    pub fn is_new(&self) -> bool {
        self.moves.is_empty() && *self.game.placement() == Board::new()
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
        self.game.take_back();
        if let Some(told) = self.moves.pop()
            && self.tells
        {
            self.say(format!("T{told}"));
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

    fn say(&mut self, line: String) {
        self.answers.push_back((self.now, line));
    }

    fn obey(&mut self, line: &str) {
        match line {
            "I" => self.answers.push_back((self.now + ANSWER_MS, "ID. Simulated V1.00".to_owned())),
            "X ON" => self.tells = true,
            "U ON" => self.referees = true,
            _ => self.refused += 1,
        }
    }
}

/// A move as the board writes it: a cross for a capture, castling by its name.
fn written(placement: &Board, from: Square, to: Square, promotion: Option<Role>) -> String {
    if is_castling(placement, from, to) {
        return if to.file() > from.file() { "O-O" } else { "O-O-O" }.to_owned();
    }
    let in_passing = is_in_passing(placement, from, to);
    let takes = in_passing || placement.piece_at(to).is_some();
    let between = if takes { 'x' } else { '-' };
    let end = promotion.map_or(String::new(), |role| format!("/{}", role.upper_char()));
    format!("{from}{between}{to}{end}{}", if in_passing { "ep" } else { "" })
}
