//! The commands as a shell sees them: exit codes, sentences, files.

use journal::{Chain, Writer};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

/// Makes a folder for one test alone.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the target folder can be written");
    path
}

fn topboard(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_topboard")).args(arguments).output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn check(arguments: &[&str], code: i32, part: &str) -> Output {
    let output = topboard(arguments);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert!(said.contains(part), "{arguments:?} does not say {part:?}: {said}");
    output
}

#[test]
fn a_game_that_cannot_be_played_is_not_simulated() {
    let folder = folder("commands-illegal-pgn");
    let pgn = folder.join("games.pgn");
    fs::write(&pgn, "[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Ke3 *\n")
        .expect("it can be written");
    let pgn = pgn.to_str().expect("UTF-8");
    check(&["sim", "--pgn", pgn], 1, "3.Ke3 in game 1 (A – B) cannot be played");
}

/// Starts `run` with a free port and waits until it says where the boards can be seen.
fn run(data: &Path) -> Child {
    let config = data.join("topboard.toml");
    let settings = format!(
        "[server]\nlisten = \"127.0.0.1:0\"\n[data]\nfolder = {:?}\n[devices]\ndiscover = false\n",
        data.join("data")
    );
    fs::write(&config, settings).expect("the folder can be written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_topboard"))
        .args(["run", "--config"])
        .arg(&config)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("it was asked for");
    BufReader::new(stdout).read_line(&mut line).expect("it says where the boards are");
    assert!(line.contains("http://127.0.0.1:"), "{line}");
    child
}

fn terminate(mut child: Child) -> Option<i32> {
    let pid = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).expect("it runs");
    child.wait().expect("it ends").code()
}

#[test]
fn wrong_usage_ends_with_64() {
    check(&[], 64, "Usage");
    check(&["fly"], 64, "fly");
    check(&["demo", "--speed", "0"], 64, "for example 20");
    check(&["reconstruct"], 64, "FILE");
    check(&["reconstruct", "-", "--edition", "fide1"], 64, "ru20");
}

#[test]
fn every_command_has_help_with_an_example() {
    check(&["--help"], 0, "Example");
    for verb in [
        "demo",
        "run",
        "link",
        "boards",
        "reconstruct",
        "replay",
        "verify",
        "recover",
        "export",
        "sim",
        "bench",
    ] {
        check(&[verb, "--help"], 0, if verb == "bench" { "Usage" } else { "Example: topboard" });
    }
    check(&["bench", "latency", "--help"], 0, "Example: topboard");
}

#[test]
fn wrong_input_ends_with_1_and_says_what_to_do() {
    let folder = folder("wrong-input");
    let config = folder.join("bad.toml");
    fs::write(&config, "[event]\nname = 5\n").expect("the folder can be written");
    let config = config.to_string_lossy().into_owned();
    check(&["run", "--config", &config], 1, "bad.toml, line 2: ");
    check(&["run", "--config", "/nowhere/topboard.toml"], 1, "--print-config");
    // A file that is there is not to be overwritten.
    let latin = folder.join("latin.toml");
    fs::write(&latin, b"[event]\nname = \"Gda\xf1sk\"\n").expect("the folder can be written");
    for (path, advice) in [(&latin, "save it as text in UTF-8"), (&folder, "name a file in it")] {
        let output = check(&["run", "--config", &path.to_string_lossy()], 1, advice);
        assert!(!text(&output.stderr).contains("--print-config"), "{output:?}");
    }
    check(&["reconstruct", "/nowhere/x.sensorlog"], 1, "check the path");
    check(&["replay", "/nowhere/hall.journal"], 1, "check the path");
    check(&["verify", "/nowhere/hall.journal"], 1, "check the path");
}

#[test]
fn a_journal_of_another_version_is_named_by_whoever_checks_it() {
    let folder = folder("other-version");
    let mut lines = Vec::new();
    let mut writer = Writer::resume(Chain::new());
    writer.append(r#"{"journal":2,"program":"topboard 9","epoch":"e"}"#, &mut lines).expect("it is short");
    let journal = folder.join("hall.journal");
    fs::write(&journal, lines).expect("the folder can be written");
    let journal = journal.to_string_lossy().into_owned();
    let said = text(&check(&["verify", &journal], 0, "whole").stdout);
    assert!(said.contains("has version 2, and this program reads version 1"), "{said}");
    let said = text(&check(&["recover", &journal], 0, "").stderr);
    assert!(said.contains("has version 2, and this program reads version 1"), "{said}");
}

#[test]
fn the_printed_configuration_can_be_run() {
    let printed = check(&["run", "--print-config"], 0, "[[table]]");
    let text = text(&printed.stdout);
    topboard::config::Config::parse("printed", &text).expect("it is a configuration");
}

#[test]
fn a_log_becomes_a_game() {
    let folder = folder("log");
    let log = folder.join("x.sensorlog");
    let lines = [
        r#"{"sensorlog":1,"sensing":"piece","white":"Anna","black":"Jan"}"#,
        r#"{"t":0,"board":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"}"#,
        r#"{"t":1000,"sq":"e2","is":""}"#,
        r#"{"t":1500,"sq":"e4","is":"P"}"#,
        r#"{"t":2000,"press":"white"}"#,
        r#"{"t":5000,"sq":"e7","is":""}"#,
        r#"{"t":5500,"sq":"e5","is":"p"}"#,
        r#"{"t":6000,"press":"black"}"#,
    ];
    fs::write(&log, lines.join("\n")).expect("the folder can be written");
    let report = folder.join("report.json").to_string_lossy().into_owned();
    let log = log.to_string_lossy().into_owned();
    let output = check(&["reconstruct", &log, "--report", &report], 0, "[White \"Anna\"]");
    assert!(text(&output.stdout).contains("e4"), "{}", text(&output.stdout));
    let report = fs::read_to_string(report).expect("it was written");
    assert!(report.contains(r#""moves":["e2e4","e7e5"]"#), "{report}");
}

#[test]
fn a_journal_has_one_program_and_ends_whole() {
    let folder = folder("journal");
    let child = run(&folder);
    let config = folder.join("topboard.toml").to_string_lossy().into_owned();
    check(&["run", "--config", &config], 2, "in use by another topboard");
    assert_eq!(terminate(child), Some(0));
    let journal = folder.join("data/journal/hall.journal");
    let name = journal.to_string_lossy().into_owned();
    check(&["verify", &name], 0, "whole");
    check(&["replay", &name], 0, "");

    // A second run goes on in the journal of the first.
    let before = fs::read(&journal).expect("it is there");
    assert_eq!(terminate(run(&folder)), Some(0));
    let after = fs::read(&journal).expect("it is there");
    assert!(after.starts_with(&before) && after.len() > before.len());
    check(&["verify", &name], 0, "whole");

    // A torn tail is reported, and cut by the next run.
    let mut torn = after.clone();
    torn.extend_from_slice(b"0123456789abcdef {\"t\":1");
    fs::write(&journal, &torn).expect("it can be written");
    check(&["verify", &name], 2, "torn");
    assert_eq!(terminate(run(&folder)), Some(0));
    check(&["verify", &name], 0, "whole");

    // Damage is refused, and its line is named.
    let mut damaged = fs::read(&journal).expect("it is there");
    let second = damaged.iter().position(|&byte| byte == b'\n').expect("it has lines") + 1;
    damaged[second + 20] ^= 1;
    fs::write(&journal, &damaged).expect("it can be written");
    check(&["verify", &name], 1, "line 2");
    check(&["run", "--config", &config], 1, "line 2 is damaged");
    assert_eq!(fs::read(&journal).expect("it is there"), damaged, "a damaged journal is left as it is");
}
