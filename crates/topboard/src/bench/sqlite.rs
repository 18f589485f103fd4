//! A comparison of the journal with SQLite as stores of records, in one run on one disk. Compiled only with the feature
//! `sqlite`.
//!
//! The journal chains each body with SHA-256 and appends it to a file; a commit is one `fdatasync`. SQLite has a table
//! with a number and a text in each row, a write-ahead log and `synchronous=FULL`; a commit is one transaction, and
//! there is no chain. Both stores are read back at the end, the journal with its chain checked. Each store does the
//! work twice, in turns, so that a disk that slows down does so for both.

use crate::{bench::journal::Against, terminal::failure::Failure};
use journal::{Reader, Verdict, Writer};
use rusqlite::Connection;
use std::{
    error::Error,
    fs::{self, File},
    io::{Read, Write},
    path::Path,
    time::Instant,
};

/// For each measurement: the number of records in a commit, and the number of records written with commits of that
/// size.
const COMMITS: [(usize, usize); 3] = [(1, 1000), (32, 50_000), (1000, RECORDS_MAX)];
/// The greatest number of records written in one turn.
pub const RECORDS_MAX: usize = 100_000;
const ROUNDS: usize = 2;

/// Measures both stores in this folder, with these texts as records.
pub fn compare(folder: &Path, texts: &[String]) -> Result<Against, Failure> {
    measure(folder, texts).map_err(|error| {
        Failure::Environment(format!(
            "{} cannot be measured ({error}); choose another disk with --data",
            folder.display()
        ))
    })
}

fn measure(folder: &Path, texts: &[String]) -> Result<Against, Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let mut against = Against::default();
    for (commit, count) in COMMITS {
        let bodies: Vec<&str> = texts.iter().cycle().take(count).map(String::as_str).collect();
        for round in 0..ROUNDS {
            let lines = folder.join(format!("lines-{commit}-{round}"));
            let base = folder.join(format!("base-{commit}-{round}"));
            for (store, path, seconds) in [
                ("journal", &lines, append(&lines, &bodies, commit)?),
                ("SQLite", &base, insert(&base, &bodies, commit)?),
            ] {
                let each = fs::metadata(path)?.len() as f64 / count as f64;
                against.turns.push((store, commit, count as f64 / seconds, each));
            }
        }
    }
    let last = |store: &str| folder.join(format!("{store}-{}-{}", COMMITS[COMMITS.len() - 1].0, ROUNDS - 1));
    let began = Instant::now();
    let count = read(&last("lines"))?;
    against.read_back.push(("journal", count, began.elapsed().as_secs_f64()));
    let began = Instant::now();
    let count = select(&last("base"))?;
    against.read_back.push(("SQLite", count, began.elapsed().as_secs_f64()));
    Ok(against)
}

fn append(path: &Path, bodies: &[&str], commit: usize) -> Result<f64, Box<dyn Error>> {
    let mut file = File::create(path)?;
    let mut writer = Writer::new();
    let mut lines = Vec::new();
    let began = Instant::now();
    for bodies in bodies.chunks(commit) {
        lines.clear();
        for body in bodies {
            writer.append(body, &mut lines)?;
        }
        file.write_all(&lines)?;
        file.sync_data()?;
    }
    Ok(began.elapsed().as_secs_f64())
}

fn insert(path: &Path, bodies: &[&str], commit: usize) -> Result<f64, Box<dyn Error>> {
    for left in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(left);
        // An earlier run may have left a file behind.
        let _ = fs::remove_file(name);
    }
    let mut base = Connection::open(path)?;
    base.pragma_update(None, "journal_mode", "WAL")?;
    base.pragma_update(None, "synchronous", "FULL")?;
    base.execute("CREATE TABLE record (seq INTEGER PRIMARY KEY, body TEXT NOT NULL)", [])?;
    let began = Instant::now();
    for bodies in bodies.chunks(commit) {
        let transaction = base.transaction()?;
        {
            let mut insert = transaction.prepare_cached("INSERT INTO record (body) VALUES (?1)")?;
            for body in bodies {
                insert.execute([body])?;
            }
        }
        transaction.commit()?;
    }
    let seconds = began.elapsed().as_secs_f64();
    base.pragma_update(None, "wal_checkpoint", "TRUNCATE")?;
    Ok(seconds)
}

/// Reads a journal and checks its chain. Returns the number of its records.
fn read(path: &Path) -> Result<usize, Box<dyn Error>> {
    let mut file = File::open(path)?;
    let mut reader = Reader::new();
    let mut piece = vec![0; 1 << 18];
    let mut bodies = Vec::new();
    loop {
        let length = file.read(&mut piece)?;
        if length == 0 {
            break;
        }
        reader.push(&piece[..length]);
        while let Some(record) = reader.poll_record() {
            bodies.push(record.body);
        }
    }
    match reader.finish().0 {
        Verdict::Whole => Ok(bodies.len()),
        Verdict::Torn { .. } | Verdict::Damaged { .. } => Err("the journal is not whole".into()),
    }
}

fn select(path: &Path) -> Result<usize, Box<dyn Error>> {
    let base = Connection::open(path)?;
    let mut select = base.prepare("SELECT body FROM record ORDER BY seq")?;
    let mut rows = select.query([])?;
    let mut bodies: Vec<String> = Vec::new();
    while let Some(row) = rows.next()? {
        bodies.push(row.get(0)?);
    }
    Ok(bodies.len())
}
