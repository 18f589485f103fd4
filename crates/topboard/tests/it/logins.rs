//! Logins: they are listed, end from outside with everything that belongs to them, and outlive the program; a new link
//! needs no terminal.

use crate::{
    arbiter_client::{Arbiter, Feed, ask, parts},
    rig::{Hall, config, folder, until},
};
use futures_util::StreamExt;
use rustix::process::Signal;
use serde_json::{Value, json};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output},
    sync::atomic::{AtomicU16, Ordering},
};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Message, protocol::frame::coding::CloseCode};

/// Runs `topboard link` with these options.
pub(crate) fn link(config: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.args(["link", "--config"]).arg(config).args(options).output().expect("the program starts")
}

fn logins(arbiter: &Arbiter) -> Vec<Value> {
    let list = arbiter.get("/api/v1/logins");
    assert_eq!(list.status, 200, "{list:?}");
    list.json()["logins"].as_array().cloned().expect("a list")
}

/// Returns the code that the feed is closed with, after the frames that were under way.
async fn closed(feed: &mut Feed) -> CloseCode {
    let wait = async {
        loop {
            match feed.next().await {
                Some(Ok(Message::Close(Some(frame)))) => return frame.code,
                Some(Ok(_)) => {}
                other => panic!("it ended without a word: {other:?}"),
            }
        }
    };
    timeout(crate::rig::PATIENCE, wait).await.expect("it is closed")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_login_ends_with_its_sockets() {
    let folder = folder("logins-end");
    let hall = Hall::start(&config(&folder, &[]));
    let first = Arbiter::enter(&hall);
    let link = first.post("/api/v1/links", &json!({})).json()["link"].as_str().expect("a link").to_owned();
    let second = Arbiter::by(&link);
    let (mut first_feed, mut second_feed) = (first.follow().await, second.follow().await);

    // Each arbiter sees both logins, with what a person needs to tell them apart.
    let listed = logins(&first);
    assert_eq!(listed.len(), 2, "{listed:?}");
    for (login, is_mine) in listed.iter().zip([true, false]) {
        assert_eq!((&login["mine"], &login["open"]), (&json!(is_mine), &json!(1)), "{listed:?}");
        assert_eq!((&login["device"], &login["address"]), (&json!("Firefox · Linux"), &json!("127.0.0.1")));
        assert!(login["began_ms"].as_u64() <= login["used_ms"].as_u64(), "{listed:?}");
    }

    // The first login ends the second: its socket closes at once, and its cookie is worthless.
    let second_id = listed[1]["login"].as_str().expect("a name").to_owned();
    let end = |arbiter: &Arbiter, path: &str| arbiter.send("DELETE", path, "");
    assert_eq!(
        end(&first, &format!("/api/v1/logins/{second_id}")).json(),
        json!({"ended": true, "written": true})
    );
    assert_eq!(closed(&mut second_feed).await, CloseCode::from(4401));
    assert_eq!(second.get("/api/v1/arbiter/snapshot").status, 401);
    assert_eq!(end(&first, &format!("/api/v1/logins/{second_id}")).status, 404);

    // Logging out closes the login's own sockets.
    assert_eq!(end(&first, "/api/v1/session").status, 200);
    assert_eq!(closed(&mut first_feed).await, CloseCode::from(4401));
    assert_eq!(first.get("/api/v1/logins").status, 401);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn logins_outlive_the_program_and_what_was_ended_stays_ended() {
    let folder = folder("logins-kept");
    let config = config(&folder, &[]);
    let text = fs::read_to_string(&config).expect("it is there");
    // The cookie belongs to one port, so the second run needs the port of the first.
    let port = free_port();
    let mut parts_of = text.splitn(3, "127.0.0.1:0");
    let fixed = [parts_of.next(), parts_of.next(), parts_of.next()].map(Option::unwrap_or_default);
    fs::write(&config, format!("{}127.0.0.1:0{}127.0.0.1:{port}{}", fixed[0], fixed[1], fixed[2]))
        .expect("a file");
    let mut hall = Hall::start(&config);
    let (kept, left) =
        (Arbiter::enter(&hall), Arbiter::by(&String::from_utf8_lossy(&link(&config, &[]).stdout)));
    let old_link = hall.link.clone();
    assert_eq!(left.send("DELETE", "/api/v1/session", "").status, 200);
    let file = folder.join("data/arbiter.logins");
    let secret = kept.cookie.split('=').nth(1).expect("a value").to_owned();
    let is_kept = || fs::read_to_string(&file).is_ok_and(|text| text.lines().count() == 2);
    until("the login is written", is_kept).await;
    assert!(!fs::read_to_string(&file).expect("it is there").contains(&secret), "only its digest");
    assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o600);

    hall.signal(Signal::KILL);
    let mut hall = Hall::start(&config);
    assert_eq!(kept.get("/api/v1/arbiter/snapshot").status, 200, "a restart throws nobody out");
    assert_eq!(left.get("/api/v1/arbiter/snapshot").status, 401, "what was ended stays ended");
    let (address, key) = parts(&old_link);
    assert_eq!(crate::arbiter_client::enter(&address, &key).status, 401, "a used link stays used");
    assert_eq!(hall.signal(Signal::TERM), Some(0));

    // Whatever becomes of the file, the hall starts, and nobody is logged in.
    for damage in ["", "topboard logins 1 00\n"] {
        fs::write(&file, damage).expect("it can be written");
        let mut hall = Hall::start(&config);
        assert_eq!(kept.get("/api/v1/arbiter/snapshot").status, 401);
        assert!(hall.log().contains("is damaged and is written anew"), "{}", hall.log());
        assert_eq!(hall.signal(Signal::TERM), Some(0));
    }
    fs::remove_file(&file).expect("it is there");
    fs::create_dir(&file).expect("it can be made");
    let hall = Hall::start(&config);
    assert_eq!(kept.get("/api/v1/arbiter/snapshot").status, 401);
    assert!(hall.log().contains("cannot be read"), "{}", hall.log());
    Arbiter::enter(&hall);
    until("what cannot be kept is told", || hall.log().contains("cannot be written")).await;
}

#[test]
fn a_new_link_needs_no_terminal() {
    let folder = folder("logins-link");
    let config = config(&folder, &[]);
    let absent = link(&config, &[]);
    assert_eq!(absent.status.code(), Some(2), "{absent:?}");
    assert!(String::from_utf8_lossy(&absent.stderr).contains("no topboard runs"), "{absent:?}");
    let mut hall = Hall::start(&config);
    let socket = folder.join("data/arbiter.socket");
    assert_eq!(fs::metadata(&socket).expect("it is there").permissions().mode() & 0o777, 0o600);
    let printed = link(&config, &[]);
    assert_eq!(printed.status.code(), Some(0), "{printed:?}");
    let printed = String::from_utf8_lossy(&printed.stdout).into_owned();
    let arbiter = Arbiter::by(&printed);
    assert_eq!(arbiter.get("/api/v1/arbiter/snapshot").status, 200);
    assert!(!hall.log().contains(&parts(&hall.link).1), "no key is in a log");
    hall.signal(Signal::KILL);
    assert_eq!(link(&config, &[]).status.code(), Some(2), "a dead program's socket answers nobody");
    let _hall = Hall::start(&config);
    assert_eq!(link(&config, &[]).status.code(), Some(0), "and is in nobody's way");
}

#[test]
fn printed_links_can_be_opened_from_elsewhere() {
    let folder = folder("logins-elsewhere");
    let config = config(&folder, &[]);
    let text = fs::read_to_string(&config).expect("it is there").replace("127.0.0.1:0", "0.0.0.0:0");
    fs::write(&config, text).expect("it can be written");
    let hall = Hall::start(&config);
    let printed = String::from_utf8_lossy(&link(&config, &[]).stdout).into_owned();
    let links: Vec<&str> = printed.lines().filter(|line| line.starts_with("http://")).collect();
    assert!(
        links.last().is_some_and(|last| last.starts_with("http://127.0.0.1:")),
        "loopback last: {printed}"
    );
    assert!(links.iter().all(|link| !link.contains("0.0.0.0")), "{printed}");
    // A phone gets a code where somebody asks for it, unless the computer is in no network.
    let coded = String::from_utf8_lossy(&link(&config, &["--qr"]).stdout).into_owned();
    assert!(coded.contains('█') != coded.contains("No phone can open it"), "{coded}");
    assert!(!printed.contains('█') && !printed.contains("No phone"), "nobody asked: {printed}");
    // Opening any of the links uses up all of them.
    let keys: Vec<String> = links.iter().map(|link| parts(link).1).collect();
    assert!(keys.iter().all(|key| *key == keys[0]), "{printed}");
    assert!(!hall.address.starts_with("0.0.0.0"), "{}", hall.address);
    let arbiter = Arbiter::by(links[0]);
    let next = arbiter.post("/api/v1/links", &json!({})).json();
    let came_by = format!("http://{}/", arbiter.address);
    assert!(next["link"].as_str().is_some_and(|link| link.starts_with(&came_by)), "{next}");
    assert_eq!(next["this_computer_only"], json!(false));
    let stranger = ask(&arbiter.address, "GET", "/api/v1/logins", &[], "");
    assert_eq!(stranger.status, 401);
}

/// Returns a port that nothing listens at. Those that the system gives to connections are above these, so that nobody takes it
/// before the program does.
pub(crate) fn free_port() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(20_000);
    let is_free = |port: &u16| std::net::TcpListener::bind(("127.0.0.1", *port)).is_ok();
    let mut ports = std::iter::repeat_with(|| NEXT.fetch_add(1, Ordering::Relaxed)).take(10_000);
    ports.find(is_free).expect("a port is free")
}
