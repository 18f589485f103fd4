//! The bulletin of rounds that have not begun.

use crate::bulletin::{Bulletin, BulletinSources, Seat};
use relay::{EventView, rounds::PublicRounds};
use tournament::{Event, RoundNo, RoundState, Tournament};

/// Returns the bulletin that everybody would get if the next rounds opened now: of each tournament the round that is open, or
/// else the one that begins next; or only the round that is named.
pub fn plan(event: &Event, hall: &EventView, seats: &[Seat], named: Option<(&str, RoundNo)>) -> Bulletin {
    let mut event = event.clone();
    if let Some((key, _)) = named {
        event.tournaments.retain(|known, _| known == key);
    }
    for tournament in event.tournaments.values_mut() {
        let chosen = named.map(|(_, round)| round).or_else(|| chosen(tournament));
        for (number, round) in &mut tournament.rounds {
            round.state = if Some(*number) == chosen { RoundState::Open } else { RoundState::Planned };
        }
    }
    let rounds = serde_json::to_string(&PublicRounds::of(&event, 0)).unwrap_or_default();
    let mut bulletin = Bulletin::of(BulletinSources { games: "", rounds: &rounds, event: hall, seats });
    if !event.tournaments.is_empty() {
        // Where no round is next there is no round of the hall instead.
        bulletin.rounds.retain(|round| !round.key.is_empty());
    }
    bulletin
}

fn chosen(tournament: &Tournament) -> Option<RoundNo> {
    let open = tournament.rounds.iter().find(|(_, round)| round.state == RoundState::Open);
    open.map(|(number, _)| *number).or_else(|| tournament.next_round())
}
