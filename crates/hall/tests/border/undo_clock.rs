//! Orders to a clock that are taken back: it shows again what it showed.

use crate::rig::{Rig, fold, setup};
use board::{Contents, dgt::ClockState};
use hall::{BoardChoice, Input, Refusal, Table};
use shakmaty::{Board, ByColor, Color, Square};

fn says(rig: &mut Rig, json: &str) -> Result<(), Refusal> {
    let command = serde_json::from_str(json).expect("a command");
    let done = rig.try_input(Input::Command { table: 1, command });
    rig.run(4_000);
    done
}

fn table(rig: &Rig) -> &Table {
    rig.hall.table(1).expect("it is set up")
}

/// Returns the times that the clock shows, in seconds, and the side whose time runs.
fn face(rig: &mut Rig) -> (u32, u32, Option<Color>) {
    let t_ms = rig.t_ms;
    let ClockState { left_ms, running, .. } = rig.dgt(1).clock(t_ms).expect("it has a clock");
    (left_ms.white / 1_000, left_ms.black / 1_000, running)
}

fn stopped() -> Rig {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4 e7e5");
    let t_ms = rig.t_ms;
    let left_ms = ByColor { white: 300_000, black: 280_000 };
    rig.dgt(1).set_clock(t_ms, ClockState { left_ms, running: None, lever: Color::White });
    rig.run(3_000);
    rig
}

const SET: &str = r#"{"cmd":"clock","do":"set","white_ms":60000,"black_ms":90000,"author":"Lis"}"#;

#[test]
fn the_times_before_are_set_again() {
    let mut rig = stopped();
    let before = face(&mut rig);
    assert_eq!(before, (300, 280, None));
    assert_eq!(says(&mut rig, SET), Ok(()));
    assert_eq!(face(&mut rig), (60, 90, None));
    assert_eq!(says(&mut rig, r#"{"cmd":"undo","of":"clock","no":1}"#), Ok(()));
    assert_eq!(face(&mut rig), before);
    assert_eq!(says(&mut rig, r#"{"cmd":"undo","of":"clock","no":1}"#), Err(Refusal::NotUndoable { no: 1 }));
    assert_eq!(fold(&rig.journal).finish().divergent, 0);
}

#[test]
fn an_order_to_the_clock_and_one_about_the_game_are_taken_back_apart() {
    let mut rig = stopped();
    assert_eq!(says(&mut rig, r#"{"cmd":"correct","from_ply":2,"moves":["c7c5"]}"#), Ok(()));
    assert_eq!(says(&mut rig, SET), Ok(()));
    assert_eq!(says(&mut rig, r#"{"cmd":"undo","of":"correct","no":1}"#), Ok(()));
    assert_eq!((rig.moves(1).as_str(), face(&mut rig)), ("e4 e5", (60, 90, None)));
    assert_eq!(says(&mut rig, r#"{"cmd":"undo","of":"clock","no":2}"#), Ok(()));
    assert_eq!(face(&mut rig), (300, 280, None));
}

#[test]
fn a_clock_that_runs_on_is_left_alone() {
    let mut rig = stopped();
    assert_eq!(says(&mut rig, SET), Ok(()));
    rig.press(1, Color::Black);
    rig.run(3_000);
    let running = face(&mut rig);
    assert_eq!(says(&mut rig, r#"{"cmd":"undo","of":"clock","no":1}"#), Err(Refusal::PressedSince));
    assert_eq!(face(&mut rig).1, running.1, "nothing was set");
    assert_eq!(table(&rig).last_orders()[1].map(|order| order.no), Some(1));
}

#[test]
fn what_the_clock_refused_was_not_done() {
    let mut rig = stopped();
    // A board that is gone carries nothing out, and an order that nobody took cannot be taken back.
    assert!(says(&mut rig, r#"{"cmd":"clock","do":"text","text":"far too long"}"#).is_err());
    assert_eq!(table(&rig).ordered(), 0);
    // Which clock it is changes nothing.
    assert_eq!(says(&mut rig, r#"{"cmd":"clock","do":"version"}"#), Ok(()));
    assert_eq!(table(&rig).ordered(), 0);
    // A text in place of a text, and back.
    for text in ["first", "second"] {
        let json = format!(r#"{{"cmd":"clock","do":"text","text":"{text}"}}"#);
        assert_eq!(says(&mut rig, &json), Ok(()));
    }
    assert_eq!(says(&mut rig, r#"{"cmd":"undo","of":"clock","no":2}"#), Ok(()));
    assert_eq!(says(&mut rig, r#"{"cmd":"undo","of":"clock","no":1}"#), Ok(()));
    assert_eq!(table(&rig).last_orders(), [None, None]);
}

/// A flag falls, an older order is taken back, and the players look at their last moves.
#[test]
fn an_order_that_is_taken_back_lets_no_flag_rise() {
    let mut rig = stopped();
    assert_eq!(says(&mut rig, r#"{"cmd":"correct","from_ply":2,"moves":["c7c5"]}"#), Ok(()));
    for (white, running) in [(1_000, Some(Color::White)), (0, None)] {
        let (t_ms, left_ms) = (rig.t_ms, ByColor { white, black: 280_000 });
        rig.dgt(1).set_clock(t_ms, ClockState { left_ms, running, lever: Color::White });
        rig.run(2_000);
    }
    assert_eq!(says(&mut rig, r#"{"cmd":"undo","of":"correct","no":1}"#), Ok(()));
    let (white, black) = (Contents::Piece(Color::White.pawn()), Contents::Piece(Color::Black.pawn()));
    for (square, contents) in [
        (Square::E5, Contents::Empty),
        (Square::E7, black),
        (Square::E4, Contents::Empty),
        (Square::E2, white),
        (Square::E2, Contents::Empty),
        (Square::E3, white),
    ] {
        rig.put(1, square, contents);
        rig.run(1_200);
    }
    rig.run(20_000);
    assert_eq!(rig.moves(1), "e4 e5");
}
