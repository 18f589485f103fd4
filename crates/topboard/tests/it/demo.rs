//! The demo's open over a restart: it goes on with the round that it was in.

use crate::rig::folder;
use rustix::process::{Pid, Signal, kill_process};
use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

/// The order that enters a result of the first round.
const RESULT: &str = r#""do":"result","key":"open","round":1,"#;
/// The order that begins the second round.
const SECOND: &str = r#""do":"open","key":"open","round":2"#;

fn start(data: &Path) -> Child {
    let mut child = Command::new(env!("CARGO_BIN_EXE_topboard"))
        .args([
            "demo",
            "--tables",
            "1",
            "--rounds",
            "2",
            "--speed",
            "400",
            "--port",
            "0",
            "--arbiter-port",
            "0",
        ])
        .arg("--data")
        .arg(data)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let stdout = child.stdout.take().expect("it was asked for");
    BufReader::new(stdout).read_line(&mut String::new()).expect("it says where");
    child
}

/// Returns how often an order stands in the files of the journal.
fn count(data: &Path, order: &str) -> usize {
    let files = fs::read_dir(data.join("journal")).into_iter().flatten().flatten();
    files.map(|file| fs::read_to_string(file.path()).unwrap_or_default().matches(order).count()).sum()
}

fn await_order(data: &Path, order: &str) {
    let end = Instant::now() + Duration::from_secs(120);
    while count(data, order) == 0 {
        assert!(Instant::now() < end, "{order}");
        sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_demo_that_was_killed_with_all_results_goes_on_with_the_next_round() {
    let data = folder("demo-again");
    let mut child = start(&data);
    await_order(&data, RESULT);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    let child = &mut start(&data);
    await_order(&data, SECOND);
    assert_eq!(count(&data, RESULT), 1, "nobody plays a round again that is over");
    kill_process(Pid::from_child(child), Signal::TERM).expect("it runs");
    assert!(child.wait().expect("it ends").success());
}
