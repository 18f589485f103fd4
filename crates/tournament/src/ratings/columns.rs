//! The columns of a list of fixed width, as its first line names them.
//!
//! A column begins where its name begins and ends where the next name begins. Positions differ between the lists: the
//! combined list has three ratings, a list of one kind has one, and its name is the month (`NOV26`); lists before 2016
//! lack `FOA`; those before 2012 write two names without a blank between them (`TitlFed`, `GamesBorn`).

use super::{FaultKind, RatingKind};

/// The columns that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Column {
    Id,
    Name,
    Federation,
    Sex,
    Title,
    WomensTitle,
    /// A rating of this kind.
    Rating(RatingKind),
    /// The only rating of a list of one kind.
    OnlyRating,
    Born,
    Flag,
    /// Games, factors, other titles: nothing of it is wanted.
    Other,
}

/// A column with its place in a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) column: Column,
    /// The first byte, counted from 0.
    pub(super) begins: usize,
    /// The byte behind the column; for the last column that is as far as a line goes.
    pub(super) ends: usize,
}

/// The names, in small letters.
const NAMES: [(&str, Column); 27] = [
    ("id number", Column::Id),
    ("name", Column::Name),
    ("fed", Column::Federation),
    ("sex", Column::Sex),
    ("tit", Column::Title),
    ("titl", Column::Title),
    ("wtit", Column::WomensTitle),
    ("otit", Column::Other),
    ("foa", Column::Other),
    ("srtng", Column::Rating(RatingKind::Standard)),
    ("std", Column::Rating(RatingKind::Standard)),
    ("sgm", Column::Other),
    ("sk", Column::Other),
    ("rrtng", Column::Rating(RatingKind::Rapid)),
    ("rpd", Column::Rating(RatingKind::Rapid)),
    ("rgm", Column::Other),
    ("rk", Column::Other),
    ("brtng", Column::Rating(RatingKind::Blitz)),
    ("blz", Column::Rating(RatingKind::Blitz)),
    ("bgm", Column::Other),
    ("bk", Column::Other),
    ("gms", Column::Other),
    ("games", Column::Other),
    ("k", Column::Other),
    ("b-day", Column::Born),
    ("born", Column::Born),
    ("flag", Column::Flag),
];

/// Finds the columns in the first line of a list.
pub(super) fn columns(header: &str) -> Result<Vec<Placed>, FaultKind> {
    let header = header.to_ascii_lowercase();
    let mut begun: Vec<(usize, Column)> = Vec::new();
    let mut at = 0;
    while let Some(skipped) = header[at..].find(|letter| letter != ' ') {
        at += skipped;
        // The only name with a blank in it.
        let length = if header[at..].starts_with("id number") {
            "id number".len()
        } else {
            header[at..].find(' ').unwrap_or(header.len() - at)
        };
        name(&header[at..at + length], at, &mut begun);
        at += length;
    }
    if !matches!(begun.first(), Some((_, Column::Id))) {
        return Err(FaultKind::NotAList);
    }
    let has = |wanted: fn(&Column) -> bool| begun.iter().any(|(_, column)| wanted(column));
    for (is_there, named) in [
        (has(|column| *column == Column::Name), "Name"),
        (has(|column| *column == Column::Federation), "Fed"),
        (has(|column| matches!(column, Column::Rating(_) | Column::OnlyRating)), "of ratings"),
    ] {
        if !is_there {
            return Err(FaultKind::NoColumn(named));
        }
    }
    let ends = begun.iter().skip(1).map(|(begins, _)| *begins).chain([usize::MAX]);
    Ok(begun.iter().zip(ends).map(|(&(begins, column), ends)| Placed { column, begins, ends }).collect())
}

/// Notes the column of a name, or the two columns of a word that is two names.
fn name(word: &str, at: usize, begun: &mut Vec<(usize, Column)>) {
    if let Some(column) = known(word) {
        begun.push((at, column));
        return;
    }
    let halves =
        (1..word.len()).filter_map(|length| Some((length, word.get(..length)?, word.get(length..)?)));
    // The longer name first: `titlfed` is not `tit` and `lfed`, and `gamesborn` not `games` and something.
    for (length, first, second) in halves.collect::<Vec<_>>().into_iter().rev() {
        if let (Some(first), Some(second)) = (known(first), known(second)) {
            begun.push((at, first));
            begun.push((at + length, second));
            return;
        }
    }
    begun.push((at, Column::Other));
}

fn known(word: &str) -> Option<Column> {
    let named = NAMES.iter().find(|(name, _)| *name == word).map(|(_, column)| *column);
    named.or_else(|| is_month(word).then_some(Column::OnlyRating))
}

/// Returns whether a word is a month with its year: `nov26`.
fn is_month(word: &str) -> bool {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let (Some(month), Some(year)) = (word.get(..3), word.get(3..)) else { return false };
    MONTHS.contains(&month) && year.len() == 2 && year.bytes().all(|digit| digit.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{Column, columns};
    use crate::ratings::{FaultKind, RatingKind};

    /// Returns where a column begins and ends in the list with this first line.
    fn place(header: &str, wanted: Column) -> Option<(usize, usize)> {
        let placed = columns(header).expect("a list");
        placed.iter().find(|placed| placed.column == wanted).map(|placed| (placed.begins, placed.ends))
    }

    #[test]
    fn each_generation_of_lists_has_its_columns() {
        let combined = "ID Number      Name                                                         Fed Sex Tit  WTit \
                        OTit           FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag";
        assert_eq!(place(combined, Column::Name), Some((15, 76)));
        assert_eq!(place(combined, Column::Rating(RatingKind::Standard)), Some((113, 119)));
        assert_eq!(place(combined, Column::Rating(RatingKind::Blitz)), Some((139, 145)));
        assert_eq!(place(combined, Column::Born), Some((152, 158)));
        assert_eq!(place(combined, Column::Flag), Some((158, usize::MAX)));
        let single = "ID Number      Name                                                         Fed Sex Tit  WTit OTit \
                      \x20         FOA NOV26 Gms K  B-day Flag";
        assert_eq!(place(single, Column::OnlyRating), Some((113, 119)));
        let old = "ID number Name                              TitlFed  Mar11 GamesBorn  Flag";
        assert_eq!(place(old, Column::Title), Some((44, 48)));
        assert_eq!(place(old, Column::Federation), Some((48, 53)));
        assert_eq!(place(old, Column::Born), Some((64, 70)));
    }

    #[test]
    fn other_first_lines_are_refused() {
        assert_eq!(columns("Dear arbiter"), Err(FaultKind::NotAList));
        assert_eq!(columns(""), Err(FaultKind::NotAList));
        assert_eq!(columns("ID Number Name Fed Sex"), Err(FaultKind::NoColumn("of ratings")));
        assert_eq!(columns("ID Number Name Sex SRtng"), Err(FaultKind::NoColumn("Fed")));
    }
}
