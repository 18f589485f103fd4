//! `topboard export --case`: the report of a case, such as a few minutes at one table, as one page.
//!
//! The journal is read three times: to find the span of the case, to gather what happened in it, and to cut out the
//! records that prove it. Each reading needs only as much memory as its results take.

use crate::{
    commands::erase,
    journal_files::{
        inventory::Files,
        reader::{self, JournalReading, Times},
        signing::signing_key::Key,
        writer,
    },
    public::pages,
    terminal::failure::{Failure, Outcome},
};
use hall::{Body, TableNo};
use jiff::{Timestamp, tz::TimeZone};
use journal::{Excerpt, ExcerptCutter, Verdict, seal};
use report::case::{self, CaseProof, CaseSurvey, CaseWindow, Gather, Shown, Span, When};
use std::{ops::RangeInclusive, path::Path};

/// The subject and form of a report.
#[derive(Debug, Clone, Copy)]
pub struct CaseRequest {
    /// The table.
    pub table: TableNo,
    /// The number of the game at its table. `None` means the game on the board at the time of the case; if the span is
    /// given in plies, it means the last game.
    pub game: Option<u32>,
    /// The part of the game that the report covers.
    pub span: Span,
    /// True if the report calls the players White and Black.
    pub is_anonymous: bool,
    /// True if the report leaves out the records of the journal.
    pub has_no_records: bool,
    /// The offset of times of day from UTC, in seconds; `None` means the offset of this computer.
    pub utc_offset_s: Option<i32>,
}

/// Returns the sealed report of a case, as one page.
pub fn make(journal: &Path, wanted: &CaseRequest) -> Result<String, Failure> {
    let window = window(journal, wanted)?;
    let mut gather = Gather::new(window, wanted.is_anonymous);
    let mut erased = Vec::new();
    let mut times = Times::default();
    let found = read(journal, |read| {
        let line = format!("{} {}", &read.chain.head_hex()[..16], read.record.body);
        let body = times.parse(&read)?;
        if let Body::Erased { tombstone, .. } = &body {
            erased.push(erase::told(tombstone));
        }
        gather.feed(read.record.seq, &line, body);
        Ok(())
    })?;
    let end = (found.chain.seq(), found.chain.head());
    // Without the journal's key, the seal detects only accidental changes. The records in the page still prove
    // themselves.
    let key = Key::near(journal);
    let is_bare = wanted.has_no_records;
    let mut proof =
        CaseProof { end, remarks: erased, is_bare, has_key: key.is_some(), ..CaseProof::default() };
    proof.remarks.extend(remark(&found));
    if !is_bare && let Some(range) = gather.range() {
        proof.excerpt = excerpt(journal, wanted, range)?;
    }
    let case = gather.finish().map_err(Failure::Input)?;
    let page = case::page(&case, &pages::pieces(), &proof);
    let signature = key.map(|key| key.sign_page(&seal::digest(&page)));
    let end = seal::end(&page, signature.as_ref());
    Ok(page + &end)
}

/// Finds the span of the case in the journal, which is the first of three readings.
fn window(journal: &Path, wanted: &CaseRequest) -> Result<CaseWindow, Failure> {
    let mut survey = CaseSurvey::new(0);
    writer::read_at(journal, |seq, body| survey.feed(seq, body))?;
    let offset_s = match wanted.utc_offset_s {
        Some(offset_s) => offset_s,
        // The offset is that of the day on which the game was played: summer time may have changed since.
        None => survey.times().at(0).map_or(0, local_offset_s),
    };
    survey.times().set_utc_offset(offset_s);
    survey.window(wanted.table, wanted.game, wanted.span).map_err(Failure::Input)
}

/// Cuts out the records of the case and their proof, which is the last of three readings.
fn excerpt(
    journal: &Path,
    wanted: &CaseRequest,
    range: RangeInclusive<u64>,
) -> Result<Option<Excerpt>, Failure> {
    let mut cutter: Option<ExcerptCutter> = None;
    read(journal, |read| {
        let cutter = cutter.get_or_insert_with(|| {
            // A later file of a journal, read alone, gives in its first record the state of the chain before it.
            match journal::Opening::find(&read.record.body) {
                Some(opening) => ExcerptCutter::resume(opening.after, range.clone()),
                None => ExcerptCutter::new(range.clone()),
            }
        });
        if !wanted.is_anonymous || read.record.seq < *range.start() || cutter.is_done() {
            cutter.feed(&read.record.body);
            return Ok(());
        }
        match case::shown(&reader::parse(&read)?) {
            Shown::AsItStands => cutter.feed(&read.record.body),
            Shown::Concealed(text) => cutter.feed_withheld(&read.record.body, Some(text)),
            Shown::Hidden => cutter.feed_withheld(&read.record.body, None),
        }
        Ok(())
    })?;
    Ok(cutter.and_then(ExcerptCutter::finish))
}

fn read(journal: &Path, each: impl FnMut(reader::Read<'_>) -> Outcome) -> Result<JournalReading, Failure> {
    reader::read(&mut Files::find(journal)?, each)
}

fn remark(found: &JournalReading) -> Option<String> {
    match found.verdict {
        Verdict::Whole => None,
        Verdict::Torn { cut_bytes, .. } => {
            Some(format!("the last line of the journal was not finished; its {cut_bytes} bytes are not used"))
        }
        Verdict::Damaged { line, offset, why } => Some(format!(
            "only what stands before the damage is used: {}",
            writer::damaged(found, line, offset, why)
        )),
    }
}

/// Returns the local time's offset from UTC at an instant, in seconds.
fn local_offset_s(wall_ms: i64) -> i32 {
    let at = Timestamp::from_millisecond(wall_ms).unwrap_or_default();
    TimeZone::system().to_offset(at).seconds()
}

/// Parses a point in time: a journal time in milliseconds, or a time of day.
pub fn when(text: &str) -> Result<When, String> {
    let wrong = || {
        format!(
            "{text:?} is neither a journal time in milliseconds nor a time of day; write 812000 or 14:03:20"
        )
    };
    if !text.contains(':') {
        return text.parse().map(When::Journal).map_err(|_| wrong());
    }
    of_day(text).map(When::OfDay).ok_or_else(wrong)
}

/// Parses `14:03`, `14:03:20` or `14:03:20.5`. Returns the time in milliseconds since midnight.
fn of_day(text: &str) -> Option<i64> {
    let whole = |part: &str, below: i64| {
        let is_number = (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|number| is_number && (0..below).contains(number))
    };
    let (hours, rest) = text.split_once(':')?;
    let (minutes, seconds) = rest.split_once(':').unwrap_or((rest, "0"));
    let (seconds, fraction) = seconds.split_once('.').unwrap_or((seconds, "0"));
    let digits = u32::try_from(fraction.len()).ok().filter(|digits| (1..=3).contains(digits))?;
    let fraction: i64 =
        fraction.parse().ok().filter(|_| fraction.bytes().all(|byte| byte.is_ascii_digit()))?;
    let minutes = whole(hours, 24)? * 60 + whole(minutes, 60)?;
    Some((minutes * 60 + whole(seconds, 60)?) * 1000 + fraction * 10_i64.pow(3 - digits))
}

/// Parses a range of plies such as `12..15`, or a single ply.
pub fn plies(text: &str) -> Result<(usize, usize), String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from), Ok(to)) if from > 0 && from <= to => Ok((from, to)),
        _ => Err("plies are written 12..15; the first is 1, White's first move".to_owned()),
    }
}

/// Parses an offset from UTC such as `+01:00`. Returns it in seconds.
pub fn utc_offset(text: &str) -> Result<i32, String> {
    let wrong = || "an offset from UTC is written +01:00 or -05:30".to_owned();
    let sign = match text.as_bytes().first() {
        Some(b'+') => 1,
        Some(b'-') => -1,
        _ => return Err(wrong()),
    };
    let (hours, minutes) = text[1..].split_once(':').ok_or_else(wrong)?;
    match (hours.parse::<u8>(), minutes.parse::<u8>()) {
        (Ok(hours @ 0..=14), Ok(minutes @ 0..=59)) => {
            Ok(sign * (i32::from(hours) * 3600 + i32::from(minutes) * 60))
        }
        _ => Err(wrong()),
    }
}

#[cfg(test)]
mod tests {
    use super::{plies, utc_offset, when};
    use report::case::When;

    #[test]
    fn instants_plies_and_offsets_are_read_or_refused_in_a_sentence() {
        assert_eq!(when("812000"), Ok(When::Journal(812_000)));
        assert_eq!(when("14:03"), Ok(When::OfDay(50_580_000)));
        assert_eq!(when("14:03:20"), Ok(When::OfDay(50_600_000)));
        assert_eq!(when("00:00:00.25"), Ok(When::OfDay(250)));
        for bad in [
            "",
            "-5",
            "24:00",
            "14:60",
            "14:03:60",
            "14:03:20:1",
            "1:2:3.",
            "14:03:1.2345",
            "five",
            ":",
            "+1:00",
        ] {
            assert!(when(bad).is_err(), "{bad}");
        }
        assert_eq!(plies("12..15"), Ok((12, 15)));
        assert_eq!(plies("7"), Ok((7, 7)));
        for bad in ["0", "5..3", "..", "a..b", ""] {
            assert!(plies(bad).is_err(), "{bad}");
        }
        assert_eq!((utc_offset("+01:00"), utc_offset("-05:30")), (Ok(3600), Ok(-19_800)));
        for bad in ["1:00", "+25:00", "+1", "", "+é:00"] {
            assert!(utc_offset(bad).is_err(), "{bad}");
        }
    }
}
