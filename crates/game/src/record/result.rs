//! Results as an arbiter can enter them: the three of PGN, odd scores, and unplayed games (PL09 8.7, 11.1; RU20 10,
//! 33.1; FIDE 8.7, 10).
//!
//! PGN has four result tokens. A result that they cannot express is written as `*`, with the score in a separate tag.

use shakmaty::{Color, KnownOutcome};
use std::fmt;

/// The points of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Points {
    /// The player has no point.
    None,
    /// The player has half a point.
    Half,
    /// The player has one point.
    One,
}

/// A result, confirmed by a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultEntry {
    /// A game that was played, whatever the score: 0-0 and 0-1/2 exist too.
    Played {
        /// White's points.
        white: Points,
        /// Black's points.
        black: Points,
    },
    /// A game that was not played, with the point for the side that wins by forfeit, or for neither side if nobody
    /// came.
    Forfeit {
        /// Set if White has the point.
        white: bool,
        /// Set if Black has the point.
        black: bool,
    },
}

impl ResultEntry {
    /// Parses `1-0`, `0-1`, `1/2-1/2`, `½-½`, `0-0`, `1/2-0`, `0-1/2`, `+/-`, `-/+`, `-/-`. Returns `None` for any
    /// other text, also for a score of more than one point in total and for a forfeit that both sides win.
    pub fn parse(text: &str) -> Option<ResultEntry> {
        let text = text.trim().replace('½', "1/2").replace(['–', ':'], "-");
        match &*text {
            "+/-" | "+--" => return Some(ResultEntry::Forfeit { white: true, black: false }),
            "-/+" | "--+" => return Some(ResultEntry::Forfeit { white: false, black: true }),
            "-/-" | "---" => return Some(ResultEntry::Forfeit { white: false, black: false }),
            _ => {}
        }
        let (white, black) = text.split_once('-')?;
        let (white, black) = (Points::parse(white)?, Points::parse(black)?);
        let fits = !matches!(
            (white, black),
            (Points::One, Points::Half | Points::One) | (Points::Half, Points::One)
        );
        fits.then_some(ResultEntry::Played { white, black })
    }

    /// Returns the token for PGN's tag Result.
    pub fn pgn(self) -> &'static str {
        match self {
            ResultEntry::Played { white: Points::One, black: Points::None }
            | ResultEntry::Forfeit { white: true, black: false } => "1-0",
            ResultEntry::Played { white: Points::None, black: Points::One }
            | ResultEntry::Forfeit { white: false, black: true } => "0-1",
            ResultEntry::Played { white: Points::Half, black: Points::Half } => "1/2-1/2",
            ResultEntry::Played { .. } | ResultEntry::Forfeit { .. } => "*",
        }
    }

    /// Returns the result as people read it, or `*` if there is none.
    pub fn shown(result: Option<ResultEntry>) -> String {
        result.map_or("*".to_owned(), |entry| entry.to_string())
    }

    /// Returns the points of a side, in halves.
    pub fn halves(self, side: Color) -> u8 {
        match self {
            ResultEntry::Played { white, black } => side.fold_wb(white, black).halves(),
            ResultEntry::Forfeit { white, black } => 2 * u8::from(side.fold_wb(white, black)),
        }
    }

    /// Returns the outcome that PGN's token expresses; `None` for the token `*`.
    pub fn outcome(self) -> Option<KnownOutcome> {
        KnownOutcome::from_ascii(self.pgn().as_bytes()).ok()
    }

    /// Returns whether PGN's Result tag does not express the result completely.
    pub fn is_odd(self) -> bool {
        self.pgn() == "*" || matches!(self, ResultEntry::Forfeit { .. })
    }

    /// Returns the value of PGN's tag Termination if the game did not end by play: the arbiter gave an odd score, or
    /// the game was forfeited. Otherwise returns `None`.
    pub fn termination(self) -> Option<&'static str> {
        match self {
            ResultEntry::Forfeit { .. } => Some("rules infraction"),
            ResultEntry::Played { .. } => self.is_odd().then_some("adjudication"),
        }
    }
}

impl From<KnownOutcome> for ResultEntry {
    fn from(outcome: KnownOutcome) -> ResultEntry {
        match outcome {
            KnownOutcome::Draw => ResultEntry::Played { white: Points::Half, black: Points::Half },
            KnownOutcome::Decisive { winner: Color::White } => {
                ResultEntry::Played { white: Points::One, black: Points::None }
            }
            KnownOutcome::Decisive { winner: Color::Black } => {
                ResultEntry::Played { white: Points::None, black: Points::One }
            }
        }
    }
}

impl Points {
    fn parse(text: &str) -> Option<Points> {
        match text.trim() {
            "0" => Some(Points::None),
            "1/2" => Some(Points::Half),
            "1" => Some(Points::One),
            _ => None,
        }
    }

    fn halves(self) -> u8 {
        match self {
            Points::None => 0,
            Points::Half => 1,
            Points::One => 2,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Points::None => "0",
            Points::Half => "1/2",
            Points::One => "1",
        }
    }
}

impl fmt::Display for ResultEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResultEntry::Played { white, black } => write!(f, "{}-{}", white.name(), black.name()),
            ResultEntry::Forfeit { white, black } => {
                let sign = |has: bool| if has { '+' } else { '-' };
                write!(f, "{}/{}", sign(*white), sign(*black))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ResultEntry;
    use shakmaty::Color;

    #[test]
    fn each_side_has_its_points() {
        for (text, white, black) in
            [("1-0", 2, 0), ("½-0", 1, 0), ("0-1", 0, 2), ("+/-", 2, 0), ("-/-", 0, 0)]
        {
            let entry = ResultEntry::parse(text).unwrap_or_else(|| panic!("{text} is a result"));
            assert_eq!((entry.halves(Color::White), entry.halves(Color::Black)), (white, black), "{text}");
        }
    }

    #[test]
    fn every_result_is_read_written_and_told_to_pgn() {
        for (text, written, pgn, odd) in [
            ("1-0", "1-0", "1-0", false),
            ("0-1", "0-1", "0-1", false),
            ("1/2-1/2", "1/2-1/2", "1/2-1/2", false),
            ("½-½", "1/2-1/2", "1/2-1/2", false),
            (" 0–1 ", "0-1", "0-1", false),
            ("0-0", "0-0", "*", true),
            ("0-1/2", "0-1/2", "*", true),
            ("½-0", "1/2-0", "*", true),
            ("+/-", "+/-", "1-0", true),
            ("-/+", "-/+", "0-1", true),
            ("-/-", "-/-", "*", true),
        ] {
            let entry = ResultEntry::parse(text).unwrap_or_else(|| panic!("{text} is a result"));
            if !odd {
                assert_eq!(entry.outcome().map(ResultEntry::from), Some(entry), "{text}");
            }
            assert_eq!(
                (entry.to_string().as_str(), entry.pgn(), entry.is_odd()),
                (written, pgn, odd),
                "{text}"
            );
        }
        for bad in ["", "*", "1-1", "1-1/2", "2-0", "+/+", "draw", "1"] {
            assert_eq!(ResultEntry::parse(bad), None, "{bad}");
        }
    }
}
