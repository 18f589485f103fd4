//! What hands did in one turn: the pieces that were lifted, in which order, the squares where they rested, and when
//! they were put back.
//!
//! Lifts and rests are read from the trail between the opponent's last move and the completion of the player's own
//! move. If the board cannot tell pieces apart, a lifted piece is taken to be the piece that stood on the square, and a
//! piece put down is taken to be the piece that was lifted last.

use crate::seen::{scene::Scene, trail::Running};
use board::{Contents, Millis, Time, Timing};
use game::{Played, PlyNo};
use shakmaty::{Bitboard, Board, CastlingSide, Color, Move, Piece, Square};
use std::cmp::Ordering;

/// Everything that hands did in one turn.
#[derive(Debug, Clone)]
pub(crate) struct Hands {
    /// The lifts, in order.
    pub(crate) lifts: Vec<Lift>,
    /// The rests on squares where the piece did not stand at the start of the turn, in order.
    pub(crate) rests: Vec<Rest>,
}

/// The lift of a piece.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lift {
    pub(crate) t_ms: Millis,
    pub(crate) square: Square,
    pub(crate) piece: Piece,
    /// The instant at which the piece was put back on its square; `None` if it was not put back.
    pub(crate) back_ms: Option<Millis>,
    /// The side whose clock was running during the lift.
    pub(crate) time: Running,
}

/// The rest of a piece on a square where it did not stand at the start of the turn.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rest {
    pub(crate) square: Square,
    /// The piece; `None` if it is unknown.
    pub(crate) piece: Option<Piece>,
    pub(crate) from_ms: Millis,
    /// The instant at which the piece left the square; `None` if it stayed.
    pub(crate) until_ms: Option<Millis>,
}

/// The shortest time off the board that counts as a lift by a hand, in milliseconds. A shorter one is a brushed piece
/// or a flickering square.
pub(crate) const BRUSH_MS: Millis = 200;

impl Hands {
    /// Returns what hands did in the turn in which a ply was played.
    pub(crate) fn of(scene: &Scene, ply: PlyNo) -> Hands {
        let until = match scene.score.plies.get(ply.index()) {
            Some(played) => scene.score.press_ms(ply.index()).unwrap_or(played.made_ms).max(played.made_ms),
            None => scene.t_ms,
        };
        Hands::between(scene, scene.before(ply).board(), scene.turn_began_ms(ply), until)
    }

    /// Returns what hands did since the last ply was made.
    pub(crate) fn now(scene: &Scene) -> Hands {
        Hands::of(scene, scene.next_ply())
    }

    fn between(scene: &Scene, before: &Board, since: Millis, until: Millis) -> Hands {
        let mut board = before.clone();
        let mut held: Vec<Piece> = Vec::new();
        let mut hands = Hands { lifts: Vec::new(), rests: Vec::new() };
        let since = since.max(scene.trail.blind_until_ms());
        for change in scene.trail.changes(since, until) {
            let square = change.square;
            if change.was != Contents::Empty {
                let piece = known(change.was).or_else(|| board.piece_at(square));
                board.discard_piece_at(square);
                hands.left(before, square, piece, change.t_ms, scene);
                held.extend(piece);
            }
            if change.now != Contents::Empty {
                let piece = known(change.now).or_else(|| {
                    let home = before.piece_at(square).filter(|piece| held.contains(piece));
                    home.or_else(|| held.last().copied())
                });
                if let Some(piece) = piece {
                    board.set_piece_at(square, piece);
                    if let Some(index) = held.iter().rposition(|held| *held == piece) {
                        held.remove(index);
                    }
                }
                hands.arrived(before, square, piece, change.t_ms);
            }
        }
        hands
    }

    fn left(&mut self, before: &Board, square: Square, piece: Option<Piece>, t_ms: Millis, scene: &Scene) {
        let resting =
            self.rests.iter_mut().rev().find(|rest| rest.square == square && rest.until_ms.is_none());
        if let Some(rest) = resting {
            rest.until_ms = Some(t_ms);
            return;
        }
        if let Some(piece) = piece.filter(|piece| before.piece_at(square) == Some(*piece)) {
            let time = scene.time_at(t_ms);
            self.lifts.push(Lift { t_ms, square, piece, back_ms: None, time });
        }
    }

    fn arrived(&mut self, before: &Board, square: Square, piece: Option<Piece>, t_ms: Millis) {
        if before.piece_at(square).is_some() && before.piece_at(square) == piece {
            if let Some(lift) = self.lifts.iter_mut().rev().find(|lift| lift.square == square) {
                lift.back_ms = Some(t_ms);
            }
            return;
        }
        self.rests.push(Rest { square, piece, from_ms: t_ms, until_ms: None });
    }

    /// Returns the pieces of a colour that were lifted and put back on their squares, each piece once. Brushed pieces
    /// and the squares in `apart_from` are left out.
    pub(crate) fn returned(&self, color: Color, apart_from: Bitboard) -> Vec<Lift> {
        let mut found: Vec<Lift> = Vec::new();
        for lift in self.lifts.iter().filter(|lift| lift.piece.color == color) {
            let held = lift.back_ms.is_some_and(|back| back >= lift.t_ms + BRUSH_MS);
            let known = found.iter().any(|known| known.square == lift.square);
            if held && !known && !apart_from.contains(lift.square) {
                found.push(*lift);
            }
        }
        found
    }

    /// Returns what hands did apart from the pieces that were away from their squares at an instant.
    pub(crate) fn apart_from(&self, at_ms: Millis) -> Hands {
        let is_apart =
            |from: Millis, until: Option<Millis>| from > at_ms || until.is_some_and(|until| until <= at_ms);
        Hands {
            lifts: self.lifts.iter().filter(|lift| is_apart(lift.t_ms, lift.back_ms)).copied().collect(),
            rests: self.rests.iter().filter(|rest| is_apart(rest.from_ms, rest.until_ms)).copied().collect(),
        }
    }

    /// Returns the first lift from a square; `None` if there is none.
    pub(crate) fn lift_of(&self, square: Square) -> Option<&Lift> {
        self.lifts.iter().find(|lift| lift.square == square)
    }
}

impl Lift {
    /// Returns whether this lift certainly came before the other one: the time between the two is longer than the
    /// board's error.
    pub(crate) fn is_before(&self, other: &Lift, timing: Timing) -> bool {
        timing.of_square(self.t_ms).order(timing.of_square(other.t_ms)) == Some(Ordering::Less)
    }
}

impl Rest {
    /// Returns the length of the rest in milliseconds; `None` if the piece still rests.
    pub(crate) fn lasted_ms(&self) -> Option<Millis> {
        self.until_ms.map(|until| until - self.from_ms)
    }

    /// Returns the length of the rest with its error; `None` if the piece still rests.
    pub(crate) fn lasted(&self, timing: Timing) -> Option<Time> {
        self.until_ms.map(|until_ms| timing.of_square(until_ms).since(timing.of_square(self.from_ms)))
    }
}

fn known(contents: Contents) -> Option<Piece> {
    match contents {
        Contents::Piece(piece) => Some(piece),
        Contents::Empty | Contents::Occupied => None,
    }
}

/// Returns the squares that a ply changes.
pub(crate) fn squares_of(played: &Played, by: Color) -> Bitboard {
    let Some(mv) = played.legal() else {
        let (from, to) = played.squares();
        return from.into_iter().chain(to).collect();
    };
    let mut squares = Bitboard::from(mv.to());
    squares.extend(mv.from());
    match mv {
        Move::EnPassant { from, to } => squares.add(Square::from_coords(to.file(), from.rank())),
        Move::Castle { king, rook } => {
            let side = if rook > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
            squares.add(side.king_to(by));
            squares.add(side.rook_to(by));
        }
        Move::Normal { .. } | Move::Put { .. } => {}
    }
    squares
}
