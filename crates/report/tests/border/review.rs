//! A review out of a journal: everything that happened is in it, in order, and nothing that was not seen.

use crate::rig::{Rig, setup};
use board::Contents;
use game::GameEvent;
use hall::record::Body;
use hall::{BoardChoice, Input};
use report::review::{Happened, Review, ReviewJson, Reviewer};
use shakmaty::{Board, Color, Piece, Square};

/// Plays 1. e4 e5, touches a knight, plays 2. Bb4 and presses; it is claimed. The cable is pulled and put in again.
fn journal() -> Vec<String> {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "30042", &Board::default());
    rig.run(5_000);
    rig.press(1, Color::Black);
    rig.play(1, "e2e4 e7e5");
    let knight = Contents::Piece(Piece::from_char('N').expect("a piece"));
    rig.put(1, Square::G1, Contents::Empty);
    rig.run(900);
    rig.put(1, Square::G1, knight);
    rig.run(2_000);
    rig.play(1, "f1b4");
    rig.run(3_000);
    let claim = r#"{"cmd":"claim","by":"black","kind":"illegal","author":"Nowak"}"#;
    rig.input(Input::Command { table: 1, command: serde_json::from_str(claim).expect("a command") });
    rig.run(2_000);
    rig.unplug(1);
    rig.run(20_000);
    rig.open(1);
    rig.run(10_000);
    rig.journal
}

fn review(journal: &[String], table: u16, game: u32) -> Result<Review, String> {
    let mut reviewer = Reviewer::new(table, game);
    for (line, seq) in journal.iter().zip(1..) {
        reviewer.feed(seq, Body::parse(line).expect("readable"));
    }
    reviewer.finish()
}

#[test]
fn every_touch_is_in_it_in_order_and_the_line_follows() {
    let review = review(&journal(), 1, 1).expect("a review");
    let touched: Vec<String> = review
        .log
        .items
        .iter()
        .filter_map(|entry| match &entry.what {
            Happened::Square(square, now) => {
                Some(format!("{square}{}", if now.is_occupied() { "+" } else { "-" }))
            }
            _ => None,
        })
        .collect();
    assert_eq!(
        touched.join(" "),
        "e2- e4+ e7- e5+ g1- g1+ f1- b4+",
        "the knight was touched before the bishop, and nothing else was"
    );
    let line: Vec<&str> = review.line.iter().map(|node| review.nodes[*node].report.as_str()).collect();
    assert_eq!(line, ["e2e4", "e7e5", "!f1b4"]);
    let last = &review.nodes[*review.line.last().expect("plies")];
    assert!(
        last.pressed_ms
            .is_some_and(|pressed_ms| pressed_ms >= last.made_ms && last.made_ms > last.touched_ms)
    );
    // To apply all that is told of the line leads to the line.
    let mut told: Vec<usize> = Vec::new();
    for entry in &review.log.items {
        if let Happened::Line(keep, nodes) = &entry.what {
            told.truncate(*keep);
            told.extend(nodes);
        }
    }
    assert_eq!(told, review.line);
    assert!(
        review.log.items.is_sorted_by_key(|entry| (entry.t_ms, entry.seq)),
        "time and records only go on"
    );
}

#[test]
fn what_was_seen_comes_before_what_was_concluded_with_its_price() {
    let review = review(&journal(), 1, 1).expect("a review");
    let place = |wanted: &dyn Fn(&Happened) -> bool| {
        review.log.items.iter().position(|entry| wanted(&entry.what)).expect("it happened")
    };
    let landed = place(&|what| matches!(what, Happened::Square(Square::B4, _)));
    let found = place(
        &|what| matches!(what, Happened::Concluded(event, _) if matches!(**event, GameEvent::Irregular(_))),
    );
    let incident = place(&|what| matches!(what, Happened::Incident(_)));
    let claimed = place(&|what| matches!(what, Happened::Said(_)));
    assert!(landed < found && found < claimed, "{landed} {found} {incident} {claimed}");
    let Happened::Concluded(_, weighed) = &review.log.items[found].what else { unreachable!("it was found") };
    assert!(!weighed.is_empty(), "what was weighed is told");
    for one in weighed {
        let named: u32 = one.items.iter().map(|item| item.points).sum();
        assert_eq!(named - one.common, one.points());
        assert!(one.items.iter().all(|item| item.points > 0), "{one:?}");
    }
    assert!(weighed.is_sorted_by_key(|one| one.points()), "the cheapest is first: {weighed:?}");
    let illegal = review.incidents.iter().find(|incident| incident.rule.name() == "illegal-move-completed");
    assert!(illegal.is_some_and(|incident| incident.remedy.is_some()), "{:?}", review.incidents);
    assert_eq!(review.said[0].command.author.as_deref(), Some("Nowak"));
}

#[test]
fn a_pulled_cable_leaves_a_gap_and_no_touches() {
    let review = review(&journal(), 1, 1).expect("a review");
    let items = &review.log.items;
    let gap = items.iter().find_map(|entry| match entry.what {
        Happened::Gap(gap_ms) => Some((entry.t_ms, gap_ms)),
        _ => None,
    });
    let (back_ms, gap_ms) = gap.expect("nothing could be seen for a while");
    assert!(gap_ms >= 20_000, "{gap_ms}");
    for entry in items.iter().filter(|entry| entry.t_ms > back_ms - gap_ms && entry.t_ms < back_ms) {
        let is_sensed = matches!(
            entry.what,
            Happened::Square(..) | Happened::Reading(_) | Happened::Press(_) | Happened::Clock(_)
        );
        assert!(!is_sensed, "{entry:?}");
    }
    let again = items
        .iter()
        .filter(|entry| entry.t_ms >= back_ms)
        .any(|entry| matches!(entry.what, Happened::Reading(_)));
    assert!(again, "the board is read anew, as a whole");
}

#[test]
fn the_document_is_small_and_has_no_bytes_of_a_device() {
    let lines = journal();
    let review = review(&lines, 1, 1).expect("a review");
    let text = serde_json::to_string(&ReviewJson::from(&review)).expect("it can be written");
    assert!(text.len() < 12_000, "{} bytes", text.len());
    for line in &lines {
        let body: serde_json::Value = serde_json::from_str(line).expect("JSON");
        if let Some(bytes) = body["rx"][1].as_str().filter(|bytes| bytes.len() > 7) {
            assert!(!text.contains(bytes), "{bytes}");
        }
    }
    let told: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(told["start"], "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    assert!(
        told["log"]
            .as_array()
            .is_some_and(|log| log.iter().all(|entry| entry.as_array().is_some_and(|it| it.len() == 4)))
    );
}

#[test]
fn a_board_that_flickers_fills_no_memory() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "30042", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4");
    let pawn = Contents::Piece(Piece::from_char('P').expect("a piece"));
    for _ in 0..10_500 {
        rig.put(1, Square::A2, Contents::Empty);
        rig.run(260);
        rig.put(1, Square::A2, pawn);
        rig.run(260);
    }
    let review = review(&rig.journal, 1, 1).expect("a review");
    assert_eq!(review.log.items.len(), 20_000);
    assert!(review.log.left_out > 1_000, "{} are left out, and counted", review.log.left_out);
    let text = serde_json::to_string(&ReviewJson::from(&review)).expect("it can be written");
    assert!(text.len() < 700_000, "{} bytes", text.len());
}

#[test]
fn a_game_or_table_that_is_not_there_is_said_to_be_missing() {
    let lines = journal();
    let why = |table, game| review(&lines, table, game).expect_err("there is none");
    assert_eq!(why(9, 1), "the journal has no table 9; look with `topboard replay`");
    assert_eq!(why(1, 7), "table 1 has no game 7; its games are 1");
}

#[test]
fn commands_without_room_are_counted() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "30042", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4");
    let note = r#"{"cmd":"claim","by":"black","kind":"illegal","author":"Nowak"}"#;
    for _ in 0..1_003 {
        rig.input(Input::Command { table: 1, command: serde_json::from_str(note).expect("a command") });
    }
    let review = review(&rig.journal, 1, 1).expect("a review");
    assert_eq!((review.said.len(), review.log.left_out), (1_000, 3));
}
