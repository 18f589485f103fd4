//! A round that is rearranged while games go on: another table for a board, other pairings, and both taken back.

use crate::{
    event::{ENTERED, games, give, hall, order, result, row, set_up},
    rig::{Rig, fold},
};
use board::Contents;
use shakmaty::{Board, Square};
use tournament::{HowEnded, PairingNo, Plan};

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

const TABLE_2: &str = r#"{"do":"table","key":"A","round":1,"board":1,"table":2}"#;
const RESULT: &str = r#"{"do":"result","key":"A","round":1,"board":1,"result":"1-0"}"#;

/// Returns the order that enters these pairings of round 1.
fn list(pairings: &str) -> String {
    format!(r#"{{"do":"enter","key":"A","rounds":{{"1":{{"pairings":{{{pairings}}}}}}}}}"#)
}

#[test]
fn pairs_that_a_list_puts_on_exchanged_boards_keep_their_own_games() {
    let exchanged = list(r#""1":{"white":3,"black":4},"2":{"white":1,"black":2}"#);
    let mut rig = round();
    rig.play(2, "d2d4 d7d5");
    let refused = give(&mut rig, &exchanged).expect_err("games are in play").to_string();
    assert!(refused.contains("exchange the two boards first"), "{refused}");
    // Earlier versions took it. The moves stay on their tables, as if the boards had been exchanged.
    rig.input(order(&exchanged));
    rig.run(1_000);
    rig.input(order(RESULT));
    rig.run(1_000);
    assert_eq!((result(&rig, 1, 1).as_deref(), result(&rig, 1, 2)), (Some("1-0"), None));
    assert_eq!(games(&rig, 1).last(), Some(&row("1", "Wiśniewska, Ewa", 2, "1-0")));
    assert_eq!(games(&rig, 2).last(), Some(&row("1", "Nowak, Anna", 2, "*")));
    rig.play(2, "c2c4");
    assert_eq!(games(&rig, 2).last(), Some(&row("1", "Nowak, Anna", 3, "*")));
    same_when_folded(&rig);
}

#[test]
fn a_board_whose_table_is_taken_back_has_the_game_of_that_table_again() {
    // By an undo, and by an order that puts it back.
    for back in [UNDO, r#"{"do":"table","key":"A","round":1,"board":1}"#] {
        let mut rig = round();
        rig.input(order(r#"{"do":"unpair","key":"A","round":1,"board":2}"#));
        give(&mut rig, TABLE_2).expect("nobody plays there");
        rig.run(1_000);
        rig.play(2, "d2d4");
        assert_eq!(games(&rig, 2).last(), Some(&row("1", "Nowak, Anna", 1, "*")));
        give(&mut rig, back).expect("it has no result");
        rig.run(1_000);
        assert_eq!((plan(&rig, 1), plan(&rig, 2)), (plays(1), Plan::Closed));
        rig.play(1, "g1f3 b8c6");
        give(&mut rig, RESULT).expect("a result");
        rig.run(1_000);
        assert_eq!(games(&rig, 1).last(), Some(&row("1", "Nowak, Anna", 4, "1-0")), "{back}");
        assert_eq!(games(&rig, 2).last(), Some(&row("1", "Nowak, Anna", 1, "*")), "{back}");
        same_when_folded(&rig);
    }
}

#[test]
fn the_first_table_does_not_change_under_games() {
    let mut rig = round();
    let first = r#"{"do":"enter","key":"A","first_table":2}"#;
    let refused = give(&mut rig, first).expect_err("a game is in play").to_string();
    assert!(refused.contains("put the board on another table by itself"), "{refused}");
    rig.play(1, "g1f3");
    assert_eq!(games(&rig, 1).last(), Some(&row("1", "Nowak, Anna", 3, "*")));
    same_when_folded(&rig);
}

#[test]
fn a_list_over_a_board_with_a_result_is_refused_and_changes_nothing() {
    let mut rig = round();
    give(&mut rig, RESULT).expect("a result");
    rig.run(1_000);
    let (public, event) = (rig.published().len(), rig.hall.event().clone());
    for lost in [
        r#""1":{"white":2,"black":1},"2":{"white":3,"black":4}"#,
        r#""1":{"white":1,"black":3},"2":{"white":2,"black":4}"#,
        r#""2":{"white":3,"black":4}"#,
    ] {
        let refused = give(&mut rig, &list(lost)).expect_err("a result is there").to_string();
        assert_eq!(refused, "board 1 has a result; take it back first");
    }
    rig.run(1_000);
    assert_eq!((rig.published().len(), rig.hall.event()), (public, &event));
    assert_eq!(games(&rig, 1).last(), Some(&row("1", "Nowak, Anna", 2, "1-0")));
    same_when_folded(&rig);
}

#[test]
fn a_game_has_begun_after_a_list_was_taken_back() {
    let mut rig = round();
    give(&mut rig, &list(r#""1":{"white":1,"black":3},"2":{"white":2,"black":4}"#)).expect("no result yet");
    rig.run(1_000);
    for _ in 0..2 {
        let refused = give(&mut rig, r#"{"do":"unpair","key":"A","round":1,"board":1}"#);
        assert!(refused.is_err_and(|why| why.to_string().contains("the game on board 1 has begun")));
        let _ = give(&mut rig, UNDO);
        rig.run(1_000);
    }
    assert_eq!(games(&rig, 1).last(), Some(&row("1", "Nowak, Anna", 2, "*")));
    same_when_folded(&rig);
}

#[test]
fn a_result_that_comes_with_a_list_is_that_of_the_game_in_play() {
    let mut rig = round();
    let with_results =
        r#""1":{"white":1,"black":2,"result":"1-0","how":"time"},"2":{"white":3,"black":4,"result":"0-1"}"#;
    give(&mut rig, &list(with_results)).expect("no board had one");
    rig.run(1_000);
    assert_eq!(games(&rig, 1).last(), Some(&row("1", "Nowak, Anna", 2, "1-0")));
    assert_eq!(games(&rig, 2).last(), Some(&row("1", "Wiśniewska, Ewa", 0, "0-1")));
    let pairings = &rig.hall.event().tournaments["A"].rounds[&1].pairings;
    assert_eq!(pairings[&1].how, Some(HowEnded::Time));
    assert_eq!((plan(&rig, 1), plan(&rig, 2)), (Plan::Closed, Plan::Closed));
    same_when_folded(&rig);
}
