//! Players as they are entered in a tournament.

use crate::RoundNo;
use game::Player;

/// A player in a tournament.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Entrant {
    /// The name, title, rating, identity number, team and federation.
    pub player: Player,
    /// The sex, which some prizes and titles depend on; `None` if no list says it.
    pub sex: Option<Sex>,
    /// The date of birth as the list writes it: `1999`, `1999/05/17` or `1999.05.17`; empty if unknown.
    pub born: String,
    /// The last round before the player withdrew; 0 for a player who withdrew before the first round, `None` for a
    /// player who is still in the tournament.
    pub withdrawn_after: Option<RoundNo>,
}

/// The sex of a player as lists of FIDE give it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sex {
    /// `m`
    Male,
    /// `w`, in some lists `f`
    Female,
}

impl Sex {
    /// Returns the letter used in commands and journals.
    pub fn letter(self) -> char {
        match self {
            Sex::Male => 'm',
            Sex::Female => 'w',
        }
    }
}

impl Entrant {
    /// Creates an entrant of whom only the name is known.
    pub fn named(name: &str) -> Entrant {
        Entrant { player: Player { name: name.to_owned(), ..Player::default() }, ..Entrant::default() }
    }
}
