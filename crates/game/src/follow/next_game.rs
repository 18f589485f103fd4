//! The next game, set up while the link was lost: the pieces on the board no longer belong to the game played before.
//!
//! A game goes one way only: no captured piece comes back, and no pawn moves backwards. A placement that cannot follow
//! from the game was set up by hands. If moves from the starting position lead to the placement, the next game has
//! begun with these moves, and a person is asked if several moves could have been played. If more pieces were put up
//! than sensors can misread, the next game has begun in any case, and is joined from the placement (`join_midgame`).
//! The old game ends with its last known plies and no result.
//!
//! Invariant: times and presses of the old game are not evidence about the new one.

use crate::{
    ClockFace, Score, Scribe, Standing, Tags,
    follow::{ending::TAKEBACK_PLIES, rest::Occasion, seen::Seen, timers::Timer, touches::Touches},
    gaps::{bridge, missed_presses::MissedPresses, put_right},
    lines::{evidence::Evidence, hypothesis::Hypothesis, transposition::Transposition, witness::Witnesses},
};
use board::{Contents, Millis};
use shakmaty::{Board, CastlingMode, Color, Square};

/// The smallest number of pieces, on squares to which no play can have brought them, that may prove a new game. Fewer
/// pieces may have been misread, or put back after a slip.
const PUT_UP: usize = 2;
/// The greatest number of squares that may differ from the last known placement of the old game without proving a new
/// game, if no line of moves explains the placement on the board.
const MOVED: usize = 12;

/// A starting position that is on the board.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Array {
    /// Set if it is not the agreed one, but the usual one.
    is_usual: bool,
    /// What is wrong with it.
    flaw: Option<Flaw>,
}

/// What may be wrong with a starting position that begins a game all the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flaw {
    /// A few squares read empty though men should stand there.
    Missing,
    /// Two pieces of one side stand exchanged.
    Exchanged,
}

/// The greatest number of men that may be missing.
const MISSING_MAX: usize = 4;

/// The time, in milliseconds, for which a starting position must be on the board to begin a new game: whole, or with a flaw that
/// hands may be about to put right.
const FRESH_MS: Millis = 1_000;
const FRESH_FLAWED_MS: Millis = 3_000;

impl Scribe {
    /// Returns whether the agreed starting position is on the board, and belongs to another game than the one that was
    /// played.
    pub(crate) fn is_array_of_next(&self) -> bool {
        self.array_on_board().is_some_and(|array| array.flaw.is_none()) && self.is_next_game()
    }

    /// Returns the starting position that is on the board: the agreed one, or the usual one after a game that began
    /// otherwise.
    fn array_on_board(&self) -> Option<Array> {
        let found = |(board, is_usual): (&Board, bool)| {
            let diff = self.seen.diff(board);
            let are_missing = || diff.count() <= MISSING_MAX && (diff & self.seen.occupied()).is_empty();
            let flaw = if diff.is_empty() {
                None
            } else if are_missing() {
                Some(Flaw::Missing)
            } else if put_right::is_exchanged(board, &self.seen) {
                Some(Flaw::Exchanged)
            } else {
                return None;
            };
            Some(Array { is_usual, flaw })
        };
        let usual = Board::default();
        let may_be_usual = self.terms.mode == CastlingMode::Standard;
        let agreed = found((self.terms.start.board(), false));
        agreed.or_else(|| found((&usual, true)).filter(|_| may_be_usual))
    }

    /// Starts or stops the deadline of a starting position on the board. If it has a flaw, it starts at the last change: a man that
    /// is missing may have been lifted for the first move.
    pub(crate) fn watch_for_array(&mut self, t: Millis) {
        match self.array_on_board() {
            Some(Array { flaw: Some(_), .. }) => self.timers.set(Timer::Fresh, t + FRESH_FLAWED_MS),
            Some(Array { flaw: None, .. }) => self.timers.arm(Timer::Fresh, Some(t + FRESH_MS)),
            None => self.timers.clear(Timer::Fresh),
        }
    }

    /// Returns the standing from which the next game begins.
    pub(crate) fn start_of_next(&self) -> Standing {
        let is_usual = self.array_on_board().is_some_and(|array| array.is_usual);
        if is_usual { Standing::initial() } else { self.terms.start.clone() }
    }

    /// Notes what stands on the board as the next game begins, if two pieces stand exchanged: unless they are put right it is the
    /// game from there.
    pub(crate) fn note_exchanged(&mut self, t: Millis) {
        if self.array_on_board().is_some_and(|array| array.flaw == Some(Flaw::Exchanged)) {
            self.came_to_life();
            self.midgame.is_begun = true;
            self.note_standing(t);
        }
    }

    /// Returns whether only a man in a hand is missing: the game itself came back to the starting position.
    pub(crate) fn is_one_man_lifted(&self, t: Millis) -> bool {
        let evidence = self.evidence(t);
        let is_played = |hyp: &&Hypothesis| hyp.keep + hyp.tail.len() > 0;
        self.array_on_board().is_some_and(|array| array.flaw == Some(Flaw::Missing))
            && self
                .engine
                .hyps
                .iter()
                .filter(is_played)
                .any(|hyp| hyp.sensor_faults.is_empty() && evidence.stands(hyp))
    }

    /// Begins the next game, now that the link is back, if the old game cannot explain the placement on the board.
    /// Returns whether a new game began.
    pub(crate) fn begin_unseen(&mut self, t: Millis) -> bool {
        let put_up = put_up(self.score.standing().board(), &self.seen);
        // The next game may have come as far by the moves of this one, if this one is over.
        let is_over = self.over.is_some();
        let is_old = put_up == 0 && !is_over || self.is_start_close() || self.is_taken_back();
        if is_old {
            return false;
        }
        let (lines, transpositions) = self.lines_of_next(t);
        let moved = |board: &Board| self.seen.diff(board).count();
        let (since_array, since) = (moved(self.terms.start.board()), moved(self.score.standing().board()));
        let is_nearer = since_array < since || is_over && since_array == since;
        let is_begun = !lines.is_empty() && is_nearer;
        let is_played = is_over && self.clock_since_loss().is_some_and(|face| face.running.is_some());
        if !is_begun && (put_up < PUT_UP || since <= MOVED && !is_played) {
            return false;
        }
        if self.over.is_none() {
            self.end_for_next(t);
        }
        if self.terms.one_game {
            self.lost = None;
            return true;
        }
        let (start, tags) = (self.terms.start.clone(), self.tags_of_next());
        self.begin(t, start, tags);
        self.touches = Touches::default();
        if lines.is_empty() {
            self.came_to_life();
            self.midgame.is_begun = true;
            self.changed(t);
            return true;
        }
        self.ready = true;
        self.engine.hyps = lines;
        self.remember_transpositions(transpositions);
        self.still_from(t);
        self.show(t, Occasion::Gap);
        true
    }

    /// Returns the last clock reading; `None` if there was none since the link came back.
    pub(crate) fn clock_since_loss(&self) -> Option<ClockFace> {
        self.score.clock.filter(|face| self.lost.is_none_or(|lost| face.read_ms >= lost.back_ms))
    }

    /// Returns the lines of legal moves that lead from the agreed starting position to exactly the present reading, and
    /// the transpositions among them.
    fn lines_of_next(&self, t: Millis) -> (Vec<Hypothesis>, Vec<Transposition>) {
        let score = Score::new(self.score.number + 1, self.terms.start.clone(), Tags::default(), t);
        let (touches, witnesses) = (&Touches::default(), &Witnesses::default());
        let evidence = Evidence { score: &score, touches, witnesses, ..self.evidence(t) };
        let runs = self.clock_since_loss().and_then(|face| face.running);
        bridge::from_start(&evidence, &runs.map_or(MissedPresses::Unknown, MissedPresses::Turn))
    }

    /// Returns whether so few plies were played that the players may have rearranged the pieces to start the game
    /// again.
    fn is_start_close(&self) -> bool {
        self.over.is_none() && self.score.plies.len() <= TAKEBACK_PLIES && !self.midgame.taken
    }

    /// Returns whether the reading shows the game with its last few plies taken back, perhaps with the next piece in a
    /// hand.
    fn is_taken_back(&self) -> bool {
        let plies = self.score.plies.len();
        let differs = |kept: usize| self.seen.diff(self.score.after(kept).board()).count();
        (plies.saturating_sub(TAKEBACK_PLIES)..plies).any(|kept| differs(kept) <= 1)
    }
}

/// Returns the number of pieces that no play from `before` can have brought to their squares: pieces of a side beyond
/// the number it had, and pawns that none of its pawns could have become. If the board senses occupancy only, returns
/// the number of pieces beyond the former number.
fn put_up(before: &Board, seen: &Seen) -> usize {
    let more = |now: usize, then: usize| now.saturating_sub(then);
    if seen.is_occupancy() {
        return more(seen.occupied().count(), before.occupied().count());
    }
    let of = |color: Color| {
        let is_his =
            |square: &Square| matches!(seen.at(*square), Contents::Piece(piece) if piece.color == color);
        let pawn = Contents::Piece(color.pawn());
        let pawns: Vec<Square> =
            seen.occupied().into_iter().filter(|&square| seen.at(square) == pawn).collect();
        let then: Vec<Square> = before.by_piece(color.pawn()).into_iter().collect();
        let men = more(seen.occupied().into_iter().filter(is_his).count(), before.by_color(color).count());
        men.max(strangers(&pawns, &then, color))
    };
    Color::ALL.into_iter().map(of).sum()
}

/// Returns the number of a side's `pawns` that cannot be any of its earlier pawns `then`, however the two are matched.
/// A pawn goes forward, and sideways by no more files than it advances ranks.
fn strangers(pawns: &[Square], then: &[Square], color: Color) -> usize {
    let mut became: Vec<Option<usize>> = vec![None; then.len()];
    let mut shared = Sharing { pawns, then, color, became: &mut became };
    (0..pawns.len()).filter(|&pawn| !shared.find(pawn, &mut vec![false; then.len()])).count()
}

struct Sharing<'a> {
    pawns: &'a [Square],
    then: &'a [Square],
    color: Color,
    /// For each pawn of `then`, the index in `pawns` of the pawn that it is matched with.
    became: &'a mut [Option<usize>],
}

impl Sharing<'_> {
    /// Matches this pawn with an earlier pawn, and rematches others if that is needed. Returns whether a match was
    /// found. No earlier pawn is tried twice: `asked` marks those already tried.
    fn find(&mut self, pawn: usize, asked: &mut [bool]) -> bool {
        for index in 0..self.then.len() {
            if asked[index] || !self.may_become(self.then[index], self.pawns[pawn]) {
                continue;
            }
            asked[index] = true;
            if self.became[index].is_none_or(|other| self.find(other, asked)) {
                self.became[index] = Some(pawn);
                return true;
            }
        }
        false
    }

    fn may_become(&self, from: Square, to: Square) -> bool {
        let advance =
            |square: Square| self.color.fold_wb(u32::from(square.rank()), 7 - u32::from(square.rank()));
        advance(to) >= advance(from) && from.file().distance(to.file()) <= advance(to) - advance(from)
    }
}

#[cfg(test)]
mod tests {
    use super::put_up;
    use crate::follow::seen::Seen;
    use board::Sensing;
    use shakmaty::Board;

    fn count(before: &str, now: &str) -> usize {
        let placement = |fen: &str| Board::from_ascii_board_fen(fen.as_bytes()).expect("a placement");
        put_up(&placement(before), &Seen::new(Sensing::Piece, &placement(now)))
    }

    #[test]
    fn what_is_played_puts_nothing_up() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        let cases = [
            (start, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR", 0),
            ("8/P3k3/8/8/8/8/8/4K3", "Q7/4k3/8/8/8/8/8/4K3", 0),
            ("4k3/8/8/2pP4/8/8/8/4K3", "4k3/8/2P5/8/8/8/8/4K3", 0),
            // A pawn goes back, and a captured piece comes back.
            (
                "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR",
                "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR",
                1,
            ),
            ("4k3/8/8/8/8/8/8/4K3", "3qk3/8/8/8/8/8/8/4K3", 1),
            ("r1bq1rk1/ppp2ppp/2np1n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQ1RK1", start, 5),
            // Pawns that are all far enough forward, though not all could have come there from their earlier squares.
            ("4k3/8/8/8/P7/8/8/4K3", "4k3/8/8/2P5/8/8/8/4K3", 1),
            ("4k3/8/8/8/P1P5/8/8/4K3", "4k3/8/1P1P4/8/8/8/8/4K3", 0),
            ("4k3/8/8/8/8/1P6/P7/4K3", "4k3/8/8/8/PP6/8/8/4K3", 0),
        ];
        for (before, now, expected) in cases {
            assert_eq!(count(before, now), expected, "{before} to {now}");
        }
    }
}
