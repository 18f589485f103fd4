//! What follows from record after record of a book as evidence: keys, signatures, tombstones, heads that were kept.
//!
//! A tombstone in the place of erased records is no flaw: it is named beside the verdict. Its key must be one the book
//! tells outside of what was erased, or one that signs in the rest of the book.

use crate::{
    Accepted, Audited, Chain, Expected, Finding, KnownHead, Record, SignedHead, Stretch, Tombstone,
    evidence::{
        signature::{self, PublicKey},
        unsigned::{UNSIGNED_MAX_MS, Unsigned, bytes_ms},
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// What follows from record after record.
#[derive(Debug, Clone)]
pub struct Witness {
    expected: Expected,
    /// Keys told so far; none where the part that told them is not here.
    told: Option<BTreeSet<PublicKey>>,
    signatures: u64,
    signed_seq: u64,
    keys: BTreeSet<PublicKey>,
    last_key: Option<PublicKey>,
    heads: Vec<Wanted>,
    flaw: Option<Finding>,
    erased: Vec<Tombstone>,
    /// Keys that signed a tombstone and that nothing else in the book knew so far, with the first record they erased.
    unproven: BTreeMap<PublicKey, u64>,
    has_told: bool,
    withheld: u64,
    unreached: u64,
    /// Records since the last one that is kept back, or since the last signature.
    run: u64,
    unsigned: Unsigned,
    accepted: Vec<(u64, Accepted)>,
    part: Part,
}

/// A head that must be in the book.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    known: KnownHead,
    /// It lies beside the book, and was not kept elsewhere.
    is_beside: bool,
    is_found: bool,
}

/// What is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A book, of which nothing was read so far.
    Book,
    /// A book that begins as every book does.
    Begun,
    /// A book that begins otherwise.
    Headless,
    /// One of the book's later files, read alone.
    Later,
    /// Some of its records.
    Excerpt,
}

impl Witness {
    /// For a book from its first record.
    pub fn of_book(expected: Expected) -> Witness {
        Witness::new(expected, Some(BTreeSet::new()), Part::Book)
    }

    /// For some records of a book.
    pub(crate) fn of_part(expected: Expected) -> Witness {
        Witness::new(expected, None, Part::Excerpt)
    }

    fn new(expected: Expected, told: Option<BTreeSet<PublicKey>>, part: Part) -> Witness {
        let head = expected.head.map(|known| Wanted { known, is_beside: false, is_found: false });
        Witness {
            expected,
            told,
            signatures: 0,
            signed_seq: 0,
            keys: BTreeSet::new(),
            last_key: None,
            heads: head.into_iter().collect(),
            flaw: None,
            erased: Vec::new(),
            unproven: BTreeMap::new(),
            has_told: false,
            withheld: 0,
            unreached: 0,
            run: 0,
            unsigned: Unsigned::default(),
            accepted: Vec::new(),
            part,
        }
    }

    /// A head that lies beside the book must be in it, too.
    pub fn expect_beside(&mut self, head: Option<KnownHead>) {
        self.heads.extend(head.map(|known| Wanted { known, is_beside: true, is_found: false }));
    }

    /// What is read is one of the book's later files: the key was told in a file before it.
    pub(crate) fn begin_later(&mut self) {
        self.told = None;
        self.part = Part::Later;
    }

    /// The first thing that is wrong. Nothing behind it can be trusted.
    pub fn flaw(&self) -> Option<Finding> {
        self.flaw
    }

    /// The last record a sound signature signs for; 0 if there is none.
    pub fn signed_seq(&self) -> u64 {
        self.signed_seq
    }

    /// The key of the last sound signature.
    pub fn last_key(&self) -> Option<PublicKey> {
        self.last_key
    }

    /// Everything that was found up to here, somebody knew and accepted who signs with this key.
    pub fn pardon(&mut self, end: &Chain, key: PublicKey) {
        self.flaw = None;
        self.unsigned = Unsigned::default();
        self.unproven.clear();
        self.keys = BTreeSet::from([key]);
        self.last_key = Some(key);
        self.signatures += 1;
        self.signed_seq = end.seq();
        if let Some(told) = &mut self.told {
            told.insert(key);
        }
        let is_settled = |wanted: &Wanted| wanted.known.seq.is_some_and(|seq| seq <= end.seq());
        self.heads.retain(|wanted| !is_settled(wanted));
    }

    /// A record that fits its chain, and where the chain stood before and after it.
    pub fn see(&mut self, before: &Chain, record: &Record, after: &Chain) {
        if self.flaw.is_some() {
            return;
        }
        let at = (record.seq, record.offset);
        if self.part == Part::Book {
            let is_begun = record.body.starts_with("{\"journal\":");
            self.part = if is_begun { Part::Begun } else { Part::Headless };
        }
        if let Some(t_ms) = bytes_ms(&record.body) {
            self.see_head(at, after);
            self.unsigned.note(record.seq, t_ms);
            self.run += 1;
            return;
        }
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
        self.unsigned.see(record.seq, &record.body);
        if let Some(accepted) = Accepted::parse(&record.body) {
            self.accepted.push((record.seq, accepted));
        }
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
        // It signs for the head before it, too.
        self.unsigned.sign();
        self.erased.push(tombstone);
    }

    pub(crate) fn pass_over(&mut self, at: (u64, u64), chain: &Chain) {
        self.withheld += 1;
        self.unreached += std::mem::take(&mut self.run);
        self.see_head(at, chain);
    }

    /// A signature whose head is that of the chain.
    pub(crate) fn see_signature(&mut self, at: (u64, u64), signed: &SignedHead) {
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
        self.last_key = Some(signed.key);
        self.unproven.remove(&signed.key);
        self.unsigned.sign();
        self.run = 0;
    }

    /// Compares with the heads that were kept.
    fn see_head(&mut self, at: (u64, u64), chain: &Chain) {
        let mut why = None;
        for wanted in &mut self.heads {
            let known = wanted.known;
            if known.head == chain.head() {
                wanted.is_found = known.seq.is_none_or(|seq| seq == chain.seq());
            }
            if known.seq == Some(chain.seq()) && !wanted.is_found {
                why = Some(if wanted.is_beside { OTHER_BESIDE } else { OTHER_ELSEWHERE });
            }
        }
        if let Some(why) = why {
            self.alter(at, why);
        }
    }

    /// What was expected and is not in a book that ends here.
    pub fn missing(&self, end: &Chain) -> Option<Finding> {
        // Where nothing but tombstones is left, nothing here can say whose they are.
        if let Some((&key, &record)) = self.unproven.first_key_value()
            && (self.has_told || !self.keys.is_empty())
        {
            return Some(Finding::Foreign { record, key });
        }
        if let Some(lacking) = self.heads.iter().find(|wanted| !wanted.is_found) {
            return Some(self.lacks(lacking, end));
        }
        let is_signed = self.signatures > 0 || !self.erased.is_empty();
        if self.expected_key().is_some() && !is_signed {
            return Some(Finding::Unsigned);
        }
        if self.part == Part::Headless && !is_signed {
            return Some(Finding::Cut { record: 0, why: HEADLESS });
        }
        self.unproven(end, is_signed)
    }

    /// A head that was kept is not in the book.
    fn lacks(&self, wanted: &Wanted, end: &Chain) -> Finding {
        let known = wanted.known;
        let stood_in = |tombstone: &&Tombstone| {
            known.seq.is_some_and(|seq| (tombstone.first_seq()..tombstone.last_seq()).contains(&seq))
        };
        if let Some(tombstone) = self.erased.iter().find(stood_in) {
            return Finding::Erased { from: tombstone.first_seq(), to: tombstone.last_seq() };
        }
        let why = match known.seq {
            Some(_) if wanted.is_beside => LATER_BESIDE,
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
        Finding::Cut { record: end.seq(), why }
    }

    /// What nobody signed, or somebody too late.
    fn unproven(&self, end: &Chain, is_signed: bool) -> Option<Finding> {
        if let Some(stretch) = self.unsigned.late() {
            return Some(Finding::Unproven { stretch, why: LATE });
        }
        let open = self.unsigned.open();
        if let Some(stretch) = open.filter(|open| open.ms() > UNSIGNED_MAX_MS) {
            return Some(Finding::Unproven { stretch, why: UNSIGNED });
        }
        let alone = open.filter(|_| self.part == Part::Later && !is_signed);
        alone.map(|open| Finding::Unproven { stretch: Stretch { to: end.seq(), ..open }, why: ALONE })
    }

    /// What stands after the last signature and is worth one.
    pub fn unsigned(&self) -> Option<Stretch> {
        self.unsigned.open()
    }

    pub(crate) fn audited(self, finding: Finding, after: u64, end: &Chain) -> Audited {
        Audited {
            finding,
            after,
            records: end.seq(),
            head: end.head(),
            is_line_sound: self.flaw.is_some() || matches!(finding, Finding::Foreign { .. }),
            signatures: self.signatures,
            signed_seq: self.signed_seq,
            unsigned: self.unsigned.open(),
            keys: self.keys,
            erased: self.erased,
            withheld: self.withheld,
            unreached: if self.withheld > 0 { self.unreached + self.run } else { 0 },
            accepted: self.accepted,
        }
    }

    pub(crate) fn alter(&mut self, (record, offset): (u64, u64), why: &'static str) {
        self.flaw.get_or_insert(Finding::Altered { record, offset, why });
    }

    fn expected_key(&self) -> Option<PublicKey> {
        self.expected.key.or(self.expected.head.and_then(|head| head.key))
    }
}

const OTHER_ELSEWHERE: &str =
    "its head is not the one that was kept elsewhere: it or a record before it was changed";
const OTHER_BESIDE: &str =
    "its head is not the one in evidence.head beside the journal: it or a record before it was changed";
const LATER_BESIDE: &str =
    "evidence.head beside the journal is of a later record: the end is missing, or it is an older copy";
const HEADLESS: &str = "the first line, which every journal begins with, is not there";
const LATE: &str =
    "it was signed long after it was written, and until then whoever had the file could have changed it";
const UNSIGNED: &str =
    "nobody signed it, and the program signs every minute: whoever had the file could have written it";
const ALONE: &str =
    "it is a later file of its journal and holds no signature: whoever had the file could have written it";
