//! Any text as a score sheet in every form: no panic, a misread points at its own characters, and what was read is read
//! again from what is written of it.
#![no_main]

use game::notation::{FORMS, sheet};
use libfuzzer_sys::fuzz_target;
use shakmaty::Chess;

fuzz_target!(|text: &str| {
    let start = Chess::default();
    for form in FORMS {
        let read = sheet::read(form, &start, text);
        if let Some(misread) = &read.misread {
            assert_eq!(text.get(misread.bytes.clone()), Some(misread.found.as_str()));
        }
        let written = sheet::write(form, &start, &read.plies, None);
        let again = sheet::read(form, &start, &written);
        assert_eq!(again.misread, None, "{written}");
        assert_eq!(again.after, read.after, "{written}");
    }
});
