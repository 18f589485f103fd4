//! The review of a game over HTTP: the whole account of the journal, compressed, for arbiters, and the journal says who
//! looked.

use crate::{
    arbiter_client::{Arbiter, ask, until_frame},
    rig::{Hall, config, folder},
    seat::{Deed, Seat, game},
};
use hall::{Body, Fold};
use report::review::{Happened, ReviewJson, Reviewer};
use rustix::process::Signal;
use serde_json::Value;
use std::{fs, path::Path};

const REVIEW: &str = "/api/v1/tables/1/games/1/review";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_arbiter_gets_the_account_of_a_game_and_the_journal_notes_the_look() {
    let folder = folder("review");
    let seat = Seat::new(&folder, 1, game(1, usize::MAX));
    let mut hall = Hall::start(&config(&folder, std::slice::from_ref(&seat.port)));
    let arbiter = Arbiter::enter(&hall);
    let mut feed = arbiter.follow().await;
    seat.does(Deed::HoldAt(10));
    let is_there =
        |frame: &Value| frame["tables"][0]["moves"].as_array().is_some_and(|moves| moves.len() >= 10);
    let frame = until_frame(&mut feed, "ten plies", is_there).await;

    let answer = arbiter.get(REVIEW);
    assert_eq!(answer.status, 200, "{answer:?}");
    assert_eq!(answer.header("content-type"), Some("application/json"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.header("access-control-allow-origin"), None, "no page of another origin reads it");
    let told = answer.json();
    // The account ends where the feed is: the same plies, the same position.
    let plies = |index: &Value| {
        told["plies"][usize::try_from(index.as_u64().expect("a place")).expect("small")].clone()
    };
    let line: Vec<Value> = told["line"].as_array().expect("a line").iter().map(plies).collect();
    let table = &frame["tables"][0];
    for (ply, told) in table["moves"].as_array().expect("moves").iter().zip(&line) {
        assert_eq!(ply["san"], told["san"]);
    }
    assert!(line.len() >= 10, "{told}");
    // Each of the ten plies was lifted and put down before anything was concluded of it.
    let log = told["log"].as_array().expect("a log");
    let kinds: Vec<&str> = log.iter().filter_map(|entry| entry[2].as_str()).collect();
    let first =
        |kind: &str| kinds.iter().position(|known| *known == kind).unwrap_or_else(|| panic!("no {kind}"));
    assert!(kinds.iter().filter(|kind| **kind == "square").count() >= 20, "{kinds:?}");
    assert!(first("reading") < first("square") && first("square") < first("line"), "{kinds:?}");
    assert!(kinds.contains(&"press") && kinds.contains(&"clock"), "{kinds:?}");

    // It travels compressed, whichever way the browser likes.
    let whole = answer.body.len();
    for coding in ["gzip", "br"] {
        let headers = [("Cookie", arbiter.cookie.as_str()), ("Accept-Encoding", coding)];
        let head = ask(&arbiter.address, "HEAD", REVIEW, &headers, "");
        assert_eq!(head.header("content-encoding"), Some(coding), "{head:?}");
        let length: usize = head.header("content-length").and_then(|it| it.parse().ok()).expect("a length");
        assert!(length * 3 < whole, "{length} of {whole} bytes");
    }
    for (path, why) in
        [("/api/v1/tables/9/games/1/review", "no table 9"), ("/api/v1/tables/1/games/7/review", "no game 7")]
    {
        let refused = arbiter.get(path);
        assert!(refused.status == 409 && refused.body.contains(why), "{path}: {refused:?}");
    }
    assert_eq!(ask(&arbiter.address, "GET", REVIEW, &[], "").status, 401, "nobody else gets it");
    let page = arbiter.get("/review/");
    assert!(page.status == 200 && page.body.contains("arbiter/review/page.js"), "{page:?}");
    assert_eq!(
        ask(&hall.address, "GET", "/arbiter/review/page.js", &[], "").status,
        404,
        "the public has no part of it"
    );

    assert_eq!(hall.signal(Signal::TERM), Some(0));
    let journal = fs::read_to_string(folder.join("data/journal/hall.journal")).expect("the journal is there");
    let looks =
        journal.lines().filter(|line| line.contains(r#""did":"looked""#) && line.contains(REVIEW)).count();
    assert_eq!(looks, 3, "one look, and twice the head of it; refusals are no looks");
    // Nothing of it is what a device said.
    for line in journal.lines() {
        let body: Value = serde_json::from_str(&line[17..]).expect("a record is JSON");
        if let Some(bytes) = body["rx"][1].as_str().filter(|bytes| bytes.len() > 7) {
            assert!(!answer.body.contains(bytes), "{bytes}");
        }
    }
}

/// Every kept journal, of each maker's boards, with adjournments, illegal moves, corrections and draughts.
#[test]
fn every_game_of_every_kept_journal_can_be_reviewed_and_ends_as_it_was_told() {
    let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/journals/golden");
    let (mut games, mut touches) = (0, 0);
    for journal in fs::read_dir(kept).expect("the journals are there") {
        let path = journal.expect("a folder").path().join("hall.journal");
        let Ok(text) = fs::read_to_string(&path) else { continue };
        let bodies =
            || text.lines().zip(1..).filter_map(|(line, seq)| Some((seq, Body::parse(&line[17..]).ok()?)));
        let mut fold = Fold::new();
        bodies().for_each(|(seq, body)| {
            fold.feed(seq, body);
            while fold.poll().is_some() {}
        });
        for table in fold.hall().tables() {
            for number in table.numbers() {
                let mut reviewer = Reviewer::new(table.number(), number);
                bodies().for_each(|(seq, body)| reviewer.feed(seq, body));
                let what = format!("{}, table {}, game {number}", path.display(), table.number());
                let review = reviewer.finish().unwrap_or_else(|why| panic!("{what}: {why}"));
                let score = table.game(number).expect("it is kept");
                let told: Vec<&str> =
                    review.line.iter().map(|ply| review.nodes[*ply].report.as_str()).collect();
                let played: Vec<String> =
                    (0..score.plies.len()).map(|index| score.report_move(index)).collect();
                assert_eq!(told, played, "{what}");
                // Whoever follows the log alone comes to the same line.
                let mut line: Vec<usize> = Vec::new();
                for entry in &review.log.items {
                    match &entry.what {
                        Happened::Array(_) => line.clear(),
                        Happened::Line(keep, plies) => {
                            line.truncate(*keep);
                            line.extend(plies);
                        }
                        Happened::Square(..) => touches += 1,
                        _ => {}
                    }
                }
                assert_eq!(line, review.line, "{what}");
                assert!(review.log.items.is_sorted_by_key(|entry| entry.t_ms), "{what}");
                serde_json::to_string(&ReviewJson::from(&review)).expect("it can be written");
                games += 1;
            }
        }
    }
    assert!(games >= 20 && touches >= 500, "{games} games, {touches} touches");
}
