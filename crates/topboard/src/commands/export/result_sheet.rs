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

/// Returns the result sheet of one table, or of all tables.
pub fn make(journal: &Path, table: Option<TableNo>) -> Result<String, Failure> {
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
    let is_wanted = |entry: &&Table| table.is_none_or(|wanted| wanted == entry.number());
    let tables: Vec<&Table> = folded.hall.tables().filter(is_wanted).collect();
    if tables.is_empty() {
        return Err(Failure::Input("the journal has no such table; look with `topboard replay`".to_owned()));
    }
    // The signature does not cover its own record, which says nothing else and so does not count as unsigned.
    let unsigned = reading.chain.seq().saturating_sub(head.seq.unwrap_or_default() + 1);
    Ok(result_sheet::page(&folded.hall, &tables, &head, unsigned))
}
