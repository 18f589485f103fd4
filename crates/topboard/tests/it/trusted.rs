//! Servers of others over TLS: whom the program believes gets the games, and nobody else gets a word.

use crate::{
    arbiter_client::Arbiter,
    couriers::differing,
    couriers_web::Receiver,
    described::Described,
    games_of_rounds::begin,
    lichess::{
        program::{TOKEN, with_lichess},
        server::Server,
    },
    logins::free_port,
    rig::{Hall, config, folder, until},
    seat::{Seat, game},
    tls_front::front,
};
use rustix::process::Signal;
use std::{fs, path::Path, process::Command, thread::sleep, time::Duration};

const ROUND: &str = "round001";

/// Starts the program on a computer that trusts the certificates in this file alone.
fn start_trusting(file: &Path, config: &Path) -> Hall {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.args(["run", "--quiet", "--config"]).arg(config);
    command.env("SSL_CERT_FILE", file).env_remove("SSL_CERT_DIR");
    Hall::start_as(command, config)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_is_pushed_over_tls_to_whom_this_computer_trusts() {
    let server = Server::start(TOKEN);
    server.state().fake.add_round(ROUND);
    let (port, pem) = front(server.address.clone()).await;
    let (_, other) = front(server.address.clone()).await;
    let folder = folder("trusted-lichess");
    let (right, wrong) = (folder.join("right.pem"), folder.join("wrong.pem"));
    fs::write(&right, pem).expect("it can be written");
    fs::write(&wrong, other).expect("it can be written");
    let seat = Seat::new(&folder, 1, game(3, 8));
    let config = config(&folder, std::slice::from_ref(&seat.port));
    with_lichess(&config, "", &server.address, &format!("\"-\" = {ROUND:?}"));
    let text = fs::read_to_string(&config).expect("it was written");
    let text = text.replace(&format!("http://{}", server.address), &format!("https://localhost:{port}"));
    fs::write(&config, text).expect("it can be written");

    let mut hall = start_trusting(&wrong, &config);
    let arbiter = Arbiter::enter(&hall);
    let hold = || {
        // A person asks less often than a test.
        sleep(Duration::from_millis(120));
        arbiter.get("/api/v1/broadcast").json()["lichess"]["hold"].clone()
    };
    until("the certificate is not believed", || {
        hold()["reason"].as_str().is_some_and(|why| why.contains("certificate"))
    })
    .await;
    assert_eq!((server.state().requests, hold()["kind"].as_str()), (0, Some("away")), "no word was said");
    assert_eq!(hall.signal(Signal::TERM), Some(0));

    let hall = start_trusting(&right, &config);
    let moves =
        || server.state().fake.rounds[ROUND].chapters.first().map_or(0, |chapter| chapter.moves.len());
    until("all of it is there", || moves() == seat.wanted.len()).await;
    assert_eq!(server.state().fake.rounds[ROUND].chapters[0].moves, seat.wanted);
    assert_eq!(server.state().fake.violations, [""; 0]);
    assert!(!hall.log().contains(TOKEN), "{}", hall.log());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_brought_over_tls_to_whom_the_named_roots_vouch_for() {
    let receiver = Receiver::start();
    let (port, pem) = front(receiver.address.to_string()).await;
    let (_, other) = front(receiver.address.to_string()).await;
    let folder = folder("trusted-put");
    let (roots, password) = (folder.join("ca.pem"), folder.join("password"));
    fs::write(&roots, other).expect("it can be written");
    fs::write(&password, "horse-battery\n").expect("it can be written");
    let lines = format!(
        "[[broadcast]]\nto = \"put\"\nurl = \"https://localhost:{port}/open\"\nuser = \"me\"\npassword_file = {password:?}\n\
         files = \"all\"\nroots = {roots:?}\n"
    );
    let config = config(&folder, &["/dev/no-board-here".to_owned()]);
    let metrics = format!("127.0.0.1:{}", free_port());
    let text = fs::read_to_string(&config).expect("it was written");
    let text = text.replacen("[server]\n", &format!("[server]\nmetrics = {metrics:?}\n"), 1);
    fs::write(&config, text + &lines).expect("it can be written");
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    begin(&arbiter);
    let courier = || {
        sleep(Duration::from_millis(120));
        arbiter.get("/api/v1/broadcast").json()["couriers"][0].clone()
    };
    until("the certificate is not believed", || {
        courier()["failure"].as_str().is_some_and(|why| why.contains("certificate"))
    })
    .await;
    let told = courier();
    assert_eq!((&told["accepted"], &told["accepted_s"]), (&0.into(), &serde_json::Value::Null), "{told}");
    assert!(told["waiting"].as_u64() > Some(0) && told["retry_s"].is_u64(), "{told}");
    assert_eq!(receiver.taken().len(), 0, "no word was said");

    // Whoever puts the right root into the file need not start anything anew.
    fs::write(&roots, pem).expect("it can be written");
    until("the files are there", || receiver.files("/open/").len() == 6).await;
    until("the server has all", || differing(&hall, &receiver.files("/open/")).is_empty()).await;
    let is_well = || {
        let told = courier();
        told["failure"].is_null() && told["waiting"] == 0 && told["accepted_s"].is_u64()
    };
    until("it is told", is_well).await;
    let name = format!("PUT to localhost:{port}");
    assert_eq!(courier()["name"], name);
    let figures = Hall::get_at(&metrics, "/metrics");
    let has = |figure: &str, value: &str| {
        figures
            .contains(&format!("topboard_courier_{figure}{{courier=\"1\",destination=\"{name}\"}} {value}\n"))
    };
    assert!(has("waiting", "0") && has("failing", "0") && !has("files_total", "0"), "{figures}");
    let document = Described(arbiter.get("/openapi.json").json());
    let described = document.operations().into_iter().find(|one| one.path == "/api/v1/broadcast");
    let answer = arbiter.get("/api/v1/broadcast");
    assert_eq!(document.complaint(&described.expect("it is described"), &answer), None, "{answer:?}");
    assert!(!hall.log().contains("horse-battery"), "{}", hall.log());
}
