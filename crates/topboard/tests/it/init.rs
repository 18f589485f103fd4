//! `topboard init`: a configuration from options, and never over one that is there.

use crate::rig::folder;
use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};
use topboard::config::Config;

fn init(folder: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.current_dir(folder).arg("init").args(options).stdin(Stdio::null());
    command.output().expect("the program starts")
}

#[test]
fn options_become_a_configuration_that_is_never_replaced_unasked() {
    let folder = folder("init");
    let file = folder.join("topboard.toml");
    let asked = init(&folder, &["--name", "Open"]);
    assert_eq!(asked.status.code(), Some(64), "nobody is there to be asked: {asked:?}");
    assert!(String::from_utf8_lossy(&asked.stderr).contains("--yes"), "{asked:?}");
    let wrong = init(&folder, &["--time-control", "90+30", "--yes"]);
    assert_eq!(wrong.status.code(), Some(1), "{wrong:?}");
    assert!(String::from_utf8_lossy(&wrong.stderr).contains("for minutes write 90*60+30"), "{wrong:?}");
    assert!(!file.exists());

    let options =
        ["--name", "Spring Open", "--time-control", "3*60+2", "--boards", "20", "--language", "pl", "--yes"];
    let made = init(&folder, &options);
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    let text = fs::read_to_string(&file).expect("it was written");
    let config = Config::parse("topboard.toml", &text).expect("it is a configuration");
    assert_eq!((config.setup.event.as_str(), config.setup.tables.len()), ("Spring Open", 20));
    assert!(text.contains("discipline = \"blitz\""), "{text}");

    let again = init(&folder, &["--name", "Autumn Open", "--yes"]);
    assert_eq!(again.status.code(), Some(1), "{again:?}");
    assert_eq!(fs::read_to_string(&file).expect("it is there"), text);
    assert_eq!(init(&folder, &["--yes", "--config", "other.toml"]).status.code(), Some(0));
}
