//! The service units: each starts a program that accepts the arguments it is given.

use clap::Parser;
use std::{fs, time::Duration};
use topboard::{
    cli::{Cli, Verb},
    config::node::NodeConfig,
};

#[test]
fn the_unit_of_a_node_gives_its_viewers_the_time_to_leave() {
    let unit = fs::read_to_string("../../systemd/topboard-relay.service").expect("it is there");
    let value = |key: &str| {
        let mut found = unit.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('='));
        found.next().unwrap_or_else(|| panic!("{key} is missing"))
    };
    let cli = Cli::try_parse_from(value("ExecStart").split(' ')).expect("it is a command of ours");
    assert!(matches!(cli.verb, Verb::Relay(_)));
    assert_eq!((value("RestartPreventExitStatus"), value("KillSignal")), ("1 64", "SIGTERM"));
    let broker = "[broker]\nservers = [\"nats://a:1\"]\nevent = \"open\"\n[[hall]]\nname = \"main\"\n";
    let longest = format!("[server]\nfarewell_seconds = 60\n{broker}");
    let longest = NodeConfig::parse("x", &longest).expect("the longest that is allowed").farewell;
    let patience: u64 = value("TimeoutStopSec").parse().expect("seconds");
    assert!(Duration::from_secs(patience) > longest + Duration::from_secs(10), "{patience} s");
}

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
