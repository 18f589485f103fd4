//! PGN as Lichess reads it: games are split at an empty line before a tag, tags have names of letters alone, moves are legal.

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use shakmaty::{CastlingMode, Chess, Position, fen::Fen};
use std::{collections::BTreeMap, ops::ControlFlow};

/// A game as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sent {
    pub(crate) tags: BTreeMap<String, String>,
    /// The moves in SAN.
    pub(crate) moves: Vec<String>,
}

type Wrong = (BTreeMap<String, String>, String);

/// Splits a text into games.
pub(crate) fn split(text: &str) -> Vec<String> {
    let text = text.replace('\r', "");
    let mut games = vec![String::new()];
    let mut is_after_blank = false;
    for line in text.trim().lines() {
        if is_after_blank && line.starts_with('[') {
            games.push(String::new());
        }
        is_after_blank = line.trim().is_empty();
        let game = games.last_mut().expect("one at least");
        game.push_str(line);
        game.push('\n');
    }
    games
}

/// Reads one game.
pub(crate) fn read(text: &str) -> Result<Sent, Wrong> {
    let mut game = Game::default();
    for line in text.lines().take_while(|line| line.starts_with('[')) {
        let name = line[1..].split(' ').next().unwrap_or_default();
        if name.is_empty() || !name.bytes().all(|letter| letter.is_ascii_alphabetic()) {
            return Err((BTreeMap::new(), format!("Cannot parse tag {name}")));
        }
    }
    let read = Reader::new(text.as_bytes()).read_game(&mut game);
    match (read, game.wrong) {
        (Ok(Some(())), None) => Ok(Sent { tags: game.tags, moves: game.moves }),
        (_, Some(why)) => Err((game.tags, why)),
        (Ok(None), _) => Err((game.tags, "No game".to_owned())),
        (Err(error), _) => Err((game.tags, error.to_string())),
    }
}

#[derive(Default)]
struct Game {
    tags: BTreeMap<String, String>,
    moves: Vec<String>,
    wrong: Option<String>,
}

impl Visitor for Game {
    type Tags = Chess;
    type Movetext = Chess;
    type Output = ();

    fn begin_tags(&mut self) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(Chess::default())
    }

    fn tag(&mut self, start: &mut Chess, name: &[u8], value: RawTag<'_>) -> ControlFlow<()> {
        let name = String::from_utf8_lossy(name).into_owned();
        let value = value.decode_utf8_lossy().into_owned();
        if name == "FEN" {
            let fen = value.parse::<Fen>().ok();
            match fen.and_then(|fen| fen.into_position(CastlingMode::Chess960).ok()) {
                Some(position) => *start = position,
                None => self.wrong = Some("Invalid FEN".to_owned()),
            }
        }
        self.tags.insert(name, value);
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, start: Chess) -> ControlFlow<(), Chess> {
        ControlFlow::Continue(start)
    }

    fn begin_variation(&mut self, _: &mut Chess) -> ControlFlow<(), Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, position: &mut Chess, san: SanPlus) -> ControlFlow<()> {
        match san.san.to_move(position) {
            Ok(mv) => {
                position.play_unchecked(mv);
                self.moves.push(san.to_string());
            }
            Err(_) => {
                self.wrong
                    .get_or_insert_with(|| format!("Cannot play {san} at ply {}", self.moves.len() + 1));
            }
        }
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, _: Chess) {}
}
