//! An operator who is told on a telephone of a board whose cable was pulled, and that it is back.

use crate::{
    arbiter_client::Arbiter,
    couriers::hall_with,
    described::Described,
    logins::free_port,
    ntfy::{Message, Ntfy},
    rig::{Hall, config, folder, until},
    seat::{Deed, Seat, game},
};
use serde_json::{Value, json};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    thread::sleep,
    time::Duration,
};

const TOPIC: &str = "hall-Xk3vQ9wLmT7cRb";
const TOKEN: &str = "tk_thatNobodySees";

/// Writes a token that is its owner's alone. Returns the file.
fn token_file(folder: &Path) -> PathBuf {
    let file = folder.join("ntfy.token");
    fs::write(&file, TOKEN).expect("the folder can be written");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).expect("it is ours");
    file
}

fn status(arbiter: &Arbiter) -> Value {
    // A person asks less often than a test.
    sleep(Duration::from_millis(120));
    arbiter.get("/api/v1/broadcast").json()["alerts"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pulled_cable_is_told_and_so_is_its_return() {
    let service = Ntfy::start(TOPIC, Some(TOKEN));
    let folder = folder("alerts");
    let seats = [1, 2, 3].map(|no| Seat::new(&folder, no, game(no, 24)));
    let ports: Vec<String> = seats.iter().map(|seat| seat.port.clone()).collect();
    let config = config(&folder, &ports);
    let metrics = format!("127.0.0.1:{}", free_port());
    let section = format!(
        "[alerts]\nurl = \"http://{}/{TOPIC}\"\ntoken_file = {:?}\ntitle = \"Łódź\"\nafter_seconds = {{ silent = 3 }}\n[devices]",
        service.address,
        token_file(&folder)
    );
    let text = fs::read_to_string(&config).expect("it was written");
    let text = text.replacen("[server]\n", &format!("[server]\nmetrics = {metrics:?}\n"), 1);
    fs::write(&config, text.replacen("[devices]", &section, 1)).expect("it can be written");
    let hall = Hall::start(&config);
    let arbiter = Arbiter::enter(&hall);
    seats.iter().for_each(|seat| seat.does(Deed::HoldAt(8)));
    until("every table made eight plies", || seats.iter().all(|seat| seat.progress().held)).await;
    assert_eq!(service.messages(), [], "in a hall where all is well nobody is told anything");

    // The line to the outside fails once.
    service.state().statuses.push_back(502);
    seats[0].does(Deed::Unplug);
    seats[1].does(Deed::Unplug);
    until("the failure is told", || status(&arbiter)["failure"] == "the answer was 502").await;
    until("the operator is told", || !service.messages().is_empty()).await;
    let title = "=?UTF-8?B?xYHDs2TFug==?=".to_owned();
    let begun = Message {
        title: title.clone(),
        priority: "4".to_owned(),
        tags: "warning".to_owned(),
        text: "Tables 1-2: board cannot be read".to_owned(),
    };
    assert_eq!(service.messages(), std::slice::from_ref(&begun));
    until("it is known that it was taken", || status(&arbiter)["failure"] == Value::Null).await;
    let told = status(&arbiter);
    let lasting = json!([{"kind": "silent", "table": 1}, {"kind": "silent", "table": 2}]);
    assert_eq!(
        (&told["accepted"], &told["waiting"], &told["lasting"]),
        (&1.into(), &0.into(), &lasting),
        "{told}"
    );
    assert_eq!(told["name"], service.address, "without the topic");
    let document = Described(arbiter.get("/openapi.json").json());
    let described = document.operations().into_iter().find(|one| one.path == "/api/v1/broadcast");
    let answer = arbiter.get("/api/v1/broadcast");
    assert_eq!(document.complaint(&described.expect("it is described"), &answer), None, "{answer:?}");
    let figures = Hall::get_at(&metrics, "/metrics");
    assert!(
        figures.contains("topboard_alerts_total 1") && figures.contains("topboard_alerts_lasting 2"),
        "{figures}"
    );

    seats[..2].iter().for_each(|seat| seat.does(Deed::Plug));
    until("the end is told", || service.messages().len() > 1).await;
    let text = "Over:\nTables 1-2: board cannot be read".to_owned();
    let over = Message { title, priority: "2".to_owned(), tags: "white_check_mark".to_owned(), text };
    assert_eq!(service.messages(), [begun, over], "each is told once");
    assert_eq!(service.state().violations, [""; 0]);
    let log = hall.log();
    assert!(log.contains("the answer was 502"), "{log}");
    for secret in [TOKEN, TOPIC] {
        let answer = arbiter.get("/api/v1/broadcast").body;
        assert!(![&log, &answer, &figures].iter().any(|text| text.contains(secret)), "{secret} is seen");
    }
}

/// Gives the command, and returns its exit code with what it says.
fn alert(config: &Path, options: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.args(["broadcast", "alert", "--config"]).arg(config).args(options);
    let output = command.output().expect("the program starts");
    (
        output.status.code(),
        String::from_utf8([output.stdout, output.stderr].concat()).expect("it writes UTF-8"),
    )
}

#[test]
fn a_test_arrives_and_what_keeps_it_from_that_is_said() {
    let service = Ntfy::start(TOPIC, Some(TOKEN));
    let folder = folder("alerts-test");
    let path = folder.join("topboard.toml");
    fs::write(&path, "").expect("the folder can be written");
    let (code, said) = alert(&path, &["--test"]);
    assert!(code != Some(0) && said.contains("no section [alerts]"), "{said}");
    let with = |lines: &str| {
        let section = format!(
            "[arbiter]\nlanguage = \"pl\"\n[alerts]\nurl = \"http://{}/{TOPIC}\"\n{lines}",
            service.address
        );
        fs::write(&path, section).expect("the folder can be written");
    };
    let token = token_file(&folder);
    with(&format!("token_file = {token:?}\nkinds = [\"silent\"]\n"));
    let (code, said) = alert(&path, &[]);
    assert!(code == Some(0) && said.contains("silent: told after 20 s") && said.contains("--test"), "{said}");
    assert_eq!(service.messages(), [], "nothing was sent");
    let (code, said) = alert(&path, &["--test"]);
    assert!(code == Some(0) && said.contains("took the message"), "{said}");
    let told = service.messages();
    assert!(
        told.len() == 1 && told[0].text.starts_with("To jest próba") && told[0].priority == "3",
        "{told:?}"
    );
    // A redirect is not followed: the token is for one host.
    for (status, why) in [(429, "a pause"), (302, "put url right"), (404, "no such topic"), (503, "was 503")]
    {
        service.state().statuses.push_back(status);
        let (code, said) = alert(&path, &["--test"]);
        assert!(code != Some(0) && said.contains(why), "{status}: {said}");
        assert!(!said.contains(TOKEN) && !said.contains(TOPIC), "{said}");
    }
    fs::set_permissions(&token, fs::Permissions::from_mode(0o644)).expect("it is ours");
    assert!(alert(&path, &["--test"]).1.contains("chmod 600"));
    with("");
    assert!(alert(&path, &["--test"]).1.contains("token_file"), "the topic asks for a token");
    assert_eq!((service.messages().len(), &*service.state().violations), (1, &[][..]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_service_that_never_answers_holds_nothing_up() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = silent.local_addr().expect("it is bound");
    let folder = folder("alerts-silent");
    let section =
        format!("[alerts]\nurl = \"http://{address}/{TOPIC}\"\nafter_seconds = {{ missing = 0 }}\n");
    let mut hall = hall_with(&folder, &section);
    let arbiter = Arbiter::enter(&hall);
    let moved = arbiter.says(1, json!({"cmd": "correct", "from_ply": 1, "moves": ["e2e4"]}));
    assert_eq!(moved.status, 200, "{moved:?}");
    // The table has no board, and a game goes on at it: the operator is to be told, and nobody hears it.
    let (line, _) = silent.accept().expect("it is told");
    assert_eq!(status(&arbiter)["waiting"], 1);
    let moved = arbiter.says(1, json!({"cmd": "correct", "from_ply": 1, "moves": ["e2e4", "e7e5"]}));
    assert_eq!(moved.status, 200, "{moved:?}");
    assert_eq!(hall.signal(rustix::process::Signal::TERM), Some(0));
    drop(line);
}
