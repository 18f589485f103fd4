//! Orders about the event in reports: who gave which order, and in which case it stands.

use crate::rig::{Rig, setup};
use hall::record::Body;
use hall::{BoardChoice, Input};
use report::Follow;
use report::case::{CaseProof, CaseSurvey, Gather, Span, page};
use report::csv::Csv;
use shakmaty::{Board, Color};

fn order(rig: &mut Rig, json: &str) {
    let command = serde_json::from_str(json).expect("an order");
    rig.try_input(Input::Event(Box::new(command))).expect("it can be done");
}

/// A round of two boards: the result of board 1 is entered, corrected, and the correction is taken back. Board 2 has its
/// colours exchanged.
fn journal() -> Vec<String> {
    let mut rig = Rig::new(setup(&[BoardChoice::Any, BoardChoice::Any]));
    rig.plug(1, "30042", &Board::default());
    rig.plug(2, "30043", &Board::default());
    rig.run(5_000);
    order(
        &mut rig,
        r#"{"do":"enter","key":"A","author":"Nowak","players":{"1":{"name":"Secret, One"},"2":{"name":"Secret, Two"},
            "3":{"name":"Secret, Three"},"4":{"name":"Secret, Four"},"5":{"name":"Secret, Five"}},
            "rounds":{"1":{"pairings":{"1":{"white":1,"black":2},"2":{"white":3,"black":4}},
            "unpaired":{"5":"pairing-bye"}}}}"#,
    );
    order(&mut rig, r#"{"do":"open","key":"A","round":1,"author":"Nowak"}"#);
    rig.run(2_000);
    rig.press(1, Color::Black);
    rig.play(1, "e2e4 e7e5");
    order(&mut rig, r#"{"do":"swap-colors","key":"A","round":1,"board":2,"author":"Nowak"}"#);
    rig.run(3_000);
    for said in [
        r#"{"do":"result","key":"A","round":1,"board":1,"result":"1-0","how":"resignation","author":"Nowak"}"#,
        r#"{"do":"result","key":"A","round":1,"board":1,"result":"0-1","author":"Kowal"}"#,
        r#"{"do":"undo","author":"=Kowal"}"#,
        r#"{"do":"result","key":"A","round":1,"board":2,"result":"1/2-1/2","author":"Nowak"}"#,
        r#"{"do":"close","key":"A","round":1}"#,
    ] {
        order(&mut rig, said);
        rig.run(500);
    }
    rig.journal
}

const OF_BOARD_1: [(&str, &str); 6] = [
    ("Nowak", "Tournament A: entered are 5 players, round 1 with 2 pairings and 1 player without a game."),
    ("Nowak", "Tournament A: round 1 begins."),
    ("Nowak", "Tournament A, round 1, board 1: the result is 1-0 (resignation)."),
    ("Kowal", "Tournament A, round 1, board 1: the result is corrected from 1-0 to 0-1."),
    ("=Kowal", "Taken back: Tournament A, round 1, board 1: the result is corrected from 1-0 to 0-1."),
    ("", "Tournament A: round 1 ends."),
];

#[test]
fn a_case_tells_the_orders_about_its_pairing_and_its_round_and_no_others() {
    let journal = journal();
    let bodies = || journal.iter().zip(1..).map(|(line, seq)| (seq, Body::parse(line).expect("readable")));
    let mut survey = CaseSurvey::new(0);
    bodies().for_each(|(seq, body)| survey.feed(seq, body));
    // The window ends before the first result.
    let window = survey.window(1, None, Span::Plies { from: 1, to: 2 }).expect("a window");
    for anonymous in [false, true] {
        let mut gather = Gather::new(window.clone(), anonymous);
        bodies().for_each(|(seq, body)| gather.feed(seq, &journal[seq as usize - 1], body));
        let case = gather.finish().expect("a case");
        let told: Vec<(&str, &str)> = case
            .orders
            .items
            .iter()
            .map(|it| (it.author.as_deref().unwrap_or_default(), it.text.as_str()))
            .collect();
        assert_eq!(told, OF_BOARD_1);
        let page = page(&case, "", &CaseProof::default());
        assert!(
            page.contains("<h2>Orders about the round and the pairing</h2>")
                && page.contains(OF_BOARD_1[3].1)
        );
        assert!(!anonymous || !page.contains("Secret"));
    }
}

#[test]
fn every_order_is_a_row_of_the_list_of_events() {
    let mut rows = String::new();
    let mut csv = Csv::new(None);
    for (line, seq) in journal().iter().zip(1..) {
        rows.push_str(&csv.feed(seq, Body::parse(line).expect("readable")));
    }
    let orders: Vec<&str> = rows.lines().filter(|row| row.contains(",order,")).collect();
    assert_eq!(orders.len(), OF_BOARD_1.len() + 2);
    let swap = "\"Tournament A, round 1, board 2: White and Black are exchanged.\"";
    assert!(orders[2].starts_with("2,,") && orders[2].ends_with(&format!("Nowak,{swap}")), "{}", orders[2]);
    let taken_back = format!("'=Kowal,\"{}\"", OF_BOARD_1[4].1);
    assert!(orders[5].starts_with("1,") && orders[5].ends_with(&taken_back), "{}", orders[5]);
    assert!(orders[0].starts_with(",,"), "it is about no single table: {}", orders[0]);
}

#[test]
fn the_events_of_one_table_have_no_orders_about_another() {
    let mut follow = Follow::new(Some(2));
    let mut about = Vec::new();
    for (line, seq) in journal().iter().zip(1..) {
        follow.feed(seq, Body::parse(line).expect("readable"));
        about.extend(follow.take_order().and_then(|ordered| ordered.about.table()));
    }
    assert_eq!(about, [2, 2]);
}
