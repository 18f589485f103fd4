//! Prints the records of a journal (docs/formats/journal.md), then the verdict on its bytes and the head of its chain.
//!
//! ```text
//! cargo run -p journal --example read_a_journal [hall.journal hall.0002.journal …]
//! ```

use journal::Reader;
use std::{env, fs, io};

/// The journal that is read when none is named.
const OWN: &[u8] = include_bytes!("../testdata/version-1.journal");

fn main() -> io::Result<()> {
    let mut files = env::args_os().skip(1).map(fs::read).collect::<io::Result<Vec<_>>>()?;
    if files.is_empty() {
        files.push(OWN.to_vec());
    }
    // A later file may be read without the files before it: its first record says how they left the chain.
    let mut reader = Reader::of_segment();
    for bytes in &files {
        reader.next_file();
        reader.push(bytes);
        while let Some(record) = reader.poll_record() {
            println!("{:>6} {}", record.seq, record.body);
        }
    }
    let (verdict, chain) = reader.finish();
    println!("{verdict:?} after {} records, head {}", chain.seq(), chain.head_hex());
    Ok(())
}
