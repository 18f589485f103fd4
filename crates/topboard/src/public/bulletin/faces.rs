//! The games as PGN over HTTP: of the round that is on, of each round, and of each board.
//!
//! | address | games |
//! |---|---|
//! | `/games.pgn` | of the rounds that are on |
//! | `/round-3/games.pgn`, `/tournaments/A/round-3/games.pgn` | of a round |
//! | `/round-3/game-12.pgn`, `/tournaments/A/round-3/game-12.pgn` | of a board of it |
//! | `/api/broadcast/round/3.pgn`, `/api/broadcast/round/A-3.pgn`, `/api/broadcast/round/on.pgn` | of a round, where Lichess has them |
//! | `/all-games.pgn` | of all rounds, those without a move left out ([`crate::public::gazette`]) |
//!
//! Files and folders have the names that LiveChess gives them, so programs that know its folder know these addresses.

use super::BulletinDesk;
use crate::public::{gazette::PGN, pages};
use axum::{
    body::Body,
    http::{HeaderMap, Response, Uri},
};
use broadcast::bulletin::{Bulletin, BulletinGame, BulletinRound};
use relay::Onlookers;

/// What of the games is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Those of the rounds that are on.
    On,
    /// Those of a round, or of one board of it.
    Of { key: Option<String>, round: String, board: Option<u16> },
}

impl Wanted {
    /// Reads an address; `None` if it names no games.
    fn parse(path: &str) -> Option<Wanted> {
        let path = path.strip_prefix('/')?.strip_suffix(".pgn")?;
        if path == "games" {
            return Some(Wanted::On);
        }
        if let Some(id) = path.strip_prefix("api/broadcast/round/") {
            return Some(Wanted::of_id(id)).filter(|_| !id.contains('/'));
        }
        let (key, path) = match path.strip_prefix("tournaments/") {
            Some(path) => path.split_once('/').map(|(key, path)| (Some(key.to_owned()), path))?,
            None => (None, path),
        };
        let (round, file) = path.strip_prefix("round-")?.split_once('/')?;
        let board = match file {
            "games" => None,
            _ => Some(file.strip_prefix("game-")?.parse().ok()?),
        };
        Some(Wanted::Of { key, round: round.to_owned(), board })
    }

    /// Reads the id that a round has where a program of Lichess' wants one: `on` for the one that is on, `3`, or `A-3` for that
    /// of a tournament.
    pub(crate) fn of_id(id: &str) -> Wanted {
        match id.rsplit_once('-') {
            _ if id == "on" => Wanted::On,
            Some((key, round)) => {
                Wanted::Of { key: Some(key.to_owned()), round: round.to_owned(), board: None }
            }
            None => Wanted::Of { key: None, round: id.to_owned(), board: None },
        }
    }

    /// Returns the games; `None` if there is no such round or board.
    pub(crate) fn games<'a>(&self, bulletin: &'a Bulletin) -> Option<Vec<&'a BulletinGame>> {
        match self {
            Wanted::On => Some(bulletin.on().flat_map(BulletinRound::games).collect()),
            Wanted::Of { key, round, board } => {
                let round = bulletin.round(key.as_deref(), round)?;
                match board {
                    None => Some(round.games().collect()),
                    Some(board) => {
                        let board = round.boards.iter().find(|it| it.board == *board)?;
                        Some(board.games.iter().collect())
                    }
                }
            }
        }
    }
}

/// Returns whether an address is one of games.
pub(crate) fn is_games(path: &str) -> bool {
    Wanted::parse(path).is_some()
}

/// Answers whoever asks for games; `None` if the address names none.
pub(crate) async fn answer<A: Onlookers>(
    desk: &BulletinDesk<A>,
    uri: &Uri,
    asked: &HeaderMap,
) -> Option<Response<Body>> {
    let wanted = Wanted::parse(uri.path())?;
    let with_results = pages::wants_results(uri);
    let name = format!("{wanted:?} {with_results}");
    let write = move |bulletin: &Bulletin| {
        let games = wanted.games(bulletin)?.into_iter();
        Some(games.filter(|game| with_results || game.result == "*").map(|game| &*game.text).collect())
    };
    Some(super::answer(desk, Some(name), PGN, asked, write).await)
}

#[cfg(test)]
mod tests {
    use super::Wanted;

    #[test]
    fn addresses_are_those_of_the_folder_that_livechess_writes() {
        let of = |key: Option<&str>, round: &str, board| {
            Some(Wanted::Of { key: key.map(str::to_owned), round: round.to_owned(), board })
        };
        assert_eq!(Wanted::parse("/games.pgn"), Some(Wanted::On));
        assert_eq!(Wanted::parse("/round-3/games.pgn"), of(None, "3", None));
        assert_eq!(Wanted::parse("/round-3/game-12.pgn"), of(None, "3", Some(12)));
        // However many zeros somebody writes, one text is kept.
        assert_eq!(Wanted::parse("/round-3/game-00012.pgn"), Wanted::parse("/round-3/game-12.pgn"));
        assert_eq!(Wanted::parse("/tournaments/A/round-3/game-1.pgn"), of(Some("A"), "3", Some(1)));
        assert_eq!(Wanted::parse("/api/broadcast/round/on.pgn"), Some(Wanted::On));
        assert_eq!(Wanted::parse("/api/broadcast/round/my-open-3.pgn"), of(Some("my-open"), "3", None));
        for other in [
            "/games.pgn.",
            "//games.pgn",
            "/round-/games",
            "/round-3/game--1.pgn",
            "/round-3/game-x.pgn",
            "/tournaments/A.pgn",
        ] {
            assert_eq!(Wanted::parse(other), None, "{other}");
        }
    }
}
