//! The rounds of the event: what everybody may read of them, and what the organiser needs. A boundary file: deriving
//! serde here is a promise to whoever asks for `/api/v1/rounds` or, at the arbiter's listener, `/api/v1/event`.

use crate::{message::is_zero, released::Rounds};
use game::Played;
use hall::{Hall, LinkNo, TableNo};
use serde::Serialize;
use std::collections::BTreeMap;
use tournament::{
    BoardNo, Event, EventJson, Plan, PlayerNo, Round, RoundNo, RoundState, Standings, TieBreak, Tournament,
};

/// The rounds as everybody may read them: those that have begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PublicRounds {
    /// The name of the event.
    pub event: String,
    /// The place of the event.
    pub site: String,
    /// The random name of the journal that the event is kept in. It stays as long as the journal does, and no other event has it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub journal: String,
    /// How far all of this is behind the event, in milliseconds.
    #[serde(skip_serializing_if = "is_zero")]
    pub delay_ms: u64,
    /// The tournaments, in the order of their keys.
    pub tournaments: Vec<PublicTournament>,
}

/// A tournament as everybody may read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PublicTournament {
    /// The key.
    pub key: String,
    /// The name of the journal: with the key it names the tournament for ever, also where those of several halls are put together.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub journal: String,
    /// The name.
    pub name: String,
    /// The number of rounds that are planned; 0 if unknown.
    pub rounds_planned: RoundNo,
    /// The place, if it is another than the event's.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub site: String,
    /// The time control, as in PGN's tag TimeControl.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub time_control: String,
    /// The rounds that have begun.
    pub rounds: Vec<PublicRound>,
    /// The standings after the last of them.
    pub standings: StandingsTable,
}

/// A round as everybody may read it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PublicRound {
    /// The number.
    pub round: RoundNo,
    /// The date.
    pub date: String,
    /// The time at which it was to begin, such as `15:00`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub starts_at: String,
    /// True when the round is over.
    pub ended: bool,
    /// The boards.
    pub boards: Vec<PublicBoard>,
    /// The players without a game, with the reason.
    pub unpaired: Vec<(PublicName, &'static str)>,
}

/// A board of a round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PublicBoard {
    /// The board in the tournament.
    pub board: BoardNo,
    /// The table in the hall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub table: Option<TableNo>,
    /// White; missing if nobody is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<PublicName>,
    /// Black; missing if nobody is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<PublicName>,
    /// The confirmed result, or `*`.
    pub result: String,
    /// True while the result is ahead of the delay: the games as PGN do not have it yet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ahead: bool,
    /// The number of the game at the table, if the board is electronic.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<u32>,
    /// True if a draw wins the tie-break for Black.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub armageddon: bool,
    /// Who has won the tie-break that the game decides: `white` or `black`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tie_break_winner: Option<&'static str>,
}

/// A player, as lists show one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PublicName {
    /// The number in the tournament.
    pub number: PlayerNo,
    /// The name.
    pub name: String,
    /// The title.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub title: String,
    /// The rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub elo: Option<u16>,
    /// The FIDE identity number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fide_id: Option<u32>,
    /// The federation.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub federation: String,
    /// The team.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub team: String,
}

/// Standings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StandingsTable {
    /// The last round that counts.
    pub after: RoundNo,
    /// False while a game of these rounds has no result.
    pub complete: bool,
    /// The names of the tie-breaks, the one that counts first first.
    pub tie_breaks: Vec<&'static str>,
    /// The players by rank.
    pub rows: Vec<StandingsRow>,
}

/// A player in the standings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StandingsRow {
    /// The rank; missing for a player whose results do not count.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<u16>,
    /// True if others have this rank, too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub shared: bool,
    /// The player.
    pub player: PublicName,
    /// The points, such as `6½`.
    pub points: String,
    /// The tie-breaks, empty where they say nothing.
    pub values: Vec<String>,
}

/// The event as the organiser and the arbiters see it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct EventState {
    /// The number of changes of the event so far.
    pub revision: u64,
    /// The whole event.
    pub event: EventJson,
    /// The name of the order that `undo` would take back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<&'static str>,
    /// The table whose board is being looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<TableNo>,
    /// The tables of the hall.
    pub tables: BTreeMap<TableNo, TableState>,
    /// The standings by tournament.
    pub standings: BTreeMap<String, StandingsTable>,
}

/// A table between and during rounds.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TableState {
    /// `free`, `closed` or `play`.
    pub plan: &'static str,
    /// The key of the tournament, the round and the board whose game is played, or was last played, here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pairing: Option<(String, RoundNo, BoardNo)>,
    /// The number of the game on the board.
    pub game: u32,
    /// The number of plies of the game, up to the first that no rule allows.
    pub plies: usize,
    /// The confirmed result of the game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// Says whether moves are made and pressed for although the game has a result.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub played_on: bool,
    /// What the board proves, and the result: only if nobody has confirmed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proved: Option<(&'static str, String)>,
    /// The link of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<LinkNo>,
    /// The serial number of the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serial: Option<String>,
}

impl PublicRounds {
    /// Returns what was released to an audience that is this far behind.
    pub fn released<A>(released: &Rounds<A>, delay_ms: u64) -> PublicRounds {
        let mut rounds = PublicRounds::of(released.event(), delay_ms).in_journal(released.journal());
        for tournament in &mut rounds.tournaments {
            for round in &mut tournament.rounds {
                for board in &mut round.boards {
                    let place = (tournament.key.clone(), round.round, board.board);
                    board.ahead = released.ahead.contains(&place);
                }
            }
        }
        rounds
    }

    /// Returns what may be read of an event by those who are this far behind it.
    pub fn of(event: &Event, delay_ms: u64) -> PublicRounds {
        let tournaments = event.tournaments.iter().map(|(key, tournament)| {
            let begun = tournament.rounds.iter().filter(|(_, round)| round.state != RoundState::Planned);
            PublicTournament {
                key: key.clone(),
                journal: String::new(),
                name: tournament.name.clone(),
                rounds_planned: tournament.rounds_planned,
                site: if event.site.is_empty() { tournament.city.clone() } else { String::new() },
                time_control: tournament.time_control.clone(),
                rounds: begun.map(|(number, round)| PublicRound::of(tournament, *number, round)).collect(),
                standings: StandingsTable::of(tournament, &Standings::now(tournament)),
            }
        });
        PublicRounds {
            event: event.name.clone(),
            site: event.site.clone(),
            journal: String::new(),
            delay_ms,
            tournaments: tournaments.collect(),
        }
    }

    /// Returns these rounds as those of an event that is kept in the journal of this name.
    #[must_use]
    pub fn in_journal(mut self, name: &str) -> PublicRounds {
        name.clone_into(&mut self.journal);
        self.tournaments.iter_mut().for_each(|tournament| name.clone_into(&mut tournament.journal));
        self
    }

    /// Returns the rounds for whoever does not want to know results: who met whom, and no standings.
    #[must_use]
    pub fn without_results(&self) -> PublicRounds {
        let mut rounds = self.clone();
        for tournament in &mut rounds.tournaments {
            tournament.standings.rows.clear();
            tournament.standings.complete = false;
            for board in tournament.rounds.iter_mut().flat_map(|round| &mut round.boards) {
                (board.result, board.tie_break_winner) = (game::ResultEntry::shown(None), None);
                board.ahead = false;
            }
        }
        rounds
    }
}

impl PublicRound {
    fn of(tournament: &Tournament, number: RoundNo, round: &Round) -> PublicRound {
        let boards = round.pairings.iter().map(|(board, pairing)| PublicBoard {
            board: *board,
            table: tournament.table_of(number, *board),
            white: pairing.players.white.map(|player| PublicName::of(tournament, player)),
            black: pairing.players.black.map(|player| PublicName::of(tournament, player)),
            result: game::ResultEntry::shown(pairing.result),
            ahead: false,
            game: pairing.game.map(|game| game.game),
            armageddon: pairing.armageddon,
            tie_break_winner: pairing.tie_break_winner().map(|color| color.fold_wb("white", "black")),
        });
        let unpaired =
            round.unpaired.iter().map(|(player, why)| (PublicName::of(tournament, *player), why.name()));
        PublicRound {
            round: number,
            date: round.date.clone(),
            starts_at: round.starts_at.clone(),
            ended: round.state == RoundState::Ended,
            boards: boards.collect(),
            unpaired: unpaired.collect(),
        }
    }
}

impl PublicName {
    pub(crate) fn of(tournament: &Tournament, number: PlayerNo) -> PublicName {
        let player =
            tournament.players.get(&number).map(|entrant| entrant.player.clone()).unwrap_or_default();
        PublicName {
            number,
            name: player.name,
            title: player.title,
            elo: player.elo,
            fide_id: player.fide_id,
            federation: player.federation,
            team: player.team,
        }
    }
}

impl StandingsTable {
    /// Returns standings as a table.
    pub fn of(tournament: &Tournament, standings: &Standings) -> StandingsTable {
        let rows = standings.rows.iter().map(|row| StandingsRow {
            rank: row.rank,
            shared: row.is_shared,
            player: PublicName::of(tournament, row.player),
            points: row.points(),
            values: row
                .values
                .iter()
                .map(|value| value.map(|it| it.to_string()).unwrap_or_default())
                .collect(),
        });
        StandingsTable {
            after: standings.after,
            complete: standings.is_complete(),
            tie_breaks: standings.tie_breaks.iter().copied().map(TieBreak::name).collect(),
            rows: rows.collect(),
        }
    }
}

impl EventState {
    /// Returns the event of a hall as it is now.
    pub fn of(hall: &Hall) -> EventState {
        let event = hall.event();
        let is_regular = |played: &Played| !matches!(played, Played::Irregular { .. });
        let tables = hall.tables().map(|table| {
            let state = TableState {
                plan: match table.plan() {
                    Plan::Free => "free",
                    Plan::Closed => "closed",
                    Plan::Play(_) => "play",
                },
                pairing: table.pairing().map(|at| (at.key.clone(), at.round, at.board)),
                game: table.game_number(),
                plies: table.score().plies.iter().take_while(|ply| is_regular(&ply.played)).count(),
                result: table.score().result.map(|result| result.to_string()),
                played_on: table.is_played_on(),
                proved: table.proved().map(|(proof, result)| (proof.name(), result.to_string())),
                link: table.link(),
                serial: table.link().and_then(|link| hall.link(link)?.serial().map(str::to_owned)),
            };
            (table.number(), state)
        });
        let standings = event.tournaments.iter().map(|(key, tournament)| {
            (key.clone(), StandingsTable::of(tournament, &Standings::now(tournament)))
        });
        EventState {
            revision: hall.event_revision(),
            event: event.to_json(),
            undo: hall.last_event_order(),
            finding: hall.finding(),
            tables: tables.collect(),
            standings: standings.collect(),
        }
    }
}
