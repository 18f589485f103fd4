//! Moves that somebody makes before the game: the clock stands, and then the array is set up again.

use crate::{Table, told::moves};
use game::GameEvent;
use shakmaty::Color;

const TRIED: &str = "e2e4 c7c5 g1f3 d7d6 d2d4 g8f6";
const BACK: &str = "f3g1 d4d2 e4e2 c5c7 f6g8 d6d7";
const GAME: &str = "d2d4 d7d5 c2c4 e7e6 b1c3 g8f6";

impl Table {
    /// Tries moves, and takes some time over each.
    fn tries(&mut self, all: &str) {
        for mv in all.split(' ') {
            self.carry(mv);
            self.wait(2_000);
        }
    }

    /// Sets up the array again after a pause, and waits for the round.
    fn set_up(&mut self, all: &str) {
        self.wait(10_000);
        for mv in all.split(' ') {
            self.carry(mv);
        }
        self.wait(60_000);
    }

    /// Returns the games that were played, and the number of the last.
    fn games(&mut self) -> (Vec<String>, u32) {
        self.wait(5_000);
        let finished = self.scribe.finished().iter().map(|game| moves(&game.score()));
        let games = finished.chain([moves(self.scribe.score())]).collect();
        (games, self.scribe.score().number)
    }
}

#[test]
fn the_only_game_is_the_one_that_the_clock_was_started_for() {
    let mut table = Table::new(true, true);
    table.tries(TRIED);
    assert_eq!(moves(table.scribe.score()), TRIED, "they are shown until the array stands again");
    table.set_up(BACK);
    table.play(GAME);
    assert_eq!(table.games(), (vec![GAME.to_owned()], 1));
}

#[test]
fn moves_before_the_clock_was_started_are_no_game_before_the_game() {
    let mut table = Table::new(true, false);
    table.tries(TRIED);
    table.set_up(BACK);
    let told: Vec<GameEvent> =
        std::iter::from_fn(|| table.scribe.poll_event()).map(|(_, event)| event).collect();
    let began = |event: &&GameEvent| **event == GameEvent::Began { number: 1 };
    assert_eq!(told.iter().filter(began).count(), 2, "it is told that the game begins anew");
    table.play(GAME);
    assert_eq!(table.games(), (vec![GAME.to_owned()], 1));
}

#[test]
fn a_game_without_a_clock_is_a_game() {
    let mut table = Table::new(false, false);
    table.tries(TRIED);
    table.set_up(BACK);
    assert_eq!(table.games(), (vec![TRIED.to_owned(), String::new()], 2));
}

#[test]
fn a_long_game_for_which_nobody_started_the_clock_is_a_game_unless_it_is_started_for_the_only_one() {
    let long = |is_only_game: bool| {
        let mut table = Table::new(true, is_only_game);
        table.tries(TRIED);
        for _ in 0..3 {
            table.tries("b1c3 b8c6 c3b1 c6b8");
        }
        table.set_up(BACK);
        let (games, number) = table.games();
        assert_eq!((number, games[0].split(' ').count()), (2 - u32::from(is_only_game), 18), "{games:?}");
        table.play(GAME);
        table.games().0
    };
    assert_eq!(long(true), [GAME]);
    assert_eq!(long(false)[1], GAME);
}

#[test]
fn a_game_that_was_pressed_for_is_over_once_the_array_stands_again() {
    for is_only_game in [false, true] {
        let mut table = Table::new(true, is_only_game);
        table.play(GAME);
        table.set_up("c4c2 e6e7 d4d2 d5d7 c3b1 f6g8");
        table.run(None);
        table.run(Some(Color::White));
        let (games, number) = table.games();
        assert_eq!((games[0].as_str(), number), (GAME, 2 - u32::from(is_only_game)));
    }
}
