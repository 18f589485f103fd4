//! One player as a rating list has them.

use crate::Sex;

/// An entry of a rating list. A text is empty, and a number `None`, where the list says nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ListEntry {
    /// The FIDE identity number; never 0.
    pub fide_id: u32,
    /// The name as the list writes it, usually `Surname, Given`.
    pub name: String,
    /// The federation's three letters.
    pub federation: String,
    /// The sex.
    pub sex: Option<Sex>,
    /// The title: `GM`, `WFM` …
    pub title: String,
    /// The ratings.
    pub ratings: Ratings,
    /// The year of birth.
    pub born: Option<u16>,
    /// True for a player whom the list calls inactive.
    pub is_inactive: bool,
}

/// The ratings of a player; `None` for a kind in which the player is unrated, or which the list does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ratings {
    /// The rating in standard chess.
    pub standard: Option<u16>,
    /// The rating in rapid chess.
    pub rapid: Option<u16>,
    /// The rating in blitz.
    pub blitz: Option<u16>,
}

/// The kinds of ratings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RatingKind {
    /// Standard chess.
    #[default]
    Standard,
    /// Rapid chess.
    Rapid,
    /// Blitz.
    Blitz,
}

impl RatingKind {
    /// All kinds.
    pub const ALL: [RatingKind; 3] = [RatingKind::Standard, RatingKind::Rapid, RatingKind::Blitz];

    /// Returns the name used in commands and journals.
    pub fn name(self) -> &'static str {
        match self {
            RatingKind::Standard => "standard",
            RatingKind::Rapid => "rapid",
            RatingKind::Blitz => "blitz",
        }
    }

    /// Returns the kind of this name.
    pub fn parse(name: &str) -> Option<RatingKind> {
        RatingKind::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

impl Ratings {
    /// Returns the rating of this kind.
    pub fn of(self, kind: RatingKind) -> Option<u16> {
        match kind {
            RatingKind::Standard => self.standard,
            RatingKind::Rapid => self.rapid,
            RatingKind::Blitz => self.blitz,
        }
    }

    /// Sets the rating of this kind.
    pub(super) fn set(&mut self, kind: RatingKind, rating: Option<u16>) {
        match kind {
            RatingKind::Standard => self.standard = rating,
            RatingKind::Rapid => self.rapid = rating,
            RatingKind::Blitz => self.blitz = rating,
        }
    }
}

impl ListEntry {
    /// Makes the entry empty and keeps its memory: a list has a million of them.
    pub(super) fn clear(&mut self) {
        self.fide_id = 0;
        self.name.clear();
        self.federation.clear();
        self.sex = None;
        self.title.clear();
        self.ratings = Ratings::default();
        self.born = None;
        self.is_inactive = false;
    }

    /// Reads the flags: `i` for inactive, `w` for a woman, `wi` for both.
    pub(super) fn set_flag(&mut self, flag: &str) {
        self.is_inactive = flag.contains(['i', 'I']);
        if self.sex.is_none() && flag.contains(['w', 'W']) {
            self.sex = Some(Sex::Female);
        }
    }
}

/// Reads a sex.
pub(super) fn sex(text: &str) -> Option<Sex> {
    match text {
        "M" | "m" => Some(Sex::Male),
        "F" | "f" | "W" | "w" => Some(Sex::Female),
        _ => None,
    }
}

/// Returns a title as it is written today. Lists up to 2012 wrote small letters: `g`, `wm`.
pub(super) fn title(text: &str) -> &str {
    match text {
        "g" => "GM",
        "m" => "IM",
        "f" => "FM",
        "c" => "CM",
        "wg" => "WGM",
        "wm" => "WIM",
        "wf" => "WFM",
        "wc" => "WCM",
        other => other,
    }
}

/// Reads a rating; lists write 0 or nothing for none.
pub(super) fn rating(text: &str) -> Option<u16> {
    text.parse().ok().filter(|rating| *rating > 0)
}

/// Reads a year of birth from the beginning of a date such as `1999` or `1999/05/17`; lists write 0 for unknown.
pub(super) fn year(text: &str) -> Option<u16> {
    let digits = text.get(..4)?;
    digits.parse().ok().filter(|year| (1850..=2200).contains(year))
}
