//! An event in the hall: tables that open with their round and close with their result, and results that last.

use crate::rig::{Rig, fold, setup};
use board::Contents;
use game::Proof;
use hall::{BoardChoice, HallSetup, Input, Output, Refusal};
use shakmaty::{Board, Square};
use tournament::{EventCommandJson, Plan, RoundState};

/// Two tables, four players, and the pairings of two rounds.
pub(crate) const ENTERED: &str = r#"{"do":"enter","key":"A","name":"Open","players":{"1":{"name":"Nowak, Anna"},"2":{"name":"Kowalski, Jan"},
    "3":{"name":"Wiśniewska, Ewa"},"4":{"name":"Mazur, Piotr"}},"rounds":{
    "1":{"date":"2026.11.21","pairings":{"1":{"white":1,"black":2},"2":{"white":3,"black":4}}},
    "2":{"date":"2026.11.22","pairings":{"1":{"white":4,"black":1},"2":{"white":2,"black":3}}}}}"#;

pub(crate) fn order(json: &str) -> Input {
    Input::Event(Box::new(
        serde_json::from_str::<EventCommandJson>(json).expect("it has the form of an order"),
    ))
}

/// Gives an order as a person does: it is written only if it may be.
pub(crate) fn give(rig: &mut Rig, json: &str) -> Result<(), Refusal> {
    let Input::Event(command) = order(json) else { return Ok(()) };
    rig.hall.event_may_be_written(&command)?;
    rig.try_input(Input::Event(command))
}

pub(crate) fn hall() -> Rig {
    let confirm_after_ms = [(Proof::Checkmate, 0), (Proof::Stalemate, 0)].into();
    let mut rig = Rig::new(HallSetup { confirm_after_ms, ..setup(&[BoardChoice::Any, BoardChoice::Any]) });
    rig.plug(1, "11111", &Board::default());
    rig.plug(2, "22222", &Board::default());
    rig.run(5_000);
    rig
}

/// Sets up the pieces by hand, one after the other, as helpers do between rounds.
pub(crate) fn set_up(rig: &mut Rig, link: u32, placement: &Board) {
    for square in Square::ALL {
        rig.put(link, square, placement.piece_at(square).map_or(Contents::Empty, Contents::Piece));
        rig.run(50);
    }
    rig.run(6_000);
}

pub(crate) fn white(rig: &Rig, table: u16) -> String {
    rig.hall.table(table).expect("it is set up").players().white.name.clone()
}

/// Returns the round, White's name, the number of plies and the result of each game of a table.
pub(crate) fn games(rig: &Rig, table: u16) -> Vec<(String, String, usize, String)> {
    let games = rig.hall.table(table).expect("it is set up").games();
    let result = |game: &game::Score| game::ResultEntry::shown(game.result);
    games
        .iter()
        .map(|it| (it.tags.round.clone(), it.tags.players.white.name.clone(), it.plies.len(), result(it)))
        .collect()
}

pub(crate) fn row(round: &str, white: &str, plies: usize, result: &str) -> (String, String, usize, String) {
    (round.to_owned(), white.to_owned(), plies, result.to_owned())
}

pub(crate) fn result(rig: &Rig, round: u16, board: u16) -> Option<String> {
    let tournament = &rig.hall.event().tournaments["A"];
    tournament.rounds[&round].pairings[&board].result.map(|result| result.to_string())
}

#[test]
fn two_rounds_run_without_a_file_being_edited() {
    let mut rig = hall();
    rig.input(order(ENTERED));
    rig.run(1_000);
    // Between rounds nobody plays: what happens on the boards is nobody's game.
    assert_eq!(*rig.hall.table(1).expect("it is set up").plan(), Plan::Closed);
    rig.play(1, "e2e4 e7e5");
    assert_eq!(rig.moves(1), "");
    set_up(&mut rig, 1, &Board::default());

    rig.input(order(r#"{"do":"open","key":"A","round":1}"#));
    rig.run(2_000);
    assert_eq!((white(&rig, 1), white(&rig, 2)), ("Nowak, Anna".to_owned(), "Wiśniewska, Ewa".to_owned()));
    rig.play(1, "f2f3 e7e5 g2g4 d8h4");
    rig.play(2, "d2d4 d7d5 c2c4");
    // Mate counts at once, and closes the table: analysis is no game, and the pieces can be put back.
    assert_eq!(result(&rig, 1, 1).as_deref(), Some("0-1"));
    rig.play(1, "e1f2 h4g4");
    set_up(&mut rig, 1, &Board::default());
    assert_eq!(games(&rig, 1), [row("", "", 0, "*"), row("1", "Nowak, Anna", 4, "0-1")][1..]);

    assert!(rig.try_input(order(r#"{"do":"close","key":"A","round":1}"#)).is_err(), "board 2 has no result");
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":2,"result":"1/2-1/2","how":"agreement"}"#));
    rig.input(order(r#"{"do":"close","key":"A","round":1}"#));
    set_up(&mut rig, 2, &Board::default());

    rig.input(order(r#"{"do":"open","key":"A","round":2}"#));
    rig.run(2_000);
    rig.play(1, "e2e4");
    rig.play(2, "c2c4 c7c5");
    assert_eq!(games(&rig, 1), [row("1", "Nowak, Anna", 4, "0-1"), row("2", "Mazur, Piotr", 1, "*")]);
    assert_eq!(
        games(&rig, 2),
        [row("1", "Wiśniewska, Ewa", 3, "1/2-1/2"), row("2", "Kowalski, Jan", 2, "*")]
    );

    // A result of the round before is corrected, in the event and in the game.
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":2,"result":"1-0"}"#));
    assert_eq!(result(&rig, 1, 2).as_deref(), Some("1-0"));
    assert_eq!(games(&rig, 2)[0], row("1", "Wiśniewska, Ewa", 3, "1-0"));
    assert_eq!(rig.hall.event().tournaments["A"].rounds[&1].state, RoundState::Ended);
    assert_eq!(fold(&rig.journal).finish().divergent, 0);
    assert_eq!(fold(&rig.journal).finish().hall.event(), rig.hall.event());
}

#[test]
fn names_colours_and_boards_change_without_losing_a_move() {
    let mut rig = hall();
    rig.input(order(ENTERED));
    rig.input(order(r#"{"do":"open","key":"A","round":1}"#));
    rig.run(2_000);
    rig.play(1, "e2e4 e7e5");
    rig.input(order(r#"{"do":"enter","key":"A","players":{"1":{"name":"Nowak-Lis, Anna"}}}"#));
    assert_eq!(white(&rig, 1), "Nowak-Lis, Anna");
    rig.input(order(r#"{"do":"swap-colors","key":"A","round":1,"board":1}"#));
    assert_eq!(white(&rig, 1), "Kowalski, Jan");
    rig.input(order(r#"{"do":"swap-boards","key":"A","round":1,"board":1,"with":2}"#));
    assert_eq!((white(&rig, 1), white(&rig, 2)), ("Wiśniewska, Ewa".to_owned(), "Kowalski, Jan".to_owned()));
    rig.play(1, "g1f3");
    assert_eq!(rig.moves(1), "e4 e5 Nf3");
    rig.input(order(r#"{"do":"undo"}"#));
    rig.input(order(r#"{"do":"undo"}"#));
    assert_eq!(
        (white(&rig, 1), white(&rig, 2)),
        ("Nowak-Lis, Anna".to_owned(), "Wiśniewska, Ewa".to_owned())
    );
    assert_eq!(rig.moves(1), "e4 e5 Nf3");
    assert_eq!(fold(&rig.journal).finish().divergent, 0);
}

#[test]
fn a_round_that_was_begun_too_early_leaves_nothing_at_the_tables() {
    let mut rig = hall();
    rig.input(order(ENTERED));
    rig.run(1_000);
    let before = |rig: &Rig| [games(rig, 1), games(rig, 2)];
    let (open, undo) = (r#"{"do":"open","key":"A","round":1}"#, r#"{"do":"undo"}"#);
    let nobody = before(&rig);
    rig.input(order(open));
    rig.run(2_000);
    assert_eq!(white(&rig, 1), "Nowak, Anna");
    rig.input(order(undo));
    rig.run(2_000);
    assert_eq!(before(&rig), nobody);
    assert_eq!(rig.hall.table(1).expect("it is set up").pairing(), None);

    rig.input(order(open));
    rig.run(2_000);
    rig.play(1, "f2f3 e7e5 g2g4 d8h4");
    rig.play(2, "d2d4 d7d5 c2c4");
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":2,"result":"1/2-1/2","how":"agreement"}"#));
    rig.input(order(r#"{"do":"close","key":"A","round":1}"#));
    set_up(&mut rig, 1, &Board::default());
    set_up(&mut rig, 2, &Board::default());
    let first = before(&rig);
    rig.input(order(r#"{"do":"open","key":"A","round":2}"#));
    rig.run(2_000);
    assert_eq!(white(&rig, 1), "Mazur, Piotr");
    // A piece that is lifted and put back is no move. Then somebody plays on as if nothing had happened.
    rig.put(2, Square::C2, Contents::Empty);
    rig.run(100);
    rig.input(order(undo));
    rig.run(10_000);
    assert_eq!(before(&rig), first);
    rig.play(1, "e2e4 e7e5");
    rig.play(2, "d2d4 e7e5");
    assert_eq!(before(&rig), first);
    // A result of the first round that is corrected now belongs to the game that stands there again.
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":1,"result":"1/2-1/2"}"#));
    assert_eq!(games(&rig, 1), [row("1", "Nowak, Anna", 4, "1/2-1/2")]);
    set_up(&mut rig, 1, &Board::default());
    set_up(&mut rig, 2, &Board::default());

    rig.input(order(r#"{"do":"open","key":"A","round":2}"#));
    rig.run(2_000);
    rig.play(1, "e2e4");
    assert_eq!(games(&rig, 1), [row("1", "Nowak, Anna", 4, "1/2-1/2"), row("2", "Mazur, Piotr", 1, "*")]);
    assert!(rig.try_input(order(undo)).is_err(), "a game of the round has begun");
    assert_eq!(games(&rig, 2)[1], row("2", "Kowalski, Jan", 0, "*"));
    assert_eq!(fold(&rig.journal).finish().divergent, 0);
    assert_eq!(fold(&rig.journal).finish().hall.event(), rig.hall.event());
}

#[test]
fn a_result_that_is_taken_back_opens_the_table_again() {
    let mut rig = hall();
    rig.input(order(ENTERED));
    rig.input(order(r#"{"do":"open","key":"A","round":1}"#));
    rig.run(2_000);
    rig.play(1, "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(result(&rig, 1, 1).as_deref(), Some("0-1"));
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":1,"result":"*"}"#));
    rig.run(10_000);
    // The person knows better than the board: the result does not come back by itself.
    assert_eq!(result(&rig, 1, 1), None);
    assert!(matches!(rig.hall.table(1).expect("it is set up").plan(), Plan::Play(_)));
    rig.input(order(r#"{"do":"confirm-proved"}"#));
    assert_eq!(fold(&rig.journal).finish().hall.event(), rig.hall.event());
}

#[test]
fn a_list_that_is_taken_back_takes_its_results_from_the_games_on_the_boards() {
    let mut rig = hall();
    rig.input(order(ENTERED));
    rig.input(order(r#"{"do":"open","key":"A","round":1}"#));
    rig.run(2_000);
    rig.play(1, "e2e4 e7e5");
    rig.play(2, "d2d4 d7d5");
    let list = r#"{"do":"enter","key":"A","rounds":{"1":{"pairings":{
        "1":{"white":1,"black":2,"result":"1-0"},"2":{"white":3,"black":4,"result":"1-0"}}}}}"#;
    give(&mut rig, list).expect("it brings results");
    assert_eq!(games(&rig, 1), [row("1", "Nowak, Anna", 2, "1-0")]);
    // At the desk the result of board 2 is put right.
    let command = serde_json::from_str(r#"{"cmd":"result","result":"0-1"}"#).expect("a command");
    rig.input(Input::Command { table: 2, command });
    assert_eq!(result(&rig, 1, 2).as_deref(), Some("0-1"));
    let kept: Vec<u16> = rig.hall.decided_since().iter().map(|at| at.board).collect();
    assert_eq!(kept, [2]);
    give(&mut rig, r#"{"do":"undo"}"#).expect("the list is taken back");
    assert_eq!((result(&rig, 1, 1), result(&rig, 1, 2).as_deref()), (None, Some("0-1")));
    assert_eq!(games(&rig, 1), [row("1", "Nowak, Anna", 2, "*")]);
    assert_eq!(games(&rig, 2), [row("1", "Wiśniewska, Ewa", 2, "0-1")]);
    // The table is open again, and the game goes on.
    rig.play(1, "g1f3");
    assert_eq!(rig.moves(1), "e4 e5 Nf3");
    assert_eq!(fold(&rig.journal).finish().divergent, 0);
    assert_eq!(fold(&rig.journal).finish().hall.event(), rig.hall.event());
}

#[test]
fn a_board_is_found_by_touching_it() {
    let mut rig = hall();
    rig.input(order(ENTERED));
    rig.run(1_000);
    let table_of = |rig: &Rig, link: u32| {
        rig.hall.tables().find(|table| table.link() == Some(link)).map(|it| it.number())
    };
    assert_eq!((table_of(&rig, 1), table_of(&rig, 2)), (Some(1), Some(2)));
    rig.input(order(r#"{"do":"find-board","table":1}"#));
    rig.put(2, Square::A2, Contents::Empty);
    rig.run(5_000);
    assert_eq!((table_of(&rig, 1), table_of(&rig, 2)), (Some(2), Some(1)));
    assert_eq!(rig.hall.finding(), None);
    assert_eq!(fold(&rig.journal).finish().divergent, 0);
}

#[test]
fn the_whole_event_in_a_record_is_the_event() {
    let mut rig = hall();
    rig.input(order(ENTERED));
    rig.input(order(r#"{"do":"open","key":"A","round":1}"#));
    rig.run(2_000);
    rig.play(1, "f2f3 e7e5 g2g4 d8h4");
    let state = serde_json::json!({"do": "state", "event": rig.hall.event().to_json()});
    let before = rig.hall.event().clone();
    rig.input(order(&state.to_string()));
    assert_eq!(*rig.hall.event(), before);
    rig.play(2, "e2e4");
    assert_eq!(rig.moves(2), "e4", "a game that goes on is not disturbed");
}

#[test]
fn a_game_that_is_started_after_the_result_takes_nothing_away_from_it() {
    let mut rig = hall();
    rig.input(order(ENTERED));
    rig.input(order(r#"{"do":"open","key":"A","round":1}"#));
    rig.run(2_000);
    rig.play(1, "f2f3 e7e5 g2g4 d8h4");
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":2,"result":"1-0"}"#));
    rig.input(order(r#"{"do":"close","key":"A","round":1}"#));
    for table in [1, 2] {
        let command = serde_json::from_str(r#"{"cmd":"start"}"#).expect("a command");
        rig.input(Input::Command { table, command });
    }
    assert_eq!(result(&rig, 1, 1).as_deref(), Some("0-1"));
    assert_eq!(result(&rig, 1, 2).as_deref(), Some("1-0"));
}

#[test]
fn an_event_that_results_would_make_too_long_for_a_line_is_refused_when_it_is_entered() {
    let rig = hall();
    let entered = |players: u16| {
        let name = "N".repeat(100);
        let players: std::collections::BTreeMap<_, _> = (1..=players)
            .map(|number| (number.to_string(), serde_json::json!({"name": name, "team": name})))
            .collect();
        let order = serde_json::json!({"do": "enter", "key": "A", "players": players});
        rig.hall.event_may_be_written(&serde_json::from_value(order).expect("it has the form of an order"))
    };
    assert_eq!(entered(1_000), Ok(()));
    let why = entered(4_000).expect_err("it is too long").to_string();
    assert!(why.contains("enter fewer players"), "{why}");
}

#[test]
fn a_name_that_is_put_right_reaches_games_that_are_over() {
    let mut rig = hall();
    rig.input(order(ENTERED));
    rig.input(order(r#"{"do":"open","key":"A","round":1}"#));
    rig.run(2_000);
    rig.play(1, "f2f3 e7e5 g2g4 d8h4");
    rig.input(order(r#"{"do":"result","key":"A","round":1,"board":2,"result":"1-0"}"#));
    let rename = |name: &str| format!(r#"{{"do":"enter","key":"A","players":{{"1":{{"name":"{name}"}}}}}}"#);
    let told = |rig: &Rig| {
        let last = rig.published().into_iter().rfind(|it| it.table == 1).expect("it was played");
        (last.players.white.name, last.plies.len(), last.result.map(|result| result.to_string()))
    };
    let handed_out = |rig: &Rig, number: u32| {
        let news = rig.outputs.iter().rev().filter_map(|output| match output {
            Output::Games(news) if news.table == 1 => news.changed.get(&number),
            _ => None,
        });
        news.map(|game| game.name()).next().expect("it was handed out")
    };
    // The game is still on the board.
    give(&mut rig, &rename("Nowak-Lis, Anna")).expect("a name");
    rig.run(1_000);
    assert_eq!(games(&rig, 1).last(), Some(&row("1", "Nowak-Lis, Anna", 4, "0-1")));
    assert_eq!(told(&rig), ("Nowak-Lis, Anna".to_owned(), 0, Some("0-1".to_owned())));
    assert!(handed_out(&rig, 1).contains("Nowak-Lis"));
    rig.input(order(r#"{"do":"undo"}"#));
    assert_eq!((white(&rig, 1), told(&rig).0.as_str()), ("Nowak, Anna".to_owned(), "Nowak, Anna"));

    // The game has left the board, and another round is played.
    rig.input(order(r#"{"do":"close","key":"A","round":1}"#));
    set_up(&mut rig, 1, &Board::default());
    rig.input(order(r#"{"do":"open","key":"A","round":2}"#));
    rig.run(2_000);
    rig.play(1, "e2e4");
    give(&mut rig, &rename("Lis, Anna")).expect("a name");
    rig.run(1_000);
    assert_eq!(games(&rig, 1), [row("1", "Lis, Anna", 4, "0-1"), row("2", "Mazur, Piotr", 1, "*")]);
    assert!(handed_out(&rig, 1).contains("Lis, Anna"));
    assert_eq!(rig.moves(1), "e4");
    let folded = fold(&rig.journal).finish();
    assert_eq!((folded.divergent, folded.hall.event()), (0, rig.hall.event()));
    assert_eq!(folded.hall.table(1).expect("it is set up").games()[0].tags.players.white.name, "Lis, Anna");
}
