//! `topboard erase`: takes the records of a round out of a journal and puts a signed tombstone in their place.
//!
//! ```text
//! hall.0002.journal ─▶ audited ─▶ hall.0002.journal.new: one line, signed, read back ─▶ renamed over hall.0002.journal
//!                                                                                  └─▶ hall.0002.journal.gz removed
//! ```
//!
//! Invariants:
//! * Whenever the program is killed, a file holds either all its records or its tombstone, because a rename puts the
//!   tombstone in place. If the command is run again, it finishes what it began.
//! * A damaged journal is left alone: a tombstone would vouch for records that nobody can check any more.
//! * The journal's last round may still be in play. It is erased only if somebody says that it is over. An empty file
//!   is then begun after it, so that the hall goes on in a file of its own.
//! * A tombstone is signed by a key that the journal knows.
//!
//! Copies elsewhere are out of the command's reach, and so is anything that the disk keeps of a removed file.

mod contents;

use crate::terminal::stdout::say;
use crate::{
    cli::EraseOptions,
    commands::{archive, verify},
    journal_files::{
        gzip::SUFFIX,
        signing::{
            signed_head,
            signing_key::{KEY_NAME, Key},
        },
        storage::{FOLDER, failing, file_name, with_suffix},
        writer::PROGRAM,
    },
    safe_files::regular,
    terminal::{
        failure::{Failure, Outcome},
        plural::counted,
    },
};
use contents::{Contents, Part};
use hall::Body;
use jiff::Timestamp;
use journal::{Chain, Expected, Finding, Opening, Tombstone, Writer};
use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Lists the rounds of a journal, or erases one of them.
pub fn command(options: &EraseOptions) -> Outcome {
    let folder = folder(&options.journal)?;
    let _lock = archive::lock(&folder)?;
    let contents = Contents::read(&folder)?;
    let Some(round) = &options.round else {
        contents.list();
        say!("Name the one to erase with --round, and --by and --why for its tombstone.");
        return Ok(());
    };
    let wanted = contents.wanted(round, options.event.as_deref())?;
    let (erased, left): (Vec<&Part>, Vec<&Part>) = wanted.iter().partition(|part| part.tombstone.is_some());
    // The program may have been killed after it wrote a tombstone and before it removed the file's archive.
    for part in &erased {
        remove_archives(&folder, part.segment)?;
    }
    if left.is_empty() {
        erased
            .iter()
            .filter_map(|part| part.tombstone.as_ref())
            .for_each(|stone| say!("{}.", verify::capital(&told(stone))));
        say!("Nothing is left of it to erase.");
        return Ok(());
    }
    let (Some(by), Some(why)) = (&options.by, &options.why) else {
        return Err(Failure::Usage(
            "a tombstone says who erased and why; add --by NAME and --why REASON".to_owned(),
        ));
    };
    let is_last =
        contents.parts.last().is_some_and(|last| left.iter().any(|part| part.segment == last.segment));
    if is_last && !options.over {
        return Err(Failure::Input(format!(
            "round {round} is the journal's last and may be in play; say --over when it is over and its result sheet is printed"
        )));
    }
    let key = key(&folder)?;
    let records: u64 = left.iter().map(|part| part.after.seq() - part.before.seq()).sum();
    let bytes: u64 = left.iter().map(|part| part.bytes).sum();
    say!(
        "Round {round}: {}, {bytes} bytes in {}, with archives of it.",
        counted(records, "record"),
        counted(left.len() as u64, "file")
    );
    if !options.yes {
        return Err(Failure::Usage(
            "nothing was erased, and what is erased does not come back; say it again with --yes".to_owned(),
        ));
    }
    let end = if is_last { begin_after(&folder, &contents, &key)? } else { contents.end };
    // The signed head beside the key may belong to records that are erased now, and could then never be compared again.
    // So a new one is written first.
    write_head(&folder, &key, &end)?;
    for part in left {
        let body = contents.tombstone(part, by, why, &key)?;
        replace(&folder, part, &body)?;
        remove_archives(&folder, part.segment)?;
    }
    say!(
        "It is erased; the rest of the journal verifies as before. Copies elsewhere, and what was exported, are not."
    );
    Ok(())
}

/// Returns the folder of the journal at this path.
fn folder(path: &Path) -> Result<PathBuf, Failure> {
    let is_journal = |folder: &Path| folder.join(file_name(1)).exists() || archived(folder, 1).exists();
    [path.to_owned(), path.join(FOLDER)].into_iter().find(|folder| is_journal(folder)).ok_or_else(|| {
        Failure::Input(format!(
            "{} holds no journal; give the folder that holds its first file",
            path.display()
        ))
    })
}

fn not_whole(folder: &Path) -> Failure {
    Failure::Input(format!(
        "{} is not whole; look with `topboard verify`, and start the program once or use `topboard recover` before \
         anything of it is erased",
        folder.display()
    ))
}

/// Returns the key that signs the tombstones. Fails if the journal is damaged or the key does not belong to it.
fn key(folder: &Path) -> Result<Key, Failure> {
    let audited = verify::audit(folder, Expected::default())?.audited;
    if audited.finding != Finding::Whole {
        return Err(not_whole(folder));
    }
    let key = Key::near(folder).ok_or_else(|| {
        Failure::Input(format!(
            "the key of the journal is not beside it, and a tombstone must be signed; put evidence.key back into {}",
            folder.parent().unwrap_or(folder).display()
        ))
    })?;
    let is_known =
        audited.keys.contains(&key.public()) || audited.erased.iter().any(|stone| stone.key == key.public());
    if !is_known {
        return Err(Failure::Input(
            "the key beside the journal never signed in it; put the right evidence.key back, or start the program once \
             so that the journal tells the new one"
                .to_owned(),
        ));
    }
    Ok(key)
}

/// Begins a new file after the journal's last file, which is to be erased. Returns the state of the chain at its end.
fn begin_after(folder: &Path, contents: &Contents, key: &Key) -> Result<Chain, Failure> {
    let last = contents.parts.last().expect("its last part is to be erased");
    let t_ms = last.t_ms.map_or(0, |(_, t_ms)| t_ms);
    let (segment, program, epoch) = (last.segment + 1, PROGRAM.to_owned(), contents.epoch.clone());
    let mut writer = Writer::resume(contents.end);
    let opening = Opening { number: segment, after: contents.end };
    let mut lines = Vec::new();
    let mut append = |writer: &mut Writer, body: &Body| {
        writer.append(&body.emit(), &mut lines).expect("these bodies are short and of one line");
    };
    append(&mut writer, &Body::Journal { program, epoch, segment: Some(opening) });
    append(&mut writer, &Body::Key { t_ms, key: key.public() });
    let signed = key.sign(&writer.chain());
    append(&mut writer, &Body::Signed { t_ms, signed: Box::new(signed) });
    let path = folder.join(file_name(segment));
    write_safely(&path, &lines).map_err(|error| failing(&path, &error))?;
    Ok(writer.chain())
}

/// Signs the end of the journal, and writes the signed head beside the key.
fn write_head(folder: &Path, key: &Key, end: &Chain) -> Outcome {
    let around = folder.join("..");
    let data = if around.join(KEY_NAME).exists() { &around } else { folder };
    signed_head::write(data, &signed_head::text(&key.sign(end)))
        .map_err(|error| failing(&data.join(signed_head::HEAD_NAME), &error))
}

/// Replaces a file of the journal by its tombstone.
fn replace(folder: &Path, part: &Part, body: &str) -> Outcome {
    let mut line = Vec::new();
    let appended = Writer::resume(part.before).append(body, &mut line);
    appended.map_err(|why| Failure::Input(format!("the tombstone cannot be written: {why}")))?;
    let path = folder.join(file_name(part.segment));
    write_safely(&path, &line).map_err(|error| failing(&path, &error))
}

/// Writes the bytes under a temporary name, syncs them and reads them back, and only then renames the file into place.
fn write_safely(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let fresh = with_suffix(path, ".new");
    let mut file = regular::make(&fresh)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    if fs::read(&fresh)? != bytes {
        return Err(io::Error::other("it was read back otherwise than it was written"));
    }
    fs::rename(&fresh, path)?;
    sync_folder(path)
}

/// Removes the archive of an erased file, and an archive that was left unfinished.
fn remove_archives(folder: &Path, segment: u32) -> Outcome {
    for path in [archived(folder, segment), with_suffix(&archived(folder, segment), ".new")] {
        match fs::remove_file(&path) {
            Ok(()) => sync_folder(&path).map_err(|error| failing(&path, &error))?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => return Err(failing(&path, &error)),
        }
    }
    Ok(())
}

fn archived(folder: &Path, segment: u32) -> PathBuf {
    folder.join(format!("{}{SUFFIX}", file_name(segment)))
}

fn sync_folder(file: &Path) -> io::Result<()> {
    File::open(file.parent().unwrap_or(Path::new(".")))?.sync_all()
}

/// Returns what a tombstone says was erased, as a sentence without its full stop.
pub fn told(tombstone: &Tombstone) -> String {
    let Tombstone { event, round, by, why, .. } = tombstone;
    let round = match (round.as_str(), event.as_str()) {
        ("", "") => "a part of the journal".to_owned(),
        ("", event) => event.to_owned(),
        (round, "") => format!("round {round}"),
        (round, event) => format!("round {round} of {event}"),
    };
    format!(
        "{round} (records {} to {}) was erased{} by {by}: {why}",
        tombstone.first_seq(),
        tombstone.last_seq(),
        day(tombstone)
    )
}

fn day(tombstone: &Tombstone) -> String {
    let wall = tombstone.wall_ms.and_then(|wall_ms| i64::try_from(wall_ms).ok());
    let Some(at) = wall.and_then(|wall_ms| Timestamp::from_millisecond(wall_ms).ok()) else {
        return String::new();
    };
    let trust = if tombstone.synced == Some(true) { "" } else { ", by a clock that nobody kept," };
    format!(" on {}{trust}", at.strftime("%Y-%m-%d at %H:%M UTC"))
}
