//! The table of forgers in docs/journal.md, played through: each of them does what its row says to a journal, and every reader
//! says what the row says it does.

use crate::rig::{config, folder};
use board::Maker;
use ed25519_dalek::{Signer, SigningKey};
use hall::{Body, HallSetup};
use journal::{Chain, KnownHead, Opening, SignedHead, Tombstone, Writer, hex, signature};
use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};
use topboard::{
    book::Book,
    head,
    key::Key,
    storage::{FOLDER, Folder, file_name},
};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What a row of the table says: what was done, and a word for each reader.
fn table() -> Vec<Vec<String>> {
    let text = fs::read_to_string(Path::new(ROOT).join("docs/journal.md")).expect("the document is there");
    let (_, rest) = text.split_once("| what was done |").expect("it has the table");
    let rows = rest.lines().skip(2).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    rows.map(cells).collect()
}

/// Five minutes and a half in three files, signed in time, ended in order.
fn genuine(data: &Path) {
    let key = Key::of_folder(data).expect("it can be made");
    let storage = Folder::lock(data).expect("nobody else has it");
    let mut book = Book::open_on(storage, 1 << 20, |_| ()).expect("it can be begun").book;
    book.append(&Body::Key { t_ms: 0, key: key.public() });
    book.append(&Body::Start { t_ms: 0, program: "topboard test".to_owned(), wall_ms: None });
    book.append(&Body::Setup { t_ms: 0, setup: Box::new(HallSetup::default()) });
    book.append(&Body::Opened { t_ms: 0, link: 1, port: "p".to_owned(), maker: Maker::Dgt });
    for second in 1..=330 {
        if second % 110 == 0 && second < 330 {
            book.begin_segment();
        }
        book.append(&Body::Bytes { t_ms: second * 1000, link: 1, bytes: vec![0x41; 8] });
        if second % 50 == 0 || second == 330 {
            book.sign(second * 1000, &key);
        }
    }
    book.sync();
    assert!(book.close(), "the disk takes it");
}

/// The journal as a forger takes it apart: the bodies of each file.
fn bodies(data: &Path) -> Vec<Vec<String>> {
    let text = |segment| fs::read_to_string(file(data, segment)).expect("it is there");
    (1..=3).map(|segment| text(segment).lines().map(|line| line[17..].to_owned()).collect()).collect()
}

/// What a forger does with a signature when the chain is made anew.
enum Signing<'a> {
    Keep,
    Drop,
    With(&'a SigningKey),
}

/// Chains everything anew and writes it. `signing` says what becomes of the signature in this file of the journal, at this line.
fn forge<'a>(
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

fn file(data: &Path, segment: u32) -> PathBuf {
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

/// Where the line begins that is so many before the last.
fn line_before_last(bytes: &[u8], lines: usize) -> usize {
    let ends: Vec<usize> =
        bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at).collect();
    ends[ends.len() - 1 - lines] + 1
}

/// Another's tombstone in the place of the second file.
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

/// Does what a row says.
fn commit(what: &str, data: &Path) {
    let index = data.join(FOLDER).join("index");
    let kept = data.join(head::HEAD_NAME);
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
        // A copy from when the second file ended.
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
        "written anew with the key itself, and `evidence.head`, too" => {
            change(&mut taken);
            let seed = fs::read_to_string(data.join("evidence.key")).expect("it is there");
            let own = SigningKey::from_bytes(&hex::parse(seed.trim()).expect("it is a key"));
            let last = forge(data, &taken, |_, _| Signing::With(&own));
            head::write(data, &head::text(&last)).expect("it can be written");
        }
        other => panic!("nobody knows how to do this: {other}"),
    }
}

fn run(command: &mut Command) -> (i32, String) {
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    (output.status.code().unwrap_or(-1), said)
}

/// What `verify` says, by its exit code and its JSON.
fn verify(path: &Path, more: &[String]) -> (String, String) {
    let (code, said) =
        run(Command::new(env!("CARGO_BIN_EXE_topboard")).args(["verify", "--json"]).arg(path).args(more));
    let found: serde_json::Value = serde_json::from_str(said.trim()).unwrap_or_else(|_| panic!("{said}"));
    let verdict = found["found"]["verdict"].as_str().expect("it says one").to_owned();
    let codes = [("whole", 0), ("torn", 2), ("unproven", 3)];
    let wanted = codes.iter().find(|(known, _)| *known == verdict).map_or(1, |(_, code)| *code);
    assert_eq!(code, wanted, "{verdict}: {said}");
    // In words it is the same, in the first sentence, with what it does not prove.
    let (_, words) = run(Command::new(env!("CARGO_BIN_EXE_topboard")).arg("verify").arg(path).args(more));
    let first = words.lines().next().unwrap_or_default();
    assert!(first.contains(&verdict), "{first}");
    let lacks = found["not_proved"].as_array().is_some_and(|lacking| !lacking.is_empty());
    assert_eq!(
        first.contains("not proved: "),
        lacks && ["whole", "torn"].contains(&verdict.as_str()),
        "{first}"
    );
    (verdict, said)
}

/// What the page says of these files: its own modules, in another interpreter.
fn page(files: &[PathBuf], key: &str, head: &str) -> String {
    let script = format!(
        "import {{ readFileSync }} from 'node:fs'; import {{ basename }} from 'node:path';
         import {{ auditChosen }} from '{ROOT}/web/files.js'; import {{ readHead }} from '{ROOT}/web/evidence.js';
         import {{ ofJournal }} from '{ROOT}/web/verdict.js';
         const [key, head, ...names] = process.argv.slice(1);
         const expected = {{ key: key || null, head: head ? readHead(head) : null }};
         const chosen = names.map((name) => ({{ name: basename(name), bytes: new Uint8Array(readFileSync(name)) }}));
         const checked = await auditChosen(chosen, expected);
         console.log(checked.audited.finding.kind, ofJournal(checked, expected).sentence);"
    );
    let mut node = Command::new("node");
    let (code, said) = run(node.args(["--input-type=module", "-e", &script, "--", key, head]).args(files));
    assert_eq!(code, 0, "{said}");
    said.split(' ').next().unwrap_or_default().to_owned()
}

/// What the reader of the document says.
fn reader(files: &[PathBuf]) -> (String, String) {
    let text = fs::read_to_string(Path::new(ROOT).join("docs/journal.md")).expect("the document is there");
    let program =
        text.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("it prints one");
    let (code, said) = run(Command::new("python3").arg("-c").arg(program).args(files));
    assert!(!said.contains("Traceback"), "{said}");
    let last = said.lines().last().unwrap_or_default();
    let words = ["whole", "altered", "cut", "torn", "foreign", "unproven"];
    let verdict = words.into_iter().find(|word| last.split([' ', ',', ':']).any(|said| said == *word));
    let verdict = verdict.unwrap_or_default().to_owned();
    assert_eq!(
        code,
        match verdict.as_str() {
            "whole" => 0,
            "torn" => 2,
            "unproven" => 3,
            _ => 1,
        },
        "{said}"
    );
    (verdict, said)
}

/// Whether the program goes on with this data folder, and what it says.
fn goes_on(base: &Path) -> (String, String) {
    let log = base.join("log");
    let mut child = Command::new(env!("CARGO_BIN_EXE_topboard"))
        .args(["run", "--config"])
        .arg(config(base, &[]))
        .stdout(Stdio::null())
        .stderr(fs::File::create(&log).expect("it can be made"))
        .spawn()
        .expect("the program starts");
    let end = Instant::now() + crate::rig::PATIENCE;
    let said = || fs::read_to_string(&log).unwrap_or_default();
    loop {
        if let Some(status) = child.try_wait().expect("it can be asked") {
            assert_eq!(status.code(), Some(1), "{}", said());
            return ("refuses".to_owned(), said());
        }
        if said().contains("the journal is ") && said().contains("hall.") {
            rustix::process::kill_process(
                rustix::process::Pid::from_child(&child),
                rustix::process::Signal::TERM,
            )
            .expect("it runs");
            assert!(child.wait().expect("it ends").success(), "{}", said());
            return ("goes on".to_owned(), said());
        }
        assert!(Instant::now() < end, "{}", said());
        sleep(Duration::from_millis(20));
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("it can be made");
    for entry in fs::read_dir(from).expect("it is there").flatten() {
        let to = to.join(entry.file_name());
        if entry.path().is_dir() { copy(&entry.path(), &to) } else { _ = fs::copy(entry.path(), to) }
    }
}

fn files_of(data: &Path) -> Vec<PathBuf> {
    let inside = fs::read_dir(data.join(FOLDER)).expect("it is there").flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = inside.filter(|path| !path.ends_with("index")).collect();
    files.sort_by_key(|path| (path.as_os_str().len(), path.clone()));
    files
}

#[test]
fn every_forger_of_the_document_is_told_as_it_says() {
    let base = folder("forgeries");
    let whole = base.join("whole/data");
    fs::create_dir_all(&whole).expect("it can be made");
    genuine(&whole);
    let known = head::near(&whole.join(FOLDER)).and_then(|(_, kept)| kept.known()).expect("it was signed");
    let key = hex::emit(&known.key.expect("it names one"));
    let sheet = KnownHead { key: None, ..known }.to_string();
    let given = ["--key".to_owned(), key.clone(), "--head".to_owned(), sheet.clone()];
    let rows = table();
    assert!(rows.len() > 20, "{} rows", rows.len());
    let mut wrong = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        let [what, wanted @ ..] = row.as_slice() else { panic!("an empty row") };
        let data = base.join(number.to_string()).join("data");
        copy(&whole, &data);
        commit(what, &data);
        // The files alone, as somebody sends them.
        let alone = base.join(number.to_string()).join("alone");
        copy(&data.join(FOLDER), &alone);
        let mut files = files_of(&data);
        let pages = [page(&files, "", ""), page(&files, &key, &sheet)];
        if data.join(head::HEAD_NAME).exists() {
            files.push(data.join(head::HEAD_NAME));
        }
        let verdicts = [verify(&alone, &[]), verify(&alone, &given), verify(&data, &[])];
        let pages = [pages[0].clone(), pages[1].clone(), page(&files, "", "")];
        for ((verdict, said), page) in verdicts.iter().zip(&pages) {
            // Only the folder's index tells of a file that nobody chose.
            if verdict != page && !(what == "the last file removed" && page == "whole") {
                wrong.push(format!("{what}: the page says {page}, and not: {said}"));
            }
        }
        let (code, recovered) = run(Command::new(env!("CARGO_BIN_EXE_topboard")).arg("recover").arg(&data));
        let recovers = if code == 0 { "all" } else { "lost" };
        let (read, reader_said) = reader(&files);
        let (starts, started) = goes_on(data.parent().expect("it is in a folder"));
        let found = [&verdicts[0].0, &verdicts[1].0, &verdicts[2].0, &starts, recovers, &read];
        if found.iter().zip(wanted).any(|(found, wanted)| found != wanted) {
            let said = [&verdicts[0].1, &verdicts[1].1, &verdicts[2].1, &started, &recovered, &reader_said];
            wrong.push(format!("{what}\n  found  {found:?}\n  wanted {wanted:?}\n{said:#?}"));
        }
        if starts == "goes on" && what != "nothing" && what.contains("removed") {
            assert!(started.contains("there is no evidence.head"), "{what}: {started}");
        }
    }
    assert!(wrong.is_empty(), "{} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
