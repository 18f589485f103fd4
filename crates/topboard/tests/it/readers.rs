//! What the program serves of a round, live and finished, as python-chess and pgn-extract read it over the network: the moves that
//! were played, and the clocks that the round's JSON has. The texts of the library are read in tests/src/readers.

use crate::{
    arbiter_client::Arbiter,
    games_of_rounds::get,
    rig::{Hall, PATIENCE, config, folder, games_of, until},
    seat::{Deed, Seat, game},
};
use serde_json::{Value, json};
use shakmaty::{Chess, EnPassantMode, Position, fen::Fen, san::San};
use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

const PLIES: usize = 14;
const HELD: usize = 8;

/// Reads texts with one of the scripts of tests/readers. Returns the games of each.
fn read(python: &Path, script: &str, texts: &[String]) -> Vec<Value> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/readers").join(script);
    let mut child = Command::new(python)
        .arg(script)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("./check installs it");
    let mut to = child.stdin.take().expect("it was asked for");
    for text in texts {
        writeln!(to, "{}", json!(text)).expect("it reads on");
    }
    drop(to);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{output:?}");
    let answers = String::from_utf8(output.stdout).expect("UTF-8");
    answers.lines().map(|line| serde_json::from_str(line).expect("a list of games")).collect()
}

/// Reads the stream of the round that is on until it has said this.
fn streamed(hall: &Hall, wanted: &str) -> String {
    let mut stream = TcpStream::connect(&hall.address).expect("it listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("it can be set");
    // Without chunks, as HTTP/1.0 has it.
    write!(stream, "GET /api/stream/broadcast/round/on.pgn HTTP/1.0\r\nHost: hall\r\n\r\n")
        .expect("it takes it");
    let (mut said, mut piece) = (Vec::new(), [0; 4096]);
    while !String::from_utf8_lossy(&said).contains(wanted) {
        let length = stream.read(&mut piece).expect("the stream goes on");
        assert!(length > 0, "the stream ended: {}", String::from_utf8_lossy(&said));
        said.extend(&piece[..length]);
    }
    let said = String::from_utf8(said).expect("UTF-8");
    said.split_once("\r\n\r\n").expect("a head").1.to_owned()
}

/// Returns the plies as every reader has to give them: from the moves that were played, and the clocks of the JSON.
fn wanted(sans: &[String], json: &Value) -> Vec<Value> {
    let mut position = Chess::default();
    let told: Vec<&str> = json["moves"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    assert_eq!(told.len(), sans.len(), "{json}");
    let plies = sans.iter().zip(told).map(|(san, told)| {
        let mv = san.parse::<San>().expect("a move").to_move(&position).expect("it is legal");
        position.play_unchecked(mv);
        let fen = Fen::from_position(&position, EnPassantMode::Legal).to_string();
        let place = fen.split(' ').take(2).collect::<Vec<_>>().join(" ");
        // Such as `e4 5436+23`: the seconds left, and those taken.
        let (name, times) = told.split_once(' ').unwrap_or((told, ""));
        assert_eq!(name.trim_end_matches(['+', '#']), san.trim_end_matches(['+', '#']), "{json}");
        let (left, taken) = times.split_once('+').unwrap_or((times, ""));
        let seconds = |text: &str| text.parse::<u32>().ok();
        json!([san, place, seconds(left), seconds(taken)])
    });
    plies.collect()
}

/// Compares what every address has of the round with what is meant.
fn compare(hall: &Hall, sans: &[String], result: &str) {
    let streamed = streamed(hall, &format!(" {result}\n\n\n"));
    let body = |path: &str| get(hall, path, &[]).body;
    let texts =
        [body("/games.pgn"), body("/round-3/games.pgn"), body("/api/broadcast/round/on.pgn"), streamed];
    assert_eq!(texts[0], texts[1], "one round is on");
    let plies = wanted(sans, &get(hall, "/round-3/game-1.json", &[]).json());
    assert!(plies.iter().skip(1).any(|ply| ply[2].is_u64()), "the board has a clock: {plies:?}");
    let clients = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../clients/bin/python3");
    for (python, script) in [(&*clients, "python_chess.py"), (Path::new("python3"), "pgn_extract.py")] {
        let answers = read(python, script, &texts);
        assert_eq!(answers.len(), texts.len(), "{script}");
        for (games, text) in answers.iter().zip(&texts) {
            assert_eq!(games.as_array().map(Vec::len), Some(1), "{script}: {games} of {text}");
            let game = &games[0];
            assert_eq!(game["plies"], json!(plies), "{script}: {text}");
            assert_eq!(
                (&game["result"], &game["tags"]["Round"]),
                (&result.into(), &"3.1".into()),
                "{script}: {text}"
            );
            let start = Fen::from_position(&Chess::default(), EnPassantMode::Legal).to_string();
            assert!(start.starts_with(game["start"].as_str().expect("a position")), "{script}: {game}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "wants readers of others; ./check has a step for it"]
async fn others_read_a_round_as_it_is_played_and_as_it_ended() {
    let folder = folder("readers");
    let seat = Seat::new(&folder, 1, game(3, PLIES));
    seat.does(Deed::HoldAt(HELD));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    let text = fs::read_to_string(&config).expect("it was written");
    fs::write(&config, format!("[event]\nname = \"Open\"\nround = \"3\"\n{text}"))
        .expect("it can be written");
    let hall = Hall::start(&config);
    let moves = || games_of(&get(&hall, "/games.pgn", &[]).body).first().map_or(0, |(_, moves)| moves.len());
    until("half of the game is public", || seat.progress().held && moves() == seat.progress().plies).await;
    hall.settled_games().await;
    let held = seat.progress().plies;
    assert!((HELD..PLIES).contains(&held), "{held}");
    compare(&hall, &seat.wanted[..held], "*");

    seat.does(Deed::Go);
    until("all of it is public", || moves() == seat.wanted.len()).await;
    hall.settled_games().await;
    let done = Arbiter::enter(&hall).says(1, json!({"cmd": "result", "result": "1/2-1/2"}));
    assert_eq!(done.status, 200, "{done:?}");
    until("the result is public", || get(&hall, "/games.pgn", &[]).body.contains("[Result \"1/2-1/2\"]"))
        .await;
    compare(&hall, &seat.wanted, "1/2-1/2");
}
