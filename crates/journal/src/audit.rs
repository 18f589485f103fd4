//! What is to be said of a book as evidence: its chain, its signatures, and the head somebody kept elsewhere.
//!
//! ```text
//! whole     every line fits, every signature is genuine
//! torn      the last line was not finished, as after a power cut; what stands before it is sound
//! altered   a line, or a signature over the lines before it, does not fit: the first bad record is named
//! cut       records are missing that a head kept elsewhere vouches for
//! foreign   signed by another key than the book told, or than the one that was expected
//! unsigned  a key was expected, and signed nothing here
//! erased    a head kept elsewhere stands in records that were erased: it cannot be compared, all else is whole
//! ```
//!
//! The chain alone finds every careless hand: a flipped byte, a line dropped, doubled or moved. Who makes the whole
//! chain anew is found by the signatures, who makes those anew by a key or a head that was kept elsewhere.
//!
//! A tombstone in the place of erased records is no flaw: it is named beside the verdict. Its key must be one the book
//! tells outside of what was erased, or one that signs in the rest of the book.

use crate::{
    Chain, KnownHead, Reader, Record, SignedHead, Tombstone, Verdict, signature, signature::PublicKey,
};
use std::collections::{BTreeMap, BTreeSet};

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

/// What follows from record after record.
#[derive(Debug, Clone)]
struct Witness {
    expected: Expected,
    /// Keys told so far; none where the part that told them is not here.
    told: Option<BTreeSet<PublicKey>>,
    signatures: u64,
    signed_seq: u64,
    keys: BTreeSet<PublicKey>,
    is_head_found: bool,
    flaw: Option<Finding>,
    erased: Vec<Tombstone>,
    /// Keys that signed a tombstone and that nothing else in the book knew so far, with the first record they erased.
    unproven: BTreeMap<PublicKey, u64>,
    has_told: bool,
    withheld: u64,
    unreached: u64,
    /// Records since the last one that is kept back, or since the last signature.
    run: u64,
}

impl Audit {
    /// The audit of a book from its first byte.
    pub fn new(expected: Expected) -> Audit {
        Audit::from(Reader::new(), Chain::new(), Witness::new(expected, Some(BTreeSet::new())))
    }

    /// The audit of one file of a book. If its first record says where the chain stood before it, that is believed.
    pub fn of_segment(expected: Expected) -> Audit {
        Audit { reader: Reader::of_segment(), ..Audit::new(expected) }
    }

    /// The audit of the rest of a book, after records that left the chain here. Offsets count from there.
    pub fn resume(chain: Chain, expected: Expected) -> Audit {
        Audit::from(Reader::resume(chain), chain, Witness::new(expected, None))
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
        if self.witness.flaw.is_some() {
            return;
        }
        self.reader.pass_over(head);
        self.sound = self.reader.chain();
        self.witness.pass_over((self.sound.seq(), self.reader.offset()), &self.sound);
    }

    /// More bytes came.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.witness.flaw.is_some() {
            return;
        }
        self.reader.push(bytes);
        while let Some(record) = self.reader.poll_record() {
            if let Some(opening) = self.reader.opening().filter(|_| self.sound.seq() == 0) {
                // The key was told in a file before this one.
                (self.sound, self.after, self.witness.told) = (opening.after, opening.after.seq(), None);
            }
            self.witness.see(&self.sound, &record, &self.reader.chain());
            if self.witness.flaw.is_some() {
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
    pub(crate) fn sound(&self) -> Chain {
        self.sound
    }

    /// What is to be said after the last byte.
    pub fn finish(self) -> Audited {
        let Audit { reader, witness, after, sound } = self;
        let unreached = if witness.withheld > 0 { witness.unreached + witness.run } else { 0 };
        let finding = match (witness.flaw, reader.finish().0) {
            (Some(flaw), _) => flaw,
            (None, Verdict::Damaged { offset, why, .. }) => {
                Finding::Altered { record: sound.seq().saturating_add(1), offset, why }
            }
            (None, Verdict::Torn { kept_bytes, cut_bytes }) => {
                witness.missing(&sound).unwrap_or(Finding::Torn { kept_bytes, cut_bytes })
            }
            (None, Verdict::Whole) => witness.missing(&sound).unwrap_or(Finding::Whole),
        };
        Audited {
            finding,
            after,
            records: sound.seq(),
            head: sound.head(),
            signatures: witness.signatures,
            signed_seq: witness.signed_seq,
            keys: witness.keys,
            erased: witness.erased,
            withheld: witness.withheld,
            unreached,
        }
    }
}

impl Witness {
    fn new(expected: Expected, told: Option<BTreeSet<PublicKey>>) -> Witness {
        Witness {
            expected,
            told,
            signatures: 0,
            signed_seq: 0,
            keys: BTreeSet::new(),
            is_head_found: false,
            flaw: None,
            erased: Vec::new(),
            unproven: BTreeMap::new(),
            has_told: false,
            withheld: 0,
            unreached: 0,
            run: 0,
        }
    }

    /// A record that fits its chain, and where the chain stood before and after it.
    fn see(&mut self, before: &Chain, record: &Record, after: &Chain) {
        let at = (record.seq, record.offset);
        if let Some(Ok(tombstone)) = Tombstone::parse(&record.body) {
            self.see_tombstone(tombstone);
            self.see_head(at, after);
            return;
        }
        match signature::parse_key(&record.body) {
            Some(Ok(key)) => {
                if let Some(told) = &mut self.told {
                    told.insert(key);
                }
                self.has_told = true;
                self.unproven.remove(&key);
            }
            Some(Err(why)) => self.alter(at, why),
            None => {}
        }
        match SignedHead::parse(&record.body) {
            Some(Ok(signed)) if !signed.is_of(before) => self.alter(
                at,
                "it signs another head than that of the records before it: they were changed after it was signed",
            ),
            Some(Ok(signed)) => self.see_signature(at, &signed),
            Some(Err(why)) => self.alter(at, why),
            None => {}
        }
        self.see_head(at, after);
        self.run += 1;
    }

    /// A tombstone that is signed by the key it names.
    fn see_tombstone(&mut self, tombstone: Tombstone) {
        let (record, key) = (tombstone.first_seq(), tombstone.key);
        if self.expected_key().is_some_and(|expected| expected != key) {
            self.flaw.get_or_insert(Finding::Foreign { record, key });
            return;
        }
        if let Some(told) = &mut self.told {
            if !told.contains(&key) {
                self.unproven.entry(key).or_insert(record);
            }
            told.extend(&tombstone.keys);
        }
        self.erased.push(tombstone);
    }

    fn pass_over(&mut self, at: (u64, u64), chain: &Chain) {
        self.withheld += 1;
        self.unreached += std::mem::take(&mut self.run);
        self.see_head(at, chain);
    }

    /// A signature whose head is that of the chain.
    fn see_signature(&mut self, at: (u64, u64), signed: &SignedHead) {
        if !signed.is_genuine() {
            self.alter(at, "the signature it holds is false: it was not made by the key it names");
            return;
        }
        let is_told = self.told.as_ref().is_none_or(|told| told.contains(&signed.key));
        if !is_told || self.expected_key().is_some_and(|key| key != signed.key) {
            self.flaw.get_or_insert(Finding::Foreign { record: at.0, key: signed.key });
            return;
        }
        self.signatures += 1;
        self.signed_seq = signed.seq;
        self.keys.insert(signed.key);
        self.unproven.remove(&signed.key);
        self.run = 0;
    }

    /// Compares with the head that was kept elsewhere.
    fn see_head(&mut self, at: (u64, u64), chain: &Chain) {
        let Some(known) = self.expected.head else { return };
        if known.head == chain.head() {
            self.is_head_found = known.seq.is_none_or(|seq| seq == chain.seq());
        }
        if known.seq == Some(chain.seq()) && !self.is_head_found {
            self.alter(
                at,
                "its head is not the one that was kept elsewhere: it or a record before it was changed",
            );
        }
    }

    /// What was expected and is not in a book that ends here.
    fn missing(&self, end: &Chain) -> Option<Finding> {
        // Where nothing but tombstones is left, nothing here can say whose they are.
        if let Some((&key, &record)) = self.unproven.first_key_value()
            && (self.has_told || !self.keys.is_empty())
        {
            return Some(Finding::Foreign { record, key });
        }
        if let Some(known) = self.expected.head
            && !self.is_head_found
        {
            let stood_in = |tombstone: &&Tombstone| {
                known.seq.is_some_and(|seq| (tombstone.first_seq()..tombstone.last_seq()).contains(&seq))
            };
            if let Some(tombstone) = self.erased.iter().find(stood_in) {
                return Some(Finding::Erased { from: tombstone.first_seq(), to: tombstone.last_seq() });
            }
            let why = match known.seq {
                Some(_) => "the head that was kept elsewhere stands after a later record",
                None if !self.erased.is_empty() => {
                    "the head that was kept elsewhere is not among its heads: it stood in what was erased, or records are \
                     missing from its end, or it is another book"
                }
                None => {
                    "the head that was kept elsewhere is not among its heads: records are missing from its end, or it \
                     is another book"
                }
            };
            return Some(Finding::Cut { record: end.seq(), why });
        }
        let is_signed = self.signatures > 0 || !self.erased.is_empty();
        (self.expected_key().is_some() && !is_signed).then_some(Finding::Unsigned)
    }

    fn alter(&mut self, (record, offset): (u64, u64), why: &'static str) {
        self.flaw.get_or_insert(Finding::Altered { record, offset, why });
    }

    fn expected_key(&self) -> Option<PublicKey> {
        self.expected.key.or(self.expected.head.and_then(|head| head.key))
    }
}
