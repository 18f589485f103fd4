//! `topboard export --result-sheet`: the result sheet of a journal, with the journal's last signed head.

use crate::{
    journal_files::{
        inventory::Files,
        reader::{self, Times},
    },
    terminal::failure::Failure,
};
use hall::{Body, Fold, Table, TableNo};
use journal::{Chain, KnownHead};
use report::result_sheet;
use std::path::Path;
use tournament::RoundNo;

/// What a result sheet is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted {
    /// The last game of every table.
    Tables,
    /// The last game of one table.
    Table(TableNo),
    /// A round of the tournament with this key; without a key, of the only tournament of the event.
    Round(Option<String>, RoundNo),
}

/// Returns a result sheet.
pub fn make(journal: &Path, wanted: &Wanted) -> Result<String, Failure> {
    let mut fold = Fold::new();
    let mut before = Chain::new();
    let mut head = None;
    let mut times = Times::default();
    let reading = reader::read(&mut Files::find(journal)?, |read| {
        let body = times.parse(&read)?;
        if let Body::Signed { signed, .. } = &body
            && signed.is_of(&before)
            && signed.is_genuine()
        {
            head = Some(KnownHead { seq: Some(signed.seq), head: signed.head, key: Some(signed.key) });
        }
        before = read.chain;
        fold.feed(read.record.seq, body);
        Ok(())
    })?;
    let Some(head) = head else {
        return Err(Failure::Input(format!(
            "{} holds no signature; `topboard run` signs every minute and at every result, so make the sheet after that",
            journal.display()
        )));
    };
    let folded = fold.finish();
    // The signature does not cover its own record, which says nothing else and so does not count as unsigned.
    let unsigned = reading.chain.seq().saturating_sub(head.seq.unwrap_or_default() + 1);
    let hall = &folded.hall;
    if let Wanted::Round(key, round) = wanted {
        let keys: Vec<&String> = hall.event().tournaments.keys().collect();
        let only = || (keys.len() == 1).then_some(keys[0]);
        let Some(key) = key.as_ref().or_else(only) else {
            let names: Vec<&str> = keys.iter().map(|key| key.as_str()).collect();
            return Err(Failure::Input(format!("name the tournament of the round: {}", names.join(", "))));
        };
        return result_sheet::page_of_round(hall.event(), hall.signed_rounds(), key, *round, &head, unsigned)
            .ok_or_else(|| {
                Failure::Input(format!("the journal has no round {round} of a tournament {key:?}"))
            });
    }
    let is_wanted = |table: &&Table| *wanted == Wanted::Tables || *wanted == Wanted::Table(table.number());
    let tables: Vec<&Table> = hall.tables().filter(is_wanted).collect();
    if tables.is_empty() {
        return Err(Failure::Input("the journal has no such table; look with `topboard replay`".to_owned()));
    }
    Ok(result_sheet::page(hall, &tables, &head, unsigned))
}
