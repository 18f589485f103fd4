//! A round robin out of a list of players: all rounds by Berger's tables.

use super::import::{ImportPlan, Imported, key_in};
use tournament::{
    Event, PlayerNo, Refusal, Tournament, TournamentJson,
    berger::Schedule,
    import::{self, Hint},
};

/// Makes all rounds. The players of the file are in the order of the draw; without a file they are those of the tournament
/// who have not withdrawn. `Err` says why there can be no such rounds.
pub fn plan(event: &Event, file: Imported<'_>, schedule: Schedule) -> Result<ImportPlan, Refusal> {
    let key = key_in(event, file.key).map_err(Refusal::WhichTournament)?;
    let empty = Tournament::default();
    let tournament = event.tournaments.get(&key).unwrap_or(&empty);
    if file.bytes.iter().all(u8::is_ascii_whitespace) {
        let drawn: Vec<PlayerNo> = tournament
            .players
            .iter()
            .filter(|(_, entrant)| entrant.withdrawn_after.is_none())
            .map(|(number, _)| *number)
            .collect();
        let order = schedule.order(&key, tournament, &drawn, TournamentJson::default())?;
        return Ok(ImportPlan { format: None, problems: Vec::new(), order: Some(order) });
    }
    let draft = import::read(file.bytes, Hint { file_name: file.file_name, code_page: None });
    let format = draft.format.map(import::Format::name);
    match draft.against(tournament, None) {
        Err(problems) => Ok(ImportPlan { format, problems, order: None }),
        Ok(found) => {
            let players = found.applied_to(tournament).to_json().players.into_iter();
            let is_told =
                |number: &PlayerNo| found.add.contains_key(number) || found.complete.contains_key(number);
            let new = TournamentJson {
                players: players.filter(|(number, _)| is_told(number)).collect(),
                ..TournamentJson::default()
            };
            let order = schedule.order(&key, tournament, &found.listed, new)?;
            Ok(ImportPlan { format, problems: found.warnings, order: Some(order) })
        }
    }
}
