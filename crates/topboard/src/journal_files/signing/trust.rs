//! The checks that a journal must pass before a new run signs anything in it.
//!
//! The chain shows that nothing in a journal was changed alone. Only the signatures show that the journal is ours: a
//! forger who edits it and computes the chain anew must drop them, sign with another key, or leave signatures that do
//! not fit. If the program went on with such a journal, its own key would sign the forgery. So every signature is
//! checked while the journal is read, on the reading thread, and no stretch without a signature may be longer than the
//! program itself leaves ([`journal::unsigned`]). The head beside the key shows whether the journal's end was cut off.
//!
//! A person may go on with such a journal all the same. Their acceptance is written into the journal and signed
//! ([`journal::accepted`]). No later start questions what the journal held before the acceptance, but `topboard verify`
//! always reports it.

use crate::{
    journal_files::{
        reader::Read,
        signing::{
            finding_words::told,
            signed_head::{HEAD_NAME, Kept},
        },
    },
    terminal::failure::Failure,
};
use journal::{Accepted, Chain, Expected, Finding, PublicKey, SignedHead, Witness, hex, unsigned::bytes_ms};
use std::{
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

/// The facts known before a journal is read, and the person who accepts the journal as it is.
#[derive(Debug, Clone, Copy)]
pub struct Guard<'a> {
    /// The public key beside the journal; `None` if a key must still be made.
    pub key: Option<PublicKey>,
    /// The name of the person who goes on with the journal whatever its signatures show; `None` if nobody does.
    pub accepted_by: Option<&'a str>,
    /// Set when the program is ordered to end. The reading then stops.
    pub stop: &'a AtomicBool,
}

/// A check of a journal's signatures, fed with the journal record by record.
#[derive(Debug)]
pub struct Trust<'a> {
    guard: Guard<'a>,
    kept: Option<Kept>,
    witness: Witness,
    before: Chain,
    /// Set while a record waits for its signature that accepts the journal before it or says that the journal was
    /// salvaged.
    has_remark: bool,
}

impl<'a> Trust<'a> {
    /// Creates the check for a journal beside which this signed head lies, if any.
    pub fn new(guard: Guard<'a>, kept: Option<Kept>) -> Trust<'a> {
        let mut witness = Witness::of_journal(Expected::default());
        witness.expect_beside(kept.and_then(|kept| kept.known()));
        Trust { guard, kept, witness, before: Chain::new(), has_remark: false }
    }

    /// Checks the next record. Fails only if the program is ordered to end.
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

    /// Returns the findings that the signatures do not account for, each as a sentence without its full stop.
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
        if self.kept == Some(Kept::Forged) {
            found.push(format!(
                "{HEAD_NAME} beside the key was changed, its signature is not genuine: put it back from a copy, or, where the \
                 last result sheet bears the journal out (--head of `topboard verify`), move it away and start again"
            ));
        }
        found
    }

    /// Returns `None` if the signatures bear the journal out. Otherwise fails, unless a person accepts the journal as
    /// it is: then the acceptance is returned, to be written.
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
}

/// Returns whether a finding is about erased records. The chain before them cannot be compared, and need not be.
fn is_erased(finding: &Finding) -> bool {
    matches!(finding, Finding::Erased { .. })
}
