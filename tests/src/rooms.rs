//! The house as a test: no room is crowded, nothing is carried in that nobody uses.

use crate::{
    repository::{none, read, tracked},
    tidy::dependencies,
};
use std::collections::{BTreeMap, BTreeSet};

/// The most modules of a folder, its subfolders included: what a stranger can look over.
const MODULES_MAX: usize = 12;
/// Folders with more, because all modules are of one kind.
const KINDS: [(&str, &str); 9] = [
    ("crates/board/src/makers/dgt", "one maker's protocol, a message or a mode a file"),
    ("crates/hall/tests/border", "a story a file"),
    ("crates/laws/src/observers", "a subject of the Laws a file"),
    ("crates/topboard/src", "a kind of work a folder"),
    ("crates/topboard/src/commands", "a command a file"),
    ("crates/topboard/tests/it", "a story a file"),
    ("tests/src", "a promise of the whole repository a file"),
    ("web/arbiter", "a part of the arbiter's page a file"),
    ("web/arbiter/rounds", "a part of the page of rounds a file"),
];

#[test]
fn no_folder_is_crowded() {
    let mut folders: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in tracked() {
        let is_module = path.ends_with(".rs") || path.starts_with("web/") && path.ends_with(".js");
        let Some((folder, file)) = path.rsplit_once('/').filter(|_| is_module && read(&path).is_some())
        else {
            continue;
        };
        let module = file.trim_end_matches(".rs").trim_end_matches(".js");
        if !["mod", "lib", "main"].contains(&module) {
            folders.entry(folder.to_owned()).or_default().insert(module.to_owned());
        }
        // A folder is a module of the folder around it.
        let mut inner = folder;
        while let Some((outer, name)) = inner.rsplit_once('/') {
            folders.entry(outer.to_owned()).or_default().insert(name.to_owned());
            inner = outer;
        }
    }
    let is_room = |folder: &str| ["/src", "/tests", "web"].iter().any(|part| folder.contains(part));
    let crowded = |folder: &str| folders.get(folder).is_some_and(|modules| modules.len() > MODULES_MAX);
    let mut bad: Vec<String> = folders
        .keys()
        .filter(|folder| {
            is_room(folder) && crowded(folder) && !KINDS.iter().any(|(known, _)| known == folder)
        })
        .map(|folder| {
            format!(
                "{folder}: {} modules; {MODULES_MAX} is the most, give some a folder",
                folders[folder].len()
            )
        })
        .collect();
    bad.extend(
        KINDS
            .iter()
            .filter(|(known, _)| !crowded(known))
            .map(|(known, _)| format!("{known}: needs no exception")),
    );
    none(&bad);
}

#[test]
fn every_dependency_is_used() {
    let files = tracked();
    let manifests: Vec<(&str, String)> =
        files.iter().filter_map(|path| Some((path.strip_suffix("Cargo.toml")?, read(path)?))).collect();
    let mut bad = Vec::new();
    for (folder, manifest) in manifests.iter().filter(|(folder, _)| !folder.is_empty()) {
        let mut sources = files.iter().filter(|path| path.starts_with(folder) && path.ends_with(".rs"));
        let texts: Vec<String> = sources.by_ref().filter_map(|path| read(path)).collect();
        for name in dependencies(manifest) {
            let word = name.replace('-', "_");
            if !texts.iter().any(|text| names(text, &word)) {
                bad.push(format!("{folder}Cargo.toml: nothing in {folder} names {name}"));
            }
        }
    }
    let (_, workspace) =
        manifests.iter().find(|(folder, _)| folder.is_empty()).expect("there is a workspace");
    for name in dependencies(workspace) {
        let inherits = format!("{name}.workspace = true");
        let inherits_too = format!("{name} = {{ workspace = true");
        let is_used = |text: &String| text.contains(&inherits) || text.contains(&inherits_too);
        if !manifests.iter().any(|(_, manifest)| is_used(manifest)) {
            bad.push(format!("Cargo.toml: no crate takes {name}"));
        }
    }
    none(&bad);
}

/// The folder of the observers of the Laws.
const OBSERVERS: &str = "crates/laws/src/observers/";

#[test]
fn no_observer_knows_another() {
    let files: Vec<String> = tracked()
        .into_iter()
        .filter(|path| {
            path.starts_with(OBSERVERS) && path.ends_with(".rs") && !path.ends_with("observers/mod.rs")
        })
        .collect();
    let subject =
        |path: &str| path[OBSERVERS.len()..].split(['/', '.']).next().unwrap_or_default().to_owned();
    let subjects: BTreeSet<String> = files.iter().map(|path| subject(path)).collect();
    let mut bad = Vec::new();
    for path in &files {
        let (own, text) = (subject(path), read(path).unwrap_or_default());
        let is_outermost =
            [format!("{own}.rs"), format!("{own}/mod.rs")].contains(&path[OBSERVERS.len()..].to_owned());
        // The module of the observers themselves, by its name and from within, and what the crate shows of it.
        let outer = if is_outermost { "\nuse super::" } else { "super::super::" };
        for way in ["observers::", "crate::", outer] {
            for (at, _) in text.match_indices(way) {
                let rest = &text[at + way.len()..];
                let word: String =
                    rest.chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
                // A list may hide anything behind the name of the module.
                if word != own && (way != "crate::" || subjects.contains(&word)) {
                    bad.push(format!(
                        "{path}: {}{word}; what two observers need belongs to neither",
                        way.trim()
                    ));
                }
            }
        }
    }
    assert!(subjects.len() > MODULES_MAX, "the observers are elsewhere");
    none(&bad);
}

/// Whether a source has this word as a path's beginning, in an attribute or in a `use`.
fn names(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
        let before = text[..at].chars().next_back();
        let after = &text[at + word.len()..];
        !before.is_some_and(is_part)
            && (after.starts_with("::") || after.starts_with(';') || after.starts_with('!'))
    })
}
