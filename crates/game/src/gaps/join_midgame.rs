//! Games followed from the position on the board. Either the program or the board was switched on in the middle of a
//! game, or play began from a starting position that was set up wrongly. Nobody entered the position, and the moves
//! before it are not known.
//!
//! A board that recognises pieces reports the position. The side to move follows from the running time, from the first
//! press, or, without a clock, from four consecutive plies. Castling is assumed possible with king and rook at home,
//! and en passant for the first ply wherever the pawns allow it. Nothing more is known, and the arbiter is informed of
//! this. With an occupancy board a person must enter the position.
//!
//! Invariants:
//! * A game is joined only from a placement that stood still, only while the present game has no plies, and only if
//!   the agreed start is a starting position of chess or Chess960.
//! * The game keeps its number, whatever becomes known about its beginning.
//! * Pieces merely missing from the starting position do not make another position: squares may be dead, or the players
//!   may still be setting up.

use crate::{
    GameEvent, JoinedMidgame, Scribe, Standing,
    follow::{rest::Occasion, timers::Timer},
    gaps::unclocked::{Line, Unclocked, en_passant_squares, standing},
    lines::{
        engine::Engine,
        hypothesis::{Hypothesis, Step, legal_step},
        search,
        witness::STOOD_MS,
    },
};
use board::Millis;
use shakmaty::{Bitboard, Board, Color, Move, Square};

/// What is known of a game that may have to be joined in midgame.
#[derive(Debug, Clone, Default)]
pub(crate) struct Midgame {
    /// The latest placement that stood still and is not the agreed start.
    stood: Option<Board>,
    /// The plies played on a table without a clock, for either side moving first.
    pub(crate) unclocked: Unclocked,
    /// Set if the game on the board was joined in midgame.
    pub(crate) taken: bool,
    /// Set if the pieces stood otherwise than at the start when the only game began: they, and a clock that runs, are
    /// probably those of the game before. Then a press alone shows that a game is under way.
    pub(crate) left: bool,
    /// Set if a game is known to have begun that nobody saw from its first move.
    pub(crate) is_begun: bool,
    /// Set once a person was asked for the position.
    needed: bool,
}

impl Midgame {
    /// Returns the positions from which moves are noted without a clock, each with its moves.
    pub(crate) fn noted(&self) -> impl Iterator<Item = (&Standing, &[Move])> {
        self.unclocked.noted()
    }
}

impl Scribe {
    /// Notes the placement on a board that has just been switched on. If the placement is not the agreed start, and not
    /// one or two moves away from it, the board does not count as set up.
    pub(crate) fn came_to_life(&mut self) {
        if self.seen.is_occupancy() || !self.is_unlike() {
            return;
        }
        // A piece that is on its way stands nowhere: a clock tells whose move it is only once the board was still.
        self.note_first();
        if self.engine.hyps.iter().all(|hyp| hyp.matched_ms.is_none()) {
            self.ready = false;
        }
    }

    /// Notes that the pieces stand as the game expects them. What stood there before is no game to be joined: a clock
    /// that still runs is that of an earlier game.
    pub(crate) fn forget_what_stood(&mut self) {
        self.midgame =
            Midgame { taken: self.midgame.taken, needed: self.midgame.needed, ..Midgame::default() };
    }

    /// Notes the placement on a board that is quiet before the first ply, unless the placement is the agreed start.
    pub(crate) fn note_standing(&mut self, t: Millis) {
        let idle = self.score.clock.is_some_and(|face| face.running.is_none());
        if self.over.is_some() || !self.score.plies.is_empty() || self.ready && !idle {
            return;
        }
        if !self.is_unlike() {
            self.midgame.stood = None;
            self.midgame.unclocked = Unclocked::default();
            return;
        }
        self.midgame.stood = self.seen.placement().cloned();
        if self.is_noting() && self.score.clock.is_none() {
            self.follow_unclocked(t);
        }
    }

    /// Joins the game from the position on the board once a player's time runs.
    pub(crate) fn take_up_if_playing(&mut self, t: Millis) {
        let running = self.score.clock.and_then(|face| face.running);
        let (Some(turn), None, true) = (running, self.over, self.score.plies.is_empty()) else { return };
        if self.midgame.taken || self.midgame.left {
            return;
        }
        if self.seen.is_occupancy() {
            if !self.ready && self.is_unlike() {
                self.need_position(t);
            }
        } else if let Some(stood) = self.midgame.stood.clone()
            && let Some(first) = self.first_to_move(&stood, turn)
            && self.take_up(t, stood, first)
            && first != turn
        {
            self.press(t, first);
        }
    }

    /// Returns the side that moved first from `stood`, now that the time of `turn` runs: `turn`, or the opponent, who
    /// has moved and pressed since. `None` if the first side is not known yet.
    fn first_to_move(&self, stood: &Board, turn: Color) -> Option<Color> {
        let changed = self.seen.diff(stood);
        if search::is_in_hand(changed, stood, &self.seen, turn) {
            return Some(turn);
        }
        [!turn, turn].into_iter().find(|&first| self.has_moved(stood, first))
    }

    /// Returns whether a legal move of `side` leads from `stood` to the present reading.
    pub(crate) fn has_moved(&self, stood: &Board, side: Color) -> bool {
        let start = standing(stood.clone(), side, self.terms.mode);
        let position = start.as_ref().and_then(Standing::position);
        position.is_some_and(|at| !search::exact_moves(at, &self.seen, Bitboard::EMPTY).is_empty())
    }

    /// Joins a game at a press that shows whose turn it is: while no position is known, or just after a game was
    /// joined. Returns whether the press, at `pressed`, was used for this.
    pub(crate) fn press_takes_up(&mut self, t: Millis, by: Color, pressed: Millis) -> bool {
        if self.over.is_some() || !self.score.plies.is_empty() || self.seen.is_occupancy() {
            return false;
        }
        let Some(now) = self.seen.placement().cloned() else { return false };
        if self.midgame.taken {
            let start = self.score.standing();
            let board = start.board().clone();
            let is_replied = search::is_in_hand(self.seen.diff(&board), &board, &self.seen, !by);
            if start.turn() == by && is_replied {
                return self.take_up(t, board, !by);
            }
            // If there are more pieces now, a piece was in a hand when the board was first seen. It may have captured.
            let own = |board: &Board| board.by_color(by).count();
            let more = now.occupied().count() > board.occupied().count() || own(&now) > own(&board);
            return (more || self.contradicts_start(by)) && self.take_up(t, now, !by);
        }
        if self.ready {
            return false;
        }
        let Some(stood) = self.midgame.stood.clone() else {
            return self.placement_pressed(by, pressed).is_some_and(|board| self.take_up(t, board, !by));
        };
        if self.has_moved(&stood, by) {
            if self.take_up(t, stood, by) {
                self.press(t, by);
            }
            return true;
        }
        self.take_up(t, now, !by)
    }

    /// Gives the first move of a game that was just joined to the other side if the board is quiet after a move of theirs:
    /// the time of a player ran who had moved already and not pressed.
    pub(crate) fn turn_start(&mut self, t: Millis) {
        let is_open = self.midgame.taken && self.over.is_none() && self.score.plies.is_empty();
        if !is_open {
            return;
        }
        let (board, turn) = (self.score.start.board().clone(), self.score.start.turn());
        if !self.has_moved(&board, turn) && self.has_moved(&board, !turn) {
            self.take_up(t, board, !turn);
        }
    }

    /// Returns whether `by` has pressed and no moves from the start of the game lead to the reading: the start was read
    /// while a piece was on its way. A piece of theirs that is in the air may still land.
    fn contradicts_start(&self, by: Color) -> bool {
        let start = &self.score.start;
        let diff = self.seen.diff(start.board());
        let in_air =
            (diff & self.seen.occupied()).is_empty() && !(diff & start.board().by_color(by)).is_empty();
        let Some(position) = start.position().filter(|_| start.turn() == by && !in_air) else { return false };
        !diff.is_empty()
            && search::exact_moves(position, &self.seen, Bitboard::EMPTY).is_empty()
            && search::exact_pairs(position, &self.seen, Bitboard::EMPTY).is_empty()
    }

    /// Returns whether a piece is on a square where the agreed starting position has no piece or a different piece.
    /// Returns false if the agreed start occupies other squares than the starting position of chess does: a person
    /// entered it, and it is trusted.
    fn is_unlike(&self) -> bool {
        let start = self.score.start.board();
        let is_array = start.occupied() == Board::default().occupied();
        is_array && !(self.seen.diff(start) & self.seen.occupied()).is_empty()
    }

    /// Restarts the game on the table from `board`. Returns false if no game can be played from that placement: pieces
    /// are in hands, or the board is turned by a quarter.
    pub(super) fn take_up(&mut self, t: Millis, board: Board, turn: Color) -> bool {
        let Some(start) = standing(board, turn, self.terms.mode) else {
            return false;
        };
        let agreed = self.terms.start.clone();
        let (castling, en_passant) = (start.setup().castling_rights, en_passant_squares(&start));
        let tags = self.tags_of_next();
        self.begin_otherwise(t, start, tags);
        // The next game begins from the start that was agreed for the present one.
        self.terms.start = agreed.clone();
        self.ready = true;
        self.midgame.taken = true;
        let fact = JoinedMidgame { agreed, castling, en_passant };
        self.events.push_back((t, GameEvent::JoinedMidgame(fact)));
        self.changed(t);
        true
    }

    fn need_position(&mut self, t: Millis) {
        if !std::mem::replace(&mut self.midgame.needed, true) {
            self.events.push_back((t, GameEvent::PositionNeeded));
        }
    }

    /// Returns whether moves are noted although nobody told the position. After a game, pieces are moved for many
    /// reasons: only a program that was just started can have missed the beginning of a game, unless another one is known
    /// to have begun.
    pub(crate) fn is_noting(&self) -> bool {
        let may_be_game = self.finished.is_empty() || self.midgame.is_begun;
        !self.ready && may_be_game
    }

    /// Returns the placement after the move for which `by` pressed at `pressed` in a game whose position nobody told, and which no
    /// placement that stood still tells either.
    pub(crate) fn placement_pressed(&mut self, by: Color, pressed: Millis) -> Option<Board> {
        self.midgame.unclocked.see(&self.seen);
        let noted = &self.midgame.unclocked;
        let now = || {
            let mut now = self.seen.placement().filter(|_| noted.tried > 0).cloned()?;
            // Just before the press the opponent has begun their move. What was gone sooner was held over the board: captured.
            let since = pressed.saturating_sub(self.engine.apart_ms());
            let is_begun =
                |&(square, _): &(Square, _)| self.touches.last(square).is_some_and(|at| at > since);
            if let Some((square, piece)) = noted.lifted(&now, !by).filter(is_begun) {
                now.set_piece_at(square, piece);
            }
            Some(now)
        };
        noted.pressed(&self.seen, by).or_else(now)
    }

    /// Notes the first placement of a board that came to life.
    pub(crate) fn note_first(&mut self) {
        if let Some(board) = self.seen.placement() {
            self.midgame.unclocked.try_from(board, self.terms.mode, false);
        }
    }

    /// Notes what a board shows that is still for a moment; without a clock, also what stands for a second. A game may begin
    /// there, but only a quiet board proves it.
    pub(crate) fn note_still(&mut self, t: Millis) {
        if self.over.is_some() || !self.score.plies.is_empty() {
            return;
        }
        self.midgame.unclocked.see(&self.seen);
        let Some(changed) = self.touches.latest().filter(|_| self.score.clock.is_none()) else { return };
        if t < changed + STOOD_MS {
            self.timers.set(Timer::Settle, changed + STOOD_MS);
        } else if self.is_unlike() {
            self.midgame.unclocked.rest(&self.seen, self.terms.mode);
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

    pub(crate) fn take_up_line(&mut self, t: Millis, line: &Line) {
        if !self.take_up(t, line.start.board().clone(), line.start.turn()) {
            return;
        }
        let mut told = Hypothesis::new(0);
        let mut standing = self.score.start.clone();
        for &mv in &line.moves {
            let step = Step { estimated: true, ..legal_step(&standing, mv, t, t) };
            standing = step.after.clone();
            told.extend(step);
        }
        self.set_line(t, &told, Occasion::Quiet);
        self.engine.settle_on(self.score.plies.len());
        self.weigh(t, Engine::see);
    }
}
