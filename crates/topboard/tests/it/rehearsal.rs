//! The check before a round goes the way to every destination: real servers, a folder that nobody may write, a wrong password, a
//! wrong key, a secret that others may read, a full disk. Nothing that spectators see comes of it, until somebody asks for it.

use crate::{
    arbiter_client::Arbiter,
    couriers::{hall_with, tree},
    couriers_servers::{FTP, PASSWORD, Server, key, user},
    couriers_web::{Mood, Receiver},
    full_disk::can_mount,
    games_of_rounds::{order, plan},
    logins::free_port,
    rig::{Hall, config, folder, until},
};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::{
    fs,
    net::TcpStream,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::{Command, Output},
};

fn output(config: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    let output = command.args(["broadcast", "check", "--config"]).arg(config).args(options).output();
    output.expect("the program starts")
}

/// Returns the exit code and what is said for programs; null if there is nothing but a refusal.
pub(crate) fn checked(config: &Path, options: &[&str]) -> (Option<i32>, Value) {
    let output = output(config, &[&["--json"], options].concat());
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(!said.contains(PASSWORD) && !said.contains("hidden-word"), "{said}");
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap_or_default())
}

/// Writes a secret. Returns the file.
fn secret(folder: &Path, name: &str, text: &str, mode: u32) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("it can be written");
    fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("it is ours");
    path
}

/// Returns the name of what keeps games from each destination, in the order of the configuration.
fn obstacles(told: &Value) -> Vec<&str> {
    let all = told["destinations"].as_array().expect("a list").iter();
    all.map(|one| one["obstacle"].as_str().unwrap_or("-")).collect()
}

/// Returns the names in a folder and those below, also hidden ones.
fn names(folder: &Path) -> Vec<String> {
    let list = Command::new("find").arg(folder).args(["-mindepth", "1"]).output().expect("it is Linux");
    String::from_utf8_lossy(&list.stdout).lines().map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_destination_is_tried_and_nothing_stays_there() {
    let folder = folder("rehearsal");
    let good = secret(&folder, "good", PASSWORD, 0o600);
    let wrong = secret(&folder, "wrong", "staple", 0o600);
    let open = secret(&folder, "open", PASSWORD, 0o644);
    let own = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).expect("a certificate");
    let (pem, both) = (folder.join("ca.pem"), folder.join("both.pem"));
    fs::write(&pem, own.cert.pem()).expect("it can be written");
    fs::write(&both, own.cert.pem() + &own.signing_key.serialize_pem()).expect("it can be written");
    let keys = folder.join("keys");
    fs::create_dir(&keys).expect("it can be made");
    fs::set_permissions(&keys, fs::Permissions::from_mode(0o700)).expect("it is ours");
    let fingerprint = key(&keys.join("host"));
    key(&keys.join("user"));
    key(&keys.join("stranger"));
    let (live, at_ftp, at_ftps, at_sftp) =
        (folder.join("live"), folder.join("ftp"), folder.join("ftps"), folder.join("sftp"));
    fs::create_dir(&live).expect("it can be made");
    let ports = [free_port(), free_port(), free_port(), free_port()];
    let _servers = [
        Server::ftp(&at_ftp, ports[0], None),
        Server::ftp(&at_ftps, ports[1], Some(both)),
        Server::sftp(&at_sftp, ports[2], &keys),
    ];
    let web = Receiver::start();
    let ftp = |port: u16, password: &Path| {
        // Each in a folder of its own: two that bring the same file into one stand in each other's way.
        let path = Path::new("deep").join(password.file_name().expect("a name"));
        format!(
            "to = \"ftp\"\ninsecure = true\nhost = \"127.0.0.1\"\nport = {port}\nuser = \"open\"\npath = {path:?}\npassword_file = {password:?}"
        )
    };
    let ftps = |roots: &str| {
        format!(
            "to = \"ftps\"\nhost = \"localhost\"\nport = {}\nuser = \"open\"\npassword_file = {good:?}\n{roots}",
            ports[1]
        )
    };
    let sftp = |fingerprint: &str, key: &str| {
        format!(
            "to = \"sftp\"\nhost = \"127.0.0.1\"\nport = {}\nfingerprint = {fingerprint:?}\nuser = {:?}\nkey_file = {:?}\npath = {at_sftp:?}",
            ports[2],
            user(),
            keys.join(key)
        )
    };
    let address = web.address;
    let destinations = [
        (format!("to = \"folder\"\npath = {live:?}"), "-"),
        (format!("to = \"folder\"\npath = {:?}", folder.join("missing")), "folder"),
        // Nobody makes a file there, whoever they are.
        ("to = \"folder\"\npath = \"/sys/kernel\"".to_owned(), "folder"),
        (ftp(ports[0], &good), "-"),
        (ftp(ports[0], &wrong), "login"),
        (ftp(ports[0], &folder.join("none")), "secret"),
        (ftp(ports[0], &open), "open-secret"),
        (ftp(ports[3], &good), "away"),
        (ftps(&format!("roots = {pem:?}")), "-"),
        (ftps(""), "untrusted"),
        (sftp(&fingerprint, "user"), "-"),
        (sftp("SHA256:another", "user"), "untrusted"),
        (sftp(&fingerprint, "stranger"), "login"),
        (format!("to = \"put\"\nurl = \"http://{address}/put?hidden-word\""), "-"),
        (format!("to = \"webhook\"\nurl = \"http://{address}/hidden-word\"\nsecret_file = {good:?}"), "-"),
    ];
    let lines: String = destinations.iter().map(|(lines, _)| format!("[[broadcast]]\n{lines}\n")).collect();
    let wanted: Vec<&str> = destinations.iter().map(|(_, wanted)| *wanted).collect();
    let hall = hall_with(&folder, &lines);
    let arbiter = Arbiter::enter(&hall);
    plan(&arbiter);
    let config = folder.join("topboard.toml");
    until("the servers listen", || {
        ports[..3].iter().all(|port| TcpStream::connect(("127.0.0.1", *port)).is_ok())
    })
    .await;
    let (code, told) = checked(&config, &["--for", "chess.com"]);
    assert_eq!((code, obstacles(&told)), (Some(1), wanted), "{told:#}");
    // The running program may have brought the round of the hall meanwhile; what is tried is not there.
    for of in [&live, &at_ftp, &at_ftps, &at_sftp] {
        let left = names(of);
        assert!(!left.iter().any(|name| name.contains("topboard-check")), "{left:?}");
    }
    let taken = web.taken();
    let tried: Vec<&str> =
        taken.iter().map(|one| &*one.line).filter(|line| line.contains("topboard-check")).collect();
    assert!(
        tried.len() == 1 && tried[0].starts_with("OPTIONS /put?hidden-word/.topboard-check-14 "),
        "{tried:?}"
    );
    let test = taken.iter().find(|one| one.body.contains("\"test\":true")).expect("a message");
    let message: Value = serde_json::from_str(&test.body).expect("JSON");
    assert_eq!((&message["pgn"], &message["sequence"]), (&"".into(), &0.into()), "{message}");

    // A person reads a line for each, and what to do.
    let text = String::from_utf8_lossy(&output(&config, &["--language", "pl"]).stdout).into_owned();
    let (_, lines) = text.split_once("Miejsca docelowe:\n").expect("a list");
    assert_eq!(lines.lines().count(), destinations.len(), "{lines}");
    assert!(lines.contains(&format!("chmod 600 {}", open.display())), "{lines}");
    assert!(lines.contains("FTP to 127.0.0.1: w porządku."), "{lines}");

    // Who serves is a matter of what is said to whom: a server of the Web that refuses or does not answer is told.
    web.set(Mood::Gone);
    let (_, told) = checked(&config, &[]);
    assert_eq!(obstacles(&told)[13..], ["away", "away"], "{told:#}");
    web.set(Mood::Refuses);
    let (_, told) = checked(&config, &[]);
    assert_eq!(obstacles(&told)[14], "refused", "{told:#}");
    web.set(Mood::Takes);

    // The first files, for everybody to see, when somebody asks for it.
    let put = || {
        let lines = web.taken().into_iter().map(|one| one.line);
        lines.filter(|line| line.starts_with("PUT /put?hidden-word/round-1/game-1.pgn ")).count()
    };
    let folders = [live, at_ftp.join("deep/good"), at_ftps, at_sftp];
    // What the running program has brought, it does not bring again.
    until("the round of the hall is everywhere", || {
        put() > 0 && folders.iter().all(|of| tree(of).contains_key("round-1/games.pgn"))
    })
    .await;
    for of in &folders {
        fs::remove_dir_all(of.join("round-1")).expect("it is there");
    }
    let before = put();
    let (_, told) = checked(&config, &["--send"]);
    let well: Vec<&str> = obstacles(&told);
    assert_eq!([well[0], well[3], well[8], well[10], well[13], well[14]], ["-"; 6], "{told:#}");
    for of in &folders {
        let game = &tree(of)["round-1/game-1.pgn"];
        assert!(game.contains("Nowak, Anna") && !game.contains("1. "), "{game}");
    }
    assert_eq!(put(), before + 1);
    order(&arbiter, json!({"do": "open", "key": "A", "round": 1}));
    let refused = output(&config, &["--send"]);
    let why = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert!(refused.status.code() == Some(1) && why.contains("ask without --send"), "{why}");
    assert!(!hall.log().contains(PASSWORD), "{}", hall.log());
}

/// Runs a server and the program in a file system namespace of its own, where the destination is a small disk.
const SCRIPT: &str = r#"
    mount -t tmpfs -o size=64k none "$LIVE" || exit 1
    head -c 1000000 /dev/zero > "$LIVE/filler" 2>/dev/null
    /usr/bin/python3 -c "$FTP" "$PORT" "$LIVE" "$PASSWORD" "" & echo $! > "$FOLDER/ftp.pid"
    exec "$PROGRAM" run --quiet --config "$CONFIG"
"#;

/// Ends a process when the test ends.
struct Ended(PathBuf);

impl Drop for Ended {
    fn drop(&mut self) {
        let pid = fs::read_to_string(&self.0).ok().and_then(|pid| pid.trim().parse().ok());
        if let Some(pid) = pid.and_then(Pid::from_raw) {
            // It may have ended already.
            let _ = kill_process(pid, Signal::KILL);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_found_before_the_round() {
    let folder = folder("rehearsal-full");
    let live = folder.join("live");
    fs::create_dir(&live).expect("it can be made");
    if !can_mount(&live) {
        eprintln!("skipped: this system lets nobody mount a small disk (unshare -m mount -t tmpfs)");
        return;
    }
    let password = secret(&folder, "password", PASSWORD, 0o600);
    let port = free_port();
    let config = config(&folder, &["/dev/no-board-here".to_owned()]);
    let text = fs::read_to_string(&config).expect("it was written");
    let lines = format!(
        "[[broadcast]]\nto = \"folder\"\npath = {live:?}\n[[broadcast]]\nto = \"ftp\"\ninsecure = true\nhost = \"127.0.0.1\"\n\
         port = {port}\nuser = \"open\"\npassword_file = {password:?}\n"
    );
    fs::write(&config, text + &lines).expect("it can be written");
    let mut command = Command::new("unshare");
    command.args(["-m", "sh", "-c", SCRIPT]).envs([
        ("LIVE", live.as_os_str()),
        ("FTP", FTP.as_ref()),
        ("PORT", port.to_string().as_ref()),
        ("PASSWORD", PASSWORD.as_ref()),
        ("FOLDER", folder.as_os_str()),
        ("CONFIG", config.as_os_str()),
        ("PROGRAM", env!("CARGO_BIN_EXE_topboard").as_ref()),
    ]);
    let _ended = Ended(folder.join("ftp.pid"));
    let hall = Hall::start_as(command, &config);
    plan(&Arbiter::enter(&hall));
    until("the server listens", || TcpStream::connect(("127.0.0.1", port)).is_ok()).await;
    let inside = PathBuf::from(format!("/proc/{}/root{}", hall.pid, live.display()));
    let (code, told) = checked(&config, &[]);
    assert_eq!((code, obstacles(&told)), (Some(1), vec!["folder", "folder"]), "{told:#}");
    assert!(
        told["destinations"][0]["reason"].as_str().is_some_and(|why| why.contains("No space")),
        "{told:#}"
    );
    assert!(!names(&inside).iter().any(|name| name.contains("topboard-check")), "{:?}", names(&inside));
    fs::remove_file(inside.join("filler")).expect("it is there");
    assert_eq!(obstacles(&checked(&config, &[]).1), ["-", "-"]);
}
