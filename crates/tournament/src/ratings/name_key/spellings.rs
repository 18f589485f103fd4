//! The ways in which lists may write a name. A name in Latin letters has one; of a name in Cyrillic letters FIDE has had
//! several over the years: `Юрий` is `Yuriy`, `Yuri`, `Yury`, `Iurii`.

use super::NameKey;
use crate::ratings::{NameLikeness, likeness, name_key::name_sums::NameSums};

/// The greatest number of spellings of a name. Letters that come later are then written in the usual way alone.
const SPELLINGS_MAX: usize = 192;

/// How letters are written, the usual way first. What has several letters goes before its letters; a full stop means the
/// end of a word, a hyphen a place where a vowel or nothing stands before.
const LETTERS: [(&str, &[&str]); 52] = [
    ("ий.", &["iy", "y", "i", "ii", "ij"]),
    ("ый.", &["y", "yy", "iy"]),
    ("др.", &["dr", "der"]),
    ("тр.", &["tr", "ter"]),
    ("кс", &["ks", "x"]),
    ("ье", &["ie", "ye", "e"]),
    ("ьё", &["ie", "yo", "e"]),
    ("ья", &["ya", "ia", "a"]),
    ("-е", &["e", "ye"]),
    ("а", &["a"]),
    ("б", &["b"]),
    ("в", &["v", "w"]),
    ("г", &["g", "h"]),
    ("ґ", &["g"]),
    ("д", &["d"]),
    ("ђ", &["dj", "d"]),
    ("е", &["e"]),
    ("ё", &["e", "yo", "io"]),
    ("є", &["ye", "ie", "e"]),
    ("ж", &["zh", "j"]),
    ("з", &["z"]),
    ("и", &["i", "y"]),
    ("і", &["i"]),
    ("ї", &["i", "yi"]),
    ("й", &["y", "i", "j"]),
    ("ј", &["j"]),
    ("к", &["k"]),
    ("л", &["l"]),
    ("љ", &["lj"]),
    ("м", &["m"]),
    ("н", &["n"]),
    ("њ", &["nj"]),
    ("о", &["o"]),
    ("п", &["p"]),
    ("р", &["r"]),
    ("с", &["s"]),
    ("т", &["t"]),
    ("ћ", &["c"]),
    ("у", &["u"]),
    ("ў", &["u", "w"]),
    ("ф", &["f"]),
    ("х", &["kh", "h"]),
    ("ц", &["ts", "c"]),
    ("ч", &["ch"]),
    ("џ", &["dz"]),
    ("ш", &["sh"]),
    ("щ", &["shch", "sch"]),
    ("ы", &["y", "i"]),
    ("э", &["e"]),
    ("ю", &["yu", "iu", "ju", "u"]),
    ("я", &["ya", "ia", "ja"]),
    ("ь", &[""]),
];
const VOWELS: &str = "аеёєиіїоуўыэюя";

/// The spellings of a name.
#[derive(Debug, Clone)]
pub(in crate::ratings) struct Spellings {
    keys: Vec<NameKey>,
    /// True if the name was carried over from another alphabet: what is found is then never certain.
    is_carried_over: bool,
}

impl Spellings {
    pub(in crate::ratings) fn of(name: &str) -> Spellings {
        let small = name.to_lowercase();
        let is_carried_over = small.chars().any(|letter| ('а'..='џ').contains(&letter) || letter == 'ґ');
        if !is_carried_over {
            return Spellings { keys: vec![NameKey::of(name)], is_carried_over };
        }
        let mut keys: Vec<NameKey> = carried_over(&small).iter().map(|name| NameKey::of(name)).collect();
        keys.sort_unstable_by(|one, other| one.words().cmp(other.words()));
        keys.dedup();
        Spellings { keys, is_carried_over }
    }

    /// Returns the spellings.
    pub(super) fn keys(&self) -> &[NameKey] {
        &self.keys
    }

    /// Returns the sums by which entries are found that may have the name, in their order.
    pub(in crate::ratings) fn sums(&self) -> Vec<u64> {
        let mut sums: Vec<u64> = self.keys.iter().flat_map(NameSums::wanted).collect();
        sums.sort_unstable();
        sums.dedup();
        sums
    }

    /// Compares the name with that of an entry; `None` if they are not like each other.
    pub(in crate::ratings) fn compare(&self, listed: &NameKey) -> Option<NameLikeness> {
        let best = self.keys.iter().filter_map(|key| likeness::names(key, listed)).min()?;
        Some(if self.is_carried_over { NameLikeness::Close } else { best })
    }
}

/// Returns the ways to write a text of small letters in Latin ones.
fn carried_over(text: &str) -> Vec<String> {
    let mut written = vec![String::with_capacity(text.len())];
    let (mut rest, mut before) = (text, None);
    while let Some(first) = rest.chars().next() {
        let found = LETTERS.iter().find_map(|(pattern, ways)| {
            let length = begins(rest, before, pattern)?;
            Some((length, *ways))
        });
        let alone = first.to_string();
        let alone = [if matches!(first, 'ъ') { "" } else { alone.as_str() }];
        let (length, ways) = found.unwrap_or((first.len_utf8(), &alone));
        let ways = if written.len() * ways.len() > SPELLINGS_MAX { &ways[..1] } else { ways };
        written =
            written.iter().flat_map(|begun| ways.iter().map(move |way| format!("{begun}{way}"))).collect();
        before = rest[..length].chars().next_back();
        rest = &rest[length..];
    }
    written
}

/// Returns the length of what a pattern stands for, if the text begins with it.
fn begins(text: &str, before: Option<char>, pattern: &str) -> Option<usize> {
    let letters = pattern.trim_matches(['-', '.']);
    let behind = text.strip_prefix(letters)?;
    let is_end = !behind.starts_with(char::is_alphabetic);
    let is_begin = before.is_none_or(|letter| !letter.is_alphabetic() || VOWELS.contains(letter));
    let fits = (!pattern.ends_with('.') || is_end) && (!pattern.starts_with('-') || is_begin);
    fits.then_some(letters.len())
}

#[cfg(test)]
mod tests {
    use super::{NameKey, SPELLINGS_MAX, Spellings};
    use crate::ratings::NameLikeness;

    #[test]
    fn names_in_cyrillic_are_found_as_lists_have_written_them() {
        for (name, listed) in [
            ("Иванов, Юрий", "Ivanov, Yuriy"),
            ("Иванов, Юрий", "Ivanov, Iurii"),
            ("Иванов, Юрий", "Ivanov, Yuri"),
            ("Хисматуллин, Денис", "Khismatullin, Denis"),
            ("Щербаков, Алексей", "Shcherbakov, Alexey"),
            ("Щербаков, Алексей", "Scherbakov, Aleksei"),
            ("Соловьёв Евгений", "Soloviev, Evgeny"),
            ("Яковлева, Мария", "Iakovleva, Mariya"),
            ("Цветков, Александр", "Tsvetkov, Alexander"),
            ("Подъячев, Дмитрий", "Podyachev, Dmitry"),
            ("Григоренко, Наталія", "Hryhorenko, Nataliya"),
        ] {
            let likeness = Spellings::of(name).compare(&NameKey::of(listed));
            assert_eq!(likeness, Some(NameLikeness::Close), "{name} / {listed}");
        }
        assert_eq!(Spellings::of("Иванов, Иван").compare(&NameKey::of("Petrov, Ivan")), None);
        assert_eq!(
            Spellings::of("Nowak, Anna").compare(&NameKey::of("Nowak, Anna")),
            Some(NameLikeness::Same)
        );
        let long = Spellings::of(&"Щюхеякцё".repeat(20));
        assert!(long.keys.len() <= SPELLINGS_MAX, "{}", long.keys.len());
    }
}
