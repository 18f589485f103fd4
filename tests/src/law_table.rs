//! The printing of docs/laws.md from the rules, the parameters and the scenarios. When one of them changes, the
//! document is stale and the test fails. `REWRITE=1 cargo test -p tests law_table` writes it anew.

use crate::law_scenarios::LawScenario;
use crate::laws_hold::read_all;
use laws::profile::Draughts;
use laws::profile::parameters::Given;
use laws::{Discipline, Edition, Profile, RuleId};
use std::fmt::{Debug, Write};
use std::{fs, path::Path};

const OPENING: &str = "\
# What the Laws say, and what a board can know of it

Printed by `tests/src/law_table.rs` from the rules themselves; do not edit. `REWRITE=1 cargo test -p tests law_table`
writes it anew.

PL09 is the FIDE Laws of 2009 in Polish, RU20 the Russian rules of the sport of 2020, F23 the FIDE Laws since 2023. A
*violation* is a fact on board and clock, a *hint* depends on what no sensor sees, a *note* is for the record. All of it is
for the arbiter alone, decides nothing, and is silent unless they look. Scenarios are in `tests/laws`; they run on boards that
know pieces and on boards that know occupied squares, wherever both can see it.
";

const PARAMETERS: &str = "\
## What differs

Each value with its articles; a star marks a value the text leaves open or contradicts itself about: the arbiter is told why, and
the organiser can settle it (`laws::profile::Settings`). *sup* is play with arbiters enough that the standard rules apply.
";

const DRAUGHTS: &str = "\
## Draughts

The tournament rules of the Polish federation (WARC) for 100 and for 64 squares. They say nothing of how pieces move, so what a
sensor sees on such a board is not followed: presses, readings, flags and what people say are. `variant = \"draughts-100\"` or
`\"draughts-64\"` under `[event]` in the configuration, and in the header of a sensor log, says that it is played. In `proved by`, `warc-100` and
`warc-64` are the boards; without one a scenario holds for both.
";

const RULES: &str = "\
## Every rule

A dash under an edition: it has no such rule. *Proved by* names the scenarios that expect it, or expect its absence (in
brackets); without an edition they hold for all three.
";

#[test]
fn law_table_is_that_of_the_rules_and_scenarios() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/laws.md");
    let printed = print();
    if std::env::var_os("REWRITE").is_some() {
        fs::write(&path, &printed).expect("docs can be written");
    }
    let kept = fs::read_to_string(&path).unwrap_or_default();
    let stale = kept.lines().zip(printed.lines()).find(|(kept, printed)| kept != printed);
    assert!(
        kept == printed,
        "docs/laws.md is stale, first at {stale:?}; REWRITE=1 cargo test -p tests law_table writes it anew"
    );
}

fn print() -> String {
    let scenarios: Vec<LawScenario> = read_all().into_iter().map(|(_, scenario)| scenario).collect();
    let mut out = format!("{OPENING}\n{PARAMETERS}\n");
    parameters(&mut out);
    let _ = write!(out, "\n{RULES}\n");
    out.push_str("| rule | PL09 | RU20 | F23 | sensed | shown | not to be sensed | proved by |\n|---|---|---|---|---|---|---|---|\n");
    let (draughts, chess): (Vec<RuleId>, Vec<RuleId>) =
        RuleId::ALL.iter().copied().partition(|rule| !rule.page().warc.is_empty());
    for rule in chess {
        let page = rule.page();
        let articles = Edition::ALL.map(|edition| match page.articles(edition) {
            [] => "–".to_owned(),
            articles => articles.join(", "),
        });
        let _ = writeln!(
            out,
            "| `{rule}` | {} | {} | {} | {} |",
            articles.join(" | "),
            page.sensed,
            page.shown,
            [page.unseen.to_owned(), proofs(rule, &scenarios)].join(" | "),
        );
    }
    let _ = write!(out, "\n{DRAUGHTS}\n");
    out.push_str(
        "| rule | WARC | sensed | shown | not to be sensed | proved by |\n|---|---|---|---|---|---|\n",
    );
    for rule in draughts {
        let page = rule.page();
        let both = Draughts::ALL.map(|draughts| {
            let profile = draughts.name().replace("draughts", "warc");
            (profile.clone(), proofs_under(&profile, rule, &scenarios))
        });
        let [(_, hundred), (_, sixty_four)] = &both;
        let proved = match hundred == sixty_four {
            true => hundred.clone(),
            false => named(both.iter().map(|(name, list)| (name.as_str(), list))),
        };
        let articles = page.warc.join(", ");
        let _ = writeln!(
            out,
            "| `{rule}` | {articles} | {} | {} | {} | {proved} |",
            page.sensed, page.shown, page.unseen
        );
    }
    out
}

/// Lists the scenarios that expect a rule, or its absence, edition by edition.
fn proofs(rule: RuleId, scenarios: &[LawScenario]) -> String {
    let by_edition = Edition::ALL.map(|edition| proofs_under(edition.name(), rule, scenarios));
    let [pl09, ru20, fide23] = &by_edition;
    if pl09 == ru20 && ru20 == fide23 {
        return pl09.clone();
    }
    named(Edition::ALL.iter().map(|edition| edition.tag()).zip(&by_edition))
}

fn named<'a>(lists: impl Iterator<Item = (&'a str, &'a String)>) -> String {
    let lists = lists.filter(|(_, list)| !list.is_empty());
    lists.map(|(name, list)| format!("{name}: {list}")).collect::<Vec<_>>().join("; ")
}

/// Lists the scenarios that expect a rule under an edition; those that expect its absence are in brackets.
fn proofs_under(edition: &str, rule: RuleId, scenarios: &[LawScenario]) -> String {
    let mut found: Vec<String> = Vec::new();
    for scenario in scenarios {
        let number = scenario.name.split(' ').next().unwrap_or_default();
        let (mut told, mut not_told) = (false, false);
        for under in &scenario.under {
            let here = |profile: &String| profile.split('/').next() == Some(edition);
            if !under.profiles.iter().any(here) {
                continue;
            }
            told |= scenario.about.iter().any(|name| name == rule.name());
            for line in &under.expectations {
                let words: Vec<&str> = line.split(' ').collect();
                match words[..] {
                    ["no", _, name, ..] => not_told |= name == rule.name(),
                    [_, name, ..] => told |= name == rule.name(),
                    [] | [_] => {}
                }
            }
        }
        let proof = match (told, not_told) {
            (true, _) => number.to_owned(),
            (false, true) => format!("({number})"),
            (false, false) => continue,
        };
        if !found.contains(&proof) {
            found.push(proof);
        }
    }
    found.join(" ")
}

fn parameters(out: &mut String) {
    let kinds = [
        ("standard", Discipline::Standard, false),
        ("rapid", Discipline::Rapid, false),
        ("rapid sup", Discipline::Rapid, true),
        ("blitz", Discipline::Blitz, false),
        ("blitz sup", Discipline::Blitz, true),
    ];
    for edition in Edition::ALL {
        let profiles = kinds.map(|(_, discipline, supervised)| Profile::new(edition, discipline, supervised));
        let _ = writeln!(out, "| {} | {} |", edition.tag(), kinds.map(|(name, ..)| name).join(" | "));
        out.push_str("|---|---|---|---|---|---|\n");
        let all = profiles.map(|profile| profile.parameters());
        let mut row = |name: &str, cells: [String; 5]| {
            let _ = writeln!(out, "| {name} | {} |", cells.join(" | "));
        };
        row("minutes for an illegal move", all.map(|p| cell(p.illegal_bonus_min)));
        row("illegal move that loses", all.map(|p| cell(p.illegal_limit)));
        row("who starts it, until when", all.map(|p| cell(p.illegal_window)));
        row("press without a move is illegal", all.map(|p| cell(p.press_without_move)));
        row("two hands, pressed, are illegal", all.map(|p| cell(p.two_hands)));
        row("pawn left on its last rank", all.map(|p| cell(p.unreplaced_pawn)));
        row("position that cannot be", all.map(|p| cell(p.impossible_position)));
        row("moves until a wrong start stands", all.map(|p| cell(p.start_moves)));
        row("moves until a turned board stands", all.map(|p| cell(p.orientation_moves)));
        row("moves until a clock setting stands", all.map(|p| cell(p.setting_moves)));
        row("reversed colours", all.map(|p| cell(p.reversed)));
        row("minutes for a wrong claim", all.map(|p| cell(p.claim_bonus_min)));
        row("fivefold and 75 moves by themselves", all.map(|p| cell(p.automatic_draws)));
        row("a flag falls", all.map(|p| cell(p.flag)));
        row("winning on time", all.map(|p| cell(p.time_claim)));
        row("both flags, order unknown", all.map(|p| cell(p.both_flags)));
        row("recording", all.map(|p| cell(p.recording)));
        row("touched pieces", all.map(|p| cell(p.touch)));
        row("quickplay finish", all.map(|p| cell(p.quickplay)));
        out.push('\n');
    }
}

/// Writes a value in words, with its articles.
fn cell<T: Debug>(given: Given<T>) -> String {
    let raw = format!("{:?}", given.value);
    let inner = raw.strip_prefix("Some(").and_then(|rest| rest.strip_suffix(')')).unwrap_or(&raw);
    let mut words = String::new();
    for letter in inner.chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() && !words.ends_with(['(', ' ']) {
            words.push(' ');
        }
        words.extend(letter.to_lowercase());
    }
    let words = match &*words {
        "none" => "–",
        "true" => "yes",
        "false" => "no",
        other => other,
    };
    let star = if given.doubt.is_some() { " *" } else { "" };
    match given.articles {
        [] => format!("{words}{star}"),
        articles => format!("{words}{star} ({})", articles.join(", ")),
    }
}
