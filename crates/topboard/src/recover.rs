//! `topboard recover`: what is whole in a damaged journal, in a new one; what is lost, in a list.
//!
//! ```text
//!  proven ─────────────────────▶ the same lines, byte for byte
//!  the bad line ───────────────▶ lost, and said where
//!  {"salvaged":{…}}              a record of what was done, by whom
//!  readable lines behind it ───▶ the same bodies, chained anew: unproven
//! ```
//! The chain ends where the damage is: of a line behind it only the form can be judged, not whether it was changed. It
//! is kept all the same, behind a record that says so, because the game went on there. Marks, signatures and the heads
//! of later files are left out of that part: they speak of the old chain.
//!
//! The damaged journal is never touched: it is the evidence, the new one is for going on.

use crate::{
    book::PROGRAM,
    cli::RecoverOptions,
    erase,
    failure::{Failure, Outcome},
    packed::{Opened, Stream},
    reading::{self, Place, Reading},
    storage::Files,
};
use hall::Body;
use journal::{LINE_MAX, Opening, Tombstone, Verdict, Writer};
use serde_json::json;
use std::{
    borrow::Cow,
    fs::{File, OpenOptions},
    io::{self, BufRead, BufReader, BufWriter, Read, Write},
    path::Path,
};

/// The exit code when something that was once safe is lost.
const LOST: u8 = 1;

/// How many lost places are listed; the others are counted.
const LISTED_MAX: usize = 100;

/// What was found and done.
#[derive(Debug, Default)]
struct Salvage {
    kept: u64,
    erased: Vec<Tombstone>,
    torn_bytes: u64,
    damage: Option<(Place, &'static str)>,
    rechained: u64,
    left_out: u64,
    lost: Vec<(Place, String)>,
    lost_lines: u64,
}

/// Salvages a journal. Exit code 0: nothing was lost; 1: something was, and it is listed.
pub fn command(options: &RecoverOptions, json: bool) -> Outcome {
    let mut files = Files::find(&options.journal)?;
    let mut out = options.out.as_deref().map(Out::create).transpose()?;
    let mut salvage = Salvage::default();
    let reading = reading::read(&mut files, |read| {
        salvage.kept += 1;
        if let Some(Ok(tombstone)) = Tombstone::parse(&read.record.body) {
            salvage.erased.push(tombstone);
        }
        let Some(out) = &mut out else { return Ok(()) };
        // A later file of a book, given alone, goes on from where its first record says the chain stood.
        if salvage.kept == 1
            && let Some(opening) = Opening::find(&read.record.body).filter(|_| read.record.seq > 1)
        {
            out.writer = Writer::resume(opening.after);
        }
        out.append(&read.record.body)
    })?;
    match reading.verdict {
        Verdict::Whole => {}
        Verdict::Torn { cut_bytes, .. } => salvage.torn_bytes = cut_bytes,
        Verdict::Damaged { line, offset, why } => {
            salvage.damage = Some((reading.place(line, offset), why));
            go_on(&reading, offset, &mut salvage, out.as_mut())?;
        }
    }
    if let Some(out) = out {
        out.finish()?;
    }
    say(options, &salvage, json);
    if salvage.damage.is_none() { Ok(()) } else { Err(Failure::Finding(LOST)) }
}

/// Reads what stands behind the damage, file by file, and keeps what has the form of a record.
fn go_on(reading: &Reading, offset: u64, salvage: &mut Salvage, mut out: Option<&mut Out>) -> Outcome {
    if let (Some(out), Some((place, why))) = (out.as_deref_mut(), &salvage.damage) {
        let remark = json!({"salvaged": {
            "by": PROGRAM, "file": place.path.display().to_string(), "line": place.line, "byte": place.offset,
            "why": why, "proven": salvage.kept,
        }});
        out.append(&remark.to_string())?;
    }
    let mut is_bad_line = true;
    for span in reading.spans.iter().filter(|span| span.start + span.bytes > offset) {
        let failing = |error: io::Error| crate::storage::failing(&span.path, &error);
        let from = offset.saturating_sub(span.start);
        let file = Opened::open(&span.path).map_err(failing)?.stream(from);
        let mut lines = Lines { input: BufReader::new(file), line: Vec::new() };
        let mut place = reading.place(0, span.start + from);
        place.line = if is_bad_line { salvage.damage.as_ref().map_or(1, |(at, _)| at.line) } else { 1 };
        while let Some(length) = lines.next().map_err(failing)? {
            let body = if is_bad_line { Err("its check does not fit") } else { body_of(&lines.line) };
            match body {
                Ok(Some(body)) => {
                    salvage.rechained += 1;
                    out.as_deref_mut().map_or(Ok(()), |out| out.append(&body))?;
                }
                Ok(None) => salvage.left_out += 1,
                Err(why) => {
                    salvage.lost_lines += 1;
                    if salvage.lost.len() < LISTED_MAX {
                        salvage.lost.push((place.clone(), why.to_owned()));
                    }
                }
            }
            is_bad_line = false;
            place.line += 1;
            place.offset += length;
        }
    }
    Ok(())
}

/// The body of a line that has the form of a record; nothing for a record that speaks of the old chain. A tombstone
/// becomes a remark: what it stood for stays erased, and the old chain it joined is broken.
fn body_of(line: &[u8]) -> Result<Option<Cow<'_, str>>, &'static str> {
    let line = line.strip_suffix(b"\n").ok_or("it has no end")?;
    let (check, rest) = line.split_at_checked(16).ok_or("it is too short for a record")?;
    if !check.iter().all(u8::is_ascii_hexdigit) {
        return Err("it has no check");
    }
    let body = rest.strip_prefix(b" ").ok_or("there is no space after its check")?;
    let body = std::str::from_utf8(body).map_err(|_| "it is not UTF-8 text")?;
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
        | Body::Published { .. }
        | Body::Wall { .. }
        | Body::Key { .. }
        | Body::Held { .. }
        | Body::Other { .. } => Ok(Some(Cow::Borrowed(body))),
    }
}

/// Lines of a file in which anything may stand: the longest is bounded, what is longer is passed over in parts.
struct Lines {
    input: BufReader<Stream>,
    line: Vec<u8>,
}

impl Lines {
    /// Reads the next line, with its line feed, and returns its length; nothing at the end.
    fn next(&mut self) -> io::Result<Option<u64>> {
        self.line.clear();
        let length = self.input.by_ref().take(LINE_MAX as u64).read_until(b'\n', &mut self.line)?;
        Ok((length > 0).then_some(length as u64))
    }
}

/// The new journal.
struct Out<'a> {
    path: &'a Path,
    file: BufWriter<File>,
    writer: Writer,
    lines: Vec<u8>,
}

impl<'a> Out<'a> {
    fn create(path: &'a Path) -> Result<Out<'a>, Failure> {
        let file = OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| {
            if error.kind() == io::ErrorKind::AlreadyExists {
                Failure::Input(format!("{} is there already; name a new file", path.display()))
            } else {
                unwritable(path, &error)
            }
        })?;
        Ok(Out { path, file: BufWriter::new(file), writer: Writer::new(), lines: Vec::new() })
    }

    fn append(&mut self, body: &str) -> Outcome {
        self.lines.clear();
        let appended = self.writer.append(body, &mut self.lines);
        appended.map_err(|why| Failure::Input(format!("a record cannot be written again: {why}")))?;
        self.file.write_all(&self.lines).map_err(|error| unwritable(self.path, &error))
    }

    fn finish(self) -> Outcome {
        let file = self.file.into_inner().map_err(|error| unwritable(self.path, error.error()))?;
        file.sync_all().map_err(|error| unwritable(self.path, &error))
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    Failure::Environment(format!("{} cannot be written ({error}); choose another place", path.display()))
}

fn say(options: &RecoverOptions, salvage: &Salvage, json: bool) {
    let Salvage { kept, erased, torn_bytes, damage, rechained, left_out, lost, lost_lines } = salvage;
    if json {
        let at = |place: &Place| json!({"file": place.path, "line": place.line, "byte": place.offset});
        let lost: Vec<_> = lost.iter().map(|(place, why)| json!({"at": at(place), "why": why})).collect();
        println!(
            "{}",
            json!({"proven": kept, "erased": erased.iter().map(|stone| [stone.first_seq(), stone.last_seq()]).collect::<Vec<_>>(), "torn_bytes": torn_bytes, "damaged": damage.as_ref().map(|(place, _)| at(place)),
                   "why": damage.as_ref().map(|(_, why)| why), "unproven": rechained, "left_out": left_out,
                   "lost_lines": lost_lines, "lost": lost, "out": options.out})
        );
        return;
    }
    println!("{kept} records are whole and proven by the chain.");
    for tombstone in erased {
        println!("Not lost but erased: {}.", erase::told(tombstone));
    }
    if *torn_bytes > 0 {
        println!("The end is torn: {torn_bytes} bytes were never finished, and never published.");
    }
    if let Some((place, why)) = damage {
        println!("{}: line {} (byte {}) is damaged: {why}.", place.path.display(), place.line, place.offset);
        for (place, why) in lost {
            println!("lost: {}: line {} (byte {}): {why}", place.path.display(), place.line, place.offset);
        }
        if *lost_lines > lost.len() as u64 {
            println!("and so on: {lost_lines} lost lines in all");
        }
        println!(
            "{rechained} records behind it are readable, but the chain does not prove them; {left_out} that speak of \
             the old chain are left out."
        );
    }
    match &options.out {
        Some(out) => println!(
            "{} holds what is whole. To go on with it, make it journal/hall.journal of a new data folder.",
            out.display()
        ),
        None => println!("Nothing was written; name a new file with --out to get what is whole."),
    }
}
