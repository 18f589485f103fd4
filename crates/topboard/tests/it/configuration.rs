//! The configuration: the printed one states what holds, a mistake is located, a correction takes effect.

use crate::{
    rig::{Hall, config, folder, until},
    seat::{Seat, game},
};
use game::Proof;
use hall::BoardChoice;
use laws::profile::Draughts;
use rustix::process::Signal;
use std::fs;
use topboard::config::{
    Config, DEFAULT_TEXT,
    node::{NODE_TEXT, NodeConfig},
};

#[test]
fn the_printed_configuration_says_the_defaults() {
    let printed = Config::parse("default.toml", DEFAULT_TEXT).expect("the printed text is a configuration");
    assert_eq!(printed, Config::default());
}

#[test]
fn every_setting_of_the_printed_table_section_is_one() {
    let section: String = DEFAULT_TEXT
        .lines()
        .skip_while(|line| !line.starts_with("# [[table]]"))
        .map(|line| line.trim_start_matches("# "))
        .filter(|line| !line.starts_with("port"))
        .map(|line| format!("{line}\n"))
        .collect();
    let config = Config::parse("x", &section).expect("the example is a configuration");
    assert_eq!(config.setup.tables[0].board, BoardChoice::Serial("3000012345".to_owned()));
    assert_eq!(config.setup.tables[0].players.white.elo, Some(2301));
}

#[test]
fn the_port_of_a_board_on_a_bus_is_that_of_the_bus() {
    let opened = |makers: &str| {
        let text = format!("[devices]\n{makers}[[table]]\nnumber = 1\nport = \"/dev/ttyUSB0#01025\"\n");
        Config::parse("bus.toml", &text).expect("it is a configuration").devices.ports
    };
    assert_eq!(opened("makers = { \"/dev/ttyUSB0\" = \"dgt-bus\" }\n"), ["/dev/ttyUSB0"]);
    assert_eq!(opened(""), ["/dev/ttyUSB0#01025"], "a path may be called anything");
}

#[test]
fn what_the_organiser_settles_reaches_the_rules() {
    let uncommented: String = DEFAULT_TEXT
        .lines()
        .skip_while(|line| !line.starts_with("[rules]"))
        .take_while(|line| !line.starts_with("[server]"))
        .map(|line| format!("{}\n", line.trim_start_matches("# ")))
        .collect();
    let config = Config::parse("x", &uncommented).expect("the examples are settings");
    let settings = config.setup.profile.settings;
    assert_eq!((settings.illegal_bonus_min, settings.claim_bonus_min), (Some(1), Some(2)));
    assert_eq!((settings.default_time_min, settings.no_draw_before_move), (Some(30), Some(30)));
    assert_eq!((settings.dwell_ms, settings.both_flags_draw), (Some(500), false));
}

#[test]
fn mate_and_stalemate_count_at_once_unless_somebody_is_to_be_asked() {
    let counts = |text: &str| Config::parse("x", text).expect("it is a configuration").setup.confirm_after_ms;
    assert_eq!(counts(""), [(Proof::Checkmate, 0), (Proof::Stalemate, 0)].into());
    let text = "[results]\ncheckmate = \"ask\"\nstalemate = 20\ndead_position = \"at once\"\nkings = 0\n";
    assert_eq!(
        counts(text),
        [(Proof::Stalemate, 20_000), (Proof::DeadPosition, 0), (Proof::Kings, 0)].into()
    );
}

#[test]
fn an_event_plays_chess_or_draughts() {
    let plays = |variant: &str| {
        let text = format!("[event]\nvariant = \"{variant}\"\n");
        Config::parse("x", &text).expect("it is a configuration").setup.profile.draughts
    };
    assert_eq!(plays("chess"), None);
    assert_eq!(["draughts-100", "draughts-64"].map(plays), Draughts::ALL.map(Some));
}

fn check(text: &str, line: usize, part: &str, example: &str) {
    let complaint = Config::parse("topboard.toml", text).expect_err("this is a mistake").to_string();
    assert!(complaint.starts_with(&format!("topboard.toml, line {line}: ")), "{complaint}");
    assert!(complaint.contains(part), "{complaint}");
    assert!(complaint.contains(example), "{complaint}");
}

#[test]
fn the_port_of_a_table_is_opened() {
    let text = "[devices]\nports = [\"/dev/ttyS1\"]\n[[table]]\nnumber = 1\nport = \"/dev/dgt/board-1\"\n";
    let config = Config::parse("x", text).expect("it is a configuration");
    assert_eq!(config.devices.ports, ["/dev/ttyS1", "/dev/dgt/board-1"]);
}

#[test]
fn a_mistake_is_told_without_the_words_of_the_program() {
    let tls = "tls is \"own\", or { certificate = \"FILE\", key = \"FILE\" }";
    check("[server]\ntls = true\n", 2, tls, "tls = \"own\"");
    check("[hall]\nopen_tables = 100000\n", 2, "expected a whole number, 1 to 1000", "open_tables = 4");
    check("[data]\nsync_delay_ms = -1\n", 2, "expected a whole number, 0 to 1000", "sync_delay_ms = 20");
    check("[server]\ndelay_minutes = \"x\"\n", 2, "expected a number", "delay_minutes = 15");
    check("[server]\nnames = \"x\"\n", 2, "expected a list in brackets", "names = [\"hall.local\"]");
    check("[alerts]\nurl = \"x y\"\n", 2, "https://", "url = \"https://ntfy.sh/");
    check("[arbiter]\nlanguage = \"xx\"\n", 2, "one of `en`, `pl`, `ru`", "language = \"pl\"");
    check("[devices]\nmakers = { \"/dev/x\" = \"zz\" }\n", 2, "chessnut", "makers = { \"/dev/ttyS0\"");
    check("[data]\nfolder = \"\"\n", 2, "has no name", "folder = \"topboard-data\"");
    check("[event]\ntime_control = \"0\"\n", 2, "nobody has any time", "time_control = \"90*60+30\"");
    check("[event]\ndate = \"2026.02.31\"\n", 2, "a day that there is", "date = \"2026.11.21\"");
    let own = "needs an address of its own";
    check("[server]\nlisten = \"0.0.0.0:8081\"\n", 2, own, "listen = ");
    check(
        "[server]\nscreens = \"0.0.0.0:9\"\n[arbiter]\nlisten = \"127.0.0.1:9\"\n",
        4,
        own,
        "127.0.0.1:8081",
    );
    let monitors = "[server]\nlisten = \"0.0.0.0:9\"\nmetrics = \"127.0.0.1:9\"\n";
    check(monitors, 3, "need an address of their own", "metrics = ");
    let apart = "[server]\nlisten = \"10.0.0.1:9\"\n[arbiter]\nlisten = \"127.0.0.1:9\"\n";
    assert!(Config::parse("x", apart).is_ok(), "two addresses may have one port");
}

#[test]
fn every_setting_has_an_example_of_its_own() {
    let mut section = String::new();
    for line in DEFAULT_TEXT.lines().map(|line| line.trim_start_matches("# ")) {
        if line.starts_with('[') {
            section = line.split(']').next().unwrap_or_default().trim_matches('[').to_owned();
            continue;
        }
        let Some((key, _)) = line.split_once(" = ").filter(|(key, _)| !key.contains([' ', '"', '{'])) else {
            continue;
        };
        let around = if DEFAULT_TEXT.contains(&format!("[[{section}]]")) { ("[[", "]]") } else { ("[", "]") };
        let text = format!("{}{section}{}\n{key} = 1979-05-27\n", around.0, around.1);
        let complaint = Config::parse("x", &text).expect_err("nothing is a date here").to_string();
        assert!(complaint.contains(&format!("; for example: {key} = ")), "[{section}] {key}: {complaint}");
    }
}

#[test]
fn a_mistake_is_told_with_line_expectation_and_example() {
    check("[event]\nnmae = \"x\"\n", 2, "expected one of `name`", "name = \"Spring Open\"");
    check("[evnt]\n", 1, "`evnt`", "[event]");
    check("[event]\nround = 3\n", 2, "expected a string", "round = \"3\"");
    check("[event]\n\nedition = \"fide2\"\n", 3, "`pl09`", "edition = \"fide23\"");
    check("[event]\nvariant = \"draughts\"\n", 2, "\"draughts-64\"", "variant = \"chess\"");
    let chess960 = "[event]\nvariant = \"draughts-100\"\n[[table]]\nnumber = 1\nchess960 = true\n";
    check(chess960, 4, "leave chess960 and fen out", "number = 1");
    check("[event]\ndate = \"21.11.2026\"\n", 2, "year.month.day", "date = \"2026.11.21\"");
    let control = "time_control = \"90*60+30\"";
    check("[event]\ntime_control = \"90+30 min\"\n", 2, "write it like 90*60+30", control);
    check(
        "[event]\ntime_control = \"90+30\"\n",
        2,
        "90 is 90 seconds here; for minutes write 90*60+30",
        control,
    );
    check("[event]\ntime_control = \"*60\"\n", 2, "an hourglass, which is not supported", control);
    check("[server]\nlisten = \"8080\"\n", 2, "a colon and a port", "listen = \"0.0.0.0:8080\"");
    check(
        "[rules]\nillegal_bonus_min = 45\n",
        2,
        "illegal_bonus_min is 45; write 0 to 10 minutes",
        "illegal_bonus_min = 1",
    );
    let stands = "stands = \"rotated\"";
    check("[[table]]\nnumber = 1\nstands = \"upside\"\n", 3, "\"left\" or \"right\"", stands);
    let clockless = "[[table]]\nnumber = 1\nclock = false\nclock_turned = true\n";
    check(clockless, 4, "this table has no clock", "clock_turned = true");
    check("[results]\ncheckmate = \"soon\"\n", 2, "or it is to \"ask\"", "checkmate = \"ask\"");
    check("[results]\ndead_position = 7200\n", 2, "0 to 3600", "dead_position = 10");
    check("[results]\nkings = -1\n", 2, "after so many seconds", "kings = \"ask\"");
    check("[results]\nmate = 5\n", 2, "`checkmate`", "checkmate");
    check("[rules]\ndwell = 700\n", 2, "`dwell_ms`", "dwell_ms = 500");
    check("[rules]\nno_draw_before_move = 0\n", 2, "1 to 200", "no_draw_before_move = 30");
    check("[data]\nsync_delay_ms = 5000\n", 2, "at most 1000", "sync_delay_ms = 20");
    check("[[table]]\nnumber = 1\n[[table]]\nnumber = 1\n", 4, "twice", "number = 1");
    check(
        "[[table]]\nnumber = 1\nport = \"/dev/x\"\n[[table]]\nnumber = 2\nport = \"/dev/x\"\n",
        6,
        "table 2 claims the board that table 1 claims",
        "port = \"/dev/dgt/board-1\"",
    );
    check("[[table]]\nserial = \"1\"\n", 1, "missing field `number`", "number = 1");
    check("[event]\nround = \"3\\u001b[2J\"\n", 2, "U+001B, which nobody sees", "round = \"3\"");
    let (white, black) = ("white = { name = \"Kowalska, Anna\"", "black = { name = \"Nowak, Jan\"");
    let of = |player: &str| format!("[[table]]\nnumber = 1\n{player}\n");
    let long = format!("white = {{ name = \"{}\" }}", "x".repeat(10_000));
    check(&of(&long), 3, "10000 characters; at most 100", white);
    check(&of("black = { title = \"XX\" }"), 3, "no programs know this title", black);
    check(&of("black = { federation = \"Poland\" }"), 3, "three capital letters", black);
    check(&of("white = { name = \"Eve\\u202e\" }"), 3, "U+202E", white);
    check("[[table]]\nnumber = 1\nport = \"ttyUSB0\"\n", 3, "is a path", "port = \"/dev/dgt/board-1\"");
    let clock = "clock_port = \"pins:clock.toml\"";
    check(
        "[[table]]\nnumber = 1\nport = \"/dev/x\"\nclock_port = \"/dev/x\"\n",
        4,
        "table 1 has this port already",
        clock,
    );
    check("[[table]]\nnumber = 1\nclock = false\nclock_port = \"/dev/x\"\n", 4, "to have no clock", clock);
    check("[[table]]\nnumber = 1\nclock_port = \"26\"\n", 3, "or pins: and a path", clock);
    check("[[table]]\nnumber = 1\nfen = \"8/8\"\n", 3, "FEN", "fen = \"");
    let broker = "[broker]\nservers = [\"nats://10.0.0.5:4222\"]\n";
    let servers = "servers = [\"nats://10.0.0.5:4222\"]";
    check(broker, 2, "needs a name for this hall", servers);
    check(&format!("{broker}hall = \"main\"\n"), 2, "needs a name for the event", servers);
    check(&format!("{broker}hall = \"a.b\"\n"), 3, "digits, - and _", "hall = \"main\"");
    check("[broker]\nhall = \"main\"\n", 2, "servers of the broker are missing", "hall = \"main\"");
    let named = "event = \"open\"\nhall = \"main\"\n";
    let secret = format!("[broker]\n{named}servers = [\"nats://hall:sesame@10.0.0.5\"]\n");
    check(&secret, 4, "passwords belong into the file", servers);
    check(&format!("[broker]\n{named}servers = [\"http://x\"]\n"), 4, "is nats://", servers);
    check(&format!("{broker}{named}replicas = 2\n"), 5, "1, 3 or 5", "replicas = 3");
    let closed = "[server]\nclosed = true\n";
    check(&format!("{closed}{broker}{named}"), 2, "nodes serve everybody", "closed = false");
    check("[server]\nfarewell_seconds = 5\n", 2, "is for nodes", "results_at_once = true");
    check("[event\n", 1, "", "[event]");
    check("[event]\nname = \"x\n", 2, "", "name = \"Spring Open\"");
}

#[test]
fn what_could_never_work_is_a_mistake() {
    check("[[table]]\nnumber = 1001\n", 2, "from 1 to 1000", "number = 1");
    check("[[table]]\nnumber = 0\n", 2, "from 1 to 1000", "number = 1");
    let mated = "[[table]]\nnumber = 1\nfen = \"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\"\n";
    check(mated, 3, "no game can begin here", "fen = \"");
    check(&mated.replace("6Q1/6K1", "8/6QK"), 3, "has no legal move", "fen = \"");
    for (section, table) in [("first = 99", 99), ("only = 2", 2), ("first = -1", -1)] {
        let key = section.split(' ').next().unwrap_or_default();
        let text = format!("[livechess]\n{section}\n[[table]]\nnumber = 1\n");
        check(&text, 2, &format!("the hall has no table {table};"), &format!("{key} = "));
    }
    assert!(Config::parse("x", "[livechess]\nfirst = 2\n[hall]\nopen_tables = 2\n").is_ok());
    let hosts = "hosts = [\"arbiter.hall\"]";
    for wrong in ["[\"arbiter.hall\", \"http://a/b\"]", "[\"\"]", "[\"hall:8081\"]"] {
        check(&format!("[arbiter]\nhosts = {wrong}\n"), 2, "a host is the name alone", hosts);
    }
    let server = "[[broadcast]]\nto = \"ftps\"\nhost = \"x\"\nuser = \"u\"\npassword_file = \"p\"\n";
    check(&format!("{server}port = 0\n"), 6, "expected a whole number, 1 to 65535", "port = ");
    check("[devices]\nports = [\"\"]\n", 2, "a port is a path", "ports = [");
    check("[devices]\nignore = [\"/dev/x\", \"\"]\n", 2, "a port is a path", "ignore = [");
    check("[devices]\nmakers = { \"\" = \"dgt\" }\n", 2, "a port is a path", "makers = {");
}

#[test]
fn the_settings_of_a_node_say_where_they_are_wrong() {
    let printed = NodeConfig::parse("relay.toml", NODE_TEXT).expect("the printed text is a configuration");
    assert_eq!(printed.halls, [("main".to_owned(), 0)]);
    assert_eq!(printed.farewell.as_secs(), 5, "as the commented line says");
    let broker = "[broker]\nservers = [\"tls://a:4222\"]\nevent = \"open\"\n";
    let halls = "[[hall]]\nname = \"a\"\n[[hall]]\nname = \"b\"\n[[hall]]\nname = \"c\"\nadd = 50\n";
    let several = NodeConfig::parse("x", &format!("{broker}{halls}")).expect("three halls");
    assert_eq!(several.halls.iter().map(|(_, add)| *add).collect::<Vec<_>>(), [0, 1000, 50]);
    for (text, what) in [
        (broker.to_owned(), "a [[hall]] section"),
        (halls.to_owned(), "[broker] needs servers"),
        (format!("[server]\ndelay_minutes = 15\n{broker}{halls}"), "the delay is the hall's"),
        (format!("[server]\nscreens = \"0.0.0.0:1\"\n{broker}{halls}"), "screens are in the hall"),
        (format!("[server]\nresults_at_once = true\n{broker}{halls}"), "is the hall's choice"),
        (format!("[server]\nclosed = true\n{broker}{halls}"), "a node serves everybody"),
        (format!("[server]\nfarewell_seconds = 61\n{broker}{halls}"), "within 0 to 60 seconds"),
        (format!("[server]\ntls = \"own\"\n{broker}{halls}"), "that browsers know"),
        (format!("{broker}hall = \"a\"\n{halls}"), "[[hall]] sections"),
        (format!("{broker}{halls}[[hall]]\nname = \"a\"\n"), "twice"),
        (format!("{broker}{halls}[data]\n"), "unknown field `data`"),
    ] {
        let said = NodeConfig::parse("relay.toml", &text).expect_err(what).to_string();
        assert!(said.contains(what), "{text}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_corrected_between_two_runs_are_in_the_games() {
    let folder = folder("names");
    let seat = Seat::new(&folder, 1, game(1, 4));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let mut hall = Hall::start(&config);
    until("the game was played", || seat.progress().finished).await;
    hall.expect_games(&[(1, seat.wanted.clone())]).await;
    assert!(hall.get("/all-games.pgn").contains("[White \"?\"]"));
    assert_eq!(hall.signal(Signal::TERM), Some(0));
    let text = fs::read_to_string(&config).expect("it was written");
    fs::write(&config, text + "white = { name = \"Kowalska, Anna\" }\n").expect("the folder can be written");
    let hall = Hall::start(&config);
    hall.expect_games(&[(1, seat.wanted.clone())]).await;
    let games = hall.get("/all-games.pgn");
    assert!(games.contains("[White \"Kowalska, Anna\"]"), "{games}");
}
