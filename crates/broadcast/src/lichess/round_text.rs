//! The text of a round as it is pushed.

use crate::bulletin::{BulletinBoard, BulletinGame, BulletinRound};
use std::sync::Arc;

/// The most games that Lichess takes and shows in a round. Further ones are left out, and the operator is told of which boards.
pub const GAMES_MAX: usize = 100;

/// Returns the name of a round in settings: the tournament's key, a hyphen and the round, such as `A-1`; without a tournament the
/// round alone, and a hyphen for a round that has no name.
pub fn name_of(key: &str, round: &str) -> String {
    match (key, round) {
        ("", "") => "-".to_owned(),
        ("", round) => round.to_owned(),
        (key, round) => format!("{key}-{round}"),
    }
}

/// The games of a round in one text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RoundText {
    /// The text.
    pub text: Arc<str>,
    /// The board of each game, in the order of the text.
    pub boards: Vec<u16>,
    /// The boards of which a game has no place in the round.
    pub left_out: Vec<u16>,
    /// The boards on which the game goes on after an illegal move that stands. Lichess knows legal moves only, so the game ends
    /// there before that move.
    pub halted: Vec<u16>,
    /// The table of each board, where it is known.
    pub tables: Vec<(u16, u16)>,
}

impl RoundText {
    /// Writes the text: the games on electronic boards, in the order of the boards.
    pub fn of(round: &BulletinRound) -> RoundText {
        let mut text = String::new();
        let mut of_round = RoundText::default();
        for board in round.boards.iter().filter(|board| board.is_electronic) {
            let (parts, games): (Vec<&BulletinGame>, Vec<&BulletinGame>) =
                board.games.iter().partition(|game| is_later_part(board, game));
            of_round.tables.extend(board.table.map(|table| (board.board, table)));
            if !parts.is_empty() {
                of_round.halted.push(board.board);
            }
            for game in games {
                if of_round.boards.len() == GAMES_MAX {
                    of_round.left_out.push(board.board);
                    continue;
                }
                text.push_str(&game.text);
                of_round.boards.push(board.board);
            }
        }
        of_round.left_out.dedup();
        RoundText { text: text.into(), ..of_round }
    }

    /// Returns whether there is nothing to push.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }
}

/// Returns whether a game is a later part of another one on its board: its id is the other's with a point and a number behind it.
fn is_later_part(board: &BulletinBoard, game: &BulletinGame) -> bool {
    let goes_on =
        |other: &BulletinGame| game.id.strip_prefix(&*other.id).is_some_and(|rest| rest.starts_with('.'));
    board.games.iter().any(goes_on)
}
