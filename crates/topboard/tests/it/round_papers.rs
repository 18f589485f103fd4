//! Standings and crosstables by round: what the program tells everybody, and what a journal tells afterwards.

use crate::{
    arbiter_client::{Answer, Arbiter, ask},
    rig::{Hall, config, folder, until},
};
use rustix::process::Signal;
use serde_json::{Value, json};
use std::{
    path::Path,
    process::{Command, Output},
};

const ROUND: &str = "/api/v1/tournaments/A/rounds/1";

fn order(arbiter: &Arbiter, order: Value) {
    let mut order = order;
    order["author"] = json!("Judge");
    let done = arbiter.post("/api/v1/event", &order);
    assert_eq!(done.status, 200, "{done:?}");
}

fn get(hall: &Hall, path: &str, headers: &[(&str, &str)]) -> Answer {
    ask(&hall.address, "GET", path, headers, "")
}

/// Plays two rounds by hand, and begins a third.
pub(crate) fn play(arbiter: &Arbiter) {
    let players = json!({"1": {"name": "Nowak, Anna", "elo": 2105}, "2": {"name": "=Kowalski"}, "3": {"name": "Lis, Adam"}});
    let rounds = json!({
        "1": {"pairings": {"1": {"white": 1, "black": 2}}, "unpaired": {"3": "half-bye"}},
        "2": {"pairings": {"1": {"white": 3, "black": 1}}, "unpaired": {"2": "zero-bye"}},
        "3": {"pairings": {"1": {"white": 2, "black": 3}}, "unpaired": {"1": "pairing-bye"}}});
    order(arbiter, json!({"do": "enter", "key": "A", "name": "Open", "players": players, "rounds": rounds}));
    for (round, result) in [(1, "1-0"), (2, "0-1")] {
        order(arbiter, json!({"do": "open", "key": "A", "round": round}));
        order(arbiter, json!({"do": "result", "key": "A", "round": round, "board": 1, "result": result}));
        order(arbiter, json!({"do": "close", "key": "A", "round": round}));
    }
    order(arbiter, json!({"do": "open", "key": "A", "round": 3}));
}

fn export(journal: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.arg("export").arg(journal).args(options).output().expect("the program starts")
}

fn exported(journal: &Path, options: &[&str]) -> String {
    let output = export(journal, options);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("it writes UTF-8")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_stays_as_it_was_signed_and_a_correction_is_told() {
    let folder = folder("round-papers");
    let config = config(&folder, &["/dev/no-board-here".to_owned()]);
    let mut hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    play(&arbiter);
    let path = format!("{ROUND}/standings");
    until("round 3 is public", || get(&hall, "/api/v1/tournaments/A/rounds/3/standings", &[]).status == 200)
        .await;
    let signed = get(&hall, &path, &[]).json();
    assert_eq!((&signed["signed"], &signed["revised"]), (&json!(true), &json!(false)), "{signed}");
    assert_eq!(signed["standings"]["rows"][0]["points"], "1", "{signed}");
    assert_eq!(signed["crosstable"]["lines"][0]["cells"], json!(["3w1"]), "{signed}");

    order(&arbiter, json!({"do": "result", "key": "A", "round": 1, "board": 1, "result": "1/2-1/2"}));
    until("the correction is public", || get(&hall, &path, &[]).json()["revised"] == true).await;
    let after = get(&hall, &path, &[]).json();
    assert_eq!(after["standings"], signed["standings"], "what was signed stays");
    let told = &after["corrections"][0];
    assert_eq!(
        (&told["was"], &told["is"], &told["white"]["name"]),
        (&json!("1-0"), &json!("1/2-1/2"), &json!("Nowak, Anna"))
    );
    let corrected = get(&hall, &format!("{path}?corrected=true"), &[]).json();
    assert_eq!(
        (&corrected["signed"], &corrected["standings"]["rows"][0]["points"]),
        (&json!(false), &json!("½"))
    );
    // The correction counts for each later round, and is told of it.
    let second = get(&hall, "/api/v1/tournaments/A/rounds/2/standings", &[]).json();
    assert_eq!(
        (&second["revised"], &second["corrections"][0]["round"]),
        (&json!(true), &json!(1)),
        "{second}"
    );
    let third = get(&hall, "/api/v1/tournaments/A/rounds/3/standings", &[]).json();
    assert_eq!(
        (&third["signed"], &third["ended"], &third["standings"]["complete"]),
        (&json!(false), &json!(false), &json!(false))
    );

    let csv = get(&hall, &format!("{ROUND}/standings.csv"), &[]);
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"), "{csv:?}");
    assert_eq!(csv.header("content-disposition"), Some("attachment; filename=\"A-round1-standings.csv\""));
    assert!(csv.body.contains("\r\n1,1,,\"Nowak, Anna\",,2105,1,"), "{csv:?}");
    assert!(csv.body.contains(",'=Kowalski,"), "{csv:?}");
    let results = get(&hall, &format!("{ROUND}/results.csv"), &[]);
    assert!(results.body.contains(",1-0,2,'=Kowalski,1-0 → ½-½\r\n"), "{results:?}");
    assert!(get(&hall, &format!("{ROUND}/crosstable.csv?corrected=true"), &[]).body.contains("w½"));

    // What did not change is not sent again.
    for path in ["/api/v1/rounds", path.as_str(), "/api/v1/tournaments/A/rounds/1/standings.csv"] {
        let first = get(&hall, path, &[]);
        let tag = first.header("etag").expect("an entity tag").to_owned();
        let again = get(&hall, path, &[("If-None-Match", &tag)]);
        assert_eq!((again.status, again.body.as_str()), (304, ""), "{path}");
        assert_eq!(get(&hall, path, &[("If-None-Match", "\"old\"")]).status, 200, "{path}");
    }
    for path in ["/api/v1/tournaments/A/rounds/4/standings", "/api/v1/tournaments/B/rounds/1/standings.csv"] {
        assert_eq!(get(&hall, path, &[]).status, 404, "{path}");
    }
    let sheets = (
        get(&hall, &format!("{ROUND}/standings.csv"), &[]).body,
        get(&hall, &format!("{ROUND}/crosstable.csv"), &[]).body,
    );
    hall.signal(Signal::TERM);

    let journal = folder.join("data/journal");
    let to = folder.join("standings.csv");
    exported(&journal, &["--standings", to.to_str().expect("UTF-8"), "--round", "1"]);
    assert_eq!(
        std::fs::read_to_string(&to).expect("it was written"),
        sheets.0,
        "both write the signed sheet"
    );
    exported(&journal, &["--crosstable", to.to_str().expect("UTF-8"), "--round", "1"]);
    assert_eq!(std::fs::read_to_string(&to).expect("it was written"), sheets.1);
    let page = exported(&journal, &["--standings", "-", "--round", "1"]);
    assert!(
        page.contains("As it was when the round ended.") && page.contains("board 1: 1-0 became ½-½"),
        "{page}"
    );
    let page = exported(&journal, &["--crosstable", "-", "--round", "2", "--corrected"]);
    assert!(page.contains("With the corrections since the round ended.") && page.contains("w½"), "{page}");
    assert!(exported(&journal, &["--standings", "-"]).contains("Standings after round 3"));
    let sheet = exported(&journal, &["--result-sheet", "-", "--round", "1"]);
    assert!(sheet.contains("<td><del>1-0</del> ½-½</td>"), "{sheet}");
    let trf = exported(&journal, &["--trf", "-", "--round", "1"]);
    assert!(trf.contains("Nowak, Anna") && trf.contains("   2 w =") && !trf.contains("   3 b"), "{trf}");
    for (options, why) in [
        (&["--standings", "-", "--round", "4"][..], "has begun"),
        (&["--trf", "-", "--tournament", "B"], "no tournament"),
        (&["--round", "1"], "add --standings"),
        (&["--trf", "-", "--corrected"], "--corrected is about"),
        (&["--pgn", "-", "--round", "4"], "has begun"),
    ] {
        let output = export(&journal, options);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(why), "{options:?}: {output:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_signed_outlives_a_kill() {
    let folder = folder("round-papers-kill");
    let config = config(&folder, &["/dev/no-board-here".to_owned()]);
    let mut hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    play(&arbiter);
    order(&arbiter, json!({"do": "result", "key": "A", "round": 1, "board": 1, "result": "0-1"}));
    hall.signal(Signal::KILL);
    let hall = Hall::start(&config);
    let path = format!("{ROUND}/standings");
    until("the round is public again", || get(&hall, &path, &[]).status == 200).await;
    let sheet = get(&hall, &path, &[]).json();
    assert_eq!((&sheet["signed"], &sheet["revised"]), (&json!(true), &json!(true)), "{sheet}");
    assert_eq!(sheet["standings"]["rows"][0]["player"]["name"], "Nowak, Anna", "{sheet}");
}

#[test]
fn the_games_of_a_round_are_those_that_were_signed() {
    // The result of board 2 in round 1 was corrected in round 2.
    let journal = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/journals/event-orders");
    let results = |options: &[&str]| {
        let pgn = exported(&journal, options);
        let results: Vec<String> =
            pgn.lines().filter(|line| line.starts_with("[Result ")).map(str::to_owned).collect();
        (results, pgn.matches("[Round \"1.").count())
    };
    let of_round = |list: [&str; 2]| list.map(|result| format!("[Result \"{result}\"]")).to_vec();
    assert_eq!(results(&["--pgn", "-", "--round", "1"]), (of_round(["0-1", "1-0"]), 2));
    let corrected = results(&["--pgn", "-", "--round", "1", "--corrected"]);
    assert_eq!(corrected, (of_round(["0-1", "1/2-1/2"]), 2));
    assert_eq!(results(&["--pgn", "-", "--round", "2"]), (of_round(["1/2-1/2", "1-0"]), 0));
    assert_eq!(results(&["--pgn", "-"]).0.len(), 4, "without a round all games are written");
}
