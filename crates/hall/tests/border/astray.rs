//! What operators are told of a board whose pieces stand otherwise than its moves say, and of one that shows the end of its game.
//! Neither is told while the moves are a matter of the arbiter's.

use crate::rig::{Rig, setup};
use board::Contents;
use hall::{BoardChoice, HallSetup, Table};
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
