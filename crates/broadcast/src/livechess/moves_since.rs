//! The moves since a client's set-up.
//!
//! Where the client's position is one of the table's game, the moves are those of the game as the screens show it. Where it
//! is not, a scribe follows what the sensors read from then on.

use super::{boards::ShownBoard, line::PlayedLine};
use board::{BoardEvent, Millis, Reading};
use game::{Scribe, Standing, Tags, Terms};
use shakmaty::Board;

/// The moves of a board since a position.
#[derive(Debug)]
pub(crate) struct MovesSince {
    start: Standing,
    source: Source,
    pub(crate) sans: Vec<String>,
    /// The pieces after these moves.
    pub(crate) end: Board,
}

#[derive(Debug)]
enum Source {
    /// The game of this number, after so many of its moves.
    Game(u32, usize),
    /// What the sensors read.
    Sensors(Box<Follower>),
    /// Nothing: too many are followed already.
    Nothing,
}

/// A scribe for one client.
#[derive(Debug)]
struct Follower {
    scribe: Scribe,
    seen: Option<Reading>,
}

impl MovesSince {
    /// Begins at this position. `may_follow` says whether the client may have one more scribe of its own.
    pub(crate) fn begin(start: Standing, board: &ShownBoard, t_ms: Millis, may_follow: bool) -> MovesSince {
        let end = start.board().clone();
        let in_game = board.line.as_ref().and_then(|line| {
            let from = line.find(&start)?;
            // Pieces that were put back to where the game once was are not that game.
            let is_there = board.pieces != end || from == line.moves.len();
            is_there.then_some(Source::Game(line.number, from))
        });
        let source = match in_game {
            Some(source) => source,
            None if may_follow => Source::Sensors(Box::new(Follower::new(&start, board))),
            None => Source::Nothing,
        };
        let mut moves = MovesSince { start, source, sans: Vec::new(), end };
        moves.update(board, t_ms);
        moves
    }

    /// Takes in what the board shows at `t_ms`.
    pub(crate) fn update(&mut self, board: &ShownBoard, t_ms: Millis) {
        match &mut self.source {
            Source::Game(number, from) => {
                let Some(line) = &board.line else { return };
                let is_same = *number == line.number
                    && *from <= line.moves.len()
                    && line.after(*from) == self.start.board()
                    && line.turn(*from) == self.start.turn();
                if !is_same {
                    // Another game, or moves before the position were corrected. What was told stays until the position
                    // comes again.
                    let Some(found) = line.find(&self.start) else { return };
                    (*number, *from) = (line.number, found);
                }
                self.sans = line.sans(*from);
                self.end = line.end().clone();
            }
            Source::Sensors(follower) => {
                let line = follower.update(&self.start, &board.reading, t_ms);
                self.sans = line.sans(0);
                self.end = line.end().clone();
            }
            Source::Nothing => {}
        }
    }

    /// Returns whether a scribe of the client's own follows.
    pub(crate) fn is_own(&self) -> bool {
        matches!(self.source, Source::Sensors(_))
    }

    /// Returns the journal time at which the moves may change although nothing moves.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        match &self.source {
            Source::Sensors(follower) => follower.scribe.next_deadline(),
            Source::Game(..) | Source::Nothing => None,
        }
    }
}

impl Follower {
    fn new(start: &Standing, board: &ShownBoard) -> Follower {
        let terms = Terms {
            sensing: board.sensing,
            mode: start.mode(),
            start: start.clone(),
            clock: false,
            one_game: true,
            ..Terms::default()
        };
        Follower { scribe: Scribe::new(terms, Tags::default()), seen: None }
    }

    fn update(&mut self, start: &Standing, reading: &Reading, t_ms: Millis) -> PlayedLine {
        let mut from_ms = 0;
        while let Some(at_ms) = self.scribe.next_deadline().map(|at_ms| at_ms.max(from_ms))
            && at_ms <= t_ms
        {
            self.scribe.advance(at_ms);
            from_ms = at_ms + 1;
        }
        self.scribe.advance(t_ms);
        if self.seen.as_ref() != Some(reading) {
            self.scribe.handle_board(t_ms, &BoardEvent::Reading(reading.clone()));
            self.seen = Some(reading.clone());
        }
        while self.scribe.poll_event().is_some() {}
        PlayedLine::untimed(start, self.scribe.score().line_from(0).map(|(_, _, mv)| mv))
    }
}
