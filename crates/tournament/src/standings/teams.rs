//! Team tournaments: matches, their colours (RU20 21), and how the teams stand (39.7).

use crate::standings::breaks::Breaks;
use crate::standings::cell::{CellKind, RoundCell};
use crate::standings::field::{self, Field};
use crate::standings::ranking;
use crate::standings::value::TieBreakValue;
use crate::{BoardNo, Pairing, PlayerNo, Round, RoundNo, System, TieBreak, Tournament, Unpaired};
use game::ResultEntry;
use shakmaty::{ByColor, Color};
use std::collections::{BTreeMap, BTreeSet};

/// The number of a team: its place in [`Tournament::teams`], counted from 1.
pub type TeamNo = u16;

/// A match of two teams: as many boards in a row as [`Tournament::boards_of_match`] says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamMatch {
    /// The number of the match in its round, counted from 1.
    pub number: BoardNo,
    /// The teams. White is the team that has White on the odd boards of the match (21).
    pub teams: ByColor<Option<TeamNo>>,
    /// The points of the boards that have a result, in halves.
    pub halves: ByColor<u32>,
    /// Whether all boards have a result.
    pub is_complete: bool,
    /// Whether a game of the match was played.
    pub is_played: bool,
    /// The boards on which a player of another team sits, or one of the right team with the wrong colour.
    pub wrong_boards: Vec<BoardNo>,
}

/// The standings of the teams after a round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamStandings {
    /// The last round that may count. Of the rounds up to it those count that have begun.
    pub after: RoundNo,
    /// The criteria, the one that counts first first. It is the match points or the game points.
    pub tie_breaks: Vec<TieBreak>,
    /// The teams by rank, equals by number.
    pub rows: Vec<TeamRow>,
}

/// How a team stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TeamRow {
    /// The number of the team.
    pub team: TeamNo,
    /// The name of the team.
    pub name: String,
    /// The rank, which is one more than the number of teams that are better.
    pub rank: u16,
    /// True if others have the same value of every criterion. Who gets the prize is for people to say.
    pub is_shared: bool,
    /// The value of each criterion in the order of [`TeamStandings::tie_breaks`].
    pub values: Vec<Option<TieBreakValue>>,
    /// The matches, one for each round, with their match points in halves: 4 for a match that was won.
    pub match_points: Vec<RoundCell>,
    /// The matches, one for each round, with their game points in halves.
    pub game_points: Vec<RoundCell>,
}

/// Returns the number of each team by name.
fn numbers(tournament: &Tournament) -> BTreeMap<&str, TeamNo> {
    tournament.teams().into_iter().zip(1..).collect()
}

/// Returns the matches of a round; none if boards are not of matches.
pub fn matches(tournament: &Tournament, round: RoundNo) -> Vec<TeamMatch> {
    let numbers = numbers(tournament);
    tournament.rounds.get(&round).map(|round| matches_of(tournament, &numbers, round)).unwrap_or_default()
}

fn matches_of(tournament: &Tournament, numbers: &BTreeMap<&str, TeamNo>, round: &Round) -> Vec<TeamMatch> {
    let each = tournament.boards_of_match;
    let mut boards: BTreeMap<BoardNo, Vec<(BoardNo, &Pairing)>> = BTreeMap::new();
    for (board, pairing) in round.pairings.iter().filter(|(board, _)| each > 0 && **board > 0) {
        boards.entry((board - 1) / each + 1).or_default().push((*board, pairing));
    }
    let team = |player: PlayerNo| numbers.get(&*tournament.players.get(&player)?.player.team).copied();
    boards.into_iter().map(|(number, boards)| team_match(number, each, &boards, &team)).collect()
}

/// Returns the side of the match that has a colour on a board: the first board is odd, whatever its number is.
fn side(number: BoardNo, each: BoardNo, board: BoardNo, color: Color) -> Color {
    if (board - 1 - (number - 1) * each).is_multiple_of(2) { color } else { color.other() }
}

fn team_match(
    number: BoardNo,
    each: BoardNo,
    boards: &[(BoardNo, &Pairing)],
    team: &dyn Fn(PlayerNo) -> Option<TeamNo>,
) -> TeamMatch {
    let seats = |board: BoardNo, pairing: &Pairing| {
        let players = pairing.players;
        Color::ALL.map(|color| (side(number, each, board, color), color, *players.get(color)))
    };
    let sides: Vec<(Color, TeamNo)> = boards
        .iter()
        .flat_map(|(board, pairing)| seats(*board, pairing))
        .filter_map(|(side, _, player)| Some((side, team(player?)?)))
        .collect();
    let teams = teams_of(&sides);
    let mut found = TeamMatch {
        number,
        teams,
        halves: ByColor::default(),
        is_complete: boards.iter().all(|(_, pairing)| pairing.result.is_some()),
        is_played: boards.iter().any(|(_, it)| matches!(it.result, Some(ResultEntry::Played { .. }))),
        wrong_boards: Vec::new(),
    };
    for (board, pairing) in boards {
        let seats = seats(*board, pairing);
        let is_wrong = |(side, _, player): (Color, Color, Option<PlayerNo>)| {
            player.is_some_and(|player| team(player).is_none() || team(player) != *teams.get(side))
        };
        if seats.into_iter().any(is_wrong) {
            found.wrong_boards.push(*board);
        }
        // Points go to the player's team. Where a player is missing or of no team, the seat says whose they are.
        let owner = |player: Option<PlayerNo>| {
            let team = player.and_then(team)?;
            Color::ALL.into_iter().find(|side| *teams.get(*side) == Some(team))
        };
        let owners = seats.map(|(_, _, player)| owner(player));
        for ((side, color, _), (own, across)) in
            seats.into_iter().zip([(owners[0], owners[1]), (owners[1], owners[0])])
        {
            let side = own.or(across.map(Color::other)).unwrap_or(side);
            *found.halves.get_mut(side) += pairing.result.map_or(0, |result| u32::from(result.halves(color)));
        }
    }
    found
}

/// Returns the two teams of a match: those that most players belong to. White is the one that sits more often where White
/// of the match sits; if that is even, the one that is named first.
fn teams_of(sides: &[(Color, TeamNo)]) -> ByColor<Option<TeamNo>> {
    let mut named: Vec<TeamNo> = Vec::new();
    for (_, team) in sides {
        if !named.contains(team) {
            named.push(*team);
        }
    }
    let seats = |team: TeamNo, side: Color| sides.iter().filter(|seat| **seat == (side, team)).count();
    let all = |team: TeamNo| seats(team, Color::White) + seats(team, Color::Black);
    named.sort_by_key(|team| std::cmp::Reverse(all(*team)));
    let white_surplus = |team: TeamNo| {
        i64::try_from(seats(team, Color::White)).unwrap_or(0)
            - i64::try_from(seats(team, Color::Black)).unwrap_or(0)
    };
    match *named {
        [] => ByColor::default(),
        [only] if white_surplus(only) >= 0 => ByColor { white: Some(only), black: None },
        [only] => ByColor { white: None, black: Some(only) },
        [one, other, ..] if white_surplus(other) > white_surplus(one) => {
            ByColor { white: Some(other), black: Some(one) }
        }
        [one, other, ..] => ByColor { white: Some(one), black: Some(other) },
    }
}

/// Returns the boards of a round on which a player of another team sits, or one with the wrong colour (21).
pub fn wrong_boards(tournament: &Tournament, round: RoundNo) -> Vec<BoardNo> {
    matches(tournament, round).into_iter().flat_map(|found| found.wrong_boards).collect()
}

/// The teams with their match points and their game points.
struct TeamFields {
    match_points: Field,
    game_points: Field,
}

impl TeamFields {
    fn of(tournament: &Tournament, numbers: &BTreeMap<&str, TeamNo>, after: RoundNo) -> TeamFields {
        let field = |win: u32| Field {
            win,
            is_round_robin: tournament.system == System::TeamRoundRobin,
            cells: numbers.values().map(|team| (*team, Vec::new())).collect(),
            excluded: BTreeSet::new(),
        };
        let each = u32::from(tournament.boards_of_match);
        let mut fields = TeamFields { match_points: field(4), game_points: field(each * 2) };
        for (number, round) in field::rounds(tournament, after) {
            let matches = matches_of(tournament, numbers, round);
            for (name, team) in numbers {
                let cell = |found: &TeamMatch| match_cells(found, *team, number, each);
                let cells = matches.iter().find_map(cell);
                let (of_match, of_games) =
                    cells.unwrap_or_else(|| cells_without_match(tournament, round, number, name));
                fields.match_points.cells.entry(*team).or_default().push(of_match);
                fields.game_points.cells.entry(*team).or_default().push(of_games);
            }
        }
        fields
    }
}

/// Returns what a match was for one of its teams: its match points, and its game points.
fn match_cells(found: &TeamMatch, team: TeamNo, round: RoundNo, each: u32) -> Option<(RoundCell, RoundCell)> {
    let color = Color::ALL.into_iter().find(|color| *found.teams.get(*color) == Some(team))?;
    let games = *found.halves.get(color);
    // More than half of the possible points wins, half of them draws (39.7.1). A board is worth two halves, so half of
    // all possible points is as many halves as there are boards.
    let points = match games.cmp(&each) {
        std::cmp::Ordering::Greater => 4,
        std::cmp::Ordering::Equal => 2,
        std::cmp::Ordering::Less => 0,
    };
    let kind = match (found.is_complete, found.is_played) {
        (false, _) => CellKind::Pending,
        (true, false) => CellKind::Forfeit,
        (true, true) => CellKind::Played,
    };
    let cell = |halves: u32| RoundCell {
        opponent: *found.teams.get(color.other()),
        color: Some(color),
        kind,
        halves: if found.is_complete { halves } else { 0 },
        ..RoundCell::absent(round)
    };
    Some((cell(points), cell(games)))
}

/// Returns what a round without a match was for a team: the best bye of its players, and their points on as many boards
/// as a match has.
fn cells_without_match(
    tournament: &Tournament,
    round: &Round,
    number: RoundNo,
    name: &str,
) -> (RoundCell, RoundCell) {
    let is_member =
        |player: &PlayerNo| tournament.players.get(player).is_some_and(|entrant| entrant.player.team == name);
    let byes: Vec<Unpaired> =
        round.unpaired.iter().filter(|(player, _)| is_member(player)).map(|(_, reason)| *reason).collect();
    let absent = RoundCell::absent(number);
    let Some(best) = Unpaired::ALL.into_iter().find(|reason| byes.contains(reason)) else {
        return (absent, absent);
    };
    let games: u32 = byes.iter().map(|reason| u32::from(reason.halves())).sum();
    let cell = |halves: u32| RoundCell { kind: CellKind::Bye(best), halves, ..absent };
    (cell(u32::from(best.halves()) * 2), cell(games.min(u32::from(tournament.boards_of_match) * 2)))
}

impl TeamStandings {
    /// Computes the standings of the teams after a round. A match counts when all of its boards have a result.
    pub fn of(tournament: &Tournament, after: RoundNo) -> TeamStandings {
        let numbers = numbers(tournament);
        let fields = TeamFields::of(tournament, &numbers, after);
        let tie_breaks = criteria(tournament);
        let by_games = tie_breaks.first() == Some(&TieBreak::GamePoints);
        let points = if by_games { &fields.game_points } else { &fields.match_points };
        let breaks = Breaks::new(points, points, BTreeMap::new());
        let products = Breaks::new(&fields.match_points, &fields.game_points, BTreeMap::new());
        let shown = |points: &Field, id: u16| Some(TieBreakValue::Halves(points.score(id)));
        let ids: Vec<TeamNo> = numbers.values().copied().collect();
        let places = ranking::rank(&ids, &tie_breaks, |tie_break, group| match tie_break {
            TieBreak::MatchPoints => group.iter().map(|id| shown(&fields.match_points, *id)).collect(),
            TieBreak::GamePoints => group.iter().map(|id| shown(&fields.game_points, *id)).collect(),
            // Matches are won by match points, and match points are multiplied with game points (39.6.2).
            TieBreak::SonnebornBerger | TieBreak::Wins => products.values(tie_break, group),
            _ => breaks.values(tie_break, group),
        });
        let cells = |field: &Field, id: u16| field.cells.get(&id).cloned().unwrap_or_default();
        let row = |place: ranking::Place| TeamRow {
            team: place.id,
            name: numbers
                .iter()
                .find(|(_, team)| **team == place.id)
                .map_or("", |(name, _)| *name)
                .to_owned(),
            rank: place.rank,
            is_shared: place.is_shared,
            values: place.values,
            match_points: cells(&fields.match_points, place.id),
            game_points: cells(&fields.game_points, place.id),
        };
        TeamStandings { after, rows: places.into_iter().map(row).collect(), tie_breaks }
    }
}

/// Returns the criteria for teams: the match points or the game points, whichever the tournament names first, then the
/// tie-breaks that teams can have.
fn criteria(tournament: &Tournament) -> Vec<TieBreak> {
    let named = tournament.tie_breaks();
    let is_points = |it: &&TieBreak| matches!(it, TieBreak::MatchPoints | TieBreak::GamePoints);
    let first = named.iter().find(is_points).copied().unwrap_or(TieBreak::MatchPoints);
    let of_players = |it: &TieBreak| {
        matches!(it, TieBreak::GamesAsBlack | TieBreak::WinsAsBlack | TieBreak::AverageRating)
    };
    let others = named.iter().copied().filter(|it| *it != first && !of_players(it));
    std::iter::once(first).chain(others).collect()
}
