//! From the file of a pairing program to twenty boards that are ready: the commands that an organiser gives, and how long
//! they take together. No file is edited on the way.
//!
//! `cargo test --release -p topboard --test it -- twenty_ready --nocapture` prints the seconds.

use crate::{
    arbiter_client::Arbiter,
    rig::{Hall, config, folder},
};
use board::dgt::ClockState;
use serde_json::{Value, json};
use shakmaty::{ByColor, Color};
use sim::{SimOptions, SimTable, games};
use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Output},
    time::{Duration, Instant},
};
use tokio::sync::watch;
use topboard::commands::simulate::{self, SimBoard, device};

const BOARDS: u16 = 20;
/// The longest time from the file to the boards.
const MOST: Duration = Duration::from_secs(60);

/// Writes a report as pairing programs export it before a round: forty players, and no result of round 1 yet.
fn exported() -> String {
    let mut text =
        String::from("012 City Open\r\n022 Łódź\r\n032 POL\r\n062 40\r\n092 Individual: Swiss-System\r\n");
    for number in 1..=2 * BOARDS {
        let opponent = if number > BOARDS { number - BOARDS } else { number + BOARDS };
        // The odd ones of the upper half have White, as in a first round.
        let color = if (number.min(opponent) % 2 == 1) == (number <= BOARDS) { 'w' } else { 'b' };
        let name = format!("Surname{number:02}, Given");
        let rating = 2400 - 10 * number;
        text += &format!(
            "001 {number:4} m    {name:<33} {rating:4} POL {:>11} {:10}  0.0 {number:4}  {opponent:4} {color}  \r\n",
            1_100_000 + u32::from(number),
            "1999/05/17"
        );
    }
    text
}

/// Plugs in a board on which the pieces stand, with a clock that is set, and players who wait.
fn plug_in(number: u16, may_begin: watch::Receiver<usize>) -> (String, SimBoard) {
    let pty = simulate::open().expect("the system has pseudo-terminals");
    let port = pty.path().to_owned();
    let mut table = SimTable::new(SimOptions {
        seed: u64::from(number),
        games: games::showcase(),
        device: device(u64::from(number)),
        ..SimOptions::default()
    });
    let left_ms = ByColor { white: 300_000, black: 300_000 };
    table.device().set_clock(0, ClockState { left_ms, running: None, lever: Color::White });
    (port, SimBoard::new(pty, table).with_rounds(may_begin))
}

fn topboard(words: &[&str], config: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.args(words).arg("--config").arg(config).output().expect("the program starts")
}

/// Asks `topboard ready` until nothing stops the round. Returns its list.
fn ready(config: &Path) -> Value {
    let told = topboard(&["--json", "ready", "--wait", "60"], config);
    let list: Value = serde_json::from_slice(&told.stdout).unwrap_or_else(|_| panic!("{told:?}"));
    assert!(told.status.success(), "{list}");
    list
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "wants the computer for itself; ./check --full runs it"]
async fn twenty_boards_are_ready_within_a_minute_of_the_file() {
    let folder = folder("twenty-ready");
    let (_begin, may_begin) = watch::channel(0);
    let (ports, boards): (Vec<String>, Vec<SimBoard>) =
        (1..=BOARDS).map(|number| plug_in(number, may_begin.clone())).unzip();
    let playing: Vec<_> = boards.into_iter().map(|board| tokio::spawn(board.run())).collect();
    // The hall as it was set up once, before anybody knew the players.
    let config = config(&folder, &ports);
    let set_up = fs::read(&config).expect("it was written");
    let file = folder.join("City Open.trf");
    fs::write(&file, exported()).expect("the folder can be written");

    let began = Instant::now();
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let imported = topboard(&["import", file.to_str().expect("UTF-8")], &config);
    assert!(imported.status.success(), "{imported:?}");
    let before = ready(&config);
    let open = json!({"do": "open", "key": "A", "round": 1, "author": "Judge"});
    assert_eq!(arbiter.post("/api/v1/event", &open).status, 200);
    let list = ready(&config);
    let took = began.elapsed();

    // Ready means: on each of the twenty tables a connected board, for the pairing of its own, and no board by hand.
    for list in [&before, &list] {
        assert_eq!((&list["ready"], &list["rounds"]), (&json!(true), &json!([["A", 1]])), "{list}");
        let items = list["items"].as_array().expect("a list");
        assert!(items.iter().all(|item| item["table"].is_null() && item["kind"] != "by-hand"), "{list}");
    }
    let state = arbiter.get("/api/v1/event").json();
    let mut serials = BTreeSet::new();
    for table in 1..=BOARDS {
        let at = &state["tables"][table.to_string()];
        assert_eq!((&at["plan"], &at["pairing"]), (&json!("play"), &json!(["A", 1, table])), "{at}");
        serials.insert(at["serial"].as_str().expect("a board tells its number").to_owned());
    }
    assert_eq!(serials.len(), usize::from(BOARDS));
    assert_eq!(fs::read(&config).expect("it is there"), set_up, "no file is edited");
    println!("{BOARDS} boards ready {:.1} s after the start of the program", took.as_secs_f64());
    assert!(took < MOST, "{took:?}");
    playing.iter().for_each(tokio::task::JoinHandle::abort);
}
