//! What is to be said of a book as evidence: its chain, its signatures, and the head somebody kept elsewhere.
//!
//! ```text
//! whole     every line fits, every signature is genuine
//! torn      the last line was not finished, as after a power cut; what stands before it is sound
//! altered   a line, or a signature over the lines before it, does not fit: the first bad record is named
//! cut       records are missing that a head kept elsewhere vouches for
//! foreign   signed by another key than the book told, or than the one that was expected
//! unsigned  a key was expected, and signed nothing here
//! unproven  every line fits, but more than a minute of it nobody signed, or somebody too late ([`crate::evidence::unsigned`])
//! erased    a head kept elsewhere stands in records that were erased: it cannot be compared, all else is whole
//! ```
//!
//! The chain alone finds every careless hand: a flipped byte, a line dropped, doubled or moved. Who makes the whole
//! chain anew is found by the signatures, and by their absence; who makes those anew by a key or a head that was kept
//! elsewhere. What follows from record after record is the [`Witness`]'s to say.

use crate::{
    Accepted, Chain, KnownHead, Reader, SignedHead, Stretch, Tombstone, Verdict, Witness,
    evidence::signature::PublicKey,
};
use std::collections::BTreeSet;

/// What was kept elsewhere about a book.
#[derive(Debug, Clone, Copy, Default)]
pub struct Expected {
    /// The public key that must have signed it.
    pub key: Option<PublicKey>,
    /// A head that must be in it.
    pub head: Option<KnownHead>,
}

/// The verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// Nothing is wrong with it.
    Whole,
    /// The end was not finished; what stands before it is sound.
    Torn {
        /// The bytes of the whole records.
        kept_bytes: u64,
        /// The bytes after them.
        cut_bytes: u64,
    },
    /// It was changed. Everything before this record is sound; nothing from it on can be trusted.
    Altered {
        /// The first bad record.
        record: u64,
        /// Where its line begins, in bytes.
        offset: u64,
        /// What is wrong with it.
        why: &'static str,
    },
    /// The records in this page are sound, the page around them is not what was sealed.
    PageAltered {
        /// What is wrong with it.
        why: &'static str,
    },
    /// Records are missing after the last one there is.
    Cut {
        /// The last record there is.
        record: u64,
        /// How it is known.
        why: &'static str,
    },
    /// This record is signed by another key.
    Foreign {
        /// The record of the signature.
        record: u64,
        /// The key that signed.
        key: PublicKey,
    },
    /// The expected key signed nothing in it.
    Unsigned,
    /// Every line fits, and yet who has the file, and not the key, could have written these records.
    Unproven {
        /// Which, and of what time.
        stretch: Stretch,
        /// How it is known.
        why: &'static str,
    },
    /// The head that was kept elsewhere stands in these erased records. Nothing is wrong with the rest.
    Erased {
        /// The first of them.
        from: u64,
        /// The last.
        to: u64,
    },
}

/// The verdict and what stands beside it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audited {
    /// The verdict.
    pub finding: Finding,
    /// The record before the first that was read: 0 for a book from its beginning.
    pub after: u64,
    /// The last sound record.
    pub records: u64,
    /// The head after it.
    pub head: [u8; 32],
    /// Whether it is a signature or a head that was kept which does not fit, and no line.
    pub is_line_sound: bool,
    /// How many signatures are sound.
    pub signatures: u64,
    /// The last record a sound signature signs for; 0 if there is none. Who has the file, and not the key, could have
    /// written what stands after it.
    pub signed_seq: u64,
    /// The keys that signed, in the order of their digits.
    pub keys: BTreeSet<PublicKey>,
    /// What was erased, in the order of the book.
    pub erased: Vec<Tombstone>,
    /// How many records are kept back: only the heads after them are here. An excerpt alone has such.
    pub withheld: u64,
    /// How many of the others no signature here reaches, because one that is kept back stands between.
    pub unreached: u64,
    /// What stands after the last signature and is worth one.
    pub unsigned: Option<Stretch>,
    /// What somebody accepted although its signatures did not bear it out, with the record that says so.
    pub accepted: Vec<(u64, Accepted)>,
}

/// Checks a book, or a part of one. It opens no file: push the bytes as they come, then ask.
#[derive(Debug, Clone)]
pub struct Audit {
    reader: Reader,
    witness: Witness,
    after: u64,
    /// Where the chain stands after the last sound record.
    sound: Chain,
}

impl Audit {
    /// The audit of a book from its first byte.
    pub fn new(expected: Expected) -> Audit {
        Audit::from(Reader::new(), Chain::new(), Witness::of_book(expected))
    }

    /// A head that lies beside the book must be in it, too.
    pub fn beside(mut self, head: Option<KnownHead>) -> Audit {
        self.witness.expect_beside(head);
        self
    }

    /// The audit of one file of a book. If its first record says where the chain stood before it, that is believed.
    pub fn of_segment(expected: Expected) -> Audit {
        Audit { reader: Reader::of_segment(), ..Audit::new(expected) }
    }

    /// The audit of the rest of a book, after records that left the chain here. Offsets count from there.
    pub fn resume(chain: Chain, expected: Expected) -> Audit {
        Audit::from(Reader::resume(chain), chain, Witness::of_part(expected))
    }

    fn from(reader: Reader, chain: Chain, witness: Witness) -> Audit {
        Audit { reader, witness, after: chain.seq(), sound: chain }
    }

    /// The bytes from here on are of the book's next file.
    pub fn next_file(&mut self) {
        self.reader.next_file();
    }

    /// A record is not here: only the head after it is known. Nothing before it is proven by what follows.
    pub(crate) fn pass_over(&mut self, head: [u8; 32]) {
        if self.witness.flaw().is_some() {
            return;
        }
        self.reader.pass_over(head);
        self.sound = self.reader.chain();
        self.witness.pass_over((self.sound.seq(), self.reader.offset()), &self.sound);
    }

    /// More bytes came.
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

    /// A signature came by another way than in a record. It must be of the head of a record that was pushed last.
    pub(crate) fn push_signature(&mut self, signed: &SignedHead) {
        let at = (self.sound.seq(), self.reader.offset());
        if signed.is_of(&self.sound) {
            self.witness.see_signature(at, signed);
        } else {
            self.witness.alter(at, "the signature is not one of its head");
        }
    }

    /// Where the chain stands after the last sound record.
    pub fn sound(&self) -> Chain {
        self.sound
    }

    /// What is to be said after the last byte.
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
