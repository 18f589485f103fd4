//! Counts of what a journal tells of a board, for tests.

use sensor::{Deframer, Report};
use std::{collections::BTreeMap, fs, path::Path, process::Command};

/// Returns how many presses of a table's clock the journal tells of.
pub(crate) fn presses_of(journal: &Path, table: u16) -> usize {
    let mut export = Command::new(env!("CARGO_BIN_EXE_topboard"));
    export.arg("export").arg(journal).args(["--csv", "-", "--table", &table.to_string()]);
    let output = export.output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).matches(",press,").count()
}

/// Returns how many different states of squares or lever the boards have sent, by the raw bytes in the journal.
pub(crate) fn states_of(journal: &Path) -> usize {
    let text = fs::read_to_string(journal).expect("the journal is there");
    let mut ears: BTreeMap<u64, (Deframer, Option<u32>)> = Default::default();
    let mut states = 0;
    for line in text.lines() {
        let body: serde_json::Value = serde_json::from_str(&line[17..]).expect("a record is JSON");
        let (Some(link), Some(bytes)) = (body["rx"][0].as_u64(), body["rx"][1].as_str()) else { continue };
        let (deframer, last) = ears.entry(link).or_default();
        for pair in bytes.as_bytes().chunks(2) {
            let digits = std::str::from_utf8(pair).expect("digits");
            let byte = u8::from_str_radix(digits, 16).expect("two digits");
            if let Some(Report::State(state)) = deframer.push(byte).and_then(Report::parse)
                && last.replace(state.seq) != Some(state.seq)
            {
                states += 1;
            }
        }
    }
    states
}
