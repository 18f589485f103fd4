//! The check before a round asks Lichess whose the token is, what it may, and whether each round is there; with `--send` it pushes,
//! and tells of each game.

use super::{
    fake::{FakeLichess, User},
    program::{TOKEN, token_file, with_lichess},
    server::{Mood, Server},
};
use crate::{
    arbiter_client::Arbiter,
    games_of_rounds::{order, plan},
    rehearsal::checked,
    rig::{Hall, config, folder},
};
use serde_json::{Value, json};
use std::{fs, os::unix::fs::PermissionsExt, path::Path};

const ROUND: &str = "round001";

/// Starts a hall whose first round is at Lichess and has not begun.
fn hall_with(folder: &Path, server: &Server) -> (std::path::PathBuf, Hall, Arbiter) {
    let config = config(folder, &["/dev/no-board-here".to_owned()]);
    with_lichess(&config, "", &server.address, &format!("\"A-1\" = {ROUND:?}"));
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    plan(&arbiter);
    (config, hall, arbiter)
}

/// Returns what is said of Lichess.
fn lichess(config: &Path, options: &[&str]) -> Value {
    let (_, told) = checked(config, &[&["--for", "lichess-push"], options].concat());
    let told = told["destinations"][0].clone();
    assert!(told["name"].as_str().is_some_and(|name| name.starts_with("Lichess (http://127")), "{told}");
    assert!(!told.to_string().contains(TOKEN), "{told}");
    told
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_its_owner_and_each_round_are_looked_at_without_a_push() {
    let server = Server::start(TOKEN);
    let folder = folder("lichess-rehearsal");
    let (config, hall, _arbiter) = hall_with(&folder, &server);
    let unknown = lichess(&config, &[]);
    assert_eq!(unknown["parts"][0]["obstacle"], "unknown-round", "{unknown}");
    assert_eq!((&unknown["fine"], &unknown["obstacle"]), (&false.into(), &Value::Null), "{unknown}");

    server.state().fake.add_round(ROUND);
    let fine = lichess(&config, &[]);
    assert_eq!((&fine["fine"], &fine["parts"]), (&true.into(), &json!([])), "{fine}");
    assert!(fine["said"][0]["en"].as_str().is_some_and(|said| said.contains("ORGANISER")), "{fine}");
    assert_eq!(fine["said"].as_array().map(Vec::len), Some(1), "{fine}");

    // An official broadcast does not say who made it. A token that may ask is told whether it may push.
    let change = |change: &dyn Fn(&mut FakeLichess)| change(&mut server.state().fake);
    let round = |fake: &mut FakeLichess, owner: &str| {
        let round = fake.rounds.get_mut(ROUND).expect("it is there");
        (round.is_official, round.owner) = (true, owner.to_owned());
    };
    change(&|fake| round(fake, "organiser"));
    let unsaid = lichess(&config, &[]);
    assert_eq!(unsaid["fine"], true, "{unsaid}");
    assert!(unsaid["said"][1]["en"].as_str().is_some_and(|said| said.contains("A-1")), "{unsaid}");
    let user = |scopes: &[&str], expires_ms| User {
        name: "organiser".to_owned(),
        scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
        expires_ms,
    };
    let set = |user: User| change(&|fake| drop(fake.users.insert(TOKEN.to_owned(), user.clone())));
    set(user(&["study:read", "study:write"], Some(4_000_000_000_000)));
    let known = lichess(&config, &[]);
    assert_eq!((&known["fine"], known["said"].as_array().map(Vec::len)), (&true.into(), Some(2)), "{known}");
    change(&|fake| round(fake, "somebody"));
    assert_eq!(lichess(&config, &[])["parts"][0]["obstacle"], "not-owner");
    change(&|fake| round(fake, "organiser"));

    // The token, in every way in which it can be wrong.
    let fault = || lichess(&config, &[])["obstacle"].clone();
    set(user(&["study:read"], None));
    assert_eq!(fault(), "scope");
    set(user(&["study:write"], Some(1_000)));
    assert_eq!(fault(), "login", "it has ended");
    change(&|fake| fake.users.clear());
    assert_eq!(fault(), "login", "nobody knows it");
    set(user(&["study:write"], None));
    let token = folder.join("lichess.token");
    fs::set_permissions(&token, fs::Permissions::from_mode(0o640)).expect("it is ours");
    let open = lichess(&config, &[]);
    assert_eq!(open["obstacle"], "open-secret", "{open}");
    assert!(open["reason"].as_str().is_some_and(|why| why.contains("chmod 600")), "{open}");
    fs::remove_file(&token).expect("it is ours");
    assert_eq!(fault(), "secret");
    token_file(&folder);
    assert_eq!(lichess(&config, &[])["fine"], true);

    // Whoever is in between.
    for (mood, wanted) in [
        (Mood::Status(200), "away"),
        (Mood::Status(502), "away"),
        (Mood::Reset, "away"),
        (Mood::Half, "away"),
        (Mood::Status(429), "limited"),
        (Mood::Echo, "refused"),
    ] {
        server.state().moods.push_back(mood);
        assert_eq!(fault(), wanted, "{mood:?}");
    }
    assert_eq!(server.state().pushes.len(), 0, "nothing was pushed");
    assert_eq!(server.state().fake.arrivals, [0u64; 0], "nor tried");
    assert!(!hall.log().contains(TOKEN), "{}", hall.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_push_is_sent_when_asked_for_and_each_game_has_its_answer() {
    let server = Server::start(TOKEN);
    server.state().fake.add_round(ROUND);
    let folder = folder("lichess-first");
    let (config, _hall, arbiter) = hall_with(&folder, &server);
    server.state().moods.push_back(Mood::NoGame);
    let refused = lichess(&config, &["--send"]);
    assert_eq!(refused["fine"], false, "{refused}");
    let part = &refused["parts"][0];
    assert_eq!((&part["round"], &part["board"]), (&"A-1".into(), &1.into()), "{refused}");
    assert_eq!(
        (&part["obstacle"], &part["reason"]),
        (&"refused".into(), &"Cannot parse".into()),
        "{refused}"
    );
    let sent = lichess(&config, &["--send"]);
    assert_eq!((&sent["fine"], &sent["said"][0]["en"]), (&true.into(), &"Round A-1: games taken: 1".into()));
    {
        let state = server.state();
        let chapters = &state.fake.rounds[ROUND].chapters;
        assert_eq!((chapters.len(), chapters[0].moves.len()), (1, 0));
        assert_eq!(chapters[0].tags["White"], "Nowak, Anna");
        assert_eq!(state.fake.violations, [""; 0]);
    }

    // What is open is pushed by the program that runs, and by nobody beside it.
    order(&arbiter, json!({"do": "open", "key": "A", "round": 1}));
    let (code, told) = checked(&config, &["--send"]);
    assert_eq!((code, &told), (Some(1), &Value::Null), "there is no answer but a refusal");
    assert_eq!(server.state().fake.violations, [""; 0]);
}
