//! What the program carries of others: under which licences, and each package once.

use crate::repository::{none, root};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    process::Command,
};

/// The licences that go with the program's own.
const LICENCES: [&str; 8] =
    ["Apache-2.0", "BSD-3-Clause", "GPL-3.0-or-later", "ISC", "MIT", "MPL-2.0", "Unicode-3.0", "Zlib"];

/// The packages that are in the tree more than once: the versions, the reason.
const TWICE: [(&str, &[&str], &str); 19] = [
    (
        "base64",
        &["0.22.1", "0.23.1"],
        "the newer is behind the PEM of rcgen; tungstenite's kin takes the older",
    ),
    ("bitflags", &["1.3.2", "2.13.2"], "nix 0.26 still takes the older"),
    ("block-buffer", &["0.10.4", "0.12.1"], "digest"),
    ("chacha20", &["0.10.2", "0.9.1"], "the older is behind the files of keys that russh reads"),
    ("const-oid", &["0.10.2", "0.9.6"], "digest; the older is resolved and not built"),
    ("cpufeatures", &["0.2.17", "0.3.1"], "sha2"),
    ("crypto-common", &["0.1.7", "0.2.2"], "digest"),
    ("digest", &["0.10.7", "0.11.3"], "sha2"),
    (
        "getrandom",
        &["0.2.17", "0.3.4", "0.4.3"],
        "rand_core, and zip's own of the archive; the oldest is resolved and not built",
    ),
    ("hashbrown", &["0.14.5", "0.17.1"], "the older is in dashmap, which russh-sftp takes"),
    (
        "nix",
        &["0.26.4", "0.29.0", "0.31.3"],
        "serialport is behind mio-serial, and tokio-serial wants both; russh takes the one between",
    ),
    (
        "rand",
        &["0.10.4", "0.8.8", "0.9.5"],
        "async-nats takes the newest, its nkeys the oldest, tungstenite the one between",
    ),
    ("rand_chacha", &["0.3.1", "0.9.0"], "rand"),
    ("rand_core", &["0.10.1", "0.6.4", "0.9.5"], "rand; the oldest is ed25519-dalek's, too"),
    ("sha2", &["0.10.9", "0.11.1"], "rust-embed takes the newer, which ed25519-dalek does not take yet"),
    ("syn", &["2.0.119", "3.0.9"], "a builder's own, no part of the program: derive macros move one by one"),
    ("thiserror", &["1.0.69", "2.0.21"], "russh still takes the older"),
    ("thiserror-impl", &["1.0.69", "2.0.21"], "thiserror"),
    ("synstructure", &["0.13.2", "0.14.0"], "syn"),
];

/// A foreign package: its name, its version and its licence.
type Package = (String, String, String);

#[test]
fn every_package_has_a_licence_that_fits() {
    let packages = foreign_packages();
    let bad = packages.iter().filter(|(_, _, licence)| !is_allowed(licence));
    let mut bad: Vec<String> = bad
        .map(|(name, version, licence)| {
            format!("{name} {version}: the licence {licence:?} is not known to fit")
        })
        .collect();
    let is_met =
        |known: &&str| packages.iter().any(|(_, _, licence)| words(licence).any(|word| word == *known));
    bad.extend(
        LICENCES
            .iter()
            .filter(|known| !is_met(known))
            .map(|known| format!("{known}: nothing has this licence")),
    );
    none(&bad);
}

#[test]
fn no_package_is_carried_twice() {
    let mut versions: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (name, version, _) in foreign_packages() {
        versions.entry(name).or_default().insert(version);
    }
    versions.retain(|_, versions| versions.len() > 1);
    let is_known = |name: &str, versions: &BTreeSet<String>| {
        TWICE.iter().any(|(known, several, _)| *known == name && versions.iter().eq(several.iter()))
    };
    let mut bad: Vec<String> = versions
        .iter()
        .filter(|(name, versions)| !is_known(name, versions))
        .map(|(name, versions)| format!("{name}: is in the tree as {versions:?}"))
        .collect();
    let gone = TWICE.iter().filter(|(name, several, _)| {
        !versions.get(*name).is_some_and(|versions| versions.iter().eq(several.iter()))
    });
    bad.extend(gone.map(|(name, several, _)| format!("{name}: is not in the tree as {several:?} now")));
    none(&bad);
}

/// Returns what the program is built from, neither its tests nor its build counted, for the usual computer in the hall.
fn foreign_packages() -> BTreeSet<Package> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .args(["metadata", "--locked", "--offline", "--format-version=1"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .current_dir(root())
        .output()
        .expect("cargo is needed");
    assert!(
        output.status.success(),
        "cargo fetch --locked first: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    let tree: Value = serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let nodes: BTreeMap<String, Value> =
        list(&tree["resolve"]["nodes"]).into_iter().map(|node| (text(&node["id"]), node)).collect();
    let mut reached = BTreeSet::new();
    let mut open: Vec<String> = list(&tree["workspace_members"]).iter().map(text).collect();
    while let Some(id) = open.pop() {
        if reached.insert(id.clone()) {
            let is_normal =
                |link: &&Value| list(&link["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            open.extend(list(&nodes[&id]["deps"]).iter().filter(is_normal).map(|link| text(&link["pkg"])));
        }
    }
    let packages = list(&tree["packages"]);
    let foreign =
        packages.iter().filter(|one| reached.contains(&text(&one["id"])) && !one["source"].is_null());
    foreign.map(|one| (text(&one["name"]), text(&one["version"]), text(&one["license"]))).collect()
}

/// Whether a licence expression can be met: `OR` (also as `/`) offers a choice, `AND` binds closer and demands both.
fn is_allowed(licence: &str) -> bool {
    let spaced = licence.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let (is_met, rest) = any_of(&words);
    is_met && rest.is_empty()
}

fn any_of<'a, 'b>(words: &'b [&'a str]) -> (bool, &'b [&'a str]) {
    let (mut is_met, mut rest) = all_of(words);
    while let ["OR", others @ ..] = rest {
        let (other, after) = all_of(others);
        (is_met, rest) = (is_met || other, after);
    }
    (is_met, rest)
}

fn all_of<'a, 'b>(words: &'b [&'a str]) -> (bool, &'b [&'a str]) {
    let (mut is_met, mut rest) = one_of(words);
    while let ["AND", others @ ..] = rest {
        let (other, after) = one_of(others);
        (is_met, rest) = (is_met && other, after);
    }
    (is_met, rest)
}

/// Reads one licence, or an expression in brackets. An exception (`WITH`) only ever permits more.
fn one_of<'a, 'b>(words: &'b [&'a str]) -> (bool, &'b [&'a str]) {
    match words {
        ["(", inner @ ..] => match any_of(inner) {
            (is_met, [")", rest @ ..]) => (is_met, rest),
            (_, rest) => (false, rest),
        },
        [licence, "WITH", _, rest @ ..] | [licence, rest @ ..] => (LICENCES.contains(licence), rest),
        [] => (false, words),
    }
}

fn words(licence: &str) -> impl Iterator<Item = &str> {
    licence.split(|letter: char| letter.is_whitespace() || "/()".contains(letter))
}

#[test]
fn expressions_of_licences_are_read() {
    for fits in
        ["MIT", "MIT/X", "X OR (Zlib AND MIT)", "Apache-2.0 WITH LLVM-exception", "X AND X OR MIT", "(MIT)"]
    {
        assert!(is_allowed(fits), "{fits}");
    }
    for fails in ["", "X", "MIT AND X", "(MIT OR X) AND X", "(MIT", "MIT MIT", "MIT AND (X OR X)"] {
        assert!(!is_allowed(fails), "{fails}");
    }
}
