//! The table of forgers in docs/journal.md, played through: each deed is done to a journal, and every reader says what
//! the row promises.

use crate::{
    forger::{commit, genuine},
    rig::{config, folder},
};
use journal::{KnownHead, hex};
use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};
use topboard::journal_files::{signing::signed_head, storage::FOLDER};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Returns the rows of the table: what was done, and a word for each reader.
fn table() -> Vec<Vec<String>> {
    let text = fs::read_to_string(Path::new(ROOT).join("docs/journal.md")).expect("the document is there");
    let (_, rest) = text.split_once("| what was done |").expect("it has the table");
    let rows = rest.lines().skip(2).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    rows.map(cells).collect()
}

pub(crate) fn run(command: &mut Command) -> (i32, String) {
    let output = command.output().expect("it starts");
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    (output.status.code().unwrap_or(-1), said)
}

/// Returns what `verify` says, by its exit code and its JSON.
fn verify(path: &Path, more: &[String]) -> (String, String) {
    let (code, said) =
        run(Command::new(env!("CARGO_BIN_EXE_topboard")).args(["verify", "--json"]).arg(path).args(more));
    let found: serde_json::Value = serde_json::from_str(said.trim()).unwrap_or_else(|_| panic!("{said}"));
    let verdict = found["found"]["verdict"].as_str().expect("it says one").to_owned();
    let codes = [("whole", 0), ("torn", 2), ("unproven", 3)];
    let wanted = codes.iter().find(|(known, _)| *known == verdict).map_or(1, |(_, code)| *code);
    assert_eq!(code, wanted, "{verdict}: {said}");
    // The first sentence in words agrees, and says what is not proved.
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

/// Returns what the page says of these files: its own modules, in another interpreter.
fn page(files: &[PathBuf], key: &str, head: &str) -> String {
    let script = format!(
        "import {{ readFileSync }} from 'node:fs'; import {{ basename }} from 'node:path';
         import {{ auditChosen }} from '{ROOT}/web/verify/journal/files.js'; import {{ readHead }} from '{ROOT}/web/verify/heads.js';
         import {{ ofJournal }} from '{ROOT}/web/verify/verdict.js';
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

/// Returns what the document's reader says.
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

/// Returns whether the program goes on with this data folder, and what it says.
pub(crate) fn goes_on(base: &Path) -> (String, String) {
    starts(base, &[])
}

/// Starts the program with more arguments than its configuration. Returns whether it goes on, and what it says.
pub(crate) fn starts(base: &Path, more: &[&str]) -> (String, String) {
    let log = base.join("log");
    let mut child = Command::new(env!("CARGO_BIN_EXE_topboard"))
        .args(["run", "--config"])
        .arg(config(base, &[]))
        .args(more)
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

pub(crate) fn copy(from: &Path, to: &Path) {
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
    let known =
        signed_head::near(&whole.join(FOLDER)).and_then(|(_, kept)| kept.known()).expect("it was signed");
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
        if data.join(signed_head::HEAD_NAME).exists() {
            files.push(data.join(signed_head::HEAD_NAME));
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
