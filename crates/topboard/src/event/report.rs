//! Reports on a tournament for the federation and for pairing programs.

use tournament::{
    Event, Standings, Tournament,
    trf::{self, Flavour},
};

/// Returns the report on the tournament with this key in FIDE's format TRF16, with the ranks of the standings as they
/// are now; `None` if there is no such tournament. What the tournament does not say of itself, the event says.
pub fn report(event: &Event, key: &str) -> Option<String> {
    let tournament = event.tournaments.get(key)?;
    let or = |said: &String, event: &String| if said.is_empty() { event.clone() } else { said.clone() };
    let tournament = Tournament {
        name: or(&tournament.name, &event.name),
        city: or(&tournament.city, &event.site),
        ..tournament.clone()
    };
    let standings = Standings::now(&tournament);
    let ranks = standings.rows.iter().filter_map(|row| Some((row.player, row.rank?))).collect();
    Some(trf::write(&tournament, Flavour::Trf16, &ranks))
}
