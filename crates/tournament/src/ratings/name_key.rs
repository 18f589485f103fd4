//! Names as they are compared: small letters without marks, words with one blank between them.
//!
//! Lists write Latin letters without marks. `Nowak, Anna`, `NOWAK Anna` and `Nówak,Anna` have the words `nowak` and
//! `anna`; only with a comma is it known which of them is the surname.

pub(in crate::ratings) mod name_index;
pub(in crate::ratings) mod name_sums;
mod rest_of_name;
pub(in crate::ratings) mod spellings;

/// A name to compare.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct NameKey {
    /// All words, in their order.
    words: String,
    /// The length of the surname in `words`; `None` for a name without a comma.
    surname: Option<usize>,
}

impl NameKey {
    pub(super) fn of(name: &str) -> NameKey {
        let mut key = NameKey::default();
        let mut is_apart = false;
        for letter in name.chars() {
            if letter == ',' && key.surname.is_none() {
                key.surname = Some(key.words.len());
            }
            if is_mark(letter) {
                continue;
            }
            if !letter.is_alphanumeric() {
                is_apart = true;
                continue;
            }
            if is_apart && !key.words.is_empty() {
                key.words.push(' ');
            }
            is_apart = false;
            for small in letter.to_lowercase().filter(|small| !is_mark(*small)) {
                match plain(small) {
                    Some(plain) => key.words.push_str(plain),
                    None => key.words.push(small),
                }
            }
        }
        key
    }

    /// Returns all words.
    pub(super) fn words(&self) -> &str {
        &self.words
    }

    /// Returns the surname and the given names; `None` if it is not known which is which.
    pub(super) fn parts(&self) -> Option<(&str, &str)> {
        let (surname, given) = self.words.split_at(self.surname?);
        Some((surname, given.trim_start()))
    }

    /// Returns whether the name is written in Latin letters, so that it can be compared with a list.
    pub(super) fn is_latin(&self) -> bool {
        !self.words.is_empty() && self.words.is_ascii()
    }
}

/// Returns whether a letter is dropped: an apostrophe, or a mark that stands behind its letter.
fn is_mark(letter: char) -> bool {
    matches!(letter, '\'' | '`' | '´' | '’' | '‘' | 'ʼ' | '\u{300}'..='\u{36F}')
}

/// Returns a small letter without its mark; `None` for a letter without one.
fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' => "a",
        'æ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ĥ' | 'ħ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' => "i",
        'ĵ' => "j",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'œ' => "oe",
        'ŕ' | 'ŗ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' => "t",
        'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::NameKey;

    #[test]
    fn marks_case_and_signs_do_not_count() {
        for (name, surname, given) in [
            ("Nowak, Anna", "nowak", "anna"),
            ("NÓWAK ,Anna-Maria", "nowak", "anna maria"),
            ("Wójcik-Żak, J.", "wojcik zak", "j"),
            ("O'Connor,Seán", "oconnor", "sean"),
            ("Gro\u{308}ße, İpek", "grosse", "ipek"),
            ("Łuczak", "", ""),
        ] {
            let parts = NameKey::of(name);
            assert_eq!(parts.parts().unwrap_or_default(), (surname, given), "{name}");
        }
        assert_eq!(NameKey::of("  Anna   Nowak. ").words(), "anna nowak");
        assert_eq!(NameKey::of("Nowak,").parts(), Some(("nowak", "")));
        assert_eq!(NameKey::of(", Anna").parts(), Some(("", "anna")));
        assert!(!NameKey::of("Иванов, Пётр").is_latin());
    }
}
