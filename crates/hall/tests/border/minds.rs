//! An event whose people change their minds: they take orders back, enter pairings again and carry boards about.

use crate::event::{ENTERED, games, hall, order, result, row, set_up, white};
use crate::rig::{Rig, fold, setup};
use board::Contents;
use game::Proof;
use hall::{BoardChoice, HallSetup};
use shakmaty::{Board, Square};
use tournament::Plan;

fn opened() -> Rig {
    let mut rig = hall();
    rig.input(order(ENTERED));
    rig.input(order(r#"{"do":"open","key":"A","round":1}"#));
    rig.run(2_000);
    rig
}

fn check(rig: &Rig) {
    let folded = fold(&rig.journal).finish();
    assert_eq!(folded.divergent, 0, "{:?}", folded.divergences);
    assert_eq!(folded.hall.event(), rig.hall.event());
}

fn game_result(rig: &Rig, table: u16) -> Option<String> {
    rig.hall.table(table).expect("it is set up").score().result.map(|result| result.to_string())
}

#[test]
fn a_result_that_undo_takes_back_leaves_the_game_too() {
    let mut rig = opened();
    rig.play(1, "e2e4 e7e5");
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":1,"result":"1-0"}"#));
    rig.input(order(r#"{"do":"undo"}"#));
    assert_eq!((result(&rig, 1, 1), game_result(&rig, 1)), (None, None));
    assert!(matches!(rig.hall.table(1).expect("it is set up").plan(), Plan::Play(_)));
    rig.play(1, "g1f3");
    assert_eq!(rig.moves(1), "e4 e5 Nf3");
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":1,"result":"0-1"}"#));
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":1,"result":"1/2-1/2"}"#));
    rig.input(order(r#"{"do":"undo"}"#));
    assert_eq!((result(&rig, 1, 1).as_deref(), game_result(&rig, 1).as_deref()), (Some("0-1"), Some("0-1")));
    check(&rig);
}

#[test]
fn a_result_is_not_lost_when_an_exchange_before_it_is_taken_back() {
    let mut rig = opened();
    rig.input(order(r#"{"do":"swap-boards","key":"A","round":1,"board":1,"with":2}"#));
    rig.play(1, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(result(&rig, 1, 1).as_deref(), Some("0-1"));
    assert!(rig.try_input(order(r#"{"do":"undo"}"#)).is_err(), "board 1 has a result");
    assert_eq!(result(&rig, 1, 1).as_deref(), Some("0-1"));
    assert_eq!(white(&rig, 1), "Wiśniewska, Ewa");
}

#[test]
fn a_late_pair_changes_nothing_on_other_boards() {
    let mut rig = opened();
    let pairings = |late: &str| {
        order(&format!(
            r#"{{"do":"enter","key":"A","players":{{"5":{{"name":"Lis, Ola"}},"6":{{"name":"Bąk, Jan"}},"7":{{"name":"Kot, Iga"}},
            "8":{{"name":"Wilk, Ada"}}}},"rounds":{{"1":{{"pairings":{{"1":{{"white":1,"black":2}},"2":{{"white":3,"black":4}},
            "3":{{"white":5,"black":6}}{late}}}}}}}}}"#
        ))
    };
    rig.input(pairings(""));
    rig.play(1, "e2e4");
    // Board 3 is not electronic, so it has a result and no game.
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":3,"result":"1-0","how":"resignation"}"#));
    rig.input(order(r#"{"do":"table","key":"A","round":1,"board":2,"table":7}"#));
    rig.input(pairings(r#","4":{"white":7,"black":8}"#));
    rig.play(1, "e7e5");
    assert_eq!(result(&rig, 1, 3).as_deref(), Some("1-0"));
    let tournament = &rig.hall.event().tournaments["A"];
    assert_eq!(tournament.table_of(1, 2), Some(7), "the board that was carried to another table stays there");
    assert_eq!(rig.moves(1), "e4 e5");
    check(&rig);
}

#[test]
fn an_objection_to_an_earlier_result_is_none_to_the_game_on_the_board() {
    let mut rig = opened();
    for board in [1, 2] {
        rig.play(board, "e2e4");
        let text = format!(r#"{{"do":"result","key":"A","round":1,"board":{board},"result":"1-0"}}"#);
        rig.input(order(&text));
        set_up(&mut rig, board, &Board::default());
    }
    rig.input(order(r#"{"do":"close","key":"A","round":1}"#));
    rig.input(order(r#"{"do":"open","key":"A","round":2}"#));
    rig.run(2_000);
    rig.play(1, "f2f3 e7e5");
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":1,"result":"*"}"#));
    rig.play(1, "g2g4 d8h4");
    assert_eq!(result(&rig, 2, 1).as_deref(), Some("0-1"), "mate counts");
    assert_eq!(result(&rig, 1, 1), None);
    check(&rig);
}

#[test]
fn a_board_is_found_for_whichever_table_has_another_in_the_configuration() {
    let boards = ["11111", "22222"].map(|serial| BoardChoice::Serial(serial.to_owned()));
    let table_of = |rig: &Rig, link: u32| {
        rig.hall.tables().find(|table| table.link() == Some(link)).map(|it| it.number())
    };
    for (table, link) in [(1, 2), (2, 1)] {
        let mut rig = Rig::new(setup(&boards));
        rig.plug(1, "11111", &Board::default());
        rig.plug(2, "22222", &Board::default());
        rig.run(5_000);
        rig.input(order(ENTERED));
        rig.input(order(&format!(r#"{{"do":"find-board","table":{table}}}"#)));
        rig.put(link, Square::A2, Contents::Empty);
        rig.run(5_000);
        assert_eq!((table_of(&rig, 1), table_of(&rig, 2)), (Some(2), Some(1)), "they are exchanged");
        check(&rig);
    }
}

#[test]
fn two_boards_are_exchanged_by_one_order_or_not_at_all() {
    let boards = ["11111", "22222"].map(|serial| BoardChoice::Serial(serial.to_owned()));
    let mut rig = Rig::new(setup(&boards));
    rig.plug(1, "11111", &Board::default());
    rig.plug(2, "22222", &Board::default());
    rig.run(5_000);
    rig.input(order(ENTERED));
    let table_of = |rig: &Rig, link: u32| {
        rig.hall.tables().find(|table| table.link() == Some(link)).map(|it| it.number())
    };
    assert!(rig.try_input(order(r#"{"do":"boards","boards":{"1":"22222","77":"11111"}}"#)).is_err());
    assert!(rig.try_input(order(r#"{"do":"boards","boards":{"1":"22222","2":"\u0000"}}"#)).is_err());
    rig.run(5_000);
    assert_eq!((table_of(&rig, 1), table_of(&rig, 2)), (Some(1), Some(2)), "neither has moved");
    for at in [(Some(2), Some(1)), (Some(1), Some(2))] {
        let serials = if at.0 == Some(2) { ["22222", "11111"] } else { ["11111", "22222"] };
        rig.input(order(&format!(
            r#"{{"do":"boards","boards":{{"1":"{}","2":"{}"}}}}"#,
            serials[0], serials[1]
        )));
        rig.run(5_000);
        assert_eq!((table_of(&rig, 1), table_of(&rig, 2)), at);
    }
    rig.input(order(r#"{"do":"undo"}"#));
    rig.run(5_000);
    assert_eq!((table_of(&rig, 1), table_of(&rig, 2)), (Some(2), Some(1)), "one order is taken back");
    check(&rig);
}

#[test]
fn a_board_on_which_a_game_is_played_is_not_found() {
    let mut rig = opened();
    rig.play(1, "e2e4 e7e5");
    rig.play(2, "d2d4 d7d5");
    rig.unplug(1);
    rig.plug(3, "33333", &Board::default());
    rig.run(5_000);
    rig.input(order(r#"{"do":"find-board","table":1}"#));
    rig.play(2, "c2c4");
    // The spare board is set up as the game stands.
    for (from, to) in [(Square::E2, Square::E4), (Square::E7, Square::E5)] {
        let held = rig.device(3).truth().at(from);
        rig.put(3, from, Contents::Empty);
        rig.run(500);
        rig.put(3, to, held);
        rig.run(500);
    }
    rig.run(5_000);
    rig.play(2, "e7e6");
    rig.play(3, "g1f3");
    assert_eq!((rig.moves(1).as_str(), rig.moves(2).as_str()), ("e4 e5 Nf3", "d4 d5 c4 e6"));
    check(&rig);
}

#[test]
fn a_piece_that_rests_on_its_way_where_it_would_mate_ends_no_game() {
    let mut rig = opened();
    rig.play(1, "f2f3 e7e5 g2g4");
    let queen = rig.device(1).truth().at(Square::D8);
    rig.put(1, Square::D8, Contents::Empty);
    rig.run(500);
    rig.put(1, Square::H4, queen);
    rig.run(400);
    rig.put(1, Square::H4, Contents::Empty);
    rig.run(300);
    rig.put(1, Square::G5, queen);
    rig.run(900);
    rig.press(1, shakmaty::Color::Black);
    rig.run(3_000);
    rig.play(1, "g1h3");
    assert_eq!((rig.moves(1).as_str(), result(&rig, 1, 1)), ("f3 e5 g4 Qg5 Nh3", None));
}

#[test]
fn a_round_may_open_before_the_pieces_stand() {
    let mut rig = opened();
    for board in [1, 2] {
        rig.play(board, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6");
        rig.input(order(&format!(r#"{{"do":"result","key":"A","round":1,"board":{board},"result":"1-0"}}"#)));
    }
    rig.input(order(r#"{"do":"close","key":"A","round":1}"#));
    rig.input(order(r#"{"do":"open","key":"A","round":2}"#));
    rig.run(2_000);
    set_up(&mut rig, 1, &Board::default());
    rig.play(1, "d2d4 d7d5");
    assert_eq!(games(&rig, 1)[1..], [row("2", "Mazur, Piotr", 2, "*")]);
    check(&rig);
}

#[test]
fn kings_that_still_stand_in_the_centre_end_no_game_of_the_next_round() {
    let mut rig = opened();
    rig.play(1, "e2e4 e7e5");
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":1,"result":"1-0"}"#));
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":2,"result":"1-0"}"#));
    for (from, to) in [(Square::E4, Square::A4), (Square::E1, Square::E4), (Square::E8, Square::D5)] {
        rig.carry(1, from, to);
    }
    rig.run(5_000);
    rig.input(order(r#"{"do":"close","key":"A","round":1}"#));
    rig.input(order(r#"{"do":"open","key":"A","round":2}"#));
    rig.run(10_000);
    rig.input(order(r#"{"do":"confirm-proved"}"#));
    assert_eq!(result(&rig, 2, 1), None);
    set_up(&mut rig, 1, &Board::default());
    rig.play(1, "d2d4 d7d5");
    assert_eq!(games(&rig, 1)[1..], [row("2", "Mazur, Piotr", 2, "*")]);
    check(&rig);
}

#[test]
fn a_running_clock_of_the_round_before_joins_no_game() {
    let mut rig = opened();
    for board in [1, 2] {
        rig.play(board, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6");
        rig.input(order(&format!(r#"{{"do":"result","key":"A","round":1,"board":{board},"result":"1-0"}}"#)));
    }
    rig.input(order(r#"{"do":"close","key":"A","round":1}"#));
    rig.input(order(r#"{"do":"open","key":"A","round":2}"#));
    rig.run(2_000);
    // Somebody presses the clock, which nobody stopped, before the pieces are put back.
    rig.press(1, shakmaty::Color::Black);
    rig.run(5_000);
    set_up(&mut rig, 1, &Board::default());
    rig.play(1, "d2d4 d7d5");
    assert_eq!(games(&rig, 1)[1..], [row("2", "Mazur, Piotr", 2, "*")]);
    check(&rig);
}

#[test]
fn a_hall_without_auto_confirmation_waits_for_people() {
    let confirm_after_ms = [(Proof::Checkmate, 60_000)].into();
    let mut rig = Rig::new(HallSetup { confirm_after_ms, ..setup(&[BoardChoice::Any]) });
    rig.plug(1, "11111", &Board::default());
    rig.run(5_000);
    rig.input(order(
        r#"{"do":"enter","key":"A","players":{"1":{"name":"A"},"2":{"name":"B"}},"rounds":{"1":{"pairings":{"1":{"white":1,"black":2}}}}}"#,
    ));
    rig.input(order(r#"{"do":"open","key":"A","round":1}"#));
    rig.run(2_000);
    rig.play(1, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(result(&rig, 1, 1), None);
    rig.run(60_000);
    assert_eq!(result(&rig, 1, 1).as_deref(), Some("0-1"));
    check(&rig);
}
