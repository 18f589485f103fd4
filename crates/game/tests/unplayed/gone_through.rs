//! A game that is gone through on its board while the clock still runs, and what ends it then.

use crate::{
    Table,
    told::{asked, moves},
};
use board::{BoardEvent, Reading};
use game::{Command, CommandJson, OrderJson, Standing, Undoable};
use shakmaty::Color;

/// What was played and pressed for.
const PLAYED: &str = "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5";
/// What the board shows after two of these plies were put back and two others made.
const TRIED: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6";

impl Table {
    /// Makes a table at which `PLAYED` was played.
    fn played() -> Table {
        let mut table = Table::new(true, false);
        table.play(PLAYED);
        table
    }

    /// Makes a table at which `PLAYED` was played, and then `TRIED` without a press.
    fn gone_through() -> Table {
        let mut table = Table::played();
        for mv in ["c5f8", "c4f1", "f1b5", "a7a6"] {
            table.carry(mv);
        }
        assert_eq!(moves(table.scribe.score()), TRIED, "moves may have been taken back");
        table
    }

    fn say(&mut self, order: OrderJson) {
        let command = CommandJson { order, game: None, author: None, login: None, staged: None };
        let command = Command::read(&command).expect("a command");
        self.scribe.handle_command(self.t, &command).expect("it can be done");
    }

    fn told(&self) -> (String, String) {
        (moves(self.scribe.score()), asked(self.scribe.asked()))
    }
}

/// What is told once the game is over: what was pressed for last, and a question about what came later.
fn restored() -> (String, String) {
    (PLAYED.to_owned(), "5: f1b5 f1c4".to_owned())
}

#[test]
fn a_clock_that_is_stopped_brings_back_what_was_pressed_for() {
    let mut table = Table::gone_through();
    table.run(None);
    assert_eq!(table.told(), restored());
    assert!(table.scribe.score().plies.iter().all(|ply| ply.pressed_ms.is_some()));
    // Hands go on, and nothing of it is play.
    table.carry("d2d3");
    table.wait(5_000);
    assert_eq!(table.told(), restored());
}

#[test]
fn a_lever_that_is_tipped_while_the_clock_stands_is_no_press() {
    let mut table = Table::gone_through();
    table.run(None);
    table.show(&BoardEvent::Press(Color::White));
    table.wait(3_000);
    assert_eq!(table.told(), restored());
}

#[test]
fn a_clock_that_runs_on_shows_that_moves_were_taken_back() {
    let mut table = Table::gone_through();
    table.run(None);
    table.run(Some(Color::White));
    table.carry("b5a4");
    assert_eq!(table.told(), (format!("{TRIED} b5a4"), String::new()));
    table.show(&BoardEvent::Press(Color::White));
    table.wait(1_000);
    table.run(None);
    assert_eq!(table.told(), (format!("{TRIED} b5a4"), String::new()), "it was pressed for");
}

#[test]
fn plies_without_a_press_count_again_once_the_clock_runs_on() {
    let mut table = Table::played();
    for mv in ["e1g1", "g8f6", "d2d3", "d7d6", "h2h3"] {
        table.carry(mv);
        if mv == "e1g1" {
            table.carry("h1f1");
        }
    }
    table.run(None);
    assert_eq!(table.told(), (PLAYED.to_owned(), "7: e1g1".to_owned()), "nobody pressed five times");
    table.run(Some(Color::White));
    table.carry("h7h6");
    assert_eq!(table.told(), (format!("{PLAYED} e1g1 g8f6 d2d3 d7d6 h2h3 h7h6"), String::new()));
}

#[test]
fn the_array_of_the_next_game_brings_it_back() {
    let mut table = Table::gone_through();
    table.show(&BoardEvent::Reading(Reading::from_board(Standing::initial().board())));
    table.wait(3_000);
    assert_eq!(table.scribe.score().number, 2);
    let finished = table.scribe.finished()[0].score();
    assert_eq!(moves(&finished), PLAYED);
    assert_eq!(finished.plies.len(), 6);
}

#[test]
fn an_answer_says_which_of_the_two_was_played() {
    let mut table = Table::gone_through();
    table.run(None);
    table.say(OrderJson::Choose { ply: 5, mv: "f1b5".to_owned() });
    assert_eq!(table.told(), (TRIED.to_owned(), String::new()));
    table.run(Some(Color::White));
    table.run(None);
    assert_eq!(table.told(), (TRIED.to_owned(), String::new()), "a person has said so");
}

#[test]
fn play_goes_on_from_it_once_the_result_is_taken_away() {
    let mut table = Table::gone_through();
    for result in ["1-0", "*"] {
        table.say(OrderJson::Result { result: result.to_owned() });
    }
    ["a6a7", "b5c4", "f8c5"].iter().for_each(|mv| table.carry(mv));
    table.carry("b1c3");
    assert_eq!(table.told().0, format!("{PLAYED} b1c3"));
}

#[test]
fn a_result_brings_it_back_and_takes_it_away_again_if_it_is_undone() {
    let mut table = Table::gone_through();
    let before = table.scribe.stands_on_board(table.t, Undoable::Result);
    table.say(OrderJson::Result { result: "1-0".to_owned() });
    assert_eq!(table.told(), restored());
    table.scribe.undo(table.t, before);
    assert_eq!(table.told(), (TRIED.to_owned(), String::new()));
}
