//! The rules under which an event is played. An event has one profile, and editions are never mixed.
//!
//! A profile consists of an edition, a discipline, whether there are enough arbiters, and the organiser's settings for
//! points on which the edition leaves a choice. All [`parameters`] follow from the profile.

mod by_edition;
pub mod draughts;
mod notes;
pub mod parameters;
mod settings;

pub use draughts::Draughts;
pub use parameters::{Given, Parameters};
pub use settings::{BadSetting, Settings};

use crate::RuleId;

/// An edition: a text of the Laws (docs/laws-sources.md, "Editions").
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Edition {
    /// The FIDE Laws of 2009 (Polish).
    Pl09,
    /// The rules of the sport, Russian Ministry of Sport, 2020.
    Ru20,
    /// The FIDE Laws in force since 2023.
    #[default]
    Fide23,
}

/// A discipline: the pace of play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Discipline {
    /// Standard play: an hour or more for each player.
    #[default]
    Standard,
    /// Rapid play.
    Rapid,
    /// Blitz play.
    Blitz,
}

/// The profile of an event: edition, discipline and supervision, with the organiser's settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Profile {
    /// The edition of the Laws.
    pub edition: Edition,
    /// The discipline of the event.
    pub discipline: Discipline,
    /// Set if there are enough arbiters for the standard rules to apply to rapid or blitz (A.4, B.2).
    pub supervised: bool,
    /// The kind of draughts; `None` for chess. The rules of draughts replace the edition.
    pub draughts: Option<Draughts>,
    /// The organiser's settings.
    pub settings: Settings,
}

impl Profile {
    /// Creates a profile without any settings of the organiser.
    pub fn new(edition: Edition, discipline: Discipline, supervised: bool) -> Profile {
        Profile { edition, discipline, supervised, draughts: None, settings: Settings::default() }
    }

    /// Returns the time, in milliseconds, that a piece has to rest on a square before it may count as released. No
    /// sensor sees the hand let go.
    pub fn dwell_ms(&self) -> u64 {
        u64::from(self.settings.dwell_ms.unwrap_or(settings::DWELL_MS))
    }

    /// Returns whether the competition rules of standard play apply: in standard play, and in rapid and blitz with
    /// enough arbiters (PL09 A.3, B.2; RU20 13.3, 14.3; FIDE A.4, B.2).
    pub fn standard_rules(&self) -> bool {
        self.supervised || self.discipline == Discipline::Standard
    }

    /// Returns the tag of the edition, which is put before the articles cited.
    pub fn tag(&self) -> &'static str {
        if self.draughts.is_some() { "WARC" } else { self.edition.tag() }
    }

    /// Returns the articles of a rule, without the tag; empty if the edition has no such rule.
    pub(crate) fn articles(&self, rule: RuleId) -> &'static [&'static str] {
        let page = rule.page();
        if self.draughts.is_some() { page.warc } else { page.articles(self.edition) }
    }

    /// Returns an article as it is cited: `RU20 7.5.1`.
    pub fn cite(&self, article: &str) -> String {
        format!("{} {article}", self.tag())
    }
}

impl Edition {
    /// Every edition.
    pub const ALL: [Edition; 3] = [Edition::Pl09, Edition::Ru20, Edition::Fide23];

    /// Returns the tag of the edition, which is put before the articles cited.
    pub fn tag(self) -> &'static str {
        match self {
            Edition::Pl09 => "PL09",
            Edition::Ru20 => "RU20",
            Edition::Fide23 => "F23",
        }
    }

    /// Parses the name used in configuration and sensor logs: `pl09`, `ru20` or `fide23`. `None` for any other name.
    pub fn parse(name: &str) -> Option<Edition> {
        match name {
            "pl09" => Some(Edition::Pl09),
            "ru20" => Some(Edition::Ru20),
            "fide23" => Some(Edition::Fide23),
            _ => None,
        }
    }

    /// Returns the name that [`Edition::parse`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Edition::Pl09 => "pl09",
            Edition::Ru20 => "ru20",
            Edition::Fide23 => "fide23",
        }
    }

    /// Returns whether a player's next move completes a move after which they did not press (6.2.1.2). The edition of
    /// 2009 has no such rule.
    pub fn next_move_completes(self) -> bool {
        match self {
            Edition::Pl09 => false,
            Edition::Ru20 | Edition::Fide23 => true,
        }
    }
}

impl Discipline {
    /// Parses the name used in configuration and sensor logs: `standard`, `rapid` or `blitz`. `None` for any other
    /// name.
    pub fn parse(name: &str) -> Option<Discipline> {
        match name {
            "standard" => Some(Discipline::Standard),
            "rapid" => Some(Discipline::Rapid),
            "blitz" => Some(Discipline::Blitz),
            _ => None,
        }
    }

    /// Returns the name that [`Discipline::parse`] reads.
    pub fn name(self) -> &'static str {
        match self {
            Discipline::Standard => "standard",
            Discipline::Rapid => "rapid",
            Discipline::Blitz => "blitz",
        }
    }
}
