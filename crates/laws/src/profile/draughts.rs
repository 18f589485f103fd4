//! Draughts under the tournament rules of the Polish federation (WARC): the kinds of boards, the time controls that the
//! rules name, and the consequences of the count of moves.
//!
//! The rules do not say how pieces move. Therefore only the clock, the count of moves and commands are judged, and
//! nothing on the board.

use crate::{TimeControl, time_control::Mode};

/// A kind of draughts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Draughts {
    /// Draughts on 100 squares.
    Hundred,
    /// Draughts on 64 squares.
    SixtyFour,
}

/// A time control that the rules define.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedControl {
    /// The time control in PGN's notation.
    pub control: &'static str,
    /// The article that defines the time control.
    pub article: &'static str,
    /// Set if all moves are played in one period, which is for domestic events only. A player who claims a regulation
    /// draw may then stop both clocks (4.4).
    pub domestic: bool,
    /// Set if moves need not be recorded in time trouble (6.13).
    pub exempts: bool,
}

const fn tempo(control: &'static str, article: &'static str) -> NamedControl {
    NamedControl { control, article, domestic: false, exempts: true }
}

const HUNDRED: [NamedControl; 6] = [
    tempo("50/7200:25/3600", "6.1.1"),
    tempo("50/7200:3600", "6.1.2.1"),
    tempo("50/7200:1800", "6.1.2.2"),
    tempo("40/5400:3600", "6.1.2.3"),
    NamedControl { exempts: false, ..tempo("4800+60", "6.1.2.4") },
    NamedControl { domestic: true, ..tempo("5400", "6.1.3") },
];
const SIXTY_FOUR: [NamedControl; 4] = [
    tempo("3600", "6.2.1"),
    tempo("3600+5", "6.2.1"),
    tempo("25/2700:900", "6.2.2"),
    NamedControl { domestic: true, ..tempo("2700", "6.2.3") },
];

impl Draughts {
    /// Both kinds of draughts.
    pub const ALL: [Draughts; 2] = [Draughts::Hundred, Draughts::SixtyFour];

    /// Returns the name used as `variant` in sensor logs.
    pub fn name(self) -> &'static str {
        match self {
            Draughts::Hundred => "draughts-100",
            Draughts::SixtyFour => "draughts-64",
        }
    }

    /// Parses a name that [`Draughts::name`] returns; `None` for any other name.
    pub fn parse(name: &str) -> Option<Draughts> {
        Draughts::ALL.into_iter().find(|draughts| draughts.name() == name)
    }

    /// Returns the number of moves that each side must have completed before a draw may be offered (5.1).
    pub fn offer_moves(self) -> u32 {
        match self {
            Draughts::Hundred => 40,
            Draughts::SixtyFour => 15,
        }
    }

    /// Returns the time controls that the rules define for this kind of draughts.
    pub fn tempi(self) -> &'static [NamedControl] {
        match self {
            Draughts::Hundred => &HUNDRED,
            Draughts::SixtyFour => &SIXTY_FOUR,
        }
    }

    /// Returns the time control of the rules that equals `control`; `None` if the rules define no such time control.
    pub fn tempo(self, control: &TimeControl) -> Option<&'static NamedControl> {
        self.tempi()
            .iter()
            .find(|tempo| TimeControl::parse(tempo.control).ok().flatten().as_ref() == Some(control))
    }
}

/// Returns the number of moves to be completed by the end of this period. Periods are counted from 0. `None` if the
/// period covers all remaining moves. If the last period has a number of moves, the period is repeated (6.1.1).
pub(crate) fn required(control: &TimeControl, period: usize) -> Option<u32> {
    let last = control.periods.last()?;
    let given: Vec<u32> = control.required().collect();
    match given.get(period) {
        Some(moves) => Some(*moves),
        None => {
            let more = u32::try_from(period + 1 - given.len()).unwrap_or(u32::MAX);
            let each = last.moves.filter(|_| last.mode == Mode::Cumulative)?;
            Some(given.last()?.saturating_add(each.saturating_mul(more)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Draughts, required};
    use crate::TimeControl;

    #[test]
    fn every_tempo_is_a_time_control_and_found_again() {
        for draughts in Draughts::ALL {
            for tempo in draughts.tempi() {
                let control = TimeControl::parse(tempo.control).expect("it reads").expect("it is one");
                assert_eq!(draughts.tempo(&control), Some(tempo));
            }
            assert_eq!(Draughts::parse(draughts.name()), Some(draughts));
        }
    }

    #[test]
    fn the_last_period_with_moves_comes_again() {
        let check = |text: &str, expected: [Option<u32>; 3]| {
            let control = TimeControl::parse(text).expect("it reads").expect("it is one");
            assert_eq!([0, 1, 2].map(|period| required(&control, period)), expected, "{text}");
        };
        check("50/7200:25/3600", [Some(50), Some(75), Some(100)]);
        check("50/7200:3600", [Some(50), None, None]);
        check("5400", [None, None, None]);
    }
}
