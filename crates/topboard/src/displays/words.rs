//! The names of displays: three plain words such as `amber-river-lantern`, which a person reads from a screen and finds in a
//! list. Each word has its place, so that no name is another one with its words exchanged.
//!
//! The lists hold no piece, side, result or mark of chess, nobody's looks, nothing to be ashamed of beside any other word, and no
//! two words that sound alike.

use rustix::rand::{GetRandomFlags, getrandom};

/// The number of words of each list: a power of two, so that each word is as likely as any other.
const COUNT: usize = 64;

const FIRST: [&str; COUNT] = [
    "amber", "azure", "brave", "bright", "brisk", "bronze", "calm", "candid", "cedar", "civil", "clever",
    "cobalt", "copper", "coral", "cosmic", "crisp", "dapper", "early", "eager", "elegant", "fabled",
    "famous", "festive", "floral", "formal", "frosty", "gentle", "gilded", "global", "golden", "happy",
    "humble", "indigo", "ivory", "jolly", "keen", "kind", "lively", "lucky", "lunar", "maple", "mellow",
    "merry", "mighty", "modern", "noble", "olive", "opal", "patient", "polite", "proud", "quick", "royal",
    "scarlet", "serene", "silver", "solar", "steady", "sunny", "teal", "tidy", "velvet", "violet", "vivid",
];

const SECOND: [&str; COUNT] = [
    "acorn", "alpine", "autumn", "badger", "beach", "birch", "brook", "canyon", "cloud", "clover", "comet",
    "cypress", "desert", "dolphin", "dune", "eagle", "ember", "falcon", "fern", "fjord", "forest", "garden",
    "glacier", "harbour", "hazel", "heron", "island", "jasmine", "juniper", "lagoon", "lake", "laurel",
    "lemon", "lilac", "lotus", "meadow", "mango", "marble", "monsoon", "mountain", "orchard", "otter",
    "panda", "pebble", "pepper", "pine", "planet", "poplar", "prairie", "puffin", "rainbow", "raven",
    "river", "robin", "saffron", "sparrow", "spring", "summer", "sunset", "tiger", "tulip", "valley",
    "walnut", "willow",
];

const THIRD: [&str; COUNT] = [
    "anchor", "anvil", "arcade", "atlas", "balcony", "banjo", "barrel", "basket", "beacon", "bottle",
    "bridge", "bucket", "button", "cabin", "camera", "candle", "canvas", "carpet", "chimney", "compass",
    "cottage", "cradle", "drum", "engine", "fiddle", "fountain", "gallery", "guitar", "hammer", "harp",
    "kettle", "ladder", "lantern", "library", "lattice", "magnet", "mirror", "needle", "notebook", "palette",
    "parcel", "pencil", "piano", "pillow", "pocket", "postcard", "puzzle", "quill", "ribbon", "saddle",
    "satchel", "scooter", "shuttle", "spindle", "studio", "teapot", "theatre", "ticket", "tractor",
    "trumpet", "tunnel", "umbrella", "violin", "wagon",
];

/// Returns a name that chance chose; `None` if the system gives no randomness.
pub(super) fn draw() -> Option<String> {
    let mut bytes = [0u8; 3];
    let length = getrandom(&mut bytes, GetRandomFlags::empty()).ok()?;
    let word = |list: &[&'static str; COUNT], byte: u8| list[usize::from(byte) % COUNT];
    let name = [word(&FIRST, bytes[0]), word(&SECOND, bytes[1]), word(&THIRD, bytes[2])].join("-");
    (length == bytes.len()).then_some(name)
}

/// Returns whether this is the name of some display.
pub(super) fn is_name(text: &str) -> bool {
    let words: Vec<&str> = text.split('-').collect();
    matches!(words[..], [first, second, third] if FIRST.contains(&first) && SECOND.contains(&second) && THIRD.contains(&third))
}

#[cfg(test)]
mod tests {
    use super::{COUNT, FIRST, SECOND, THIRD, draw, is_name};
    use std::collections::BTreeSet;

    #[test]
    fn words_are_short_and_told_apart() {
        let all: Vec<&str> = [FIRST, SECOND, THIRD].concat();
        let once: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(once.len(), 3 * COUNT, "a word stands in one place only");
        for word in &all {
            assert!(
                (4..=8).contains(&word.len()) && word.bytes().all(|letter| letter.is_ascii_lowercase()),
                "{word}"
            );
            let chess = [
                "king", "queen", "rook", "bishop", "knight", "pawn", "check", "mate", "black", "white",
                "win", "draw",
            ];
            assert!(!chess.iter().any(|name| word == name), "{word}");
        }
        // Two words of one place that differ in a single letter are taken for each other from afar.
        for list in [FIRST, SECOND, THIRD] {
            for (at, one) in list.iter().enumerate() {
                for other in &list[at + 1..] {
                    let differ = one.bytes().zip(other.bytes()).filter(|(a, b)| a != b).count();
                    assert!(one.len() != other.len() || differ > 1, "{one} {other}");
                }
            }
        }
    }

    #[test]
    fn what_is_drawn_is_a_name_and_little_else_is() {
        for _ in 0..100 {
            let name = draw().expect("the system has randomness");
            assert!(is_name(&name), "{name}");
        }
        for text in [
            "",
            "amber",
            "amber-river",
            "river-amber-lantern",
            "amber-river-lantern-",
            "Amber-river-lantern",
            "main.js",
        ] {
            assert!(!is_name(text), "{text}");
        }
    }
}
