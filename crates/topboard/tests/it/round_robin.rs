//! All rounds of a round robin in the whole program: by a list, by the players who are there, and by a terminal.

use crate::{
    arbiter_client::{Answer, Arbiter},
    rig::{Hall, config, folder},
};
use serde_json::{Value, json};
use std::{
    fs,
    process::{Command, Output},
};

const PATH: &str = "/api/v1/event/round-robin";
/// Six players as they were drawn.
const DRAWN: &str =
    "1. Wójcik, Ewa (2100)\n2. Nowak, Anna\n3. Mazur, Piotr\n4. Lis, Igor\n5. Kos, Jan\n6. Byk, Ula\n";

fn tournament(arbiter: &Arbiter) -> Value {
    arbiter.get("/api/v1/event").json()["event"]["tournaments"]["A"].clone()
}

/// Returns the pairings of a round by names.
fn games(tournament: &Value, round: u16) -> Vec<String> {
    let pairings = tournament["rounds"][round.to_string()]["pairings"].as_object().expect("pairings");
    let name = |number: &Value| {
        let player = &tournament["players"][number.to_string()]["name"];
        player.as_str().and_then(|name| name.split(',').next()).expect("a name").to_owned()
    };
    pairings.values().map(|it| format!("{}-{}", name(&it["white"]), name(&it["black"]))).collect()
}

fn undo(arbiter: &Arbiter) -> Answer {
    arbiter.post("/api/v1/event", &json!({"do": "undo", "author": "Judge"}))
}

#[test]
fn a_list_gives_all_rounds_and_one_order_takes_them_back() {
    let folder = folder("round-robin");
    let hall = Hall::start(&config(&folder, &[]));
    let arbiter = Arbiter::enter(&hall);
    let look = arbiter.send("POST", PATH, DRAWN).json();
    assert_eq!((&look["applied"], &look["order"]["rounds_planned"]), (&json!(false), &json!(5)), "{look}");
    assert_eq!(tournament(&arbiter), Value::Null, "a look changes nothing");
    let done = arbiter.send("POST", &format!("{PATH}?tournament=A&apply=true&author=Judge"), DRAWN);
    assert_eq!((done.status, &done.json()["applied"]), (200, &json!(true)), "{done:?}");
    let made = tournament(&arbiter);
    assert_eq!(
        (&made["system"], made["rounds"].as_object().map(|it| it.len())),
        (&json!("round-robin"), Some(5))
    );
    // Berger's table for six: 1-6 2-5 3-4, then 6-4 5-3 1-2.
    assert_eq!(games(&made, 1), ["Wójcik-Byk", "Nowak-Kos", "Mazur-Lis"]);
    assert_eq!(games(&made, 2), ["Byk-Lis", "Kos-Mazur", "Wójcik-Nowak"]);
    let again = arbiter.send("POST", &format!("{PATH}?apply=true&author=Judge"), DRAWN);
    let words = again.json()["words"]["pl"].as_str().expect("words").to_owned();
    assert!(again.status == 409 && words.contains("runda 1 ma już kojarzenia"), "{again:?}");
    assert_eq!(undo(&arbiter).status, 200);
    assert_eq!(tournament(&arbiter), Value::Null, "all of it is one order");

    let double = |exchange: &str| {
        let path = format!("{PATH}?double=true&exchange={exchange}&apply=true&author=Judge");
        assert_eq!(arbiter.send("POST", &path, DRAWN).status, 200);
        let made = tournament(&arbiter);
        assert_eq!(undo(&arbiter).status, 200);
        (1..=10).map(|round| games(&made, round)).collect::<Vec<_>>()
    };
    let (plain, exchanged) = (double("false"), double("true"));
    assert_eq!((&plain[3], &plain[4]), (&exchanged[4], &exchanged[3]));
    assert_eq!((&plain[..3], &plain[5..]), (&exchanged[..3], &exchanged[5..]));
    assert_eq!(plain[5], ["Byk-Wójcik", "Kos-Nowak", "Lis-Mazur"]);
}

#[test]
fn players_who_are_there_need_no_list_and_what_cannot_be_is_refused() {
    let folder = folder("round-robin-there");
    let hall = Hall::start(&config(&folder, &[]));
    let arbiter = Arbiter::enter(&hall);
    let none = arbiter.send("POST", PATH, "");
    assert_eq!((none.status, none.body.contains("at least two players")), (409, true), "{none:?}");
    let players = json!({"1": {"name": "Nowak, Anna"}, "2": {"name": "Kos, Jan"}, "3": {"name": "Lis, Igor"},
        "4": {"name": "Mazur, Piotr", "withdrawn_after": 0}});
    let enter = json!({"do": "enter", "key": "A", "players": players, "author": "Judge"});
    assert_eq!(arbiter.post("/api/v1/event", &enter).status, 200);
    assert_eq!(arbiter.send("POST", &format!("{PATH}?apply=true&author=Judge"), "").status, 200);
    let made = tournament(&arbiter);
    assert_eq!(
        (1..=3).map(|round| games(&made, round)).collect::<Vec<_>>(),
        [["Kos-Lis"], ["Nowak-Kos"], ["Lis-Nowak"]]
    );
    assert_eq!(undo(&arbiter).status, 200);
    // The list says the order of the draw; known players keep their numbers.
    let drawn = "Lis, Igor\nKos, Jan\nNowak, Anna\nByk, Ula\n";
    assert_eq!(arbiter.send("POST", &format!("{PATH}?apply=true&author=Judge"), drawn).status, 200);
    assert_eq!(games(&tournament(&arbiter), 1), ["Lis-Byk", "Kos-Nowak"]);
    assert_eq!(tournament(&arbiter)["players"]["3"]["name"], "Lis, Igor");
    let nobody = arbiter.send("POST", &format!("{PATH}?apply=true"), drawn);
    assert_eq!((nobody.status, nobody.body.contains("say who you are")), (422, true), "{nobody:?}");
}

#[test]
fn a_terminal_enters_a_round_robin() {
    let folder = folder("round-robin-terminal");
    let config = config(&folder, &[]);
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let file = folder.join("players.txt");
    fs::write(&file, DRAWN).expect("it can be written");
    let import = |options: &[&str]| -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
        command.arg("import").arg(&file).arg("--round-robin").arg("--config").arg(&config).args(options);
        command.output().expect("the program starts")
    };
    let looked = import(&["--double", "--check"]);
    assert!(String::from_utf8_lossy(&looked.stdout).contains("30 pairings in round 1, 2, 3"), "{looked:?}");
    assert_eq!(tournament(&arbiter), Value::Null);
    let entered = import(&["--double", "--exchange", "--by", "A. Nowak"]);
    assert!(entered.status.success(), "{entered:?}");
    assert_eq!(tournament(&arbiter)["rounds"].as_object().map(|it| it.len()), Some(10));
    let again = import(&[]);
    assert!(String::from_utf8_lossy(&again.stderr).contains("round 1 has pairings already"), "{again:?}");
    assert_eq!(import(&["--exchange"]).status.code(), Some(64), "nothing is exchanged in one cycle");
}
