//! Columns without names: what they hold is told from their contents.

use super::headers::{Columns, Kind};
use super::words::{self, Outcome};
use csv::StringRecord;
use shakmaty::Color;

/// What all cells of a column look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Whole numbers that grow by one from the first.
    Counter,
    /// Whole numbers below 1000, such as starting numbers.
    Number,
    Rating,
    FideId,
    Title,
    Federation,
    Result,
    Name,
    Other,
}

/// Tells the columns of a table without header. `None` unless there are two columns of names, or one beside a number.
pub(in crate::import) fn columns(rows: &[StringRecord], delimiter: u8) -> Option<Columns> {
    let rows: Vec<&StringRecord> =
        rows.iter().filter(|row| row.iter().any(|cell| !cell.trim().is_empty())).collect();
    let width = rows.iter().map(|row| row.len()).max()?;
    let even = rows.iter().filter(|row| row.len() == width).count();
    // A comma stands in names, too. Two cells are a typed list, which has a reader of its own.
    let least = if delimiter == b';' { 2 } else { 3 };
    if width < least || width > 40 || even * 4 < rows.len() * 3 {
        return None;
    }
    let is_typed = |cell: &str| {
        [" - ", " – ", " vs "].iter().any(|it| cell.contains(it)) && words::outcome(cell).is_none()
    };
    if delimiter == b',' && rows.iter().any(|row| row.iter().any(is_typed)) {
        return None;
    }
    let looks: Vec<Look> =
        (0..width).map(|place| look(rows.iter().filter_map(|row| row.get(place)))).collect();
    let names: Vec<usize> = places(&looks, Look::Name);
    let mut columns = Columns::default();
    match names[..] {
        [name] => columns.sides.white.push((Kind::Name, name)),
        [white, black] if delimiter != b',' || looks.len() > 3 || !is_one_name(&rows, white, black) => {
            columns.sides.white.push((Kind::Name, white));
            columns.sides.black.push((Kind::Name, black));
        }
        // Surname and given name, twice.
        [white, white_given, black, black_given] if white_given == white + 1 && black_given == black + 1 => {
            columns.sides.white.extend([(Kind::Surname, white), (Kind::Given, white_given)]);
            columns.sides.black.extend([(Kind::Surname, black), (Kind::Given, black_given)]);
        }
        _ => return None,
    }
    columns.are_pairings = names.len() > 1;
    let numbers = places(&looks, Look::Counter);
    if columns.are_pairings {
        columns.board = numbers.first().copied().filter(|place| *place < names[0]);
        columns.result = places(&looks, Look::Result).first().copied();
    } else if let Some(number) = numbers.first() {
        columns.sides.white.push((Kind::Number, *number));
    } else {
        return None;
    }
    let kinds = [(Look::Rating, Kind::Rating), (Look::FideId, Kind::FideId), (Look::Title, Kind::Title)];
    for (look, kind) in kinds.into_iter().chain([(Look::Federation, Kind::Federation)]) {
        let black = if columns.are_pairings { *names.get(names.len() / 2)? } else { width };
        match places(&looks, look)[..] {
            [white, black] if columns.are_pairings => {
                columns.sides.white.push((kind, white));
                columns.sides.black.push((kind, black));
            }
            [one] if columns.are_pairings => {
                let side = if one < black { Color::White } else { Color::Black };
                columns.sides[side].push((kind, one));
            }
            [one, ..] => columns.sides.white.push((kind, one)),
            [] => {}
        }
    }
    Some(columns)
}

fn places(looks: &[Look], wanted: Look) -> Vec<usize> {
    looks.iter().enumerate().filter(|(_, look)| **look == wanted).map(|(place, _)| place).collect()
}

/// Returns whether two columns are surname and given name of one player, which a comma has split.
fn is_one_name(rows: &[&StringRecord], one: usize, other: usize) -> bool {
    other == one + 1
        && rows.iter().all(|row| {
            let words = |place| row.get(place).map_or(0, |cell| cell.split_whitespace().count());
            words(one) <= 2 && words(other) <= 2
        })
}

fn look<'a>(cells: impl Iterator<Item = &'a str>) -> Look {
    let cells: Vec<&str> = cells.map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let all = |test: &dyn Fn(&str) -> bool| !cells.is_empty() && cells.iter().all(|cell| test(cell));
    let number = |cell: &str| cell.trim_end_matches(['.', ')']).parse::<u32>().ok();
    let counts = cells
        .windows(2)
        .all(|pair| number(pair[0]).zip(number(pair[1])).is_some_and(|(a, b)| a.checked_add(1) == Some(b)));
    if all(&|cell| number(cell).is_some()) {
        return if counts && cells.first().and_then(|cell| number(cell)).is_some_and(|first| first < 1000) {
            Look::Counter
        } else if all(&|cell| number(cell).is_some_and(|it| it == 0 || (1000..=3500).contains(&it))) {
            Look::Rating
        } else if all(&|cell| number(cell).is_some_and(|it| it == 0 || it > 9999)) {
            Look::FideId
        } else {
            Look::Number
        };
    }
    if all(&|cell| words::title(cell).is_some()) {
        Look::Title
    } else if all(&|cell| matches!(words::outcome(cell), Some(Outcome::Is(_) | Outcome::Open))) {
        Look::Result
    } else if all(&|cell| cell.len() == 3 && cell.bytes().all(|byte| byte.is_ascii_uppercase())) {
        Look::Federation
    } else {
        let is_name = |cell: &&&str| {
            cell.chars().filter(|letter| letter.is_alphabetic()).count() > 1
                && !cell.chars().any(|letter| letter.is_ascii_digit())
                || words::no_player(cell).is_some()
        };
        if cells.iter().filter(is_name).count() * 10 >= cells.len() * 9 && !cells.is_empty() {
            Look::Name
        } else {
            Look::Other
        }
    }
}
