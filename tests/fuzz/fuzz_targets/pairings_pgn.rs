//! Any text as pairings in PGN: never a panic, every problem names a line of the text, nothing is half imported.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tournament::Tournament;
use tournament::import::{Hint, lines, read};

fuzz_target!(|text: &str| {
    let text = format!("[Event \"fuzz\"]\n{text}");
    let draft = read(text.as_bytes(), Hint::default());
    let last = lines(&text).count();
    for problem in draft.problems() {
        assert!(problem.line <= last, "{problem}");
    }
    if let Ok(import) = draft.against(&Tournament::default(), None) {
        assert!(!draft.has_errors(), "imported in spite of an error");
        for player in import.add.values() {
            assert!(player.player.name.chars().count() <= game::names::NAME_MAX);
        }
    }
});
