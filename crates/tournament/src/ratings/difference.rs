//! What a list changes about a player, as values.

use super::{ListEntry, RatingKind};
use crate::{DetailsJson, Entrant, PlayerNo, Sex};

/// A change of one player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The number of the player.
    pub player: PlayerNo,
    /// What changes.
    pub difference: FieldChange,
}

/// A field, its value before and its value after.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FieldChange {
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

impl FieldChange {
    /// Returns the name of the field.
    pub fn field(&self) -> &'static str {
        match self {
            FieldChange::FideId { .. } => "fide-id",
            FieldChange::Title { .. } => "title",
            FieldChange::Federation { .. } => "federation",
            FieldChange::Rating { .. } => "rating",
            FieldChange::Sex { .. } => "sex",
            FieldChange::Born { .. } => "born",
        }
    }

    /// Notes the change among what becomes known of a player.
    pub fn note(&self, details: &mut DetailsJson) {
        match self {
            FieldChange::FideId { after, .. } => details.fide_id = Some(*after),
            FieldChange::Title { after, .. } => details.title = Some(after.clone()),
            FieldChange::Federation { after, .. } => details.federation = Some(after.clone()),
            FieldChange::Rating { after, .. } => details.elo = Some(*after),
            FieldChange::Sex { after } => details.sex = Some(after.letter()),
            FieldChange::Born { after } => details.born = Some(after.to_string()),
        }
    }

    /// Makes the change.
    pub fn apply(&self, entrant: &mut Entrant) {
        match self {
            FieldChange::FideId { after, .. } => entrant.player.fide_id = Some(*after),
            FieldChange::Title { after, .. } => entrant.player.title.clone_from(after),
            FieldChange::Federation { after, .. } => entrant.player.federation.clone_from(after),
            FieldChange::Rating { after, .. } => entrant.player.elo = Some(*after),
            FieldChange::Sex { after } => entrant.sex = Some(*after),
            FieldChange::Born { after } => entrant.born = after.to_string(),
        }
    }

    /// Returns the differences between an entrant and their entry. What the list leaves empty stays as it is: a title or
    /// a rating may be national. Sex and year of birth are only filled in.
    pub fn between(entrant: &Entrant, entry: &ListEntry, counts: RatingKind) -> Vec<FieldChange> {
        let player = &entrant.player;
        let mut differences = Vec::new();
        if player.fide_id != Some(entry.fide_id) {
            differences.push(FieldChange::FideId { before: player.fide_id, after: entry.fide_id });
        }
        if !entry.title.is_empty() && player.title != entry.title {
            differences.push(FieldChange::Title { before: player.title.clone(), after: entry.title.clone() });
        }
        if !entry.federation.is_empty() && player.federation != entry.federation {
            let (before, after) = (player.federation.clone(), entry.federation.clone());
            differences.push(FieldChange::Federation { before, after });
        }
        if let Some(after) = entry.ratings.of(counts).filter(|rating| player.elo != Some(*rating)) {
            differences.push(FieldChange::Rating { before: player.elo, after });
        }
        if let (None, Some(after)) = (entrant.sex, entry.sex) {
            differences.push(FieldChange::Sex { after });
        }
        if let (true, Some(after)) = (entrant.born.is_empty(), entry.born) {
            differences.push(FieldChange::Born { after });
        }
        differences
    }
}
