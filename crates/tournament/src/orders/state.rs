//! A whole event as JSON, and back.

use super::json::{EventJson, PairingJson, PlayerJson, RoundJson, TournamentJson};
use super::order::Entered;
use crate::{Entrant, Event, GameNo, HowEnded, Pairing, Refusal, Round, RoundState, Sex, TieBreak, Unpaired};

pub(super) fn read(written: &EventJson) -> Result<Event, Refusal> {
    let mut event = Event {
        name: written.name.clone(),
        site: written.site.clone(),
        delay_minutes: written.delay_minutes.unwrap_or_default(),
        boards: written.boards.clone(),
        gates: written.gates.clone(),
        ..Event::default()
    };
    for (key, tournament) in &written.tournaments {
        event.tournaments.entry(key.clone()).or_default().enter(Entered::read(tournament)?);
    }
    Ok(event)
}

impl Event {
    /// Returns the whole event in its written form.
    pub fn to_json(&self) -> EventJson {
        EventJson {
            name: self.name.clone(),
            site: self.site.clone(),
            delay_minutes: Some(self.delay_minutes).filter(|minutes| *minutes > 0),
            tournaments: self.tournaments.iter().map(|(key, it)| (key.clone(), it.to_json())).collect(),
            boards: self.boards.clone(),
            gates: self.gates.clone(),
        }
    }
}

impl crate::Tournament {
    /// Returns the whole tournament in its written form.
    pub fn to_json(&self) -> TournamentJson {
        TournamentJson {
            name: Some(self.name.clone()),
            city: Some(self.city.clone()),
            federation: Some(self.federation.clone()),
            dates: Some(self.dates.clone()),
            arbiters: Some(self.arbiters.clone()),
            system: Some(self.system.name().to_owned()),
            rounds_planned: Some(self.rounds_planned),
            time_control: Some(self.time_control.clone()),
            first_table: Some(self.first_table),
            boards_of_match: Some(self.boards_of_match),
            tie_breaks: Some(
                self.tie_breaks.iter().copied().map(TieBreak::name).map(str::to_owned).collect(),
            ),
            players: self.players.iter().map(|(number, entrant)| (*number, player(entrant))).collect(),
            rounds: self.rounds.iter().map(|(number, it)| (*number, round(it))).collect(),
        }
    }
}

fn player(entrant: &Entrant) -> PlayerJson {
    let Entrant { player, sex, born, withdrawn_after } = entrant;
    PlayerJson {
        name: player.name.clone(),
        title: player.title.clone(),
        elo: player.elo,
        fide_id: player.fide_id,
        team: player.team.clone(),
        federation: player.federation.clone(),
        sex: sex.map(Sex::letter),
        born: born.clone(),
        withdrawn_after: *withdrawn_after,
    }
}

fn round(round: &Round) -> RoundJson {
    let state = match round.state {
        RoundState::Planned => None,
        RoundState::Open => Some("open".to_owned()),
        RoundState::Ended => Some("ended".to_owned()),
    };
    let unpaired = |(player, why): (&u16, &Unpaired)| (*player, why.name().to_owned());
    RoundJson {
        state,
        date: Some(round.date.clone()),
        starts_at: Some(round.starts_at.clone()),
        pairings: round.pairings.iter().map(|(board, it)| (*board, pairing(it))).collect(),
        unpaired: round.unpaired.iter().map(unpaired).collect(),
    }
}

fn pairing(pairing: &Pairing) -> PairingJson {
    PairingJson {
        white: pairing.players.white,
        black: pairing.players.black,
        table: pairing.table,
        result: pairing.result.map(|result| result.to_string()),
        how: pairing.how.map(HowEnded::name).map(str::to_owned),
        unrated: pairing.unrated,
        armageddon: pairing.armageddon,
        adjourned: pairing.adjourned,
        game: pairing.game.map(|GameNo { table, game }| (table, game)),
    }
}
