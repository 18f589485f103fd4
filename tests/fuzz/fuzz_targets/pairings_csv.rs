//! Any text as a table or a typed list of pairings: never a panic, the same text gives the same draft, nothing is half
//! imported, and nobody plays twice in a round.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::collections::BTreeSet;
use tournament::Tournament;
use tournament::import::{Hint, read};

fuzz_target!(|bytes: &[u8]| {
    let draft = read(bytes, Hint::default());
    assert_eq!(draft, read(bytes, Hint::default()), "the same bytes gave two drafts");
    let Ok(import) = draft.against(&Tournament::default(), Some(1)) else { return };
    assert!(!draft.has_errors(), "imported in spite of an error");
    let after = import.applied_to(&Tournament::default());
    for round in after.rounds.values() {
        let mut seen = BTreeSet::new();
        let paired = round.pairings.values().flat_map(|pairing| pairing.players).flatten();
        for player in paired.chain(round.unpaired.keys().copied()) {
            assert!(after.players.contains_key(&player), "a pairing names nobody");
            assert!(seen.insert(player), "a player appears twice in a round");
        }
    }
    // The players of the first import are found again, unless two of them cannot be told apart.
    let _ = draft.against(&after, Some(2));
});
