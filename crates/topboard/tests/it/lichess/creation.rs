//! Broadcasts and rounds made at Lichess from those of the running program, which then pushes to them.

use super::{
    program::{TOKEN, with_lichess},
    server::{Mood, Server},
};
use crate::{
    arbiter_client::Arbiter,
    rig::{Hall, config, folder, until},
    round_papers::play,
};
use std::{fs, path::Path, process::Command};

fn create(config: &Path, options: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.args(["broadcast", "lichess", "create", "--config"]).arg(config).args(options);
    let output = command.output().expect("the program starts");
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).expect("it writes UTF-8"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rounds_are_made_once_and_found_by_the_program_that_runs() {
    let server = Server::start(TOKEN);
    let folder = folder("lichess-create");
    let config = config(&folder, &["/dev/no-board-here".to_owned()]);
    with_lichess(&config, "", &server.address, "");
    assert!(create(&config, &[]).1.contains("no topboard runs"));
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    play(&arbiter);
    until("the round without an id is told", || {
        arbiter.get("/api/v1/broadcast").json()["lichess"]["without_id"][0] == "A-3"
    })
    .await;

    let (code, said) = create(&config, &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(
        said.contains("Open: a new broadcast") && said.contains("A-3: Round 3") && said.contains("--yes")
    );
    assert_eq!(server.state().requests, 0, "nothing was made");
    let (code, said) = create(&config, &["--tournament", "B"]);
    assert!(code != Some(0) && said.contains("there is no tournament B"), "{said}");
    server.state().moods.push_back(Mood::Echo);
    let (code, said) = create(&config, &["--yes"]);
    assert!(code != Some(0) && said.contains("cannot take …") && !said.contains(TOKEN), "{code:?} {said}");
    let (code, said) = create(&config, &["--yes"]);
    assert_eq!(code, Some(0), "{said}");
    {
        let state = server.state();
        assert_eq!(state.fake.broadcasts["tour0000"].1["name"], "Open");
        let form = &state.fake.rounds["rnd00002"].form;
        assert_eq!((&*form["name"], &*form["delay"], &*form["syncSource"]), ("Round 3", "0", "push"));
    }
    let ids = fs::read_to_string(folder.join("data/lichess-rounds.toml")).expect("it was written");
    assert!(ids.contains("A-3 = \"rnd00002\"") && ids.contains("A = \"tour0000\""), "{ids}");
    let (_, said) = create(&config, &["--yes"]);
    assert!(said.contains("nothing is to be made"), "{said}");
    assert_eq!(server.state().fake.broadcasts.len(), 1);

    until("the program has found them", || {
        let told = arbiter.get("/api/v1/broadcast").json();
        told["lichess"]["without_id"].as_array().is_some_and(Vec::is_empty)
            && told["lichess"]["rounds"].as_array().map_or(0, Vec::len) == 3
    })
    .await;
}
