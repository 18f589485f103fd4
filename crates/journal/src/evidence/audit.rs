//! The audit of a journal as evidence: of its chain, its signatures, and a head of it that was kept elsewhere.
//!
//! ```text
//! whole     every line fits, every signature is genuine
//! torn      the last line was not finished, as after a power cut; every line before it is sound
//! altered   a line, or a signature over the lines before it, does not fit: the first bad record is named
//! cut       records are missing that a head kept elsewhere vouches for
//! foreign   a record is signed by a key that the journal did not announce, or not by the key that was expected
//! unsigned  a key was expected, and it signed nothing in the journal
//! unproven  every line fits, but over a minute of it is unsigned, or was signed late ([`crate::evidence::unsigned`])
//! erased    a head kept elsewhere belongs to an erased record and cannot be compared; everything else is whole
//! ```
//!
//! The chain alone reveals every careless change: a flipped byte, or a line dropped, doubled or moved. If the whole
//! chain was recomputed, signatures that do not fit or are missing reveal it. If the signatures were made anew, a key
//! or a head that was kept elsewhere reveals it. The [`Witness`] draws these conclusions record by record.

use crate::{
    Accepted, Chain, KnownHead, Reader, SignedHead, Stretch, Tombstone, Verdict, Witness,
    evidence::signature::PublicKey,
};
use std::collections::BTreeSet;

/// The evidence about a journal that was kept elsewhere, against which the journal is compared.
#[derive(Debug, Clone, Copy, Default)]
pub struct Expected {
    /// The public key that must have signed the journal; `None` to accept any key.
    pub key: Option<PublicKey>,
    /// A head that must be in the journal; `None` if no head was kept.
    pub head: Option<KnownHead>,
}

/// The verdict on a journal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// Nothing is wrong with the journal.
    Whole,
    /// The last record was not finished; every record before it is sound.
    Torn {
        /// The number of bytes in the whole records.
        kept_bytes: u64,
        /// The number of bytes after the whole records.
        cut_bytes: u64,
    },
    /// The journal was changed. Every record before this one is sound; no record from this one on can be trusted.
    Altered {
        /// The number of the first bad record.
        record: u64,
        /// The offset of the record's line, in bytes.
        offset: u64,
        /// The fault of the record.
        why: &'static str,
    },
    /// The records in a page are sound, but the page around them was changed after it was sealed.
    PageAltered {
        /// The fault of the page.
        why: &'static str,
    },
    /// Records are missing at the end of the journal.
    Cut {
        /// The number of the last record that is present.
        record: u64,
        /// The reason to believe that records are missing.
        why: &'static str,
    },
    /// A record is signed by a key that the journal did not announce, or that is not the expected key.
    Foreign {
        /// The number of the record with the signature.
        record: u64,
        /// The key that signed.
        key: PublicKey,
    },
    /// The expected key signed nothing in the journal.
    Unsigned,
    /// Every line fits, but these records could have been written by somebody who has the file but not the key.
    Unproven {
        /// The records that are not proven, with their times.
        stretch: Stretch,
        /// The reason why they are not proven.
        why: &'static str,
    },
    /// The head that was kept elsewhere is the head after one of these erased records. Nothing is wrong with the other
    /// records.
    Erased {
        /// The number of the first erased record.
        from: u64,
        /// The number of the last erased record.
        to: u64,
    },
}

/// The verdict on a journal, with further facts about the journal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audited {
    /// The verdict.
    pub finding: Finding,
    /// The number of the record before the first one that was read: 0 if the journal was read from its beginning.
    pub after: u64,
    /// The number of the last sound record.
    pub records: u64,
    /// The head after the last sound record.
    pub head: [u8; 32],
    /// Says whether every line that was read fits. A fault can then lie only in a signature or a kept head.
    pub is_line_sound: bool,
    /// The number of sound signatures.
    pub signatures: u64,
    /// The number of the last record that a sound signature covers; 0 if there is none. Somebody who has the file but
    /// not the key could have written the records after it.
    pub signed_seq: u64,
    /// The keys that signed, in the order of their bytes.
    pub keys: BTreeSet<PublicKey>,
    /// The tombstones of erased records, in the order of the journal.
    pub erased: Vec<Tombstone>,
    /// The number of withheld records: only the head after each of them is present. Only excerpts have such records.
    pub withheld: u64,
    /// The number of shown records that no signature in the excerpt covers, because a withheld record lies between them
    /// and the signature.
    pub unreached: u64,
    /// The records after the last signature that are worth a signature ([`crate::evidence::unsigned::worth_ms`]);
    /// `None` if there are none.
    pub unsigned: Option<Stretch>,
    /// The remarks of persons who accepted the findings of an audit, each with the number of its record.
    pub accepted: Vec<(u64, Accepted)>,
}

/// The audit of a journal, or of a part of one. It opens no file: callers push all bytes in order, then call `finish`.
#[derive(Debug, Clone)]
pub struct Audit {
    reader: Reader,
    witness: Witness,
    after: u64,
    /// The chain after the last sound record.
    sound: Chain,
}

impl Audit {
    /// Begins the audit of a journal, from its first byte on.
    pub fn new(expected: Expected) -> Audit {
        Audit::from(Reader::new(), Chain::new(), Witness::of_journal(expected))
    }

    /// Returns the audit with the head that is stored in a file beside the journal, and must also be in the journal.
    pub fn beside(mut self, head: Option<KnownHead>) -> Audit {
        self.witness.expect_beside(head);
        self
    }

    /// Begins the audit of one file of a journal. The file's first record contains the state of the chain after the
    /// earlier files, which the audit accepts unchecked.
    pub fn of_segment(expected: Expected) -> Audit {
        Audit { reader: Reader::of_segment(), ..Audit::new(expected) }
    }

    /// Begins the audit of the rest of a journal, given the chain after the records that precede it. Offsets are
    /// counted from the beginning of the rest.
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

    /// Continues the chain after an absent record, of which only the head after it is known. Later signatures prove
    /// nothing about the records before it.
    pub(crate) fn pass_over(&mut self, head: [u8; 32]) {
        if self.witness.flaw().is_some() {
            return;
        }
        self.reader.pass_over(head);
        self.sound = self.reader.chain();
        self.witness.pass_over((self.sound.seq(), self.reader.offset()), &self.sound);
    }

    /// Adds more bytes of the journal.
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

    /// Checks a signature that is not in a record of its own. It must sign the head after the last record pushed.
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
