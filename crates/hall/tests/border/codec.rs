//! What the squeezer shortens, the expander gives back: the bytes, their links and their instants, whatever happens in
//! between. Where records are missing, bytes may be missing, but none is made up.

use board::bench::Dice;
use board::{Maker, Millis};
use hall::{
    Body, Input, LinkNo,
    codec::{Expander, Squeezer},
};
use journal::{Chain, Opening, Tombstone};
use std::collections::BTreeMap;

/// An input with its instant.
type Timed = (Millis, Input);

/// A record as it is written, and the inputs for which it was written.
struct Record {
    body: Body,
    inputs: Vec<Timed>,
}

/// A journal in the making: its files with their records.
#[derive(Default)]
struct Journal {
    squeezer: Squeezer,
    /// The inputs of the open record.
    open: Vec<Timed>,
    files: Vec<Vec<Record>>,
}

/// The room that a file has for a record of repetitions, in bytes: some forty words.
const ROOM: u64 = 2000;

impl Journal {
    fn begin_file(&mut self) {
        self.close();
        let number = self.files.len() as u32 + 1;
        let segment = (number > 1).then_some(Opening { number, after: Chain::new() });
        self.files.push(Vec::new());
        self.write(Body::Journal { program: String::new(), epoch: String::new(), segment }, Vec::new());
    }

    fn close(&mut self) {
        let inputs = std::mem::take(&mut self.open);
        match self.squeezer.close() {
            Some(body) => self.push(Record { body, inputs }),
            None => assert!(inputs.is_empty()),
        }
    }

    fn put(&mut self, t_ms: Millis, input: Input) {
        if let Input::Bytes { link, bytes } = &input
            && self.squeezer.put(t_ms, *link, bytes, ROOM)
        {
            self.open.push((t_ms, input));
        } else {
            self.write(Body::from_input(t_ms, &input), vec![(t_ms, input)]);
        }
        self.squeezer.check(ROOM);
    }

    fn write(&mut self, body: Body, inputs: Vec<Timed>) {
        self.close();
        self.squeezer.note(&body);
        self.push(Record { body, inputs });
    }

    fn push(&mut self, record: Record) {
        let text = record.body.emit();
        assert!(!matches!(record.body, Body::Again { .. }) || text.len() as u64 <= ROOM, "{text}");
        assert_eq!(Body::parse(&text).as_ref(), Ok(&record.body));
        self.files.last_mut().expect("there is a file").push(record);
    }

    fn records(&self) -> impl Iterator<Item = &Record> {
        self.files.iter().flatten()
    }
}

const MAKERS: [Maker; 5] = [Maker::ChessLink, Maker::Certabo, Maker::Sentio, Maker::Dgt, Maker::DgtBus];

/// Dice that differ from their neighbours' from the first roll on.
fn dice_of(seed: u64) -> Dice {
    Dice((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
}

/// A journal of six links, of which some say mostly what they said before, cut anywhere.
fn journal(seed: u64) -> Journal {
    let mut dice = dice_of(seed);
    let mut journal = Journal::default();
    journal.begin_file();
    let mut reports: BTreeMap<LinkNo, Vec<u8>> = BTreeMap::new();
    let mut t_ms = 0;
    for _ in 0..dice.below(600) + 20 {
        t_ms += [0, 1, 41, 5000][dice.below(4) as usize];
        let link = dice.below(6) as LinkNo;
        match dice.below(40) {
            0 => journal.begin_file(),
            1 | 2 => {
                let maker = MAKERS[dice.below(MAKERS.len() as u32) as usize];
                journal.put(t_ms, Input::Opened { link, port: format!("port{link}"), maker });
            }
            3 => journal.put(t_ms, Input::Lost { link }),
            4 => journal.put(t_ms, Input::Start { program: String::new(), wall_ms: None }),
            5 => journal.write(Body::Safe { seq: 1 }, Vec::new()),
            6 => journal.close(),
            7 => {
                let length = [1, 30, 67, 1200, 4097][dice.below(5) as usize];
                reports.insert(link, (0..length).map(|_| dice.below(3) as u8).collect());
            }
            _ => {
                let report = reports.entry(link).or_insert_with(|| vec![7; 67]);
                let cut = if dice.below(3) == 0 { dice.below(report.len() as u32) as usize } else { 0 };
                report.rotate_left(cut);
                let length = if dice.below(3) == 0 {
                    dice.below(report.len() as u32 + 1) as usize
                } else {
                    report.len()
                };
                journal.put(t_ms, Input::Bytes { link, bytes: report[..length].to_vec() });
            }
        }
    }
    journal.close();
    journal
}

/// Expands a record and checks that each input is the one that was squeezed, or, if records are missing, is not known.
/// Returns how many are not.
fn expand(expander: &mut Expander, record: &Record, seed: u64) -> usize {
    let read: Vec<_> = expander.expand(record.body.clone()).collect();
    assert_eq!(read.len(), record.inputs.len(), "seed {seed}");
    let mut unknown = 0;
    for ((t_ms, input), (then_ms, then)) in read.iter().zip(&record.inputs) {
        assert_eq!(t_ms, then_ms, "seed {seed}");
        match input {
            Some(input) => assert_eq!(input, then, "seed {seed}"),
            None => unknown += 1,
        }
    }
    unknown
}

#[test]
fn what_was_squeezed_is_read_as_it_came() {
    let mut words = 0;
    for seed in 0..300 {
        let journal = journal(seed);
        let mut expander = Expander::default();
        for record in journal.records() {
            assert_eq!(expand(&mut expander, record, seed), 0, "seed {seed}");
            words += if let Body::Again { run, .. } = &record.body { run.len() } else { 0 };
        }
    }
    assert!(words > 10_000, "only {words} repetitions");
}

fn tombstone(t_ms: Millis) -> Body {
    let nobody = String::new;
    let tombstone = Tombstone {
        epoch: nobody(),
        segment: 1,
        before: Chain::new(),
        after: Chain::new(),
        bytes: 0,
        event: nobody(),
        round: nobody(),
        t_ms: (0, t_ms),
        wall_ms: None,
        synced: None,
        by: nobody(),
        why: nobody(),
        keys: [[0; 32]].into(),
        key: [0; 32],
    };
    Body::Erased { tombstone: Box::new(tombstone), text: nobody() }
}

#[test]
fn an_erased_file_takes_only_the_bytes_of_ports_that_were_opened_in_it() {
    let mut erased = 0;
    for seed in 0..300 {
        let journal = journal(seed);
        let gone = seed as usize % journal.files.len();
        let opens = journal.files[gone].iter().any(|record| matches!(record.body, Body::Opened { .. }));
        let mut expander = Expander::default();
        for (number, file) in journal.files.iter().enumerate() {
            if number == gone {
                let last = file.iter().rev().find_map(|record| record.body.t_ms());
                assert_eq!(expander.expand(tombstone(last.unwrap_or_default())).count(), 0);
                erased += file.len();
                continue;
            }
            for record in file {
                let unknown = expand(&mut expander, record, seed);
                assert!(unknown == 0 || (opens && number > gone), "seed {seed}");
            }
        }
    }
    assert!(erased > 1000, "only {erased} records");
}

#[test]
fn of_what_recovery_left_out_nothing_is_made_up() {
    let (mut known, mut unknown) = (0, 0);
    for seed in 0..300 {
        let journal = journal(seed);
        let mut dice = dice_of(seed);
        let from = dice.below(journal.records().count() as u32) as usize;
        let gone = from..from + 1 + dice.below(20) as usize;
        let mut expander = Expander::default();
        for (number, record) in journal.records().enumerate() {
            if number == gone.start {
                let text = r#"{"salvaged":{"line":9,"why":"torn"}}"#.to_owned();
                assert_eq!(expander.expand(Body::Other { t_ms: None, text }).count(), 0);
            }
            if !gone.contains(&number) {
                unknown += expand(&mut expander, record, seed);
                known += usize::from(number >= gone.end && matches!(record.body, Body::Again { .. }));
            }
        }
    }
    assert!(unknown > 100 && known > 1000, "{unknown} unknown, {known} records after a hole");
}
