//! The files of the tree that are JSON, over HTTP: where LiveChess's folder has them, and where LiveChess Cloud has them.
//!
//! | address | what |
//! |---|---|
//! | `/tournament.json`, `/tournaments/A/tournament.json` | a tournament |
//! | `/round-3/index.json`, `/tournaments/A/round-3/index.json` | the pairings of a round |
//! | `/round-3/game-12.json`, `/tournaments/A/round-3/game-12.json` | the moves of a board |
//! | `/get/ID/tournament.json` and so on | the files of the tournament with this UUID, or this key |
//! | `/meta/ID` | where that tournament is served: here |
//! | `/meta` | the tournaments with their UUIDs |
//!
//! Games as PGN are [`super::faces`]'.

use super::BulletinDesk;
use crate::public::pages;
use axum::{
    body::Body,
    http::{HeaderMap, Response, Uri, header},
};
use broadcast::{
    bulletin::Bulletin,
    tree::{Branch, Leaf, branches},
};
use relay::Onlookers;
use serde_json::json;

/// The type of these files. Some readers take a text without a charset for Latin-1.
const JSON: &str = "application/json; charset=utf-8";

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Wanted {
    /// The list of the tournaments.
    List,
    /// Where a tournament is served.
    Place(String),
    /// A file of a tournament; of the first that has it, if none is named.
    File(Option<String>, Leaf),
}

impl Wanted {
    /// Reads an address; `None` if it names none of these files.
    fn parse(path: &str) -> Option<Wanted> {
        let path = path.strip_prefix('/')?;
        if path == "meta" {
            return Some(Wanted::List);
        }
        if let Some(id) = path.strip_prefix("meta/") {
            return Some(Wanted::Place(id.to_owned())).filter(|_| !id.contains('/'));
        }
        let named = path.strip_prefix("get/").or(path.strip_prefix("tournaments/"));
        let (id, path) = match named {
            Some(named) => named.split_once('/').map(|(id, path)| (Some(id.to_owned()), path))?,
            None => (None, path),
        };
        let leaf = Leaf::parse(path).filter(|_| path.ends_with(".json"))?;
        Some(Wanted::File(id, leaf))
    }

    fn text(&self, bulletin: &Bulletin, host: &str, with_results: bool) -> Option<String> {
        let branches = branches(bulletin);
        match self {
            Wanted::List => {
                let all = branches.iter().filter(|branch| !branch.rounds.is_empty());
                let all = all.map(|branch| {
                    let name = branch.rounds.last().map(|round| &*round.name);
                    json!({"uuid": branch.uuid(), "key": branch.key, "name": name})
                });
                Some(json!({"tournaments": all.collect::<Vec<_>>()}).to_string())
            }
            Wanted::Place(id) => {
                branches.iter().find(|branch| is_called(branch, id))?;
                Some(json!({"host": host, "format": "1"}).to_string())
            }
            Wanted::File(id, leaf) => {
                let called = |branch: &&Branch<'_>| id.as_ref().is_none_or(|id| is_called(branch, id));
                branches.iter().filter(called).find_map(|branch| branch.text(bulletin, leaf, with_results))
            }
        }
    }
}

fn is_called(branch: &Branch<'_>, id: &str) -> bool {
    branch.key == id || branch.uuid() == id
}

/// Returns whether an address is one of these files.
pub(crate) fn is_file(path: &str) -> bool {
    Wanted::parse(path).is_some()
}

/// Answers whoever asks for such a file; `None` if the address names none.
pub(crate) async fn answer<A: Onlookers>(
    desk: &BulletinDesk<A>,
    uri: &Uri,
    asked: &HeaderMap,
) -> Option<Response<Body>> {
    let wanted = Wanted::parse(uri.path())?;
    let with_results = pages::wants_results(uri);
    let host = asked.get(header::HOST).and_then(|host| host.to_str().ok());
    let host = host.or(uri.authority().map(|authority| authority.as_str())).unwrap_or_default().to_owned();
    // Where a tournament is depends on who asks, so it is not kept.
    let is_kept = !matches!(wanted, Wanted::Place(_));
    let name = is_kept.then(|| format!("{wanted:?} {with_results}"));
    let write = move |bulletin: &Bulletin| wanted.text(bulletin, &host, with_results);
    Some(super::answer(desk, name, JSON, asked, write).await)
}

#[cfg(test)]
mod tests {
    use super::Wanted;
    use broadcast::tree::Leaf;

    #[test]
    fn addresses_are_those_of_livechess() {
        let index = || Leaf::Index("3".to_owned());
        for (path, wanted) in [
            ("/tournament.json", Wanted::File(None, Leaf::Tournament)),
            ("/tournaments/A/round-3/index.json", Wanted::File(Some("A".to_owned()), index())),
            ("/get/0-1/round-3/index.json", Wanted::File(Some("0-1".to_owned()), index())),
            ("/round-3/game-12.json", Wanted::File(None, Leaf::Moves("3".to_owned(), 12))),
            ("/meta/0-1", Wanted::Place("0-1".to_owned())),
            ("/meta", Wanted::List),
        ] {
            assert_eq!(Wanted::parse(path), Some(wanted), "{path}");
        }
        for other in
            ["/round-3/games.pgn", "/meta/a/b", "/get/tournament.json", "/get/a", "/tournaments/A", "/"]
        {
            assert_eq!(Wanted::parse(other), None, "{other}");
        }
    }
}
