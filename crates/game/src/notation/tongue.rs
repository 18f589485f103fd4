//! The words in which moves are announced, in each language (PL09 E.2.1; D.2.1 in the 2023 edition).
//!
//! The sources name the files, the ranks, the pieces and castling. The order of the words is a matter of agreement with
//! the arbiter: here it is piece, square of origin, square of arrival. We know no source of the Russian words; the
//! words used here are customary.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

/// The language of an announcement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tongue {
    /// English.
    English,
    /// Polish.
    Polish,
    /// Russian.
    Russian,
    /// German, whose numerals are used between players of different languages.
    German,
}

/// The meaning of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Word {
    /// A piece.
    Piece(Role),
    /// A file.
    File(File),
    /// A rank.
    Rank(Rank),
    /// Castling.
    Castling,
    /// The side to castle to.
    Side(CastlingSide),
}

/// The words of a language, as they are written.
struct Words {
    /// The words for king, queen, rook, bishop, knight, pawn.
    pieces: [&'static str; 6],
    files: [&'static str; 8],
    ranks: [&'static str; 8],
    castling: &'static str,
    short: &'static str,
    long: &'static str,
}

const ROLES: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

const ENGLISH: Words = Words {
    pieces: ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"],
    files: ["Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector"],
    ranks: ["one", "two", "three", "four", "five", "six", "seven", "eight"],
    castling: "castling",
    short: "short",
    long: "long",
};
const POLISH: Words = Words {
    pieces: ["Król", "Hetman", "Wieża", "Goniec", "Skoczek", "Pion"],
    files: ["Anna", "Bella", "Cesar", "Dawid", "Ewa", "Feliks", "Gustaw", "Hektor"],
    ranks: ["jeden", "dwa", "trzy", "cztery", "pięć", "sześć", "siedem", "osiem"],
    castling: "roszada",
    short: "krótka",
    long: "długa",
};
const RUSSIAN: Words = Words {
    pieces: ["Король", "Ферзь", "Ладья", "Слон", "Конь", "Пешка"],
    files: ["Анна", "Белла", "Цезарь", "Давид", "Ева", "Феликс", "Густав", "Гектор"],
    ranks: ["один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь"],
    castling: "рокировка",
    short: "короткая",
    long: "длинная",
};
const GERMAN: Words = Words {
    pieces: ["König", "Dame", "Turm", "Läufer", "Springer", "Bauer"],
    files: ["Anna", "Bella", "Cäsar", "David", "Eva", "Felix", "Gustav", "Hektor"],
    ranks: ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht"],
    castling: "Rochade",
    short: "kurze",
    long: "lange",
};

impl Tongue {
    /// Returns the name of the language in settings.
    pub fn name(self) -> &'static str {
        match self {
            Tongue::English => "english",
            Tongue::Polish => "polish",
            Tongue::Russian => "russian",
            Tongue::German => "german",
        }
    }

    /// Returns the name of a piece.
    pub fn piece(self, role: Role) -> &'static str {
        ROLES.iter().position(|known| *known == role).map_or("", |index| self.words().pieces[index])
    }

    /// Returns the name of a file.
    pub fn file(self, file: File) -> &'static str {
        self.words().files[usize::from(file)]
    }

    /// Returns the name of a square: `Gustaw jeden`.
    pub fn square(self, square: Square) -> String {
        let (file, rank) = square.coords();
        format!("{} {}", self.file(file), self.words().ranks[usize::from(rank)])
    }

    /// Returns the words for castling: `krótka roszada`.
    pub fn castling(self, side: CastlingSide) -> String {
        let words = self.words();
        let which = match side {
            CastlingSide::KingSide => words.short,
            CastlingSide::QueenSide => words.long,
        };
        format!("{which} {}", words.castling)
    }

    /// Returns the meaning of a word; `None` if it has none. Capitals, accents and the spellings of a name in other
    /// languages make no difference. In every language the German numerals and the digits are ranks too (D.2.1 in the
    /// 2023 edition).
    pub(super) fn word(self, text: &str) -> Option<Word> {
        let plain = plain(text);
        self.words().find(&plain).or_else(|| {
            let rank = GERMAN.ranks.iter().position(|known| self::plain(known) == plain);
            let digit = || plain.parse::<u32>().ok().filter(|digit| (1..=8).contains(digit));
            let index = rank.map(|index| index as u32).or_else(|| digit().map(|digit| digit - 1));
            index.map(|index| Word::Rank(Rank::new(index)))
        })
    }

    fn words(self) -> &'static Words {
        match self {
            Tongue::English => &ENGLISH,
            Tongue::Polish => &POLISH,
            Tongue::Russian => &RUSSIAN,
            Tongue::German => &GERMAN,
        }
    }
}

impl Words {
    fn find(&self, plain: &str) -> Option<Word> {
        let index = |words: &[&str]| words.iter().position(|word| self::plain(word) == plain);
        if let Some(role) = index(&self.pieces) {
            return Some(Word::Piece(ROLES[role]));
        }
        if let Some(file) = index(&self.files) {
            return Some(Word::File(File::new(file as u32)));
        }
        if let Some(rank) = index(&self.ranks) {
            return Some(Word::Rank(Rank::new(rank as u32)));
        }
        let one = |word: &str| self::plain(word) == plain;
        if one(self.castling) {
            Some(Word::Castling)
        } else if one(self.short) {
            Some(Word::Side(CastlingSide::KingSide))
        } else if one(self.long) {
            Some(Word::Side(CastlingSide::QueenSide))
        } else {
            None
        }
    }
}

/// Removes from a word the differences between writers: capitals, accents, and the spellings that the sources
/// themselves mix (Dawid and David, Feliks and Felix, Hektor and Hector).
fn plain(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    for letter in word.chars().flat_map(char::to_lowercase) {
        match letter {
            'ą' | 'á' => out.push('a'),
            'ć' | 'č' | 'k' => out.push('c'),
            'ę' | 'é' | 'ä' => out.push('e'),
            'ł' => out.push('l'),
            'ó' | 'ö' => out.push('o'),
            'ś' | 'ß' => out.push('s'),
            'ü' => out.push('u'),
            'ż' | 'ź' => out.push('z'),
            'w' => out.push('v'),
            'x' => out.push_str("cs"),
            'ё' => out.push('е'),
            plain => out.push(plain),
        }
    }
    // Writers without an umlaut on the keyboard use a pair of letters.
    out.replace("ae", "e").replace("oe", "o").replace("ue", "u")
}

#[cfg(test)]
mod tests {
    use super::{Tongue, Word};
    use shakmaty::{File, Rank, Role};

    #[test]
    fn names_are_known_in_every_spelling_the_sources_have() {
        for (tongue, text, word) in [
            (Tongue::Polish, "skoczek", Word::Piece(Role::Knight)),
            (Tongue::Polish, "KROL", Word::Piece(Role::King)),
            (Tongue::Polish, "David", Word::File(File::D)),
            (Tongue::Polish, "piec", Word::Rank(Rank::Fifth)),
            (Tongue::English, "Feliks", Word::File(File::F)),
            (Tongue::English, "Hektor", Word::File(File::H)),
            (Tongue::English, "acht", Word::Rank(Rank::Eighth)),
            (Tongue::German, "Laeufer", Word::Piece(Role::Bishop)),
            (Tongue::German, "Queen", Word::Piece(Role::Queen)),
            (Tongue::German, "5", Word::Rank(Rank::Fifth)),
            (Tongue::Russian, "КОНЬ", Word::Piece(Role::Knight)),
        ] {
            let expected = (text != "Queen").then_some(word);
            assert_eq!(tongue.word(text), expected, "{text}");
        }
    }

    #[test]
    fn no_word_of_a_language_says_two_things() {
        for tongue in [Tongue::English, Tongue::Polish, Tongue::Russian, Tongue::German] {
            let words = tongue.words();
            let all: Vec<&str> = words
                .pieces
                .iter()
                .chain(&words.files)
                .chain(&words.ranks)
                .copied()
                .chain([words.castling, words.short, words.long])
                .collect();
            let mut plain: Vec<String> = all.iter().map(|word| super::plain(word)).collect();
            plain.sort();
            plain.dedup();
            assert_eq!(plain.len(), all.len(), "{}", tongue.name());
        }
    }
}
