//! Tests of rating lists: what is read of both formats, what is refused, and whom an entry completes.

mod completing;
mod faults;
mod reading;
mod searching;

use tournament::ratings::{ListEntry, ListFault, ListReader, ListTally, RatingKind};

/// The names of the columns in the combined list.
const COMBINED: &str = "ID Number      Name                                                         \
                        Fed Sex Tit  WTit OTit           \
                        FOA SRtng SGm SK RRtng RGm Rk BRtng BGm BK B-day Flag\r\n";

/// Reads a list in pieces of this many bytes.
fn read_in(pieces: usize, list: &[u8]) -> Result<(Vec<ListEntry>, ListTally), ListFault> {
    let mut entries = Vec::new();
    let mut reader = ListReader::new(RatingKind::Standard);
    let mut see = |entry: &ListEntry| entries.push(entry.clone());
    for piece in list.chunks(pieces) {
        reader.feed(piece, &mut see)?;
    }
    let tally = reader.finish(&mut see)?;
    Ok((entries, tally))
}

/// Reads a list, whole and byte by byte, which must not make a difference.
fn read(list: impl AsRef<[u8]>) -> Result<(Vec<ListEntry>, ListTally), ListFault> {
    let whole = read_in(usize::MAX, list.as_ref());
    assert_eq!(whole, read_in(1, list.as_ref()));
    whole
}

/// Writes a line of the combined list. The name is cut or filled by characters.
fn line(id: u32, name: &str, federation: &str, ratings: [u16; 3], born: u16) -> String {
    let [standard, rapid, blitz] = ratings;
    format!(
        "{id:<15}{name:<61}{federation:<4}M   FM                           {standard:<6}0   20 {rapid:<6}0   20 {blitz:<6}\
         0   20 {born:<6}    \r\n"
    )
}
