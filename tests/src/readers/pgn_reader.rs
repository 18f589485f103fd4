//! Games as the crate pgn-reader reads them.

use ::pgn_reader::{Outcome, RawComment, RawTag, Reader, SanPlus, Skip, Visitor};
use serde_json::{Map, Value, json};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, PositionError, fen::Fen};
use std::ops::ControlFlow;

/// Returns the games of a text.
pub(super) fn games(text: &str) -> Vec<Value> {
    let mut reader = Reader::new(text.as_bytes());
    let mut games = Vec::new();
    while let Some(game) = reader.read_game(&mut Games).expect("a text in memory") {
        games.push(game);
    }
    games
}

struct Games;

struct Moves {
    tags: Map<String, Value>,
    start: String,
    position: Chess,
    plies: Vec<Value>,
    result: String,
    error: Option<String>,
}

fn place(position: &Chess) -> String {
    let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
    fen.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

/// Returns a time of a comment in seconds.
fn seconds(comment: &str, name: &str) -> Value {
    let of = || {
        let rest = comment.split_once(&format!("[%{name} "))?.1;
        let parts: Option<Vec<u32>> =
            rest.split_once(']')?.0.split(':').map(|part| part.parse().ok()).collect();
        Some(parts?.into_iter().fold(0, |sum, part| sum * 60 + part))
    };
    json!(of())
}

impl Visitor for Games {
    type Tags = Map<String, Value>;
    type Movetext = Moves;
    type Output = Value;

    fn begin_tags(&mut self) -> ControlFlow<Value, Self::Tags> {
        ControlFlow::Continue(Map::new())
    }

    fn tag(&mut self, tags: &mut Self::Tags, name: &[u8], value: RawTag<'_>) -> ControlFlow<Value> {
        tags.insert(String::from_utf8_lossy(name).into_owned(), value.decode_utf8_lossy().into());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Value, Moves> {
        let fen = tags.get("FEN").and_then(Value::as_str);
        let position = match fen.map(str::parse::<Fen>) {
            None => Chess::default(),
            Some(Ok(fen)) => {
                let mode = CastlingMode::detect(fen.as_setup());
                // After an illegal move that stands there may be pieces that no game could bring there.
                let position = fen.into_position(mode).or_else(PositionError::ignore_too_much_material);
                match position {
                    Ok(position) => position,
                    Err(error) => return ControlFlow::Break(json!({"error": error.to_string()})),
                }
            }
            Some(Err(error)) => return ControlFlow::Break(json!({"error": error.to_string()})),
        };
        let (start, plies) = (place(&position), Vec::new());
        ControlFlow::Continue(Moves { tags, start, position, plies, result: String::new(), error: None })
    }

    fn begin_variation(&mut self, _: &mut Moves) -> ControlFlow<Value, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(&mut self, moves: &mut Moves, san: SanPlus) -> ControlFlow<Value> {
        match san.san.to_move(&moves.position) {
            Ok(mv) => {
                moves.position.play_unchecked(mv);
                moves.plies.push(json!([san.to_string(), place(&moves.position), null, null]));
            }
            Err(error) => moves.error = Some(format!("{san}: {error}")),
        }
        ControlFlow::Continue(())
    }

    fn comment(&mut self, moves: &mut Moves, comment: RawComment<'_>) -> ControlFlow<Value> {
        let comment = String::from_utf8_lossy(comment.as_bytes());
        if let Some(ply) = moves.plies.last_mut() {
            (ply[2], ply[3]) = (seconds(&comment, "clk"), seconds(&comment, "emt"));
        }
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, moves: &mut Moves, outcome: Outcome) -> ControlFlow<Value> {
        moves.result = outcome.to_string();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, moves: Moves) -> Value {
        let Moves { tags, start, plies, result, error, .. } = moves;
        match error {
            Some(error) => json!({"error": error}),
            None => json!({"tags": tags, "start": start, "plies": plies, "result": result}),
        }
    }
}
