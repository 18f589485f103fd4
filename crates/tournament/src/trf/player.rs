//! The line of a player.

use super::cell::{Cell, Odd};
use super::columns::Columns;
use crate::import::{ImportFault, words};
use crate::{Entrant, PlayerNo, ROUNDS_MAX, Sex};

/// The column in which the first round begins, and the columns of each round.
pub(super) const FIRST_ROUND: usize = 92;
pub(super) const ROUND_WIDTH: usize = 10;
/// The number of columns of a name.
const NAME_WIDTH: usize = 33;

/// The line of a player, read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PlayerRecord {
    pub(super) number: PlayerNo,
    pub(super) entrant: Entrant,
    /// The points in halves; `None` if the line has none that can be counted in halves.
    pub(super) points: Option<u16>,
    pub(super) rank: Option<u16>,
    /// The rounds. Blank ones at the end are left out.
    pub(super) cells: Vec<Cell>,
}

impl PlayerRecord {
    /// Reads a line. What is not understood and may be left out is given back beside it.
    pub(super) fn parse(line: &str) -> Result<(PlayerRecord, Vec<ImportFault>), ImportFault> {
        let columns = Columns::of_player(line);
        let mut ignored = Vec::new();
        if columns.length() < 15 {
            return Err(ImportFault::CutOff);
        }
        let number = columns.text(5, 8);
        let number = number
            .parse()
            .ok()
            .filter(|it| (1..=crate::PLAYERS_MAX).contains(&usize::from(*it)))
            .ok_or(ImportFault::NotANumber(number))?;
        let mut entrant = Entrant::named(&columns.text(15, 47));
        entrant.sex = match columns.letter(10).to_ascii_lowercase() {
            'm' => Some(Sex::Male),
            'w' | 'f' => Some(Sex::Female),
            _ => None,
        };
        let title = columns.text(11, 13);
        match words::title(&title) {
            Some(title) => title.clone_into(&mut entrant.player.title),
            None if title.is_empty() => {}
            None => ignored.push(ImportFault::ValueIgnored("11-13", title)),
        }
        entrant.player.elo = value(&columns, (49, 52), &mut ignored);
        entrant.player.federation = columns.text(54, 56);
        entrant.player.fide_id = value(&columns, (58, 68), &mut ignored);
        entrant.born = columns.text(70, 79);
        let points = halves(&columns.text(81, 84));
        let rank = columns.text(86, 89).parse().ok();
        let cells = cells(&columns)?;
        Ok((PlayerRecord { number, entrant, points, rank, cells }, ignored))
    }

    /// Writes the line.
    pub(super) fn written(&self) -> String {
        let Entrant { player, sex, born, .. } = &self.entrant;
        let sex = sex.map_or(' ', |sex| match sex {
            Sex::Male => 'm',
            Sex::Female => 'w',
        });
        let cut = |text: &str, width: usize| -> String { single(text).chars().take(width).collect() };
        let number = |number: Option<u64>| number.map_or(String::new(), |number| number.to_string());
        let points = self.points.map_or(String::new(), shown);
        let mut line = format!(
            "001 {:>4} {sex}{:>3} {:<33} {:>4} {:<3} {:>11} {:<10} {points:>4} {:>4}",
            self.number,
            cut(&player.title, 3),
            cut(&player.name, NAME_WIDTH),
            number(player.elo.map(u64::from)),
            cut(&player.federation, 3),
            number(player.fide_id.map(u64::from)),
            cut(born, 10),
            number(self.rank.map(u64::from)),
        );
        for cell in &self.cells {
            line.push_str("  ");
            line.push_str(&cell.written());
        }
        line
    }

    /// Returns whether another line says as much of the player and the games, whatever the points and the rank are.
    pub(super) fn says(&self, other: &PlayerRecord) -> bool {
        let cut = |record: &PlayerRecord| {
            let mut entrant = record.entrant.clone();
            entrant.player.name =
                entrant.player.name.chars().take(NAME_WIDTH).collect::<String>().trim().to_owned();
            entrant.player.team.clear();
            entrant.withdrawn_after = None;
            entrant
        };
        self.number == other.number && cut(self) == cut(other) && self.cells == other.cells
    }
}

/// Returns a text on one line: what nobody sees becomes a blank.
pub(super) fn single(text: &str) -> String {
    text.chars().map(|letter| if game::names::is_unseen(letter) { ' ' } else { letter }).collect()
}

/// Reads a number; nothing and 0 are none, and a text that is no number is told.
fn value<T: std::str::FromStr + PartialEq + Default>(
    columns: &Columns,
    (first, last): (usize, usize),
    ignored: &mut Vec<ImportFault>,
) -> Option<T> {
    let text = columns.text(first, last);
    match text.parse::<T>() {
        Ok(value) => (value != T::default()).then_some(value),
        Err(_) => {
            if !text.is_empty() {
                ignored.push(ImportFault::ValueIgnored(if first == 49 { "49-52" } else { "58-68" }, text));
            }
            None
        }
    }
}

/// Reads points such as `10.5` as halves.
pub(super) fn halves(text: &str) -> Option<u16> {
    let (whole, half) = text.split_once(['.', ',']).unwrap_or((text, "0"));
    let half = match half {
        "0" | "00" | "" => 0,
        "5" | "50" => 1,
        _ => return None,
    };
    whole.parse::<u16>().ok()?.checked_mul(2)?.checked_add(half)
}

/// Writes points that are counted in halves.
pub(super) fn shown(halves: u16) -> String {
    format!("{}.{}", halves / 2, if halves % 2 == 1 { 5 } else { 0 })
}

fn cells(columns: &Columns) -> Result<Vec<Cell>, ImportFault> {
    let length = columns.length();
    let mut cells = Vec::new();
    let mut first = FIRST_ROUND;
    while first <= length {
        if cells.len() >= usize::from(ROUNDS_MAX) {
            return Err(ImportFault::NotARound((cells.len() + 1).to_string()));
        }
        let (opponent, color, result) =
            (columns.text(first, first + 3), columns.letter(first + 5), columns.letter(first + 7));
        // What stands between the columns would be read as nothing; such a line is shifted.
        let between = [first + 4, first + 6, first + 8, first + 9].map(|column| columns.letter(column));
        if between.iter().any(|letter| *letter != ' ') {
            return Err(ImportFault::LineNotUnderstood);
        }
        let cell = Cell::parse(&opponent, color, result).map_err(|odd| match odd {
            Odd::Opponent(text) => ImportFault::NotANumber(text),
            Odd::Result(text) => ImportFault::NotAResult(text),
        })?;
        // A forfeit may lack its colour. A game whose line ends behind the opponent was cut off.
        if matches!(cell, Cell::Game(game) if game.color.is_none() && game.mark.is_none()) {
            return Err(ImportFault::CutOff);
        }
        cells.push(cell);
        first += ROUND_WIDTH;
    }
    while cells.last() == Some(&Cell::Blank) {
        cells.pop();
    }
    Ok(cells)
}
