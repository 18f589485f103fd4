//! The moves of a game with the positions between them.

use board::Millis;
use game::{LinePly, Player, PublicScore, ResultEntry, Standing};
use shakmaty::{Board, ByColor, Color, Move, Position, san::SanPlus};

/// A game as the screens show it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayedLine {
    /// The number of the game on its table.
    pub number: u32,
    /// The players.
    pub players: ByColor<Player>,
    /// The standing from which it started.
    pub start: Standing,
    /// The moves.
    pub moves: Vec<LineMove>,
    /// The confirmed result; `None` if there is none yet.
    pub result: Option<ResultEntry>,
    /// Whether no move is possible after the last one.
    pub is_over: bool,
}

/// A move of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineMove {
    /// The move in standard algebraic notation.
    pub san: String,
    /// The pieces after the move.
    pub after: Board,
    /// The mover's time left after the move, in milliseconds; `None` if unknown.
    pub left_ms: Option<u32>,
    /// The time spent on the move, in milliseconds; `None` if unknown.
    pub spent_ms: Option<u32>,
}

impl PlayedLine {
    /// Creates the line of a game that the public may read.
    pub fn of(score: &PublicScore) -> PlayedLine {
        let mut line = PlayedLine::from(score.start(), score.moves().iter().copied());
        (line.number, line.result) = (score.number(), score.result());
        line.players.clone_from(&score.lines().tags.players);
        line
    }

    /// Creates the line of these moves.
    pub(crate) fn from(start: &Standing, moves: impl Iterator<Item = LinePly>) -> PlayedLine {
        let mut line = PlayedLine {
            number: 0,
            players: ByColor::default(),
            start: start.clone(),
            moves: Vec::new(),
            result: None,
            is_over: false,
        };
        let Some(mut position) = start.position().cloned() else { return line };
        for LinePly { mv, left_ms, spent_ms } in moves {
            let san = SanPlus::from_move_and_play_unchecked(&mut position, mv).to_string();
            line.moves.push(LineMove { san, after: position.board().clone(), left_ms, spent_ms });
        }
        line.is_over = position.is_game_over();
        line
    }

    /// Creates the line of moves whose times are unknown.
    pub(crate) fn untimed(start: &Standing, moves: impl Iterator<Item = Move>) -> PlayedLine {
        PlayedLine::from(start, moves.map(|mv| LinePly { mv, left_ms: None, spent_ms: None }))
    }

    /// Returns the pieces after so many moves.
    pub fn after(&self, moves: usize) -> &Board {
        let last = moves.checked_sub(1).and_then(|index| self.moves.get(index));
        last.map_or_else(|| self.start.board(), |last| &last.after)
    }

    /// Returns the pieces after the last move.
    pub fn end(&self) -> &Board {
        self.after(self.moves.len())
    }

    /// Returns the side that moves after so many moves.
    pub fn turn(&self, moves: usize) -> Color {
        if moves.is_multiple_of(2) { self.start.turn() } else { !self.start.turn() }
    }

    /// Returns after how many moves the game stood like this the last time; `None` if it never did.
    pub(crate) fn find(&self, wanted: &Standing) -> Option<usize> {
        let stands =
            |moves: &usize| self.after(*moves) == wanted.board() && self.turn(*moves) == wanted.turn();
        (0..=self.moves.len()).rev().find(stands)
    }

    /// Returns the moves after the first `from` in standard algebraic notation.
    pub(crate) fn sans(&self, from: usize) -> Vec<String> {
        self.moves.iter().skip(from).map(|mv| mv.san.clone()).collect()
    }
}

/// Returns a time in whole seconds.
pub(crate) fn seconds(ms: u32) -> Millis {
    Millis::from(ms / 1000)
}
