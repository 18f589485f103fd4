//! Sums over the words of a name: what is compared for every entry of a list.
//!
//! Each word has a number, and a name has the sum of its words' numbers, whatever their order. A million names are
//! compared with some players by three look-ups each; only where a sum is known are the names themselves compared, so a
//! sum that is equal by accident costs time and nothing else.

use super::{NameKey, rest_of_name::Rest};

/// The sums of a name: all words, the surname, the given names. They differ in kind, so all fit into one table. A sum of
/// given names is 0 if there are none or if it is not known which they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::ratings) struct NameSums {
    pub(in crate::ratings) all: u64,
    pub(in crate::ratings) surname: u64,
    pub(in crate::ratings) given: u64,
}

const OF_SURNAME: u64 = 0x9E37_79B9_7F4A_7C15;
const OF_GIVEN: u64 = 0xC2B2_AE3D_27D4_EB4F;

impl NameSums {
    /// Computes the sums of a name. Plain letters, of which lists consist, need no memory.
    pub(in crate::ratings) fn of(name: &str) -> NameSums {
        if name.is_ascii() {
            return NameSums::of_plain(name.as_bytes());
        }
        let key = NameKey::of(name);
        match key.parts() {
            Some((surname, given)) => NameSums::joined(sum(surname), Some(sum(given))),
            None => NameSums::joined(sum(key.words()), None),
        }
    }

    /// Returns the sums by which entries that may be a player are found.
    pub(in crate::ratings) fn wanted(key: &NameKey) -> Vec<u64> {
        let mut sums: Vec<u64> = NameSums::parts(key).into_iter().map(|(sum, _)| sum).collect();
        sums.sort_unstable();
        sums.dedup();
        sums
    }

    /// Returns the sums by which entries that may be a player are found, each with the rest of the name. Without a comma
    /// the surname may be the first or the last word.
    pub(super) fn parts(key: &NameKey) -> Vec<(u64, Rest<'_>)> {
        let words = key.words();
        let mut parts = match key.parts() {
            Some((surname, given)) => {
                let sums = NameSums::joined(sum(surname), Some(sum(given)));
                vec![
                    (sums.all, Rest::Nothing),
                    (sums.surname, Rest::Given(given)),
                    (sums.given, Rest::Surname(surname)),
                ]
            }
            None => {
                let ends = [words.split_once(' ').unwrap_or((words, "")), {
                    let (rest, last) = words.rsplit_once(' ').unwrap_or(("", words));
                    (last, rest)
                }];
                let surnames =
                    ends.map(|(word, rest)| (NameSums::joined(sum(word), None).surname, Rest::Given(rest)));
                let whole = (NameSums::joined(sum(words), None).all, Rest::Nothing);
                surnames.into_iter().chain([whole]).collect()
            }
        };
        parts.retain(|(sum, _)| *sum != 0);
        parts
    }

    fn joined(surname: u64, given: Option<u64>) -> NameSums {
        let given_sum = given.unwrap_or(0);
        NameSums {
            all: surname.wrapping_add(given_sum),
            surname: if surname == 0 { 0 } else { surname ^ OF_SURNAME },
            given: if given_sum == 0 { 0 } else { given_sum ^ OF_GIVEN },
        }
    }

    fn of_plain(name: &[u8]) -> NameSums {
        let (mut sum, mut word, mut surname) = (0_u64, WordNumber::default(), None);
        for byte in name {
            match byte {
                b'a'..=b'z' | b'0'..=b'9' => word.push(*byte),
                b'A'..=b'Z' => word.push(byte | 0x20),
                b'\'' | b'`' => {}
                b',' if surname.is_none() => {
                    sum = sum.wrapping_add(word.take());
                    surname = Some(std::mem::take(&mut sum));
                }
                _ => sum = sum.wrapping_add(word.take()),
            }
        }
        sum = sum.wrapping_add(word.take());
        match surname {
            Some(surname) => NameSums::joined(surname, Some(sum)),
            None => NameSums::joined(sum, None),
        }
    }
}

/// The number of a word, letter by letter (FNV-1a, mixed at the end, because numbers are added).
struct WordNumber(u64);

impl Default for WordNumber {
    fn default() -> WordNumber {
        WordNumber(Self::NONE)
    }
}

impl WordNumber {
    const NONE: u64 = 0xCBF2_9CE4_8422_2325;

    fn push(&mut self, byte: u8) {
        self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    }

    /// Ends the word and returns its number; 0 if there was none.
    fn take(&mut self) -> u64 {
        let number = std::mem::replace(&mut self.0, Self::NONE);
        if number == Self::NONE {
            return 0;
        }
        let mixed = (number ^ (number >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        mixed ^ (mixed >> 32)
    }
}

/// Returns the sum of words with one blank between them.
fn sum(words: &str) -> u64 {
    let number = |word: &str| {
        let mut number = WordNumber::default();
        word.bytes().for_each(|byte| number.push(byte));
        number.take()
    };
    words.split(' ').map(number).fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::{NameKey, NameSums};

    #[test]
    fn sums_follow_the_words_and_not_how_they_are_written() {
        let one = NameSums::of("Nowak-Kowal, Anna Maria");
        assert_eq!(one, NameSums::of("NÓWAK KOWAL,Maria  Anna"));
        assert_eq!(one.all, NameSums::of("Anna Maria Nowak Kowal").all);
        assert_ne!(one.surname, NameSums::of("Nowak, Anna Maria").surname);
        assert_eq!(one.given, NameSums::of("Other, Anna-Maria").given);
        assert_eq!(NameSums::of("Nowak").given, 0);
        let wanted = NameSums::wanted(&NameKey::of("Anna Nowak"));
        assert!(wanted.contains(&NameSums::of("Nowak, Anna").surname));
        assert!(NameSums::wanted(&NameKey::of("")).is_empty());
    }
}
