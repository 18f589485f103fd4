//! The rules an event is played under; one profile an event, never mixed.
//!
//! A profile is an edition, a discipline, whether there are arbiters enough, and what the organiser settled where the
//! edition leaves it to him. Everything else follows from it: [`parameters`].

mod by_edition;
pub mod draughts;
mod notes;
pub mod parameters;
mod settings;

pub use draughts::Draughts;
pub use parameters::{Given, Parameters};
pub use settings::{BadSetting, Settings};

/// Which text of the Laws: docs/laws-sources.md, "Editions".
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

/// Edition, discipline and supervision, and what the organiser settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Profile {
    /// Which text.
    pub edition: Edition,
    /// Which kind of play.
    pub discipline: Discipline,
    /// Enough arbiters that the standard rules apply to rapid or blitz (A.4, B.2).
    pub supervised: bool,
    /// Draughts is played, and its own rules apply instead of the edition; chess otherwise.
    pub draughts: Option<Draughts>,
    /// What the organiser settled.
    pub settings: Settings,
}

impl Profile {
    /// These rules, with nothing settled by the organiser.
    pub fn new(edition: Edition, discipline: Discipline, supervised: bool) -> Profile {
        Profile { edition, discipline, supervised, draughts: None, settings: Settings::default() }
    }

    /// A piece that rested longer than this may have been released: no sensor sees the hand leave it.
    pub fn dwell_ms(&self) -> u64 {
        u64::from(self.settings.dwell_ms.unwrap_or(settings::DWELL_MS))
    }

    /// Whether the competition rules of standard play apply: in standard play, and in rapid and blitz with arbiters
    /// enough (PL09 A.3, B.2; RU20 13.3, 14.3; FIDE A.4, B.2).
    pub fn standard_rules(&self) -> bool {
        self.supervised || self.discipline == Discipline::Standard
    }

    /// The tag articles are cited with.
    pub fn tag(&self) -> &'static str {
        if self.draughts.is_some() { "WARC" } else { self.edition.tag() }
    }

    /// An article as it is cited: `RU20 7.5.1`.
    pub fn cite(&self, article: &str) -> String {
        format!("{} {article}", self.tag())
    }
}

impl Edition {
    /// Every edition.
    pub const ALL: [Edition; 3] = [Edition::Pl09, Edition::Ru20, Edition::Fide23];

    /// The tag articles are cited with.
    pub fn tag(self) -> &'static str {
        match self {
            Edition::Pl09 => "PL09",
            Edition::Ru20 => "RU20",
            Edition::Fide23 => "F23",
        }
    }

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
