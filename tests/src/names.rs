//! One word, one meaning: a public type's name means one thing in all crates.

use crate::repository::{none, read, tracked};
use std::collections::{BTreeMap, BTreeSet};

/// The names that several crates use, with the reason.
const SHARED: [(&str, &str); 12] = [
    ("Draft", "what is not final: a file before it has its name, and pairings before they are entered"),
    ("Edition", "a book of Laws has editions, and so has the public's file of games; no file has both"),
    ("Frame", "a protocol's word: what a cable or a socket carries at once"),
    ("Health", "a state that is well or has troubles: a board's and the disk's"),
    ("Identity", "the firmware's answer to who it is, and what the host makes of it"),
    ("Order", "what a host orders of a firmware, which knows no game, and an arbiter of a table"),
    ("Outcome", "the Laws' word for the end of a game, and the usual name for the result of a command"),
    ("Refusal", "each crate's reasons to refuse what it is asked"),
    (
        "Session",
        "a protocol's word for a conversation with a board, and the players' word for games in a row",
    ),
    ("Trouble", "what goes wrong: with simulated hands, and with the program as its log tells it"),
    ("Verdict", "each judge's: of a claim, a position, a journal, a score"),
    ("What", "the kinds of whatever has a time beside it; always named with its module's subject"),
];

#[test]
fn no_public_type_has_a_name_with_two_meanings() {
    let mut owners: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in tracked() {
        // A maker has a folder, and in each the words of any protocol: frame, session, device.
        let Some((owner, _)) = path.strip_prefix("crates/").and_then(|path| path.split_once("/src/")) else {
            continue;
        };
        if path.ends_with(".rs") && !path.contains("/makers/") {
            for name in read(&path).iter().flat_map(|text| public_types(text)) {
                owners.entry(name).or_default().insert(owner.to_owned());
            }
        }
    }
    let (is_shared, is_listed) = (
        |name: &str| owners.get(name).is_some_and(|owners| owners.len() > 1),
        |name: &str| SHARED.iter().any(|(known, _)| *known == name),
    );
    let mut bad: Vec<String> = owners
        .iter()
        .filter(|(name, _)| is_shared(name) && !is_listed(name))
        .map(|(name, owners)| {
            let owners: Vec<&str> = owners.iter().map(String::as_str).collect();
            format!("{name}: a type of {}; give each meaning a name", owners.join(" and of "))
        })
        .collect();
    let gone = SHARED.iter().filter(|(name, _)| !is_shared(name));
    bad.extend(gone.map(|(name, _)| format!("{name}: needs no exception")));
    none(&bad);
}

/// Returns the names of the types that a source defines for other crates.
fn public_types(text: &str) -> Vec<String> {
    let name = |line: &str| {
        let item = line.strip_prefix("pub ")?;
        let kinds = ["struct ", "enum ", "trait ", "type ", "union "];
        let rest = kinds.iter().find_map(|kind| item.strip_prefix(kind))?;
        Some(rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect())
    };
    text.lines().filter_map(name).collect()
}

#[test]
fn types_are_found_in_every_way_of_writing_them() {
    let text = "pub struct A(u8);\nstruct B;\npub(crate) enum C {}\npub enum D {\n    pub struct E;\n}\n\
                pub trait F: Send {}\npub type G<'a> = &'a str;\n// pub struct H;\npub use i::I;\n";
    assert_eq!(public_types(text), ["A", "D", "F", "G"]);
}
