//! The parser of the embedded games.

use super::Game;
use game::{Player, Standing, names::OneLine};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{ByColor, CastlingMode, Chess, KnownOutcome, Move, Position};
use std::ops::ControlFlow;

/// Parses the games of a PGN text. They must begin from the normal starting position. `Err` is a sentence about the
/// first move that cannot be played.
pub(super) fn parse(text: &str) -> Result<Vec<Game>, String> {
    let mut reader = Reader::new(text.as_bytes());
    let mut collector = Collector;
    let mut games = Vec::new();
    while let Ok(Some((game, broken))) = reader.read_game(&mut collector) {
        if let Some(san) = broken {
            let (number, dots) =
                (game.moves.len() / 2 + 1, ["...", "."][usize::from(game.moves.len() % 2 == 0)]);
            let players = [&game.players.white.name, &game.players.black.name];
            let [white, black] = players.map(|name| OneLine(name));
            return Err(format!(
                "{number}{dots}{san} in game {} ({white} – {black}) cannot be played from the normal array",
                games.len() + 1
            ));
        }
        games.push(game);
    }
    Ok(games)
}

struct Collector;

struct Tags {
    players: ByColor<Player>,
    date: String,
    outcome: KnownOutcome,
}

struct Moves {
    tags: Tags,
    position: Chess,
    moves: Vec<Move>,
    /// The first move of the game that cannot be played; `None` if there is none.
    broken: Option<SanPlus>,
}

impl Visitor for Collector {
    type Tags = Tags;
    type Movetext = Moves;
    type Output = (Game, Option<SanPlus>);

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Tags> {
        ControlFlow::Continue(Tags {
            players: ByColor::default(),
            date: String::new(),
            outcome: KnownOutcome::Draw,
        })
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self::Output> {
        let text = value.decode_utf8_lossy().into_owned();
        match name {
            b"White" => tags.players.white.name = text,
            b"Black" => tags.players.black.name = text,
            b"WhiteElo" => tags.players.white.elo = text.parse().ok(),
            b"BlackElo" => tags.players.black.elo = text.parse().ok(),
            b"Date" => tags.date = text,
            b"Result" => {
                tags.outcome = KnownOutcome::from_ascii(text.as_bytes()).unwrap_or(KnownOutcome::Draw)
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Self::Output, Moves> {
        ControlFlow::Continue(Moves { tags, position: Chess::default(), moves: Vec::new(), broken: None })
    }

    fn san(&mut self, text: &mut Moves, san: SanPlus) -> ControlFlow<Self::Output> {
        if text.broken.is_none() {
            match san.san.to_move(&text.position) {
                Ok(mv) => {
                    text.position.play_unchecked(mv);
                    text.moves.push(mv);
                }
                Err(_) => text.broken = Some(san),
            }
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _text: &mut Moves) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, text: Moves) -> Self::Output {
        let game = Game {
            players: text.tags.players,
            date: text.tags.date,
            start: Standing::from_position(Chess::default(), CastlingMode::Standard),
            moves: text.moves,
            outcome: text.tags.outcome,
        };
        (game, text.broken)
    }
}

/// Returns the number of moves that the file has for the game of these players: all tokens except tags and the result.
#[cfg(test)]
pub(super) fn moves_written(white: &str, black: &str) -> usize {
    let text = include_str!("games.pgn");
    let heading = format!("[White \"{white}\"]\n[Black \"{black}\"]");
    let start = text.find(&heading).expect("the pairing is in the file");
    let movetext = text[start..].lines().find(|line| line.starts_with("1.")).expect("a game has moves");
    movetext.split_whitespace().count() - 1
}
