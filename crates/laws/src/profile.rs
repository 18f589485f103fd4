//! The rules an event is played under; one profile an event, never mixed (laws.md, B.0).

/// Which text of the Laws.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Edition {
    /// FIDE Laws of 2009 (Polish).
    Pl09,
    /// Rules of the sport, Russian Ministry of Sport, 2020.
    Ru20,
    /// FIDE Laws in force since 2023.
    #[default]
    Fide23,
}

/// Which kind of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Discipline {
    /// An hour or more for each player.
    #[default]
    Standard,
    /// Rapid.
    Rapid,
    /// Blitz.
    Blitz,
}

/// Edition, discipline and supervision.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Profile {
    /// Which text.
    pub edition: Edition,
    /// Which kind of play.
    pub discipline: Discipline,
    /// Enough arbiters that the standard rules apply to rapid or blitz (A.4, B.2).
    pub supervised: bool,
}
