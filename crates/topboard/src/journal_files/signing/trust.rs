//! What a start demands of a book before anything is signed in it.
//!
//! The chain says that a book is of one piece. Only the signatures say that it is ours: who edits it and makes the chain anew
//! must drop them, or sign with another key, or leave ones that do not fit. If the program went on with such a book, its own key
//! would sign the forgery. So every signature is checked while the book is read, on the thread that reads, and no stretch may be
//! longer than the program leaves one ([`journal::unsigned`]). The head beside the key tells of an end that was cut off.
//!
//! A person may go on with such a book all the same. That is written into it and signed ([`journal::accepted`]); what stood
//! before is not asked about again, and `topboard verify` finds it for ever.

use crate::{
    commands::verify::told,
    journal_files::{
        reader::Read,
        signing::signed_head::{HEAD_NAME, Kept},
    },
    terminal::failure::Failure,
};
use journal::{Accepted, Chain, Expected, Finding, PublicKey, SignedHead, Witness, hex, unsigned::bytes_ms};
use std::{
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

/// What is known before a book is read, and who answers for it.
#[derive(Debug, Clone, Copy)]
pub struct Guard<'a> {
    /// The key beside the book; none where one must be made.
    pub key: Option<PublicKey>,
    /// Who goes on with the book whatever its signatures say.
    pub accepted_by: Option<&'a str>,
    /// Somebody ordered the program to end.
    pub stop: &'a AtomicBool,
}

/// Follows a book record by record.
#[derive(Debug)]
pub struct Trust<'a> {
    guard: Guard<'a>,
    kept: Option<Kept>,
    witness: Witness,
    before: Chain,
    /// A remark that accepts what stands before it, or says that it was salvaged, waits for its signature.
    has_remark: bool,
}

impl<'a> Trust<'a> {
    /// For the book beside which this head lies.
    pub fn new(guard: Guard<'a>, kept: Option<Kept>) -> Trust<'a> {
        let mut witness = Witness::of_book(Expected::default());
        witness.expect_beside(kept.and_then(|kept| kept.known()));
        Trust { guard, kept, witness, before: Chain::new(), has_remark: false }
    }

    /// The next record. An error when the reading is to end.
    pub fn see(&mut self, read: &Read<'_>) -> Result<(), Failure> {
        if self.guard.stop.load(Ordering::Relaxed) {
            return Err(Failure::Stopped);
        }
        let (before, body) = (self.before, read.record.body.as_str());
        self.before = read.chain;
        if bytes_ms(body).is_some() {
            self.witness.see(&before, read.record, &read.chain);
            return Ok(());
        }
        self.has_remark |= Accepted::parse(body).is_some() || body.starts_with("{\"salvaged\":");
        if self.has_remark
            && let Some(Ok(signed)) = SignedHead::parse(body)
            && Some(signed.key) == self.guard.key
            && signed.is_of(&before)
            && signed.is_genuine()
        {
            self.has_remark = false;
            self.witness.pardon(&before, signed.key);
            return Ok(());
        }
        self.witness.see(&before, read.record, &read.chain);
        Ok(())
    }

    /// What the book's signatures do not bear out, a sentence each without its full stop.
    pub fn found(&self) -> Vec<String> {
        let end = self.before;
        let mut found: Vec<String> = match self.witness.flaw() {
            Some(flaw) => vec![told(&flaw)],
            None => {
                self.witness.missing(&end).filter(|finding| !is_erased(finding)).iter().map(told).collect()
            }
        };
        if let (Some(key), Some(last)) = (self.guard.key, self.witness.last_key())
            && key != last
        {
            found.push(format!(
                "its last signature is by {}, and the key beside it is {}",
                hex::emit(&last),
                hex::emit(&key)
            ));
        }
        if self.kept == Some(Kept::Unusable) {
            found.push(format!("{HEAD_NAME} beside the key is no signed head"));
        }
        found
    }

    /// Refuses a book that its signatures do not bear out, unless somebody answers for it: then this is to be written.
    pub fn judge(&self, folder: &Path) -> Result<Option<Accepted>, Failure> {
        let found = self.found();
        if found.is_empty() {
            return Ok(None);
        }
        if let Some(by) = self.guard.accepted_by {
            return Ok(Some(Accepted { by: by.to_owned(), found }));
        }
        let folder = folder.display();
        Err(Failure::Input(format!(
            "{folder}: {}; nothing was written. Look with `topboard verify {folder}`; put back what is missing, or salvage with \
             `topboard recover {folder} --out NEW`, or go on with it as it is with `topboard run --accept-altered-book \
             \"YOUR NAME\"`, which the journal will say for ever, signed; to begin a new journal, move {folder} and {HEAD_NAME} away",
            found.join("; "),
        )))
    }

    /// Whether a head that was signed lies beside the book.
    pub fn has_head(&self) -> bool {
        self.kept.is_some()
    }
}

/// A head of records that were erased cannot be compared, and need not be.
fn is_erased(finding: &Finding) -> bool {
    matches!(finding, Finding::Erased { .. })
}
