//! `topboard verify`: is this book whole?

use crate::{
    cli::VerifyOptions,
    failure::{Failure, Outcome},
};
use journal::{Reader, Verdict};
use serde_json::json;
use std::{fs::File, io::Read};

/// Reads a book and says what is to be said of it. Exit code 0 whole, 1 damaged, 2 torn tail.
pub fn command(options: &VerifyOptions, json: bool) -> Outcome {
    let name = options.journal.display().to_string();
    let unreadable =
        |error: std::io::Error| Failure::Input(format!("{name} cannot be read ({error}); check the path"));
    let mut file = File::open(&options.journal).map_err(unreadable)?;
    let mut reader = Reader::new();
    let mut piece = vec![0; 1 << 18];
    loop {
        let length = file.read(&mut piece).map_err(unreadable)?;
        if length == 0 {
            break;
        }
        reader.push(&piece[..length]);
        while reader.poll_record().is_some() {}
    }
    let (verdict, chain) = reader.finish();
    let (records, head) = (chain.seq(), chain.head_hex());
    if json {
        let found = match verdict {
            Verdict::Whole => json!({"verdict": "whole"}),
            Verdict::Torn { kept_bytes, cut_bytes } => {
                json!({"verdict": "torn", "kept_bytes": kept_bytes, "cut_bytes": cut_bytes})
            }
            Verdict::Damaged { line, offset, why } => {
                json!({"verdict": "damaged", "line": line, "offset": offset, "why": why})
            }
        };
        println!("{}", json!({"file": name, "records": records, "head": head, "found": found}));
    } else {
        match verdict {
            Verdict::Whole => println!("{name}: whole, {records} records, head {head}"),
            Verdict::Torn { kept_bytes, cut_bytes } => println!(
                "{name}: the last line is torn; {records} records ({kept_bytes} bytes) are kept, {cut_bytes} bytes \
                 are not; head {head}"
            ),
            Verdict::Damaged { line, offset, why } => println!(
                "{name}: damaged at line {line} (byte {offset}): {why}; the {records} records before it are sound"
            ),
        }
    }
    match verdict {
        Verdict::Whole => Ok(()),
        Verdict::Damaged { .. } => Err(Failure::Finding(1)),
        Verdict::Torn { .. } => Err(Failure::Finding(2)),
    }
}
