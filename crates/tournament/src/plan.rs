//! What the rounds want of a table at present.

use crate::{BoardNo, Event, RoundNo, TableNo};
use game::{Player, Tags};
use shakmaty::ByColor;

/// The number of a pairing in the event.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PairingNo {
    /// The key of the tournament.
    pub key: String,
    /// The round.
    pub round: RoundNo,
    /// The board in the tournament.
    pub board: BoardNo,
}

/// What a table is for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Plan {
    /// The event has no rounds, or a person opened the table: one game after the other may be played.
    #[default]
    Free,
    /// Nobody plays here now. Whatever happens on the board is nobody's game.
    Closed,
    /// The game of a pairing is played here, and no other.
    Play(PairingNo),
}

impl Event {
    /// Returns what a table is for.
    pub fn plan(&self, table: TableNo) -> Plan {
        let gate = self.gates.get(&table);
        if gate == Some(&false) {
            return Plan::Closed;
        }
        let wanted = self.open_tables().find(|(of, at)| *of == table && self.is_to_be_played(at));
        match (wanted, gate) {
            (Some((_, at)), _) => Plan::Play(at),
            (None, Some(true)) => Plan::Free,
            (None, _) if self.tournaments.values().all(|tournament| tournament.rounds.is_empty()) => {
                Plan::Free
            }
            (None, _) => Plan::Closed,
        }
    }

    fn is_to_be_played(&self, at: &PairingNo) -> bool {
        self.pairing(at).is_ok_and(|pairing| {
            pairing.result.is_none() && !pairing.adjourned && pairing.players.iter().all(Option::is_some)
        })
    }

    /// Returns the players of a pairing; `None` if one of them is not known.
    pub fn players(&self, at: &PairingNo) -> Option<ByColor<Player>> {
        let known = &self.tournaments.get(&at.key)?.players;
        let ByColor { white, black } = self.pairing(at).ok()?.players;
        let player = |number: Option<u16>| Some(known.get(&number?)?.player.clone());
        Some(ByColor { white: player(white)?, black: player(black)? })
    }

    /// Returns the names and numbers that belong on the score sheet of a pairing; `None` if it is not in the event.
    /// Empty texts are those that the event does not say.
    pub fn tags(&self, at: &PairingNo) -> Option<Tags> {
        let tournament = self.tournaments.get(&at.key)?;
        let round = tournament.rounds.get(&at.round)?;
        let pairing = round.pairings.get(&at.board)?;
        let player = |number: Option<u16>| {
            number.and_then(|number| tournament.players.get(&number)).map(|entrant| entrant.player.clone())
        };
        let players: ByColor<Player> = pairing.players.map(|number| player(number).unwrap_or_default());
        let name = if tournament.name.is_empty() { &self.name } else { &tournament.name };
        Some(Tags {
            event: name.clone(),
            site: if self.site.is_empty() { tournament.city.clone() } else { self.site.clone() },
            date: round.date.clone(),
            tournament: at.key.clone(),
            round: at.round.to_string(),
            board: at.board.to_string(),
            time_control: tournament.time_control.clone(),
            players,
        })
    }
}
