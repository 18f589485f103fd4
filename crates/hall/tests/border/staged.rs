//! Decisions that are prepared and then announced: nobody but arbiters learns of them before, and the announcement is an
//! ordinary command.

use crate::rig::{Rig, fold, setup};
use board::Contents;
use hall::{BoardChoice, Input, Output, Refusal, STAGED_MAX, Table};
use shakmaty::{Board, Color, Square};

fn game(moves: &str) -> Rig {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, moves);
    rig.outputs.clear();
    rig
}

/// Gives a command at table 1. Returns whether it was carried out.
fn says(rig: &mut Rig, json: &str) -> bool {
    let command = serde_json::from_str(json).expect("a command");
    rig.try_input(Input::Command { table: 1, command }).is_ok()
}

fn table(rig: &Rig) -> &Table {
    rig.hall.table(1).expect("it is set up")
}

fn why(rig: &Rig) -> Result<(), Refusal> {
    table(rig).fits(&table(rig).staged()[0])
}

/// Whatever leaves the hall for others than arbiters: publications, public forms of games, bytes for boards, clocks.
fn is_outward(output: &Output) -> bool {
    matches!(
        output,
        Output::Publish(_)
            | Output::Games(_)
            | Output::Transmit(_)
            | Output::Notice(_)
            | Output::GameEvent(..)
    )
}

#[test]
fn what_is_prepared_is_an_arbiters_until_it_is_announced() {
    let mut rig = game("e2e4 e7e5 g1f3");
    let published = rig.published().len();
    assert!(says(&mut rig, r#"{"cmd":"prepare","order":{"cmd":"result","result":"0-1"},"author":"A"}"#));
    assert!(says(&mut rig, r#"{"cmd":"prepare","order":{"cmd":"correct","from_ply":3,"moves":["b1c3"]}}"#));
    assert!(says(&mut rig, r#"{"cmd":"prepare","staged":2,"order":{"cmd":"restore","ply":3}}"#));
    assert!(says(&mut rig, r#"{"cmd":"drop","staged":2}"#));
    let outward: Vec<&Output> = rig.outputs.iter().filter(|output| is_outward(output)).collect();
    assert!(outward.is_empty(), "{outward:?}");
    assert_eq!((rig.published().len(), rig.moves(1).as_str()), (published, "e4 e5 Nf3"));
    assert_eq!(table(&rig).score().result, None);
    let [decision] = table(&rig).staged() else { panic!("one decision waits") };
    assert_eq!((decision.no, decision.game, decision.author.as_deref()), (1, 1, Some("A")));

    // A program that was killed in between knows it again from its journal.
    let folded = fold(&rig.journal).finish();
    let again = folded.hall.table(1).expect("it is set up").staged();
    assert_eq!((again.len(), again[0].no, again[0].prepared_ms), (1, 1, decision.prepared_ms));

    // The announcement is the order itself. What is another order, or of another number, is none.
    assert!(!says(&mut rig, r#"{"cmd":"result","result":"1-0","game":1,"staged":1}"#));
    assert!(!says(&mut rig, r#"{"cmd":"result","result":"0-1","game":1,"staged":2}"#));
    assert!(!says(&mut rig, r#"{"cmd":"result","result":"0-1","staged":1}"#), "it names its game");
    assert_eq!((table(&rig).score().result, rig.published().len()), (None, published));
    assert!(says(&mut rig, r#"{"cmd":"result","result":"0-1","game":1,"staged":1,"author":"B"}"#));
    assert_eq!(table(&rig).score().result.map(|result| result.to_string()).as_deref(), Some("0-1"));
    assert!(table(&rig).staged().is_empty() && rig.published().len() > published);
    assert!(!says(&mut rig, r#"{"cmd":"result","result":"0-1","game":1,"staged":1}"#), "it is done once");
    assert_eq!(fold(&rig.journal).finish().divergent, 0);
}

#[test]
fn what_the_game_has_overtaken_is_not_announced() {
    let mut rig = game("e2e4 e7e5");
    assert!(says(&mut rig, r#"{"cmd":"prepare","order":{"cmd":"correct","from_ply":2,"moves":["c7c5"]}}"#));
    assert!(says(&mut rig, r#"{"cmd":"prepare","order":{"cmd":"restore","ply":2}}"#));
    assert_eq!(why(&rig), Ok(()));
    rig.play(1, "g1f3");
    assert_eq!(why(&rig), Err(Refusal::PlayedSince));
    assert!(!says(&mut rig, r#"{"cmd":"correct","from_ply":2,"moves":["c7c5"],"game":1,"staged":1}"#));
    assert_eq!(rig.moves(1), "e4 e5 Nf3", "nothing was lost");

    // Whatever was played after the irregularity is taken back with it.
    assert!(says(&mut rig, r#"{"cmd":"restore","ply":2,"game":1,"staged":2}"#));
    assert_eq!(rig.moves(1), "e4");

    // A result that was entered meanwhile is not overwritten.
    assert!(says(&mut rig, r#"{"cmd":"drop","staged":1}"#));
    assert!(says(&mut rig, r#"{"cmd":"prepare","order":{"cmd":"result","result":"1-0"}}"#));
    assert!(says(&mut rig, r#"{"cmd":"result","result":"1/2-1/2"}"#));
    assert_eq!(why(&rig), Err(Refusal::ResultSince { result: "1/2-1/2".to_owned() }));
    assert!(!says(&mut rig, r#"{"cmd":"result","result":"1-0","game":1,"staged":3}"#));
    assert_eq!(table(&rig).score().result.map(|result| result.to_string()).as_deref(), Some("1/2-1/2"));
}

#[test]
fn a_ruling_that_somebody_else_made_since_is_not_overwritten() {
    let mut rig = game("e2e4 e7e5");
    assert!(says(&mut rig, r#"{"cmd":"report","rule":"scoresheet-request","by":"black"}"#));
    let no = rig.incidents.last().expect("the report").1.no;
    let rule = |decision: &str| format!(r#""cmd":"rule","incident":{no},"decision":"{decision}""#);
    assert!(says(&mut rig, &format!(r#"{{"cmd":"prepare","order":{{{}}}}}"#, rule("confirm"))));
    assert_eq!(why(&rig), Ok(()));
    assert!(says(&mut rig, &format!("{{{}}}", rule("dismiss"))));
    assert_eq!(why(&rig), Err(Refusal::RuledSince));
    assert!(!says(&mut rig, &format!(r#"{{{},"game":1,"staged":1}}"#, rule("confirm"))));
    // Whoever has seen the other ruling may still prepare and announce this one.
    assert!(says(&mut rig, &format!(r#"{{"cmd":"prepare","staged":1,"order":{{{}}}}}"#, rule("confirm"))));
    assert!(says(&mut rig, &format!(r#"{{{},"game":1,"staged":1}}"#, rule("confirm"))));
    assert!(table(&rig).staged().is_empty());
}

#[test]
fn what_could_not_be_announced_is_not_prepared() {
    let mut rig = game("e2e4");
    for impossible in [
        r#"{"cmd":"prepare","order":{"cmd":"correct","from_ply":2,"moves":["e2e4"]}}"#,
        r#"{"cmd":"prepare","order":{"cmd":"restore","ply":9}}"#,
        r#"{"cmd":"prepare","order":{"cmd":"rule","incident":7,"decision":"stands"}}"#,
        r#"{"cmd":"prepare","order":{"cmd":"result","result":"1-0"},"game":8}"#,
        r#"{"cmd":"prepare","order":{"cmd":"note","text":"hello"}}"#,
        r#"{"cmd":"prepare","order":{"cmd":"prepare","order":{"cmd":"result","result":"1-0"}}}"#,
        r#"{"cmd":"prepare","staged":4,"order":{"cmd":"result","result":"1-0"}}"#,
        r#"{"cmd":"drop"}"#,
    ] {
        assert!(!says(&mut rig, impossible), "{impossible}");
    }
    for _ in 0..STAGED_MAX {
        assert!(says(&mut rig, r#"{"cmd":"prepare","order":{"cmd":"result","result":"1-0"}}"#));
    }
    assert!(!says(&mut rig, r#"{"cmd":"prepare","order":{"cmd":"result","result":"1-0"}}"#));
    assert_eq!(table(&rig).staged().len(), STAGED_MAX);
}

#[test]
fn the_move_in_the_envelope_is_not_prepared_either() {
    let mut rig = game("e2e4 e7e5");
    assert!(says(&mut rig, r#"{"cmd":"adjourn"}"#));
    let hidden = r#"{"cmd":"prepare","order":{"cmd":"correct","from_ply":3,"moves":["g1f3"]}}"#;
    let command = serde_json::from_str(hidden).expect("a command");
    assert!(rig.hall.may_be_written(1, &command).is_err());
}

#[test]
fn a_decision_about_a_game_that_left_the_board_still_fits_it() {
    let mut rig = game("e2e4 e7e5");
    assert!(says(&mut rig, r#"{"cmd":"prepare","order":{"cmd":"result","result":"1-0"}}"#));
    assert!(says(&mut rig, r#"{"cmd":"prepare","order":{"cmd":"restore","ply":2}}"#));
    for (square, piece) in [
        (Square::E4, None),
        (Square::E5, None),
        (Square::E2, Some(Color::White.pawn())),
        (Square::E7, Some(Color::Black.pawn())),
    ] {
        rig.put(1, square, piece.map_or(Contents::Empty, Contents::Piece));
        rig.run(500);
    }
    assert!(says(&mut rig, r#"{"cmd":"start"}"#));
    assert_eq!(table(&rig).game_number(), 2);
    assert!(!says(&mut rig, r#"{"cmd":"restore","ply":2,"game":1,"staged":2}"#), "its pieces are gone");
    assert!(says(&mut rig, r#"{"cmd":"result","result":"1-0","game":1,"staged":1}"#));
    let first = table(&rig).game(1).expect("it is kept");
    assert_eq!(first.result.map(|result| result.to_string()).as_deref(), Some("1-0"));
    assert_eq!(table(&rig).score().result, None);
}
