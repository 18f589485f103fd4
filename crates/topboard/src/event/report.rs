//! Reports on a tournament for the federation and for pairing programs.

use tournament::{
    Standings, Tournament,
    trf::{self, Flavour},
};

/// Returns the report on a tournament in FIDE's format TRF16, with the ranks of the standings as they are now.
pub fn report(tournament: &Tournament) -> String {
    let standings = Standings::now(tournament);
    let ranks = standings.rows.iter().filter_map(|row| Some((row.player, row.rank?))).collect();
    trf::write(tournament, Flavour::Trf16, &ranks)
}
