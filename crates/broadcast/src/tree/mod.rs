//! The tree: the folder of files that LiveChess writes, made of a bulletin.
//!
//! ```text
//!  tournament.json
//!  round-3/index.json   the pairings        round-3/games.pgn    all games of the round
//!  round-3/game-12.json a board's moves     round-3/game-12.pgn  a board's games
//! ```
//! With several tournaments each has a folder, named by its key. JSON has the shapes of LiveChess Cloud.

mod json;
mod movetext;

use crate::{
    bulletin::{Bulletin, BulletinBoard, BulletinRound},
    identity::tournament_uuid,
};

/// The folder of games that belong to no tournament, where there is one. No key has a hyphen.
const OTHER_GAMES: &str = "other-games";
/// The greatest number of boards in a list of pairings, which has an entry for each number from 1 on. Boards beyond have
/// their own files only.
const PAIRINGS_MAX: u16 = 1_000;

/// A tournament of a bulletin, with its rounds that have begun.
#[derive(Debug, Clone)]
pub struct Branch<'a> {
    /// The key; empty for games that belong to no tournament.
    pub key: &'a str,
    /// The folder of its files, with a slash at the end; empty for the top of the tree.
    pub folder: String,
    /// The rounds, in their order.
    pub rounds: Vec<&'a BulletinRound>,
}

/// A file of a tournament.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leaf {
    /// `round-3/game-12.pgn`: the games on a board.
    Game(String, u16),
    /// `round-3/games.pgn`: the games of a round.
    Games(String),
    /// `round-3/game-12.json`: the moves of a board's game.
    Moves(String, u16),
    /// `round-3/index.json`: the pairings of a round.
    Index(String),
    /// `tournament.json`: the tournament and its rounds.
    Tournament,
}

/// Returns the tournaments of a bulletin.
pub fn branches(bulletin: &Bulletin) -> Vec<Branch<'_>> {
    let mut branches: Vec<Branch<'_>> = Vec::new();
    for round in &bulletin.rounds {
        match branches.iter_mut().find(|branch| branch.key == round.key) {
            Some(branch) => branch.rounds.push(round),
            None => branches.push(Branch { key: &round.key, folder: String::new(), rounds: vec![round] }),
        }
    }
    let tournaments = branches.iter().filter(|branch| !branch.key.is_empty()).count();
    for branch in &mut branches {
        branch.folder = match branch.key {
            "" if tournaments > 0 => format!("{OTHER_GAMES}/"),
            key if tournaments > 1 => format!("{key}/"),
            _ => String::new(),
        };
    }
    branches
}

impl Leaf {
    /// Reads the path of a file within its tournament.
    pub fn parse(path: &str) -> Option<Leaf> {
        if path == "tournament.json" {
            return Some(Leaf::Tournament);
        }
        let (round, file) = path.strip_prefix("round-")?.split_once('/')?;
        let round = round.to_owned();
        match file {
            "index.json" => Some(Leaf::Index(round)),
            "games.pgn" => Some(Leaf::Games(round)),
            _ => {
                let (board, kind) = file.strip_prefix("game-")?.split_once('.')?;
                let number = board.parse().ok().filter(|number: &u16| number.to_string() == board)?;
                match kind {
                    "json" => Some(Leaf::Moves(round, number)),
                    "pgn" => Some(Leaf::Game(round, number)),
                    _ => None,
                }
            }
        }
    }

    /// Returns the path within the tournament.
    pub fn path(&self) -> String {
        match self {
            Leaf::Tournament => "tournament.json".to_owned(),
            Leaf::Index(round) => format!("round-{round}/index.json"),
            Leaf::Games(round) => format!("round-{round}/games.pgn"),
            Leaf::Moves(round, board) => format!("round-{round}/game-{board}.json"),
            Leaf::Game(round, board) => format!("round-{round}/game-{board}.pgn"),
        }
    }
}

impl<'a> Branch<'a> {
    /// Returns the UUID under which LiveChess Cloud's addresses have the tournament. It is the one that it has in the local
    /// interface of LiveChess, too, and another for each event: the journal's name is in it, which nobody else has.
    pub fn uuid(&self) -> String {
        let journal = self.rounds.first().map_or("", |round| &*round.journal);
        tournament_uuid(journal, self.key)
    }

    /// Returns the name of a round in paths: its number, or its name without what paths cannot have.
    pub fn name_of(&self, round: &BulletinRound) -> String {
        let is_free = |name: &str| self.rounds.iter().all(|other| other.round != name);
        match &*round.round {
            "" if is_free("1") => "1".to_owned(),
            "" => "0".to_owned(),
            name => {
                let plain = |letter: char| if letter.is_alphanumeric() { letter } else { '-' };
                name.chars().map(plain).collect()
            }
        }
    }

    /// Returns the round of this name in paths.
    pub fn round(&self, name: &str) -> Option<&'a BulletinRound> {
        self.rounds.iter().copied().find(|round| self.name_of(round) == name)
    }

    /// Returns the number of the last round that has one.
    fn last(&self) -> u16 {
        self.rounds.iter().filter_map(|round| self.name_of(round).parse().ok()).max().unwrap_or(0)
    }

    /// Returns the text of a file; `None` if there is no such file. Without results a game that has one looks as if it had
    /// not begun.
    pub fn text(&self, bulletin: &Bulletin, leaf: &Leaf, with_results: bool) -> Option<String> {
        let board = |round: &str, board: &u16| {
            let round = self.round(round)?;
            Some((round, round.boards.iter().find(|it| it.board == *board)?))
        };
        Some(match leaf {
            Leaf::Tournament => json::tournament(self, bulletin, self.last()),
            Leaf::Index(name) => match self.round(name) {
                Some(round) => json::index(round, with_results),
                // A round between others that has not begun yet.
                None if name.parse().is_ok_and(|number| (1..self.last()).contains(&number)) => {
                    json::no_pairings()
                }
                None => return None,
            },
            Leaf::Moves(round, number) => {
                let (round, board) = board(round, number)?;
                json::moves(round, board, with_results)
            }
            Leaf::Games(name) => {
                let games = self.round(name)?.games().filter(|game| with_results || game.result == "*");
                games.map(|game| &*game.text).collect()
            }
            Leaf::Game(round, number) => {
                let games = board(round, number)?.1.games.iter();
                games.filter(|game| with_results || game.result == "*").map(|game| &*game.text).collect()
            }
        })
    }

    /// Returns the files of a round: the boards' first, so that a list never speaks of a file that is not there. Games on
    /// boards that are not electronic stand in the list of pairings alone.
    pub fn leaves_of(&self, round: &BulletinRound) -> impl Iterator<Item = Leaf> {
        let name = self.name_of(round);
        let electronic = round.boards.iter().filter(|board| board.is_electronic);
        let games: Vec<Leaf> = electronic.map(|board| Leaf::Game(name.clone(), board.board)).collect();
        let moves: Vec<Leaf> =
            round.boards.iter().map(|board| Leaf::Moves(name.clone(), board.board)).collect();
        games.into_iter().chain([Leaf::Games(name.clone())]).chain(moves).chain([Leaf::Index(name)])
    }
}

/// Returns whether a game goes on.
fn is_live(round: &BulletinRound, board: &BulletinBoard) -> bool {
    board.is_begun && !round.is_over && result(board) == "*"
}

/// Returns the result of a board: that of the pairing, or else that of the last game.
fn result(board: &BulletinBoard) -> &str {
    match &*board.result {
        "*" | "" => board.games.last().map_or("*", |game| &game.result),
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::Leaf;

    #[test]
    fn paths_are_read_as_they_are_written() {
        let round = || "3".to_owned();
        for leaf in [
            Leaf::Tournament,
            Leaf::Index(round()),
            Leaf::Games(round()),
            Leaf::Moves(round(), 12),
            Leaf::Game(round(), 1),
        ] {
            assert_eq!(Leaf::parse(&leaf.path()), Some(leaf));
        }
        for other in
            ["", "index.json", "round-3", "round-3/game-+1.pgn", "round-3/game-01.pgn", "round-3/game-1.xml"]
        {
            assert_eq!(Leaf::parse(other), None, "{other}");
        }
    }
}
