//! Reads the embedded games.

use super::Game;
use game::{Player, Standing};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{ByColor, CastlingMode, Chess, KnownOutcome, Move, Position};
use std::ops::ControlFlow;

/// The games of a PGN text. A game stops at the first move that cannot be played: a test sees to it that none does.
pub(super) fn parse(text: &str) -> Vec<Game> {
    let mut reader = Reader::new(text.as_bytes());
    let mut collector = Collector;
    let mut games = Vec::new();
    while let Ok(Some(game)) = reader.read_game(&mut collector) {
        games.push(game);
    }
    games
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
    broken: bool,
}

impl Visitor for Collector {
    type Tags = Tags;
    type Movetext = Moves;
    type Output = Game;

    fn begin_tags(&mut self) -> ControlFlow<Game, Tags> {
        ControlFlow::Continue(Tags {
            players: ByColor::default(),
            date: String::new(),
            outcome: KnownOutcome::Draw,
        })
    }

    fn tag(&mut self, tags: &mut Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Game> {
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

    fn begin_movetext(&mut self, tags: Tags) -> ControlFlow<Game, Moves> {
        ControlFlow::Continue(Moves { tags, position: Chess::default(), moves: Vec::new(), broken: false })
    }

    fn san(&mut self, text: &mut Moves, san: SanPlus) -> ControlFlow<Game> {
        match san.san.to_move(&text.position) {
            Ok(mv) if !text.broken => {
                text.position.play_unchecked(mv);
                text.moves.push(mv);
            }
            Ok(_) | Err(_) => text.broken = true,
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, _text: &mut Moves) -> ControlFlow<Game, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn end_game(&mut self, text: Moves) -> Game {
        Game {
            players: text.tags.players,
            date: text.tags.date,
            start: Standing::from_position(Chess::default(), CastlingMode::Standard),
            moves: text.moves,
            outcome: text.tags.outcome,
        }
    }
}

/// How many moves the file writes for this pairing: every token that is neither a tag nor the result.
#[cfg(test)]
pub(super) fn moves_written(white: &str, black: &str) -> usize {
    let text = include_str!("games.pgn");
    let heading = format!("[White \"{white}\"]\n[Black \"{black}\"]");
    let start = text.find(&heading).expect("the pairing is in the file");
    let movetext = text[start..].lines().find(|line| line.starts_with("1.")).expect("a game has moves");
    movetext.split_whitespace().count() - 1
}
