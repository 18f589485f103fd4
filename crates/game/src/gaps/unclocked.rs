//! Moves from a position that nobody told, on a table without a clock. Nobody knows which side moves first, and the board
//! may have come to life in the middle of a move. So both sides are tried from the first placement that was read, and each
//! position that the board shows while it is still for a moment becomes a further line; the line that was shorter stays,
//! since the piece may only have rested on its way. A line that has four plies and agrees with a quiet board is the game.
//!
//! Invariant: a later placement is tried only if the board was quiet and no line explains it.

use crate::{Standing, follow::seen::Seen, lines::search};
use shakmaty::{
    Bitboard, Board, CastlingMode, Color, File, Move, Piece, Position, Rank, Role, Setup, Square,
};

/// The number of legal plies, each seen on a board at rest, that prove without a clock that a game is under way.
const PROOF_PLIES: usize = 4;
/// The greatest number of lines that are followed.
const LINES_MAX: usize = 24;
/// The greatest number of readings that a line may fail to explain beyond those that the best line fails to explain.
const MISSED_MAX: u32 = 4;
/// The number of readings that a line counts as failing to explain if it begins behind a placement that was quiet.
const SKIPPED: u32 = 2;
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
    pub(crate) rested: bool,
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

    /// Returns whether the reading shows the line, or shows it but for pieces that may be in hands, or for a rook that still
    /// has to follow its king.
    fn may_stand(&self, seen: &Seen) -> bool {
        let diff = seen.diff(self.now.board());
        let more = diff & seen.occupied();
        diff.count() <= IN_HANDS && (more.is_empty() || self.is_castling(seen))
    }

    fn is_castling(&self, seen: &Seen) -> bool {
        let Some(position) = self.now.position() else { return false };
        let turn = self.now.turn();
        let with_king_gone = |mv: &Move| {
            let to = mv.castling_side()?.king_to(turn);
            let mut board = self.now.board().clone();
            let king = board.remove_piece_at(mv.from()?)?;
            board.set_piece_at(to, king);
            Some(board)
        };
        position.legal_moves().iter().filter_map(with_king_gone).any(|board| seen.diff(&board).is_empty())
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
#[derive(Debug, Clone, Default)]
pub(crate) struct Unclocked {
    lines: Vec<Line>,
    /// The number of placements that were tried.
    pub(crate) tried: usize,
}

impl Unclocked {
    /// Returns the positions from which moves are noted, each with its moves.
    pub(crate) fn noted(&self) -> impl Iterator<Item = (&Standing, &[Move])> {
        self.lines.iter().map(|line| (&line.start, line.moves.as_slice()))
    }

    /// Tries both sides from this placement. `rested` says whether the board was quiet with it.
    pub(crate) fn try_from(&mut self, board: &Board, mode: CastlingMode, rested: bool) {
        let starts = Color::ALL.into_iter().filter_map(|turn| standing(board.clone(), turn, mode));
        let from = self.tried;
        // What was missed before says nothing for the lines that begin only now. But a placement that was quiet is more likely
        // where the game was than one that no line explains, on which a piece may only have rested.
        let stood = if self.lines.iter().any(|line| line.rested) { SKIPPED } else { 0 };
        let missed = self.lines.iter().map(|line| line.missed).min().map_or(0, |least| least + stood);
        self.lines.extend(starts.map(|start| Line { from, missed, rested, ..Line::new(start) }));
        self.tried += 1;
    }

    /// Lengthens every line that one or two moves bring into agreement with a board that is still.
    pub(crate) fn see(&mut self, seen: &Seen) {
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
    pub(crate) fn rest(&mut self, seen: &Seen, mode: CastlingMode) -> Option<Line> {
        if let Some(first) = self.lines.iter().find(|line| line.moves.is_empty() && line.agrees(seen)) {
            let from = first.from;
            self.lines.iter_mut().filter(|line| line.from == from).for_each(|line| line.rested = true);
        }
        if self.lines.iter().any(|line| line.agrees(seen)) {
            self.lines.iter_mut().filter(|line| !line.may_stand(seen)).for_each(|line| line.missed += 1);
        } else {
            self.try_from(seen.placement()?, mode, true);
        }
        let agreed = || self.lines.iter().filter(|line| line.agrees(seen));
        // A piece may have been in a hand when the board came to life. Then a later placement tells the game, if it stood.
        let best = agreed().min_by_key(|line| (line.missed, line.from))?;
        let is_rival = |other: &Line| {
            (other.from, other.missed) == (best.from, best.missed) && other.start.turn() != best.start.turn()
        };
        (best.moves.len() >= PROOF_PLIES && !agreed().any(is_rival)).then(|| best.clone())
    }

    /// Returns the piece of `side` that has been lifted since the first placement that was tried, with its square, if it is one
    /// piece and stands nowhere else.
    pub(crate) fn lifted(&self, now: &Board, side: Color) -> Option<(Square, Piece)> {
        let first = self.lines.first()?.start.board();
        let square = (first.by_color(side) & !now.by_color(side)).single_square()?;
        let piece = first.piece_at(square).filter(|_| now.piece_at(square).is_none())?;
        (now.by_piece(piece).count() < first.by_piece(piece).count()).then_some((square, piece))
    }

    /// Returns the placement after the move for which `by` has pressed: the opponent may have lifted a piece since, or
    /// have replied. `None` if no line tells it.
    pub(crate) fn pressed(&self, seen: &Seen, by: Color) -> Option<Board> {
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

/// Returns the position with every castling right that the placement allows; `None` if no game can be played from the
/// position.
pub(crate) fn standing(board: Board, turn: Color, mode: CastlingMode) -> Option<Standing> {
    let castling_rights = castling_rights(&board, mode);
    let setup = Setup { board, turn, castling_rights, ..Setup::empty() };
    let standing = Standing::from_setup(setup, mode);
    let goes_on = standing.position().is_some_and(|position| !position.is_game_over());
    goes_on.then_some(standing)
}

/// Returns the squares on which a pawn of the side to move could capture en passant, if the pawn beside it has just
/// advanced two squares.
pub(super) fn en_passant_squares(standing: &Standing) -> Vec<Square> {
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

/// Returns the rooks with which a king at home could castle.
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
