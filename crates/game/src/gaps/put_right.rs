//! Two pieces of the array that were set up exchanged, and put right after the clock was started or after some moves.
//!
//! While they stand exchanged, the game is the one from what stands on the board (`join_midgame`): nobody may ever put
//! them right. As soon as both stand where they belong and no move has needed them, the game is the one from the agreed
//! array from its first move on (7.2.1 of the FIDE Laws leaves the choice to the arbiter, who is told). The plies keep
//! their times and presses; only the positions after them change.
//!
//! Invariant: a game is told anew only from an array that the board shows exactly, with all plies that are kept.

use crate::{
    GameEvent, Played, Scribe, Standing,
    follow::{
        rest::Occasion,
        seen::{Seen, differing},
    },
    gaps::join_midgame::Midgame,
    lines::{
        engine::Engine,
        hypothesis::{Hypothesis, Step, legal_step},
        search,
    },
};
use board::Millis;
use shakmaty::{Bitboard, Board, Move, Position, Square};

/// The greatest number of last plies that may turn out to have been the hands that put the pieces right.
const NOT_PLAYED: usize = 4;
/// The number of last plies that stay open to doubt when a game is told anew.
const OPEN_PLIES: usize = 2;

/// Returns the two squares on which pieces of one side stand exchanged in `board`; `None` if anything else differs.
fn exchanged(agreed: &Board, board: &Board) -> Option<[Square; 2]> {
    let mut differ = differing(agreed, board).into_iter();
    let (Some(a), Some(b), None) = (differ.next(), differ.next(), differ.next()) else { return None };
    let swapped = agreed.piece_at(a) == board.piece_at(b) && agreed.piece_at(b) == board.piece_at(a);
    (swapped && agreed.color_at(a).is_some() && agreed.color_at(a) == agreed.color_at(b)).then_some([a, b])
}

/// Returns whether a board shows `agreed` but for two pieces of one side that stand exchanged.
pub(crate) fn is_exchanged(agreed: &Board, seen: &Seen) -> bool {
    seen.placement().is_some_and(|board| exchanged(agreed, board).is_some())
}

/// Returns the positions after each of these moves; `None` if one of them is not legal.
fn standings(start: &Standing, moves: &[Move]) -> Option<Vec<Standing>> {
    let mut after: Vec<Standing> = Vec::with_capacity(moves.len());
    for &mv in moves {
        let now = after.last().unwrap_or(start);
        let is_legal = now.position()?.legal_moves().contains(&mv);
        after.push(is_legal.then(|| now.play(mv))?);
    }
    Some(after)
}

impl Scribe {
    /// Tells the game anew from the agreed array if the board now shows that two exchanged pieces were put right.
    pub(crate) fn note_put_right(&mut self, t: Millis) {
        if self.seen.is_occupancy() || self.over.is_some() {
            return;
        }
        if self.midgame.taken {
            self.put_right_in_game(t);
        } else if !self.ready && self.score.plies.is_empty() {
            self.put_right_without_clock(t);
        }
    }

    /// Returns whether the board shows the agreed pieces on these squares.
    fn shows_agreed(&self, squares: [Square; 2]) -> bool {
        let agreed = self.terms.start.board();
        squares
            .into_iter()
            .all(|at| self.seen.piece_at(at).is_some() && self.seen.piece_at(at) == agreed.piece_at(at))
    }

    /// Returns whether the board shows this standing; a piece of the side to move may be in a hand.
    fn shows(&self, standing: &Standing) -> bool {
        let (board, diff) = (standing.board(), self.seen.diff(standing.board()));
        search::is_in_hand(diff, board, &self.seen, standing.turn())
    }

    fn put_right_in_game(&mut self, t: Millis) {
        let agreed = self.terms.start.clone();
        if agreed.turn() != self.score.start.turn() {
            return;
        }
        let Some(squares) = exchanged(agreed.board(), self.score.start.board()) else { return };
        if !self.shows_agreed(squares) {
            return;
        }
        let legal = |played: &Played| if let Played::Legal(mv) = played { Some(*mv) } else { None };
        let moves: Vec<Move> = self.score.plies.iter().map_while(|ply| legal(&ply.played)).collect();
        for kept in (moves.len().saturating_sub(NOT_PLAYED)..=moves.len()).rev() {
            let Some(after) = standings(&agreed, &moves[..kept]) else { continue };
            let last = after.last().unwrap_or(&agreed);
            let goes_on = || {
                let position = last.position()?;
                let next = search::exact_moves(position, &self.seen, Bitboard::EMPTY);
                if let [mv] = next[..] { Some(mv) } else { None }
            };
            let next = if self.shows(last) { None } else { goes_on() };
            if self.shows(last) || next.is_some() {
                return self.tell_from_agreed(t, &agreed, &after, next);
            }
        }
    }

    /// Makes the score begin from `agreed`, with the positions `after` its first plies. The plies behind them were the
    /// hands that put the pieces right. `next` is a further move that the board shows.
    fn tell_from_agreed(&mut self, t: Millis, agreed: &Standing, after: &[Standing], next: Option<Move>) {
        self.answered(t);
        self.withdraw(t, after.len());
        self.score.start = agreed.clone();
        for (index, standing) in after.iter().enumerate() {
            self.score.plies.at_mut(index).after = standing.clone();
        }
        (self.midgame, self.gone_through) = (Midgame::default(), None);
        self.transpositions.clear();
        self.witnesses.forget_after(0);
        self.drop_answered_doubts(t);
        let keep = after.len().saturating_sub(OPEN_PLIES);
        self.engine.settle_on(keep);
        let open = self.score.plies[keep..].iter().map(Step::from_ply).collect();
        self.engine.hyps = vec![Hypothesis { matched_ms: Some(t), ..Hypothesis::of(keep, open) }];
        self.events.push_back((t, GameEvent::PutRight));
        if next.is_some() {
            self.weigh(t, Engine::see);
        }
    }

    /// The same for a table without a clock, where the moves so far were only noted because nobody told the position.
    fn put_right_without_clock(&mut self, t: Millis) {
        let agreed = self.terms.start.clone();
        let told = self.midgame.noted().find_map(|(start, moves)| {
            let squares = exchanged(agreed.board(), start.board())?;
            (start.turn() == agreed.turn() && self.shows_agreed(squares)).then_some(())?;
            let after = standings(&agreed, moves)?;
            self.shows(after.last().unwrap_or(&agreed)).then(|| moves.to_vec())
        });
        let Some(moves) = told.filter(|moves| !moves.is_empty()) else { return };
        let mut line = Hypothesis::new(0);
        let mut standing = agreed;
        for mv in moves {
            let step = Step { estimated: true, ..legal_step(&standing, mv, t, t) };
            standing = step.after.clone();
            line.extend(step);
        }
        self.ready = true;
        self.midgame = Midgame::default();
        self.engine.settle_on(0);
        self.engine.hyps = vec![line.clone()];
        self.set_line(t, &line, Occasion::Quiet);
        self.events.push_back((t, GameEvent::PutRight));
    }
}
