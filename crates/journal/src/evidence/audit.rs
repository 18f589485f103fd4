//! The audit of a journal as evidence: its chain, its signatures, and a head that was kept elsewhere.
//!
//! ```text
//! whole     every line fits, every signature is genuine
//! torn      the last line was not finished, as after a power cut; what stands before it is sound
//! altered   a line, or a signature over the lines before it, does not fit: the first bad record is named
//! cut       records are missing that a head kept elsewhere vouches for
//! foreign   signed by another key than the journal announced, or than the one that was expected
//! unsigned  a key was expected, and signed nothing here
//! unproven  every line fits, but over a minute of it is unsigned, or was signed late ([`crate::evidence::unsigned`])
//! erased    a head kept elsewhere stands in erased records and cannot be compared; everything else is whole
//! ```
//!
//! The chain alone finds every careless change: a flipped byte, a line dropped, doubled or moved. A chain that was
//! made again as a whole is found by its signatures, or by their absence. Signatures that were made again are found
//! by a key or a head that was kept elsewhere. The [`Witness`] judges what follows from record after record.

use crate::{
    Accepted, Chain, KnownHead, Reader, SignedHead, Stretch, Tombstone, Verdict, Witness,
    evidence::signature::PublicKey,
};
use std::collections::BTreeSet;

/// The evidence about a journal that was kept elsewhere.
#[derive(Debug, Clone, Copy, Default)]
pub struct Expected {
    /// The public key that must have signed the journal.
    pub key: Option<PublicKey>,
    /// A head that must be in the journal.
    pub head: Option<KnownHead>,
}

/// The verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// Nothing is wrong with the journal.
    Whole,
    /// The end was not finished; everything before it is sound.
    Torn {
        /// The number of bytes of the whole records.
        kept_bytes: u64,
        /// The number of bytes after the whole records.
        cut_bytes: u64,
    },
    /// The journal was changed. Everything before this record is sound; nothing from it on can be trusted.
    Altered {
        /// The first bad record.
        record: u64,
        /// The offset of its line, in bytes.
        offset: u64,
        /// The fault of the record.
        why: &'static str,
    },
    /// The records in a page are sound, but the page around them is not what was sealed.
    PageAltered {
        /// The fault of the page.
        why: &'static str,
    },
    /// Records are missing at the end.
    Cut {
        /// The last record that is present.
        record: u64,
        /// The evidence for it.
        why: &'static str,
    },
    /// A record is signed by another key.
    Foreign {
        /// The record of the signature.
        record: u64,
        /// The key that signed.
        key: PublicKey,
    },
    /// The expected key signed nothing in the journal.
    Unsigned,
    /// Every line fits, and yet somebody who has the file, but not the key, could have written these records.
    Unproven {
        /// The records, and their time.
        stretch: Stretch,
        /// The evidence for it.
        why: &'static str,
    },
    /// The head that was kept elsewhere stands in these erased records. Nothing is wrong with the rest.
    Erased {
        /// The first of the erased records.
        from: u64,
        /// The last of the erased records.
        to: u64,
    },
}

/// The verdict, and what is known beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audited {
    /// The verdict.
    pub finding: Finding,
    /// The number of the record before the first one read: 0 for a journal from its beginning.
    pub after: u64,
    /// The number of the last sound record.
    pub records: u64,
    /// The head after the last sound record.
    pub head: [u8; 32],
    /// Says whether every line that was read fits, and the fault is in a signature or a kept head.
    pub is_line_sound: bool,
    /// The number of sound signatures.
    pub signatures: u64,
    /// The last record for which a sound signature signs; 0 if there is none. Later records could have been written
    /// by somebody who has the file, but not the key.
    pub signed_seq: u64,
    /// The keys that signed, in the order of their digits.
    pub keys: BTreeSet<PublicKey>,
    /// The tombstones of what was erased, in the order of the journal.
    pub erased: Vec<Tombstone>,
    /// The number of records that are kept back, with only the heads after them present. Only an excerpt has such
    /// records.
    pub withheld: u64,
    /// The number of further records that no signature here reaches, because a record that is kept back stands between.
    pub unreached: u64,
    /// The records after the last signature that are worth one.
    pub unsigned: Option<Stretch>,
    /// The findings that a person accepted although the signatures did not bear the journal out, with the record of
    /// each remark.
    pub accepted: Vec<(u64, Accepted)>,
}

/// The audit of a journal, or of a part of one. It opens no file: push the bytes as they come, then finish.
#[derive(Debug, Clone)]
pub struct Audit {
    reader: Reader,
    witness: Witness,
    after: u64,
    /// The chain after the last sound record.
    sound: Chain,
}

impl Audit {
    /// Begins the audit of a journal at its first byte.
    pub fn new(expected: Expected) -> Audit {
        Audit::from(Reader::new(), Chain::new(), Witness::of_book(expected))
    }

    /// Adds a head that lies beside the journal and must be in it, too.
    pub fn beside(mut self, head: Option<KnownHead>) -> Audit {
        self.witness.expect_beside(head);
        self
    }

    /// Begins the audit of one file of a journal. What its first record says of the chain before it is believed.
    pub fn of_segment(expected: Expected) -> Audit {
        Audit { reader: Reader::of_segment(), ..Audit::new(expected) }
    }

    /// Begins the audit of the rest of a journal, behind records that left the chain here. Offsets count from there.
    pub fn resume(chain: Chain, expected: Expected) -> Audit {
        Audit::from(Reader::resume(chain), chain, Witness::of_part(expected))
    }

    fn from(reader: Reader, chain: Chain, witness: Witness) -> Audit {
        Audit { reader, witness, after: chain.seq(), sound: chain }
    }

    /// Notes that the bytes from here on belong to the journal's next file.
    pub fn next_file(&mut self) {
        self.reader.next_file();
    }

    /// Passes over a record that is absent: only the head after it is known. Later records prove nothing before it.
    pub(crate) fn pass_over(&mut self, head: [u8; 32]) {
        if self.witness.flaw().is_some() {
            return;
        }
        self.reader.pass_over(head);
        self.sound = self.reader.chain();
        self.witness.pass_over((self.sound.seq(), self.reader.offset()), &self.sound);
    }

    /// Takes more bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.witness.flaw().is_some() {
            return;
        }
        self.reader.push(bytes);
        while let Some(record) = self.reader.poll_record() {
            if let Some(opening) = self.reader.opening().filter(|_| self.sound.seq() == 0) {
                (self.sound, self.after) = (opening.after, opening.after.seq());
                self.witness.begin_later();
            }
            self.witness.see(&self.sound, &record, &self.reader.chain());
            if self.witness.flaw().is_some() {
                return;
            }
            self.sound = self.reader.chain();
        }
    }

    /// Takes a signature that does not come in a record. It must be of the head after the last record pushed.
    pub(crate) fn push_signature(&mut self, signed: &SignedHead) {
        let at = (self.sound.seq(), self.reader.offset());
        if signed.is_of(&self.sound) {
            self.witness.see_signature(at, signed);
        } else {
            self.witness.alter(at, "the signature is not one of its head");
        }
    }

    /// Returns the chain after the last sound record.
    pub fn sound(&self) -> Chain {
        self.sound
    }

    /// Returns the verdict after the last byte.
    pub fn finish(self) -> Audited {
        let Audit { reader, witness, after, sound } = self;
        let finding = match (witness.flaw(), reader.finish().0) {
            (Some(flaw), _) => flaw,
            (None, Verdict::Damaged { offset, why, .. }) => {
                Finding::Altered { record: sound.seq().saturating_add(1), offset, why }
            }
            (None, Verdict::Torn { kept_bytes, cut_bytes }) => {
                witness.missing(&sound).unwrap_or(Finding::Torn { kept_bytes, cut_bytes })
            }
            (None, Verdict::Whole) => witness.missing(&sound).unwrap_or(Finding::Whole),
        };
        witness.audited(finding, after, &sound)
    }
}
