//! Which way round a board stands, found from what stands on it.
//!
//! Invariant: weak evidence never turns a board. Whoever is in doubt says `None`, and what was believed stays.

use crate::Reading;
use shakmaty::{Bitboard, Board, Color, Rank, Square};

/// Which way round a board stands on its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Orientation {
    /// As the maker numbers it: White at the bottom.
    #[default]
    Normal,
    /// Turned by half a circle.
    Rotated,
}

/// With fewer pieces than this nothing is told: bare kings look the same from both sides far too easily.
const PIECES_MIN: usize = 3;
/// The worse way round must disagree with the reading on at least so many squares …
const WRONG_MIN: usize = 4;
/// … and so many times as often as the better one: a few pieces in the air do not matter, another game does.
const WRONG_RATIO: usize = 4;
/// Men of each side that must stand at home for an array to be recognised, of sixteen.
const HOME_MIN: usize = 12;
/// Men that may stand in the other side's home.
const STRAY_MAX: usize = 1;

impl Orientation {
    /// Judges a raw reading against the placement that should be there. `None` when it cannot be told: too few
    /// pieces, or neither way round is clearly the better.
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

    /// Judges a raw reading by itself: the men of both sides in their homes, as in any array a game starts from.
    pub fn judge_home(raw: &Reading) -> Option<Orientation> {
        let known = raw.known();
        let low = Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Second);
        let high = Bitboard::from_rank(Rank::Seventh) | Bitboard::from_rank(Rank::Eighth);
        let count = |color, home: Bitboard| (known.by_color(color) & home).count();
        let at_home = |white_home, black_home| {
            count(Color::White, white_home) >= HOME_MIN
                && count(Color::Black, black_home) >= HOME_MIN
                && count(Color::White, black_home) <= STRAY_MAX
                && count(Color::Black, white_home) <= STRAY_MAX
        };
        if at_home(low, high) {
            Some(Orientation::Normal)
        } else if at_home(high, low) {
            Some(Orientation::Rotated)
        } else {
            None
        }
    }

    /// Judges occupied squares after the first move of a game, whose array looks the same from both sides: White moves
    /// first, so one man that left the upper two rows and stands before them says that White sits there. For boards
    /// that know no pieces; `None` unless the game stands at its array and exactly one man has moved.
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

    /// The true square of a numbered one, and the other way: turning twice is not turning.
    pub fn apply(self, square: Square) -> Square {
        match self {
            Orientation::Normal => square,
            Orientation::Rotated => square.rotate_180(),
        }
    }

    /// The true reading of a numbered one.
    pub fn apply_reading(self, reading: &Reading) -> Reading {
        match self {
            Orientation::Normal => reading.clone(),
            Orientation::Rotated => reading.rotated(),
        }
    }

    /// The other way round.
    pub fn turned(self) -> Orientation {
        match self {
            Orientation::Normal => Orientation::Rotated,
            Orientation::Rotated => Orientation::Normal,
        }
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
