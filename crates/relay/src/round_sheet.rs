//! The sheet of a round: the standings after it and who has met whom, as they were signed or as they are now. A boundary
//! file: deriving serde here is a promise to whoever asks for `/api/v1/tournaments/A/rounds/1/standings`.

use crate::rounds::{PublicName, StandingsTable};
use game::ResultEntry;
use serde::Serialize;
use tournament::{
    BoardNo, Correction, Event, RoundNo, RoundState, RoundVersion, System, TieBreak, Tournament,
    standings::{crosstable::CrosstableGrid, teams::TeamStandings, value::TieBreakValue},
};

/// The sheet of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RoundSheet {
    /// The name of the event.
    pub event: String,
    /// The name of the tournament.
    pub tournament: String,
    /// The round.
    pub round: RoundNo,
    /// True when the round is over.
    pub ended: bool,
    /// True if this is the round as it was when it ended, without the corrections.
    pub signed: bool,
    /// True if the standings after the round are not the signed ones any more.
    pub revised: bool,
    /// The results, of this round and of those before it, that were corrected since.
    pub corrections: Vec<CorrectedResult>,
    /// The standings after the round.
    pub standings: StandingsTable,
    /// The standings of the teams; missing if it is no tournament of teams.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub teams: Option<TeamTable>,
    /// The crosstable up to the round.
    pub crosstable: CrosstableTable,
}

/// The standings of teams.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TeamTable {
    /// The names of the criteria, the one that counts first first.
    pub criteria: Vec<&'static str>,
    /// The teams by rank.
    pub rows: Vec<TeamTableRow>,
}

/// A team in the standings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TeamTableRow {
    /// The rank.
    pub rank: u16,
    /// True if others have this rank, too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    /// The name.
    pub name: String,
    /// The value of each criterion, empty where it says nothing.
    pub values: Vec<String>,
}

/// A result that was corrected after its round was signed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CorrectedResult {
    /// The round.
    pub round: RoundNo,
    /// The board.
    pub board: BoardNo,
    /// White; missing if nobody is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<PublicName>,
    /// Black; missing if nobody is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<PublicName>,
    /// The signed result, or `*`.
    pub was: String,
    /// The result now, or `*`.
    pub is: String,
}

/// A crosstable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CrosstableTable {
    /// The heads of the columns: rounds, in a round robin the numbers of the lines.
    pub heads: Vec<String>,
    /// The lines, in the order of the standings.
    pub lines: Vec<CrosstableRow>,
}

/// A line of a crosstable.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CrosstableRow {
    /// The number by which others name the player.
    pub line: u16,
    /// The player.
    pub player: PublicName,
    /// A text for each column, such as `12w1`.
    pub cells: Vec<String>,
    /// The points, such as `6½`.
    pub points: String,
}

impl RoundSheet {
    /// Returns the sheet of a round.
    pub fn of(event: &Event, view: &RoundVersion) -> RoundSheet {
        let standings = view.standings();
        let grid = CrosstableGrid::of(view.tournament, &standings);
        let line =
            |((line, player, cells), row): ((u16, u16, Vec<String>), &tournament::Row)| CrosstableRow {
                line,
                player: PublicName::of(view.tournament, player),
                cells,
                points: row.points(),
            };
        let round = view.now.rounds.get(&view.round);
        RoundSheet {
            event: event.name.clone(),
            tournament: view.now.name.clone(),
            round: view.round,
            ended: round.is_some_and(|round| round.state == RoundState::Ended),
            signed: view.is_signed,
            revised: view.is_revised(),
            corrections: view.corrections().iter().map(|it| CorrectedResult::of(view, it)).collect(),
            crosstable: CrosstableTable {
                heads: grid.heads,
                lines: grid.lines.into_iter().zip(&standings.rows).map(line).collect(),
            },
            teams: TeamTable::of(view.tournament, view.round),
            standings: StandingsTable::of(view.tournament, &standings),
        }
    }
}

impl TeamTable {
    fn of(tournament: &Tournament, after: RoundNo) -> Option<TeamTable> {
        let is_of_teams = matches!(tournament.system, System::TeamSwiss | System::TeamRoundRobin);
        if !is_of_teams || tournament.boards_of_match == 0 {
            return None;
        }
        let standings = TeamStandings::of(tournament, after);
        let text = |value: Option<TieBreakValue>| value.map(|it| it.to_string()).unwrap_or_default();
        let rows = standings.rows.into_iter().map(|row| TeamTableRow {
            rank: row.rank,
            shared: row.is_shared,
            name: row.name,
            values: row.values.into_iter().map(text).collect(),
        });
        Some(TeamTable {
            criteria: standings.tie_breaks.iter().copied().map(TieBreak::name).collect(),
            rows: rows.collect(),
        })
    }
}

impl CorrectedResult {
    fn of(view: &RoundVersion, correction: &Correction) -> CorrectedResult {
        let Correction { round, board, was, is } = *correction;
        let players = view.now.rounds.get(&round).and_then(|it| Some(it.pairings.get(&board)?.players));
        let name = |player: Option<u16>| player.map(|player| PublicName::of(view.now, player));
        CorrectedResult {
            round,
            board,
            white: players.and_then(|players| name(players.white)),
            black: players.and_then(|players| name(players.black)),
            was: ResultEntry::shown(was),
            is: ResultEntry::shown(is),
        }
    }
}
