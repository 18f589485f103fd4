//! Moves from a position that nobody told, on a table without a clock. Nobody knows which side moves first, and the board
//! may have come to life in the middle of a move. So both sides are tried from the first placement that was read, and each
//! position that the board shows while it is still for a moment becomes a further line; the line that was shorter stays,
//! since the piece may only have rested on its way. A line that has four plies and agrees with a quiet board is the game.
//!
//! Invariant: a later placement is tried only if the board was quiet and no line explains it.

use crate::{Inference, Scribe, Standing, follow::seen::Seen, gaps::join_midgame::standing, lines::search};
use board::Millis;
use shakmaty::{Bitboard, Board, CastlingMode, Color, Move};

/// The number of legal plies, each seen on a board at rest, that prove without a clock that a game is under way.
pub(crate) const PROOF_PLIES: usize = 4;
/// The greatest number of lines that are followed.
const LINES_MAX: usize = 24;
/// The greatest number of readings that a line may fail to explain beyond those that the best line fails to explain.
const MISSED_MAX: u32 = 4;
/// The greatest number of pieces that hands hold during one move: the piece that moves and the one that it captures.
const IN_HANDS: usize = 2;

/// Plies from a position that nobody entered.
#[derive(Debug, Clone)]
pub(crate) struct Line {
    pub(crate) start: Standing,
    pub(crate) now: Standing,
    pub(crate) moves: Vec<Move>,
    /// The number of placements that had been tried before that of `start`.
    from: usize,
    /// The number of readings of a board that was still that the line does not explain.
    missed: u32,
    /// Set if the board was quiet with the pieces of `start`. Otherwise a piece may have been on its way there.
    rested: bool,
}

impl Line {
    pub(crate) fn new(start: Standing) -> Line {
        Line { now: start.clone(), start, moves: Vec::new(), from: 0, missed: 0, rested: true }
    }

    pub(crate) fn play(&mut self, mv: Move) {
        self.now = self.now.play(mv);
        self.moves.push(mv);
    }

    fn with(&self, moves: &[Move]) -> Line {
        let mut longer = self.clone();
        moves.iter().for_each(|&mv| longer.play(mv));
        longer
    }

    fn agrees(&self, seen: &Seen) -> bool {
        seen.diff(self.now.board()).is_empty()
    }

    /// Returns whether the reading shows the line, or shows it but for pieces that may be in hands.
    fn may_stand(&self, seen: &Seen) -> bool {
        let diff = seen.diff(self.now.board());
        (diff & seen.occupied()).is_empty() && diff.count() <= IN_HANDS
    }

    /// Returns the lines of one further move, or else of two, that lead to the reading.
    fn continued(&self, seen: &Seen) -> Vec<Line> {
        let Some(position) = self.now.position() else { return Vec::new() };
        let moves = search::exact_moves(position, seen, Bitboard::EMPTY);
        if !moves.is_empty() {
            return moves.into_iter().map(|mv| self.with(&[mv])).collect();
        }
        let pairs = search::exact_pairs(position, seen, Bitboard::EMPTY);
        // Each move was to be seen for itself: whoever tries the wrong side first finds both at once.
        pairs.into_iter().map(|pair| Line { missed: self.missed + 1, ..self.with(&pair) }).collect()
    }
}

/// The lines that are followed.
#[derive(Debug, Default)]
pub(crate) struct Unclocked {
    lines: Vec<Line>,
    /// The number of placements that were tried.
    tried: usize,
}

impl Unclocked {
    /// Returns the positions from which moves are noted, each with its moves.
    pub(crate) fn noted(&self) -> impl Iterator<Item = (&Standing, &[Move])> {
        self.lines.iter().map(|line| (&line.start, line.moves.as_slice()))
    }

    /// Tries both sides from this placement. `rested` says whether the board was quiet with it.
    fn try_from(&mut self, board: &Board, mode: CastlingMode, rested: bool) {
        let starts = Color::ALL.into_iter().filter_map(|turn| standing(board.clone(), turn, mode));
        let from = self.tried;
        self.lines.extend(starts.map(|start| Line { from, rested, ..Line::new(start) }));
        self.tried += 1;
    }

    /// Lengthens every line that one or two moves bring into agreement with a board that is still.
    fn see(&mut self, seen: &Seen) {
        let mut fresh: Vec<Line> = Vec::new();
        for line in self.lines.iter_mut().filter(|line| !line.may_stand(seen)) {
            let longer = line.continued(seen);
            line.missed += u32::from(longer.is_empty());
            fresh.extend(longer);
        }
        for line in fresh {
            let is_alike =
                |known: &&mut Line| known.start == line.start && known.now.is_same_place(&line.now);
            match self.lines.iter_mut().find(is_alike) {
                Some(known) if known.missed <= line.missed => {}
                Some(known) => *known = line,
                None => self.lines.push(line),
            }
        }
        let least = self.lines.iter().map(|line| line.missed).min().unwrap_or(0);
        self.lines.retain(|line| line.missed <= least + MISSED_MAX);
        self.lines.sort_by_key(|line| (line.missed, line.from, usize::MAX - line.moves.len()));
        self.lines.truncate(LINES_MAX);
    }

    /// Judges a quiet board. Returns the line that is proved to be the game, if there is one.
    fn rest(&mut self, seen: &Seen, mode: CastlingMode) -> Option<Line> {
        if let Some(first) = self.lines.iter().find(|line| line.moves.is_empty() && line.agrees(seen)) {
            let from = first.from;
            self.lines.iter_mut().filter(|line| line.from == from).for_each(|line| line.rested = true);
        }
        if self.lines.iter().any(|line| line.agrees(seen)) {
            self.lines.iter_mut().filter(|line| !line.may_stand(seen)).for_each(|line| line.missed += 1);
        } else if !self.lines.iter().any(|line| line.may_stand(seen)) {
            self.try_from(seen.placement()?, mode, true);
        }
        let agreed = || self.lines.iter().filter(|line| line.agrees(seen));
        let best = agreed().min_by_key(|line| (line.from, line.missed))?;
        let is_rival = |other: &Line| {
            (other.from, other.missed) == (best.from, best.missed) && other.start.turn() != best.start.turn()
        };
        (best.moves.len() >= PROOF_PLIES && !agreed().any(is_rival)).then(|| best.clone())
    }

    /// Returns the placement after the move for which `by` has pressed: the opponent may have lifted a piece since, or
    /// have replied. `None` if no line tells it.
    fn pressed(&self, seen: &Seen, by: Color) -> Option<Board> {
        let stands = self.lines.iter().filter(|line| line.may_stand(seen));
        let after = |line: &Line| match line.moves.split_last() {
            Some(_) if line.now.turn() != by => Some(line.now.board().clone()),
            Some((_, before)) if !before.is_empty() && line.agrees(seen) => {
                let before = before.iter().fold(line.start.clone(), |at, &mv| at.play(mv));
                Some(before.board().clone())
            }
            Some(_) | None => None,
        };
        stands.min_by_key(|line| (line.from, !line.agrees(seen), line.missed)).and_then(after)
    }
}

impl Scribe {
    /// Returns whether moves are noted although nobody told the position. After a game, pieces are moved for many
    /// reasons: only a program that was just started can have missed the beginning of a game, unless another one is known
    /// to have begun.
    pub(crate) fn is_noting(&self) -> bool {
        let may_be_game = self.finished.is_empty() || self.midgame.is_begun;
        !self.ready && may_be_game && self.terms.inference >= Inference::Second
    }

    /// Returns the placement after the move for which `by` has pressed in a game whose position nobody told, and which no
    /// placement that stood still tells either.
    pub(crate) fn placement_pressed(&mut self, by: Color) -> Option<Board> {
        self.midgame.unclocked.see(&self.seen);
        let noted = &self.midgame.unclocked;
        let now = || (noted.tried > 0).then(|| self.seen.placement().cloned())?;
        noted.pressed(&self.seen, by).or_else(now)
    }

    /// Notes the first placement of a board that came to life.
    pub(crate) fn note_first(&mut self) {
        if let Some(board) = self.seen.placement() {
            self.midgame.unclocked.try_from(board, self.terms.mode, false);
        }
    }

    /// Notes what a board shows that is still for a moment.
    pub(crate) fn note_still(&mut self) {
        if self.over.is_none() && self.score.plies.is_empty() {
            self.midgame.unclocked.see(&self.seen);
        }
    }

    /// Notes what a quiet board shows, and follows the game from its beginning once it is proved.
    pub(crate) fn follow_unclocked(&mut self, t: Millis) {
        self.midgame.unclocked.see(&self.seen);
        let Some(mut line) = self.midgame.unclocked.rest(&self.seen, self.terms.mode) else { return };
        if !line.rested {
            let first = line.moves.remove(0);
            line.start = line.start.play(first);
        }
        self.take_up_line(t, &line);
    }
}
