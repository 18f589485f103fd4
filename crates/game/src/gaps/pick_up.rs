//! Games taken up from what stands on the board: the program or the board came to life in the middle of a game, or play
//! began from an array set up wrongly. Nobody told the position, and what was played before is not known.
//!
//! A board that knows its pieces tells the position. Whose move it is, is told by whoever's time runs, by the first press,
//! or, without a clock, by four plies that follow each other. Castling is possible with king and rook at home, en passant
//! for the first ply wherever the pawns stand for it: nothing more is known, and the arbiter is told so. On an occupancy
//! board a person must tell the position.
//!
//! Invariants:
//! * Only what has stood still is taken up, only while the present game has no plies, and only where an array was agreed.
//! * It stays the same game, whatever is learnt of where it began.
//! * Pieces that are merely missing from the array are no other position: squares are dead, pieces still to be set up.

use crate::{
    GameEvent, PickedUp, Scribe, Standing,
    follow::show::Why,
    lines::{
        engine::Engine,
        hypothesis::{Hypothesis, Step, legal_step},
        search,
    },
};
use board::Millis;
use shakmaty::{Bitboard, Board, CastlingMode, Color, File, Move, Position, Rank, Role, Setup, Square};

/// Without a clock so many plies, each legal and seen at rest, prove that a game is under way.
const PROOF_PLIES: usize = 4;

/// What is known of a game that may have to be taken up.
#[derive(Debug, Default)]
pub(crate) struct PickUp {
    /// What stood still last and is not the agreed start.
    stood: Option<Board>,
    /// What has been played since, for each side that could have begun; only without a clock.
    lines: Vec<Line>,
    /// The game on the board was taken up.
    pub(crate) taken: bool,
    /// A person was asked for the position.
    needed: bool,
}

/// Plies from a position nobody told.
#[derive(Debug)]
struct Line {
    start: Standing,
    now: Standing,
    moves: Vec<Move>,
}

impl Line {
    fn new(start: Standing) -> Line {
        Line { now: start.clone(), start, moves: Vec::new() }
    }

    fn play(&mut self, mv: Move) {
        self.now = self.now.play(mv);
        self.moves.push(mv);
    }
}

impl Scribe {
    /// The board came to life. Whether it shows another position than the agreed one, and no two moves lead there.
    pub(crate) fn came_to_life(&mut self) {
        if self.seen.is_occupancy() || !self.is_unlike() {
            return;
        }
        self.pick_up.stood = self.seen.placement().cloned();
        if self.engine.hyps.iter().all(|hyp| hyp.matched_ms.is_none()) {
            self.ready = false;
        }
    }

    /// The board is quiet before the first ply: what stands there is noted when it is not the agreed start.
    pub(crate) fn note_standing(&mut self, t: Millis) {
        let idle = self.score.clock.is_some_and(|face| face.running.is_none());
        if self.over.is_some() || !self.score.plies.is_empty() || self.ready && !idle {
            return;
        }
        if !self.is_unlike() {
            self.pick_up.stood = None;
            self.pick_up.lines.clear();
            return;
        }
        self.pick_up.stood = self.seen.placement().cloned();
        // After a game pieces are moved about for many reasons; only a program just started has missed one.
        if self.score.clock.is_none() && !self.ready && self.finished.is_empty() {
            self.follow_without_clock(t);
        }
    }

    /// Somebody's time runs: the game is under way, from what stands there.
    pub(crate) fn take_up_if_playing(&mut self, t: Millis) {
        let running = self.score.clock.and_then(|face| face.running);
        let (Some(turn), None, true) = (running, self.over, self.score.plies.is_empty()) else { return };
        if self.pick_up.taken {
            return;
        }
        if self.seen.is_occupancy() {
            if !self.ready && self.is_unlike() {
                self.need_position(t);
            }
        } else if let Some(stood) = self.pick_up.stood.clone()
            && let Some(first) = self.first_to_move(&stood, turn)
            && self.take_up(t, stood, first)
            && first != turn
        {
            self.press(t, first);
        }
    }

    /// Who moved first from what stood, now that this side's time runs: he himself, or his opponent, who has moved and
    /// pressed since. None while that cannot be told.
    fn first_to_move(&self, stood: &Board, turn: Color) -> Option<Color> {
        let changed = self.seen.diff(stood);
        if search::is_in_hand(changed, stood, &self.seen, turn) {
            return Some(turn);
        }
        [!turn, turn].into_iter().find(|&first| self.has_moved(stood, first))
    }

    /// Whether a legal move of this side leads from what stood to what is seen now.
    fn has_moved(&self, stood: &Board, side: Color) -> bool {
        let start = standing(stood.clone(), side, self.terms.mode);
        let position = start.as_ref().and_then(Standing::position);
        position.is_some_and(|at| !search::exact_moves(at, &self.seen, Bitboard::EMPTY).is_empty())
    }

    /// A press while nothing is known, or just after a game was taken up, tells whose move it was. Whether it did.
    pub(crate) fn press_takes_up(&mut self, t: Millis, by: Color) -> bool {
        if self.over.is_some() || !self.score.plies.is_empty() || self.seen.is_occupancy() {
            return false;
        }
        let Some(now) = self.seen.placement().cloned() else { return false };
        if self.pick_up.taken {
            let start = self.score.standing();
            let unmoved = start.turn() == by && self.seen.diff(start.board()).is_empty();
            // A piece that was in a hand when the board was first seen.
            let more = now.occupied().count() > start.board().occupied().count();
            return (unmoved || more) && self.take_up(t, now, !by);
        }
        if self.ready {
            return false;
        }
        let Some(stood) = self.pick_up.stood.clone() else { return false };
        if self.has_moved(&stood, by) {
            if self.take_up(t, stood, by) {
                self.press(t, by);
            }
            return true;
        }
        self.take_up(t, now, !by)
    }

    /// In a game taken up a pawn may be captured in passing by the first ply: nobody saw how it came there.
    pub(crate) fn allow_en_passant(&mut self) {
        if !self.pick_up.taken || !self.score.plies.is_empty() {
            return;
        }
        let start = &self.score.start;
        let explains = |standing: &Standing, wanted: fn(&Move) -> bool| {
            standing
                .position()
                .is_some_and(|at| search::exact_moves(at, &self.seen, Bitboard::EMPTY).iter().any(wanted))
        };
        if explains(start, |_| true) {
            return;
        }
        let passing = en_passant_squares(start).into_iter().map(|square| {
            let setup = Setup { ep_square: Some(square), ..start.setup().clone() };
            Standing::from_setup(setup, start.mode())
        });
        if let Some(found) = passing.into_iter().find(|with| explains(with, |mv| mv.is_en_passant())) {
            self.score.start = found;
        }
    }

    /// Something stands where the agreed array has nothing, or another piece. A start that is no array was told by a
    /// person, who is believed.
    fn is_unlike(&self) -> bool {
        let start = self.score.start.board();
        let is_array = start.occupied() == Board::default().occupied();
        is_array && !(self.seen.diff(start) & self.seen.occupied()).is_empty()
    }

    /// The game goes on from this. False when no game can: pieces are in hands, or the board is turned by a quarter.
    fn take_up(&mut self, t: Millis, board: Board, turn: Color) -> bool {
        let Some(start) = standing(board, turn, self.terms.mode) else {
            return false;
        };
        let agreed = self.terms.start.clone();
        let (castling, en_passant) = (start.setup().castling_rights, en_passant_squares(&start));
        let tags = self.tags_of_next();
        self.begin_otherwise(t, start, tags);
        // The next game begins where this one should have.
        self.terms.start = agreed.clone();
        self.ready = true;
        self.pick_up.taken = true;
        let fact = PickedUp { agreed, castling, en_passant };
        self.events.push_back((t, GameEvent::PickedUp(fact)));
        self.changed(t);
        true
    }

    fn need_position(&mut self, t: Millis) {
        if !std::mem::replace(&mut self.pick_up.needed, true) {
            self.events.push_back((t, GameEvent::PositionNeeded));
        }
    }

    /// The board rests, without a clock: what was played since it came to life, by either side first.
    fn follow_without_clock(&mut self, t: Millis) {
        let seen = &self.seen;
        self.pick_up.lines.retain_mut(|line| goes_on(line, seen));
        if self.pick_up.lines.is_empty() {
            let mode = self.terms.mode;
            let starts = Color::ALL.into_iter().zip(std::iter::repeat(self.seen.placement()));
            let starts = starts.filter_map(|(turn, board)| standing(board?.clone(), turn, mode));
            self.pick_up.lines = starts.map(Line::new).collect();
        }
        let proved = self.pick_up.lines.iter().position(|line| line.moves.len() >= PROOF_PLIES);
        if let Some(index) = proved {
            let line = self.pick_up.lines.swap_remove(index);
            self.take_up_line(t, &line);
        }
    }

    fn take_up_line(&mut self, t: Millis, line: &Line) {
        if !self.take_up(t, line.start.board().clone(), line.start.turn()) {
            return;
        }
        let mut told = Hypothesis::new(0);
        let mut standing = self.score.start.clone();
        for &mv in &line.moves {
            let step = Step { estimated: true, ..legal_step(&standing, mv, t, t) };
            standing = step.after.clone();
            told = told.extended(step);
        }
        self.set_line(t, &told, Why::Quiet);
        self.engine.settle_on(self.score.plies.len());
        self.weigh(t, Engine::see);
    }
}

/// Whether one or two legal moves, and no others, lead on to what the board shows; they are played then.
fn goes_on(line: &mut Line, seen: &crate::follow::seen::Seen) -> bool {
    if seen.diff(line.now.board()).is_empty() {
        return true;
    }
    let Some(position) = line.now.position() else { return false };
    let exactly = |moves: &[Move]| {
        let after = moves.iter().fold(line.now.clone(), |at, &mv| at.play(mv));
        seen.diff(after.board()).is_empty()
    };
    let singles = search::exact_moves(position, seen, Bitboard::EMPTY);
    let singles: Vec<Move> = singles.into_iter().filter(|mv| exactly(&[*mv])).collect();
    let pairs = search::exact_pairs(position, seen, Bitboard::EMPTY);
    let pairs: Vec<[Move; 2]> = pairs.into_iter().filter(|pair| exactly(pair)).collect();
    match (singles.as_slice(), pairs.as_slice()) {
        (&[mv], _) => line.play(mv),
        ([], &[[first, second]]) => {
            line.play(first);
            line.play(second);
        }
        _ => return false,
    }
    true
}

/// The position with every right the placement allows; none when no game goes on from it.
fn standing(board: Board, turn: Color, mode: CastlingMode) -> Option<Standing> {
    let castling_rights = castling_rights(&board, mode);
    let setup = Setup { board, turn, castling_rights, ..Setup::empty() };
    let standing = Standing::from_setup(setup, mode);
    let goes_on = standing.position().is_some_and(|position| !position.is_game_over());
    goes_on.then_some(standing)
}

/// The rooks a king at home could castle with.
fn castling_rights(board: &Board, mode: CastlingMode) -> Bitboard {
    let mut rights = Bitboard::EMPTY;
    for color in Color::ALL {
        let rank = color.fold_wb(Rank::First, Rank::Eighth);
        let Some(king) = board.king_of(color).filter(|king| king.rank() == rank) else { continue };
        let rooks = board.by_piece(color.rook()) & Bitboard::from_rank(rank);
        match mode {
            CastlingMode::Standard if king.file() == File::E => {
                rights |= rooks & (Bitboard::from_file(File::A) | Bitboard::from_file(File::H));
            }
            CastlingMode::Standard => {}
            CastlingMode::Chess960 => {
                rights.extend(rooks.first().filter(|rook| rook.file() < king.file()));
                rights.extend(rooks.last().filter(|rook| rook.file() > king.file()));
            }
        }
    }
    rights
}

/// Where a pawn of the side to move could capture in passing, if the pawn beside it has just come two squares.
fn en_passant_squares(standing: &Standing) -> Vec<Square> {
    let (board, turn) = (standing.board(), standing.turn());
    let (own, rank) = (board.by_piece(turn.pawn()), turn.fold_wb(Rank::Fifth, Rank::Fourth));
    let pawns = board.by_piece(Role::Pawn.of(!turn)) & Bitboard::from_rank(rank);
    let behind = |pawn: Square, steps: i32| pawn.offset(turn.fold_wb(8, -8) * steps);
    let free = |square: Option<Square>| square.is_some_and(|square| board.piece_at(square).is_none());
    pawns
        .into_iter()
        .filter(|&pawn| free(behind(pawn, 1)) && free(behind(pawn, 2)))
        .filter(|&pawn| own.into_iter().any(|one| one.rank() == rank && one.distance(pawn) == 1))
        .filter_map(|pawn| behind(pawn, 1))
        .collect()
}
