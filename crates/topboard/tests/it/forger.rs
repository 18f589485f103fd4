//! A journal of some minutes, and the deed of each forger of docs/journal.md.

use board::Maker;
use ed25519_dalek::{Signer, SigningKey};
use hall::{Body, HallSetup};
use journal::{Chain, Opening, SignedHead, Tombstone, Writer, hex, signature};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};
use topboard::journal_files::{
    signing::{signed_head, signing_key::Key},
    storage::{FOLDER, Folder, file_name},
    writer::JournalWriter,
};

/// Makes a journal of five minutes and a half in three files, signed in time, ended in order.
pub(crate) fn genuine(data: &Path) {
    let key = Key::of_folder(data).expect("it can be made");
    let storage = Folder::lock(data).expect("nobody else has it");
    let mut journal = JournalWriter::open_on(storage, 1 << 20, |_, _| ()).expect("it can be begun").journal;
    journal.append(&Body::Key { t_ms: 0, key: key.public() });
    journal.append(&Body::Start { t_ms: 0, program: "topboard test".to_owned(), wall_ms: None });
    journal.append(&Body::Setup { t_ms: 0, setup: Box::new(HallSetup::default()) });
    journal.append(&Body::Opened { t_ms: 0, link: 1, port: "p".to_owned(), maker: Maker::Dgt });
    for second in 1..=330 {
        if second % 110 == 0 && second < 330 {
            journal.begin_segment();
        }
        journal.append(&Body::Bytes { t_ms: second * 1000, link: 1, bytes: vec![0x41; 8] });
        if second % 50 == 0 || second == 330 {
            journal.sign(second * 1000, &key);
        }
    }
    journal.sync();
    assert!(journal.close(), "the disk takes it");
}

/// Returns the bodies of each file, for a forger to work on.
pub(crate) fn bodies(data: &Path) -> Vec<Vec<String>> {
    let text = |segment| fs::read_to_string(file(data, segment)).expect("it is there");
    (1..=3).map(|segment| text(segment).lines().map(|line| line[17..].to_owned()).collect()).collect()
}

/// The treatment of a signature when a forger makes the chain anew.
pub(crate) enum Signing<'a> {
    Keep,
    Drop,
    With(&'a SigningKey),
}

/// Chains everything anew and writes it. `signing` decides what becomes of the signature in this file of the journal,
/// at this line.
pub(crate) fn forge<'a>(
    data: &Path,
    bodies: &[Vec<String>],
    signing: impl Fn(usize, usize) -> Signing<'a>,
) -> SignedHead {
    let mut writer = Writer::new();
    let mut last = None;
    for (at, bodies) in bodies.iter().enumerate() {
        let mut lines = Vec::new();
        for (line, body) in bodies.iter().enumerate() {
            let body = match Body::parse(body).expect("it is readable") {
                Body::Journal { program, epoch, segment: Some(opening) } => {
                    let segment = Some(Opening { number: opening.number, after: writer.chain() });
                    Body::Journal { program, epoch, segment }.emit()
                }
                Body::Signed { t_ms, .. } => match signing(at, line) {
                    Signing::Keep => body.clone(),
                    Signing::Drop => continue,
                    Signing::With(key) => {
                        let signed = sign(key, &writer.chain());
                        last = Some(signed);
                        signed.emit(t_ms)
                    }
                },
                _ => body.clone(),
            };
            writer.append(&body, &mut lines).expect("it was a record");
        }
        fs::write(file(data, at as u32 + 1), lines).expect("it can be written");
    }
    last.unwrap_or(SignedHead { seq: 0, head: [0; 32], key: [0; 32], signature: [0; 64] })
}

fn sign(key: &SigningKey, chain: &Chain) -> SignedHead {
    let (seq, head) = (chain.seq(), chain.head());
    let signature = key.sign(&signature::message(seq, &head)).to_bytes();
    SignedHead { seq, head, key: key.verifying_key().to_bytes(), signature }
}

pub(crate) fn file(data: &Path, segment: u32) -> PathBuf {
    data.join(FOLDER).join(file_name(segment))
}

fn change(bodies: &mut [Vec<String>]) {
    let changed = bodies[1][20].replace("4141", "4241");
    assert_ne!(bodies[1][20], changed);
    bodies[1][20] = changed;
}

fn truncate(path: &Path, length: impl Fn(&[u8]) -> usize) {
    let bytes = fs::read(path).expect("it is there");
    fs::write(path, &bytes[..length(&bytes)]).expect("it can be written");
}

/// Returns the offset of the line that is `lines` before the last.
fn line_before_last(bytes: &[u8], lines: usize) -> usize {
    let ends: Vec<usize> =
        bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
    ends[ends.len() - 1 - lines] + 1
}

/// Puts a tombstone signed with another key in the place of the second file.
fn bury(data: &Path) {
    let other = SigningKey::from_bytes(&[9; 32]);
    let chain = |upto: usize| {
        let mut chain = Chain::new();
        bodies(data)[..upto].iter().flatten().for_each(|body| _ = chain.extend(body.as_bytes()));
        chain
    };
    let stone = Tombstone {
        epoch: "e".to_owned(),
        segment: 2,
        before: chain(1),
        after: chain(2),
        bytes: 5000,
        event: "Spring Open".to_owned(),
        round: "1".to_owned(),
        t_ms: (110_000, 219_000),
        wall_ms: None,
        synced: None,
        by: "Nobody".to_owned(),
        why: "kept for a year".to_owned(),
        keys: BTreeSet::new(),
        key: other.verifying_key().to_bytes(),
    };
    let body = stone.emit(&other.sign(&stone.message()).to_bytes()).expect("it is short");
    let mut line = Vec::new();
    Writer::resume(stone.before).append(&body, &mut line).expect("it is short");
    fs::write(file(data, 2), line).expect("it can be written");
}

/// Does what a row of the table says.
pub(crate) fn commit(what: &str, data: &Path) {
    let index = data.join(FOLDER).join("index");
    let kept = data.join(signed_head::HEAD_NAME);
    let remove = |path: &Path| fs::remove_file(path).expect("it is there");
    let empty = |path: &Path| fs::write(path, "").expect("it can be written");
    let mut taken = bodies(data);
    let other = SigningKey::from_bytes(&[9; 32]);
    let told = signature::key_body(0, &other.verifying_key().to_bytes());
    match what {
        "nothing" => {}
        "a byte changed" => {
            let mut bytes = fs::read(file(data, 2)).expect("it is there");
            bytes[600] ^= 1;
            fs::write(file(data, 2), bytes).expect("it can be written");
        }
        "cut within a line" => truncate(&file(data, 3), |bytes| line_before_last(bytes, 5) + 30),
        "cut at the end of a line" => truncate(&file(data, 3), |bytes| line_before_last(bytes, 5)),
        "the last file emptied" => empty(&file(data, 3)),
        "the last file removed" => remove(&file(data, 3)),
        "the last file and the index removed" => {
            remove(&file(data, 3));
            remove(&index);
        }
        "the second file emptied" => empty(&file(data, 2)),
        "the first file emptied" => empty(&file(data, 1)),
        "the first file removed" => remove(&file(data, 1)),
        "two files swapped" => {
            let second = fs::read(file(data, 2)).expect("it is there");
            fs::copy(file(data, 3), file(data, 2)).expect("it can be copied");
            fs::write(file(data, 3), second).expect("it can be written");
        }
        "a file emptied beside its archive" => {
            let mut archive = Command::new(env!("CARGO_BIN_EXE_topboard"));
            let done = archive.args(["archive", "--keep"]).arg(file(data, 1)).stdout(Stdio::null()).status();
            assert!(done.expect("the program starts").success());
            empty(&file(data, 1));
        }
        // A copy from the time when the second file ended.
        "an older copy put back" => {
            remove(&file(data, 3));
            remove(&index);
            truncate(&file(data, 2), |bytes| line_before_last(bytes, 2));
        }
        "a record changed, chained anew" => {
            change(&mut taken);
            forge(data, &taken, |_, _| Signing::Keep);
        }
        "the same, and the signatures behind it taken out" => {
            change(&mut taken);
            forge(data, &taken, |at, line| if (at, line) < (1, 20) { Signing::Keep } else { Signing::Drop });
        }
        "all signatures taken out, chained anew" => _ = forge(data, &taken, |_, _| Signing::Drop),
        "the same, without its first line" => {
            taken[0].remove(0);
            forge(data, &taken, |_, _| Signing::Drop);
        }
        "signed anew with another key" => {
            taken[0][1] = told;
            forge(data, &taken, |_, _| Signing::With(&other));
        }
        "from its middle on signed with another key, which it tells there" => {
            taken[1].insert(20, told);
            forge(
                data,
                &taken,
                |at, line| {
                    if (at, line) < (1, 20) { Signing::Keep } else { Signing::With(&other) }
                },
            );
        }
        "a tombstone of another key in the place of a file" => bury(data),
        "the end cut off, and `evidence.head` removed" => {
            truncate(&file(data, 3), |bytes| line_before_last(bytes, 5));
            remove(&kept);
        }
        "the end cut off, and `evidence.head` emptied" => {
            truncate(&file(data, 3), |bytes| line_before_last(bytes, 5));
            fs::write(&kept, "").expect("it can be written");
        }
        "written anew with the key itself, and `evidence.head`, too" => {
            change(&mut taken);
            let seed = fs::read_to_string(data.join("evidence.key")).expect("it is there");
            let own = SigningKey::from_bytes(&hex::parse(seed.trim()).expect("it is a key"));
            let last = forge(data, &taken, |_, _| Signing::With(&own));
            signed_head::write(data, &signed_head::text(&last)).expect("it can be written");
        }
        other => panic!("nobody knows how to do this: {other}"),
    }
}
