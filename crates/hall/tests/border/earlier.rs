//! A game that is no longer on the board: what people still say of it, and that a fold of the journal agrees.

use crate::rig::{Rig, fold, setup};
use board::Contents;
use hall::{BoardChoice, Input};
use laws::{RuleId, Status};
use shakmaty::{Board, Square};

const MOVES: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6";

/// Gives a person's command at table 1; returns the refusal.
fn says(rig: &mut Rig, command: &str) -> Option<String> {
    let command = serde_json::from_str(command).expect("a command");
    let refusal =
        rig.try_input(Input::Command { table: 1, command }).err().map(|refusal| refusal.to_string());
    rig.run(1_500);
    refusal
}

/// Plays a game of six plies, then puts the pieces back into the start position.
fn next_game_began() -> Rig {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, MOVES);
    put_back(&mut rig);
    rig
}

/// Puts the pieces back into the start position, and the next game begins.
fn put_back(rig: &mut Rig) {
    for square in Square::ALL {
        let contents = Board::default().piece_at(square).map_or(Contents::Empty, Contents::Piece);
        rig.put(1, square, contents);
    }
    rig.run(6_000);
    assert_eq!(table(rig).game_number(), 2, "a new game has begun");
}

fn table(rig: &Rig) -> &hall::Table {
    rig.hall.table(1).expect("it is set up")
}

fn pgn_of(table: &hall::Table) -> String {
    table.public_games().iter().map(|game| game::pgn::write(game, game::pgn::Twin::default())).collect()
}

fn pgn(rig: &Rig) -> String {
    pgn_of(table(rig))
}

#[test]
fn its_result_and_its_moves_are_corrected_and_the_fold_agrees() {
    let mut rig = next_game_began();
    let told = rig.published().len();
    assert_eq!(says(&mut rig, r#"{"cmd":"result","result":"1-0","game":1,"author":"Judge"}"#), None);
    let corrected = r#"{"cmd":"correct","from_ply":6,"moves":["g8f6"],"game":1,"author":"Judge"}"#;
    assert_eq!(says(&mut rig, corrected), None);
    let games = pgn(&rig);
    assert!(games.contains("[Result \"1-0\"]") && games.contains("Nf6"), "{games}");
    assert!(!games.contains("a6"), "{games}");
    assert_eq!(rig.published().len(), told, "the world sees the game on the board");
    assert!(table(&rig).score().result.is_none());

    let folded = fold(&rig.journal).finish();
    let again = folded.hall.table(1).expect("it is set up");
    assert_eq!(pgn_of(again), games);
    assert_eq!(folded.divergent, 0);
}

#[test]
fn what_cannot_be_said_of_it_is_refused_in_a_sentence() {
    let mut rig = next_game_began();
    let before = pgn(&rig);
    for (command, why) in [
        (r#"{"cmd":"result","result":"1-0","game":7}"#, "game 7 of table 1 cannot be changed"),
        (r#"{"cmd":"result","result":"1-0","game":0}"#, "game 0 of table 1 cannot be changed"),
        (r#"{"cmd":"adjourn","game":1}"#, "not on the board any more"),
        (r#"{"cmd":"clock","do":"times","game":1}"#, "not on the board any more"),
        (r#"{"cmd":"choose","ply":1,"move":"e2e4","game":1}"#, "nothing is asked"),
    ] {
        let refusal = says(&mut rig, command);
        assert!(refusal.as_ref().is_some_and(|said| said.contains(why)), "{command}: {refusal:?}");
    }
    assert_eq!(pgn(&rig), before);
}

#[test]
fn its_incidents_are_ruled_on_and_the_fold_agrees() {
    let mut rig = Rig::new(setup(&[BoardChoice::Any]));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, MOVES);
    // The rook cannot move there: an illegal move, completed by the press. Nobody claims, and White resigns.
    rig.play(1, "a1a4");
    rig.run(5_000);
    assert_eq!(says(&mut rig, r#"{"cmd":"result","result":"0-1"}"#), None);
    put_back(&mut rig);
    let (_, found) =
        rig.incidents.iter().find(|(_, it)| it.rule == RuleId::IllegalMoveCompleted).expect("it is seen");
    let (no, counted) = (found.no, table(&rig).watch().counts());
    let rule = |no: u32, game: u32| {
        format!(r#"{{"cmd":"rule","incident":{no},"decision":"confirm","game":{game},"author":"Judge"}}"#)
    };
    let refusal = says(&mut rig, &rule(no + 50, 1));
    assert!(refusal.is_some_and(|why| why.contains("no incident")));
    let refusal = says(&mut rig, &rule(no, 2));
    assert!(refusal.is_some_and(|why| why.contains("no incident")), "it is not of the game on the board");
    assert_eq!(says(&mut rig, &rule(no, 1)), None);
    let last = rig.incidents.iter().rev().find(|(_, it)| it.no == no).map(|(_, it)| it.status);
    assert_eq!(last, Some(Status::Confirmed));
    assert_eq!(table(&rig).watch().counts(), counted, "it does not count in the present game");
    assert_eq!(fold(&rig.journal).finish().divergent, 0);
}

#[test]
fn a_changed_set_up_does_not_mix_up_the_numbers() {
    let mut rig = next_game_began();
    let mut other = setup(&[BoardChoice::Any]);
    other.tables[0].clock = !other.tables[0].clock;
    rig.input(Input::Setup(Box::new(other)));
    rig.run(2_000);
    assert_eq!(table(&rig).game_number(), 3);
    let refusal = says(&mut rig, r#"{"cmd":"result","result":"1-0","game":1}"#);
    assert!(refusal.is_some_and(|why| why.contains("cannot be changed any more")));
    assert_eq!(says(&mut rig, r#"{"cmd":"result","result":"0-1","game":3}"#), None);
    assert_eq!(table(&rig).score().result, game::ResultEntry::parse("0-1"));
}
