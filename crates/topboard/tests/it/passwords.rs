//! Passwords: set without being seen, used by page and form, tried by strangers, changed and removed.

use crate::{
    arbiter_client::{Answer, Arbiter, ask},
    rig::{Hall, PATIENCE, config, folder},
};
use serde_json::{Value, json};
use std::{
    fs,
    io::Write,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output, Stdio},
    time::{Duration, Instant},
};

const SECRET: &str = "correct horse battery";

/// Runs `topboard password` with these options; the password comes on standard input.
pub(crate) fn password(config: &Path, options: &[&str], secret: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.args(["password", "--config"]).arg(config).args(options);
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it was asked for");
    let _ = writeln!(stdin, "{secret}");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

fn enter(address: &str, name: &str, password: &str) -> Answer {
    let origin = format!("http://{address}");
    let headers = [("Content-Type", "application/json"), ("Origin", origin.as_str())];
    let body = json!({ "name": name, "password": password }).to_string();
    ask(address, "POST", "/api/v1/session", &headers, &body)
}

fn form(address: &str, origin: &str, body: &str) -> Answer {
    let headers = [("Content-Type", "application/x-www-form-urlencoded"), ("Origin", origin)];
    ask(address, "POST", "/enter", &headers, body)
}

/// Waits until the journal has so many notes of who did what, and returns them.
fn notes(folder: &Path, count: usize) -> Vec<Value> {
    let end = Instant::now() + PATIENCE;
    loop {
        let text =
            fs::read_to_string(folder.join("data/journal/hall.journal")).expect("the journal is there");
        let bodies = text.lines().filter_map(|line| serde_json::from_str::<Value>(line.get(17..)?).ok());
        let notes: Vec<Value> = bodies.filter_map(|body| body.get("access").cloned()).collect();
        if notes.len() >= count {
            return notes;
        }
        assert!(Instant::now() < end, "{notes:?}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

fn cookie(answer: &Answer) -> String {
    let set = answer.header("set-cookie").unwrap_or_else(|| panic!("no cookie in {answer:?}"));
    set.split(';').next().expect("a value").to_owned()
}

#[test]
fn a_password_is_a_way_in_until_it_is_changed_or_removed() {
    let folder = folder("passwords");
    let config = config(&folder, &[]);
    let hall = Hall::start(&config);
    let chief = Arbiter::enter(&hall);
    let address = &chief.address;
    let anna = ["--name", "Anna Nowak", "--role", "arbiter"];
    for bad in ["short", "Anna Nowak", ""] {
        let refused = password(&config, &anna, bad);
        assert_eq!(refused.status.code(), Some(1), "{bad:?}: {}", said(&refused));
    }
    assert_eq!(enter(address, "Anna Nowak", "").status, 401, "nobody has a password to begin with");
    let set = password(&config, &anna, SECRET);
    assert_eq!(set.status.code(), Some(0), "{}", said(&set));
    let file = folder.join("data/people.passwords");
    assert_eq!(fs::metadata(&file).expect("it is there").permissions().mode() & 0o777, 0o600);
    assert!(!fs::read_to_string(&file).expect("it is there").contains("correct"));

    // By the page's script, and by its form without one.
    let mine = |cookie: &str| ask(address, "GET", "/api/v1/logins/mine", &[("Cookie", cookie)], "");
    let by_script = cookie(&enter(address, "anna nowak", SECRET));
    assert_eq!(mine(&by_script).json()["name"], "Anna Nowak");
    let own = format!("http://{address}");
    let body = "name=Anna+Nowak&password=correct+horse+battery";
    let entered = form(address, &own, body);
    assert_eq!((entered.status, entered.header("location")), (303, Some("/")), "{entered:?}");
    let by_form = cookie(&entered);
    assert_eq!(mine(&by_form).json()["role"], "arbiter");
    for origin in ["http://evil.example", "null"] {
        assert_eq!(form(address, origin, body).status, 403, "a form of another page");
    }
    let page = ask(address, "GET", "/", &[], "");
    assert!(
        page.body.contains("action=\"enter\"")
            && page
                .header("content-security-policy")
                .is_some_and(|policy| policy.contains("form-action 'self'"))
    );

    // A wrong name and a wrong password get the same words, as JSON and as a page.
    let (wrong_name, wrong_word) =
        (enter(address, "Jan Kos", SECRET), enter(address, "Anna Nowak", "wrong horse battery"));
    assert_eq!((wrong_name.status, &wrong_name.body), (wrong_word.status, &wrong_word.body));
    assert_eq!(wrong_name.status, 401);
    assert!(wrong_name.json()["words"]["ru"].is_string());
    let page = form(address, &own, "name=Jan+Kos&password=x");
    assert!(
        page.status == 401 && page.body.contains("lang=\"pl\"") && page.header("set-cookie").is_none(),
        "{page:?}"
    );

    // Whoever changes it ends the logins; the role stays where none is named.
    let changed = password(&config, &["--name", "ANNA NOWAK"], "another horse battery");
    assert!(
        said(&changed).contains("(arbiter)") && said(&changed).contains("ended: 2"),
        "{}",
        said(&changed)
    );
    assert_eq!((mine(&by_script).status, mine(&by_form).status), (401, 401));
    assert_eq!(enter(address, "Anna Nowak", SECRET).status, 401);
    let again = cookie(&enter(address, "Anna Nowak", "another horse battery"));
    // Who looked at a case is in the journal, with the login.
    let login = mine(&again).json()["login"].clone();
    assert_eq!(ask(address, "GET", "/api/v1/arbiter/result-sheet", &[("Cookie", &again)], "").status, 200);
    let removed = password(&config, &["--name", "Anna Nowak", "--remove"], "");
    assert_eq!(removed.status.code(), Some(0), "{}", said(&removed));
    assert_eq!(
        (mine(&again).status, enter(address, "Anna Nowak", "another horse battery").status),
        (401, 401)
    );
    let missing = password(&config, &["--name", "Anna Nowak", "--remove"], "");
    assert_eq!(missing.status.code(), Some(1), "{}", said(&missing));
    assert_eq!(chief.get("/api/v1/logins").json()["logins"].as_array().map(Vec::len), Some(1), "others stay");
    let notes = notes(&folder, 4);
    let did: Vec<&str> = notes.iter().filter_map(|note| note["did"].as_str()).collect();
    assert_eq!(did, ["password", "password", "looked", "password-removed"], "{notes:?}");
    assert_eq!((&notes[2]["by"], &notes[2]["login"]), (&json!("Anna Nowak"), &login), "{notes:?}");
    assert!(!hall.log().contains("horse"), "no password is in a log");
}

#[test]
fn a_thousand_bad_logins_keep_nobody_out() {
    let folder = folder("passwords-flood");
    let config = config(&folder, &[]);
    let hall = Hall::start(&config);
    let chief = Arbiter::enter(&hall);
    let address = chief.address.clone();
    assert_eq!(password(&config, &["--name", "Anna Nowak"], SECRET).status.code(), Some(0));
    let memory = || {
        let status = fs::read_to_string(format!("/proc/{}/status", hall.pid)).expect("it runs");
        let line = status.lines().find(|line| line.starts_with("VmRSS")).expect("it has memory").to_owned();
        line.split_whitespace().nth(1).and_then(|kib| kib.parse::<u64>().ok()).expect("a number")
    };
    let before = memory();
    let begun = Instant::now();
    let (mut wrong, mut later) = (0, 0);
    std::thread::scope(|scope| {
        let tries: Vec<_> = (0..4)
            .map(|thread| {
                let address = &address;
                scope.spawn(move || -> Vec<Answer> {
                    (0..250)
                        .map(|number| {
                            enter(
                                address,
                                ["Anna Nowak", "Jan Kos"][number % 2],
                                &format!("guess {thread} {number}"),
                            )
                        })
                        .collect()
                })
            })
            .collect();
        for answer in tries.into_iter().flat_map(|one| one.join().expect("it ends")) {
            match answer.status {
                401 => wrong += 1,
                429 => {
                    assert!(answer.header("retry-after").is_some(), "{answer:?}");
                    later += 1;
                }
                other => panic!("{other}: {answer:?}"),
            }
        }
    });
    let lasted = begun.elapsed();
    assert_eq!(wrong + later, 1_000);
    let earned = lasted.as_secs() / 6 + 1;
    assert!(wrong <= 10 + earned, "{wrong} of a thousand were compared in {lasted:?}");
    assert!(memory() < before + (96 << 10), "{before} KiB before, {} after", memory());
    // A link opens from this address all the same, and the owner comes in from another one.
    assert_eq!(chief.get("/api/v1/logins/mine").status, 200);
    let body = json!({ "name": "Anna Nowak", "password": SECRET }).to_string();
    let owner = from_elsewhere(&address, "/api/v1/session", "application/json", &body);
    assert!(owner.starts_with("HTTP/1.1 200"), "{owner}");
    assert!(begun.elapsed() < Duration::from_secs(120));
}

/// Sends what lets somebody in, from another address of this computer.
pub(crate) fn from_elsewhere(address: &str, path: &str, kind: &str, body: &str) -> String {
    use std::{io::Read, net::SocketAddr};
    let socket = socket2::Socket::new(socket2::Domain::IPV4, socket2::Type::STREAM, None).expect("a socket");
    let own: SocketAddr = "127.0.0.7:0".parse().expect("an address");
    socket.bind(&own.into()).expect("the loopback has many addresses");
    let there: SocketAddr = address.parse().expect("an address");
    socket.connect(&there.into()).expect("it listens");
    let mut stream: std::net::TcpStream = socket.into();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
    .expect("it takes it");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}
