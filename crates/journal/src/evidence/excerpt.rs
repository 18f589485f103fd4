//! A part of a book that proves itself: what a case report carries.
//!
//! ```text
//! book      … │ from ── records ── to │ later links ── signed head │ …
//!             ▲ head before           ▲ head after                 ▲ signature
//!
//! <script type="application/topboard-evidence+json">{"journal_first_seq":1,"from_seq":812,"to_seq":977,
//!  "head_before":"…64 digits","records":["CHECK BODY",…],"head_after":"…","later_links":["CHECK BODY",…],
//!  "signature":{"seq":990,"head":"…","key":"…","sig":"…"}}</script>
//! ```
//!
//! `records` and `later_links` are lines of the book exactly as they stand there, without their line feeds. The
//! records are those with the numbers `from_seq` to `to_seq`; the later links go on from there to the record whose
//! head is signed, because every link is needed to reach the signed head. `signature` is the signature of that head,
//! copied out of the record after it; `null` where the book holds none after `to_seq`. `journal_first_seq` is the
//! number of the first record of the book (1, unless earlier parts were archived). `<` is written `\u003c`, so that
//! no text of the book ends the element.
//!
//! A record that must not be shown as it stands, because it holds a name, is not a line but
//! `{"withheld":"HEAD AFTER IT","concealed":"BODY WITHOUT THE NAMES"}`, or without `concealed` where nothing of it can be
//! shown. The chain goes on from the head it names. Nothing can be checked of it here, and of the lines before it only
//! what a signature between it and the one withheld before reaches; the rest is the word of who sealed the page, until
//! somebody compares it with the book. Whoever suspects a name can try it: the head tells whether it was so.
//!
//! To check it: chain the bodies from `head_before` on, compare every check, compare the head after `to_seq` with
//! `head_after` and the head after the last later link with the signature's, check the signature. No line between the
//! first and the signed one can be changed, left out or moved then, and none can be numbered otherwise. The lines
//! of every table are in it: a book has one chain.
//!
//! Limits: an excerpt has at most [`LINES_MAX`] lines of [`BYTES_MAX`] bytes in all. A range that does not fit gives no
//! excerpt; later links that do not fit are left out together with the signature.

use crate::{Audit, Audited, Chain, Expected, Finding, SignedHead, Tombstone, evidence::tombstone, hex};
use serde_json::{Value, json};
use std::ops::RangeInclusive;

/// The type of the element that holds an excerpt.
pub const ELEMENT_TYPE: &str = "application/topboard-evidence+json";

/// The most lines of an excerpt.
pub const LINES_MAX: usize = 200_000;
/// The most bytes of an excerpt's lines.
pub const BYTES_MAX: usize = 64 << 20;

/// Numbers of records are below this: every reader of JSON can hold them exactly.
const SEQ_END: u64 = 1 << 53;

/// A link of the chain in an excerpt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Link {
    /// A line of the book as it stands there, without its line feed.
    Line(String),
    /// A record that is not shown as it stands.
    Withheld {
        /// The head after it.
        head: [u8; 32],
        /// Its body with other words in the place of what must not be shown; none where nothing of it can be.
        concealed: Option<String>,
    },
}

/// A part of a book, and what proves it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Excerpt {
    /// The number of the first record of the book.
    pub journal_first_seq: u64,
    /// The first record.
    pub from_seq: u64,
    /// The last record.
    pub to_seq: u64,
    /// The head before the first record.
    pub head_before: [u8; 32],
    /// The records.
    pub records: Vec<Link>,
    /// The head after the last record.
    pub head_after: [u8; 32],
    /// The records from there to the signed head.
    pub later_links: Vec<Link>,
    /// The signature of the head after the last of all these lines.
    pub signature: Option<SignedHead>,
}

/// Cuts an excerpt out of a book: feed it every body from the first on, then take it.
#[derive(Debug)]
pub struct ExcerptCutter {
    range: RangeInclusive<u64>,
    first_seq: u64,
    chain: Chain,
    head_before: [u8; 32],
    head_after: [u8; 32],
    records: Vec<Link>,
    later_links: Vec<Link>,
    signature: Option<SignedHead>,
    bytes: usize,
    is_full: bool,
}

impl ExcerptCutter {
    /// Cuts these records, by their numbers, out of a book that is fed from its first record on.
    pub fn new(range: RangeInclusive<u64>) -> ExcerptCutter {
        ExcerptCutter::resume(Chain::new(), range)
    }

    /// Cuts these records out of a book whose records before are not fed, and left the chain here.
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

    /// The next body of the book.
    pub fn feed(&mut self, body: &str) {
        self.take(body, None);
    }

    /// The next body of the book, which must not be shown: only these words of it, if any.
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
            // No link goes over what was erased. What is missing before it gives no excerpt.
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
            None => Link::Line(format!("{} {body}", String::from_utf8_lossy(&check))),
            Some(concealed) => Link::Withheld { head: self.chain.head(), concealed },
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

    /// Whether it needs nothing more.
    pub fn is_done(&self) -> bool {
        self.signature.is_some() || self.is_full
    }

    /// The excerpt; none when the book has not all of these records, or when they are more than fit.
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
    /// The element of a page that holds it.
    pub fn element(&self) -> String {
        let text = |links: &[Link]| Value::from_iter(links.iter().map(Link::json)).to_string();
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

    /// Finds the excerpt of a page. `Err` says why there is none.
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

    /// What is to be said of it as evidence. Records are named by their numbers in the book, offsets are bytes from
    /// the first of its lines. An expected head that stands outside them is not looked for: an excerpt can miss it.
    pub fn audit(&self, mut expected: Expected) -> Audited {
        let lines = (self.records.len() + self.later_links.len()) as u64;
        let range = self.from_seq..self.from_seq.saturating_add(lines);
        expected.key = expected.key.or(expected.head.and_then(|head| head.key));
        expected.head = expected.head.filter(|head| head.seq.is_some_and(|seq| range.contains(&seq)));
        // The reader counts from the head before, whatever the first number is called.
        let mut audit =
            Audit::resume(Chain::resume(self.head_before, self.from_seq.saturating_sub(1)), expected);
        push(&mut audit, &self.records);
        let after = audit.sound();
        push(&mut audit, &self.later_links);
        // A line that does not fit is named by itself; a signature that then misses its head says nothing more.
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
        let lines =
            |key: &str| -> Option<Vec<Link>> { value[key].as_array()?.iter().map(Link::read).collect() };
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

impl Link {
    fn json(&self) -> Value {
        match self {
            Link::Line(line) => Value::from(line.as_str()),
            Link::Withheld { head, concealed: Some(concealed) } => {
                json!({"withheld": hex::emit(head), "concealed": concealed})
            }
            Link::Withheld { head, concealed: None } => json!({"withheld": hex::emit(head)}),
        }
    }

    fn read(value: &Value) -> Option<Link> {
        if let Some(line) = value.as_str() {
            return (!line.contains('\n')).then(|| Link::Line(line.to_owned()));
        }
        let concealed = match value.get("concealed") {
            None => None,
            Some(concealed) => Some(concealed.as_str()?.to_owned()),
        };
        Some(Link::Withheld { head: hex::parse(value["withheld"].as_str()?)?, concealed })
    }
}

fn push(audit: &mut Audit, links: &[Link]) {
    for link in links {
        match link {
            Link::Line(line) => {
                audit.push(line.as_bytes());
                audit.push(b"\n");
            }
            Link::Withheld { head, .. } => audit.pass_over(*head),
        }
    }
}
