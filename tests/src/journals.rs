//! Tests with kept journals: folded again and compared with what they say was published; journals of several files,
//! and erased ones.

use hall::{Body, Fold, Folded, Matter, Notice, Output, PublicPly, Publication, TableNo};
use journal::{Audit, Audited, Expected, Finding, KnownHead, Reader, Verdict};
use std::collections::BTreeMap;
use std::path::Path;

/// Reads the records of a kept journal.
fn records(name: &str) -> Vec<Body> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("journals").join(name);
    let mut reader = Reader::new();
    reader.push(&std::fs::read(path).expect("the journal is kept"));
    let bodies: Vec<Body> = std::iter::from_fn(|| reader.poll_record())
        .map(|record| Body::parse(&record.body).expect("a version that is read"))
        .collect();
    assert!(matches!(reader.finish().0, Verdict::Whole), "{name} was changed");
    bodies
}

fn fold(bodies: &[Body]) -> Folded {
    let mut fold = Fold::new();
    for (body, seq) in bodies.iter().zip(1..) {
        fold.feed(seq, body.clone());
    }
    fold.finish()
}

/// The moves of every table after some publications, as a subscriber has them.
#[derive(Default)]
struct World(BTreeMap<TableNo, (u32, Vec<PublicPly>)>);

impl World {
    fn hear(&mut self, publication: &Publication) {
        let (game, plies) = self.0.entry(publication.table).or_default();
        if *game != publication.game {
            plies.clear();
        }
        *game = publication.game;
        plies.truncate(publication.from);
        plies.extend_from_slice(&publication.plies);
    }

    fn moves(&self, table: TableNo) -> Vec<&str> {
        self.0[&table].1.iter().map(|ply| ply.san.as_str()).collect()
    }
}

#[test]
fn what_an_older_version_decided_otherwise_is_listed_by_table_and_stays_published() {
    let bodies = records("older-decision.journal");
    let mut folded = fold(&bodies);
    let wanted = Matter::Ply { ply: 5, then: Some("Bg5".to_owned()), now: Some("Bf4".to_owned()) };
    let found = folded.divergences.iter().find(|divergence| divergence.matter == wanted);
    let found = found.unwrap_or_else(|| panic!("{:?}", folded.divergences));
    assert_eq!((found.table, found.game), (2, 1));
    let Body::Published { publication, .. } = &bodies[found.seq as usize - 1] else {
        panic!("record {} is no publication", found.seq)
    };
    assert_eq!(publication.table, 2);
    folded.announce_divergences();
    let told = std::iter::from_fn(|| folded.poll()).any(|output| {
        matches!(output, Output::Notice(Notice::Diverged { divergence }) if divergence.matter == wanted)
    });
    assert!(told, "the operator is told");
}

#[test]
fn what_is_believed_today_is_told_as_a_change_of_what_the_world_was_told() {
    let bodies = records("older-decision.journal");
    let mut world = World::default();
    for body in &bodies {
        if let Body::Published { publication, .. } = body {
            world.hear(publication);
        }
    }
    assert!(world.moves(2).contains(&"Bg5"), "the journal's own history has the old move");
    let mut folded = fold(&bodies);
    while let Some(output) = folded.hall.poll() {
        if let Output::Publish(publication) = output {
            world.hear(&publication);
        }
    }
    for table in folded.hall.tables() {
        let score = table.score();
        let believed: Vec<String> =
            (0..score.plies.len()).map(|index| score.after(index + 1).fen()).collect();
        let shown: Vec<&str> = world.0[&table.number()].1.iter().map(|ply| ply.fen.as_str()).collect();
        assert_eq!(shown, believed, "table {}", table.number());
    }
}

/// The head of the two journals of several files, and the key that signed them.
const HEAD: &str = "19f3b9395f726ba5771ff1a8387643b6723355d6d9e097ef62381f14d3d455a7";
const KEY: &str = "ad010a9d9a1e2e5f347ad5db7ecefaa6d28454e6f6c2d9f1c5c30dc387571b1b";

/// Reads the files of a kept journal of two.
fn files(name: &str) -> [Vec<u8>; 2] {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("journals").join(name);
    ["hall.journal", "hall.0002.journal"].map(|file| std::fs::read(folder.join(file)).expect("it is kept"))
}

fn audit(files: &[&[u8]]) -> Audited {
    let key = journal::hex::parse(KEY);
    let mut audit = Audit::of_segment(Expected { key, head: KnownHead::parse(HEAD) });
    for file in files {
        audit.next_file();
        audit.push(file);
    }
    audit.finish()
}

#[test]
fn a_journal_of_several_files_is_read_as_it_was_written_also_where_its_first_round_was_erased() {
    let (whole, erased) = (files("two-rounds"), files("round-erased"));
    assert_eq!(whole[1], erased[1], "what is left is not touched");
    for files in [&whole, &erased] {
        let found = audit(&[&files[0], &files[1]]);
        assert_eq!((found.finding, found.records, found.signed_seq), (Finding::Whole, 505, 504));
        let alone = audit(&[&files[1]]);
        assert_eq!((alone.finding, alone.after), (Finding::Whole, 257));
    }
    let found = audit(&[&erased[0], &erased[1]]);
    let [stone] = &found.erased[..] else { panic!("{found:?}") };
    assert_eq!((stone.first_seq(), stone.last_seq(), stone.bytes), (1, 257, whole[0].len() as u64));
    assert_eq!((stone.round.as_str(), stone.by.as_str()), ("1", "A. Nowak, organiser"));
    assert!(!String::from_utf8_lossy(&erased.concat()).contains("Kowalska, Zażółć 1"));
    for (files, wanted) in [(&whole, 4), (&erased, 2)] {
        let mut reader = Reader::new();
        reader.push(&files.concat());
        let mut fold = Fold::new();
        while let Some(record) = reader.poll_record() {
            let body = Body::parse(&record.body).expect("a version that is read");
            assert_eq!(body.emit(), record.body, "it is written as it was read");
            fold.feed(record.seq, body);
        }
        let folded = fold.finish();
        let games = folded.hall.tables().flat_map(|table| table.games());
        assert_eq!(games.filter(|game| game.plies.len() >= 8).count(), wanted);
        assert_eq!(folded.hall.setup().map(|setup| setup.round.as_str()), Some("2"));
    }
}
