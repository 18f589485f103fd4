//! Rating lists as files: opened, unpacked and read in one pass, with a bar on a terminal.

mod list_file;
mod progress;

pub use list_file::{read, receive};

use crate::terminal::failure::Failure;
use std::{collections::BTreeMap, path::Path};
use tournament::{
    Entrant, PlayerNo,
    ratings::{Completed, Completion, ListTally, RatingKind},
};

/// Compares players with a list. Nothing is changed: [`Completed`] says what would be.
pub fn complete(
    list: &Path,
    players: &BTreeMap<PlayerNo, Entrant>,
    counts: RatingKind,
) -> Result<(Completed, ListTally), Failure> {
    let mut completion = Completion::new(players, counts);
    let tally = read(list, |entry| completion.see(entry))?;
    Ok((completion.finish(), tally))
}
