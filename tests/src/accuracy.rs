//! A small part of the accuracy table at every check: clean cells in which no game of these seeds goes wrong. The whole
//! table is `topboard bench accuracy`.

use sim::{accuracy::judge, cells};

/// Games a cell: a few seconds without optimisation.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=60;

/// Games that went wrong once.
const REPAIRED: [(&str, u64); 10] = [
    ("dgt-afterplay", 2424),
    ("dgt-afterplay", 3716),
    ("dgt-afterplay", 3925),
    ("dgt-blitz", 3998),
    ("dgt-illegal", 2225),
    ("dgt-illegal", 2433),
    ("dgt-illegal", 2979),
    ("dgt-noclock-classical", 2538),
    ("dgt-scramble", 2515),
    ("dgt-scramble", 2932),
];

#[test]
fn what_went_wrong_once_comes_out_as_it_was_played() {
    let cells = cells::all();
    for (name, seed) in REPAIRED {
        let cell = cells.iter().find(|cell| cell.name == name).expect("the cell is still there");
        let verdict = judge(cell, seed);
        assert!(verdict.exact, "{name} seed {seed}: {:?}", verdict.difference);
    }
}

#[test]
fn simulated_games_come_out_as_they_were_played() {
    let wanted =
        ["dgt-classical", "dgt-blitz", "dgt-noclock-blitz", "dgt-clumsy", "dgt-takebacks", "chesslink-blitz"];
    let mut failures = Vec::new();
    let mut played = 0;
    for cell in cells::all().into_iter().filter(|cell| wanted.contains(&cell.name)) {
        for seed in SEEDS {
            played += 1;
            let verdict = judge(&cell, seed);
            if !verdict.exact || verdict.false_illegal > 0 {
                failures.push(format!("{} seed {seed}: {:?}", cell.name, verdict.difference));
            }
        }
    }
    assert_eq!(played, wanted.len() * SEEDS.count(), "a cell has another name now");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
