//! Signatures at a start: the program adds missing ones where it can, and does not go on with a journal that its
//! signatures do not bear out unless somebody answers for it.

use crate::{
    forger::{Signing, bodies, file, forge, genuine},
    forgeries::{copy, run, starts},
    rig::{Hall, PATIENCE, config, folder},
};
use journal::{Accepted, Chain, Writer};
use rustix::process::Signal;
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    thread::sleep,
    time::{Duration, Instant},
};
use topboard::journal_files::{
    signing::{signed_head, signing_key::Key},
    storage::FOLDER,
};

fn topboard(arguments: &[&str]) -> (i32, String) {
    run(Command::new(env!("CARGO_BIN_EXE_topboard")).args(arguments))
}

/// Makes a data folder with a journal whose signatures were taken out. Returns the folder around it, and its path as
/// text.
fn stripped(name: &str) -> (PathBuf, String) {
    let base = folder(name);
    let data = base.join("data");
    fs::create_dir_all(&data).expect("it can be made");
    genuine(&data);
    forge(&data, &bodies(&data), |_, _| Signing::Drop);
    let text = data.to_string_lossy().into_owned();
    (base, text)
}

#[test]
fn a_run_that_is_killed_at_once_is_signed_by_the_next() {
    let folder = folder("signed-at-once");
    let config = config(&folder, &[]);
    let data = folder.join("data");
    let head = || fs::read(data.join(signed_head::HEAD_NAME)).ok();
    let mut found_at_start = 0;
    for run in 0..4 {
        let before = head();
        found_at_start = fs::read_to_string(file(&data, 1)).map_or(0, |text| text.lines().count());
        let mut hall = Hall::start(&config);
        // The first three runs may be killed before they sign; the last one signs, and then writes the head beside the
        // key.
        let end = Instant::now() + PATIENCE;
        while run == 3 && head() == before {
            assert!(Instant::now() < end, "{}", hall.log());
            sleep(Duration::from_millis(5));
        }
        hall.signal(Signal::KILL);
    }
    let name = data.to_string_lossy().into_owned();
    let (code, said) = topboard(&["verify", &name, "--json"]);
    assert_eq!(code, 0, "{said}");
    let found: serde_json::Value = serde_json::from_str(&said).expect("it is JSON");
    let signed_up_to = found["signed"]["up_to"].as_u64().and_then(|seq| usize::try_from(seq).ok());
    assert!(signed_up_to >= Some(found_at_start), "all that was found is signed: {said}");
    assert_eq!(found["compared"]["evidence_head"], true, "{said}");
    let sheet = folder.join("sheet.html");
    let (code, said) = topboard(&["export", &name, "--result-sheet", &sheet.to_string_lossy()]);
    assert_eq!(code, 0, "{said}");
    let erase = ["erase", &name, "--round", "", "--by", "A. Nowak", "--why", "a trial", "--over", "--yes"];
    let (code, said) = topboard(&erase);
    assert_eq!(code, 0, "{said}");
    let (code, said) = topboard(&["verify", &name]);
    assert_eq!(code, 0, "{said}");
    // An honest journal still starts after its round was erased: the head beside it stays comparable.
    assert_eq!(Hall::start(&config).signal(Signal::TERM), Some(0));
}

#[test]
fn somebody_may_answer_for_an_altered_journal_and_it_says_so_for_ever() {
    let (base, name) = stripped("accepted");
    let (state, said) = starts(&base, &[]);
    assert!(state == "refuses" && said.contains("--accept-altered-book"), "{said}");
    let (state, said) = starts(&base, &["--accept-altered-book", "A. Nowak"]);
    assert!(state == "goes on" && said.contains("as A. Nowak wants it, though"), "{said}");
    let (code, said) = topboard(&["verify", &name]);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains(": A. Nowak went on with it though "), "{said}");
    for _ in 0..2 {
        let (state, said) = starts(&base, &[]);
        assert_eq!(state, "goes on", "what was accepted is not asked about again: {said}");
    }
}

#[test]
fn a_remark_without_the_signature_of_the_key_counts_for_nothing() {
    let (base, _) = stripped("accepted-forged");
    let data = base.join("data");
    fs::remove_file(data.join(signed_head::HEAD_NAME)).expect("it was written");
    let last = file(&data, 3);
    let mut chain = Chain::new();
    bodies(&data).iter().flatten().for_each(|body| _ = chain.extend(body.as_bytes()));
    let said = Accepted { by: "A. Nowak".to_owned(), found: vec!["nothing".to_owned()] };
    let mut lines = fs::read(&last).expect("it is there");
    let mut writer = Writer::resume(chain);
    writer.append(&said.emit(330_000), &mut lines).expect("it is short");
    writer.append(r#"{"salvaged":{"by":"nobody"}}"#, &mut lines).expect("it is short");
    fs::write(&last, lines).expect("it can be written");
    assert_eq!(starts(&base, &[]).0, "refuses");
}

#[test]
fn what_was_salvaged_is_signed_and_can_be_gone_on_with() {
    let (base, name) = stripped("salvaged-signed");
    let out = base.join("salvaged.journal");
    let (code, said) = topboard(&["recover", &name, "--out", &out.to_string_lossy()]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("the signatures do not bear the journal out"), "{said}");
    let new = base.join("new");
    fs::create_dir_all(new.join("data").join(FOLDER)).expect("it can be made");
    fs::copy(&out, file(&new.join("data"), 1)).expect("it can be copied");
    fs::copy(base.join("data/evidence.key"), new.join("data/evidence.key")).expect("it can be copied");
    let (state, said) = starts(&new, &[]);
    assert_eq!(state, "goes on", "{said}");
    let (code, said) = topboard(&["verify", &new.join("data").to_string_lossy()]);
    assert_eq!(code, 3, "what is unproven stays so: {said}");
}

#[test]
fn a_head_that_cannot_be_written_stops_nothing_and_is_told() {
    let folder = folder("head-failing");
    let data = folder.join("data");
    fs::create_dir_all(data.join("evidence.head.new/in-the-way")).expect("it can be made");
    let (state, said) = starts(&folder, &[]);
    assert!(state == "goes on" && said.contains("evidence.head cannot be written"), "{said}");
    fs::remove_dir_all(data.join("evidence.head.new")).expect("it is there");
    let (state, said) = starts(&folder, &[]);
    assert!(state == "goes on" && said.contains("there is no evidence.head"), "{said}");
    let (state, said) = starts(&folder, &[]);
    assert!(state == "goes on" && !said.contains("evidence.head"), "{said}");
}

/// Who can empty the head can remove it, so an empty one stops no hall; one that was changed is told by both.
#[test]
fn a_head_that_is_none_is_named_and_only_a_changed_one_stops_the_hall() {
    let base = folder("head-unreadable");
    let data = base.join("data");
    fs::create_dir_all(&data).expect("it can be made");
    genuine(&data);
    let (name, head) = (data.to_string_lossy().into_owned(), data.join(signed_head::HEAD_NAME));
    let genuine = fs::read_to_string(&head).expect("it was written");
    for text in ["", &genuine[..20], "garbage\n"] {
        fs::write(&head, text).expect("it can be written");
        let (code, said) = topboard(&["verify", &name]);
        assert!(code == 0 && said.contains("evidence.head beside it is no signed head"), "{said}");
        let (state, said) = starts(&base, &[]);
        assert!(state == "goes on" && said.contains("evidence.head beside the key is no signed"), "{said}");
        let (code, said) = topboard(&["verify", &name, "--json"]);
        assert!(code == 0 && said.contains(r#""evidence_head_is":"compared""#), "it is written anew: {said}");
    }
    let seq = genuine.find(r#""seq":"#).expect("it tells the record") + 6;
    fs::write(&head, format!("{}9{}", &genuine[..seq], &genuine[seq..])).expect("it can be written");
    let (code, said) = topboard(&["verify", &name]);
    assert!(code == 1 && said.contains("evidence.head beside it was changed"), "{said}");
    let (state, said) = starts(&base, &[]);
    assert!(state == "refuses" && said.contains("move it away and start again"), "{said}");
    fs::remove_file(&head).expect("it is there");
    assert_eq!(starts(&base, &[]).0, "goes on");
}

/// A copy made without the key has a key of its own from then on.
#[test]
fn a_copy_without_the_key_goes_on_with_another_and_is_told() {
    let base = folder("copied-without-key");
    let whole = base.join("whole/data");
    fs::create_dir_all(&whole).expect("it can be made");
    genuine(&whole);
    let copied = base.join("copied");
    copy(&whole, &copied.join("data"));
    for name in ["evidence.key", "evidence.head"] {
        fs::remove_file(copied.join("data").join(name)).expect("it is there");
    }
    let (state, said) = starts(&copied, &[]);
    assert!(state == "goes on" && said.contains("until now"), "{said}");
    let (state, said) = starts(&copied, &[]);
    assert!(state == "goes on" && !said.contains("until now"), "{said}");
    // The key of another hall beside a journal is refused: it never signed there.
    let other = base.join("other");
    copy(&whole, &other.join("data"));
    fs::remove_file(other.join("data/evidence.key")).expect("it is there");
    Key::of_folder(&other.join("data")).expect("it can be made");
    let (state, said) = starts(&other, &[]);
    assert!(state == "refuses" && said.contains("its last signature is by"), "{said}");
}

/// The permissions of the journal's files for others on the computer.
#[test]
fn a_journal_is_its_owners_alone_whatever_the_umask() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder("owners-alone");
    let mut shell = Command::new("sh");
    let script = "umask 000; exec \"$0\" run --quiet --config \"$1\"";
    shell.args(["-c", script, env!("CARGO_BIN_EXE_topboard")]).arg(config(&folder, &[]));
    let mut hall = Hall::start_as(shell, &config(&folder, &[]));
    assert_eq!(hall.signal(Signal::TERM), Some(0), "{}", hall.log());
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    let data = folder.join("data");
    assert_eq!(mode(&data.join(FOLDER)), 0o700);
    for name in ["journal/hall.journal", "evidence.key", "evidence.head"] {
        assert_eq!(mode(&data.join(name)), 0o600, "{name}");
    }
    for (path, open) in [(data.join(FOLDER), 0o755), (file(&data, 1), 0o644)] {
        fs::set_permissions(path, fs::Permissions::from_mode(open)).expect("it is ours");
    }
    let (_, said) = starts(&folder, &[]);
    assert!(said.contains("can be read by others on this computer; `chmod -R go= "), "{said}");
}
