//! What happens on the board of a game that has a result: play goes on, because the result is another table's, or the game is over and
//! its players look at it once more.

use crate::event::{ENTERED, give, hall, order, set_up};
use crate::rig::{Rig, fold};
use board::Contents;
use shakmaty::{Board, Color, Square};
use tournament::Plan;

fn is_played_on(rig: &Rig, table: u16) -> bool {
    rig.hall.table(table).expect("it is set up").is_played_on()
}

#[test]
fn what_was_played_at_a_table_that_a_mistaken_result_closed_is_told_once_that_is_taken_back() {
    let mistaken = r#"{"do":"result","key":"A","round":1,"board":2,"result":"1-0","how":"agreement"}"#;
    for back in [r#"{"do":"result","key":"A","round":1,"board":2,"result":"*"}"#, r#"{"do":"undo"}"#] {
        let mut rig = hall();
        rig.input(order(ENTERED));
        rig.input(order(r#"{"do":"open","key":"A","round":1}"#));
        rig.run(2_000);
        rig.play(2, "d2d4 d7d5");
        rig.input(order(mistaken));
        assert_eq!(*rig.hall.table(2).expect("it is set up").plan(), Plan::Closed);
        rig.play(2, "c2c4 e7e6 b1c3 g8f6 c1g5");
        assert_eq!(rig.moves(2), "d4 d5");
        assert!(is_played_on(&rig, 2) && !is_played_on(&rig, 1));
        give(&mut rig, back).expect("it is taken back");
        rig.run(2_000);
        assert_eq!(rig.moves(2), "d4 d5 c4 e6 Nc3 Nf6 Bg5", "{back}");
        assert!(!is_played_on(&rig, 2), "{back}");
        let plies = &rig.hall.table(2).expect("it is set up").score().plies;
        // Nothing tells of the first press: the clock had not been read before it.
        assert!(plies.iter().skip(1).all(|ply| ply.pressed_ms.is_some()), "{back}");
        rig.play(2, "f8e7");
        assert_eq!(rig.moves(2), "d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7", "{back}");
        assert_eq!(fold(&rig.journal).finish().divergent, 0);
        assert_eq!(fold(&rig.journal).finish().hall.event(), rig.hall.event());
    }
}

/// Analysis is no play: nobody presses. Nor is the move that was under way when its player resigned, nor what is set up next.
#[test]
fn what_is_shown_on_the_board_behind_a_result_is_no_play() {
    let mut rig = hall();
    rig.input(order(ENTERED));
    rig.input(order(r#"{"do":"open","key":"A","round":1}"#));
    rig.run(2_000);
    rig.play(2, "d2d4 d7d5");
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":2,"result":"1-0","how":"agreement"}"#));
    rig.play(2, "c2c4");
    for (from, to, piece) in [
        (Square::E7, Square::E6, Color::Black.pawn()),
        (Square::B1, Square::C3, Color::White.knight()),
        (Square::G8, Square::F6, Color::Black.knight()),
        (Square::C1, Square::G5, Color::White.bishop()),
    ] {
        rig.put(2, from, Contents::Empty);
        rig.run(400);
        rig.put(2, to, Contents::Piece(piece));
        rig.run(4_000);
    }
    assert!(!is_played_on(&rig, 2));
    set_up(&mut rig, 2, &Board::default());
    assert!(!is_played_on(&rig, 2));
    rig.play(2, "d2d4 d7d5");
    assert!(!is_played_on(&rig, 2));
}
