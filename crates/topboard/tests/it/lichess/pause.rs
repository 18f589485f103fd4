//! The pause that Lichess asked for is kept by a program that is started anew, and ends whatever the clock does.

use super::{
    fake::FakeLichess,
    program::{TOKEN, status, with_lichess},
    server::{Mood, Server},
};
use crate::{
    arbiter_client::Arbiter,
    games_of_rounds::begin,
    rig::{Hall, config, folder, until},
};
use rustix::process::Signal;
use std::fs;

const ROUND: &str = "round001";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pause_outlives_the_program_and_no_pause_is_longer_than_an_hour() {
    let server = Server::start(TOKEN);
    server.state().fake.add_round(ROUND);
    server.state().moods.push_back(Mood::Limit);
    let folder = folder("lichess-pause");
    let config = config(&folder, &["/dev/no-board-here".to_owned()]);
    with_lichess(&config, "", &server.address, &format!("\"A-1\" = {ROUND:?}"));
    let mut hall = Hall::start(&config);
    begin(&Arbiter::enter(&hall));
    let file = folder.join("data/lichess-pause");
    until("the pause is written down", || file.exists()).await;
    assert_eq!(server.state().requests, 1);

    // Killed and started anew, it knows what it would push, and waits.
    hall.signal(Signal::KILL);
    hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    until("the round is behind", || status(&arbiter)["rounds"][0]["state"] == "behind").await;
    tokio::time::sleep(std::time::Duration::from_secs(3)).await;
    let told = status(&arbiter);
    assert_eq!((&told["hold"]["kind"], server.state().requests), (&"limited".into(), 1), "{told}");
    assert!(told["hold"]["reason"].as_str().is_some_and(|why| why.contains("before this start")), "{told}");

    // The clock of the computer was set back by years, and the pause was ten hours long.
    hall.signal(Signal::KILL);
    let asked_ms = 4_000_000_000_000u64;
    fs::write(&file, format!("{asked_ms} {}\n", asked_ms + 36_000_000)).expect("it can be written");
    hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    let told = status(&arbiter);
    let retry_s = told["hold"]["retry_s"].as_u64().expect("a pause");
    assert!((3_000..=3_600).contains(&retry_s), "{told}");

    // A pause that is over, and then a file that is none, keep nobody waiting.
    for text in ["1000 2000\n", "no pause\n"] {
        hall.signal(Signal::KILL);
        fs::write(&file, text).expect("it can be written");
        {
            let mut state = server.state();
            assert_eq!(state.fake.violations, [""; 0]);
            state.fake = FakeLichess::new(TOKEN);
            state.fake.add_round(ROUND);
        }
        hall = Hall::start(&config);
        until("the round is there", || !server.state().fake.rounds[ROUND].chapters.is_empty()).await;
        until("the pause is forgotten", || !file.exists()).await;
    }
    assert!(hall.log().contains("it counts as no pause"), "{}", hall.log());
}
