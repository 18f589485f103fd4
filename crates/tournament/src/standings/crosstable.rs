//! Crosstables: who met whom, and how it ended.

use crate::standings::{Row, Standings, cell::RoundCell};
use crate::{PlayerNo, System, Tournament};
use std::collections::BTreeMap;

/// The order of the lines of a crosstable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CrosstableOrder {
    /// By rank. Opponents are named by the number of their line.
    Rank,
    /// By the number of the player, and opponents are named by it.
    Number,
}

/// A line of a crosstable by rounds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrosstableLine {
    /// The number by which others name the player.
    pub number: u16,
    /// The player.
    pub player: PlayerNo,
    /// The rounds as text: `12w1` is a win with White against number 12, `7b-` a forfeit, `U` a bye, with the letters of
    /// [`RoundCell::code`]. Nobody at the other side of the board is number 0; the text is empty for an absence.
    pub rounds: Vec<String>,
}

/// A line of a crosstable by opponents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatrixLine {
    /// The number of the line.
    pub number: u16,
    /// The player.
    pub player: PlayerNo,
    /// The games against the player of each line, in the order of rounds: one in a single round robin, two in a double
    /// one, none against oneself.
    pub games: Vec<Vec<RoundCell>>,
}

/// Returns the rows in an order, each with the number by which the table names its player.
fn numbered(standings: &Standings, order: CrosstableOrder) -> Vec<(u16, &Row)> {
    let mut rows: Vec<&Row> = standings.rows.iter().collect();
    if order == CrosstableOrder::Number {
        rows.sort_by_key(|row| row.player);
        return rows.into_iter().map(|row| (row.player, row)).collect();
    }
    (1..).zip(rows).collect()
}

/// Makes the crosstable of a Swiss system: a column for each round.
pub fn by_rounds(standings: &Standings, order: CrosstableOrder) -> Vec<CrosstableLine> {
    let rows = numbered(standings, order);
    let numbers: BTreeMap<PlayerNo, u16> = rows.iter().map(|(number, row)| (row.player, *number)).collect();
    let text = |cell: &RoundCell| {
        let (code, color) = (cell.code().map(String::from).unwrap_or_default(), cell.color);
        let opponent = cell.opponent.and_then(|opponent| numbers.get(&opponent)).copied().unwrap_or(0);
        color.map_or(code.clone(), |color| format!("{opponent}{}{code}", color.char()))
    };
    let line = |(number, row): (u16, &Row)| CrosstableLine {
        number,
        player: row.player,
        rounds: row.cells.iter().map(text).collect(),
    };
    rows.into_iter().map(line).collect()
}

/// Makes the crosstable of a round robin: a column for each player, in the order of the lines.
pub fn by_opponents(standings: &Standings, order: CrosstableOrder) -> Vec<MatrixLine> {
    let rows = numbered(standings, order);
    let against = |row: &Row, opponent: PlayerNo| {
        row.cells.iter().filter(|cell| cell.opponent == Some(opponent)).copied().collect()
    };
    let line = |(number, row): &(u16, &Row)| MatrixLine {
        number: *number,
        player: row.player,
        games: rows.iter().map(|(_, other)| against(row, other.player)).collect(),
    };
    rows.iter().map(line).collect()
}

/// A crosstable as texts for people, in the order of the standings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrosstableGrid {
    /// The heads of the columns: rounds, or the numbers of the lines.
    pub heads: Vec<String>,
    /// The lines: the number, the player, and a text for each column.
    pub lines: Vec<(u16, PlayerNo, Vec<String>)>,
}

impl CrosstableGrid {
    /// Makes the crosstable that is usual with the tournament's system: by opponents for a round robin, where a cell is
    /// `w1` or `w1 b½`, otherwise by rounds, where it is `12w½`.
    pub fn of(tournament: &Tournament, standings: &Standings) -> CrosstableGrid {
        if tournament.system == System::RoundRobin { matrix(standings) } else { rounds(standings) }
    }
}

fn rounds(standings: &Standings) -> CrosstableGrid {
    let cells = standings.rows.first().map_or(&[][..], |row| &row.cells);
    let line = |line: CrosstableLine| {
        (line.number, line.player, line.rounds.iter().map(|text| for_people(text)).collect())
    };
    CrosstableGrid {
        heads: cells.iter().map(|cell| cell.round.to_string()).collect(),
        lines: by_rounds(standings, CrosstableOrder::Rank).into_iter().map(line).collect(),
    }
}

fn matrix(standings: &Standings) -> CrosstableGrid {
    let lines = by_opponents(standings, CrosstableOrder::Rank);
    let game = |cell: &RoundCell| {
        let code = cell.code().map(String::from).unwrap_or_default();
        for_people(&cell.color.map_or(code.clone(), |color| format!("{}{code}", color.char())))
    };
    let games = |games: &Vec<RoundCell>| games.iter().map(game).collect::<Vec<_>>().join(" ");
    let line = |line: &MatrixLine| (line.number, line.player, line.games.iter().map(games).collect());
    CrosstableGrid {
        heads: lines.iter().map(|line| line.number.to_string()).collect(),
        lines: lines.iter().map(line).collect(),
    }
}

/// Writes a draw as people do.
fn for_people(code: &str) -> String {
    code.replace('=', "½")
}
