//! A pipe, a device or a folder in the place of a file of the journal: every command says so and ends.

use crate::rig::{PATIENCE, config, folder};
use std::{
    fs,
    os::unix::fs::symlink,
    path::Path,
    process::{Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

const KEPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/journals/two-rounds");

/// Puts something that is not a file at this path.
fn put(what: &str, path: &Path) {
    let _ = fs::remove_file(path);
    match what {
        "pipe" => rustix::fs::mknodat(rustix::fs::CWD, path, rustix::fs::FileType::Fifo, 0o600.into(), 0)
            .expect("a pipe can be made"),
        "device" => symlink("/dev/zero", path).expect("a link can be made"),
        _ => fs::create_dir(path).expect("a folder can be made"),
    }
}

/// Runs a command that must end by itself. Returns its exit code and what it said.
fn ends(arguments: &[&str], what: &str) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_topboard"))
        .args(arguments)
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let end = Instant::now() + PATIENCE;
    while child.try_wait().expect("it can be asked").is_none() {
        if Instant::now() > end {
            let _ = child.kill();
            panic!("{arguments:?} hangs at {what}");
        }
        sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("it ended");
    (output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn what_is_no_file_holds_no_command_up() {
    for what in ["pipe", "device", "folder"] {
        for place in ["journal/hall.journal", "journal/hall.0002.journal"] {
            let folder = folder(&format!("no-file-{what}"));
            let data = folder.join("data");
            fs::create_dir_all(data.join("journal")).expect("it can be made");
            for name in ["hall.journal", "hall.0002.journal"] {
                fs::copy(Path::new(KEPT).join(name), data.join("journal").join(name)).expect("it is kept");
            }
            put(what, &data.join(place));
            let name = data.to_string_lossy().into_owned();
            let config = config(&folder, &[]).to_string_lossy().into_owned();
            let commands: [&[&str]; 7] = [
                &["verify", &name],
                &["recover", &name],
                &["replay", &name],
                &["export", &name],
                &["archive", &name],
                &["erase", &name],
                &["run", "--config", &config],
            ];
            for command in commands {
                let (code, said) = ends(command, &format!("a {what} as {place}"));
                assert!(
                    code == 1 && said.contains("no file of a journal"),
                    "{command:?}, {what}: {code}: {said}"
                );
            }
        }
    }
}

#[test]
fn what_is_no_file_beside_the_journal_is_not_waited_for() {
    for what in ["pipe", "device", "folder"] {
        for place in ["journal/index", "evidence.head", "evidence.key"] {
            let folder = folder(&format!("no-file-beside-{what}"));
            let data = folder.join("data");
            fs::create_dir_all(data.join("journal")).expect("it can be made");
            for name in ["hall.journal", "hall.0002.journal"] {
                fs::copy(Path::new(KEPT).join(name), data.join("journal").join(name)).expect("it is kept");
            }
            put(what, &data.join(place));
            let name = data.to_string_lossy().into_owned();
            for command in [["verify", &name], ["recover", &name], ["export", &name]] {
                let (code, said) = ends(&command, &format!("a {what} as {place}"));
                assert_eq!(code, 0, "{command:?}, {what} as {place}: {said}");
            }
            if place != "journal/index" {
                let config = config(&folder, &[]).to_string_lossy().into_owned();
                let (code, said) = ends(&["run", "--config", &config], place);
                assert!(code > 0 && said.contains("evidence."), "{what} as {place}: {said}");
            }
        }
    }
}

/// A kill may come between naming the archive and removing the plain file.
#[test]
fn an_archive_that_was_not_finished_is_finished() {
    let journal = folder("archive-unfinished");
    let plain = journal.join("hall.journal");
    for name in ["hall.journal", "hall.0002.journal"] {
        fs::copy(Path::new(KEPT).join(name), journal.join(name)).expect("it is kept");
    }
    let name = journal.to_string_lossy().into_owned();
    let packed = journal.join("hall.journal.gz");
    let kept = fs::read(&plain).expect("it is there");
    assert_eq!(ends(&["archive", &name], "").0, 0);
    fs::write(&plain, &kept).expect("it can be written");
    assert_eq!(ends(&["verify", &name], "").0, 0);
    let (code, said) = ends(&["archive", &name], "");
    assert!(code == 0 && !plain.exists() && packed.exists(), "{said}");
    // An archive that holds something else needs a person to look at it.
    fs::write(&plain, &kept[..kept.len() / 2]).expect("it can be written");
    let last = kept[..kept.len() / 2].iter().rposition(|&byte| byte == b'\n').expect("it has lines") + 1;
    fs::write(&plain, &kept[..last]).expect("it can be written");
    let (code, said) = ends(&["archive", &plain.to_string_lossy()], "");
    assert!(code == 1 && said.contains("look at both") && plain.exists(), "{said}");
}
