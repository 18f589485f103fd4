//! The report of a case from the command line: found by time or plies, in one file, verifiable, without names on
//! request.

use crate::rig::folder;
use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

/// A journal with an illegal move at table 1: see the README beside it.
const JOURNAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/journals/illegal-move.journal");

fn export(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_topboard"));
    command.args(["export", JOURNAL]).args(arguments).output().expect("the program starts")
}

fn check(arguments: &[&str], code: i32, part: &str) -> String {
    let output = export(arguments);
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert!(said.contains(part), "{arguments:?} does not say {part:?}: {said}");
    said
}

#[test]
fn a_case_is_one_page_on_standard_output_or_in_a_file() {
    let span = ["--case", "--table", "1", "--ply", "3..4", "--utc-offset", "+01:00"];
    let page = check(
        &span,
        0,
        "<h1>Case report: table 1, game 1, Kowalska, Anna – O&#39;Neil &lt;i&gt;, &quot;Jan&quot;</h1>",
    );
    assert!(page.ends_with("</html>\n") && page.contains("RU20 7.5.1"));
    let folder = folder("case");
    let file = folder.join("case.html");
    let argument = format!("--case={}", file.display());
    check(&[&argument, "--table", "1", "--ply", "3..4", "--utc-offset", "+01:00"], 0, "");
    assert_eq!(
        fs::read_to_string(&file).expect("it was written"),
        page,
        "the same journal gives the same page"
    );
    check(
        &["--case", "--table", "1", "--from", "14:00:10", "--to", "14:00:50", "--utc-offset", "+01:00"],
        0,
        "white knight lifted",
    );
}

#[test]
fn verify_knows_a_report_and_finds_a_changed_letter() {
    let folder = folder("case-verify");
    let (file, changed) = (folder.join("case.html"), folder.join("changed.html"));
    check(&[&format!("--case={}", file.display()), "--table", "1", "--ply", "3..4"], 0, "");
    let page = fs::read_to_string(&file).expect("it was written");
    fs::write(&changed, page.replacen("Kowalska", "Kowalski", 1)).expect("the folder can be written");
    for (file, code, part) in [(&file, 0, "whole"), (&changed, 1, "changed")] {
        let output = Command::new(env!("CARGO_BIN_EXE_topboard")).arg("verify").arg(file).output();
        let output = output.expect("the program starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(part), "{said}");
    }
}

#[test]
fn an_anonymous_case_holds_no_name() {
    let page = check(&["--case", "--table", "1", "--anonymous"], 0, "table 1, game 1, White – Black");
    for name in ["Kowalska", "Neil", "White, One"] {
        assert!(!page.contains(name), "{name} is in the page");
    }
    assert!(page.contains("Altered or kept back") && page.contains("(names taken out)"));
    // The report proves what can be proven without the names, and says how much that is.
    let folder = folder("case-anonymous");
    let (file, changed) = (folder.join("case.html"), folder.join("changed.html"));
    fs::write(&file, &page).expect("the folder can be written");
    let digits = page.find("rx\\\":[").expect("bytes of a board are in the evidence") + 12;
    let mut bytes = page.clone().into_bytes();
    bytes[digits] ^= 1;
    fs::write(&changed, bytes).expect("the folder can be written");
    for (file, code, part) in [
        (&file, 0, "records are kept back or without their names"),
        (&file, 0, "for those nothing in this file stands"),
        (&file, 0, "could have made its seal anew"),
        (&changed, 1, "altered at record"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_topboard")).arg("verify").arg(file).output();
        let output = output.expect("the program starts");
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(code), "{said}");
        assert!(said.contains(part), "{said}");
    }
    let bare = check(&["--case", "--table", "1", "--anonymous", "--no-records"], 0, "left out on request");
    assert!(!bare.contains("application/topboard-evidence+json"));
}

#[test]
fn the_arbiters_copy_tells_what_the_public_form_must_not() {
    let copy = check(&["--pgn-arbiter", "-", "--table", "1"], 0, "RU20 7.5.1");
    for part in [
        "Anna Nowak, arbiter at 0:00:34.4 ±0.0 s: Incident 1: it was so.",
        "Refused: nothing is asked about ply 99",
        "f1 to b4, which no rule allows",
        "[%clk 0:04:59]",
        "The arbiter said: confirmed.",
    ] {
        let joined = copy.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(joined.contains(part), "{part} is not in {copy}");
    }
    assert_eq!(copy.matches("[Event ").count(), 1, "one game of one table: {copy}");
    let clean = check(&["--pgn", "-", "--table", "1"], 0, "2. Bc4");
    assert!(!clean.contains("RU20") && !clean.contains("b4") && !clean.contains("arbiter"), "{clean}");
}

#[test]
fn events_are_rows_that_a_spreadsheet_reads() {
    let text =
        check(&["--csv", "-", "--table", "1"], 0, "table,game,t_ms,early_ms,late_ms,utc_ms,record,kind");
    let rows: Vec<Vec<String>> = parse(&text);
    let width = rows[0].len();
    assert!(rows.iter().all(|row| row.len() == width), "every row has {width} cells");
    let column = |name: &str| rows[0].iter().position(|cell| cell == name).expect("it is there");
    let (kind, square, utc) = (column("kind"), column("square"), column("utc_ms"));
    let lifted = rows.iter().find(|row| row[kind] == "square" && row[square] == "f1").expect("the bishop");
    assert_eq!((lifted[column("contents")].as_str(), lifted[column("early_ms")].as_str()), ("", "232"));
    assert!(lifted[utc].starts_with("1795266"), "{lifted:?}");
    let articles = column("articles");
    let illegal = |row: &&Vec<String>| row[kind] == "incident" && row[articles].starts_with("RU20 7.5.1; ");
    assert!(rows.iter().any(|row| illegal(&row)), "the illegal move has its articles");
    assert!(rows.iter().any(|row| row[column("author")] == "Anna Nowak, arbiter"), "a comma is no border");
}

/// Parses RFC 4180, independently of the code that writes it.
fn parse(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell, mut is_quoted) = (Vec::new(), Vec::new(), String::new(), false);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => cell.extend(characters.next()),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted => {}
            '\n' if !is_quoted => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            other => cell.push(other),
        }
    }
    rows
}

/// A named game ends where the next one began, even if one journal holds the next round too.
#[test]
fn a_game_that_is_named_ends_where_the_next_one_began() {
    let journal = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/journals/two-rounds");
    let report = |game: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_topboard"))
            .args(["export", "--case", "--table", "1", "--game", game])
            .arg(&journal)
            .output()
            .expect("the program starts");
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let records = |page: &str| -> (u64, u64) {
        let (_, rest) = page.split_once("<dt>Records in this file</dt><dd>").expect("it says which");
        let (from, rest) = rest.split_once(" to ").expect("two numbers");
        let (to, _) = rest.split_once(',').expect("and words");
        (from.parse().expect("a number"), to.parse().expect("a number"))
    };
    let (first, second) = (records(&report("1")), records(&report("2")));
    assert!(first.1 <= second.0, "the first game {first:?} ends before the second {second:?} begins");
}

#[test]
fn what_does_not_go_together_is_refused_in_a_sentence() {
    check(&["--case"], 64, "--table");
    check(&["--case", "--table", "1", "--ply", "3", "--from", "5"], 64, "--ply");
    check(&["--case", "--table", "1", "--from", "soon"], 64, "14:03:20");
    check(&["--case", "--table", "7"], 1, "has no table 7; its tables are 1, 2");
    check(&["--case", "--table", "1", "--ply", "90..95"], 1, "plies 1 to");
    check(&["--case", "--table", "1", "--game", "5"], 1, "its games are");
    check(&["--case=/nowhere/case.html", "--table", "1"], 2, "choose another place");
}
