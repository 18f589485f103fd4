//! The list of what would be refused, for programs and pages.

use broadcast::{
    bulletin::{Bulletin, BulletinRound},
    check::{Flaw, Setting, Taker, flaws},
};
use hall::readiness::Severity;
use relay::readiness::ReadyItem;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The number of lines of the first game that are shown.
const LINES_MAX: usize = 12;

/// Returns the list, and the beginning of what would be sent of each round.
pub(super) fn listed(bulletin: &Bulletin, setting: &Setting, takers: &BTreeSet<Taker>) -> Value {
    let flaws = flaws(bulletin, setting, takers);
    json!({
        "ready": flaws.iter().all(|flaw| flaw.severity() != Severity::Stop),
        "items": flaws.iter().map(item).collect::<Vec<_>>(),
        "first": bulletin.on().map(first).collect::<Vec<_>>(),
    })
}

fn item(flaw: &Flaw) -> Value {
    let (words, to_do) = (flaw.phrase(), flaw.what_to_do());
    let item = ReadyItem::of_program(flaw.kind(), flaw.severity(), &words, &to_do);
    let minded_by: Vec<&str> = flaw.minded_by().iter().map(|taker| taker.name()).collect();
    json!({
        "kind": item.kind, "severity": item.severity, "tournament": flaw.tournament, "board": flaw.board,
        "minded_by": minded_by, "words": item.words, "what_to_do": item.what_to_do,
    })
}

fn first(round: &BulletinRound) -> Value {
    let text: String = round.games().map(|game| &*game.text).collect();
    let lines: Vec<&str> = text.lines().take(LINES_MAX).collect();
    json!({
        "tournament": round.key, "name": round.name, "round": round.round, "games": round.games().count(),
        "bytes": text.len(), "lines": lines,
    })
}
