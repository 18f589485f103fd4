//! The page of a case: a single HTML file that loads no other file. It can be read without scripts, on a screen or
//! printed on A4.

use super::html::Html;
use super::{Case, given, sections};
use journal::{ChainLink, Excerpt, Expected, hex};

/// The proof that comes with a case, as far as the journal provides one.
#[derive(Debug, Clone, Default)]
pub struct CaseProof {
    /// The records of the window, followed by the links of the journal's chain up to the next signed head. `None` if
    /// the records are not wanted, if they exceed the limits of an excerpt, or if some of them were erased.
    pub excerpt: Option<Excerpt>,
    /// Says whether the page will be sealed with the journal's key.
    pub has_key: bool,
    /// Says whether the person who made the case asked for a page without the records.
    pub is_bare: bool,
    /// The number of the journal's last record, and the journal's head after that record.
    pub end: (u64, [u8; 32]),
    /// The remarks about erased or archived records, one sentence each.
    pub remarks: Vec<String>,
}

/// The sentence with which every page begins and ends.
pub(super) const ADVICE: &str = "This is a record of sensors. It advises; the arbiter decides.";

const STYLE: &str = include_str!("style.css");

/// Returns the page up to the beginning of its seal; [`journal::seal::end`] adds the seal and the end of the page.
/// `pieces` is an SVG with the symbols of the pieces, named `wK` to `bP`.
pub fn page(case: &Case, pieces: &str, proof: &CaseProof) -> String {
    let title = format!(
        "Case report: table {}, game {}, {} – {}",
        case.table(),
        case.window.game,
        case.name(shakmaty::Color::White),
        case.name(shakmaty::Color::Black)
    );
    let mut html = Html::default();
    html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .element("title", &title)
        .raw("\n<style>\n")
        .raw(STYLE)
        .raw("</style>\n</head>\n<body>\n<div class=\"pieces\" aria-hidden=\"true\">\n")
        .raw(pieces)
        .raw("</div>\n<header>\n")
        .element("h1", &title)
        .raw("\n")
        .element("p class=\"advice\"", ADVICE)
        .raw("\n</header>\n<main>\n");
    sections::game(&mut html, case);
    sections::positions(&mut html, case);
    sections::touches(&mut html, case);
    sections::moves(&mut html, case);
    sections::clocks(&mut html, case);
    sections::incidents(&mut html, case);
    given::decisions(&mut html, case);
    given::orders(&mut html, case);
    sections::opinions(&mut html, case);
    sections::unseen(&mut html, case);
    sections::records(&mut html, case);
    evidence(&mut html, case, proof);
    html.raw("</main>\n<footer>").element("p class=\"advice\"", ADVICE).raw("</footer>\n");
    if let Some(excerpt) = &proof.excerpt {
        html.raw(&excerpt.element()).raw("\n");
    }
    html.finish()
}

fn evidence(html: &mut Html, case: &Case, proof: &CaseProof) {
    html.raw("<section>\n").element("h2", "Proof").raw("\n<dl class=\"facts\">\n");
    let mut fact = |name: &str, value: &str| {
        html.element("dt", name).element("dd", value).raw("\n");
    };
    fact("Book", &case.epoch);
    fact("Written by", &case.programs.join(", "));
    match &proof.excerpt {
        Some(excerpt) => {
            fact(
                "Records in this file",
                &format!("{} to {}, of every table", excerpt.from_seq, excerpt.to_seq),
            );
            fact("Head before them", &hex::emit(&excerpt.head_before));
            fact("Head after them", &hex::emit(&excerpt.head_after));
            match &excerpt.signature {
                Some(signed) => {
                    fact("Signed head", &format!("record {}: {}", signed.seq, hex::emit(&signed.head)));
                    fact("Key", &hex::emit(&signed.key));
                    fact("Signature", &hex::emit(&signed.signature));
                }
                None => fact("Signature", "the book holds none after these records"),
            }
            kept_back(&mut fact, excerpt, proof.has_key);
        }
        None if proof.is_bare => fact("Records in this file", "none: they were left out on request"),
        None => fact(
            "Records in this file",
            "none: they are more than fit into a page, or some of them were erased",
        ),
    }
    fact("End of the book", &format!("record {}: {}", proof.end.0, hex::emit(&proof.end.1)));
    for remark in &proof.remarks {
        fact("Remark", remark);
    }
    html.raw("</dl>\n").element(
        "p",
        if case.anonymous && proof.excerpt.is_some() {
            "The records are in this file with the chain to the next signed head, but for the names. `topboard verify` and \
             the page /verify of the program check what can be checked without them, and say how far that is. With the \
             book everything can be compared: it has the same heads. The heads hide a name from readers, not from \
             somebody who suspects one and tries it."
        } else if proof.excerpt.is_some() {
            "The records are in this file as the book holds them, with the chain to the next signed head. \
             `topboard verify` and the page /verify of the program check them, and say whether a byte of this file was \
             changed."
        } else {
            "This file proves nothing by itself: the book does, which has the head named here."
        },
    );
    html.raw("\n</section>\n");
}

/// The greatest number of ranges of withheld records that the page lists.
const RANGES_MAX: usize = 200;

/// Adds two facts to the page: which records were altered or withheld, and how many of the others are proven by
/// signatures.
fn kept_back(fact: &mut impl FnMut(&str, &str), excerpt: &Excerpt, has_key: bool) {
    let links = excerpt.records.iter().chain(&excerpt.later_links).zip(excerpt.from_seq..);
    let seqs = links.filter(|(link, _)| matches!(link, ChainLink::Withheld { .. })).map(|(_, seq)| seq);
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    for seq in seqs {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == seq => *last = seq,
            Some(_) | None => ranges.push((seq, seq)),
        }
    }
    if ranges.is_empty() {
        return;
    }
    let count: u64 = ranges.iter().map(|(first, last)| last - first + 1).sum();
    let all = (excerpt.records.len() + excerpt.later_links.len()) as u64;
    let unreached = excerpt.audit(Expected::default()).unreached;
    let mut names: Vec<String> = ranges
        .iter()
        .take(RANGES_MAX)
        .map(|(first, last)| if first == last { first.to_string() } else { format!("{first}–{last}") })
        .collect();
    if ranges.len() > RANGES_MAX {
        names.push(format!("and {} more places", ranges.len() - RANGES_MAX));
    }
    fact(
        "Altered or kept back",
        &format!(
            "{count} of these {all} records hold names, or words of a person: they are here without them, with the head \
             that the book has after each. Nothing else is altered. Records {}",
            names.join(", ")
        ),
    );
    fact(
        "Proven without the book",
        &format!(
            "{} records by signatures made at the time; for the other {unreached} {}, until they are compared with the \
             book",
            all.saturating_sub(count + unreached),
            if has_key { "this page's seal stands" } else { "nothing in this file stands" }
        ),
    );
}
