//! Writes torn at every byte of two hundred records, through the program's own file layer on a simulated disk.
//!
//! Promised: the journal opens as it was after its last whole record; the torn end is cut off and reported; what was
//! safe is there; what the world was told is not told again; and the journal goes on.

use crate::faulty::Faulty;
use hall::{Body, Fold, Hall, Output, Publication};
use journal::Verdict;
use sim::{Disk, Tempo};
use std::thread;
use topboard::{
    bench::evening::Play,
    journal_files::{
        reader,
        writer::{JournalWriter, Opened},
    },
    public::games,
};

const RECORDS: usize = 200;
/// Every torn write is read. At every step of this many bytes, and at the last byte, the hall is folded from it too.
const STEP: usize = 16;
/// The segment length in bytes: small, so that some of the records begin a new file.
const SEGMENT_MAX: u64 = 16_000;

/// The fold of the first records, up to some number.
#[derive(Debug, PartialEq, Eq)]
struct State {
    games: String,
    told: Vec<(u16, u64)>,
    untold: Vec<Publication>,
}

fn untold(hall: &mut Hall) -> Vec<Publication> {
    let publications = std::iter::from_fn(|| hall.poll()).filter_map(|output| match output {
        Output::Publish(publication) => Some(publication),
        _ => None,
    });
    publications.collect()
}

impl State {
    fn of(fold: Fold, told: &[(u16, u64)]) -> State {
        let mut hall = fold.finish().hall;
        State { games: games::of_hall(&hall).to_string(), told: told.to_vec(), untold: untold(&mut hall) }
    }
}

/// Makes a journal of a few minutes' play, written record by record. Returns every write to the disk in order, and the
/// records.
fn written() -> (Vec<sim::disk::Write>, Vec<String>) {
    let mut play = Play::new(2, 1, 5, Tempo::Scramble);
    play.until(90_000);
    let disk = Faulty::new(Disk::new(1));
    disk.disk().history = Some(Vec::new());
    let mut journal = JournalWriter::open_on(disk.clone(), SEGMENT_MAX, |_, _| {}).expect("it opens").journal;
    for record in play.take().iter().take(RECORDS) {
        let body = Body::parse(&record.text).expect("it was just written");
        journal.append(&body);
        if matches!(body, Body::Published { .. }) {
            let wanted = journal.appended_seq();
            journal.sync();
            while journal.safe_seq() < wanted {
                journal.blocking_heard();
            }
        }
        journal.flush();
    }
    assert!(journal.close());
    let mut records = Vec::new();
    let read = reader::read(&mut disk.clone(), |read| {
        records.push(read.record.body.clone());
        Ok(())
    });
    assert_eq!(read.expect("it can be read").verdict, Verdict::Whole);
    let history = disk.disk().history.take().expect("it was asked for");
    (history, records)
}

/// Returns the state of the journal after each number of records, by the fold alone.
fn states(records: &[String]) -> Vec<State> {
    let bodies: Vec<Body> = records.iter().map(|text| Body::parse(text).expect("it is ours")).collect();
    (0..=bodies.len())
        .map(|count| {
            let mut fold = Fold::new();
            let mut told = Vec::new();
            for (seq, body) in (1..).zip(&bodies[..count]) {
                if let Body::Published { publication, .. } = body {
                    told.push((publication.table, publication.rev));
                }
                fold.feed(seq, body.clone());
            }
            State::of(fold, &told)
        })
        .collect()
}

/// Reads the journal after a crash: what is whole is read, the rest is a torn tail and nothing worse.
fn check_read(disk: &Disk) {
    let (bytes, whole) = lengths(disk);
    let reading = reader::read(&mut Faulty::new(disk.clone()), |_| Ok(())).expect("it can be read");
    match reading.verdict {
        Verdict::Whole => assert_eq!(whole, bytes),
        Verdict::Torn { kept_bytes, cut_bytes } => {
            assert_eq!((kept_bytes, cut_bytes), (whole as u64, (bytes - whole) as u64));
        }
        Verdict::Damaged { .. } => panic!("{:?}", reading.verdict),
    }
}

/// Opens the journal after a crash, as a restart does, and compares. With `goes_on` it then goes on with it.
fn check_open(disk: &Disk, states: &[State], goes_on: bool) {
    let (bytes, whole) = lengths(disk);
    let disk = Faulty::new(disk.clone());
    let mut count = 0;
    let mut told = Vec::new();
    let opened = JournalWriter::open_on(disk.clone(), SEGMENT_MAX, |_, body| {
        count += 1;
        if let Body::Published { publication, .. } = body {
            told.push((publication.table, publication.rev));
        }
    });
    let Opened { mut journal, folded, cut_bytes, .. } = opened.expect("a torn end is mended");
    assert_eq!(cut_bytes.unwrap_or(0), (bytes - whole) as u64);
    let mut hall = folded.hall;
    let state = State { games: games::of_hall(&hall).to_string(), told, untold: untold(&mut hall) };
    assert_eq!(state, states[count], "after {count} records");
    for publication in &state.untold {
        let is_new =
            state.told.iter().all(|(table, rev)| *table != publication.table || *rev < publication.rev);
        assert!(is_new, "told again: {publication:?}");
    }
    if goes_on {
        journal.append(&Body::Bytes { t_ms: u64::MAX / 2, link: 1, bytes: vec![1] });
    }
    assert!(journal.close());
    if goes_on {
        let reading = reader::read(&mut disk.clone(), |_| Ok(())).expect("it can be read");
        assert_eq!(reading.verdict, Verdict::Whole);
        assert!(reading.chain.seq() > count as u64);
    }
}

/// Returns the bytes of the journal, and of its whole lines.
fn lengths(disk: &Disk) -> (usize, usize) {
    let files = disk.names().map(|name| disk.bytes(name).unwrap_or_default());
    files.fold((0, 0), |(bytes, whole), file| {
        let end = file.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        (bytes + file.len(), whole + end)
    })
}

#[test]
fn a_write_torn_at_any_byte_costs_at_most_its_own_record() {
    let (history, records) = written();
    assert!(records.len() >= RECORDS && history.iter().any(|write| write.name != "hall.journal"));
    let states = states(&records);
    let workers = thread::available_parallelism().map_or(2, usize::from);
    let done: usize = thread::scope(|scope| {
        let work = |worker: usize| {
            let (history, states) = (&history, &states);
            move || {
                let mut disk = Disk::new(1);
                let mut done = 0;
                for (number, write) in history.iter().enumerate() {
                    disk.create(&write.name).expect("there is room");
                    if number % workers == worker {
                        for byte in 0..write.bytes.len() {
                            let mut torn = disk.clone();
                            torn.write(&write.name, write.offset, &write.bytes[..byte])
                                .expect("there is room");
                            check_read(&torn);
                            if byte % STEP == 0 || byte + 1 == write.bytes.len() {
                                check_open(&torn, states, byte % (2 * STEP) == 0);
                            }
                            done += 1;
                        }
                    }
                    disk.write(&write.name, write.offset, &write.bytes).expect("there is room");
                }
                done
            }
        };
        let threads: Vec<_> = (0..workers).map(|worker| scope.spawn(work(worker))).collect();
        threads.into_iter().map(|thread| thread.join().expect("it found nothing wrong")).sum()
    });
    println!("{done} torn writes");
    assert!(done > 15_000, "only {done} places to tear at");
}
