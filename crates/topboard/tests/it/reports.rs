//! Pages that outlive the program: the arbiter gets them from their page while the hall plays, and anybody can check
//! them.
//!
//! Promised: the result sheet holds the result, and a code that another program can read, with a head of the journal
//! that exposes a cut journal; the report of a case is a file that proves itself; nobody else gets either.

use crate::{
    arbiter_client::{Answer, Arbiter, ask, until_frame},
    rig::{Hall, config, folder},
    seat::{Deed, Seat, game},
};
use journal::KnownHead;
use rustix::process::Signal;
use serde_json::json;
use std::{fs, path::Path, process::Command};

const SHEET: &str = "/api/v1/arbiter/result-sheet";
const CASE: &str = "/api/v1/tables/1/games/1/case";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_arbiter_takes_sheet_and_report_from_their_page() {
    let folder = folder("reports");
    let seat = Seat::new(&folder, 1, game(1, usize::MAX));
    let mut hall = Hall::start(&config(&folder, std::slice::from_ref(&seat.port)));
    let arbiter = Arbiter::enter(&hall);
    let mut feed = arbiter.follow().await;
    seat.does(Deed::HoldAt(10));
    let plies = |moves: &serde_json::Value| moves.as_array().map_or(0, Vec::len);
    let frame = until_frame(&mut feed, "ten plies", |frame| plies(&frame["tables"][0]["moves"]) >= 10).await;
    assert_eq!(
        frame["tables"][0]["timing"],
        json!({"square_early_ms": 232, "press_early_ms": 1032, "clock_late_ms": 1000}),
        "how far the times of a DGT board may be off"
    );
    // A result is signed at once.
    assert_eq!(arbiter.says(1, json!({"cmd": "result", "result": "1/2-1/2"})).status, 200);
    until_frame(&mut feed, "the result", |frame| frame["tables"][0]["result"] == "1/2-1/2").await;
    let sheet = get_signed(&arbiter).await;
    assert_eq!(sheet.header("content-type"), Some("text/html; charset=utf-8"));
    assert!(sheet.header("content-security-policy").is_some_and(|policy| policy.contains("'unsafe-inline'")));
    assert!(sheet.body.contains("<td>½-½</td>") && sheet.body.contains("<td>5</td>"), "{}", sheet.body);

    let case = arbiter.get(CASE);
    assert_eq!(case.status, 200, "{case:?}");
    assert!(case.header("content-disposition").is_some_and(|to| to.contains("case-table1-game1.html")));
    let part = arbiter.get(&format!("{CASE}/0/2000"));
    assert!(part.status == 200 && part.body.len() < case.body.len(), "two seconds are less than a game");
    assert!(part.header("content-disposition").is_some_and(|to| to.contains("case-table1-game1-0s-2s.html")));
    for (path, why) in [
        ("/api/v1/tables/9/games/1/case", "no table 9"),
        ("/api/v1/tables/1/games/7/case", "no game 7"),
        (&format!("{CASE}/5000/4000"), "before it begins"),
    ] {
        let refused = arbiter.get(path);
        assert!(refused.status == 409 && refused.body.contains(why), "{path}: {refused:?}");
    }
    for path in [SHEET, CASE] {
        assert_eq!(ask(&arbiter.address, "GET", path, &[], "").status, 401, "nobody else gets {path}");
    }

    assert_eq!(hall.signal(Signal::TERM), Some(0));
    let data = folder.join("data");
    let code = read_code(&sheet.body);
    let head = KnownHead::parse(&code).expect("it is a head");
    let key = journal::hex::emit(&head.key.expect("with the key that signed it"));
    check(&data, &["--head", &code, "--key", &key], 0, "whole");
    let report = folder.join("case.html");
    fs::write(&report, &case.body).expect("the folder can be written");
    check(&report, &["--key", &key], 0, "whole");

    // Somebody cuts the result off: the file alone does not tell, the paper does.
    let journal = data.join("journal/hall.journal");
    let text = fs::read_to_string(&journal).expect("it is text");
    let before = usize::try_from(head.seq.expect("it says where")).expect("small") - 3;
    let cut: String = text.split_inclusive('\n').take(before).collect();
    let short = folder.join("short.journal");
    fs::write(&short, cut).expect("the folder can be written");
    check(&short, &[], 0, "whole");
    check(&short, &["--head", &code], 1, &format!("cut after record {before}"));
}

/// Fetches the sheet once the signature of the result is safe.
async fn get_signed(arbiter: &Arbiter) -> Answer {
    for _ in 0..100 {
        let sheet = arbiter.get(SHEET);
        if sheet.status == 200 && sheet.body.contains("<td>½-½</td>") {
            return sheet;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    panic!("no signed sheet came: {:?}", arbiter.get(SHEET));
}

/// Reads the drawn code of a page with another program.
fn read_code(page: &str) -> String {
    const SCALE: usize = 4;
    let (_, svg) = page.split_once("<svg class=\"qr\" viewBox=\"0 0 ").expect("a drawing");
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let side = number(svg.split(' ').next().expect("its side"));
    let (_, bars) = svg.rsplit_once("d=\"").expect("its bars");
    let bars = bars.split_once('"').expect("they end").0;
    let mut dark = vec![false; side * side];
    for bar in bars.split('M').skip(1) {
        let mut numbers = bar.split([' ', 'h', 'v']).map(number_before);
        let (x, y, run) = (numbers.next(), numbers.next(), numbers.next());
        let (x, y, run) = (x.expect("a column"), y.expect("a row"), run.expect("a length"));
        dark[y * side + x..][..run].fill(true);
    }
    let paper = |x: usize, y: usize| if dark[y / SCALE * side + x / SCALE] { 0 } else { 255 };
    let mut image = rqrr::PreparedImage::prepare_from_greyscale(side * SCALE, side * SCALE, paper);
    let (_, text) = image.detect_grids().first().expect("a code is found").decode().expect("it is readable");
    text
}

fn number_before(text: &str) -> usize {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..digits].parse().expect("a number")
}

fn check(path: &Path, arguments: &[&str], code: i32, part: &str) {
    let output = Command::new(env!("CARGO_BIN_EXE_topboard"))
        .arg("verify")
        .arg(path)
        .args(arguments)
        .output()
        .expect("the program starts");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {said}");
    assert!(said.contains(part), "{arguments:?} does not say {part:?}: {said}");
}
