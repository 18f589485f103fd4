//! What everybody reads of rounds: deciding games, and how teams stand.

use relay::{round_sheet::RoundSheet, rounds::PublicRounds};
use serde_json::{Value, json};
use tournament::{Event, EventCommandJson, EventOrder, History, RoundVersion};

fn give(history: &mut History, order: Value) {
    let command: EventCommandJson = serde_json::from_value(order).expect("it has the form of an order");
    let order = EventOrder::read(&command.order).expect("it is sound");
    history.obey(&order).expect("it can be done");
}

/// Two teams of two meet, and the result of each board.
fn match_of_teams(system: &str, results: [&str; 2]) -> History {
    let player = |team: &str| json!({"name": format!("{team}, Somebody"), "team": team});
    let mut history = History::default();
    give(
        &mut history,
        json!({"do": "enter", "key": "A", "system": system, "boards_of_match": 2,
        "players": {"1": player("Ash"), "2": player("Ash"), "3": player("Birch"), "4": player("Birch")},
        "rounds": {"1": {"pairings": {"1": {"white": 1, "black": 3, "armageddon": true}, "2": {"white": 4, "black": 2}}}}}),
    );
    give(&mut history, json!({"do": "open", "key": "A", "round": 1}));
    for (board, result) in (1..).zip(results) {
        give(&mut history, json!({"do": "result", "key": "A", "round": 1, "board": board, "result": result}));
    }
    history
}

fn sheet(history: &History) -> Value {
    let event: &Event = history.event();
    let view = RoundVersion::of(event, history.signed(), "A", 1, false).expect("the round has begun");
    serde_json::to_value(RoundSheet::of(event, &view)).expect("it is data")
}

#[test]
fn a_deciding_game_has_its_own_result_and_a_winner_of_the_tie_break() {
    let board = |results| {
        let rounds = PublicRounds::of(match_of_teams("team-swiss", results).event(), 0);
        serde_json::to_value(&rounds.tournaments[0].rounds[0].boards).expect("it is data")
    };
    let drawn = board(["1/2-1/2", "*"]);
    assert_eq!(
        (&drawn[0]["result"], &drawn[0]["armageddon"], &drawn[0]["tie_break_winner"]),
        (&json!("1/2-1/2"), &json!(true), &json!("black"))
    );
    assert_eq!((drawn[1].get("armageddon"), drawn[1].get("tie_break_winner")), (None, None));
    assert_eq!(board(["1-0", "*"])[0]["tie_break_winner"], "white");
    assert_eq!(board(["*", "*"])[0].get("tie_break_winner"), None);
}

#[test]
fn rounds_say_how_far_they_are_behind() {
    let told = |delay_ms| {
        let rounds = PublicRounds::of(match_of_teams("team-swiss", ["*", "*"]).event(), delay_ms);
        serde_json::to_value(rounds).expect("it is data").get("delay_ms").cloned()
    };
    assert_eq!((told(0), told(900_000)), (None, Some(json!(900_000))));
}

#[test]
fn the_sheet_of_a_round_says_how_teams_stand() {
    let teams = &sheet(&match_of_teams("team-swiss", ["1/2-1/2", "0-1"]))["teams"];
    assert_eq!(
        (&teams["criteria"][0], &teams["criteria"][1]),
        (&json!("game-points"), &json!("match-points"))
    );
    let [ash, birch] = [&teams["rows"][0], &teams["rows"][1]];
    assert_eq!((&ash["name"], &ash["rank"], &birch["rank"]), (&json!("Ash"), &json!(1), &json!(2)));
    let points = |team: &Value| (team["values"][0].clone(), team["values"][1].clone());
    assert_eq!((points(ash), points(birch)), ((json!("1½"), json!("2")), (json!("½"), json!("0"))));
    // A match that is not over does not count, and other tournaments have no teams.
    let pending = &sheet(&match_of_teams("team-swiss", ["1-0", "*"]))["teams"]["rows"];
    assert_eq!((&pending[0]["shared"], &pending[0]["values"][0]), (&json!(true), &json!("0")));
    assert_eq!(sheet(&match_of_teams("swiss", ["1-0", "1-0"])).get("teams"), None);
}
