//! A round that is rearranged while games go on: another table for a board, other pairings, and both taken back.

use crate::{
    event::{ENTERED, games, hall, order, result, row, set_up},
    rig::{Rig, fold},
};
use board::Contents;
use shakmaty::{Board, Square};
use tournament::{PairingNo, Plan};

const OPEN: &str = r#"{"do":"open","key":"A","round":1}"#;
const UNDO: &str = r#"{"do":"undo"}"#;

fn plays(board: u16) -> Plan {
    Plan::Play(PairingNo { key: "A".to_owned(), round: 1, board })
}

fn plan(rig: &Rig, table: u16) -> Plan {
    rig.hall.table(table).expect("it is set up").plan().clone()
}

/// Begins round 1 with a game on each table.
fn round() -> Rig {
    let mut rig = hall();
    rig.input(order(ENTERED));
    rig.input(order(OPEN));
    rig.run(2_000);
    rig.play(1, "e2e4 e7e5");
    rig
}

fn same_when_folded(rig: &Rig) {
    let folded = fold(&rig.journal).finish();
    assert_eq!((folded.divergent, folded.hall.event()), (0, rig.hall.event()));
}

#[test]
fn a_board_that_goes_to_another_table_and_back_goes_on_with_its_game() {
    let mut rig = round();
    rig.input(order(r#"{"do":"table","key":"A","round":1,"board":1,"table":9}"#));
    assert_eq!(plan(&rig, 1), Plan::Closed, "the pairing has left the table");
    // What is touched on a table that nobody plays on is nobody's game.
    rig.put(1, Square::G8, Contents::Empty);
    rig.run(2_000);
    rig.put(1, Square::G8, Contents::Piece(Board::default().piece_at(Square::G8).expect("a knight")));
    rig.run(2_000);
    assert_eq!(rig.moves(1), "e4 e5");
    rig.input(order(UNDO));
    assert_eq!(plan(&rig, 1), plays(1));
    rig.play(1, "g1f3 b8c6");
    assert_eq!(games(&rig, 1).last(), Some(&row("1", "Nowak, Anna", 4, "*")));
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":1,"result":"1-0"}"#));
    assert_eq!(games(&rig, 1).last(), Some(&row("1", "Nowak, Anna", 4, "1-0")));
    same_when_folded(&rig);
}

#[test]
fn the_result_of_a_board_that_changed_tables_is_one_and_of_the_pairing() {
    let mut rig = round();
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":2,"result":"1/2-1/2"}"#));
    set_up(&mut rig, 2, &Board::default());
    // Board 2 has its result, so its table cannot be changed, and its own table is taken.
    assert!(rig.try_input(order(r#"{"do":"table","key":"A","round":1,"board":1,"table":2}"#)).is_err());
    rig.input(order(r#"{"do":"table","key":"A","round":1,"board":1,"table":3}"#));
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":1,"result":"0-1"}"#));
    assert_eq!(result(&rig, 1, 1).as_deref(), Some("0-1"));
    assert_eq!(
        games(&rig, 1).last(),
        Some(&row("1", "Nowak, Anna", 2, "0-1")),
        "the moves stay with the result"
    );
    rig.input(order(r#"{"do":"close","key":"A","round":1}"#));
    same_when_folded(&rig);
}

#[test]
fn pairings_that_were_replaced_come_back_with_their_games() {
    let mut rig = round();
    let replaced = r#"{"do":"enter","key":"A","rounds":{"1":{"pairings":{"1":{"white":1,"black":3},"2":{"white":2,"black":4}}}}}"#;
    rig.input(order(replaced));
    rig.run(1_000);
    rig.input(order(UNDO));
    rig.run(1_000);
    rig.play(1, "g1f3 b8c6");
    rig.play(2, "d2d4");
    assert_eq!(games(&rig, 1).last(), Some(&row("1", "Nowak, Anna", 4, "*")));
    assert_eq!(games(&rig, 2).last(), Some(&row("1", "Wiśniewska, Ewa", 1, "*")));
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":1,"result":"1-0"}"#));
    assert_eq!(games(&rig, 1).last(), Some(&row("1", "Nowak, Anna", 4, "1-0")));
    same_when_folded(&rig);
}

#[test]
fn pairings_with_a_result_that_a_board_proved_meanwhile_stay() {
    let mut rig = round();
    let replaced = r#"{"do":"enter","key":"A","rounds":{"1":{"pairings":{"1":{"white":1,"black":3},"2":{"white":2,"black":4}}}}}"#;
    rig.input(order(replaced));
    rig.run(1_000);
    rig.play(1, "f1c4 b8c6 d1h5 g8f6 h5f7");
    assert_eq!(result(&rig, 1, 1).as_deref(), Some("1-0"));
    // Nobody knows whether the two of before would have played this mate.
    assert!(rig.try_input(order(UNDO)).is_err());
    assert_eq!(result(&rig, 1, 1).as_deref(), Some("1-0"));
    assert_eq!(games(&rig, 1).last(), Some(&row("1", "Nowak, Anna", 7, "1-0")));
    same_when_folded(&rig);
}
