//! Judges which way round a board stands from the pieces on it.
//!
//! Invariant: weak evidence never turns a board. A doubtful judgment is `None`, and the orientation assumed so far is
//! kept.

use crate::Reading;
use shakmaty::{Bitboard, Board, Color, Rank, Role, Square};

/// The way round in which a board stands on its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Orientation {
    /// White's side is where the maker's numbering has it.
    #[default]
    Normal,
    /// The board is turned by half a circle: White's side is the maker's Black side.
    Rotated,
    /// The board is turned by a quarter: the side that the maker numbers as White's is at White's left hand.
    Left,
    /// The board is turned by a quarter: the side that the maker numbers as White's is at White's right hand.
    Right,
}

/// The least number of pieces from which the orientation is judged: with fewer, as with bare kings, both orientations
/// may fit.
const PIECES_MIN: usize = 3;
/// The least number of squares on which the worse orientation must disagree with the reading.
const WRONG_MIN: usize = 4;
/// The factor by which the squares that disagree in the worse orientation must outnumber those that disagree in the
/// better one. A few lifted pieces then do no harm, but the placement of another game gives no judgment.
const WRONG_RATIO: usize = 4;
/// The least number of pieces of each side, of sixteen, that must be on their home ranks for a starting position to
/// be recognised.
const HOME_MIN: usize = 12;
/// The greatest number of pieces that may be on the opponent's home ranks in a starting position.
const STRAY_MAX: usize = 1;

/// The evidence that a pawn gives for the normal orientation, in tenths of an e-fold. The index is the number of ranks
/// that the pawn has advanced if the orientation is normal: most pawns stay near home, and few advance far.
const PAWN: [i32; 6] = [40, 20, 8, -8, -20, -40];
/// The evidence for the normal orientation that any other piece gives on its own first rank, in tenths of an e-fold.
/// On its last rank the evidence is negative.
const PIECE: i32 = 10;
/// The least number of pawns from which the orientation is judged: in an endgame pawns may be anywhere. Of the
/// 1,067,939 positions of the real games and of 12,000 generated games, 869,430 are judged, and three of these
/// wrongly, none of them from a real game (`GAMES=12000 cargo test -p tests orientation`).
const PAWNS_MIN: usize = 7;
/// The least number of pieces, pawns included, from which the orientation is judged.
const MEN_MIN: usize = 16;
/// The least evidence for accepting the normal orientation, in tenths of an e-fold.
const NORMAL_MIN: i32 = 60;
/// The least evidence for accepting that a board is rotated, in tenths of an e-fold. More is needed than for the
/// normal orientation, because only one board in fifty is rotated.
const ROTATED_MIN: i32 = 120;

impl Orientation {
    /// All orientations, the likeliest first.
    pub const ALL: [Orientation; 4] =
        [Orientation::Normal, Orientation::Rotated, Orientation::Left, Orientation::Right];

    /// Returns the name used in configurations and journals.
    pub fn name(self) -> &'static str {
        match self {
            Orientation::Normal => "normal",
            Orientation::Rotated => "rotated",
            Orientation::Left => "left",
            Orientation::Right => "right",
        }
    }

    /// Returns the orientation with this name; `None` for any other text.
    pub fn parse(name: &str) -> Option<Orientation> {
        Orientation::ALL.into_iter().find(|orientation| orientation.name() == name)
    }

    /// Returns whether the board is turned by a quarter.
    pub fn is_quarter(self) -> bool {
        matches!(self, Orientation::Left | Orientation::Right)
    }

    /// Judges the orientation from a raw reading and the placement that should be on the board. `None` means that the
    /// orientation cannot be judged: there are too few pieces, or neither orientation is clearly better.
    pub fn judge(raw: &Reading, expected: &Board) -> Option<Orientation> {
        if raw.occupied().count() < PIECES_MIN || expected.occupied().count() < PIECES_MIN {
            return None;
        }
        let expected = Reading::from_board(expected);
        let (normal, rotated) = (raw.contradictions(&expected), raw.contradictions_rotated(&expected));
        let clearly_worse = |worse: usize, better: usize| worse >= WRONG_MIN && worse >= WRONG_RATIO * better;
        if clearly_worse(rotated, normal) {
            Some(Orientation::Normal)
        } else if clearly_worse(normal, rotated) {
            Some(Orientation::Rotated)
        } else {
            None
        }
    }

    /// Judges the orientation from a raw reading alone, if both sides' pieces are on their home ranks, as in a starting
    /// position. `None` if they are not.
    pub fn judge_home(raw: &Reading) -> Option<Orientation> {
        let low = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Second);
        let high = Bitboard::from_rank(Rank::Seventh) | Bitboard::from_rank(Rank::Eighth);
        Orientation::ALL.into_iter().find(|orientation| {
            let known = orientation.apply_reading(raw).known();
            let count = |color, home: Bitboard| (known.by_color(color) & home).count();
            count(Color::White, low) >= HOME_MIN
                && count(Color::Black, high) >= HOME_MIN
                && count(Color::White, high) <= STRAY_MAX
                && count(Color::Black, low) <= STRAY_MAX
        })
    }

    /// Judges the orientation from a raw reading alone, in the middle of a game: most pawns are still near the side
    /// from which they started. `None` if few pawns are left, or if both orientations fit.
    pub fn judge_men(raw: &Reading) -> Option<Orientation> {
        let known = raw.known();
        let weight = |color: Color, square: Square| {
            let gone = color.fold_wb(u32::from(square.rank()), 7 - u32::from(square.rank()));
            match (known.role_at(square), gone) {
                (Some(Role::Pawn), 1..=6) => PAWN[gone as usize - 1],
                (Some(Role::Pawn), _) => 0,
                (_, 0) => PIECE,
                (_, 7) => -PIECE,
                (_, _) => 0,
            }
        };
        let men = |color: Color| known.by_color(color).into_iter().map(move |square| weight(color, square));
        let weight: i32 = Color::ALL.into_iter().flat_map(men).sum();
        if known.pawns().count() < PAWNS_MIN || known.occupied().count() < MEN_MIN {
            None
        } else if weight >= NORMAL_MIN {
            Some(Orientation::Normal)
        } else if weight <= -ROTATED_MIN {
            Some(Orientation::Rotated)
        } else {
            None
        }
    }

    /// Judges the orientation from two placements that stood one after the other: pawns only go forward. For each side
    /// the squares of one pawn count, whatever else has moved. `None` if no pawn has moved, or more than one of a side,
    /// or the sides contradict each other.
    pub fn judge_pawns(before: &Reading, after: &Reading) -> Option<Orientation> {
        let pawns = |reading: &Reading, color: Color| reading.known().by_piece(color.pawn());
        let moved = |color: Color| {
            let (before, after) = (pawns(before, color), pawns(after, color));
            let (from, to) = ((before & !after).single_square()?, (after & !before).single_square()?);
            let ranks = i32::from(to.rank()) - i32::from(from.rank());
            let is_pawns_way = from.file().distance(to.file()) <= ranks.unsigned_abs();
            is_pawns_way.then(|| {
                let is_forward = (ranks > 0) == color.is_white();
                if is_forward { Orientation::Normal } else { Orientation::Rotated }
            })
        };
        match (moved(Color::White), moved(Color::Black)) {
            (Some(white), Some(black)) if white != black => None,
            (white, black) => white.or(black),
        }
    }

    /// Judges the orientation from the occupied squares after the first move of a game, for boards that do not know
    /// their pieces: to them the starting position is the same from both sides. White moves first, so if a piece has
    /// left the seventh or eighth rank for a square in front of them, White sits on that side. `None` unless the game
    /// expects its starting position and exactly one piece has moved.
    pub fn judge_first_move(occupied: Bitboard, expected: &Board) -> Option<Orientation> {
        let low = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Second);
        let high = Bitboard::from_rank(Rank::Seventh) | Bitboard::from_rank(Rank::Eighth);
        let array = low | high;
        let (left, came) = (array & !occupied, occupied & !array);
        if expected.occupied() != array || left.count() != 1 || came.count() != 1 {
            return None;
        }
        let before_low = Bitboard::from_rank(Rank::Third) | Bitboard::from_rank(Rank::Fourth);
        let before_high = Bitboard::from_rank(Rank::Fifth) | Bitboard::from_rank(Rank::Sixth);
        if left.is_subset(low) && came.is_subset(before_low) {
            Some(Orientation::Normal)
        } else if left.is_subset(high) && came.is_subset(before_high) {
            Some(Orientation::Rotated)
        } else {
            None
        }
    }

    /// Translates a square of the board's numbering into the square of the game.
    pub fn apply(self, square: Square) -> Square {
        match self {
            Orientation::Normal => square,
            Orientation::Rotated => square.rotate_180(),
            Orientation::Left => square.rotate_90(),
            Orientation::Right => square.rotate_270(),
        }
    }

    /// Returns the reading by the squares of the game, given one by the board's numbering.
    pub fn apply_reading(self, reading: &Reading) -> Reading {
        match self {
            Orientation::Normal => reading.clone(),
            Orientation::Rotated => reading.rotated(),
            Orientation::Left | Orientation::Right => {
                Reading::from_fn(|square| reading.at(self.back().apply(square)))
            }
        }
    }

    /// Returns the orientation that translates squares of the game into those of the board's numbering.
    pub fn back(self) -> Orientation {
        match self {
            Orientation::Normal | Orientation::Rotated => self,
            Orientation::Left => Orientation::Right,
            Orientation::Right => Orientation::Left,
        }
    }

    /// Returns the opposite orientation.
    pub fn turned(self) -> Orientation {
        match self {
            Orientation::Normal => Orientation::Rotated,
            Orientation::Rotated => Orientation::Normal,
            Orientation::Left => Orientation::Right,
            Orientation::Right => Orientation::Left,
        }
    }

    /// Returns the player on the side of a board's clock on which `color` would sit if the board stood the normal way
    /// round. Where the clock of a board stands that is turned by a quarter nobody knows, and it is taken for normal.
    pub fn player(self, color: Color) -> Color {
        if self == Orientation::Rotated { !color } else { color }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Contents;

    fn placement(fen: &str) -> Board {
        Board::from_ascii_board_fen(fen.as_bytes()).expect("a placement")
    }

    fn check(raw: &Reading, expected: &str, verdict: Option<Orientation>) {
        assert_eq!(Orientation::judge(raw, &placement(expected)), verdict, "expected {expected}");
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn the_array_is_told_by_its_colours() {
        let start = Reading::from_board(&placement(START));
        check(&start, START, Some(Orientation::Normal));
        check(&start.rotated(), START, Some(Orientation::Rotated));
        assert_eq!(Orientation::judge_home(&start), Some(Orientation::Normal));
        assert_eq!(Orientation::judge_home(&start.rotated()), Some(Orientation::Rotated));
    }

    #[test]
    fn occupied_squares_of_the_array_tell_nothing() {
        let start = Reading::from_occupied(placement(START).occupied());
        check(&start, START, None);
        assert_eq!(Orientation::judge_home(&start), None);
    }

    #[test]
    fn occupied_squares_tell_when_they_are_asymmetric() {
        let fen = "r1bqkb1r/ppp2ppp/2n2n2/3pp3/8/2N1PN2/PPPPBPPP/R1BQ1RK1";
        let raw = Reading::from_occupied(placement(fen).occupied());
        check(&raw, fen, Some(Orientation::Normal));
        check(&raw.rotated(), fen, Some(Orientation::Rotated));
    }

    #[test]
    fn the_first_move_tells_where_white_sits() {
        let check = |fen: &str, verdict| {
            let array = placement(START);
            assert_eq!(Orientation::judge_first_move(placement(fen).occupied(), &array), verdict, "{fen}");
        };
        check("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", Some(Orientation::Normal));
        check("rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR", Some(Orientation::Rotated));
        check("rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR", Some(Orientation::Rotated));
        check("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR", None);
        check(START, None);
        check("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR", None);
    }

    #[test]
    fn a_piece_in_the_air_changes_nothing() {
        let mut raw = Reading::from_board(&placement(START)).rotated();
        raw.set(Square::E7, Contents::Empty);
        check(&raw, START, Some(Orientation::Rotated));
    }

    #[test]
    fn the_middle_of_a_game_is_told_by_its_pawns() {
        let check = |fen: &str, verdict| {
            let raw = Reading::from_board(&placement(fen));
            assert_eq!(Orientation::judge_men(&raw), verdict, "{fen}");
            let turned = verdict.map(Orientation::turned);
            assert_eq!(Orientation::judge_men(&raw.rotated()), turned, "{fen}, turned");
        };
        check("r2q1rk1/pp2bppp/2n1bn2/3p4/3P4/2NB1N2/PP3PPP/R1BQR1K1", Some(Orientation::Normal));
        // A capture is under way: the captured pawn is off the board, and the knight is in the hand.
        check("r2q1rk1/pp2bppp/4bn2/8/3P4/2NB1N2/PP3PPP/R1BQR1K1", Some(Orientation::Normal));
        check("r4rk1/p4ppp/1p2p3/2ppP3/3P4/2P2N2/P4PPP/R4RK1", Some(Orientation::Normal));
        check("8/5k2/3p4/1p1Pp3/pP2P3/P3K3/8/8", None);
        check("8/1P3k2/P7/8/8/6p1/4K2p/8", None);
        check("3rk3/8/8/8/8/8/3R4/3RK3", None);
    }

    #[test]
    fn pawns_only_go_forward() {
        let check = |before: &str, after: &str, verdict| {
            let read = |fen: &str| Reading::from_board(&placement(fen));
            let judged = Orientation::judge_pawns(&read(before), &read(after));
            assert_eq!(judged, verdict, "{before} {after}");
        };
        check("8/8/4p3/8/8/4P3/8/8", "8/8/4p3/8/4P3/8/8/8", Some(Orientation::Normal));
        check("8/8/4p3/8/8/4P3/8/8", "8/8/4p3/8/8/8/4P3/8", Some(Orientation::Rotated));
        check("8/8/8/3p4/4P3/8/8/8", "8/8/8/3P4/8/8/8/8", Some(Orientation::Normal));
        check("8/8/8/3p4/4P3/8/8/8", "8/8/8/8/4p3/8/8/8", Some(Orientation::Normal));
        check("8/8/4p3/8/8/4P3/8/8", "8/8/4p3/8/8/8/8/8", None);
        check("8/8/4k3/8/8/4K3/8/8", "8/8/4k3/8/4K3/8/8/8", None);
        check("8/8/8/8/8/P7/8/8", "8/8/8/8/7P/8/8/8", None);
        // The reply stood, the move before it did not: both are in the difference.
        check("4k3/8/4p3/8/8/4P3/8/4K3", "4k3/8/8/4p3/4P3/8/8/4K3", Some(Orientation::Normal));
        check("4k3/8/4p3/8/8/4P3/8/4K3", "8/4k3/4p3/8/8/8/4P3/4K3", Some(Orientation::Rotated));
        // Hands put pieces up, or two pawns of a side were moved.
        check("4k3/8/4p3/8/8/4P3/8/4K3", "4k3/4p3/8/8/4P3/8/8/4K3", None);
        check("8/8/8/8/8/P6P/8/8", "8/8/8/8/P6P/8/8/8", None);
    }

    #[test]
    fn another_game_and_few_pieces_tell_nothing() {
        let other = Reading::from_board(&placement("8/5k2/3p4/1p1Pp3/pP2P3/P3K3/8/8"));
        check(&other, START, None);
        let kings = Reading::from_board(&placement("8/8/8/3k4/4K3/8/8/8"));
        check(&kings, "8/8/8/3K4/4k3/8/8/8", None);
        check(&Reading::empty(), START, None);
    }

    #[test]
    fn the_next_array_is_recognised_against_the_last_game() {
        let start = Reading::from_board(&placement(START)).rotated();
        check(&start, "8/5k2/3p4/1p1Pp3/pP2P3/P3K3/8/8", None);
        assert_eq!(Orientation::judge_home(&start), Some(Orientation::Rotated));
    }
}
