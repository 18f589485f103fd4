//! From one round to the next: a game keeps its players, and the next game on its board belongs to the new round.

use crate::rig::{Rig, fold, setup};
use board::{Contents, dgt::ClockState};
use game::{CommandJson, OrderJson};
use hall::{BoardChoice, HallSetup, Input};
use laws::TimeControl;
use shakmaty::{
    Board, ByColor, Color, Square,
    Square::{B5, B8, C6, E2, E4, E5, E7, F1, F3, G1},
};

/// Returns the set-up of a round with one table and players named after it.
fn round(number: u32, time_control: &str) -> HallSetup {
    let mut setup = HallSetup {
        round: number.to_string(),
        time_control: time_control.to_owned(),
        ..setup(&[BoardChoice::Any])
    };
    let players = &mut setup.tables[0].players;
    players.white.name = format!("White {number}");
    players.black.name = format!("Black {number}");
    setup
}

fn put_back(rig: &mut Rig) {
    for square in Square::ALL {
        let contents = Board::default().piece_at(square).map_or(Contents::Empty, Contents::Piece);
        rig.put(1, square, contents);
    }
    rig.run(6_000);
}

/// Returns the round, White's name and the number of plies of each game.
fn games(rig: &Rig) -> Vec<(String, String, usize)> {
    let games = rig.hall.table(1).expect("it is set up").games();
    games.into_iter().map(|game| (game.tags.round, game.tags.players.white.name, game.plies.len())).collect()
}

fn row(round: &str, white: &str, plies: usize) -> (String, String, usize) {
    (round.to_owned(), white.to_owned(), plies)
}

#[test]
fn a_game_stays_of_its_round_and_the_next_is_of_the_new_one() {
    let mut rig = Rig::new(round(1, "300"));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
    rig.input(Input::Setup(Box::new(round(2, "600"))));
    rig.run(2_000);
    assert_eq!(games(&rig), [row("1", "White 1", 6)], "the board still shows the game of round 1");
    put_back(&mut rig);
    rig.play(1, "d2d4 d7d5");
    assert_eq!(games(&rig), [row("1", "White 1", 6), row("2", "White 2", 2)]);
    // No publication names the new players beside the old moves.
    for publication in rig.published() {
        let name = &publication.players.white.name;
        assert_eq!(name, if publication.game == 1 { "White 1" } else { "White 2" }, "{publication:?}");
    }
    let control = rig.hall.table(1).expect("it is set up").watch().control().cloned();
    assert_eq!(control, TimeControl::parse("600").expect("it can be read"));
    assert_eq!(fold(&rig.journal).finish().divergent, 0);
}

#[test]
fn a_game_that_is_over_makes_room_for_the_new_round_at_once() {
    let mut rig = Rig::new(round(1, "300"));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
    let command = serde_json::from_str(r#"{"cmd":"result","result":"1-0"}"#).expect("a command");
    rig.input(Input::Command { table: 1, command });
    rig.input(Input::Setup(Box::new(round(2, "300"))));
    rig.run(20_000);
    // The board still shows the old position, which is no part of the new game.
    assert_eq!(games(&rig), [row("1", "White 1", 6), row("2", "White 2", 0)]);
    put_back(&mut rig);
    rig.play(1, "d2d4 d7d5");
    assert_eq!(games(&rig), [row("1", "White 1", 6), row("2", "White 2", 2)]);
    assert_eq!(fold(&rig.journal).finish().divergent, 0);
}

#[test]
fn a_board_that_waits_gets_the_new_names_at_once() {
    let mut rig = Rig::new(round(1, "300"));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.input(Input::Setup(Box::new(round(2, "300"))));
    rig.run(2_000);
    assert_eq!(games(&rig), [row("2", "White 2", 0)]);
}

#[test]
fn a_board_on_which_something_was_tried_gets_the_new_names_with_the_array() {
    let mut rig = Rig::new(round(1, "300"));
    rig.plug(1, "12345", &Board::default());
    let (now, left_ms) = (rig.t_ms, ByColor { white: 300_000, black: 300_000 });
    rig.dgt(1).set_clock(now, ClockState { left_ms, running: None, lever: Color::White });
    rig.run(5_000);
    for (from, to) in [(E2, E4), (E7, E5), (G1, F3), (B8, C6), (F1, B5)] {
        rig.carry(1, from, to);
        rig.run(4_000);
    }
    rig.input(Input::Setup(Box::new(round(2, "300"))));
    rig.run(2_000);
    assert_eq!(games(&rig), [row("1", "White 1", 5)]);
    put_back(&mut rig);
    rig.play(1, "d2d4 d7d5");
    assert_eq!(games(&rig), [row("2", "White 2", 2)]);
}

#[test]
fn a_name_that_is_corrected_in_play_stays_with_the_game() {
    let mut rig = Rig::new(round(1, "300"));
    rig.plug(1, "12345", &Board::default());
    rig.run(5_000);
    rig.play(1, "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
    let mut corrected = round(1, "300");
    corrected.tables[0].players.white.name = "Nowak".to_owned();
    rig.input(Input::Setup(Box::new(corrected)));
    put_back(&mut rig);
    assert_eq!(games(&rig), [row("1", "Nowak", 6), row("1", "Nowak", 0)]);
}

#[test]
fn a_name_that_is_no_name_is_not_even_written() {
    let rig = Rig::new(round(1, "300"));
    let refused = |white: &str| {
        let start = OrderJson::Start { white: Some(white.to_owned()), black: None, fen: None };
        let command = CommandJson { order: start, game: None, author: None, login: None, staged: None };
        rig.hall.may_be_written(1, &command).err().map(|refusal| refusal.to_string())
    };
    assert_eq!(refused("Nowak, Anna"), None);
    assert!(refused("Eve\u{1b}[2J").is_some_and(|why| why.contains("U+001B")));
    assert!(refused(&"x".repeat(10_000)).is_some_and(|why| why.contains("at most 100")));
}
