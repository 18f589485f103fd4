//! The check before the round: a list of the pieces, board, clock and lever of every table (RU20 30.2.3, 30.2.5).
//!
//! The check is a pure function of what the sensors of one table say. The arbiter's listener runs it for all tables and
//! shows what is left to do. A board that senses only occupancy cannot see that two pieces are exchanged.

use super::text;
use crate::{Phrase, TimeControl, Value, seen::differences::differences, time_control::model::ClockModel};
use board::{ClockReading, Contents, Reading, Time, Timing};
use game::Standing;
use shakmaty::{Bitboard, ByColor, Color, Square};

/// The result of the check of one table before its first move: the state of each part, and what is left to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RoundCheck {
    /// The state of the pieces on their squares.
    pub pieces: Look,
    /// The state of the board's orientation.
    pub orientation: Look,
    /// The state of the clock's times.
    pub clock: Look,
    /// The state of the clock's lever. The lever is right if a press would start the clock of the side that moves
    /// first, and no clock is running yet.
    pub lever: Look,
    /// The parts that are not ready.
    pub unready: Vec<Unready>,
}

/// The state of a part of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Look {
    /// The part is as it should be.
    Right,
    /// The part is not as it should be.
    Wrong,
    /// The sensors do not show the state of the part.
    Unknown,
    /// The table has no such part.
    Absent,
}

/// A part of a table that is not ready.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unready {
    /// The board has not been read yet.
    NoReading,
    /// The pieces are set up along the files: the board has to be turned by a quarter.
    Turned,
    /// Squares differ from the start position.
    Pieces(Vec<Square>),
    /// The clock has not been read yet.
    NoClock,
    /// The clock does not show the time control.
    Setting {
        /// The times that the clock shows.
        shown: ByColor<Time>,
        /// The time that both sides should show.
        right_ms: u32,
    },
    /// The clock is already running for this side.
    Running(Color),
    /// The lever is on the wrong side: this side's clock would run first, although the other side moves first.
    Lever(Color),
}

/// Checks a table before its first move. `reading` and `clock` are `None` if board or clock has not been read yet;
/// `has_clock` is false for a table without a clock. `timing` holds the errors of the table's board and clock.
pub fn check(
    start: &Standing,
    control: Option<&TimeControl>,
    reading: Option<&Reading>,
    clock: Option<&ClockReading>,
    has_clock: bool,
    timing: Timing,
) -> RoundCheck {
    let mut unready = Vec::new();
    let (pieces, orientation) = match reading {
        None => {
            unready.push(Unready::NoReading);
            (Look::Unknown, Look::Unknown)
        }
        Some(reading) if is_turned(reading) => {
            unready.push(Unready::Turned);
            (Look::Unknown, Look::Wrong)
        }
        Some(reading) => {
            let squares: Vec<Square> =
                differences(reading, start).into_iter().map(|(square, ..)| square).collect();
            let is_right = squares.is_empty();
            if !is_right {
                unready.push(Unready::Pieces(squares));
            }
            (Look::of(is_right), Look::Right)
        }
    };
    let of_clock = check_clock(start.turn(), control, clock, has_clock, timing);
    unready.extend(of_clock.unready);
    RoundCheck { pieces, orientation, unready, ..of_clock }
}

/// Checks only the clock, for a table whose moves are not followed.
pub fn check_clock(
    begins: Color,
    control: Option<&TimeControl>,
    clock: Option<&ClockReading>,
    has_clock: bool,
    timing: Timing,
) -> RoundCheck {
    let mut unready = Vec::new();
    let (clock, lever) = match clock.filter(|_| has_clock) {
        Some(clock) => (setting(control, clock, timing, &mut unready), lever(begins, clock, &mut unready)),
        None if has_clock => {
            unready.push(Unready::NoClock);
            (Look::Unknown, Look::Unknown)
        }
        None => (Look::Absent, Look::Absent),
    };
    RoundCheck { pieces: Look::Unknown, orientation: Look::Unknown, clock, lever, unready }
}

fn setting(
    control: Option<&TimeControl>,
    clock: &ClockReading,
    timing: Timing,
    unready: &mut Vec<Unready>,
) -> Look {
    let Some(control) = control else { return Look::Unknown };
    let Some(right_ms) = ClockModel::wrong_setting(control, clock.left_ms) else { return Look::Right };
    let shown = clock.left_ms.map(|ms| timing.of_reading(ms));
    unready.push(Unready::Setting { shown, right_ms });
    Look::Wrong
}

fn lever(begins: Color, clock: &ClockReading, unready: &mut Vec<Unready>) -> Look {
    if let Some(side) = clock.running {
        unready.push(Unready::Running(side));
        return Look::Wrong;
    }
    match clock.lever {
        Some(side) if side == begins => Look::Right,
        Some(side) => {
            unready.push(Unready::Lever(side));
            Look::Wrong
        }
        None => Look::Unknown,
    }
}

impl RoundCheck {
    /// Returns whether nothing is left to do. A part whose state the sensors do not show does not count as unready.
    pub fn is_ready(&self) -> bool {
        self.unready.is_empty()
    }
}

impl Look {
    fn of(is_right: bool) -> Look {
        if is_right { Look::Right } else { Look::Wrong }
    }

    /// Returns the name of the state as used on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Look::Right => "right",
            Look::Wrong => "wrong",
            Look::Unknown => "unknown",
            Look::Absent => "absent",
        }
    }
}

/// Returns whether pieces stand on the two outermost files on either side and nowhere else.
fn is_turned(reading: &Reading) -> bool {
    let occupied: Bitboard =
        Square::ALL.into_iter().filter(|&square| reading.at(square) != Contents::Empty).collect();
    let files = [0u64, 1, 6, 7].into_iter().fold(0u64, |sum, file| sum | 0x0101_0101_0101_0101 << file);
    occupied == Bitboard(files)
}

impl Unready {
    /// Returns the sentence for the list of what is left to do.
    pub fn phrase(&self) -> Phrase {
        match self {
            Unready::NoReading => text::NO_READING.plain(),
            Unready::Turned => text::TURNED.plain(),
            Unready::Pieces(squares) => text::PIECES.with([Value::Squares(squares.clone())]),
            Unready::NoClock => text::NO_CLOCK.plain(),
            Unready::Setting { shown, right_ms } => {
                text::SETTING.with([Value::Readings(*shown), Value::Seconds(u64::from(*right_ms) / 1_000)])
            }
            Unready::Running(side) => text::RUNNING.with([Value::Side(*side)]),
            Unready::Lever(side) => text::LEVER.with([Value::Side(*side), Value::Side(!*side)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Look, RoundCheck, Unready};
    use crate::{Language, TimeControl};
    use board::{ClockReading, Reading, Timing};
    use game::Standing;
    use shakmaty::{Bitboard, Board, ByColor, Color, Square};

    fn check(
        start: &Standing,
        control: Option<&TimeControl>,
        reading: Option<&Reading>,
        clock: Option<&ClockReading>,
        has_clock: bool,
    ) -> RoundCheck {
        super::check(start, control, reading, clock, has_clock, Timing::DGT)
    }

    fn both(white: u32, black: u32, running: Option<Color>, lever: Option<Color>) -> ClockReading {
        ClockReading { left_ms: ByColor { white, black }, running, lever }
    }

    #[test]
    fn a_table_that_is_ready_has_nothing_to_do() {
        let start = Standing::initial();
        let control = TimeControl::parse("90*60+30").expect("it is a control");
        let reading = Reading::from_board(start.board());
        let clock = both(5_400_000, 5_400_000, None, Some(Color::White));
        let found = check(&start, control.as_ref(), Some(&reading), Some(&clock), true);
        assert!(found.is_ready(), "{found:?}");
        let looks = [found.pieces, found.orientation, found.clock, found.lever];
        assert_eq!(looks, [Look::Right; 4]);
        let found = check(&start, control.as_ref(), Some(&reading), None, false);
        assert_eq!((found.is_ready(), found.clock, found.lever), (true, Look::Absent, Look::Absent));
        let occupied = Reading::from_occupied(start.board().occupied());
        let silent = both(5_400_000, 5_400_000, None, None);
        let found = check(&start, None, Some(&occupied), Some(&silent), true);
        assert_eq!((found.is_ready(), found.clock, found.lever), (true, Look::Unknown, Look::Unknown));
    }

    #[test]
    fn everything_that_is_not_ready_is_listed() {
        let start = Standing::initial();
        let control = TimeControl::parse("90*60+30").expect("it is a control");
        // In this position White's king and queen are exchanged (scenario S81).
        let board: Board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR".parse().expect("a placement");
        let reading = Reading::from_board(&board);
        let clock = both(5_400_000, 4_800_000, Some(Color::White), Some(Color::White));
        let found = check(&start, control.as_ref(), Some(&reading), Some(&clock), true).unready;
        assert_eq!(
            found[1].phrase().text(Language::English),
            "The clock shows White 1:30:00, Black 1:20:00 (both −0.0/+1.0 s); the time control says 1:30:00."
        );
        assert_eq!(
            found,
            [
                Unready::Pieces(vec![Square::D1, Square::E1]),
                Unready::Setting {
                    shown: clock.left_ms.map(|ms| Timing::DGT.of_reading(ms)),
                    right_ms: 5_400_000
                },
                Unready::Running(Color::White),
            ]
        );
        assert_eq!(check(&start, None, None, None, true).unready, [Unready::NoReading, Unready::NoClock]);
        let right = Reading::from_board(start.board());
        let lever = both(5_400_000, 5_400_000, None, Some(Color::Black));
        let found = check(&start, control.as_ref(), Some(&right), Some(&lever), true);
        assert_eq!((found.lever, found.unready), (Look::Wrong, vec![Unready::Lever(Color::Black)]));
    }

    #[test]
    fn a_quarter_turn_is_named_and_not_sixty_four_squares() {
        let start = Standing::initial();
        let turned: Bitboard = Square::ALL
            .into_iter()
            .filter(|square| matches!(u32::from(square.file()), 0 | 1 | 6 | 7))
            .collect();
        let reading = Reading::from_occupied(turned);
        let found = check(&start, None, Some(&reading), None, false);
        assert_eq!((found.orientation, found.unready), (Look::Wrong, vec![Unready::Turned]));
    }
}
