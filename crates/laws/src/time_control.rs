//! PGN's TimeControl, and the discipline that follows from it.
//!
//! ```text
//! control = "?" | "-" | period *( ":" period )        40/5400+30:1800+30
//! period  = [ moves "/" ] seconds [ kind seconds ]     seconds may be a product: 90*60+30
//! kind    = "+" | "d" | "b"                            added for each move; delay; Bronstein: 5400d10, 5400b10
//! ```
//! The product, the delay and Bronstein are our extensions of PGN, which organisers need. PGN's hourglass (`*180`) is
//! not supported; the error message says so.

pub mod model;

use crate::{Discipline, Edition};

/// A time control: the periods of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimeControl {
    /// The periods in order; there is at least one.
    pub periods: Vec<Period>,
}

/// A period of the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Period {
    /// The number of moves in the period; `None` means all remaining moves.
    pub moves: Option<u32>,
    /// The time for the period, in seconds.
    pub base_s: u32,
    /// The time given for each move, in seconds.
    pub increment_s: u32,
    /// The way in which the time for each move is given.
    pub mode: Mode,
}

/// The way in which the time for each move is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Mode {
    /// The time is added at each press and kept if unused (cumulative, Fischer).
    #[default]
    Cumulative,
    /// The delay passes at the start of each turn before the time runs; the unused part is lost (PL09 6.2(b), RU20
    /// 6.3.2).
    Delay,
    /// At each press the time used in the turn is given back, but at most the time for each move.
    Bronstein,
}

impl TimeControl {
    /// Parses a time control. `Ok(None)` means that there is no time control or that it is unknown; `Err` says what is
    /// wrong.
    pub fn parse(text: &str) -> Result<Option<TimeControl>, String> {
        let text = text.trim();
        if matches!(text, "" | "?" | "-") {
            return Ok(None);
        }
        if text.split(':').any(|period| period.trim().starts_with('*')) {
            return Err(format!(
                "{text:?} is an hourglass, which is not supported: write a control like 90*60+30"
            ));
        }
        let periods = text.split(':').map(Period::parse).collect::<Option<Vec<_>>>().ok_or_else(|| {
            format!(
                "{text:?} is not a time control: write it like 90*60+30 or 40/5400+30:1800+30, in seconds"
            )
        })?;
        Ok(Some(TimeControl { periods }))
    }

    /// Returns the time that each press adds, in milliseconds; 0 if presses add nothing, or if the periods differ.
    pub fn increment_ms(&self) -> u32 {
        let first = self.periods[0];
        let same =
            |period: &Period| period.mode == Mode::Cumulative && period.increment_s == first.increment_s;
        if self.periods.iter().all(same) { first.increment_s.saturating_mul(1_000) } else { 0 }
    }

    /// Returns the number of moves to be completed by the end of each period except the last, counted from the first
    /// move.
    pub fn required(&self) -> impl Iterator<Item = u32> {
        self.periods.iter().map_while(|period| period.moves).scan(0u32, |sum, moves| {
            *sum = sum.saturating_add(moves);
            Some(*sum)
        })
    }

    /// Returns the discipline (docs/laws-sources.md, "Class of play"). The discipline depends on T: the minutes for the
    /// game plus the seconds added for each move, because sixty moves are assumed. Several periods are always standard
    /// play, since rapid and blitz have all moves in one period.
    pub fn discipline(&self, edition: Edition) -> Discipline {
        let [period] = self.periods[..] else {
            return Discipline::Standard;
        };
        if period.moves.is_some() {
            return Discipline::Standard;
        }
        // The sum T is computed in seconds, that is T times sixty, so that odd seconds are not lost.
        let t_s = u64::from(period.base_s) + 60 * u64::from(period.increment_s);
        let blitz = match edition {
            Edition::Pl09 => t_s < 15 * 60,
            Edition::Ru20 | Edition::Fide23 => t_s <= 10 * 60,
        };
        if t_s >= 60 * 60 {
            Discipline::Standard
        } else if blitz {
            Discipline::Blitz
        } else {
            Discipline::Rapid
        }
    }
}

impl Period {
    fn parse(text: &str) -> Option<Period> {
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(number(moves)?), rest),
            None => (None, text),
        };
        let kind = rest.find(|sign: char| !sign.is_ascii_digit() && sign != '*');
        let (base, increment, mode) = match kind.map(|at| (&rest[..at], &rest[at..])) {
            None => (rest, 0, Mode::Cumulative),
            Some((base, kind)) => {
                let modes = [('+', Mode::Cumulative), ('d', Mode::Delay), ('b', Mode::Bronstein)];
                let found = modes.into_iter().find_map(|(sign, mode)| Some((kind.strip_prefix(sign)?, mode)));
                let (increment, mode) = found?;
                (base, number(increment)?, mode)
            }
        };
        let base_s =
            base.split('*').map(number).try_fold(1u32, |product, factor| product.checked_mul(factor?))?;
        Some(Period { moves, base_s, increment_s: increment, mode })
    }
}

fn number(text: &str) -> Option<u32> {
    // The digits are checked because `u32::from_str` would accept a sign.
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::{Mode, Period, TimeControl};
    use crate::{Discipline, Edition};

    #[test]
    fn both_ways_of_writing_are_read() {
        let period =
            |moves, base_s, increment_s| Period { moves, base_s, increment_s, mode: Mode::Cumulative };
        let check = |text: &str, periods: &[Period]| {
            let control = TimeControl::parse(text).expect("it is a time control").expect("it is known");
            assert_eq!(control.periods, periods, "{text}");
        };
        check("300", &[period(None, 300, 0)]);
        check("90*60+30", &[period(None, 5400, 30)]);
        check("40/5400+30:1800+30", &[period(Some(40), 5400, 30), period(None, 1800, 30)]);
        check("40/90*60+30:30*60+30", &[period(Some(40), 5400, 30), period(None, 1800, 30)]);
        check("5400d10", &[Period { mode: Mode::Delay, ..period(None, 5400, 10) }]);
        check("40/90*60b5", &[Period { mode: Mode::Bronstein, ..period(Some(40), 5400, 5) }]);
        let hourglass = TimeControl::parse("*180").expect_err("it is not supported");
        assert!(hourglass.contains("hourglass"), "{hourglass}");
        assert_eq!(TimeControl::parse("?"), Ok(None));
        assert_eq!(TimeControl::parse("-"), Ok(None));
        for bad in [
            "90 min",
            "+30",
            "5400+",
            "40/",
            "*180",
            "1+2+3",
            "90x5",
            "90d",
            "90d5+5",
            "-5",
            "99999*99999",
            "5400:",
        ] {
            assert!(TimeControl::parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_class_of_play_at_its_borders() {
        use Discipline::{Blitz, Rapid, Standard};
        for (text, pl09, later) in [
            ("15*60", Rapid, Rapid),
            ("12*60", Blitz, Rapid),
            ("10*60", Blitz, Blitz),
            ("10*60+5", Rapid, Rapid),
            ("5*60+5", Blitz, Blitz),
            ("5*60+6", Blitz, Rapid),
            ("3*60+2", Blitz, Blitz),
            ("45*60+15", Standard, Standard),
            ("50*60+10", Standard, Standard),
            ("60*60", Standard, Standard),
            ("45*60+14", Rapid, Rapid),
            ("59*60", Rapid, Rapid),
            ("40/90*60:30*60+30", Standard, Standard),
        ] {
            let control = TimeControl::parse(text).expect("it is a time control").expect("it is known");
            assert_eq!(control.discipline(Edition::Pl09), pl09, "{text}");
            assert_eq!(control.discipline(Edition::Ru20), later, "{text}");
            assert_eq!(control.discipline(Edition::Fide23), later, "{text}");
        }
    }
}
