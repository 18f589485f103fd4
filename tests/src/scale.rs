//! The arithmetic of docs/scale.md: a simulated championship is told through the tree, what its viewers are sent is counted,
//! and a model of the tree loses nodes. The tables of the document are those that are computed here.
//!
//! `REWRITE=1 cargo test --profile checked -p tests scale` writes the tables anew.

mod audience;
mod championship;
mod losses;
mod page;
mod storm;
mod traffic;

use crate::repository::{read, root};
use board::Millis;
use page::Limits;
use sim::Tempo;
use std::{fs, thread};
use traffic::Day;

const DOCUMENT: &str = "docs/scale.md";
/// The time of play that is counted, in milliseconds: from the first moves to the middle of a game of blitz, or its end.
const FROM_MS: Millis = 60_000;
const UNTIL_MS: Millis = 300_000;

#[test]
fn the_tables_of_scale_are_those_of_the_simulation() {
    let limits = Limits::read();
    let (traffic, losses) = thread::scope(|scope| {
        let losses = scope.spawn(|| losses::tables(&limits));
        let days = [("classical", Tempo::Classical), ("blitz", Tempo::Blitz)].map(|(name, tempo)| {
            let (game, open) =
                (championship::play(1, tempo, 1, UNTIL_MS), championship::play(100, tempo, 2, UNTIL_MS));
            Day { name, counted: audience::count(&game, &open, FROM_MS, UNTIL_MS) }
        });
        (traffic::tables(&days, &limits), losses.join().expect("the model runs"))
    });
    let kept = read(DOCUMENT).expect("it is text");
    let printed = traffic.iter().chain(&losses).fold(kept.clone(), |text, table| with(&text, table));
    if std::env::var_os("REWRITE").is_some() {
        fs::write(root().join(DOCUMENT), &printed).expect("docs can be written");
    } else {
        let right = [traffic, losses].concat().join("\n");
        assert!(kept == printed, "{DOCUMENT} is stale; REWRITE=1 writes these tables:\n{right}");
    }
}

/// Returns a text with this table in place of the one with the same first cell.
fn with(text: &str, table: &str) -> String {
    let cell = table.split_inclusive('|').take(2).collect::<String>();
    let begins =
        text.find(&format!("\n{cell}")).unwrap_or_else(|| panic!("{DOCUMENT} has no table {cell}")) + 1;
    let length: usize =
        text[begins..].split_inclusive('\n').take_while(|line| line.starts_with('|')).map(str::len).sum();
    [&text[..begins], table, &text[begins + length..]].concat()
}
