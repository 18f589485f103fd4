//! Tests that an incident says the same in words and in fields, in every scenario under every edition: the outcome,
//! the time to add, the counter; and that no incident cites an article twice.

use crate::laws_hold::{read_all, runs, told};
use laws::{Incident, Language, Outcome};
use shakmaty::Color;
use std::collections::{BTreeMap, BTreeSet};

/// The ways in which a sentence names the loser.
const LOSES: &[&str] = &[
    "{} loses the game",
    "{} lose on time",
    "lost for {},",
    "{} lose unless the arbiter",
    "{} arrived",
    "{} have lost",
];
/// The ways in which a sentence names the winner.
const WINS: &[&str] = &["{} may claim the win", "Checkmate: {} win"];
/// The ways in which a sentence names a draw.
const DRAWS: &[&str] = &[
    "The draw is granted to",
    "the game is drawn",
    "The game is drawn",
    "so the game is drawn",
    ": a draw.",
    "gives a draw",
    "declares the game drawn",
];
/// The ways in which a sentence names the result itself.
const RESULT: &[&str] = &["in the centre:", "the result is then"];
/// The marks of a sentence about a possible case, or about what somebody else decides: it names no outcome.
const OPEN: &[&str] = &["If ", "; if ", "Otherwise ", "on time the game is drawn; in this edition"];

/// The mark of a sentence that lists the arbiter's choices: it names nothing that is due.
const CHOICE: &str = "The arbiter agrees (draw), postpones";

#[test]
fn what_an_incident_says_in_words_it_says_in_its_fields() {
    let mut wrong: BTreeMap<String, String> = BTreeMap::new();
    for (file, scenario) in read_all() {
        for (_, profile, occupancy) in runs(&scenario) {
            let (told, _) = told(&scenario, profile, occupancy).expect("laws_hold runs it too");
            for incident in told.games.iter().flat_map(|game| &game.incidents) {
                for why in differences(incident) {
                    let text = incident.text(Language::English);
                    let place = format!("{file}, {}, {profile}", scenario.name);
                    wrong.entry(format!("{}: {why}\n   {text}", incident.rule)).or_insert(place);
                }
            }
        }
    }
    let list: Vec<String> = wrong.iter().map(|(why, place)| format!("{place}: {why}")).collect();
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), list.join("\n"));
}

fn differences(incident: &Incident) -> Vec<String> {
    let text = incident.text(Language::English);
    let remedy = incident.remedy.clone().unwrap_or_default();
    let mut found = Vec::new();
    let mut differs = |what: &str, words: String, field: String| {
        if words != field {
            found.push(format!("{what}: the words say {words}, the field {field}"));
        }
    };
    let outcome = remedy.outcome.map_or("nothing".to_owned(), |outcome| outcome.name().to_owned());
    differs("outcome", outcome_in(&text), outcome);
    let time = |ms: u32| format!("{}:{:02}", ms / 60_000, ms / 1_000 % 60);
    let added = remedy.opponent_ms.map_or("nothing".to_owned(), time);
    let heads = ["Add ", "add ", " get ", "may get "];
    let due: String = text.split_inclusive(". ").filter(|sentence| !sentence.contains(CHOICE)).collect();
    differs("time", behind(&due, &heads, |sign| sign.is_ascii_digit() || sign == ':'), added);
    if text.contains("counter should then show") {
        let counter = remedy.move_counter.map_or("nothing".to_owned(), |count| count.to_string());
        differs(
            "counter",
            behind(&text, &["counter should then show "], |sign| sign.is_ascii_digit()),
            counter,
        );
    }
    let once: BTreeSet<&String> = incident.articles.iter().collect();
    if once.len() < incident.articles.len() {
        found.push(format!("an article is cited twice: {}", incident.articles.join(", ")));
    }
    found
}

/// Returns the end of the game that the words name.
fn outcome_in(text: &str) -> String {
    let mut said = BTreeSet::new();
    for sentence in
        text.split_inclusive(". ").filter(|sentence| !OPEN.iter().any(|word| sentence.contains(word)))
    {
        for color in Color::ALL {
            let name = color.fold_wb("White", "Black");
            let has = |words: &&str| sentence.contains(&words.replace("{}", name));
            let loses = sentence.contains(" lose") || sentence.contains(" lost ");
            if loses && LOSES.iter().any(has) {
                said.insert(Outcome::Wins(!color).name());
            }
            if WINS.iter().any(has) {
                said.insert(Outcome::Wins(color).name());
            }
        }
        if DRAWS.iter().any(|words| sentence.contains(words)) {
            said.insert(Outcome::Draw.name());
        }
        if sentence.contains("new game") || sentence.contains("a new one is played") {
            said.insert(Outcome::NewGame.name());
        }
        let results =
            [Outcome::Wins(Color::White), Outcome::Wins(Color::Black), Outcome::Draw].map(Outcome::name);
        let is_named =
            |name: &&&str| RESULT.iter().any(|words| sentence.contains(&format!("{words} {name}.")));
        said.extend(results.iter().filter(is_named));
    }
    if said.is_empty() { "nothing".to_owned() } else { said.into_iter().collect::<Vec<_>>().join(" and ") }
}

/// Returns the first word of the accepted characters that follows one of `heads`.
fn behind(text: &str, heads: &[&str], is_part: impl Fn(char) -> bool) -> String {
    let rests =
        heads.iter().flat_map(|head| text.match_indices(head).map(|(at, head)| &text[at + head.len()..]));
    let mut words = rests.map(|rest| rest.chars().take_while(|sign| is_part(*sign)).collect::<String>());
    words.find(|word| !word.is_empty()).unwrap_or("nothing".to_owned())
}
