//! An excerpt: a part of a journal that can be checked without the rest. The page of a case contains one.
//!
//! ```text
//! journal   … │ from ── records ── to │ later links ── signed head │ …
//!             ▲ head before           ▲ head after                 ▲ signature
//!
//! <script type="application/topboard-evidence+json">{"journal_first_seq":1,"from_seq":812,"to_seq":977,
//!  "head_before":"…64 digits","records":["CHECK BODY",…],"head_after":"…","later_links":["CHECK BODY",…],
//!  "signature":{"seq":990,"head":"…","key":"…","sig":"…"}}</script>
//! ```
//!
//! `records` and `later_links` are lines copied from the journal byte for byte, without their line feeds. The records
//! are those with the numbers `from_seq` to `to_seq`. The later links are the records after them up to the one whose
//! head is signed: without every one of them the signed head cannot be computed. `signature` is the signature of that
//! head, copied from the next record; `null` if the journal holds no signature after `to_seq`. `journal_first_seq` is
//! the number of the journal's first record: 1, unless earlier parts were archived. `<` is written `\u003c`, so that no
//! text of the journal can end the element.
//!
//! A record that must not be shown in full, because it holds a name, is written as an object instead of a line:
//! `{"withheld":"HEAD AFTER IT","concealed":"BODY WITHOUT THE NAMES"}`, without `concealed` if nothing of the record
//! can be shown. The chain continues from the head in the object. The withheld record itself cannot be checked in the
//! excerpt. The lines before it are proven only if a signature comes after them and before the next withheld record.
//! For all other lines the reader depends on the word of the person who sealed the page, until the excerpt is compared
//! with the journal. A reader who guesses a name can test the guess, because the head shows whether it is right.
//!
//! To check an excerpt: chain the bodies starting from `head_before`; compare the check of every line; compare the
//! head after `to_seq` with `head_after`, and the head after the last later link with the head in the signature; then
//! check the signature. If all of these fit, no line between the first one and the signed one was changed, left out,
//! moved or renumbered. The excerpt contains the lines of every table, because a journal has one chain.
//!
//! Limits: an excerpt has at most [`LINES_MAX`] lines and [`BYTES_MAX`] bytes in all. No excerpt is made of a range of
//! records that exceeds a limit. Later links that exceed a limit are left out, and with them the signature.

use crate::{Audit, Audited, Chain, Expected, Finding, SignedHead, Tombstone, evidence::tombstone, hex};
use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// The MIME type of the script element that holds an excerpt.
pub const ELEMENT_TYPE: &str = "application/topboard-evidence+json";

/// The greatest number of lines in an excerpt.
pub const LINES_MAX: usize = 200_000;
/// The greatest number of bytes in the lines of an excerpt.
pub const BYTES_MAX: usize = 64 << 20;

/// The bound below which all record numbers are. JSON readers in every language can represent such numbers exactly.
const SEQ_END: u64 = 1 << 53;

/// A link of the chain in an excerpt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChainLink {
    /// A line of the journal, copied without its line feed.
    Line(String),
    /// A record that is not shown in full.
    Withheld {
        /// The head after the record.
        head: [u8; 32],
        /// The body, with replacements for the parts that must not be shown; `None` if nothing of it can be shown.
        concealed: Option<String>,
    },
}

/// A part of a journal, with its proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The number of the first record of the journal.
    pub journal_first_seq: u64,
    /// The number of the first record of the excerpt.
    pub from_seq: u64,
    /// The number of the last record of the excerpt.
    pub to_seq: u64,
    /// The head before the first record of the excerpt.
    pub head_before: [u8; 32],
    /// The records of the excerpt.
    pub records: Vec<ChainLink>,
    /// The head after the last record of the excerpt.
    pub head_after: [u8; 32],
    /// The records after `to_seq`, up to the one whose head is signed.
    pub later_links: Vec<ChainLink>,
    /// The signature of the head after the last link; `None` if the excerpt has none.
    pub signature: Option<SignedHead>,
}

/// Cuts an excerpt out of a journal. Callers feed every body of the journal in order, then call `finish`.
#[derive(Debug)]
pub struct ExcerptCutter {
    range: RangeInclusive<u64>,
    first_seq: u64,
    chain: Chain,
    head_before: [u8; 32],
    head_after: [u8; 32],
    records: Vec<ChainLink>,
    later_links: Vec<ChainLink>,
    signature: Option<SignedHead>,
    bytes: usize,
    is_full: bool,
}

impl ExcerptCutter {
    /// Creates a cutter for the records with these numbers. Callers must feed the journal from its first record on.
    pub fn new(range: RangeInclusive<u64>) -> ExcerptCutter {
        ExcerptCutter::resume(Chain::new(), range)
    }

    /// Creates a cutter for the records with these numbers. Callers must feed the journal from the record after `chain`
    /// on.
    pub fn resume(chain: Chain, range: RangeInclusive<u64>) -> ExcerptCutter {
        ExcerptCutter {
            range,
            first_seq: chain.seq() + 1,
            chain,
            head_before: chain.head(),
            head_after: chain.head(),
            records: Vec::new(),
            later_links: Vec::new(),
            signature: None,
            bytes: 0,
            is_full: false,
        }
    }

    /// Adds the next body of the journal.
    pub fn feed(&mut self, body: &str) {
        self.take(body, None);
    }

    /// Adds the next body of the journal, which must not be shown. The excerpt will hold only `concealed` in its place.
    pub fn feed_withheld(&mut self, body: &str, concealed: Option<String>) {
        self.take(body, Some(concealed));
    }

    fn take(&mut self, body: &str, withheld: Option<Option<String>>) {
        let before = self.chain;
        let check = tombstone::extend(&mut self.chain, body);
        let seq = self.chain.seq();
        if seq < *self.range.start() || self.is_done() {
            return;
        }
        let is_later = seq > *self.range.end();
        if is_later
            && let Some(Ok(signed)) = SignedHead::parse(body)
            && signed.is_of(&before)
        {
            self.signature = Some(signed);
            return;
        }
        if matches!(Tombstone::parse(body), Some(Ok(_))) {
            // No chain of links leads over erased records. If records of the range are still missing, there will be no
            // excerpt.
            self.is_full = true;
            self.later_links.clear();
            return;
        }
        self.bytes += body.len() + check.len() + 1;
        if self.bytes > BYTES_MAX || self.records.len() + self.later_links.len() == LINES_MAX {
            self.is_full = true;
            self.later_links.clear();
            return;
        }
        let line = match withheld {
            None => ChainLink::Line(format!("{} {body}", String::from_utf8_lossy(&check))),
            Some(concealed) => ChainLink::Withheld { head: self.chain.head(), concealed },
        };
        if is_later {
            self.later_links.push(line);
            return;
        }
        if seq == *self.range.start() {
            self.head_before = before.head();
        }
        self.records.push(line);
        self.head_after = self.chain.head();
    }

    /// Returns whether the excerpt needs no more bodies.
    pub fn is_done(&self) -> bool {
        self.signature.is_some() || self.is_full
    }

    /// Returns the excerpt; `None` if some of its records were not fed, or if they exceed a limit.
    pub fn finish(mut self) -> Option<Excerpt> {
        let (from_seq, to_seq) = (*self.range.start(), *self.range.end());
        let wanted = to_seq.checked_sub(from_seq)?.checked_add(1)?;
        if self.records.len() as u64 != wanted {
            return None;
        }
        if self.signature.is_none() {
            self.later_links.clear();
        }
        Some(Excerpt {
            journal_first_seq: self.first_seq,
            from_seq,
            to_seq,
            head_before: self.head_before,
            records: self.records,
            head_after: self.head_after,
            later_links: self.later_links,
            signature: self.signature,
        })
    }
}

impl Excerpt {
    /// Returns the HTML element that holds the excerpt.
    pub fn element(&self) -> String {
        let text = |links: &[ChainLink]| Value::from_iter(links.iter().map(ChainLink::json)).to_string();
        let json = format!(
            "{{\"journal_first_seq\":{},\"from_seq\":{},\"to_seq\":{},\"head_before\":\"{}\",\"records\":{},\
             \"head_after\":\"{}\",\"later_links\":{},\"signature\":{}}}",
            self.journal_first_seq,
            self.from_seq,
            self.to_seq,
            hex::emit(&self.head_before),
            text(&self.records),
            hex::emit(&self.head_after),
            text(&self.later_links),
            self.signature.as_ref().map_or_else(|| "null".to_owned(), SignedHead::json)
        );
        format!("<script type=\"{ELEMENT_TYPE}\">{}</script>", json.replace('<', "\\u003c"))
    }

    /// Finds the excerpt in a page. `Err` says why none can be read.
    pub fn find(page: &str) -> Result<Excerpt, &'static str> {
        let start = format!("<script type=\"{ELEMENT_TYPE}\">");
        let (_, rest) = page.split_once(&start).ok_or("it holds no evidence element")?;
        let (json, rest) = rest.split_once("</script>").ok_or("its evidence element has no end")?;
        if rest.contains(&start) {
            return Err("it holds more than one evidence element");
        }
        let value: Value = serde_json::from_str(json).map_err(|_| "its evidence element is not JSON")?;
        Excerpt::read(&value).ok_or("its evidence element lacks a part or holds one that cannot be read")
    }

    /// Returns the verdict on the excerpt as evidence. Its record numbers are those of the journal; its offsets are in
    /// bytes from the first line of the excerpt. An expected head of a record outside the excerpt is ignored, because
    /// the excerpt need not contain that record.
    pub fn audit(&self, mut expected: Expected) -> Audited {
        let lines = (self.records.len() + self.later_links.len()) as u64;
        let range = self.from_seq..self.from_seq.saturating_add(lines);
        expected.key = expected.key.or(expected.head.and_then(|head| head.key));
        expected.head = expected.head.filter(|head| head.seq.is_some_and(|seq| range.contains(&seq)));
        // The audit begins with the chain before the excerpt, whatever number the first record claims for itself.
        let mut audit =
            Audit::resume(Chain::resume(self.head_before, self.from_seq.saturating_sub(1)), expected);
        push(&mut audit, &self.records);
        let after = audit.sound();
        push(&mut audit, &self.later_links);
        // If a line does not fit, the audit has already reported it, and a mismatch of the signature would only follow
        // from that.
        if let Some(signed) = &self.signature
            && audit.sound().seq() + 1 == range.end
        {
            audit.push_signature(signed);
        }
        let mut audited = audit.finish();
        if audited.finding == Finding::Whole && (after.seq(), after.head()) != (self.to_seq, self.head_after)
        {
            audited.finding = if after.seq() < self.to_seq {
                Finding::Cut { record: after.seq(), why: "it says that it holds later records" }
            } else {
                Finding::Altered {
                    record: self.to_seq,
                    offset: 0,
                    why: "the head after it is not the one that was noted",
                }
            };
        }
        audited
    }

    fn read(value: &Value) -> Option<Excerpt> {
        let head = |key: &str| hex::parse(value[key].as_str()?);
        let lines = |key: &str| -> Option<Vec<ChainLink>> {
            value[key].as_array()?.iter().map(ChainLink::read).collect()
        };
        let seq = |key: &str| value[key].as_u64().filter(|seq| *seq < SEQ_END);
        let signature = match value.get("signature")? {
            Value::Null => None,
            signed => Some(SignedHead::read(signed)?),
        };
        Some(Excerpt {
            journal_first_seq: seq("journal_first_seq")?,
            from_seq: seq("from_seq").filter(|&seq| seq > 0)?,
            to_seq: seq("to_seq")?,
            head_before: head("head_before")?,
            records: lines("records")?,
            head_after: head("head_after")?,
            later_links: lines("later_links")?,
            signature,
        })
    }
}

impl ChainLink {
    fn json(&self) -> Value {
        match self {
            ChainLink::Line(line) => Value::from(line.as_str()),
            ChainLink::Withheld { head, concealed: Some(concealed) } => {
                json!({"withheld": hex::emit(head), "concealed": concealed})
            }
            ChainLink::Withheld { head, concealed: None } => json!({"withheld": hex::emit(head)}),
        }
    }

    fn read(value: &Value) -> Option<ChainLink> {
        if let Some(line) = value.as_str() {
            return (!line.contains('\n')).then(|| ChainLink::Line(line.to_owned()));
        }
        let concealed = match value.get("concealed") {
            None => None,
            Some(concealed) => Some(concealed.as_str()?.to_owned()),
        };
        Some(ChainLink::Withheld { head: hex::parse(value["withheld"].as_str()?)?, concealed })
    }
}

fn push(audit: &mut Audit, links: &[ChainLink]) {
    for link in links {
        match link {
            ChainLink::Line(line) => {
                audit.push(line.as_bytes());
                audit.push(b"\n");
            }
            ChainLink::Withheld { head, .. } => audit.pass_over(*head),
        }
    }
}
