//! How the players of a tournament stand: points, ranks, tie-breaks (RU20 chapter 7). docs/tournament.md says how the
//! program reads what the rules leave open.

mod breaks;
pub mod cell;
pub mod crosstable;
mod field;
mod ranking;
pub mod teams;
pub mod value;

use crate::{PlayerNo, RoundNo, RoundState, TieBreak, Tournament};
use breaks::Breaks;
use cell::RoundCell;
use field::Field;
use shakmaty::{ByColor, Color};
use value::TieBreakValue;

/// The standings of the players after a round. In a team tournament they are those of the players, too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standings {
    /// The last round that may count. Of the rounds up to it those count that have begun.
    pub after: RoundNo,
    /// The tie-breaks, the one that counts first first. Those that only teams have are left out.
    pub tie_breaks: Vec<TieBreak>,
    /// The players by rank, equals by number. Players whose results do not count (33.1.1) come last.
    pub rows: Vec<Row>,
}

/// How a player stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The player.
    pub player: PlayerNo,
    /// The rank, which is one more than the number of players who are better; `None` for a player who withdrew from a
    /// round robin before half of the games, and whose results do not count (33.1.1).
    pub rank: Option<u16>,
    /// True if others have the same points and the same tie-breaks. Who gets the prize is for people to say.
    pub is_shared: bool,
    /// The points, in halves.
    pub halves: u32,
    /// The value of each tie-break in the order of [`Standings::tie_breaks`]; `None` where it says nothing: direct
    /// encounters of players who have not all met, or who are not tied.
    pub values: Vec<Option<TieBreakValue>>,
    /// The rounds that have begun, in their order.
    pub cells: Vec<RoundCell>,
    /// The games that were played and count, by the player's colour.
    pub played: ByColor<u16>,
    /// The games of these that the player won.
    pub won: ByColor<u16>,
    /// The number of games without a result. Until they are over, the standings are provisional.
    pub pending: u16,
}

impl Row {
    /// Returns the points as people write them: `6½`.
    pub fn points(&self) -> String {
        TieBreakValue::Halves(self.halves).to_string()
    }
}

impl Standings {
    /// Computes the standings after a round from confirmed results.
    pub fn of(tournament: &Tournament, after: RoundNo) -> Standings {
        let field = Field::of_players(tournament, after);
        let ratings =
            tournament.players.iter().filter_map(|(player, it)| Some((*player, it.player.elo?))).collect();
        let breaks = Breaks::new(&field, &field, ratings);
        let is_of_players = |it: &&TieBreak| !matches!(it, TieBreak::MatchPoints | TieBreak::GamePoints);
        let tie_breaks: Vec<TieBreak> =
            tournament.tie_breaks().iter().filter(is_of_players).copied().collect();
        // The points come before all tie-breaks.
        let criteria: Vec<Option<TieBreak>> =
            std::iter::once(None).chain(tie_breaks.iter().copied().map(Some)).collect();
        let ranked: Vec<PlayerNo> =
            field.cells.keys().filter(|player| !field.excluded.contains(player)).copied().collect();
        let places = ranking::rank(&ranked, &criteria, |criterion, group| match criterion {
            Some(tie_break) => breaks.values(tie_break, group),
            None => group.iter().map(|id| Some(TieBreakValue::Halves(field.score(*id)))).collect(),
        });
        let mut rows: Vec<Row> = Vec::new();
        for place in places {
            let values = place.values.into_iter().skip(1).collect();
            let row =
                Row { rank: Some(place.rank), is_shared: place.is_shared, values, ..row(&field, place.id) };
            rows.push(row);
        }
        for player in &field.excluded {
            rows.push(Row { values: vec![None; tie_breaks.len()], ..row(&field, *player) });
        }
        Standings { after, tie_breaks, rows }
    }

    /// Computes the standings as they are now: after the last round that has begun.
    pub fn now(tournament: &Tournament) -> Standings {
        let begun = tournament.rounds.iter().filter(|(_, round)| round.state >= RoundState::Open);
        Standings::of(tournament, begun.map(|(number, _)| *number).next_back().unwrap_or(0))
    }

    /// Returns the groups of players whom no tie-break tells apart, best first.
    pub fn equals(&self) -> Vec<Vec<PlayerNo>> {
        let shared = self.rows.chunk_by(|row, next| row.is_shared && row.rank == next.rank);
        shared.filter(|rows| rows.len() > 1).map(|rows| rows.iter().map(|row| row.player).collect()).collect()
    }

    /// Returns the row of a player.
    pub fn row_of(&self, player: PlayerNo) -> Option<&Row> {
        self.rows.iter().find(|row| row.player == player)
    }

    /// Returns whether every game of the rounds that count has a result.
    pub fn is_complete(&self) -> bool {
        self.rows.iter().all(|row| row.pending == 0)
    }
}

/// Creates the row of a player without a rank.
fn row(field: &Field, player: PlayerNo) -> Row {
    let count = |is_counted: &dyn Fn(&RoundCell) -> bool| {
        let cells = field.counted(player).filter(|cell| is_counted(cell));
        u16::try_from(cells.count()).unwrap_or(u16::MAX)
    };
    let played = |side: Color| count(&|cell| cell.is_played() && cell.color == Some(side));
    let won =
        |side: Color| count(&|cell| cell.is_played() && cell.color == Some(side) && cell.halves == field.win);
    Row {
        player,
        rank: None,
        is_shared: false,
        halves: field.score(player),
        values: Vec::new(),
        cells: field.cells.get(&player).cloned().unwrap_or_default(),
        played: ByColor { white: played(Color::White), black: played(Color::Black) },
        won: ByColor { white: won(Color::White), black: won(Color::Black) },
        pending: count(&RoundCell::is_pending),
    }
}
