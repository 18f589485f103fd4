//! How like an entry of a list is to somebody who is looked for.

use super::name_key::NameKey;

/// How far an entry agrees with what is known of a player. The order is that of proposals: the likeliest is the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Likeness {
    /// The name.
    pub name: NameLikeness,
    /// The federation.
    pub federation: Agreement,
    /// The year of birth.
    pub born: Agreement,
}

/// How like two names are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NameLikeness {
    /// The words are the same and in the same order.
    Same,
    /// One is a way to write the other, or a slip away from it.
    Close,
}

/// Whether two values agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// They are the same.
    Same,
    /// One of them is unknown.
    Unknown,
    /// They differ.
    Other,
}

impl Agreement {
    pub(super) fn of<T: PartialEq>(one: Option<T>, other: Option<T>) -> Agreement {
        match (one, other) {
            (Some(one), Some(other)) if one == other => Agreement::Same,
            (Some(_), Some(_)) => Agreement::Other,
            _ => Agreement::Unknown,
        }
    }
}

impl Likeness {
    /// Returns whether everything agrees. A name alone says too little: many people share one.
    pub fn is_certain(self) -> bool {
        (self.name, self.federation, self.born) == (NameLikeness::Same, Agreement::Same, Agreement::Same)
    }

    /// Returns whether somebody should be asked about the entry.
    pub(super) fn is_worth_asking(self) -> bool {
        let differ = [self.federation, self.born].iter().filter(|it| **it == Agreement::Other).count();
        match self.name {
            NameLikeness::Same => differ < 2,
            NameLikeness::Close => differ == 0,
        }
    }
}

/// Compares two names; `None` if they are not like each other.
pub(super) fn names(wanted: &NameKey, listed: &NameKey) -> Option<NameLikeness> {
    if wanted.words().is_empty() {
        return None;
    }
    if wanted.words() == listed.words() && (wanted.parts().is_none() || wanted.parts() == listed.parts()) {
        return Some(NameLikeness::Same);
    }
    let is_close = match (wanted.parts(), listed.parts()) {
        (Some((surname, given)), Some((listed_surname, listed_given))) => {
            (surname == listed_surname && are_given_alike(given, listed_given))
                || (!given.is_empty() && given == listed_given && are_surnames_alike(surname, listed_surname))
        }
        (None, Some((surname, given))) => {
            let words = wanted.words();
            let rest = [words.strip_prefix(surname), words.strip_suffix(surname)];
            let is_whole = |rest: &&str| rest.is_empty() || rest.starts_with(' ') || rest.ends_with(' ');
            let mut rests = rest.into_iter().flatten().filter(is_whole);
            !surname.is_empty() && rests.any(|rest| are_given_alike(rest.trim(), given))
        }
        (_, None) => false,
    };
    (is_close || has_same_words(wanted.words(), listed.words())).then_some(NameLikeness::Close)
}

/// Returns whether given names may be those of one person: each word of the shorter is the other's, its initial or
/// beginning, or a slip away from it. No given name fits to any.
fn are_given_alike(one: &str, other: &str) -> bool {
    if one.is_empty() || other.is_empty() {
        return true;
    }
    one.split(' ').zip(other.split(' ')).all(|(one, other)| {
        let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
        let is_short_for = long.starts_with(short) && (short.chars().count() == 1 || short.len() >= 3);
        is_short_for || (short.len() >= 3 && is_slip(one, other))
    })
}

/// Returns whether surnames may be those of one person: a slip apart, or one without the other's further words.
fn are_surnames_alike(one: &str, other: &str) -> bool {
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    let mut words = long.split(' ');
    (short.len() >= 4 && is_slip(one, other))
        || (!short.is_empty() && short.split(' ').all(|word| words.any(|other| other == word)))
}

fn has_same_words(one: &str, other: &str) -> bool {
    // Most names have other letters, and then no word has to be looked at.
    let letters = |words: &str| words.bytes().map(u64::from).sum::<u64>();
    let sorted = |words| {
        let mut words: Vec<&str> = str::split(words, ' ').collect();
        words.sort_unstable();
        words
    };
    one.len() == other.len() && letters(one) == letters(other) && sorted(one) == sorted(other)
}

/// Returns whether one letter more, less or other, or two letters exchanged, make one word of the other.
fn is_slip(one: &str, other: &str) -> bool {
    // Names in a list have plain letters, of one byte each.
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
    if long.len() - short.len() > 1 {
        return false;
    }
    let front = short.iter().zip(long).take_while(|(one, other)| one == other).count();
    let (short, long) = (&short[front..], &long[front..]);
    match (short, long) {
        ([], _) => true,
        (short, long) if short.len() < long.len() => short == &long[1..],
        ([_, short @ ..], [_, long @ ..]) if short == long => true,
        ([a, b, short @ ..], [c, d, long @ ..]) => (a, b) == (d, c) && short == long,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{NameLikeness, names};
    use crate::ratings::name_key::NameKey;

    #[test]
    fn names_are_the_same_close_or_others() {
        let compared = |wanted: &str, listed: &str| names(&NameKey::of(wanted), &NameKey::of(listed));
        for (wanted, listed) in [
            ("Nowak, Anna", "Nowak, Anna"),
            ("NOWAK Anna", "Nowak, Anna"),
            ("Müller-Żak, Ann", "Muller Zak, Ann"),
            ("Suresh", "Suresh"),
        ] {
            assert_eq!(compared(wanted, listed), Some(NameLikeness::Same), "{wanted} / {listed}");
        }
        for (wanted, listed) in [
            ("Anna Nowak", "Nowak, Anna"),
            ("Anna, Nowak", "Nowak, Anna"),
            ("Nowak, A.", "Nowak, Anna"),
            ("Nowak, Anna", "Nowak, Anna Maria"),
            ("Nowak", "Nowak, Anna"),
            ("Nowak, Alex", "Nowak, Alexander"),
            ("Nowak, Ana", "Nowak, Anna"),
            ("Müller, Jan", "Mueller, Jan"),
            ("Nwoak, Anna", "Nowak, Anna"),
            ("Garcia, Juan", "Garcia Lopez, Juan"),
            ("Foreest, Jorden", "Van Foreest, Jorden"),
        ] {
            assert_eq!(compared(wanted, listed), Some(NameLikeness::Close), "{wanted} / {listed}");
        }
        for (wanted, listed) in [
            ("Nowak, Anna", "Nowak, Jan"),
            ("Nowak, Anna", "Kowal, Anna"),
            ("Thomas, Paul", "Thomas, Peter"),
            ("Anna", "Nowak, Anna"),
            ("Novacek, Anna", "Nowak, Anna"),
            ("", "Nowak, Anna"),
            ("", ""),
        ] {
            assert_eq!(compared(wanted, listed), None, "{wanted} / {listed}");
        }
    }
}
