//! The service unit: it starts a program that accepts the arguments it is given.

use clap::Parser;
use std::fs;
use topboard::cli::{Cli, Verb};

#[test]
fn the_unit_runs_the_hall_and_gives_up_on_mistakes_alone() {
    let unit = fs::read_to_string("../../systemd/topboard.service").expect("it is there");
    let value = |key: &str| {
        let mut found = unit.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        found.next().unwrap_or_else(|| panic!("{key} is missing"))
    };
    let cli = Cli::try_parse_from(value("ExecStart").split(' ')).expect("it is a command of ours");
    assert!(matches!(cli.verb, Verb::Run(options) if options.config.is_some()));
    // The exit codes of wrong input and wrong usage.
    assert_eq!(value("RestartPreventExitStatus"), "1 64");
    assert_eq!((value("KillSignal"), value("UMask")), ("SIGTERM", "0077"));
}
