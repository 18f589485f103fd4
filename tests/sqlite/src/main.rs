//! The journal's way of keeping records against SQLite's, in one run on one disk: the same bodies, the same number in a
//! commit, every commit safe before the next one begins.
//!
//! ```text
//! topboard bench journal --hours 1 --keep hour.journal
//! cargo run --release --manifest-path tests/sqlite/Cargo.toml -- hour.journal FOLDER
//! ```
//! The journal: each body is chained with SHA-256 and appended to a file, a commit is one `fdatasync`. SQLite: a table
//! of number and text, write-ahead log, `synchronous=FULL`, a commit is one transaction; it keeps no chain. Both are
//! read back at the end, the journal with its chain checked. Work is done twice in turns, so that a disk that slows down
//! does so for both.

use journal::{Reader, Verdict, Writer};
use rusqlite::Connection;
use std::{
    error::Error,
    fs::{self, File, OpenOptions},
    io::{Read, Write},
    path::Path,
    time::Instant,
};

/// How many records are in a commit, and how many records are written that way.
const COMMITS: [(usize, usize); 3] = [(1, 1000), (32, 50_000), (1000, 100_000)];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(journal), Some(folder)) = (arguments.next(), arguments.next()) else {
        eprintln!("usage: journal-against-sqlite JOURNAL FOLDER");
        std::process::exit(64);
    };
    let bodies = read(Path::new(&journal))?;
    let folder = Path::new(&folder);
    fs::create_dir_all(folder)?;
    println!(
        "{:<10} {:>9} {:>10} {:>14} {:>12}",
        "store", "a commit", "records", "records a s", "bytes each"
    );
    for (commit, count) in COMMITS {
        let bodies: Vec<&str> = bodies.iter().cycle().take(count).map(String::as_str).collect();
        for round in 0..2 {
            let lines = folder.join(format!("lines-{commit}-{round}"));
            let seconds = append(&lines, &bodies, commit)?;
            say("journal", commit, count, seconds, fs::metadata(&lines)?.len());
            let base = folder.join(format!("base-{commit}-{round}"));
            let seconds = insert(&base, &bodies, commit)?;
            say("SQLite", commit, count, seconds, fs::metadata(&base)?.len());
        }
    }
    let largest = COMMITS[COMMITS.len() - 1];
    let began = Instant::now();
    let count = read(&folder.join(format!("lines-{}-1", largest.0)))?.len();
    println!(
        "journal: {count} records read and their chain checked in {:.3} s",
        began.elapsed().as_secs_f64()
    );
    let began = Instant::now();
    let count = select(&folder.join(format!("base-{}-1", largest.0)))?;
    println!("SQLite:  {count} records read in {:.3} s", began.elapsed().as_secs_f64());
    Ok(())
}

fn say(store: &str, commit: usize, count: usize, seconds: f64, bytes: u64) {
    let (rate, each) = (count as f64 / seconds, bytes as f64 / count as f64);
    println!("{store:<10} {commit:>9} {count:>10} {rate:>14.0} {each:>12.1}");
}

fn append(path: &Path, bodies: &[&str], commit: usize) -> Result<f64, Box<dyn Error>> {
    let mut file = OpenOptions::new().write(true).create(true).truncate(true).open(path)?;
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

fn read(path: &Path) -> Result<Vec<String>, Box<dyn Error>> {
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
        Verdict::Whole => Ok(bodies),
        Verdict::Torn { .. } | Verdict::Damaged { .. } => Err("the journal is not whole".into()),
    }
}

fn select(path: &Path) -> Result<usize, Box<dyn Error>> {
    let base = Connection::open(path)?;
    let mut select = base.prepare("SELECT body FROM record ORDER BY seq")?;
    let mut count = 0;
    let mut rows = select.query([])?;
    while let Some(row) = rows.next()? {
        let body: String = row.get(0)?;
        count += usize::from(!body.is_empty());
    }
    Ok(count)
}
