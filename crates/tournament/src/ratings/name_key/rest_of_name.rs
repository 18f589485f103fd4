//! Numbers by which the rest of a name is found where many players share a part of it.
//!
//! Two rests that may be alike (`likeness`) have a number in common: those under which the players are kept, and those
//! that are asked for an entry of a list. The converse need not be true, for names are compared all the same.

/// The rest of a name.
#[derive(Debug, Clone, Copy)]
pub(super) enum Rest<'a> {
    /// Nothing: the part is the whole name.
    Nothing,
    /// The given names, beside a surname.
    Given(&'a str),
    /// The surname, beside given names.
    Surname(&'a str),
}

/// The kinds of numbers. Where one rest may be short for the other, the players are kept under both kinds, and the kinds
/// are exchanged in what is asked for an entry.
#[derive(Clone, Copy)]
enum Kind {
    Any,
    Empty,
    Slip,
    Short,
    Long,
    Initial,
    LetterOf,
    FirstWord,
    Word,
}

/// The kinds of what is short for something, and of what it is short for.
struct Kinds {
    name: [Kind; 2],
    letter: [Kind; 2],
    surname: [Kind; 2],
}

const KEPT: Kinds = Kinds {
    name: [Kind::Short, Kind::Long],
    letter: [Kind::Initial, Kind::LetterOf],
    surname: [Kind::FirstWord, Kind::Word],
};
const ASKED: Kinds = Kinds {
    name: [Kind::Long, Kind::Short],
    letter: [Kind::LetterOf, Kind::Initial],
    surname: [Kind::Word, Kind::FirstWord],
};

/// The least length of a name that others begin with, in bytes of UTF-8 (`likeness`).
const BEGIN_MIN: usize = 3;

impl Rest<'_> {
    /// Returns the numbers under which a player is kept.
    pub(super) fn kept(self) -> Vec<u64> {
        let mut numbers = self.numbers(&KEPT);
        match self {
            Rest::Given("") => numbers.extend([number(Kind::Any, &[]), number(Kind::Empty, &[])]),
            Rest::Nothing | Rest::Given(_) => numbers.push(number(Kind::Any, &[])),
            Rest::Surname(_) => {}
        }
        numbers
    }

    /// Returns the numbers that are asked for an entry. No given name fits to any, on either side.
    pub(super) fn asked(self) -> Vec<u64> {
        let mut numbers = self.numbers(&ASKED);
        match self {
            Rest::Nothing | Rest::Given("") => numbers.push(number(Kind::Any, &[])),
            Rest::Given(_) => numbers.push(number(Kind::Empty, &[])),
            Rest::Surname(_) => {}
        }
        numbers
    }

    fn numbers(self, kinds: &Kinds) -> Vec<u64> {
        match self {
            Rest::Nothing | Rest::Given("") => Vec::new(),
            Rest::Given(given) => {
                let word = first_word(given).as_bytes();
                let head = given.chars().next().map_or(0, char::len_utf8);
                let mut numbers = slips(word);
                numbers.push(number(kinds.name[0], &[word]));
                numbers.extend((BEGIN_MIN..=word.len()).map(|end| number(kinds.name[1], &[&word[..end]])));
                numbers.push(number(kinds.letter[1], &[&word[..head]]));
                if head == word.len() {
                    numbers.push(number(kinds.letter[0], &[word]));
                }
                numbers
            }
            Rest::Surname(surname) => {
                let mut numbers = slips(surname.as_bytes());
                numbers.push(number(kinds.surname[0], &[first_word(surname).as_bytes()]));
                numbers.extend(surname.split(' ').map(|word| number(kinds.surname[1], &[word.as_bytes()])));
                numbers
            }
        }
    }
}

fn first_word(text: &str) -> &str {
    text.split(' ').next().unwrap_or_default()
}

/// Returns the numbers of a text and of what is left of it without one letter. Two texts that one slip makes of each
/// other have one of them in common.
fn slips(text: &[u8]) -> Vec<u64> {
    let without = (0..text.len()).map(|at| number(Kind::Slip, &[&text[..at], &text[at + 1..]]));
    without.chain([number(Kind::Slip, &[text])]).collect()
}

/// Returns the number of a text (FNV-1a, mixed at the end).
fn number(kind: Kind, parts: &[&[u8]]) -> u64 {
    let bytes = [kind as u8].into_iter().chain(parts.iter().flat_map(|part| part.iter().copied()));
    let number = bytes.fold(0xCBF2_9CE4_8422_2325_u64, |number, byte| {
        (number ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    });
    let mixed = (number ^ (number >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    mixed ^ (mixed >> 32)
}
