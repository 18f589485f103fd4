//! Names in one spelling: without case and marks, in Latin letters, with the parts in one order.
//!
//! ```text
//!   "Wiśniewska-Łoś, Anna"   folded "wisniewska los anna"   key "anna los wisniewska"
//!   "Иванов, Юрий"           folded "ivanov yuriy"          sound "ivanov uri"
//!   "IVANOV Yury"            folded "ivanov yury"           sound "ivanov uri"
//! ```

/// Returns a text in small Latin letters without marks. Everything that is neither letter nor digit becomes one blank.
pub(super) fn folded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match plain(letter) {
            Some(letters) => out.push_str(letters),
            // A mark over the letter before it, an apostrophe, a soft sign.
            None if matches!(letter, '\u{300}'..='\u{36f}') || is_within_word(letter) => {}
            None if letter.is_alphanumeric() => out.push(letter),
            None if out.ends_with(' ') || out.is_empty() => {}
            None => out.push(' '),
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// Returns the parts of a name in alphabetical order: one key for `Surname, Given` and `Given Surname`.
pub(super) fn key(name: &str) -> String {
    sorted(&folded(name))
}

/// Returns a key that is one for the ways in which a name is carried from one alphabet to another: `Yuriy`, `Juri`,
/// `Iouri`; `Mueller`, `Müller`.
pub(super) fn sound(name: &str) -> String {
    const ALIKE: [(&str, &str); 24] = [
        ("shch", "s"),
        ("sch", "s"),
        ("tch", "c"),
        ("iou", "u"),
        ("you", "u"),
        ("dzh", "j"),
        ("kh", "h"),
        ("sh", "s"),
        ("zh", "z"),
        ("ch", "c"),
        ("cz", "c"),
        ("sz", "s"),
        ("ts", "c"),
        ("tz", "c"),
        ("ks", "x"),
        ("ph", "f"),
        ("ae", "a"),
        ("oe", "o"),
        ("ue", "u"),
        ("ou", "u"),
        ("ck", "k"),
        ("w", "v"),
        ("y", "i"),
        ("j", "i"),
    ];
    let mut words = folded(name);
    for (long, short) in ALIKE {
        words = words.replace(long, short);
    }
    // `ia`, `iu`, `io`, `ie` are the soft vowels; `ii` ends a given name.
    let mut words = single(&words);
    for soft in ["a", "u", "o", "e"] {
        words = words.replace(&format!("i{soft}"), soft);
    }
    sorted(&single(&words))
}

/// Writes doubled letters once.
fn single(words: &str) -> String {
    let mut out = String::with_capacity(words.len());
    for letter in words.chars() {
        if !out.ends_with(letter) {
            out.push(letter);
        }
    }
    out
}

fn sorted(words: &str) -> String {
    let mut parts: Vec<&str> = words.split(' ').filter(|part| !part.is_empty()).collect();
    parts.sort_unstable();
    parts.join(" ")
}

/// Returns whether one name abbreviates given names of the other: `Kowalski, J.` and `Kowalski, Jan`. The surname, which
/// stands before the comma or is the longest part, is the same.
pub(super) fn abbreviates(one: &str, other: &str) -> bool {
    let surname = |name: &str| name.split_once(',').map(|(surname, _)| key(surname));
    if let (Some(one), Some(other)) = (surname(one), surname(other))
        && one != other
    {
        return false;
    }
    let (one, other) = (folded(one), folded(other));
    let mut left: Vec<&str> = one.split(' ').collect();
    let mut right: Vec<&str> = other.split(' ').collect();
    if left.len() != right.len() || left.len() < 2 || left.len() > 8 {
        return false;
    }
    let common: Vec<&str> =
        left.iter().copied().filter(|part| part.len() > 1 && right.contains(part)).collect();
    left.retain(|part| !common.contains(part));
    right.retain(|part| !common.contains(part));
    let begins = |(one, other): (&&str, &&str)| {
        let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
        short.chars().count() <= 3 && long.starts_with(*short)
    };
    !common.is_empty() && !left.is_empty() && left.len() == right.len() && left.iter().zip(&right).all(begins)
}

/// Returns whether a name is so near another that it may be a slip of the pen, or has one surname of two.
pub(super) fn is_near(one: &str, other: &str) -> bool {
    let has_all = |few: &str, many: &str| {
        few.contains(' ') && few.split(' ').all(|part| many.split(' ').any(|it| it == part))
    };
    if has_all(one, other) || has_all(other, one) {
        return true;
    }
    let (left, right): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let length = left.len().max(right.len());
    let most = if length >= 10 { 2 } else { 1 };
    length >= 5 && left.len().abs_diff(right.len()) <= most && distance(&left, &right, most) <= most
}

/// Returns the number of letters to change, to add, to leave out or to swap with a neighbour; a number above `most` if
/// there are more of them.
fn distance(one: &[char], other: &[char], most: usize) -> usize {
    let mut before = vec![0; other.len() + 1];
    let mut last: Vec<usize> = (0..=other.len()).collect();
    for (i, letter) in one.iter().enumerate() {
        let mut row = vec![i + 1; other.len() + 1];
        for (j, opposite) in other.iter().enumerate() {
            let mut cost = (last[j] + usize::from(letter != opposite)).min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && one[i - 1] == *opposite && *letter == other[j - 1] {
                cost = cost.min(before[j - 1] + 1);
            }
            row[j + 1] = cost;
        }
        if row.iter().all(|cost| *cost > most) {
            return most + 1;
        }
        before = std::mem::replace(&mut last, row);
    }
    last[other.len()]
}

fn is_within_word(letter: char) -> bool {
    matches!(letter, '\'' | '’' | 'ʼ' | '`' | '´' | 'ь' | 'ъ')
}

/// Returns the plain Latin letters for a small letter with a mark, or of the Cyrillic or Greek alphabet as passports
/// and FIDE write it. `None` for letters that are plain, and for all others.
fn plain(letter: char) -> Option<&'static str> {
    Some(match letter {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ'..='ặ' | 'а' => "a",
        'æ' | 'ǽ' => "ae",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' | 'ð' | 'д' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẹ'..='ệ' | 'ə' | 'е' | 'ё' | 'э' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' | 'ǧ' | 'г' | 'ґ' => "g",
        'ĥ' | 'ħ' | 'һ' => "h",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ỉ' | 'ị' | 'и' | 'і' => "i",
        'ĵ' | 'ј' => "j",
        'ķ' | 'к' | 'қ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' | 'л' => "l",
        'м' => "m",
        'ñ' | 'ń' | 'ņ' | 'ň' | 'ŋ' | 'н' | 'ң' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ơ' | 'ǒ' | 'ọ'..='ợ' | 'о' | 'ө' => "o",
        'œ' => "oe",
        'п' => "p",
        'ŕ' | 'ŗ' | 'ř' | 'р' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' | 'с' => "s",
        'ß' => "ss",
        'ţ' | 'ť' | 'ŧ' | 'ț' | 'т' => "t",
        'þ' => "th",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ư' | 'ǔ' | 'ụ'..='ự' | 'у' | 'ў' | 'ү' | 'ұ' => {
            "u"
        }
        'ŵ' => "w",
        'ý' | 'ÿ' | 'ŷ' | 'ỳ'..='ỹ' | 'й' | 'ы' => "y",
        'ź' | 'ż' | 'ž' | 'з' => "z",
        'б' => "b",
        'в' => "v",
        'ж' => "zh",
        'ф' => "f",
        'х' => "kh",
        'ц' => "ts",
        'ч' => "ch",
        'ш' => "sh",
        'щ' => "shch",
        'ю' => "yu",
        'я' => "ya",
        'є' => "ye",
        'ї' => "yi",
        'љ' => "lj",
        'њ' => "nj",
        'ђ' => "dj",
        'ћ' => "c",
        'џ' => "dz",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::{abbreviates, folded, is_near, key, sound};

    #[test]
    fn marks_case_order_and_hyphens_do_not_matter() {
        for (one, other) in [
            ("Wiśniewska-Łoś, Anna", "ANNA WISNIEWSKA LOS"),
            ("Ødegård, Åse", "Odegard Ase"),
            ("Groß, Jürgen", "GROSS, Jurgen"),
            ("O'Neil, Jan", "ONeil Jan"),
            ("Иванов, Иван", "Ivanov, Ivan"),
            ("Щербакова Мария", "Shcherbakova, Mariya"),
            ("Nguyễn, Văn An", "Nguyen, Van An"),
            ("Müller, Jörg", "Mu\u{308}ller, Jo\u{308}rg"),
        ] {
            assert_eq!(key(one), key(other), "{one}, {other}");
        }
        assert_ne!(key("Nowak, Anna"), key("Nowak, Jan"));
        assert_eq!(folded("  Żółw – 3. runda! "), "zolw 3 runda");
    }

    #[test]
    fn one_name_is_carried_over_in_several_ways() {
        for (one, other) in [
            ("Юрий Соловьёв", "Soloviev, Yuri"),
            ("Yury Ivanov", "Ivanov, Juri"),
            ("Михаил Чигорин", "Tchigorin, Mikhail"),
            ("Хисматуллин, Денис", "Khismatullin, Denis"),
            ("Мария Яковлева", "Iakovleva, Maria"),
            ("Алексей Цветков", "Tsvetkov, Aleksey"),
            ("Müller, Hans", "Mueller, Hans"),
        ] {
            assert_eq!(sound(one), sound(other), "{one}, {other}");
        }
        assert_ne!(sound("Ivanov, Ivan"), sound("Ivanova, Ivana"));
    }

    #[test]
    fn a_given_name_may_be_abbreviated_a_surname_not() {
        assert!(abbreviates("Kowalski, J.", "Kowalski, Jan"));
        assert!(abbreviates("Kowalski, Jan", "J. Kowalski"));
        assert!(abbreviates("Nowak, A. M.", "Nowak, Anna Maria"));
        assert!(!abbreviates("Kowalski, J.", "Kowalski, Piotr"));
        assert!(!abbreviates("K., Jan", "Kowalski, Jan"));
        assert!(!abbreviates("Kowalski, Jan", "Kowalski, Jan"));
    }

    #[test]
    fn a_slip_of_the_pen_is_near() {
        for (one, other) in [
            ("jan kowalski", "jan kowalsky"),
            ("jan kowalksi", "jan kowalski"),
            ("anna kowalska nowak", "anna nowak"),
            ("anna nowak", "anna novak"),
        ] {
            assert!(is_near(one, other), "{one}, {other}");
        }
        for (one, other) in [("jan nowak", "piotr nowak"), ("li", "lu"), ("anna nowak", "hanna wojcik")] {
            assert!(!is_near(one, other), "{one}, {other}");
        }
    }
}
