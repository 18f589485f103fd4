//! The output of `topboard recover`.

use super::Salvage;
use crate::{
    cli::RecoverOptions,
    commands::erase,
    journal_files::{inventory::Fault, reader::JournalPlace},
    terminal::{plural::counted, stdout::say},
};
use serde_json::json;

/// Prints what the recovery found and did.
pub(super) fn say(options: &RecoverOptions, salvage: &Salvage, json: bool) {
    let Salvage {
        kept,
        erased,
        torn_bytes,
        damage,
        rechained,
        left_out,
        lost,
        lost_lines,
        alone,
        misplaced,
        doubt,
        cut,
        is_signed,
    } = salvage;
    if json {
        let at = |place: &JournalPlace| json!({"file": place.path, "line": place.line, "byte": place.offset});
        let lost: Vec<_> = lost.iter().map(|(place, why)| json!({"at": at(place), "why": why})).collect();
        say!(
            "{}",
            json!({"proven": kept, "erased": erased.iter().map(|stone| [stone.first_seq(), stone.last_seq()]).collect::<Vec<_>>(), "torn_bytes": torn_bytes, "damaged": damage.as_ref().map(|(place, _)| at(place)),
                   "why": damage.as_ref().map(|(_, why)| why), "unproven": rechained, "left_out": left_out,
                   "lost_lines": lost_lines, "lost": lost, "missing": misplaced.iter().map(|one| &one.path).collect::<Vec<_>>(),
                   "doubted_from": doubt.as_ref().map(|(from, _)| from), "doubted": doubt.as_ref().map(|(_, why)| why),
                   "cut": cut, "signed": is_signed, "out": options.out})
        );
        return;
    }
    say!(
        "{} {} whole and proven by the chain.",
        counted(*kept, "record"),
        if *kept == 1 { "is" } else { "are" }
    );
    for tombstone in erased {
        say!("Not lost but erased: {}.", erase::told(tombstone));
    }
    if *torn_bytes > 0 {
        say!("The end is torn: {torn_bytes} bytes were never finished, and never published.");
    }
    for misplaced in misplaced {
        match misplaced.fault {
            Fault::Announced => say!(
                "lost: {}, which the index beside it tells of, is not there; look for it before anything else",
                misplaced.path.display()
            ),
            Fault::Shadows => say!("{misplaced}."),
            Fault::Missing | Fault::Empty | Fault::NotFirst | Fault::Number(_) => say!("lost: {misplaced}"),
        }
    }
    if let Some(cut) = cut {
        say!("lost: {cut}; look for what is missing before anything else");
    }
    if let Some((from, why)) = doubt {
        say!(
            "From record {from} on the signatures do not bear the journal out: {why}. {rechained} records there are kept as \
             unproven; {left_out} that speak of the old chain are left out."
        );
    }
    if let Some((place, why)) = damage {
        say!("{}: line {} (byte {}) is damaged: {why}.", place.path.display(), place.line, place.offset);
        for (place, why) in lost {
            say!("lost: {}: line {} (byte {}): {why}", place.path.display(), place.line, place.offset);
        }
        if *lost_lines > lost.len() as u64 {
            say!("and so on: {lost_lines} lost lines in all");
        }
        say!(
            "{rechained} records behind it are readable, but the chain does not prove them; {left_out} that speak of \
             the old chain are left out."
        );
    }
    if *is_signed {
        say!("It is signed with the key beside the damaged journal, and says what in it is unproven.");
    }
    match (&options.out, alone) {
        (Some(out), Some(number)) => say!(
            "{} holds what is whole. It is file {number} of its journal and stands behind the file before it; nobody can go \
             on with it alone.",
            out.display()
        ),
        (Some(out), None) => say!(
            "{} holds what is whole. To go on with it, make it journal/hall.journal of a new data folder, and put \
             evidence.key into that folder.",
            out.display()
        ),
        (None, _) => say!("Nothing was written; name a new file with --out to get what is whole."),
    }
}
