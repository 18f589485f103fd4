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

impl Edition {
    /// Reads the name used in configuration and sensor logs: `pl09`, `ru20` or `fide23`.
    pub fn parse(name: &str) -> Option<Edition> {
        match name {
            "pl09" => Some(Edition::Pl09),
            "ru20" => Some(Edition::Ru20),
            "fide23" => Some(Edition::Fide23),
            _ => None,
        }
    }

    /// The name [`Edition::parse`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Edition::Pl09 => "pl09",
            Edition::Ru20 => "ru20",
            Edition::Fide23 => "fide23",
        }
    }

    /// Whether a player's own next move completes the one he did not press after (6.2.1.2). The edition of 2009 has
    /// no such rule.
    pub fn next_move_completes(self) -> bool {
        match self {
            Edition::Pl09 => false,
            Edition::Ru20 | Edition::Fide23 => true,
        }
    }
}

impl Discipline {
    /// Reads the name used in configuration and sensor logs: `standard`, `rapid` or `blitz`.
    pub fn parse(name: &str) -> Option<Discipline> {
        match name {
            "standard" => Some(Discipline::Standard),
            "rapid" => Some(Discipline::Rapid),
            "blitz" => Some(Discipline::Blitz),
            _ => None,
        }
    }

    /// The name [`Discipline::parse`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Discipline::Standard => "standard",
            Discipline::Rapid => "rapid",
            Discipline::Blitz => "blitz",
        }
    }
}
