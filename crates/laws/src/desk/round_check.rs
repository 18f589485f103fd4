//! Before the round: every table's pieces, board, clock and lever as one list (RU20 30.2.3, 30.2.5).
//!
//! A pure question about what the sensors say of one table; the door asks it of all of them and shows what is left to do.
//! On a board that knows occupied squares only, two exchanged pieces are not seen, and the finding says what it rests on.

use super::text;
use crate::{Phrase, TimeControl, Value, clock::model::ClockModel, displaced::differences};
use board::{ClockReading, Contents, Reading};
use game::Standing;
use shakmaty::{Bitboard, Color, Square};

/// What is not ready at a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unready {
    /// The board was not read yet.
    NoReading,
    /// The pieces stand along the files: the board is to be turned by a quarter.
    Turned,
    /// Squares that differ from the start position.
    Pieces(Vec<Square>),
    /// The clock was not read yet.
    NoClock,
    /// A clock that shows something else than the time control.
    Setting {
        /// White's time.
        white_ms: u32,
        /// Black's time.
        black_ms: u32,
        /// What both should show.
        right_ms: u32,
    },
    /// A clock that runs already.
    Running(Color),
}

/// Looks at a table. `reading` and `clock` are none where nothing was heard yet; a table without a clock is asked with
/// `has_clock` false.
pub fn check(
    start: &Standing,
    control: Option<&TimeControl>,
    reading: Option<&Reading>,
    clock: Option<&ClockReading>,
    has_clock: bool,
) -> Vec<Unready> {
    let mut found = Vec::new();
    match reading {
        None => found.push(Unready::NoReading),
        Some(reading) if is_turned(reading) => found.push(Unready::Turned),
        Some(reading) => {
            let squares: Vec<Square> =
                differences(reading, start).into_iter().map(|(square, ..)| square).collect();
            if !squares.is_empty() {
                found.push(Unready::Pieces(squares));
            }
        }
    }
    if !has_clock {
        return found;
    }
    let Some(clock) = clock else {
        found.push(Unready::NoClock);
        return found;
    };
    if let Some(right_ms) = control.and_then(|control| ClockModel::wrong_setting(control, clock.left_ms)) {
        let (white_ms, black_ms) = (clock.left_ms.white, clock.left_ms.black);
        found.push(Unready::Setting { white_ms, black_ms, right_ms });
    }
    if let Some(side) = clock.running {
        found.push(Unready::Running(side));
    }
    found
}

/// The men fill the two outer files on either side and nothing else.
fn is_turned(reading: &Reading) -> bool {
    let occupied: Bitboard =
        Square::ALL.into_iter().filter(|&square| reading.at(square) != Contents::Empty).collect();
    let files = [0u64, 1, 6, 7].into_iter().fold(0u64, |sum, file| sum | 0x0101_0101_0101_0101 << file);
    occupied == Bitboard(files)
}

impl Unready {
    /// One sentence for the list.
    pub fn phrase(&self) -> Phrase {
        match self {
            Unready::NoReading => text::NO_READING.plain(),
            Unready::Turned => text::TURNED.plain(),
            Unready::Pieces(squares) => text::PIECES.with([Value::Squares(squares.clone())]),
            Unready::NoClock => text::NO_CLOCK.plain(),
            Unready::Setting { white_ms, black_ms, right_ms } => {
                text::SETTING.with([*white_ms, *black_ms, *right_ms].map(|ms| Value::Time(ms.into())))
            }
            Unready::Running(side) => text::RUNNING.with([Value::Side(*side)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Unready, check};
    use crate::TimeControl;
    use board::{ClockReading, Reading};
    use game::Standing;
    use shakmaty::{Bitboard, Board, ByColor, Color, Square};

    fn both(white: u32, black: u32, running: Option<Color>) -> ClockReading {
        ClockReading { left_ms: ByColor { white, black }, running }
    }

    #[test]
    fn a_table_that_is_ready_has_nothing_to_do() {
        let start = Standing::initial();
        let control = TimeControl::parse("90*60+30").expect("it is a control");
        let reading = Reading::from_board(start.board());
        let clock = both(5_400_000, 5_400_000, None);
        assert_eq!(check(&start, control.as_ref(), Some(&reading), Some(&clock), true), []);
        assert_eq!(check(&start, control.as_ref(), Some(&reading), None, false), []);
        let occupied = Reading::from_occupied(start.board().occupied());
        assert_eq!(check(&start, None, Some(&occupied), Some(&clock), true), []);
    }

    #[test]
    fn everything_that_is_not_ready_is_listed() {
        let start = Standing::initial();
        let control = TimeControl::parse("90*60+30").expect("it is a control");
        // White's king and queen are exchanged (S81).
        let board: Board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR".parse().expect("a placement");
        let reading = Reading::from_board(&board);
        let clock = both(5_400_000, 4_800_000, Some(Color::White));
        assert_eq!(
            check(&start, control.as_ref(), Some(&reading), Some(&clock), true),
            [
                Unready::Pieces(vec![Square::D1, Square::E1]),
                Unready::Setting { white_ms: 5_400_000, black_ms: 4_800_000, right_ms: 5_400_000 },
                Unready::Running(Color::White),
            ]
        );
        assert_eq!(check(&start, None, None, None, true), [Unready::NoReading, Unready::NoClock]);
    }

    #[test]
    fn a_quarter_turn_is_named_and_not_sixty_four_squares() {
        let start = Standing::initial();
        let turned: Bitboard = Square::ALL
            .into_iter()
            .filter(|square| matches!(u32::from(square.file()), 0 | 1 | 6 | 7))
            .collect();
        let reading = Reading::from_occupied(turned);
        assert_eq!(check(&start, None, Some(&reading), None, false), [Unready::Turned]);
    }
}
