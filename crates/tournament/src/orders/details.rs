//! What becomes known of a player: the parts that a rating list has.

use super::{
    json::DetailsJson,
    order::{name, sex_of, some_name},
};
use crate::{Entrant, Refusal, Sex};

/// What becomes known of a player. `None` leaves a part as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Details {
    /// The name that the player has: it says who was meant.
    pub(super) name: String,
    title: Option<String>,
    elo: Option<u16>,
    fide_id: Option<u32>,
    federation: Option<String>,
    sex: Option<Sex>,
    born: Option<String>,
}

impl Details {
    pub(super) fn read(written: &DetailsJson) -> Result<Details, Refusal> {
        Ok(Details {
            name: name(&written.name)?,
            title: some_name(&written.title)?,
            elo: written.elo,
            fide_id: written.fide_id,
            federation: some_name(&written.federation)?,
            sex: sex_of(written.sex)?,
            born: some_name(&written.born)?,
        })
    }

    /// Enters what becomes known.
    pub(super) fn enter(&self, entrant: &mut Entrant) {
        let player = &mut entrant.player;
        fill(&mut player.title, &self.title);
        fill(&mut player.federation, &self.federation);
        fill(&mut entrant.born, &self.born);
        player.elo = self.elo.or(player.elo);
        player.fide_id = self.fide_id.or(player.fide_id);
        entrant.sex = self.sex.or(entrant.sex);
    }
}

fn fill(text: &mut String, known: &Option<String>) {
    if let Some(known) = known {
        text.clone_from(known);
    }
}
