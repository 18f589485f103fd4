//! Tests that `./check` installs what everything calls. Each program that a script or a test starts is listed here
//! with the Debian package that brings it, and is in the table at the head of `check` for the steps that call it. So a
//! new computer needs git, Rust and a network, and no step fails after a quarter of an hour because a program is
//! missing.

mod samples;
mod shell;
mod starts;

use crate::repository::{none, read, tracked};
use shell::Call;
use std::collections::{BTreeMap, BTreeSet};

/// The packages of Debian's smallest installation (debootstrap's minbase), as far as they are used.
const SMALLEST: [&str; 18] = [
    "apt",
    "bash",
    "bsdutils",
    "coreutils",
    "dash",
    "debianutils",
    "diffutils",
    "dpkg",
    "findutils",
    "grep",
    "gzip",
    "hostname",
    "libc-bin",
    "mawk",
    "mount",
    "sed",
    "tar",
    "util-linux",
];
/// The programs that everybody who runs the check already has.
const RUST: &str = "Rust";
/// The programs that the program under test looks for and can do without.
const NOT_WANTED: &str = "nothing";

/// The Debian package of every program that is called: the one that `dpkg -S` names, or one that depends on it.
const PACKAGES: [(&str, &str); 44] = [
    (
        "coreutils",
        "basename cat chmod cp cut date dd dirname env head id ln ls mkdir mkfifo mktemp nice nohup realpath rm rmdir seq sleep \
         sort stat sync tac tail tee timeout touch tr true uname wc",
    ),
    ("apt", "apt-cache apt-get"),
    ("bash", "bash"),
    ("bsdutils", "renice"),
    ("dash", "sh"),
    ("dpkg", "dpkg"),
    ("diffutils", "cmp diff"),
    ("findutils", "find xargs"),
    ("grep", "grep"),
    ("libc-bin", "getent ldd"),
    ("mawk", "awk"),
    ("mount", "mount umount"),
    ("sed", "sed"),
    ("util-linux", "flock setpriv unshare"),
    (RUST, "cargo rustc rustfmt rustup"),
    (NOT_WANTED, "timedatectl sudo"),
    ("git", "git"),
    ("gcc", "cc gcc"),
    ("g++", "c++ g++"),
    ("binutils", "ar ld objdump strip"),
    ("python3", "python3"),
    ("openssh-server", "sshd"),
    // It comes with the server.
    ("openssh-client", "ssh-keygen"),
    ("dbus-daemon", "dbus-daemon"),
    ("pgn-extract", "pgn-extract"),
    ("nats-server", "nats-server"),
    ("udev", "udevadm"),
    ("umockdev", "umockdev-run"),
    ("kmod", "depmod"),
    ("cpio", "cpio"),
    ("busybox-static", "busybox"),
    ("qemu-system-x86", "qemu-system-x86_64"),
    ("qemu-system-arm", "qemu-system-aarch64"),
    ("gcc-aarch64-linux-gnu", "aarch64-linux-gnu-gcc aarch64-linux-gnu-strip"),
    ("chromium", "chromium"),
    ("chromium-headless-shell", "chromium-headless-shell"),
    ("cage", "cage"),
    // Cage starts it.
    ("xwayland", "Xwayland"),
    ("firefox-esr", "firefox-esr"),
    // ./check takes Node from a wheel if it is missing, and makes a folder for programs in Python.
    ("python3-venv", "node npm python"),
    ("rustc-web", "/usr/bin/rustc"),
    ("cargo-web", "/usr/bin/cargo"),
    ("rust-web-src", ""),
    ("lld", "ld.lld"),
];

/// The programs that the guests of the virtual machines call: all are in busybox, or are added when the guest is made.
const IN_THE_GUEST: &str = "awk busybox cat devmem dmesg grep head ifconfig insmod ln ls mkdir mount poweroff sed sleep stat stty \
                            sync systemd-udevd tail topboard tr udevadm usleep wget";
const GUESTS: [&str; 2] = ["tests/kernel/init", "tests/kernel/pi-init"];

/// The callers of a file: the steps of `./check`, as its table names them. The first entry that fits counts.
const CALLERS: [(&str, &[&str]); 15] = [
    ("check", &["node", "test"]),
    ("udev/", &["udev"]),
    ("tests/kernel/run", &["kernel"]),
    ("tests/kernel/pi", &["pi", "debian-pi"]),
    ("tests/fuzz/", &["fuzz"]),
    ("tests/firmware/", &["firmware", "node"]),
    ("tests/browser/", &["pages", "node"]),
    ("firmware/build", &["firmware", "debian-firmware"]),
    // Called by people alone.
    ("firmware/uf2", &["test"]),
    ("crates/topboard/tests/it/firmware.rs", &["firmware", "node"]),
    ("tests/readers/", &["readers"]),
    ("tests/src/readers/", &["readers", "node", "clients"]),
    ("crates/", &["test", "node", "clients"]),
    ("tests/src/", &["test"]),
    ("tests/tournament/", &["test"]),
];

/// Words in the place of a program that name something of ours: a function's arguments, or what was already built.
const OWN_WORDS: [&str; 10] = [
    "$@",
    "$program",
    "$1",
    "$PROGRAM",
    "$functions[at]",
    "$target/node/python/bin/pip",
    "$target/clients/bin/pip",
    "$target/checked/examples/$example",
    "$target/release/topboard",
    "$target/$host/release/$1",
];
/// The files of these tests: their samples call programs that do not exist.
const SELF: &str = "tests/src/programs";

#[test]
fn check_installs_what_everything_calls() {
    let check = read("check").expect("it is there");
    none(&complaints(&check, &files()));
}

#[test]
fn a_program_that_nothing_installs_is_found() {
    let check = read("check").expect("it is there");
    let files = files();
    for (package, program) in
        [("kmod", "depmod"), ("umockdev", "umockdev-run"), ("dbus-daemon", "dbus-daemon")]
    {
        let kept: Vec<&str> =
            check.lines().filter(|line| line.split_whitespace().last() != Some(package)).collect();
        let found = complaints(&kept.join("\n"), &files);
        assert!(
            found.iter().any(|one| one.contains(&format!("{program} is called"))),
            "{package}: {found:?}"
        );
    }
    let strange = [("udev/test".to_owned(), "#!/bin/sh\nlsusb | grep x\n".to_owned())];
    let found = complaints(&check, &strange);
    assert!(found.iter().any(|one| one.contains("lsusb is called")), "{found:?}");
}

/// Reads every file that could start a program, with its path.
fn files() -> Vec<(String, String)> {
    let named = tracked().into_iter().filter(|path| !path.starts_with(SELF));
    named.filter_map(|path| read(&path).map(|text| (path, text))).collect()
}

/// Compares the table in `check` with what these files call, and lists what is wrong.
fn complaints(check: &str, files: &[(String, String)]) -> Vec<String> {
    let package_of: BTreeMap<&str, &str> = PACKAGES
        .iter()
        .flat_map(|(package, programs)| programs.split_whitespace().map(move |program| (program, *package)))
        .collect();
    let rows = rows(check);
    let mut bad = Vec::new();
    for Row { proof, packages, .. } in rows.iter().filter(|row| !row.proof.starts_with('/')) {
        if !package_of.get(proof).is_some_and(|package| packages.contains(package)) {
            bad.push(format!(
                "check: {proof} does not prove that {packages:?} are there; say in PACKAGES what brings it"
            ));
        }
    }
    for (path, text) in files {
        let callers =
            CALLERS.iter().find(|(start, _)| path.starts_with(start)).map_or(&[][..], |(_, steps)| steps);
        for Call { line, program } in called(path, text) {
            let here = format!("{path}:{line}: {program} is called");
            if GUESTS.contains(&path.as_str()) {
                if !IN_THE_GUEST.split_whitespace().any(|known| known == base(&program)) {
                    bad.push(format!("{here} in the guest; put it there, and into IN_THE_GUEST"));
                }
                continue;
            }
            let Some(package) = package_of.get(program.as_str()).or_else(|| package_of.get(base(&program)))
            else {
                bad.push(format!("{here}; say in PACKAGES what brings it, and install that in ./check"));
                continue;
            };
            let is_given = SMALLEST.contains(package) || [RUST, NOT_WANTED].contains(package);
            let asks = |row: &&Row| {
                row.packages.contains(package)
                    && (["any", "build"].contains(&row.caller) || callers.contains(&row.caller))
            };
            if !is_given && rows.iter().filter(asks).count() == 0 {
                bad.push(format!("{here}; ./check installs no {package} for {}", callers.join(" or ")));
            }
        }
    }
    bad
}

/// A line of the table in `check`.
struct Row<'a> {
    caller: &'a str,
    proof: &'a str,
    packages: BTreeSet<&'a str>,
}

fn rows(check: &str) -> Vec<Row<'_>> {
    let table = check.split("\nneeds() {\n").nth(1).and_then(|rest| rest.split("\nEND\n").next());
    let lines = table.expect("check has a table of what it needs").lines().skip(1);
    lines
        .map(|line| {
            let mut words = line.split_whitespace();
            let mut word = || words.next().unwrap_or_default();
            Row { caller: word(), proof: word(), packages: words.collect() }
        })
        .collect()
}

/// Returns every call in a file, except calls to what is part of the repository.
fn called(path: &str, text: &str) -> Vec<Call> {
    let first = text.lines().next().unwrap_or_default();
    let is_shell = first.starts_with("#!") && (first.ends_with("sh") || first.ends_with("sh -e"));
    let mut calls = if is_shell { shell::calls(text) } else { starts::starts(path, text) };
    if let Some(interpreter) = first.strip_prefix("#!/usr/bin/env ") {
        calls.push(Call { line: 1, program: interpreter.to_owned() });
    }
    let is_own = |program: &str| {
        OWN_WORDS.contains(&program)
            || !program.starts_with('/') && program.contains('/') && read(program).is_some()
    };
    calls.retain(|call| !is_own(&call.program));
    calls
}

fn base(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}
