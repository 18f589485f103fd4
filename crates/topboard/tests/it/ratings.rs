//! `topboard ratings` as a shell sees it: lists plain and packed, and files that are none.

use crate::rig::folder;
use std::{
    collections::BTreeMap,
    fs,
    io::Write,
    path::Path,
    process::{Command, Output},
};
use topboard::event::rating_list;
use tournament::{
    Entrant,
    ratings::{
        ListTally, RatingKind,
        sample::{Sample, SampleFormat},
    },
};
use zip::{ZipWriter, write::SimpleFileOptions};

const SAMPLE: Sample = Sample { seed: 5, rows: 3000, format: SampleFormat::FixedWidth };

fn list(format: SampleFormat) -> String {
    Sample { format, ..SAMPLE }.pieces().collect()
}

/// Packs files into an archive.
fn pack(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, bytes) in files {
        archive.start_file(*name, SimpleFileOptions::default()).expect("a name");
        archive.write_all(bytes).expect("into memory");
    }
    archive.finish().expect("into memory").into_inner()
}

fn topboard(base: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_topboard"))
        .current_dir(base)
        .args(arguments)
        .output()
        .expect("the program starts")
}

/// Runs a command and checks its exit code and its words. Returns its standard output.
fn check(base: &Path, arguments: &[&str], code: i32, part: &str) -> String {
    let output = topboard(base, arguments);
    let [out, said] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {out}{said}");
    assert!(out.contains(part) || said.contains(part), "{arguments:?} does not say {part:?}: {out}{said}");
    out
}

#[test]
fn people_are_found_in_lists_of_every_kind() {
    let base = folder("ratings-found");
    let (text, xml) = (list(SampleFormat::FixedWidth), list(SampleFormat::Xml));
    let read_me: (&str, &[u8]) = ("README.md", b"no list");
    for (name, bytes) in [
        ("list.txt", text.as_bytes()),
        ("list.xml", xml.as_bytes()),
        ("list-text.zip", &pack(&[read_me, ("players_list.TXT", text.as_bytes())])),
        ("list-xml", &pack(&[("players_list_xml_foa.xml", xml.as_bytes())])),
    ] {
        fs::write(base.join(name), bytes).expect("it can be written");
        let entry = SAMPLE.entry(1234);
        let (id, federation) = (entry.fide_id.to_string(), entry.federation.as_str());
        let by_name = check(
            &base,
            &["ratings", name, "--find", &entry.name, "--federation", federation, "--json"],
            0,
            "",
        );
        let first: serde_json::Value = by_name.lines().next().expect("somebody").parse().expect("JSON");
        assert_eq!((&first["name"], &first["name_is"]), (&entry.name.clone().into(), &"same".into()));
        assert!(by_name.contains(&format!("\"fide_id\":{id}")), "{by_name}");
        let by_id = check(&base, &["ratings", name, "--find", &id], 0, &entry.name);
        assert_eq!(by_id.lines().count(), 2, "{by_id}");
    }
    let entry = SAMPLE.entry(7);
    let (surname, _) = entry.name.split_once(',').expect("a comma");
    check(&base, &["ratings", "list.txt", "--find", surname], 0, &entry.name);
    check(&base, &["ratings", "list.txt", "--find", "Nobody, Known"], 1, "nobody among 3000 entries");
    check(&base, &["ratings", "list.txt", "--find", " "], 64, "write a name");
    check(&base, &["ratings", "list.txt", "--find", "A", "--federation", "Poland"], 64, "three letters");
}

#[test]
fn files_that_are_no_lists_are_refused_in_a_sentence() {
    let base = folder("ratings-wrong");
    let text = list(SampleFormat::FixedWidth);
    let packed = pack(&[("list.txt", text.as_bytes())]);
    // Changes four bytes of what the archive says of its file, in front of the file and in the table at its end.
    let saying = |places: [usize; 2], number: u32| {
        let mut archive = packed.clone();
        for (mark, at) in [b"PK\x03\x04", b"PK\x01\x02"].iter().zip(places) {
            let found = archive.windows(4).rposition(|four| four == *mark).expect("it is there");
            archive[found + at..found + at + 4].copy_from_slice(&number.to_le_bytes());
        }
        archive
    };
    let bomb = saying([22, 24], 3_000_000_000);
    let damaged = saying([14, 16], 7);
    let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for (name, bytes, part) in [
        ("letter.txt", &b"Dear arbiter,\n"[..], "line 1: this is no rating list"),
        ("empty.txt", b"", "the list is empty"),
        ("page.txt", b"<!DOCTYPE html>\n<html></html>", "this is no rating list"),
        ("cut.txt", &text.as_bytes()[..text.len() - 40], "line 3001: the list ends too early"),
        ("utf16.txt", &[b"\xFF\xFE".as_slice(), &utf16].concat(), "UTF-16"),
        ("zeros.txt", &[0; 10_000], "no rating list"),
        ("bomb.zip", &bomb, "more than 2048 MiB unpacked"),
        ("cut.zip", &packed[..packed.len() / 2], "cannot be unpacked"),
        ("damaged.zip", &damaged, "fetch it again"),
        ("none.zip", &pack(&[("list.pdf", b"x")]), "no .txt and no .xml"),
        ("two.zip", &pack(&[("a.txt", b"x"), ("b.xml", b"x")]), "holds 2 files"),
        ("nothing.zip", &pack(&[]), "no .txt and no .xml"),
    ] {
        fs::write(base.join(name), bytes).expect("it can be written");
        check(&base, &["ratings", name, "--find", "Nowak"], 1, part);
    }
    let pipe = base.join("pipe");
    rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, 0o600.into(), 0).expect("a pipe");
    for (name, part) in [
        ("pipe", "it is a pipe"),
        (".", "it is a folder"),
        ("/dev/zero", "it is a device"),
        ("gone", "check the path"),
    ] {
        check(&base, &["ratings", name, "--find", "Nowak"], 1, part);
    }
}

#[test]
fn players_are_completed_from_a_file() {
    let base = folder("ratings-complete");
    let path = base.join("players_list.zip");
    let archive = pack(&[("players_list.txt", list(SampleFormat::FixedWidth).as_bytes())]);
    fs::write(&path, archive).expect("it can be written");
    let entry = SAMPLE.entry(99);
    let mut entrant = Entrant::named(&entry.name);
    entrant.player.fide_id = Some(entry.fide_id);
    let mut players = BTreeMap::from([(1, entrant), (2, Entrant::named("Nobody, Known"))]);
    let (completed, tally) = rating_list::complete(&path, &players, RatingKind::Rapid).expect("a list");
    assert_eq!(tally, ListTally { entries: 3000, ..ListTally::default() });
    assert_eq!(
        (completed.found, completed.doubts.len()),
        (1, 1 + usize::from(entry.ratings.rapid.is_none()))
    );
    for change in completed.changes {
        change.difference.apply(players.get_mut(&change.player).expect("a player"));
    }
    assert_eq!(players[&1].player.federation, entry.federation);
    assert_eq!(players[&1].player.elo, entry.ratings.rapid);
}
