//! The kinds of what is missing before a round: docs/formats/ready.md describes those of the code, no more and no fewer.

use crate::repository::read;
use std::collections::BTreeMap;

const DESCRIBED: &str = "docs/formats/ready.md";
/// What the hall lacks: `NAME: Stop "kind"`.
const OF_THE_HALL: &str = "crates/hall/src/tables/readiness/words.rs";
/// What the computer lacks: `of_program("kind", …)`.
const OF_THE_COMPUTER: &str = "crates/topboard/src/arbiter/event/computer.rs";

/// Returns the kinds in the table of the document, each with its severity.
fn described(text: &str) -> BTreeMap<String, String> {
    let rows = text.lines().skip_while(|line| !line.starts_with("| kind | severity |")).skip(2);
    let cells = rows.take_while(|line| line.starts_with('|')).map(|line| line.split('|').map(str::trim));
    let named = cells.filter_map(|mut cells| Some((cells.nth(1)?.trim_matches('`'), cells.next()?)));
    named.map(|(kind, severity)| (kind.to_owned(), severity.to_owned())).collect()
}

/// Returns the kinds that the hall may tell, each with its severity.
fn of_the_hall(text: &str) -> BTreeMap<String, String> {
    let parts = text.lines().filter_map(|line| line.trim().split_once(": "));
    let told = parts.filter_map(|(_, rest)| {
        let (severity, kind) = rest.split_once(" \"")?;
        ["Stop", "Look"].contains(&severity).then(|| (kind.trim_end_matches('"'), severity.to_lowercase()))
    });
    told.map(|(kind, severity)| (kind.to_owned(), severity)).collect()
}

/// Returns the kinds that the program adds.
fn of_the_computer(text: &str) -> Vec<String> {
    let named = text.split("of_program(\"").skip(1);
    named.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
}

#[test]
fn every_kind_is_described_and_told() {
    let text = |path| read(path).unwrap_or_else(|| panic!("{path} is there"));
    let mut described = described(&text(DESCRIBED));
    let of_the_hall = of_the_hall(&text(OF_THE_HALL));
    assert!(of_the_hall.len() > 30, "{of_the_hall:?}");
    for (kind, severity) in of_the_hall {
        assert_eq!(described.remove(&kind), Some(severity), "{DESCRIBED}: {kind}");
    }
    let of_the_computer = of_the_computer(&text(OF_THE_COMPUTER));
    assert!(of_the_computer.len() >= 4, "{of_the_computer:?}");
    for kind in of_the_computer {
        assert!(described.remove(&kind).is_some(), "{DESCRIBED}: {kind}");
    }
    assert_eq!(described, BTreeMap::new(), "{DESCRIBED} has kinds that nothing tells");
}
