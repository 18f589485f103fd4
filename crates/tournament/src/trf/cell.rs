//! One round in the line of a player: the opponent, the colour and the result.

use crate::{PlayerNo, Unpaired};
use game::ResultEntry;
use game::result::Points;
use shakmaty::{ByColor, Color};

/// What a player did in a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    /// The line says nothing of the round.
    Blank,
    /// The player had no game.
    Bye(Unpaired),
    /// The player had an opponent.
    Game(Meeting),
}

/// A game, as the line of one of the players gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Meeting {
    pub(super) opponent: PlayerNo,
    /// The player's colour; `None` if the line does not say it.
    pub(super) color: Option<Color>,
    /// The result; `None` for a game that is still played.
    pub(super) mark: Option<Mark>,
}

/// The result of one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// A game that was played and is rated.
    Rated(Points),
    /// A game that was played and is not rated.
    Unrated(Points),
    /// A game that was not played; `true` for the player who has the point.
    Forfeit(bool),
}

/// Why a cell cannot be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Odd {
    Opponent(String),
    Result(String),
}

impl Mark {
    fn parse(letter: char) -> Option<Mark> {
        Some(match letter.to_ascii_uppercase() {
            '1' => Mark::Rated(Points::One),
            '=' => Mark::Rated(Points::Half),
            '0' => Mark::Rated(Points::None),
            'W' => Mark::Unrated(Points::One),
            'D' => Mark::Unrated(Points::Half),
            'L' => Mark::Unrated(Points::None),
            '+' => Mark::Forfeit(true),
            '-' => Mark::Forfeit(false),
            _ => return None,
        })
    }

    fn letter(self) -> char {
        match self {
            Mark::Rated(Points::One) => '1',
            Mark::Rated(Points::Half) => '=',
            Mark::Rated(Points::None) => '0',
            Mark::Unrated(Points::One) => 'W',
            Mark::Unrated(Points::Half) => 'D',
            Mark::Unrated(Points::None) => 'L',
            Mark::Forfeit(true) => '+',
            Mark::Forfeit(false) => '-',
        }
    }

    /// Returns the mark of a side for a result.
    pub(super) fn of(result: ResultEntry, unrated: bool, color: Color) -> Mark {
        match result {
            ResultEntry::Forfeit { white, black } => Mark::Forfeit(color.fold_wb(white, black)),
            ResultEntry::Played { white, black } => {
                let points = color.fold_wb(white, black);
                if unrated { Mark::Unrated(points) } else { Mark::Rated(points) }
            }
        }
    }

    /// Puts the marks of both sides together: the result, and whether it is not rated. `None` if they contradict each
    /// other.
    pub(super) fn joined(marks: ByColor<Mark>) -> Option<(ResultEntry, bool)> {
        let (result, unrated) = match (marks.white, marks.black) {
            (Mark::Forfeit(white), Mark::Forfeit(black)) => {
                return (!(white && black)).then_some((ResultEntry::Forfeit { white, black }, false));
            }
            (Mark::Rated(white), Mark::Rated(black)) => (ResultEntry::Played { white, black }, false),
            (Mark::Unrated(white), Mark::Unrated(black)) => (ResultEntry::Played { white, black }, true),
            _ => return None,
        };
        // Only scores of at most one point in all can be.
        ResultEntry::parse(&result.to_string()).map(|result| (result, unrated))
    }

    fn halves(self) -> u16 {
        match self {
            Mark::Rated(Points::One) | Mark::Unrated(Points::One) | Mark::Forfeit(true) => 2,
            Mark::Rated(Points::Half) | Mark::Unrated(Points::Half) => 1,
            Mark::Rated(Points::None) | Mark::Unrated(Points::None) | Mark::Forfeit(false) => 0,
        }
    }
}

impl Cell {
    /// Reads four columns of the opponent, one of the colour and one of the result.
    pub(super) fn parse(opponent: &str, color: char, result: char) -> Result<Cell, Odd> {
        let number = match opponent {
            "" => 0,
            text => text.parse().map_err(|_| Odd::Opponent(text.to_owned()))?,
        };
        let color = match color.to_ascii_lowercase() {
            'w' => Some(Color::White),
            'b' => Some(Color::Black),
            '-' | ' ' => None,
            odd => return Err(Odd::Result(odd.to_string())),
        };
        if number > 0 {
            let mark = if result == ' ' {
                None
            } else {
                Some(Mark::parse(result).ok_or(Odd::Result(result.to_string()))?)
            };
            return Ok(Cell::Game(Meeting { opponent: number, color, mark }));
        }
        if opponent.is_empty() && color.is_none() && result == ' ' {
            return Ok(Cell::Blank);
        }
        Ok(Cell::Bye(match result.to_ascii_uppercase() {
            'U' => Unpaired::PairingBye,
            'H' => Unpaired::HalfBye,
            'F' => Unpaired::FullBye,
            'Z' | ' ' => Unpaired::ZeroBye,
            // Older programs write the points of a bye as the result of a game.
            other => match Mark::parse(other).ok_or(Odd::Result(other.to_string()))?.halves() {
                2 => Unpaired::FullBye,
                1 => Unpaired::HalfBye,
                _ => Unpaired::ZeroBye,
            },
        }))
    }

    /// Returns the points, in halves.
    pub(super) fn halves(self) -> u16 {
        match self {
            Cell::Blank => 0,
            Cell::Bye(reason) => reason.halves(),
            Cell::Game(meeting) => meeting.mark.map_or(0, Mark::halves),
        }
    }

    /// Writes the eight columns of the round.
    pub(super) fn written(self) -> String {
        match self {
            Cell::Blank => "        ".to_owned(),
            Cell::Bye(reason) => {
                let letter = match reason {
                    Unpaired::PairingBye => 'U',
                    Unpaired::FullBye => 'F',
                    Unpaired::HalfBye => 'H',
                    Unpaired::ZeroBye => 'Z',
                };
                format!("0000 - {letter}")
            }
            Cell::Game(Meeting { opponent, color, mark }) => {
                let color = color.map_or('-', |color| color.fold_wb('w', 'b'));
                format!("{opponent:>4} {color} {}", mark.map_or(' ', Mark::letter))
            }
        }
    }
}
