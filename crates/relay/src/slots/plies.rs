//! Plies as protocol 2 tells them: two squares and the move in SAN, and the position only where a client that knows no
//! rules could not find it.

use super::message::TableFrame;
use crate::message::MoveView;
use shakmaty::{
    CastlingMode, Chess, EnPassantMode, FromSetup, Move, Position, fen::Fen, san::SanPlus, uci::UciMove,
};
use std::sync::Arc;

/// A ply.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SentPly {
    /// UCI, a space and SAN. Castling is the king's square and the rook's. An irregular ply is written by its squares.
    pub(super) text: Arc<str>,
    left_ms: Option<u32>,
    used_ms: Option<u32>,
    pub(super) is_irregular: bool,
    is_provisional: bool,
    /// The position after the ply, if the ply is not a legal move that leads to it.
    position: Option<Arc<str>>,
}

impl SentPly {
    /// Returns a ply that was played in the position `before`, a FEN.
    fn of(before: &str, ply: &MoveView) -> SentPly {
        let legal = if ply.irregular { None } else { legal(before, ply) };
        let uci = match &legal {
            Some(mv) => UciMove::from_move(*mv, CastlingMode::Chess960).to_string(),
            None => ply.uci.clone(),
        };
        SentPly {
            text: format!("{uci} {}", ply.san).into(),
            left_ms: ply.left_ms,
            used_ms: ply.spent_ms,
            is_irregular: ply.irregular,
            is_provisional: ply.provisional,
            position: legal.is_none().then(|| ply.fen.as_str().into()),
        }
    }
}

/// Returns the plies of a game from ply `from` on, as they are sent.
pub(super) fn from(start: &str, moves: &[MoveView], from: usize) -> Vec<SentPly> {
    let befores = [start].into_iter().chain(moves.iter().map(|ply| ply.fen.as_str()));
    befores.zip(moves).skip(from).map(|(before, ply)| SentPly::of(before, ply)).collect()
}

/// Returns the legal move that the ply is; `None` if it is no legal move, or if it does not lead to its position.
fn legal(before: &str, ply: &MoveView) -> Option<Move> {
    let setup = before.parse::<Fen>().ok()?.into_setup();
    let mode = CastlingMode::detect(&setup);
    let position = Chess::from_setup(setup, mode).ok()?;
    let mv = ply.san.parse::<SanPlus>().ok()?.san.to_move(&position).ok()?;
    // Castling that names no rook would be ambiguous in Chess960, so for castling SAN decides alone.
    let is_told = mv.is_castle() || ply.uci == UciMove::from_move(mv, mode).to_string();
    let after = position.play(mv).ok()?;
    let is_reached = Fen::from_position(&after, EnPassantMode::Legal).to_string() == ply.fen;
    (is_told && is_reached).then_some(mv)
}

/// Adds the plies of a game to a frame, from ply `from` on.
pub(super) fn add<'a>(frame: &mut TableFrame<'a>, plies: &'a [SentPly], from: usize) {
    let told = plies.get(from..).unwrap_or_default();
    for (ply, number) in told.iter().zip(from..) {
        if !frame.m.is_empty() {
            frame.m.push(' ');
        }
        frame.m.push_str(&ply.text);
        frame.pv.extend(ply.is_provisional.then_some(number));
        frame.ir.extend(ply.is_irregular.then_some(number));
        frame.x.extend(ply.position.as_deref().map(|position| (number, position)));
    }
    if told.iter().any(|ply| ply.used_ms.is_some()) {
        frame.u = told.iter().map(|ply| ply.used_ms).collect();
    }
    if told.iter().any(|ply| ply.left_ms.is_some()) {
        frame.a = added(plies, from);
    }
}

/// Returns what was added to the mover's time with each ply from ply `from` on; `None` where the time left is unknown.
fn added(plies: &[SentPly], from: usize) -> Vec<Option<i64>> {
    // What was last known of each side, the sides by the parity of their plies.
    let mut before = [0, 0];
    let mut added = Vec::with_capacity(plies.len() - from);
    for (number, ply) in plies.iter().enumerate() {
        let left = ply.left_ms.map(i64::from);
        let used = i64::from(ply.used_ms.unwrap_or_default());
        if number >= from {
            added.push(left.map(|left| left + used - before[number % 2]));
        }
        before[number % 2] = left.unwrap_or(before[number % 2]);
    }
    added
}
