//! A simulated Novag board, for tests. Lines from the host set what it does: once it has been ordered to report moves,
//! it reports the moves made on it.

use super::game::{Game, is_castling, is_in_passing};
use super::line::Deframer;
use crate::device::{BoardDevice, own_device_methods};
use crate::{Contents, Millis, Reading};
use shakmaty::{Board, Role, Square};
use std::collections::VecDeque;

/// The time that the board takes to answer, in milliseconds.
const ANSWER_MS: Millis = 30;
/// The greatest number of squares on which the board may differ from the game while a move is under way.
const MOVE_MAX: usize = 6;

/// A simulated Novag board.
#[derive(Debug, Clone)]
pub struct Device {
    deframer: Deframer,
    now: Millis,
    /// True once the board has been ordered to report moves.
    tells: bool,
    /// True while two people play; otherwise the board would answer with moves of its own.
    referees: bool,
    /// The game that the board follows.
    game: Game,
    /// The moves as they were reported, without the letter `M`.
    moves: Vec<String>,
    /// The pieces that are really on the board, which the board does not report.
    truth: Reading,
    /// True if, since the game began, the board has differed from the game on more squares than one move explains.
    is_apart: bool,
    answers: VecDeque<(Millis, String)>,
    output: VecDeque<Vec<u8>>,
    muted: bool,
    /// The number of lines that the board did not understand.
    refused: u32,
}

impl Device {
    /// Creates a board just switched on with these pieces.
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

    /// Handles bytes from the host.
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

    /// Makes a move on the board.
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

    /// Sets the contents of a square from now on. The board does not take the change for a move ([`Device::play`]
    /// makes a move), but a new game begins when the starting position is set up.
    pub fn set_square(&mut self, t: Millis, square: Square, contents: Contents) {
        self.advance(t);
        self.truth.set(square, contents);
        let followed = Reading::from_board(self.game.placement());
        self.is_apart |= followed.differing(&self.truth).count() > MOVE_MAX;
        if self.is_apart && self.truth == Reading::from_board(&Board::new()) {
            self.new_game(t);
        }
    }

    /// Returns the pieces that are really on the board.
    pub fn truth(&self) -> Reading {
        self.truth.clone()
    }

    /// Begins a new game from the starting position, announces it, and forgets all settings. No source says which
    /// settings a real board forgets.
    pub fn new_game(&mut self, t: Millis) {
        self.advance(t);
        self.game = Game::default();
        self.moves.clear();
        self.is_apart = false;
        (self.tells, self.referees) = (false, false);
        self.say("New Game".to_owned());
    }

    /// Returns whether the board waits for the first move of a game.
    pub fn is_new(&self) -> bool {
        self.moves.is_empty() && *self.game.placement() == Board::new()
    }

    /// Simulates a short power failure: the board reports no moves until it is ordered to again.
    pub fn reboot(&mut self, t: Millis) {
        self.advance(t);
        (self.tells, self.referees) = (false, false);
        self.answers.clear();
        self.output.clear();
    }

    /// Takes the last move back on the board.
    pub fn take_back(&mut self, t: Millis) {
        self.advance(t);
        self.game.take_back();
        if let Some(told) = self.moves.pop()
            && self.tells
        {
            self.say(format!("T{told}"));
        }
    }

    /// Advances to `t`, and acts on each deadline at its own instant.
    pub fn advance(&mut self, t: Millis) {
        self.now = self.now.max(t);
        while let Some((_, line)) = self.answers.pop_front_if(|(due, _)| *due <= t) {
            if !self.muted {
                self.output.push_back(format!("{line}\r\n").into_bytes());
            }
        }
    }

    /// Returns the instant of the next deadline, if there is one.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.answers.front().map(|(due, _)| *due)
    }

    /// Returns the next bytes to send to the host, if there are any.
    pub fn poll_transmit(&mut self) -> Option<Vec<u8>> {
        self.output.pop_front()
    }

    /// Mutes the board, so that it neither receives nor sends anything, or ends the muting.
    pub fn mute(&mut self, muted: bool) {
        self.muted = muted;
    }

    /// Returns whether the board was ordered to report moves and to play none itself.
    pub fn is_ready(&self) -> bool {
        self.tells && self.referees
    }

    /// Returns the number of lines that the board did not understand.
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

/// Returns a move as the board writes it: a cross marks a capture, and castling has a notation of its own.
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

impl BoardDevice for Device {
    own_device_methods!();

    fn play(&mut self, t: Millis, from: Square, to: Square, promotion: Option<Role>) {
        self.play(t, from, to, promotion);
    }

    fn take_back(&mut self, t: Millis) {
        self.take_back(t);
    }

    fn new_game(&mut self, t: Millis) {
        if !self.is_new() {
            self.new_game(t);
        }
    }
}
