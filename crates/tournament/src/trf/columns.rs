//! The columns of a line, counted from 1 as in the definition of the format.

/// A line as columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Columns {
    /// One letter a column. Where a file counts bytes, the columns behind the first byte of a letter hold `FILLER`.
    letters: Vec<char>,
}

/// What stands in the columns of the second and further bytes of a letter.
const FILLER: char = '\0';
/// The columns that are blank in every line of a player.
const BLANKS: [usize; 9] = [4, 9, 14, 48, 53, 57, 69, 80, 85];

impl Columns {
    /// Counts letters as columns.
    pub(super) fn of(line: &str) -> Columns {
        Columns { letters: line.chars().collect() }
    }

    /// Counts letters as columns, or bytes where the columns of a player's line fit only so: some programs count the
    /// bytes of UTF-8.
    pub(super) fn of_player(line: &str) -> Columns {
        let letters = Columns::of(line);
        if line.is_ascii() || letters.fits() {
            return letters;
        }
        let filled =
            |letter: char| std::iter::once(letter).chain(std::iter::repeat_n(FILLER, letter.len_utf8() - 1));
        let bytes = Columns { letters: line.chars().flat_map(filled).collect() };
        if bytes.fits() { bytes } else { letters }
    }

    fn fits(&self) -> bool {
        let is_digit =
            |column: usize| self.letters.get(column - 1).is_none_or(|it| matches!(it, '0'..='9' | ' '));
        BLANKS.iter().all(|column| self.letters.get(column - 1).is_none_or(|letter| *letter == ' '))
            && (49..=52).all(is_digit)
    }

    /// Returns the text in the columns from `first` to `last`, without blanks around it.
    pub(super) fn text(&self, first: usize, last: usize) -> String {
        let text: String =
            self.letters.iter().skip(first - 1).take(last + 1 - first).filter(|it| **it != FILLER).collect();
        text.trim().to_owned()
    }

    /// Returns the letter in a column; a blank behind the end of the line.
    pub(super) fn letter(&self, column: usize) -> char {
        self.letters.get(column - 1).copied().unwrap_or(' ')
    }

    /// Returns the number of columns up to the last one that is not blank.
    pub(super) fn length(&self) -> usize {
        self.letters
            .iter()
            .rposition(|letter| !letter.is_whitespace() && *letter != FILLER)
            .map_or(0, |at| at + 1)
    }
}
