//! The tree: its files are those kept in `testdata/tree`, byte for byte, and readers get what they can read.

use broadcast::{
    bulletin::{Bulletin, BulletinSources, Seat},
    courier::{FileChoice, WhichRounds, files},
    tree::{Leaf, branches},
};
use relay::EventView;
use serde_json::Value;
use std::{fs, path::PathBuf};

const MOVES: &str =
    "1. e4 {[%clk 1:30:36] [%emt 0:00:23]} 1... e5 {[%clk 1:29:50]}\n2. Nf3 {[%emt 0:00:19]} 2... Nc6";

fn game(id: &str, number: &str, tags: &str, moves: &str, result: &str) -> String {
    let (_, board) = number.rsplit_once('.').expect("round and board");
    format!(
        "[Event \"Open\"]\n[Site \"Łódź\"]\n[Date \"2026.11.21\"]\n[Round \"{number}\"]\n[White \"?\"]\n[Black \"?\"]\n\
         [Result \"{result}\"]\n[Board \"{board}\"]\n[GameId \"{id}\"]\n{tags}\n{moves} {result}\n\n"
    )
}

fn tournament(key: &str, rounds: &str) -> String {
    format!(
        r#"{{"key":"{key}","name":"Open {key}","rounds_planned":9,"time_control":"5400+30","rounds":[{rounds}]}}"#
    )
}

const FIRST: &str = concat!(
    r#"{"round":1,"date":"2026.11.21","ended":false,"boards":["#,
    r#"{"board":1,"table":1,"white":{"name":"Nowak, Anna Maria","title":"WGM","elo":2105,"fide_id":1101234,"federation":"POL"},"black":{"name":"Łukasz"},"result":"*","game":1},"#,
    r#"{"board":2,"table":2,"white":{"name":"Kot, Ola"},"result":"+/-"},"#,
    r#"{"board":4,"table":40,"white":{"name":"Far, Away"},"black":{"name":"Else, Where"},"result":"1/2-1/2"}]}"#
);

fn open() -> (String, String) {
    let chess960 = "[SetUp \"1\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n";
    let later = "[SetUp \"1\"]\n[FEN \"8/8/8/4k3/8/8/4K3/8 w - - 0 9\"]\n";
    let games = [
        game("2026.11.21-A-1-1", "1.1", "", MOVES, "*"),
        game("2026.11.21-A-3-1", "3.1", chess960, "1. Nf3", "0-1"),
        game("2026.11.21-A-3-1.2", "3.1", later, "9. Kd3", "0-1"),
    ];
    let third = r#"{"round":3,"date":"2026.11.21","ended":true,"boards":[{"board":1,"table":1,"white":{"name":"Lis, Jan"},"result":"0-1"}]}"#;
    let rounds = tournament("A", &format!("{FIRST},{third}"));
    (games.concat(), format!(r#"{{"event":"Festival","site":"Kraków","tournaments":[{rounds}]}}"#))
}

fn bulletin((games, rounds): &(String, String)) -> Bulletin {
    let event = EventView { name: "Club".into(), round: "2".into(), ..EventView::default() };
    let seats = [1, 2].map(|table| Seat { table, players: Default::default(), is_chess: true, start: None });
    Bulletin::of(BulletinSources { games, rounds, event: &event, seats: &seats })
}

/// Returns all files as one text.
fn written(bulletin: &Bulletin) -> String {
    let all = files(bulletin, FileChoice::All, WhichRounds::All).into_iter();
    all.map(|file| format!("== {}\n{}\n", file.path, file.text)).collect()
}

#[test]
fn the_tree_is_the_one_that_is_kept() {
    let kept = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("testdata/tree/open.txt");
    let now = written(&bulletin(&open()));
    if std::env::var_os("REWRITE").is_some() {
        fs::write(&kept, &now).expect("the tree can be written");
    }
    let wanted = fs::read_to_string(&kept).unwrap_or_default();
    assert!(now == wanted, "{} is not what is written now:\n{now}", kept.display());
}

#[test]
fn several_tournaments_have_a_folder_each_and_other_games_one() {
    let (games, _) = open();
    let others = game("2026.11.21-9-7", "9.7", "", MOVES, "1-0");
    let rounds = [tournament("A", FIRST), tournament("B2", &FIRST.replace("\"round\":1", "\"round\":5"))];
    let rounds = format!(r#"{{"event":"Festival","tournaments":[{}]}}"#, rounds.join(","));
    let bulletin = bulletin(&(games + &others, rounds));
    let paths: Vec<String> =
        files(&bulletin, FileChoice::Combined, WhichRounds::All).into_iter().map(|file| file.path).collect();
    let wanted = ["A/round-1/games.pgn", "B2/round-5/games.pgn"];
    assert_eq!(paths[..2], wanted, "{paths:?}");
    assert!(paths.contains(&"other-games/round-9/games.pgn".to_owned()), "{paths:?}");
    let on: Vec<String> =
        files(&bulletin, FileChoice::Combined, WhichRounds::On).into_iter().map(|file| file.path).collect();
    assert_eq!(on, wanted);
    let ids: Vec<String> = branches(&bulletin).iter().map(|branch| branch.uuid()).collect();
    assert_ne!(ids[0], ids[1]);
}

#[test]
fn two_events_with_one_key_are_two_tournaments() {
    let id = |journal: &str| {
        let (games, rounds) = open();
        let rounds = rounds.replace(r#""key":"A""#, &format!(r#""key":"A","journal":"{journal}""#));
        branches(&bulletin(&(games, rounds)))[0].uuid()
    };
    assert_ne!(id("5f3a91c2"), id("5f3a91c3"));
    assert_eq!(id("5f3a91c2"), id("5f3a91c2"));
}

#[test]
fn the_number_of_a_drawn_start_is_there_before_the_first_move() {
    let (_, rounds) = open();
    let drawn = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1".to_owned();
    let seat = Seat { table: 1, players: Default::default(), is_chess: true, start: Some(drawn) };
    let event = EventView::default();
    let bulletin =
        Bulletin::of(BulletinSources { games: "", rounds: &rounds, event: &event, seats: &[seat] });
    let json = |path: &str| -> Value {
        let text = branches(&bulletin)[0].text(&bulletin, &Leaf::parse(path).expect("a path"), true);
        serde_json::from_str(&text.expect("a file")).expect("JSON")
    };
    assert_eq!(json("round-1/game-1.json")["chess960"], 0);
    assert_eq!(json("round-1/game-2.json")["chess960"], 518);
}

#[test]
fn keys_are_those_that_clients_know() {
    let bulletin = bulletin(&open());
    let branch = &branches(&bulletin)[0];
    let json = |path: &str| -> Value {
        let text = branch.text(&bulletin, &Leaf::parse(path).expect("a path"), true).expect("a file");
        serde_json::from_str(&text).expect("JSON")
    };
    let keys = |value: &Value| {
        let mut keys: Vec<String> = value.as_object().expect("an object").keys().cloned().collect();
        keys.sort();
        keys.join(" ")
    };
    let tournament = json("tournament.json");
    assert_eq!(
        keys(&tournament),
        "chess960 country eboards id location name rounds rules timecontrol website"
    );
    assert_eq!(tournament["rounds"].as_array().map(Vec::len), Some(3));
    assert_eq!(json("round-2/index.json")["pairings"], Value::Array(Vec::new()));
    let index = json("round-1/index.json");
    assert_eq!(keys(&index), "date pairings");
    assert_eq!(keys(&index["pairings"][0]), "black live result white");
    assert_eq!(keys(&index["pairings"][0]["white"]), "federation fideid fname gender lname mname title");
    assert_eq!(index["pairings"][0]["white"]["fideid"], 1_101_234, "a number, or nobody reads the file");
    assert_eq!(
        index["pairings"][2],
        serde_json::json!({"white": null, "black": null, "result": "*", "live": false})
    );
    let moves = json("round-1/game-1.json");
    assert_eq!(keys(&moves), "chess960 clock comment firstMove live moves result serialNr");
    assert_eq!(moves["moves"], serde_json::json!(["e4 5436+23", "e5 5390", "Nf3 +19", "Nc6"]));
    assert_eq!(json("round-3/game-1.json")["chess960"], 0);
}

#[test]
fn a_game_with_a_result_looks_as_if_it_had_not_begun_to_whoever_wants_none() {
    let bulletin = bulletin(&open());
    let branch = &branches(&bulletin)[0];
    for (path, hidden) in [
        ("round-3/game-1.json", &["BLACKWIN", "Nf3", "FEN", "goes on"][..]),
        ("round-3/index.json", &["0-1"]),
        ("round-3/games.pgn", &["0-1"]),
        ("round-3/game-1.pgn", &["0-1"]),
        ("round-1/index.json", &["1-0", "1/2"]),
    ] {
        let leaf = Leaf::parse(path).expect("a path");
        let [shown, spared] = [true, false].map(|with| branch.text(&bulletin, &leaf, with).expect("a file"));
        assert_ne!(shown, spared);
        hidden.iter().for_each(|word| assert!(!spared.contains(word), "{path}: {spared}"));
    }
    assert_eq!(branch.text(&bulletin, &Leaf::parse("round-4/games.pgn").expect("a path"), true), None);
    assert_eq!(branch.text(&bulletin, &Leaf::parse("round-1/game-3.json").expect("a path"), true), None);
}

#[test]
fn nothing_has_no_tree() {
    let nothing = (String::new(), String::new());
    let empty =
        Bulletin::of(BulletinSources { games: "", rounds: "", event: &EventView::default(), seats: &[] });
    assert!(files(&empty, FileChoice::All, WhichRounds::All).is_empty());
    let club = bulletin(&nothing);
    let paths: Vec<String> =
        files(&club, FileChoice::Pgn, WhichRounds::On).into_iter().map(|file| file.path).collect();
    assert_eq!(paths, ["round-2/game-1.pgn", "round-2/game-2.pgn", "round-2/games.pgn"]);
}
