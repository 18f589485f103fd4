//! Orders to end: while the program still reads its journal, too, and when the terminal is closed.

use crate::rig::{Hall, PATIENCE, config, folder};
use hall::Body;
use rustix::process::{Pid, Signal, kill_process};
use std::{
    fs,
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};
use topboard::journal_files::{storage::Folder, writer::JournalWriter};

/// Returns the program with all signals but these at their default: its parent may ignore some, and it would inherit
/// that.
fn hearing(but: &[&str]) -> Command {
    let mut program = Command::new("env");
    program.arg("--default-signal=HUP,INT").args(but).arg(env!("CARGO_BIN_EXE_topboard"));
    program
}

#[test]
fn a_closed_terminal_ends_the_hall_with_its_last_signature() {
    for (signal, ignored) in [(Signal::HUP, false), (Signal::INT, false), (Signal::HUP, true)] {
        let folder = folder("endings-terminal");
        let config = config(&folder, &[]);
        let mut program = hearing(if ignored { &["--ignore-signal=HUP"] } else { &[] });
        program.args(["run", "--quiet", "--config"]).arg(&config);
        let mut hall = Hall::start_as(program, &config);
        if ignored {
            // A program started with nohup is meant to outlive the terminal.
            let pid = Pid::from_raw(i32::try_from(hall.pid).expect("small")).expect("not zero");
            kill_process(pid, signal).expect("it runs");
            sleep(Duration::from_millis(300));
            assert!(hall.get("/healthz").contains("ok"));
            assert_eq!(hall.signal(Signal::TERM), Some(0), "{}", hall.log());
        } else {
            assert_eq!(hall.signal(signal), Some(0), "{signal:?}: {}", hall.log());
        }
        let text = fs::read_to_string(folder.join("data/journal/hall.journal")).expect("it is there");
        let last = text.lines().last().expect("it has lines");
        assert!(last.contains("\"signed\":"), "{signal:?}: {last}");
    }
}

#[test]
fn an_order_to_end_is_heard_while_the_journal_is_read() {
    let folder = folder("endings-start");
    let data = folder.join("data");
    let mut journal =
        JournalWriter::open_on(Folder::lock(&data).expect("nobody else has it"), 16 << 20, |_, _| ())
            .expect("it can be begun")
            .journal;
    for n in 0..400_000u64 {
        journal.append(&Body::Bytes { t_ms: n / 100, link: 1, bytes: vec![0x41; 8] });
        if n % 10_000 == 0 {
            journal.flush();
        }
    }
    assert!(journal.close(), "the disk takes it");
    let files = || {
        let entries = fs::read_dir(data.join("journal")).expect("it is there").flatten();
        let mut files: Vec<_> =
            entries.map(|entry| (entry.path(), fs::read(entry.path()).expect("it is there"))).collect();
        files.sort();
        files
    };
    let before = files();
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let child = hearing(&[])
            .args(["run", "--config"])
            .arg(config(&folder, &[]))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // The program listens to orders before it begins to read, and reads for longer than this.
        let began = Instant::now();
        let listens = || {
            let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0");
            u64::from_str_radix(caught.trim(), 16)
                .is_ok_and(|mask| mask & 0b100_0000_0000_0011 == 0b100_0000_0000_0011)
        };
        while !listens() {
            assert!(began.elapsed() < PATIENCE, "it never listens");
            sleep(Duration::from_millis(1));
        }
        kill_process(Pid::from_child(&child), signal).expect("it runs");
        let output = child.wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(0), "{signal:?}: {said}");
        assert!(said.contains("ended before it was ready"), "{signal:?}: {said}");
        assert!(files() == before, "{signal:?}: nothing was written");
    }
}
