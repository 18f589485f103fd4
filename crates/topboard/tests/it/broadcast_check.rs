//! What would be refused elsewhere, told before the round by `topboard broadcast check`.

use crate::{
    arbiter_client::Arbiter,
    described::Described,
    games_of_rounds::plan,
    rig::{Hall, config, folder},
};
use serde_json::{Value, json};
use std::{
    path::Path,
    process::{Command, Output},
};

fn checked(config: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    let output = command.args(["broadcast", "check", "--config"]).arg(config).args(options).output();
    output.expect("the program starts")
}

fn kinds(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().expect("a list").iter();
    items.map(|item| item["kind"].as_str().expect("a kind")).collect()
}

#[test]
fn a_round_is_checked_before_it_begins_and_nothing_is_sent() {
    let folder = folder("broadcast-check");
    let config = config(&folder, &["/dev/no-board-here".to_owned()]);
    let absent = checked(&config, &[]);
    assert_eq!(absent.status.code(), Some(2), "{absent:?}");

    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let players = json!({"1": {"name": "Nowak, Anna", "fide_id": 1_100_001}, "2": {"name": "X"}});
    let rounds = json!({"1": {"date": "2026.11.21", "pairings": {"1": {"white": 1, "black": 2}}}});
    let enter = |more: Value| {
        let mut order = json!({"do": "enter", "key": "A", "author": "Judge"});
        order.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        let done = arbiter.post("/api/v1/event", &order);
        assert_eq!(done.status, 200, "{done:?}");
    };
    enter(json!({"name": "Open", "time_control": "5400+30", "players": players, "rounds": rounds}));

    let told = checked(&config, &["--json", "--for", "lichess-push"]);
    let list: Value =
        serde_json::from_slice(&told.stdout).unwrap_or_else(|error| panic!("{error}: {told:?}"));
    assert!(kinds(&list).contains(&"short-name") && kinds(&list).contains(&"no-fide-id"), "{list}");
    assert_eq!((told.status.code(), &list["ready"]), (Some(0), &json!(true)), "{list}");
    let first = &list["first"][0];
    assert_eq!((&first["tournament"], &first["games"]), (&json!("A"), &json!(1)), "{list}");
    let short = list["items"].as_array().into_iter().flatten().find(|item| item["kind"] == "short-name");
    assert_eq!(
        short.map(|item| (&item["board"], &item["minded_by"][0])),
        Some((&json!(1), &json!("lichess-push")))
    );

    enter(json!({"players": {"2": {"name": "Lis, Jan", "fide_id": 1_100_001}}}));
    let told = checked(&config, &[]);
    let text = String::from_utf8_lossy(&told.stdout).into_owned();
    assert_eq!(told.status.code(), Some(1), "{told:?}");
    assert!(text.starts_with("Would be refused:\n"), "{text}");
    assert!(
        text.contains("tournament A: One FIDE number, 1100001, for several players: Lis, Jan; Nowak, Anna."),
        "{text}"
    );
    assert!(
        text.contains("Sent first of Open, round 1: games: 1,") && text.contains("  [White \"Nowak, Anna\"]"),
        "{text}"
    );
    let polish = checked(&config, &["--language", "pl"]);
    assert!(String::from_utf8_lossy(&polish.stdout).starts_with("Zostanie odrzucone:"), "{polish:?}");
    for (options, what) in [
        (&["--tournament", "B"][..], "no tournament B"),
        (&["--tournament", "A", "--round", "9"], "no round 9"),
    ] {
        let refused = checked(&config, options);
        assert_eq!(refused.status.code(), Some(1), "{refused:?}");
        assert!(String::from_utf8_lossy(&refused.stderr).contains(what), "{refused:?}");
    }
}

#[test]
fn the_staff_are_told_what_the_command_is_told_and_no_secret() {
    let folder = folder("broadcast-check-door");
    let path = config(&folder, &["/dev/no-board-here".to_owned()]);
    let (password, token) = (folder.join("password"), folder.join("token"));
    std::fs::write(&password, "horse-battery").expect("it can be written");
    std::fs::write(&token, "lip_hidden").expect("it can be written");
    let text = std::fs::read_to_string(&path).expect("it was written");
    let lines = format!(
        "[lichess]\nbase = \"http://127.0.0.1:1\"\ntoken_file = {token:?}\n[[broadcast]]\nto = \"put\"\n\
         url = \"http://127.0.0.1:1/hidden-word\"\nuser = \"me\"\npassword_file = {password:?}\n"
    );
    std::fs::write(&path, text.replacen("[devices]", &format!("{lines}[devices]"), 1)).expect("a file");
    let hall = Hall::start(&path);
    let arbiter = Arbiter::enter(&hall);
    plan(&arbiter);
    let at_door = |query: &str| {
        let answer = arbiter.get(&format!("/api/v1/broadcast/check{query}"));
        for hidden in ["horse-battery", "lip_hidden", "hidden-word"] {
            assert!(!format!("{answer:?}").contains(hidden), "{hidden}: {answer:?}");
        }
        answer
    };
    for (query, options) in
        [("", &["--list", "--json"][..]), ("?for=chess.com", &["--list", "--json", "--for", "chess.com"])]
    {
        let told: Value = serde_json::from_slice(&checked(&path, options).stdout).expect("JSON");
        let answer = at_door(query);
        assert_eq!((answer.status, answer.json()), (200, told), "{query}");
    }
    let named = at_door("?tournament=A&round=2").json();
    assert_eq!((&named["first"][0]["round"], &named["first"][0]["name"]), (&json!("2"), &json!("Open")));
    for (query, status) in [("?round=1", 422), ("?for=me", 422), ("?send=1", 422), ("?tournament=B", 404)] {
        let answer = at_door(query);
        assert_eq!(answer.status, status, "{query}: {answer:?}");
        assert!(answer.json()["error"].is_string(), "{answer:?}");
    }
    let told = String::from_utf8_lossy(&checked(&path, &["--json"]).stdout).into_owned();
    assert!(
        told.contains("\"obstacle\":\"open-secret\"") && told.contains("\"obstacle\":\"away\""),
        "{told}"
    );
    for hidden in ["horse-battery", "lip_hidden", "hidden-word"] {
        assert!(!told.contains(hidden) && !hall.log().contains(hidden), "{hidden}: {told}");
    }
    let document = Described(arbiter.get("/openapi.json").json());
    let described = document.operations().into_iter().find(|one| one.path == "/api/v1/broadcast/check");
    assert_eq!(document.complaint(&described.expect("it is described"), &at_door("")), None);
}
