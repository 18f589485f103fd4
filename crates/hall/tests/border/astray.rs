//! What operators are told of a board whose pieces stand otherwise than its moves say, and of one that shows the end of its game.
//! Neither is told while the moves are a matter of the arbiter's.

use crate::rig::{Rig, setup};
use board::Contents;
use hall::{BoardChoice, HallSetup, Input, Table};
use shakmaty::{Board, Color, Piece, Role, Square};
use std::collections::BTreeMap;

const PAWNS: [(Square, Color); 3] =
    [(Square::A2, Color::White), (Square::B2, Color::White), (Square::H7, Color::Black)];

fn played(moves: &str) -> Rig {
    // A mate waits for a person.
    let setup = HallSetup { confirm_after_ms: BTreeMap::new(), ..setup(&[BoardChoice::Any]) };
    let mut rig = Rig::new(setup);
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, moves);
    rig.run(5_000);
    rig
}

fn table(rig: &Rig) -> &Table {
    rig.hall.table(1).expect("it was set up")
}

fn sweep(rig: &mut Rig) {
    PAWNS.into_iter().for_each(|(square, _)| rig.put(1, square, Contents::Empty));
    rig.run(5_000);
}

#[test]
fn pieces_that_were_swept_off_are_told_until_they_are_back() {
    let mut rig = played("e2e4 e7e5");
    assert!(!table(&rig).is_astray());
    sweep(&mut rig);
    assert!(table(&rig).is_astray());
    for (square, color) in PAWNS {
        rig.put(1, square, Contents::Piece(Piece { color, role: Role::Pawn }));
    }
    rig.run(5_000);
    assert!(!table(&rig).is_astray());
    assert_eq!(rig.moves(1), "e4 e5");
}

#[test]
fn a_mate_without_a_result_is_told_and_pieces_after_it_are_nobodys_matter() {
    let mut rig = played("f2f3 e7e5 g2g4 d8h4");
    assert!(table(&rig).is_ended());
    sweep(&mut rig);
    assert!(!table(&rig).is_astray());
    let played = played("f2f3 e7e5 g2g4");
    assert!(!table(&played).is_ended());
}

#[test]
fn an_illegal_move_is_the_arbiters_and_so_is_all_that_stands_on_that_board() {
    // No bishop goes from f1 to b4.
    let mut rig = played("e2e4 e7e5 f1b4 b8c6");
    assert!(!table(&rig).is_plain(None), "the arbiter was told");
    sweep(&mut rig);
    assert!(!table(&rig).is_astray());
}

/// A board was put on another table than that of its port. When the port is opened again, the board takes a moment to say which it
/// is: until then it serves the table where it was, and not that of the port.
#[test]
fn a_board_on_another_table_than_its_ports_serves_it_from_the_moment_its_port_is_open() {
    let mut rig = Rig::new(setup(&[BoardChoice::Port("port1".to_owned()), BoardChoice::Any]));
    rig.plug(1, "11111", &Board::default());
    rig.run(5_000);
    let order = r#"{"do":"board","table":2,"serial":"11111"}"#;
    rig.input(Input::Event(Box::new(serde_json::from_str(order).expect("an order"))));
    rig.run(5_000);
    rig.play(1, "e2e4 e7e5");
    let tables = |rig: &Rig| [1, 2].map(|table| rig.hall.table(table).and_then(Table::link));
    assert_eq!(tables(&rig), [None, Some(1)]);
    rig.input(Input::Lost { link: 1 });
    rig.run(10_000);
    rig.open(1);
    for _ in 0..40 {
        assert_eq!(tables(&rig), [None, Some(1)]);
        rig.run(50);
    }
    rig.run(5_000);
    rig.play(1, "g1f3");
    assert_eq!((rig.moves(1), rig.moves(2)), (String::new(), "e4 e5 Nf3".to_owned()));
    // Another board on that port is the one that the configuration means.
    rig.input(Input::Lost { link: 1 });
    rig.plug(1, "33333", &Board::default());
    rig.run(5_000);
    assert_eq!(tables(&rig), [Some(1), None]);
}
