//! Any bytes as a rating list, in pieces of any length: no panic, the pieces make no difference, and a tournament is
//! completed by whatever was read.
#![no_main]

use libfuzzer_sys::fuzz_target;
use tournament::{
    Entrant,
    ratings::{Completion, ListEntry, ListFault, ListReader, ListTally, RatingKind},
};

fn read(pieces: usize, list: &[u8]) -> Result<(Vec<ListEntry>, ListTally), ListFault> {
    let mut entries = Vec::new();
    let mut see = |entry: &ListEntry| entries.push(entry.clone());
    let mut reader = ListReader::new(RatingKind::Standard);
    for piece in list.chunks(pieces) {
        reader.feed(piece, &mut see)?;
    }
    let tally = reader.finish(&mut see)?;
    Ok((entries, tally))
}

fuzz_target!(|bytes: &[u8]| {
    let Some((length, list)) = bytes.split_first() else { return };
    let whole = read(usize::MAX, list);
    assert_eq!(whole, read(usize::from(*length).max(1), list));
    let Ok((entries, tally)) = whole else { return };
    assert_eq!(tally.entries, entries.len() as u64);
    // A list in which one number is two people's may complete a player by the one, and then by the other.
    let numbers: std::collections::BTreeSet<_> = entries.iter().map(|entry| entry.fide_id).collect();
    if numbers.len() < entries.len() {
        return;
    }
    // Every second entry is somebody who plays.
    let mut players: std::collections::BTreeMap<_, _> = (1..)
        .zip(entries.iter().step_by(2).take(50))
        .map(|(number, entry)| {
            let mut entrant = Entrant::named(&entry.name);
            entrant.player.federation.clone_from(&entry.federation);
            entrant.born = entry.born.map_or(String::new(), |year| year.to_string());
            (number, entrant)
        })
        .collect();
    let complete = |players: &_| {
        let mut completion = Completion::new(players, RatingKind::Standard);
        entries.iter().for_each(|entry| completion.see(entry));
        completion.finish()
    };
    let completed = complete(&players);
    for change in &completed.changes {
        if let Some(entrant) = players.get_mut(&change.player) {
            change.difference.apply(entrant);
        }
    }
    let again = complete(&players).changes;
    assert!(again.is_empty(), "what is complete was changed again: {again:?}");
});
