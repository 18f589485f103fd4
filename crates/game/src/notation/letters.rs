//! The letters of the pieces in each language, and the letters of other alphabets that look like them.
//!
//! The order of comparison matters for two reasons (docs/laws-sources.md, "Piece letters"). The Russian king `Кр`
//! begins with the letter of the knight, `К`, so the longer spelling is tried first. A Latin `C` on a Russian sheet
//! means the bishop `С`: no eye can tell the two letters apart.

use shakmaty::{Color, File, Rank, Role};

/// A set of letters for the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Letters {
    /// The English letters: K Q R B N.
    English,
    /// The Polish letters: K H W G S (PL09 C.2).
    Polish,
    /// The Russian letters: Кр Ф Л С К (RU20 17.2).
    Russian,
    /// The drawings of the pieces (PL09 C.3).
    Figurine,
}

/// Every set of letters.
pub const LETTERS: [Letters; 4] = [Letters::English, Letters::Polish, Letters::Russian, Letters::Figurine];

type Table = [(&'static str, Role); 6];

const ENGLISH: Table = [
    ("K", Role::King),
    ("Q", Role::Queen),
    ("R", Role::Rook),
    ("B", Role::Bishop),
    ("N", Role::Knight),
    ("P", Role::Pawn),
];
const POLISH: Table = [
    ("K", Role::King),
    ("H", Role::Queen),
    ("W", Role::Rook),
    ("G", Role::Bishop),
    ("S", Role::Knight),
    ("P", Role::Pawn),
];
const RUSSIAN: Table = [
    ("Кр", Role::King),
    ("Ф", Role::Queen),
    ("Л", Role::Rook),
    ("С", Role::Bishop),
    ("К", Role::Knight),
    ("п", Role::Pawn),
];
/// The white and the black figurine of each piece. Both are read for either side.
const FIGURINES: [(char, char, Role); 6] = [
    ('\u{2654}', '\u{265a}', Role::King),
    ('\u{2655}', '\u{265b}', Role::Queen),
    ('\u{2656}', '\u{265c}', Role::Rook),
    ('\u{2657}', '\u{265d}', Role::Bishop),
    ('\u{2658}', '\u{265e}', Role::Knight),
    ('\u{2659}', '\u{265f}', Role::Pawn),
];

/// Latin letters and the Cyrillic ones that look like them (docs/laws-sources.md, "Letters that look alike").
const TWINS: [(char, char); 21] = [
    ('A', 'А'),
    ('B', 'В'),
    ('C', 'С'),
    ('E', 'Е'),
    ('H', 'Н'),
    ('K', 'К'),
    ('M', 'М'),
    ('O', 'О'),
    ('P', 'Р'),
    ('S', 'Ѕ'),
    ('T', 'Т'),
    ('X', 'Х'),
    ('a', 'а'),
    ('c', 'с'),
    ('e', 'е'),
    ('k', 'к'),
    ('o', 'о'),
    ('p', 'р'),
    ('s', 'ѕ'),
    ('x', 'х'),
    ('y', 'у'),
];

impl Letters {
    /// Returns the name by which settings refer to these letters.
    pub fn name(self) -> &'static str {
        match self {
            Letters::English => "english",
            Letters::Polish => "polish",
            Letters::Russian => "russian",
            Letters::Figurine => "figurine",
        }
    }

    /// Returns the letter of a piece; empty for a pawn, which has no letter in a written move.
    pub fn piece(self, role: Role, color: Color) -> String {
        match self.table() {
            _ if role == Role::Pawn => String::new(),
            Some(table) => spelling(table, role).to_owned(),
            None => {
                let figurine = FIGURINES.iter().find(|(.., known)| *known == role);
                figurine.map(|(white, black, _)| color.fold_wb(*white, *black)).into_iter().collect()
            }
        }
    }

    /// Returns the letters of the pieces that a pawn can become, for messages: `H, W, G or S`.
    pub(super) fn promotions(self, color: Color) -> String {
        let [queen, rook, bishop, knight] =
            [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(|role| self.piece(role, color));
        format!("{queen}, {rook}, {bishop} or {knight}")
    }

    /// Returns the piece that the text begins with, and the number of bytes of its letter; `None` if it begins with no
    /// piece. Figurines are read on every sheet.
    pub(super) fn piece_at(self, text: &str) -> Option<(Role, usize)> {
        let first = text.chars().next()?;
        if let Some((.., role)) =
            FIGURINES.iter().find(|(white, black, _)| first == *white || first == *black)
        {
            // Some programs add a character that selects the kind of drawing.
            let variant = text[first.len_utf8()..].chars().next();
            let selector = variant.filter(|c| matches!(c, '\u{fe0e}' | '\u{fe0f}')).map_or(0, char::len_utf8);
            return Some((*role, first.len_utf8() + selector));
        }
        self.table()?.iter().find_map(|(spelling, role)| Some((*role, self.prefix(spelling, text)?)))
    }

    /// Returns the letters of another language in which this text would begin with a piece, and the piece, if there are
    /// any.
    pub(super) fn other_at(self, text: &str) -> Option<(Letters, Role)> {
        LETTERS
            .into_iter()
            .filter(|other| *other != self)
            .find_map(|other| Some((other, other.piece_at(text)?.0)))
    }

    /// Returns the length in bytes of the beginning of `text` that matches `spelling` after look-alike letters are
    /// converted; `None` if the text begins otherwise.
    fn prefix(self, spelling: &str, text: &str) -> Option<usize> {
        let mut rest = text.chars();
        let mut length = 0;
        for wanted in spelling.chars() {
            let found = rest.next()?;
            // The second letter of the king is read in either case, because some sheets have `КР` in capitals.
            let is_same = self.fold(found) == wanted || (length > 0 && lower(self.fold(found)) == wanted);
            if !is_same {
                return None;
            }
            length += found.len_utf8();
        }
        Some(length)
    }

    fn fold(self, letter: char) -> char {
        match self {
            Letters::Russian => cyrillic(letter),
            Letters::English | Letters::Polish | Letters::Figurine => latin(letter),
        }
    }

    fn table(self) -> Option<&'static Table> {
        match self {
            Letters::English => Some(&ENGLISH),
            Letters::Polish => Some(&POLISH),
            Letters::Russian => Some(&RUSSIAN),
            Letters::Figurine => None,
        }
    }
}

/// Returns the file that a letter names, small or capital. A letter that looks like a Latin letter counts as that
/// letter.
pub(super) fn file(letter: char) -> Option<File> {
    File::from_char(latin(letter).to_ascii_lowercase())
}

/// Returns the rank that a digit names.
pub(super) fn rank(digit: char) -> Option<Rank> {
    Rank::from_char(digit)
}

/// Returns the Latin letter that looks like this letter, or the letter itself if there is none.
pub(super) fn latin(letter: char) -> char {
    TWINS.iter().find(|(_, cyrillic)| *cyrillic == letter).map_or(letter, |(latin, _)| *latin)
}

fn cyrillic(letter: char) -> char {
    TWINS.iter().find(|(latin, _)| *latin == letter).map_or(letter, |(_, cyrillic)| *cyrillic)
}

fn lower(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

fn spelling(table: &'static Table, role: Role) -> &'static str {
    table.iter().find(|(_, known)| *known == role).map_or("", |(spelling, _)| spelling)
}
