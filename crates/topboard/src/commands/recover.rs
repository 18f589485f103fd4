//! `topboard recover`: copies the undamaged part of a damaged journal into a new one, and lists what is lost.
//!
//! ```text
//!  proven ─────────────────────▶ the same lines, byte for byte
//!  the bad line ───────────────▶ lost, and said where
//!  {"salvaged":{…}}              a record of what was done, by whom
//!  readable lines behind it ───▶ the same bodies, chained anew: unproven
//! ```
//! The chain ends at the damage. A line after it can be judged only by its form; nothing shows whether it was changed.
//! Such lines are kept all the same, because the game went on in them, but after a record that says so. Safe marks,
//! signatures and the heads of later files are left out of that part: they refer to the old chain.
//!
//! An archive that cannot be unpacked to its end counts as damaged from the place where unpacking stops. If the first
//! line of the journal is lost, the new journal begins with a line of its own.
//!
//! If every line fits the chain but the signatures do not bear the journal out, everything after the last sound
//! signature is treated as unproven. The new journal is signed if the key lies beside the damaged journal, because its
//! owner has then looked at it.
//!
//! The damaged journal is the evidence and is never changed. Play goes on in the new journal, whose file gets its name
//! when it is complete.

mod said;

use crate::{
    cli::RecoverOptions,
    commands::verify::{self, Checked},
    journal_files::{
        gzip::{Opened, Stream},
        inventory::{Fault, Files, Misplaced},
        reader::{self, JournalPlace, JournalReading},
        signing::finding_words::told,
        signing::signing_key::Key,
        storage::{Source, is_of_archive},
        writer::{PROGRAM, draw_epoch},
    },
    safe_files::atomic_file::Draft,
    terminal::{
        failure::{Failure, Outcome},
        stdout::remark,
    },
};
use board::Millis;
use hall::Body;
use journal::{
    Audited, Expected, Finding, LINE_MAX, Opening, Tombstone, Verdict, Writer, unsigned::UNSIGNED_MAX_MS,
};
use serde_json::{Value, json};
use std::{
    borrow::Cow,
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};

/// The exit code if something is lost that was safe before.
const LOST: u8 = 1;

/// The greatest number of lost places that are listed. Further ones are only counted.
const LISTED_MAX: usize = 100;

/// The reason given for an archive that cannot be unpacked to its end.
const BROKEN: &str = "the archive cannot be unpacked from here on: it was changed or cut after it was packed";

/// What a recovery found and did.
#[derive(Debug, Default)]
struct Salvage {
    kept: u64,
    erased: Vec<Tombstone>,
    torn_bytes: u64,
    damage: Option<(JournalPlace, &'static str)>,
    rechained: u64,
    left_out: u64,
    lost: Vec<(JournalPlace, &'static str)>,
    lost_lines: u64,
    /// The number of the file, if a later file of a journal is read by itself; otherwise `None`.
    alone: Option<u32>,
    /// The faults of the files themselves, such as a missing file.
    misplaced: Vec<Misplaced>,
    /// The number of the first record whose line fits the chain but which no signature bears out, and the reason;
    /// `None` if there is none.
    doubt: Option<(u64, String)>,
    /// The evidence that the end of the journal is missing; `None` if there is none.
    cut: Option<String>,
    /// Set when the new journal is signed.
    is_signed: bool,
}

impl Salvage {
    fn lose(&mut self, place: JournalPlace, why: &'static str) {
        self.lost_lines += 1;
        if self.lost.len() < LISTED_MAX {
            self.lost.push((place, why));
        }
    }

    /// Takes over a readable record from the part after the damage, into the new chain.
    fn rechain(&mut self, body: &str, out: Option<&mut Out<'_>>) -> Outcome {
        match of_new_chain(body) {
            Ok(Some(body)) => {
                self.rechained += 1;
                out.map_or(Ok(()), |out| out.append(&body))
            }
            Ok(None) | Err(_) => {
                self.left_out += 1;
                Ok(())
            }
        }
    }

    fn is_lossless(&self) -> bool {
        let is_there = |one: &Misplaced| one.fault == Fault::Shadows;
        self.damage.is_none()
            && self.doubt.is_none()
            && self.cut.is_none()
            && self.misplaced.iter().all(is_there)
    }
}

/// A journal's files, each archive unpacked as far as it can be.
struct Unpacked {
    files: Files,
    /// The first archive that cannot be unpacked to its end: the number of its segment, and the offset reached.
    broken: Option<(u32, u64)>,
}

impl Source for Unpacked {
    fn segments(&mut self) -> io::Result<Vec<u32>> {
        self.files.segments()
    }

    fn read_at(&mut self, segment: u32, piece: &mut [u8], offset: u64) -> io::Result<usize> {
        match self.files.read_at(segment, piece, offset) {
            Err(error) if is_of_archive(&error) => {
                self.broken.get_or_insert((segment, offset));
                Ok(0)
            }
            done => done,
        }
    }

    fn path(&self, segment: u32) -> PathBuf {
        self.files.path(segment)
    }
}

/// Salvages a journal. Exit code 0: nothing was lost; 1: something was lost and is listed.
pub fn command(options: &RecoverOptions, json: bool) -> Outcome {
    let files = Files::find(&options.journal)?;
    let misplaced = files.misplaced()?;
    let Checked { audited, version, .. } = verify::audit(&options.journal, Expected::default())?;
    if let Some(other) = verify::other_version(version) {
        remark!("{other}");
    }
    let mut source = Unpacked { files, broken: None };
    let mut out = options.out.as_deref().map(Out::create).transpose()?;
    let (doubt, cut) = (doubt_of(&audited), cut_of(&audited));
    let mut salvage = Salvage { misplaced, doubt, cut, ..Salvage::default() };
    let reading = reader::read_any(&mut source, |read| {
        if let Some((from, why)) = salvage.doubt.clone().filter(|(from, _)| read.record.seq >= *from) {
            if let Some(out) = out.as_mut().filter(|_| read.record.seq == from) {
                out.remark(&json!({"by": PROGRAM, "file": read.path.display().to_string(), "record": from, "why": why}))?;
            }
            return salvage.rechain(&read.record.body, out.as_mut());
        }
        salvage.kept += 1;
        if let Some(Ok(tombstone)) = Tombstone::parse(&read.record.body) {
            salvage.erased.push(tombstone);
        }
        let Some(out) = &mut out else { return Ok(()) };
        // A later file of a journal, read by itself, continues the chain from the state that its first record gives.
        if salvage.kept == 1
            && let Some(opening) = Opening::find(&read.record.body).filter(|_| read.record.seq > 1)
        {
            out.writer = Writer::resume(opening.after);
        }
        out.append(&read.record.body)
    })?;
    salvage.alone = reading.opening.map(|opening| opening.number);
    match (reading.verdict, source.broken) {
        (Verdict::Damaged { line, offset, why }, _) => {
            salvage.damage = Some((reading.place(line, offset), why));
            go_on(&reading, offset, &mut salvage, out.as_mut())?;
        }
        // The last file was complete when it was packed, but its archive ends too soon.
        (Verdict::Whole | Verdict::Torn { .. }, Some((segment, offset))) => {
            let lines = reading.spans.last().map_or(0, |span| span.lines_before);
            let line = salvage.kept.saturating_sub(lines) + 1;
            let place = JournalPlace { path: source.path(segment), line, offset };
            salvage.damage = Some((place.clone(), BROKEN));
            salvage.lose(place, BROKEN);
        }
        (Verdict::Whole, None) => {}
        (Verdict::Torn { cut_bytes, .. }, None) => salvage.torn_bytes = cut_bytes,
    }
    if salvage.kept + salvage.rechained == 0 {
        return Err(Failure::Input(format!(
            "{}: nothing in it has the form of a record, so there is nothing to recover; give the file or the folder of a \
             journal",
            options.journal.display()
        )));
    }
    if let Some(mut out) = out {
        if !salvage.is_lossless()
            && let Some(key) = Key::near(&options.journal)
        {
            out.sign(&key)?;
            salvage.is_signed = true;
        }
        out.finish()?;
    }
    said::say(options, &salvage, json);
    if salvage.is_lossless() { Ok(()) } else { Err(Failure::Finding(LOST)) }
}

/// Returns the number of the first record that the signatures do not bear out in a journal whose lines fit the chain,
/// and the reason; `None` if there is none.
fn doubt_of(audited: &Audited) -> Option<(u64, String)> {
    // The record after the signed ones is that of the signature itself, which is kept. The first line is kept in any
    // case: it says what the file is.
    let behind = audited.signed_seq.saturating_add(2).max(audited.after + 2);
    let from = match audited.finding {
        Finding::Altered { .. } | Finding::Foreign { .. } if audited.is_line_sound => behind,
        // A later file read by itself counts as sound if its lines fit the chain: the files before it may bear it out.
        Finding::Unproven { stretch, .. } if audited.after == 0 || stretch.ms() > UNSIGNED_MAX_MS => {
            stretch.from.max(audited.after + 2)
        }
        Finding::Altered { .. }
        | Finding::Foreign { .. }
        | Finding::Unproven { .. }
        | Finding::Whole
        | Finding::Torn { .. }
        | Finding::PageAltered { .. }
        | Finding::Cut { .. }
        | Finding::Unsigned
        | Finding::Erased { .. } => audited.unsigned.filter(|open| open.ms() > UNSIGNED_MAX_MS)?.from,
    };
    Some((from, told(&audited.finding)))
}

/// Returns the evidence that the end of the journal is missing; `None` if there is none.
fn cut_of(audited: &Audited) -> Option<String> {
    let is_cut = matches!(audited.finding, Finding::Cut { record, .. } if record == audited.records);
    is_cut.then(|| told(&audited.finding))
}

/// Reads the files from the damage on, and keeps every line that has the form of a record.
fn go_on(reading: &JournalReading, offset: u64, salvage: &mut Salvage, mut out: Option<&mut Out>) -> Outcome {
    let why = salvage.damage.as_ref().map_or("", |(_, why)| *why);
    if let (Some(out), Some((place, _))) = (out.as_deref_mut(), &salvage.damage) {
        if salvage.kept == 0 {
            let (program, epoch) = (PROGRAM.to_owned(), draw_epoch());
            out.append(&Body::Journal { program, epoch, segment: None }.emit())?;
        }
        out.remark(&json!({
            "by": PROGRAM, "file": place.path.display().to_string(), "line": place.line, "byte": place.offset,
            "why": why, "proven": salvage.kept,
        }))?;
    }
    let mut is_bad_line = true;
    for span in reading.spans.iter().filter(|span| span.start + span.bytes > offset) {
        let failing = |error: io::Error| crate::journal_files::storage::failing(&span.path, &error);
        let from = offset.saturating_sub(span.start);
        let file = Opened::open(&span.path).map_err(failing)?.stream(from);
        let mut lines = Lines { input: BufReader::new(file), line: Vec::new() };
        let mut place = reading.place(0, span.start + from);
        place.line = if is_bad_line { salvage.damage.as_ref().map_or(1, |(at, _)| at.line) } else { 1 };
        loop {
            let length = match lines.next() {
                Ok(Some(length)) => length,
                Ok(None) => break,
                Err(error) if is_of_archive(&error) => {
                    salvage.lose(place, BROKEN);
                    is_bad_line = false;
                    break;
                }
                Err(error) => return Err(failing(error)),
            };
            let body = if is_bad_line { Err(why) } else { body_of(&lines.line) };
            match body.and_then(|body| Ok((body, of_new_chain(body)?))) {
                Ok((body, _)) => salvage.rechain(body, out.as_deref_mut())?,
                Err(why) => salvage.lose(place.clone(), why),
            }
            is_bad_line = false;
            place.line += 1;
            place.offset += length;
        }
    }
    Ok(())
}

/// Returns the body of a line; fails with the reason if the line does not have the form of a record.
fn body_of(line: &[u8]) -> Result<&str, &'static str> {
    let line = line.strip_suffix(b"\n").ok_or("it has no end")?;
    let (check, rest) = line.split_at_checked(16).ok_or("it is too short for a record")?;
    if !check.iter().all(u8::is_ascii_hexdigit) {
        return Err("it has no check");
    }
    let body = rest.strip_prefix(b" ").ok_or("there is no space after its check")?;
    std::str::from_utf8(body).map_err(|_| "it is not UTF-8 text")
}

/// Returns a body as it is to be written into the new chain; `None` if the record refers to the old chain. A tombstone
/// becomes a remark: its records stay erased, but the old chain that it joined is broken.
fn of_new_chain(body: &str) -> Result<Option<Cow<'_, str>>, &'static str> {
    match Body::parse(body).map_err(|_| "it cannot be understood")? {
        Body::Journal { .. } | Body::Safe { .. } | Body::Signed { .. } => Ok(None),
        Body::Erased { tombstone, .. } => Ok(Some(Cow::Owned(
            json!({"salvaged": {"by": PROGRAM, "erased": [tombstone.first_seq(), tombstone.last_seq()],
                   "round": tombstone.round, "erased_by": tombstone.by, "why": tombstone.why}})
            .to_string(),
        ))),
        Body::Start { .. }
        | Body::Setup { .. }
        | Body::Opened { .. }
        | Body::Lost { .. }
        | Body::Bytes { .. }
        | Body::Again { .. }
        | Body::Command { .. }
        | Body::Event { .. }
        | Body::Published { .. }
        | Body::Wall { .. }
        | Body::Key { .. }
        | Body::Held { .. }
        | Body::Other { .. } => Ok(Some(Cow::Borrowed(body))),
    }
}

/// A reader of lines from a file that may hold anything. A line longer than the limit is read in parts.
struct Lines {
    input: BufReader<Stream>,
    line: Vec<u8>,
}

impl Lines {
    /// Reads the next line with its line feed. Returns its length in bytes; `None` at the end of the file.
    fn next(&mut self) -> io::Result<Option<u64>> {
        self.line.clear();
        let length = self.input.by_ref().take(LINE_MAX as u64).read_until(b'\n', &mut self.line)?;
        Ok((length > 0).then_some(length as u64))
    }
}

/// The new journal that is being written.
struct Out<'a> {
    path: &'a Path,
    file: Draft,
    writer: Writer,
    lines: Vec<u8>,
    /// The journal time of the last record in the new journal.
    t_ms: Millis,
}

impl<'a> Out<'a> {
    fn create(path: &'a Path) -> Result<Out<'a>, Failure> {
        if path.symlink_metadata().is_ok() {
            return Err(Failure::Input(format!("{} is there already; name a new file", path.display())));
        }
        let file = Draft::create_private(path).map_err(|error| unwritable(path, &error))?;
        Ok(Out { path, file, writer: Writer::new(), lines: Vec::new(), t_ms: 0 })
    }

    /// Appends a record that says what was salvaged. It comes before the records that it is about.
    fn remark(&mut self, what: &Value) -> Outcome {
        self.append(&json!({"salvaged": what}).to_string())
    }

    /// Signs everything in the new journal.
    fn sign(&mut self, key: &Key) -> Outcome {
        let t_ms = self.t_ms;
        self.append(&Body::Key { t_ms, key: key.public() }.emit())?;
        let signed = Box::new(key.sign(&self.writer.chain()));
        self.append(&Body::Signed { t_ms, signed }.emit())
    }

    fn append(&mut self, body: &str) -> Outcome {
        self.t_ms = self.t_ms.max(journal::unsigned::worth_ms(body).unwrap_or_default());
        self.lines.clear();
        let appended = self.writer.append(body, &mut self.lines);
        appended.map_err(|why| Failure::Input(format!("a record cannot be written again: {why}")))?;
        self.file.write_all(&self.lines).map_err(|error| unwritable(self.path, &error))
    }

    fn finish(self) -> Outcome {
        self.file.finish().map_err(|error| unwritable(self.path, &error))
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Environment(format!("{} cannot be written ({error}); choose another place", path.display()))
}
