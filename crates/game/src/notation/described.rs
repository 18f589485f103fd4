//! A move as a text describes it, and the search for the legal move that fits.

use super::misread::{Why, Wrong};
use shakmaty::{CastlingSide, Chess, Color, File, Move, MoveList, Position, Rank, Role, Square};
use std::ops::Range;

/// The description of a move. Each range says which bytes of the text hold that part of the description.
#[derive(Debug, Clone)]
pub(super) enum Described {
    /// The move is castling.
    Castling(CastlingSide, Range<usize>),
    /// The move takes a piece to a square.
    Going(Going),
}

/// A piece that goes to a square.
#[derive(Debug, Clone)]
pub(super) struct Going {
    /// The kind of piece, or `None` if only its square is given.
    pub(super) role: Option<Role>,
    /// The file from which the piece comes, if given.
    pub(super) file: Option<File>,
    /// The rank from which the piece comes, if given.
    pub(super) rank: Option<Rank>,
    /// The square to which the piece goes.
    pub(super) to: Square,
    /// The piece that a pawn becomes, if given.
    pub(super) promotion: Option<(Role, Range<usize>)>,
    /// The sign of capture, if there is one.
    pub(super) capture: Option<Range<usize>>,
    /// The words for en passant, if there are any.
    pub(super) en_passant: Option<Range<usize>>,
    /// The range of the whole description.
    pub(super) at: Range<usize>,
}

impl Described {
    /// Finds the legal move that fits the description. `Err` if no legal move or more than one fits.
    pub(super) fn find(&self, position: &Chess) -> Result<Move, Wrong> {
        match self {
            Described::Castling(side, at) => {
                let legal = position.legal_moves();
                let castles: Vec<Move> =
                    legal.iter().copied().filter(|mv| mv.castling_side().is_some()).collect();
                let found = castles.iter().find(|mv| mv.castling_side() == Some(*side));
                found.copied().ok_or_else(|| {
                    let what = if castles.is_empty() {
                        "a legal move: castling is not possible here"
                    } else {
                        "castling to the other side"
                    };
                    Wrong::new(at.clone(), Why::Illegal, what).naming(castles)
                })
            }
            Described::Going(going) => going.find(position),
        }
    }
}

impl Going {
    fn find(&self, position: &Chess) -> Result<Move, Wrong> {
        let legal = position.legal_moves();
        let fits: Vec<Move> = legal.iter().copied().filter(|mv| self.fits(*mv)).collect();
        let meant: Vec<Move> = match &self.promotion {
            Some((role, _)) => fits.iter().copied().filter(|mv| mv.promotion() == Some(*role)).collect(),
            None => fits.clone(),
        };
        match (meant.as_slice(), &self.promotion) {
            ([mv], None) if mv.promotion().is_none() => self.agree(*mv),
            ([mv], Some(_)) => self.agree(*mv),
            ([], Some((_, at))) if !fits.is_empty() => {
                Err(Wrong::new(at.clone(), Why::Illegal, "no new piece: this move is no promotion"))
            }
            ([], _) => Err(self.illegal(position, &legal)),
            (several, None) if several.iter().all(|mv| mv.promotion().is_some()) && is_one_pawn(several) => {
                let after = self.at.end..self.at.end;
                Err(Wrong::new(after, Why::PromotionMissing, "the piece the pawn becomes").naming(meant))
            }
            _ => Err(Wrong::new(self.at.clone(), Why::Ambiguous, "which one is meant").naming(meant)),
        }
    }

    fn fits(&self, mv: Move) -> bool {
        let from = mv.from();
        mv.castling_side().is_none()
            && mv.to() == self.to
            && self.role.is_none_or(|role| role == mv.role())
            && self.file.is_none_or(|file| from.is_some_and(|from| from.file() == file))
            && self.rank.is_none_or(|rank| from.is_some_and(|from| from.rank() == rank))
    }

    /// Checks that the move is a capture, or en passant, if the text says so, and returns it. A missing sign is no
    /// error (RU20 17.8).
    fn agree(&self, mv: Move) -> Result<Move, Wrong> {
        if let Some(at) = self.capture.clone().filter(|_| !mv.is_capture()) {
            return Err(Wrong::new(at, Why::NotSo, format!("no capture: {} is empty", self.to)));
        }
        if let Some(at) = self.en_passant.clone().filter(|_| !mv.is_en_passant()) {
            return Err(Wrong::new(at, Why::NotSo, "nothing: this capture is not en passant"));
        }
        Ok(mv)
    }

    fn illegal(&self, position: &Chess, legal: &MoveList) -> Wrong {
        let same_piece = |mv: &&Move| Some(mv.role()) == self.role && mv.castling_side().is_none();
        let same_target = |mv: &&Move| mv.to() == self.to && mv.castling_side().is_none();
        let near: Vec<Move> = legal.iter().filter(same_piece).copied().collect();
        let side = position.turn().fold_wb("White", "Black");
        let what = self.role.map_or("piece", name);
        if !near.is_empty() {
            return Wrong::new(self.at.clone(), Why::Illegal, format!("a legal move of {side}'s {what}"))
                .naming(near);
        }
        let near: Vec<Move> = legal.iter().filter(same_target).copied().collect();
        let expected = if near.is_empty() {
            format!("a legal move of {side}: no {what} of {side} has one")
        } else {
            format!("a legal move to {}", self.to)
        };
        Wrong::new(self.at.clone(), Why::Illegal, expected).naming(near)
    }
}

/// Returns the squares that the king leaves and reaches in castling, also in Chess960; `None` if the move is not
/// castling.
pub(super) fn king_squares(mv: Move, color: Color) -> Option<(Square, Square)> {
    Some((mv.from()?, mv.castling_side()?.king_to(color)))
}

fn is_one_pawn(moves: &[Move]) -> bool {
    moves.windows(2).all(|pair| pair[0].from() == pair[1].from())
}

fn name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}
