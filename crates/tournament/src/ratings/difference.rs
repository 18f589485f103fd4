//! What a list changes about a player, as values.

use super::{Entry, RatingKind};
use crate::{Entrant, PlayerNo, Sex};

/// A change of one player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The number of the player.
    pub player: PlayerNo,
    /// What changes.
    pub difference: Difference,
}

/// A field, its value before and its value after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Difference {
    /// The FIDE identity number.
    FideId {
        /// The number before; `None` if there was none.
        before: Option<u32>,
        /// The number in the list.
        after: u32,
    },
    /// The title.
    Title {
        /// The title before; empty if there was none.
        before: String,
        /// The title in the list.
        after: String,
    },
    /// The federation.
    Federation {
        /// The federation before; empty if it was unknown.
        before: String,
        /// The federation in the list.
        after: String,
    },
    /// The rating.
    Rating {
        /// The rating before; `None` if there was none.
        before: Option<u16>,
        /// The rating in the list.
        after: u16,
    },
    /// The sex, which was unknown.
    Sex {
        /// The sex in the list.
        after: Sex,
    },
    /// The year of birth, which was unknown.
    Born {
        /// The year in the list.
        after: u16,
    },
}

impl Difference {
    /// Returns the name of the field.
    pub fn field(&self) -> &'static str {
        match self {
            Difference::FideId { .. } => "fide-id",
            Difference::Title { .. } => "title",
            Difference::Federation { .. } => "federation",
            Difference::Rating { .. } => "rating",
            Difference::Sex { .. } => "sex",
            Difference::Born { .. } => "born",
        }
    }

    /// Makes the change.
    pub fn apply(&self, entrant: &mut Entrant) {
        match self {
            Difference::FideId { after, .. } => entrant.player.fide_id = Some(*after),
            Difference::Title { after, .. } => entrant.player.title.clone_from(after),
            Difference::Federation { after, .. } => entrant.player.federation.clone_from(after),
            Difference::Rating { after, .. } => entrant.player.elo = Some(*after),
            Difference::Sex { after } => entrant.sex = Some(*after),
            Difference::Born { after } => entrant.born = after.to_string(),
        }
    }

    /// Returns the differences between an entrant and their entry. What the list leaves empty stays as it is: a title or
    /// a rating may be national. Sex and year of birth are only filled in.
    pub(super) fn between(entrant: &Entrant, entry: &Entry, counts: RatingKind) -> Vec<Difference> {
        let player = &entrant.player;
        let mut differences = Vec::new();
        if player.fide_id != Some(entry.fide_id) {
            differences.push(Difference::FideId { before: player.fide_id, after: entry.fide_id });
        }
        if !entry.title.is_empty() && player.title != entry.title {
            differences.push(Difference::Title { before: player.title.clone(), after: entry.title.clone() });
        }
        if !entry.federation.is_empty() && player.federation != entry.federation {
            let (before, after) = (player.federation.clone(), entry.federation.clone());
            differences.push(Difference::Federation { before, after });
        }
        if let Some(after) = entry.ratings.of(counts).filter(|rating| player.elo != Some(*rating)) {
            differences.push(Difference::Rating { before: player.elo, after });
        }
        if let (None, Some(after)) = (entrant.sex, entry.sex) {
            differences.push(Difference::Sex { after });
        }
        if let (true, Some(after)) = (entrant.born.is_empty(), entry.born) {
            differences.push(Difference::Born { after });
        }
        differences
    }
}
