//! Tables: CSV with commas, semicolons, tabulators or bars, with the names of the columns in any of six languages.

use super::gather::{Gathering, Row, Seat};
use super::headers::{Columns, Kind, columns};
use super::words::{self, NoPlayer, Outcome};
use super::{pgn, shape};
use crate::import::{Draft, FileLine, Format, ImportFault, lines};
use crate::{BoardNo, Entrant, PLAYERS_MAX, PlayerNo, RoundNo};
use csv::{ReaderBuilder, StringRecord};
use shakmaty::{ByColor, Color};

/// The number of lines in which the names of the columns are looked for.
const HEAD_LINES: usize = 40;
/// The signs between the cells of a row.
const DELIMITERS: [u8; 4] = [b';', b'\t', b'|', b','];

/// How a table is laid out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::import) struct Layout {
    delimiter: u8,
    columns: Columns,
    /// The first row with contents, counted from 0.
    first: usize,
    has_header: bool,
}

/// Finds the layout of a table. `None` for a text that is no table.
pub(in crate::import) fn layout(text: &str) -> Option<Layout> {
    let head: String = lines(text).take(HEAD_LINES).flat_map(|(line, _)| [line.text, "\n"]).collect();
    let named = DELIMITERS.into_iter().filter_map(|delimiter| {
        let (row, columns) = rows(&head, delimiter)
            .enumerate()
            .find_map(|(row, (_, cells))| Some((row, columns(cells.iter())?)))?;
        Some(Layout { delimiter, columns, first: row + 1, has_header: true })
    });
    let width = |layout: &Layout| layout.columns.sides.iter().map(Vec::len).sum::<usize>();
    named.max_by_key(width).or_else(|| {
        DELIMITERS.into_iter().find_map(|delimiter| {
            let rows: Vec<StringRecord> = rows(&head, delimiter).map(|(_, cells)| cells).collect();
            let columns = shape::columns(&rows, delimiter)?;
            Some(Layout { delimiter, columns, first: 0, has_header: false })
        })
    })
}

/// Splits a text into rows with the numbers of their lines. A row that cannot be split has no cells.
fn rows(text: &str, delimiter: u8) -> impl Iterator<Item = (usize, StringRecord)> {
    let reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(delimiter)
        .double_quote(true)
        .from_reader(text.as_bytes());
    reader.into_records().map(|row| {
        let row = row.unwrap_or_default();
        (row.position().map_or(0, |at| usize::try_from(at.line()).unwrap_or(0)), row)
    })
}

/// Reads a table.
pub(in crate::import) fn read(text: &str, layout: &Layout) -> Draft {
    let texts: Vec<&str> = lines(text).map(|(line, _)| line.text).collect();
    let line_of = |number: usize| FileLine {
        number,
        text: number.checked_sub(1).and_then(|index| texts.get(index)).copied().unwrap_or_default(),
    };
    // The reader of tables knows lines that end with CR or CRLF, too, but does not count the lone CR.
    let even: String = texts.iter().flat_map(|line| [line, "\n"]).collect();
    let mut table = Table {
        gathering: Gathering::new(Format::Table),
        columns: &layout.columns,
        round: None,
        boards_of_match: boards_of_match(&even, layout),
    };
    for (row, (number, cells)) in rows(&even, layout.delimiter).enumerate() {
        let line = line_of(number);
        if row + 1 == layout.first && layout.has_header {
            for place in &layout.columns.unknown {
                let name = cells.get(*place).unwrap_or_default().to_owned();
                table.gathering.note(line, ImportFault::ColumnIgnored(name));
            }
        } else if row < layout.first {
            table.preamble(line);
        } else {
            table.row(line, &cells);
        }
    }
    let nowhere = FileLine { number: 0, text: "" };
    if !layout.has_header {
        table.gathering.note(nowhere, ImportFault::NoHeader);
    }
    if table.boards_of_match > 0 || layout.columns.are_teams {
        table.gathering.draft.header.boards_of_match = table.boards_of_match;
        table.gathering.note(nowhere, ImportFault::ColoursOfMatch);
    }
    table.gathering.finish()
}

/// Reads `M.B`, the board of a match.
fn of_match(text: &str) -> Option<(BoardNo, BoardNo)> {
    let (one, other) = text.trim().split_once('.')?;
    Some((one.parse().ok()?, other.parse().ok()?)).filter(|(one, other)| *one > 0 && *other > 0)
}

/// Returns the number of boards of a match if boards are numbered by match; otherwise 0.
fn boards_of_match(text: &str, layout: &Layout) -> BoardNo {
    let Some(place) = layout.columns.board else { return 0 };
    let boards =
        rows(text, layout.delimiter).skip(layout.first).filter_map(|(_, cells)| of_match(cells.get(place)?));
    boards.map(|(_, board)| board).max().unwrap_or(0)
}

struct Table<'a> {
    gathering: Gathering,
    columns: &'a Columns,
    /// The round that a line above named.
    round: Option<RoundNo>,
    boards_of_match: BoardNo,
}

impl Table<'_> {
    /// Reads a line above the table: it may name the tournament or the round.
    fn preamble(&mut self, line: FileLine<'_>) {
        if let Some(round) = words::round_of_title(line.text) {
            self.round = self.gathering.round_of(line, &round);
        } else if self.gathering.draft.header.name.is_empty() {
            let name = line.text.trim_matches([';', '\t', ',', '|', '"', ' ']);
            if game::names::check(name, game::names::NAME_MAX).is_ok()
                && name.chars().any(char::is_alphabetic)
            {
                name.clone_into(&mut self.gathering.draft.header.name);
            }
        }
    }

    fn row(&mut self, line: FileLine<'_>, cells: &StringRecord) {
        let cell = |place: Option<usize>| place.and_then(|place| cells.get(place)).unwrap_or_default().trim();
        let full = cells.iter().filter(|cell| !cell.trim().is_empty()).count();
        if full == 0 {
            return;
        }
        let is_header =
            full > 1 && columns(cells.iter()).is_some_and(|it| it.are_pairings == self.columns.are_pairings);
        if is_header {
            return;
        }
        if full == 1 {
            if let Some(round) = words::round_of_title(line.text) {
                self.round = self.gathering.round_of(line, &round);
            }
            return;
        }
        if !self.columns.are_pairings {
            let (Some(number), Some(entrant)) =
                (self.number(line, cells, Color::White), self.entrant(line, cells, Color::White))
            else {
                return;
            };
            if entrant.player.name.is_empty() {
                return self.gathering.note(line, ImportFault::NoName);
            }
            self.gathering.add(line, number, entrant);
            return;
        }
        let Ok(round) = self.round_of(line, cell(self.columns.round)) else { return };
        let Ok((board, swapped)) = self.board_of(line, cell(self.columns.board)) else { return };
        let mut seats = ByColor { white: Seat::Nobody(NoPlayer::Hole), black: Seat::Nobody(NoPlayer::Hole) };
        for color in Color::ALL {
            let Some(number) = self.number(line, cells, color) else { return };
            let Some(entrant) = self.entrant(line, cells, color) else { return };
            let Some(seat) = self.gathering.seat(line, number, entrant) else { return };
            seats[color] = seat;
        }
        let halves = Color::ALL.map(|color| self.columns.of(color, Kind::Half));
        let result = match halves.map(cell) {
            _ if self.columns.result.is_some() => cell(self.columns.result).to_owned(),
            [white, black] => match words::of_points(white, black) {
                Some(Outcome::Is(entry)) => entry.to_string(),
                Some(Outcome::Open) => String::new(),
                None => format!("{white}:{black}"),
            },
        };
        let result = if swapped { turned(&result) } else { result };
        let seats = if swapped { ByColor { white: seats.black, black: seats.white } } else { seats };
        self.gathering.row(Row { line, round, board, seats, result: &result, unrated: false });
    }

    /// Returns the round of a row; `Err` if it was refused.
    fn round_of(&mut self, line: FileLine<'_>, text: &str) -> Result<Option<RoundNo>, ()> {
        if text.is_empty() { Ok(self.round) } else { self.gathering.round_of(line, text).map(Some).ok_or(()) }
    }

    /// Returns the board of a row, and whether the sides have to be swapped; `Err` if the board was refused. In a team
    /// match, the first team has White at the first board, Black at the second, and so on.
    fn board_of(&mut self, line: FileLine<'_>, text: &str) -> Result<(Option<BoardNo>, bool), ()> {
        if text.is_empty() {
            return Ok((None, false));
        }
        let (board, of_match) = match of_match(text) {
            Some((of_match, board)) if self.boards_of_match > 0 => {
                let before = u32::from(of_match - 1) * u32::from(self.boards_of_match);
                ((before + u32::from(board)).to_string(), Some(board))
            }
            _ => (text.to_owned(), None),
        };
        let board = self.gathering.board_of(line, &board).ok_or(())?;
        Ok((Some(board), self.columns.are_teams && of_match.unwrap_or(board) % 2 == 0))
    }

    /// Returns the number of a player; `None` if it was refused.
    fn number(&mut self, line: FileLine<'_>, cells: &StringRecord, color: Color) -> Option<Option<PlayerNo>> {
        let place = self.columns.of(color, Kind::Number);
        let text = place.and_then(|place| cells.get(place)).unwrap_or_default().trim().trim_end_matches('.');
        if matches!(text, "" | "0" | "-") {
            return Some(None);
        }
        let number = text.parse().ok().filter(|number| (1..=PLAYERS_MAX).contains(&usize::from(*number)));
        if number.is_none() {
            self.gathering.note(line, ImportFault::NotANumber(text.to_owned()));
        }
        number.map(Some)
    }

    /// Returns what a row says of a player.
    fn entrant(&mut self, line: FileLine<'_>, cells: &StringRecord, color: Color) -> Option<Entrant> {
        let of = |kind: Kind| {
            self.columns.of(color, kind).and_then(|place| cells.get(place)).unwrap_or_default().trim()
        };
        let surname =
            [of(Kind::Surname), of(Kind::Name)].into_iter().find(|it| !it.is_empty()).unwrap_or_default();
        let name = match of(Kind::Given) {
            "" => surname.to_owned(),
            given if words::no_player(surname).is_some() => [surname, given].concat(),
            given => format!("{surname}, {given}"),
        };
        let mut entrant = Entrant::named(&name);
        let mut ignored = Vec::new();
        let player = &mut entrant.player;
        of(Kind::Team).clone_into(&mut player.team);
        of(Kind::Federation).clone_into(&mut player.federation);
        of(Kind::Born).clone_into(&mut entrant.born);
        match (of(Kind::Title), words::title(of(Kind::Title))) {
            ("" | "-", _) => {}
            (_, Some(title)) => title.clone_into(&mut player.title),
            (other, None) => ignored.push(("Title", other.to_owned())),
        }
        match pgn::rating(of(Kind::Rating)) {
            Ok(elo) => player.elo = elo,
            Err(()) => ignored.push(("Elo", of(Kind::Rating).to_owned())),
        }
        match of(Kind::FideId) {
            "" | "0" | "-" => {}
            id => match id.parse() {
                Ok(id) => player.fide_id = Some(id),
                Err(_) => ignored.push(("FIDE", id.to_owned())),
            },
        }
        entrant.sex = words::sex(of(Kind::Sex));
        for (field, value) in ignored {
            self.gathering.note(line, ImportFault::ValueIgnored(field, value));
        }
        Some(entrant)
    }
}

/// Returns a result for the other order of the players.
fn turned(result: &str) -> String {
    let Some(Outcome::Is(entry)) = words::outcome(result) else { return result.to_owned() };
    let turned = match entry {
        game::ResultEntry::Played { white, black } => {
            game::ResultEntry::Played { white: black, black: white }
        }
        game::ResultEntry::Forfeit { white, black } => {
            game::ResultEntry::Forfeit { white: black, black: white }
        }
    };
    turned.to_string()
}
