//! Any text as a sensor log: no panic, and the same log gives the same report.
#![no_main]

use libfuzzer_sys::fuzz_target;
use report::reconstruct::{Overrides, reconstruct};

fuzz_target!(|text: &str| {
    let report = || {
        reconstruct(text, Overrides::default()).map(|told| {
            told.games.iter().map(|game| report::game_json::report("fuzz", game)).collect::<Vec<_>>()
        })
    };
    assert_eq!(report(), report(), "the same log gave two reports");
});
