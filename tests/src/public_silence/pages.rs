//! Tests that the public pages know nothing of the arbiter: no module of theirs comes from the arbiter's page, asks
//! the arbiter's listener, or has a word for what the arbiter is told.

use laws::RuleId;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
};

/// The words that a page for spectators has no use for. The page that checks journals is exempt: it shows what its
/// readers open from their own disks.
const WORDS: [&str; 6] = ["arbiter", "incident", "violation", "remedy", "illegal", "8081"];

/// Resolves a file name within another file: a module or a style sheet is in its folder, a page at the root or in one
/// folder of it, from where `..` leads to the root.
fn named(within: &str, name: &str) -> String {
    let folder =
        if within.ends_with(".html") { "" } else { within.rsplit_once('/').map_or("", |(folder, _)| folder) };
    let mut path: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(path.pop()),
            part => path.push(part),
        }
    }
    path.join("/")
}

/// Loads the files of the spectators' pages, from the first on, by the names in them.
fn loaded(web: &Path) -> BTreeMap<String, String> {
    let mut files = BTreeMap::new();
    let pages = ["rounds", "live", "wall"].map(|page| format!("{page}/index.html"));
    // The words of a language are put into the page by the program, or asked for by a name that is put together.
    let words = fs::read_dir(web.join("live/words")).expect("the words are there");
    let words = words.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned());
    let mut due: Vec<String> =
        pages.into_iter().chain(words.map(|name| format!("live/words/{name}"))).collect();
    while let Some(name) = due.pop() {
        let text = fs::read_to_string(web.join(&name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let names = text
            .split(['"', '\''])
            .filter(|part| !part.contains(' ') && [".js", ".css"].iter().any(|end| part.ends_with(end)));
        let names = names.map(|part| named(&name, part)).filter(|path| web.join(path).is_file());
        let names: Vec<String> = names.collect();
        files.insert(name, text);
        due.extend(names.into_iter().filter(|name| !files.contains_key(name)));
    }
    files
}

#[test]
fn nothing_of_the_arbiters_is_in_the_public_pages() {
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web");
    let files = loaded(&web);
    assert!(files.len() > 10, "{:?}", files.keys());
    let mut leaks = BTreeSet::new();
    for (name, text) in &files {
        let lower = text.to_lowercase();
        let rules = RuleId::ALL.iter().map(|rule| rule.name()).filter(|rule| rule.contains('-'));
        for word in WORDS.into_iter().chain(rules).filter(|word| lower.contains(word)) {
            leaks.insert(format!("{name} has {word}"));
        }
    }
    assert!(leaks.is_empty(), "{}", leaks.into_iter().collect::<Vec<_>>().join("\n"));
}
