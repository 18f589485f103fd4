//! Tests that no time in a sentence to the arbiter lacks its error. Every sentence of every law scenario is read: a
//! time without an error must be one that a rule, a time control or a person names, and those are listed here.

use crate::laws_hold::{read_all, runs, told};
use laws::Language;
use std::collections::BTreeSet;

/// The words before each exact time, and who names it.
const EXACT: &[(&str, &str)] = &[
    ("add ", "the rule: a penalty"),
    ("Add ", "the rule: a penalty"),
    (" get ", "the rule: what a claim gives the opponent"),
    ("the time control says ", "the time control"),
    ("the default time of ", "the organiser"),
    ("after the resumption; ", "the rule, or the organiser"),
    ("White's clock is not running ", "this program: how long it waits"),
    (" seal early: ", "the arbiter"),
    (" arrived ", "the arbiter: minutes, or from entry to entry"),
    ("until he arrived: ", "the arbiter: from entry to entry"),
    ("Both came late by ", "the arbiter"),
    ("each bears ", "the arbiter"),
    ("The correction took ", "the arbiter"),
    ("Resumption: 2026-11-22 ", "the arbiter"),
];

#[test]
fn law_times_have_their_errors() {
    let (mut bare, mut used) = (BTreeSet::new(), BTreeSet::new());
    let mut measured = 0;
    for (file, scenario) in read_all() {
        for (_, profile, occupancy) in runs(&scenario) {
            let Ok((found, _)) = told(&scenario, profile, occupancy) else { continue };
            for incident in found.games.iter().flat_map(|game| &game.incidents) {
                for sentence in incident.phrases.iter().map(|phrase| phrase.text(Language::English)) {
                    for time in times(&sentence) {
                        let named = EXACT.iter().find(|(before, _)| time.before.ends_with(before));
                        match (time.has_error, named) {
                            (true, _) => measured += 1,
                            (false, Some((before, _))) => {
                                used.insert(*before);
                            }
                            (false, None) => {
                                let shown = (time.before.to_owned(), time.text);
                                bare.insert(format!("{file}, {}: …{}{}", incident.rule, shown.0, shown.1));
                            }
                        }
                    }
                }
            }
        }
    }
    let bare: Vec<String> = bare.into_iter().collect();
    assert!(bare.is_empty(), "without an error, and nobody names them:\n{}", bare.join("\n"));
    assert!(measured > 100, "{measured} measured times were found");
    let idle: Vec<_> =
        EXACT.iter().map(|(before, _)| *before).filter(|before| !used.contains(before)).collect();
    assert!(idle.is_empty(), "no scenario has a time behind: {idle:?}");
}

/// A time in a sentence.
struct Shown<'a> {
    /// The whole sentence before it.
    before: &'a str,
    text: String,
    has_error: bool,
}

/// Finds the times of a sentence: `1:29:55`, and `2.0 s`.
fn times(sentence: &str) -> Vec<Shown<'_>> {
    let words: Vec<(usize, &str)> = sentence
        .split(' ')
        .scan(0, |at, word| {
            let begins = *at;
            *at += word.len() + 1;
            Some((begins, word))
        })
        .collect();
    let word = |index: usize| words.get(index).map_or("", |(_, word)| *word);
    let mut found = Vec::new();
    for (index, (at, text)) in words.iter().enumerate() {
        let is_clock = is_clock_time(text);
        let is_span = !is_clock && text.parse::<f64>().is_ok() && matches!(word(index + 1), "s" | "s.");
        if !is_clock && !is_span {
            continue;
        }
        let behind = index + 1 + usize::from(is_span);
        // `White 1:19:56, Black 1:10:00 (both −0.0/+1.0 s)`: one error for two times.
        let shares =
            word(behind) == "Black" && is_clock_time(word(behind + 1)) && word(behind + 2) == "(both";
        let has_error = shares || ["(±", "(−", "(both"].iter().any(|sign| word(behind).starts_with(sign));
        found.push(Shown { before: &sentence[..*at], text: (*text).to_owned(), has_error });
    }
    found
}

/// Returns whether a word is a time such as `2:00`, `1:29:55` or `1:05.2`, with a punctuation mark or without.
fn is_clock_time(word: &str) -> bool {
    let time = word.trim_end_matches(['.', ',', ';', ':']);
    let parts: Vec<&str> = time.split(':').collect();
    let is_number =
        |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    parts.len() > 1 && parts.iter().all(is_number) && parts[1..].iter().all(|part| part.len() >= 2)
}

#[test]
fn law_times_are_found_with_and_without_an_error() {
    let check = |sentence: &str, errors: &[bool]| {
        assert_eq!(
            times(sentence).iter().map(|time| time.has_error).collect::<Vec<_>>(),
            errors,
            "{sentence}"
        );
    };
    check("The flag fell 2.0 s (−0.1/+1.1 s) later.", &[true]);
    check("It rested for 0.6 s.", &[false]);
    check(
        "White 1:19:56, Black 1:10:00 (both −0.0/+1.0 s); the time control says 1:30:00.",
        &[true, true, false],
    );
    check("White 1:19:56 (−0.1/+1.0 s), Black 1:10:00 (−0.0/+1.0 s).", &[true, true]);
    check("White 1:19:56, Black 1:10:00.", &[false, false]);
    check("It shows 0:50 (−0.0/+1.0 s), set it to 2:50.", &[true, false]);
    check("Move 12 of 40 was 1-0.", &[]);
}
