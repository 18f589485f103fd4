//! The journal on a disk that fails: what it called safe is there, whatever failed in between, and it goes on.
//!
//! The journal, its thread and its recovery are the real ones; the disk is simulated, so that every fault can be made.

use crate::faulty::Faulty;
use board::Maker;
use game::{CommandJson, OrderJson};
use hall::Body;
use std::{collections::BTreeMap, time::Duration};
use topboard::{
    journal_files::{
        disk_thread::DiskWord,
        reader,
        storage::file_name,
        writer::{JournalWriter, Opened},
    },
    terminal::failure::Failure,
};

/// The segment length in bytes: small, so that a few records fill a file.
const SEGMENT_MAX: u64 = 4000;

fn note(n: u64) -> Body {
    Body::Bytes { t_ms: n * 10, link: 1, bytes: vec![n as u8; 12] }
}

fn command(t_ms: u64) -> Body {
    let order = OrderJson::Result { result: "1-0".to_owned() };
    Body::Command {
        t_ms,
        table: 1,
        command: CommandJson { order, game: None, author: None, login: None, staged: None },
    }
}

fn open(disk: &Faulty) -> Result<Opened, Failure> {
    JournalWriter::open_on(disk.clone(), SEGMENT_MAX, |_, _| {})
}

/// Returns every record of the journal in order, as text; the journal must be whole.
fn records(disk: &Faulty) -> Vec<String> {
    let mut records = Vec::new();
    let reading = reader::read(&mut disk.clone(), |read| {
        assert_eq!(read.record.seq, records.len() as u64 + 1);
        records.push(read.record.body.clone());
        Ok(())
    });
    assert_eq!(reading.expect("it can be read").verdict, journal::Verdict::Whole);
    records
}

fn files(disk: &Faulty) -> BTreeMap<String, Vec<u8>> {
    let disk = disk.disk();
    disk.names().map(|name| (name.to_owned(), disk.bytes(name).expect("it is there").to_vec())).collect()
}

fn wait_safe(journal: &mut JournalWriter) -> Vec<DiskWord> {
    journal.sync();
    let wanted = journal.appended_seq();
    let mut words = Vec::new();
    while journal.safe_seq() < wanted {
        words.push(journal.blocking_heard());
    }
    words
}

fn write(journal: &mut JournalWriter, range: std::ops::Range<u64>) {
    for n in range {
        journal.append(&note(n));
    }
}

fn disk() -> Faulty {
    Faulty::new(sim::Disk::new(7))
}

#[test]
fn repetitions_share_a_record_until_something_else_is_written_and_need_no_other_file() {
    let disk = disk();
    let mut journal = open(&disk).expect("it opens").journal;
    let report = |t_ms| Body::Bytes { t_ms, link: 1, bytes: (0..12).collect() };
    journal.append(&Body::Opened { t_ms: 0, link: 1, port: "p".to_owned(), maker: Maker::ChessLink });
    let whole = journal.append(&report(5));
    let first = journal.append(&report(20));
    assert_eq!((first, journal.appended_seq()), (whole + 1, whole), "the record is open");
    assert_eq!(journal.append(&report(30)), first);
    assert_eq!(journal.append(&command(40)), first + 1);
    journal.append(&report(41));
    journal.begin_segment();
    let header = journal.appended_seq();
    journal.append(&report(50));
    assert_eq!(journal.appended_seq(), header + 1, "what it would refer to is in another file");
    // The repetitions go on until the file is full, and in the next file.
    let mut refused = 0;
    for n in 6..400 {
        let before = journal.appended_seq();
        let seq = journal.append(&report(n * 10));
        refused += u64::from(journal.appended_seq() == seq);
        assert!(seq > before);
        if n % 40 == 0 {
            journal.close_run();
        }
    }
    assert!((2..40).contains(&refused), "{refused} of 394 as they came");
    journal.append(&report(4_000));
    assert!(journal.close());
    let records = records(&disk);
    let text = |seq: u64| records[seq as usize - 1].as_str();
    assert_eq!(text(first), r#"{"t":20,"again":"0:1:12:12 10:1"}"#);
    assert!(text(first + 1).contains("result") && text(first + 2).contains("\"again\":\"0:1:12:12\""));
    assert!(records.last().is_some_and(|last| last.contains("again")), "what was open is closed at the end");
    let mut is_known = false;
    for record in &records {
        is_known = (is_known || record.contains("\"rx\"")) && !record.contains("\"journal\"");
        assert!(is_known || !record.contains("\"again\""), "{record} refers to another file");
    }
    assert!(files(&disk).values().all(|bytes| bytes.len() as u64 <= SEGMENT_MAX));
}

#[test]
fn a_journal_fills_its_files_and_goes_on_over_a_restart() {
    let disk = disk();
    for run in 0..5 {
        let mut journal = open(&disk).expect("it opens").journal;
        write(&mut journal, run * 40..(run + 1) * 40);
        assert!(journal.close());
    }
    let records = records(&disk);
    let notes = records.iter().filter(|body| body.contains("\"rx\"")).count();
    assert_eq!(notes, 200);
    let found = files(&disk);
    assert!(found.len() > 4, "{} files", found.len());
    for (name, bytes) in found.iter().filter(|(name, _)| *name != "index") {
        assert!(bytes.len() as u64 <= SEGMENT_MAX, "{name}");
    }
}

#[test]
fn the_index_is_made_anew_when_it_is_gone_or_garbage_and_tells_of_a_missing_file() {
    let disk = disk();
    let mut journal = open(&disk).expect("it opens").journal;
    write(&mut journal, 0..200);
    assert!(journal.close());
    let good = disk.disk().bytes("index").expect("it is there").to_vec();
    for bad in [&b""[..], b"garbage\xff\n", &good[..good.len() / 2], b"{\"segment\":1}\n", b"{}\n"] {
        disk.disk().replace("index", bad).expect("there is room");
        assert!(open(&disk).expect("it opens").journal.close());
        assert_eq!(disk.disk().bytes("index").expect("it is there"), good);
    }
    let mut cut = sim::Disk::new(1);
    let found = files(&disk);
    let last = found.keys().filter(|name| name.ends_with(".journal") && name.len() > 12).max();
    for (name, bytes) in found.iter().filter(|(name, _)| Some(*name) != last) {
        cut.replace(name, bytes).expect("there is room");
    }
    let cut = Faulty::new(cut);
    let Err(Failure::Input(why)) = open(&cut) else { panic!("a journal whose end is missing was opened") };
    assert!(why.contains("is missing, which the index says was begun"), "{why}");
    let mut gap = sim::Disk::new(1);
    for name in ["hall.journal", "hall.0003.journal"] {
        gap.replace(name, &files(&disk)[name]).expect("there is room");
    }
    let Err(Failure::Input(why)) = open(&Faulty::new(gap)) else { panic!("a journal with a gap was opened") };
    assert!(why.contains("hall.0002.journal is missing"), "{why}");
}

/// Writes while the disk fails in one way for a time. Nothing is called safe meanwhile; afterwards all is there, in
/// order.
fn check_trouble(name: &str, hurt: impl Fn(&mut sim::Disk), heal: impl Fn(&mut sim::Disk)) {
    let disk = disk();
    let mut journal = open(&disk).expect("it opens").journal;
    write(&mut journal, 0..30);
    wait_safe(&mut journal);
    let safe = journal.safe_seq();
    hurt(&mut disk.disk());
    // Enough to fill two more files.
    write(&mut journal, 30..120);
    journal.sync();
    let word = journal.blocking_heard();
    assert!(matches!(word, DiskWord::Failing(_)), "{name}: {word:?}");
    assert_eq!(journal.safe_seq(), safe, "{name}: nothing new is safe");
    assert!(journal.waiting_bytes() > 5000, "{name}");
    write(&mut journal, 120..130);
    std::thread::sleep(Duration::from_millis(20));
    assert_eq!(journal.safe_seq(), safe, "{name}");
    heal(&mut disk.disk());
    let words = wait_safe(&mut journal);
    assert!(
        words.iter().any(|word| matches!(word, DiskWord::Healed(bytes) if *bytes > 5000)),
        "{name}: {words:?}"
    );
    assert_eq!(journal.waiting_bytes(), 0, "{name}");
    assert!(journal.close(), "{name}");
    let notes: Vec<String> = records(&disk).into_iter().filter(|body| body.contains("\"rx\"")).collect();
    assert_eq!(notes, (0..130).map(|n| note(n).emit()).collect::<Vec<_>>(), "{name}");
}

#[test]
fn play_goes_on_from_memory_while_the_disk_is_full_read_only_or_failing() {
    let used =
        |disk: &sim::Disk| disk.names().map(|name| disk.bytes(name).map_or(0, <[u8]>::len)).sum::<usize>();
    check_trouble("full", |disk| disk.room = used(disk) + 100, |disk| disk.room = usize::MAX);
    check_trouble("full at once", |disk| disk.room = used(disk), |disk| disk.room = usize::MAX);
    check_trouble("read-only", |disk| disk.read_only = true, |disk| disk.read_only = false);
    check_trouble("writes err", |disk| disk.failing_writes = u32::MAX, |disk| disk.failing_writes = 1);
    check_trouble("syncs err", |disk| disk.failing_syncs = u32::MAX, |disk| disk.failing_syncs = 2);
}

#[test]
fn what_was_safe_survives_any_power_cut() {
    let mut holes = 0;
    for seed in 0..300 {
        let disk = Faulty::new(sim::Disk::new(seed));
        let mut journal = JournalWriter::open_on(disk.clone(), 40_000, |_, _| {}).expect("it opens").journal;
        let mut rng = sim::Rng::new(seed).fork(1);
        let mut next = 0;
        for _ in 0..rng.between(1, 4) {
            let end = next + rng.below(300);
            write(&mut journal, next..end);
            // Somebody waits for a command: a mark will follow.
            journal.append(&command(next * 10));
            wait_safe(&mut journal);
            next = end;
        }
        let safe = usize::try_from(journal.safe_seq()).expect("small");
        write(&mut journal, next..next + 400);
        journal.flush();
        let before_cut = wait_written(&disk, &journal);
        let found = Faulty::new(disk.disk().after_power_cut());
        let Opened { journal: mended, cut_bytes, .. } =
            JournalWriter::open_on(found.clone(), 40_000, |_, _| {})
                .unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        assert!(mended.close());
        let after = records(&found);
        assert!(after.len() >= safe, "seed {seed}: {} of {safe} safe records", after.len());
        assert_eq!(after[..safe], before_cut[..safe], "seed {seed}");
        holes += usize::from(cut_bytes.is_some_and(|bytes| bytes > 200));
    }
    assert!(holes > 100, "only {holes} of 300 power cuts left a hole");
}

/// Waits until the thread has written all that was handed to it. Returns the records on the disk.
fn wait_written(disk: &Faulty, journal: &JournalWriter) -> Vec<String> {
    loop {
        let found = records_so_far(disk);
        if found.len() as u64 == journal.appended_seq() || journal.segment() > 1 {
            return found;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

fn records_so_far(disk: &Faulty) -> Vec<String> {
    let mut records = Vec::new();
    let reading = reader::read(&mut disk.clone(), |read| {
        records.push(read.record.body.clone());
        Ok(())
    });
    reading.expect("it can be read");
    records
}

#[test]
fn a_crash_between_a_files_name_and_its_first_line_changes_nothing() {
    let disk = disk();
    let mut journal = open(&disk).expect("it opens").journal;
    write(&mut journal, 0..30);
    assert!(journal.close());
    let before = records(&disk);
    for torn in ["", "0123", "0123456789abcdef {\"journal\":1"] {
        let found = Faulty::new(disk.disk().clone());
        found.disk().replace(&file_name(2), torn.as_bytes()).expect("there is room");
        let mut journal = open(&found).expect("it opens").journal;
        write(&mut journal, 30..60);
        assert!(journal.close());
        let after = records(&found);
        assert_eq!(after[..before.len()], before);
        assert!(after[before.len()].contains("\"segment\":[2,"), "{}", after[before.len()]);
        assert_eq!(open(&found).expect("it opens").journal.segment(), 2);
    }
}

#[test]
fn a_file_torn_before_the_last_one_is_refused() {
    let disk = disk();
    let mut journal = open(&disk).expect("it opens").journal;
    write(&mut journal, 0..200);
    assert!(journal.close());
    let first = disk.disk().bytes("hall.journal").expect("it is there").to_vec();
    for (cut, what) in [(first.len() - 3, "line 1 is damaged"), (first.len() - 80, "is damaged")] {
        let found = Faulty::new(disk.disk().clone());
        found.disk().truncate("hall.journal", cut).expect("nothing fails");
        let Err(Failure::Input(why)) = open(&found) else { panic!("a damaged journal was opened") };
        assert!(why.contains("damaged") && why.contains("topboard recover"), "{what}: {why}");
    }
}
