//! The witness: it looks at the keys, signatures, tombstones and kept heads of a journal, record by record, and decides
//! what they prove.
//!
//! A tombstone in the place of erased records is no flaw, and is listed with the verdict. The key that signed it must
//! be one that the journal announces outside the erased records, or one that signs in the rest of the journal.

use crate::{
    Accepted, Audited, Chain, Expected, Finding, KnownHead, Record, SignedHead, Stretch, Tombstone,
    evidence::{
        signature::{self, PublicKey},
        unsigned::{UNSIGNED_MAX_MS, Unsigned, bytes_ms},
    },
};
use std::collections::{BTreeMap, BTreeSet};

/// Checks the keys and signatures of a journal record by record, and holds the conclusions drawn so far.
#[derive(Debug, Clone)]
pub struct Witness {
    expected: Expected,
    /// The keys announced so far; `None` if the part of the journal that announces them is not being read.
    told: Option<BTreeSet<PublicKey>>,
    signatures: u64,
    signed_seq: u64,
    keys: BTreeSet<PublicKey>,
    last_key: Option<PublicKey>,
    heads: Vec<Wanted>,
    flaw: Option<Finding>,
    erased: Vec<Tombstone>,
    /// The keys that signed a tombstone and have not been confirmed by the rest of the journal, each with the number of
    /// the first erased record.
    unproven: BTreeMap<PublicKey, u64>,
    has_told: bool,
    withheld: u64,
    unreached: u64,
    /// The number of records since the last withheld record or the last signature, whichever came later.
    run: u64,
    unsigned: Unsigned,
    accepted: Vec<(u64, Accepted)>,
    part: Part,
}

/// A kept head that must be in the journal.
#[derive(Debug, Clone, Copy)]
struct Wanted {
    known: KnownHead,
    /// Says whether the head comes from the file beside the journal; otherwise it was kept elsewhere.
    is_beside: bool,
    is_found: bool,
}

/// The part of a journal that is being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A whole journal of which no record has been read yet.
    Journal,
    /// A journal that begins with the record with which every journal begins.
    Begun,
    /// A journal that does not begin with the record with which every journal begins: its beginning is missing.
    Headless,
    /// A later file of a journal, read without the earlier ones.
    Later,
    /// Some of the records of a journal.
    Excerpt,
}

impl Witness {
    /// Creates the witness for a journal that is read from its first record on.
    pub fn of_journal(expected: Expected) -> Witness {
        Witness::new(expected, Some(BTreeSet::new()), Part::Journal)
    }

    /// Creates the witness for an excerpt of a journal.
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

    /// Adds the head that is stored in a file beside the journal. This head must also be in the journal.
    pub fn expect_beside(&mut self, head: Option<KnownHead>) {
        self.heads.extend(head.map(|known| Wanted { known, is_beside: true, is_found: false }));
    }

    /// Notes that a later file of a journal is read without the earlier ones, one of which announced the key.
    pub(crate) fn begin_later(&mut self) {
        self.told = None;
        self.part = Part::Later;
    }

    /// Returns the first flaw found in the journal; `None` if there is none. No record from the flaw on can be trusted.
    pub fn flaw(&self) -> Option<Finding> {
        self.flaw
    }

    /// Returns the number of the last record that a sound signature covers; 0 if there is none.
    pub fn signed_seq(&self) -> u64 {
        self.signed_seq
    }

    /// Returns the key of the last sound signature; `None` if there is none.
    pub fn last_key(&self) -> Option<PublicKey> {
        self.last_key
    }

    /// Forgets every flaw found up to `end`: a person who signs with this key knew of the flaws and accepted them.
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

    /// Looks at a record that fits the chain. `before` and `after` are the chain before and after the record.
    pub fn see(&mut self, before: &Chain, record: &Record, after: &Chain) {
        if self.flaw.is_some() {
            return;
        }
        let at = (record.seq, record.offset);
        if self.part == Part::Journal {
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

    /// Looks at a tombstone that was signed with the key given in it.
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
        // The signature of the tombstone also covers the head before it.
        self.unsigned.sign();
        self.erased.push(tombstone);
    }

    pub(crate) fn pass_over(&mut self, at: (u64, u64), chain: &Chain) {
        self.withheld += 1;
        self.unreached += std::mem::take(&mut self.run);
        self.see_head(at, chain);
    }

    /// Looks at a signature of the present head of the chain.
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

    /// Compares the head of the chain after a record with the heads that people kept outside of the journal.
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

    /// Returns the finding if something expected is absent from a journal that ends with this chain; otherwise `None`.
    pub fn missing(&self, end: &Chain) -> Option<Finding> {
        // If only tombstones are left in the journal, no other record can confirm their key, and nothing is concluded.
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

    /// Returns the finding about a kept head that is absent from the journal.
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
                 missing from its end, or it is another journal"
            }
            None => {
                "the head that was kept elsewhere is not among its heads: records are missing from its end, or it \
                 is another journal"
            }
        };
        Finding::Cut { record: end.seq(), why }
    }

    /// Returns the finding about records that were not signed, or were signed too late.
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

    /// Returns the records after the last signature that are worth a signature; `None` if there are none.
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
