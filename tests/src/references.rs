//! Tests of references: every file, link and heading that a comment or a document names exists.
//!
//! Read are documents, and the comments of Rust, JavaScript, TOML and scripts. A file may be named by the end of its
//! path. A heading is named right behind its document, after a comma and in quotes.

use crate::repository::{none, read, tracked};
use std::path::Path;

/// The beginnings of a word that is a path.
const FOLDERS: [&str; 7] = ["crates/", "docs/", "firmware/", "systemd/", "tests/", "udev/", "web/"];
/// The endings of a word that names a file, with its folder or without.
const KINDS: [&str; 4] = [".rs", ".js", ".mjs", ".md"];

/// The way in which a file marks the text for people.
#[derive(Debug, Clone, Copy)]
enum Marks {
    /// The whole file is for people.
    Document,
    /// Comments after two slashes, or between a slash and a star.
    Slashes,
    /// Comments after a hash.
    Hashes,
}

#[test]
fn every_reference_resolves() {
    let files = tracked();
    let mut bad = Vec::new();
    for path in &files {
        let Some(text) = read(path) else { continue };
        let Some(marks) = marks(path, &text) else { continue };
        for (number, block) in blocks(marks, &text) {
            let mut missing = missing_names(&files, &block);
            if matches!(marks, Marks::Document) {
                missing.extend(missing_links(&files, path, &block));
            }
            bad.extend(missing.iter().map(|what| format!("{path}:{number}: {what}")));
        }
    }
    none(&bad);
}

fn marks(path: &str, text: &str) -> Option<Marks> {
    match Path::new(path).extension().and_then(|kind| kind.to_str()) {
        Some("md") => Some(Marks::Document),
        Some("rs" | "js" | "mjs") => Some(Marks::Slashes),
        Some("toml" | "sh") => Some(Marks::Hashes),
        None if text.starts_with("#!") => Some(Marks::Hashes),
        Some(_) | None => None,
    }
}

/// Returns the text for people, paragraph by paragraph: the number of its first line, and its words with one blank
/// between them.
fn blocks(marks: Marks, text: &str) -> Vec<(usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut is_open = false;
    for (index, line) in text.lines().enumerate() {
        let said = said(marks, line).unwrap_or_default().trim();
        if said.is_empty() {
            is_open = false;
            continue;
        }
        if !is_open {
            blocks.push((index + 1, String::new()));
            is_open = true;
        }
        if let Some((_, block)) = blocks.last_mut() {
            for word in said.split_whitespace() {
                if !block.is_empty() {
                    block.push(' ');
                }
                block.push_str(word);
            }
        }
    }
    blocks
}

/// Returns the text for people in a line.
fn said(marks: Marks, line: &str) -> Option<&str> {
    let trimmed = line.trim_start();
    let behind = |mark: &str| line.split_once(mark).map(|(_, comment)| comment);
    match marks {
        Marks::Document => Some(line),
        Marks::Slashes => {
            let comment = ["//", "/*", "* "].into_iter().find_map(|mark| trimmed.strip_prefix(mark));
            comment.map(|comment| comment.trim_start_matches(['/', '!', '*'])).or_else(|| behind(" // "))
        }
        Marks::Hashes if trimmed.starts_with("#!") => None,
        Marks::Hashes => trimmed.strip_prefix('#').or_else(|| behind(" # ")),
    }
}

/// Returns the files that a paragraph names and that do not exist, and the headings that the named documents do not
/// have.
fn missing_names(files: &[String], block: &str) -> Vec<String> {
    let mut missing = Vec::new();
    for (name, behind) in names(block) {
        let there = |one: &String| files.iter().any(|file| holds(file, one));
        if let Some(gone) = expanded(name).iter().find(|one| !there(one)) {
            missing.push(format!("there is no {gone}"));
        } else if let Some(heading) = heading_behind(behind).filter(|_| name.ends_with(".md")) {
            let documents = files.iter().filter(|file| file.ends_with(".md") && holds(file, name));
            let mut told = documents.filter_map(|file| read(file)).flat_map(|text| headings(&text));
            if !told.any(|known| known == heading.replace('`', "")) {
                missing.push(format!("{name} has no heading {heading:?}"));
            }
        }
    }
    missing
}

/// Returns each file or folder that a paragraph names, with the text behind the name.
fn names(block: &str) -> Vec<(&str, &str)> {
    let is_of_name = |letter: char| letter.is_ascii_alphanumeric() || "_-./*{},".contains(letter);
    let mut names = Vec::new();
    let mut at = 0;
    while let Some(begins) = block[at..].find(is_of_name).map(|skipped| at + skipped) {
        let rest = &block[begins..];
        let word = &rest[..rest.find(|letter: char| !is_of_name(letter)).unwrap_or(rest.len())];
        at = begins + word.len();
        // The text behind the colon of an address names nothing here.
        if word.starts_with("//") && block[..begins].ends_with(':') {
            continue;
        }
        let is_balanced = word.matches('{').count() == word.matches('}').count();
        let ends: &[char] = if is_balanced { &['.', ',', '-'] } else { &['.', ',', '-', '{', '}'] };
        let named = word.trim_end_matches(ends);
        let behind = &block[begins + named.len()..];
        let name = from_root(if is_balanced { named } else { named.trim_start_matches(['{', '}']) });
        let is_in_folder = FOLDERS.iter().any(|folder| name.starts_with(folder));
        if is_in_folder || KINDS.iter().any(|kind| name.len() > kind.len() && name.ends_with(kind)) {
            names.push((name, behind));
        }
    }
    names
}

/// Returns a name without the steps up that it begins with.
fn from_root(name: &str) -> &str {
    let shorter = ["../", "./", "/"].into_iter().find_map(|up| name.strip_prefix(up));
    shorter.map_or(name, from_root)
}

/// Expands a name with alternatives in braces.
fn expanded(name: &str) -> Vec<String> {
    let parts = name.split_once('{').and_then(|(before, rest)| Some((before, rest.split_once('}')?)));
    match parts {
        Some((before, (inside, after))) => {
            inside.split(',').map(|one| format!("{before}{one}{after}")).collect()
        }
        None => vec![name.to_owned()],
    }
}

/// Returns whether a file, or a folder above it, has this name or a path that ends with it.
fn holds(file: &str, name: &str) -> bool {
    let parts: Vec<&str> = file.split('/').collect();
    let wanted: Vec<&str> = name.trim_end_matches('/').split('/').collect();
    parts.windows(wanted.len()).any(|window| window.iter().zip(&wanted).all(|(part, want)| fits(part, want)))
}

/// Returns whether a part of a path fits the wanted one, in which one star stands for anything.
fn fits(part: &str, want: &str) -> bool {
    match want.split_once('*') {
        Some((before, after)) => part.strip_prefix(before).is_some_and(|rest| rest.ends_with(after)),
        None => part == want,
    }
}

/// Returns the heading that is named right behind a document; the address of a link may stand between.
fn heading_behind(behind: &str) -> Option<&str> {
    let behind = behind.trim_start_matches('`');
    let behind = if behind.starts_with("](") { behind.split_once(')')?.1 } else { behind };
    let (heading, _) = behind.strip_prefix(", \"")?.split_once('"')?;
    Some(heading)
}

/// Returns the headings of a document.
fn headings(text: &str) -> Vec<String> {
    let mut is_code = false;
    let mut headings = Vec::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code && line.starts_with('#') {
            headings.push(line.trim_start_matches('#').trim().replace('`', ""));
        }
    }
    headings
}

/// Returns the addresses of a document's links that lead nowhere.
fn missing_links(files: &[String], path: &str, block: &str) -> Vec<String> {
    let addresses = block.split("](").skip(1).filter_map(|rest| Some(rest.split_once(')')?.0));
    let here = addresses.filter(|address| !address.contains("://") && !address.starts_with("mailto:"));
    here.filter(|address| !leads_somewhere(files, path, address))
        .map(|address| format!("the link to {address} leads nowhere"))
        .collect()
}

fn leads_somewhere(files: &[String], path: &str, address: &str) -> bool {
    let (file, anchor) = address.split_once('#').unwrap_or((address, ""));
    let target = if file.is_empty() { path.to_owned() } else { joined(path, file) };
    let is_in = |known: &String| {
        known.strip_prefix(target.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    if !files.iter().any(is_in) {
        return false;
    }
    anchor.is_empty()
        || read(&target).is_some_and(|text| headings(&text).iter().any(|heading| slug(heading) == anchor))
}

/// Returns the path to which a file's link leads.
fn joined(from: &str, to: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in to.split('/') {
        match part {
            "" | "." => {}
            ".." => _ = parts.pop(),
            name => parts.push(name),
        }
    }
    parts.join("/")
}

/// Returns the anchor of a heading.
fn slug(heading: &str) -> String {
    let letter = |letter: char| match letter {
        ' ' | '-' => Some('-'),
        '_' => Some('_'),
        letter if letter.is_alphanumeric() => letter.to_lowercase().next(),
        _ => None,
    };
    heading.chars().filter_map(letter).collect()
}

#[test]
fn what_is_not_there_is_found() {
    let files = ["docs/a.md", "crates/game/src/one.rs", "crates/game/src/two.rs"].map(str::to_owned);
    let check = |block: &str, wanted: &[&str]| assert_eq!(missing_names(&files, block), wanted, "{block}");
    check("`one.rs`, src/two.rs and crates/game/src/{one,two}.rs are there.", &[]);
    check("So are crates/*/src, game/src/*.rs and (../docs/a.md).", &[]);
    check("https://example.org/crates/three.rs is somewhere else.", &[]);
    check("See three.rs.", &["there is no three.rs"]);
    check("crates/game/src/{one,three}.rs", &["there is no crates/game/src/three.rs"]);
    check("tests/scenarios", &["there is no tests/scenarios"]);
    assert_eq!(names("docs/a.md, \"A heading\""), [("docs/a.md", ", \"A heading\"")]);
}

#[test]
fn comments_are_read_over_the_ends_of_lines() {
    let code = "//! See a.md,\n//! \"Two words\".\n\nlet x = \"b.rs\"; // and more\n";
    let wanted = [(1, "See a.md, \"Two words\".".to_owned()), (4, "and more".to_owned())];
    assert_eq!(blocks(Marks::Slashes, code), wanted);
    assert_eq!(blocks(Marks::Hashes, "#!/bin/sh\n# One\n# comment.\n"), [(2, "One comment.".to_owned())]);
    assert_eq!(heading_behind("`](../a.md#x), \"A heading\" says"), Some("A heading"));
    assert_eq!(heading_behind(" says"), None);
}

#[test]
fn links_lead_where_the_document_means() {
    assert_eq!(joined("docs/formats/a.md", "../../web/b.md"), "web/b.md");
    assert_eq!(headings("# One\n```sh\n# no\n```\n## Two `x`\n"), ["One", "Two x"]);
    assert_eq!(slug("The journal's format, version 1"), "the-journals-format-version-1");
    let files = ["docs/a.md".to_owned()];
    let missing = missing_links(&files, "docs/b.md", "[a](a.md), [c](c.md)");
    assert_eq!(missing, ["the link to c.md leads nowhere"]);
}
