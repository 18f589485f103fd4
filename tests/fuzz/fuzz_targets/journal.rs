//! Any bytes as a journal, and as a report: no panic, and every record of it can be read as a body, known or not.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let mut reader = journal::Reader::new();
    reader.push(data);
    while let Some(record) = reader.poll_record() {
        let _ = hall::Body::parse(&record.body);
    }
    let _ = reader.finish();
    let mut audit = journal::Audit::of_segment(journal::Expected::default());
    audit.push(data);
    let _ = audit.finish();
    if let Ok(text) = std::str::from_utf8(data) {
        let head = journal::KnownHead::parse(text);
        let _ = journal::seal::audit(text, journal::Expected { key: None, head });
        let mut fold = hall::Fold::new();
        for (seq, line) in text.lines().enumerate() {
            if let Ok(body) = hall::Body::parse(line) {
                fold.feed(seq as u64, body);
            }
        }
        let _ = fold.finish();
    }
});
