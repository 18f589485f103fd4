//! Orders that are taken back: what stood before stands again, as an event of the journal, or a sentence says what came later.

use crate::rig::{Rig, fold, setup};
use board::Contents;
use hall::{BoardChoice, Input, Refusal, Table};
use laws::{RuleId, Status};
use shakmaty::{Board, Color, Square};

fn game(moves: &str) -> Rig {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, moves);
    rig
}

/// Gives a command at table 1, and lets a while pass.
fn says(rig: &mut Rig, json: &str) -> Result<(), Refusal> {
    let command = serde_json::from_str(json).expect("a command");
    let done = rig.try_input(Input::Command { table: 1, command });
    rig.run(4_000);
    done
}

fn table(rig: &Rig) -> &Table {
    rig.hall.table(1).expect("it is set up")
}

/// Everything of a table's game that an order can change, as an arbiter sees it.
fn stands(rig: &Rig) -> String {
    let (table, score) = (table(rig), table(rig).score());
    let plies: Vec<_> =
        score.plies.iter().map(|ply| (ply.played, ply.state, ply.left_ms, ply.made_ms)).collect();
    format!(
        "{} {plies:?} {:?} {:?} {:?} {:?} {:?}",
        table.game_number(),
        score.result,
        score.proposed,
        score.tags.players,
        score.remarks,
        table.watch().counts()
    )
}

fn undo(rig: &mut Rig, of: &str, no: u32) -> Result<(), Refusal> {
    says(rig, &format!(r#"{{"cmd":"undo","of":"{of}","no":{no},"author":"Lis"}}"#))
}

/// Checks that a fold of the journal arrives where the hall is, and finds nothing else.
fn is_in_the_journal(rig: &Rig) {
    let folded = fold(&rig.journal).finish();
    assert_eq!(folded.divergent, 0);
    let again = folded.hall.table(1).expect("it is set up");
    assert_eq!((again.ordered(), again.last_orders()), (table(rig).ordered(), table(rig).last_orders()));
    assert_eq!(again.score().tags, table(rig).score().tags);
}

#[test]
fn what_stood_before_an_order_stands_again() {
    for (order, of) in [
        (r#"{"cmd":"result","result":"1-0","author":"Lis"}"#, "result"),
        (r#"{"cmd":"correct","from_ply":2,"moves":["c7c5","g1f3","d7d6"],"author":"Lis"}"#, "correct"),
        (r#"{"cmd":"correct","from_ply":1,"moves":[],"author":"Lis"}"#, "correct"),
        (r#"{"cmd":"restore","ply":2,"author":"Lis"}"#, "restore"),
        (r#"{"cmd":"start","white":"Kowal, Jan","author":"Lis"}"#, "start"),
        (r#"{"cmd":"start","fen":"4k3/P7/8/8/8/8/8/4K3 w - - 0 1","author":"Lis"}"#, "start"),
    ] {
        let mut rig = game("e2e4 e7e5 g1f3 b8c6");
        let (before, public) = (stands(&rig), rig.moves(1));
        assert_eq!(says(&mut rig, order), Ok(()), "{order}");
        assert_ne!(stands(&rig), before, "{order}");
        assert_eq!(undo(&mut rig, of, 1), Ok(()), "{order}");
        assert_eq!((stands(&rig), rig.moves(1)), (before, public), "{order}");
        is_in_the_journal(&rig);

        // It is done once; and play goes on from there.
        assert_eq!(undo(&mut rig, of, 1), Err(Refusal::NotUndoable { no: 1 }), "{order}");
        rig.play(1, "f1b5 a7a6");
        assert_eq!(rig.moves(1), "e4 e5 Nf3 Nc6 Bb5 a6", "{order}");
        is_in_the_journal(&rig);
    }
}

#[test]
fn names_alone_are_taken_back_before_the_first_move() {
    let mut rig = game("");
    let before = stands(&rig);
    assert_eq!(says(&mut rig, r#"{"cmd":"start","white":"Kowal, Jan"}"#), Ok(()));
    assert_eq!((table(&rig).game_number(), table(&rig).players().white.name.as_str()), (1, "Kowal, Jan"));
    assert_eq!(undo(&mut rig, "start", 1), Ok(()));
    assert_eq!(stands(&rig), before);
    is_in_the_journal(&rig);
}

#[test]
fn the_last_order_is_taken_back_first() {
    let mut rig = game("e2e4 e7e5");
    let before = stands(&rig);
    assert_eq!(says(&mut rig, r#"{"cmd":"correct","from_ply":2,"moves":["c7c5"],"author":"Lis"}"#), Ok(()));
    assert_eq!(says(&mut rig, r#"{"cmd":"result","result":"1-0","author":"Nowak"}"#), Ok(()));
    let since = Refusal::OrderedSince { author: "Nowak".to_owned(), of: "result" };
    assert_eq!(undo(&mut rig, "correct", 1), Err(since));
    assert_eq!(undo(&mut rig, "correct", 2), Err(Refusal::NotUndoable { no: 2 }), "2 is a result");
    assert_eq!(undo(&mut rig, "result", 2), Ok(()));
    assert_eq!(undo(&mut rig, "correct", 1), Ok(()));
    assert_eq!(stands(&rig), before);
    assert_eq!(table(&rig).ordered(), 2, "numbers are not used again");
    is_in_the_journal(&rig);
}

#[test]
fn what_was_played_since_is_not_lost() {
    let mut rig = game("e2e4 e7e5");
    assert_eq!(says(&mut rig, r#"{"cmd":"correct","from_ply":2,"moves":["c7c5"]}"#), Ok(()));
    rig.play(1, "g1f3");
    assert_eq!(undo(&mut rig, "correct", 1), Ok(()));
    assert_eq!(rig.moves(1), "e4 e5 Nf3", "it is told without the order");

    assert_eq!(says(&mut rig, r#"{"cmd":"correct","from_ply":1,"moves":["e2e4","e7e5","g1f3"]}"#), Ok(()));
    rig.play(1, "g8f6 b1c3 f8b4 f1b5 e8g8 e1g1 d7d6 d2d3 c8g4 c1g5 a7a6 a2a3 b7b6 b2b3 h7h6 h2h3 g7g6");
    let refused = undo(&mut rig, "correct", 2);
    assert_eq!(refused, Err(game::Refusal::MovesSince.into()), "that is too long ago");
    assert_eq!(table(&rig).score().plies.len(), 20);
    let words = refused.map_err(|refusal| refusal.to_string());
    let wanted = "moves were made on the board since, and taking this back would lose them; use correct to give the moves";
    assert_eq!(words, Err(wanted.to_owned()));

    assert_eq!(says(&mut rig, r#"{"cmd":"start","fen":"4k3/P7/8/8/8/8/8/4K3 w - - 0 1"}"#), Ok(()));
    assert_eq!(says(&mut rig, r#"{"cmd":"result","result":"1-0"}"#), Ok(()));
    assert!(matches!(undo(&mut rig, "start", 3), Err(Refusal::OrderedSince { of: "result", .. })));
    assert_eq!(undo(&mut rig, "start", 9), Err(Refusal::NotUndoable { no: 9 }));
    is_in_the_journal(&rig);
}

#[test]
fn what_was_played_meanwhile_is_told_once_the_order_is_taken_back() {
    let undo_of = |of: &str| format!(r#"{{"cmd":"undo","of":"{of}","no":1}}"#);
    for (order, back) in [
        (r#"{"cmd":"result","result":"1-0"}"#, undo_of("result")),
        (r#"{"cmd":"result","result":"1-0"}"#, r#"{"cmd":"result","result":"*"}"#.to_owned()),
        (r#"{"cmd":"restore","ply":4}"#, undo_of("restore")),
        (r#"{"cmd":"start"}"#, undo_of("start")),
    ] {
        let mut rig = game("e2e4 e7e5 g1f3 b8c6");
        let found = table(&rig).watch().counts();
        assert_eq!(says(&mut rig, order), Ok(()), "{order}");
        rig.play(1, "f1b5 a7a6 b5a4 g8f6 d2d3");
        assert_eq!(says(&mut rig, &back), Ok(()), "{order}");
        assert_eq!(rig.moves(1), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 d3", "{order}");
        // Nothing tells of the first press: the clock had not been read before it.
        assert!(table(&rig).score().plies.iter().skip(1).all(|ply| ply.pressed_ms.is_some()), "{order}");
        assert_eq!(table(&rig).watch().counts(), found, "{order}");
        rig.play(1, "f8e7 b1c3");
        assert_eq!(rig.moves(1), "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 d3 Be7 Nc3", "{order}");
        is_in_the_journal(&rig);
    }
}

#[test]
fn what_an_arbiter_decided_since_bars_the_way_back() {
    let mut rig = game("e2e4 e7e5");
    assert_eq!(says(&mut rig, r#"{"cmd":"correct","from_ply":2,"moves":["c7c5"]}"#), Ok(()));
    assert_eq!(says(&mut rig, r#"{"cmd":"note","text":"looked at it"}"#), Ok(()), "a note decides nothing");
    assert_eq!(says(&mut rig, r#"{"cmd":"draw-offer","by":"white","author":"Judge"}"#), Ok(()));
    let decided = Refusal::DecidedSince { author: "Judge".to_owned() };
    assert_eq!(undo(&mut rig, "correct", 1), Err(decided));
    is_in_the_journal(&rig);
}

#[test]
fn a_result_is_taken_back_although_the_pieces_were_put_back() {
    let mut rig = game("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
    assert_eq!(says(&mut rig, r#"{"cmd":"result","result":"0-1"}"#), Ok(()));
    for square in Square::ALL {
        let contents = Board::default().piece_at(square).map_or(Contents::Empty, Contents::Piece);
        rig.put(1, square, contents);
    }
    rig.run(6_000);
    assert_eq!(table(&rig).game_number(), 2, "the next game has begun by itself");
    rig.play(1, "d2d4");
    assert_eq!(undo(&mut rig, "result", 1), Ok(()));
    let first = table(&rig).game(1).expect("it is kept");
    assert_eq!((first.result, first.plies.len()), (None, 6));
    assert_eq!(
        (table(&rig).game_number(), table(&rig).score().plies.len()),
        (2, 1),
        "the game on the board goes on"
    );

    // An order about the moves of a game that left the board is not taken back under another game.
    assert_eq!(says(&mut rig, r#"{"cmd":"result","result":"1-0","game":1}"#), Ok(()));
    assert_eq!(undo(&mut rig, "result", 2), Ok(()));
    assert_eq!(table(&rig).game(1).and_then(|game| game.result), None);
    is_in_the_journal(&rig);
}

#[test]
fn a_correction_is_not_taken_back_once_the_next_game_began() {
    let mut rig = game("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
    assert_eq!(says(&mut rig, r#"{"cmd":"correct","from_ply":6,"moves":["g8f6"]}"#), Ok(()));
    for square in Square::ALL {
        let contents = Board::default().piece_at(square).map_or(Contents::Empty, Contents::Piece);
        rig.put(1, square, contents);
    }
    rig.run(6_000);
    assert_eq!(table(&rig).game_number(), 2);
    assert_eq!(undo(&mut rig, "correct", 1), Err(game::Refusal::GameSince.into()));
    is_in_the_journal(&rig);
}

#[test]
fn the_arbiters_incidents_come_back_as_they_were() {
    let mut rig = game("e2e4 e7e5");
    // Black's bishop leaves without having a way.
    let (from, to) = (Square::F1, Square::H4);
    rig.put(1, from, Contents::Empty);
    rig.run(700);
    rig.put(1, to, Contents::Piece(Color::White.bishop()));
    rig.run(900);
    rig.press(1, Color::White);
    rig.run(6_000);
    let illegal = |rig: &Rig| {
        let all = rig.incidents.iter().filter(|(_, it)| it.rule == RuleId::IllegalMoveCompleted);
        all.map(|(_, it)| (it.no, it.status, it.closed_ms.is_some())).next_back()
    };
    let (no, status, is_closed) = illegal(&rig).expect("the arbiter was told");
    assert_eq!((status, is_closed), (Status::Suspected, false));
    let counts = table(&rig).watch().counts();
    assert_eq!(counts.suspected.white, 1);

    // Correcting the move closes it; taking the correction back opens it again, as the same incident.
    assert_eq!(says(&mut rig, r#"{"cmd":"correct","from_ply":3,"moves":["f1c4"]}"#), Ok(()));
    assert_eq!(illegal(&rig), Some((no, Status::Suspected, true)));
    assert_eq!(undo(&mut rig, "correct", 1), Ok(()));
    assert_eq!(illegal(&rig), Some((no, Status::Suspected, false)));
    assert_eq!(table(&rig).watch().counts(), counts);
    assert!(says(&mut rig, &format!(r#"{{"cmd":"rule","incident":{no},"decision":"confirm"}}"#)).is_ok());
    assert_eq!(table(&rig).watch().counts().confirmed.white, 1);

    // The start of another game and back: what was ruled stays ruled, and is counted once.
    assert_eq!(says(&mut rig, r#"{"cmd":"start","fen":"4k3/P7/8/8/8/8/8/4K3 w - - 0 1"}"#), Ok(()));
    assert_eq!(table(&rig).watch().counts().confirmed.white, 0);
    assert_eq!(undo(&mut rig, "start", 2), Ok(()));
    assert_eq!((table(&rig).game_number(), table(&rig).watch().counts().confirmed.white), (1, 1));
    is_in_the_journal(&rig);
}
