//! The kinds of illegal moves. The arbiter can tell a player by them why a move is illegal.

use crate::{
    Form, RuleId, Value,
    profile::parameters::UnreplacedPawn,
    seen::scene::{Scene, legal_moves},
};
use board::Contents;
use game::{Irregular, Standing};
use shakmaty::{CastlingSide, Color, Piece, Position, Rank, Role, Square, attacks};

/// The kind of an illegal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// Castling that was not allowed: king and rook stand as after castling.
    Castling { side: CastlingSide },
    /// Castling without the rook: the king stands as after castling, the rook on its home square.
    RookMissing { side: CastlingSide },
    /// A promotion without an exchange: a pawn stands on its last rank.
    Pawn { on: Square, by: Color },
    /// A promotion without removing the pawn: the new piece stands on the last rank, and the pawn still on its previous
    /// square.
    PawnLeft { from: Square, to: Square },
    /// A king that was taken off the board.
    KingCaptured { at: Square },
    /// An en-passant capture after which the captured pawn is still on the board.
    CaptureNotDone { from: Square, to: Square },
    /// An en-passant capture one move too late, or of a pawn that did not advance two squares.
    EnPassantExpired { from: Square, to: Square },
    /// A move after which the player's own king is attacked.
    KingInCheck { from: Square, to: Square },
    /// A move that such a piece can never make, whatever the position.
    Geometry { from: Square, to: Square },
    /// Any other illegal move: the change on the board is not the move of a single piece.
    Other,
}

const CASTLING: Form =
    Form {
        en: "castling that is not allowed", pl: "niedozwolona roszada", ru: "недопустимая рокировка"
    };
const ROOK_MISSING: Form = Form {
    en: "the king stands on {0} as in castling, the rook was not moved",
    pl: "król stoi na {0} jak po roszadzie, wieżą nie ruszono",
    ru: "король стоит на {0} как при рокировке, ладья не переставлена",
};
const PAWN: Form = Form {
    en: "the pawn on {0} was not exchanged for a piece",
    pl: "piona na {0} nie zamieniono na figurę",
    ru: "пешка на {0} не заменена фигурой",
};
const PAWN_LEFT: Form = Form {
    en: "a new piece was put on {1} and the pawn on {0} was not removed, so no move was made",
    pl: "na {1} postawiono nową figurę, a piona z {0} nie zdjęto, więc posunięcia nie wykonano",
    ru: "на {1} поставлена новая фигура, а пешка с {0} не снята, поэтому ход не сделан",
};
const KING: Form =
    Form {
        en: "the king on {0} was captured", pl: "zabito króla na {0}", ru: "взят король на {0}"
    };
const NOT_DONE: Form = Form {
    en: "{0} to {1} without removing the captured pawn",
    pl: "{0}–{1} bez zdjęcia zabitego piona",
    ru: "{0}–{1} без снятия взятой пешки",
};
const EXPIRED: Form = Form {
    en: "{0} to {1}, en passant when it was not allowed",
    pl: "{0}–{1}, bicie w przelocie, gdy było niedozwolone",
    ru: "{0}–{1}, взятие на проходе, когда оно недопустимо",
};
const IN_CHECK: Form = Form {
    en: "{0} to {1} leaves the own king in check",
    pl: "{0}–{1} pozostawia własnego króla pod szachem",
    ru: "{0}–{1} оставляет своего короля под шахом",
};
const GEOMETRY: Form = Form {
    en: "{0} to {1} is no move of that piece",
    pl: "{0}–{1} nie jest posunięciem tej bierki",
    ru: "{0}–{1} — так эта фигура не ходит",
};
const OTHER: Form = Form {
    en: "no single move explains the position",
    pl: "pozycji nie wyjaśnia żadne pojedyncze posunięcie",
    ru: "позиция не объясняется одним ходом",
};

impl Shape {
    pub(super) fn of(before: &Standing, irregular: &Irregular) -> Shape {
        let by = irregular.by;
        let (Some(from), Some(to)) = irregular.played.squares() else { return Shape::Other };
        let Some(piece) = before.board().piece_at(from) else { return Shape::Other };
        if let Some(at) = before.board().king_of(!by).filter(|&king| king == to) {
            return Shape::KingCaptured { at };
        }
        if let Some(shape) = castling(before, irregular, piece, from, to) {
            return shape;
        }
        let last = by.fold_wb(Rank::Eighth, Rank::First);
        let reads = irregular.seen.at(to);
        if piece.role == Role::Pawn && to.rank() == last && irregular.seen.at(from).is_occupied() {
            return Shape::PawnLeft { from, to };
        }
        // A board that senses only occupancy cannot tell a pawn from the queen it became. A move that no exchange makes legal
        // is illegal for another reason.
        let is_legal = legal_moves(before).iter().any(|mv| mv.from() == Some(from) && mv.to() == to);
        let is_pawn = piece.role == Role::Pawn && reads == Contents::Piece(by.pawn());
        if is_pawn && to.rank() == last && is_legal {
            return Shape::Pawn { on: to, by };
        }
        if let Some(shape) = en_passant(before, irregular, piece, from, to) {
            return shape;
        }
        if is_its_move(before, piece, from, to) {
            Shape::KingInCheck { from, to }
        } else {
            Shape::Geometry { from, to }
        }
    }

    /// Returns the rule that covers this kind of illegal move.
    pub(super) fn rule(&self) -> RuleId {
        match self {
            Shape::Castling { .. } => RuleId::CastlingIllegal,
            Shape::RookMissing { .. } => RuleId::CastlingRookMissing,
            Shape::Pawn { .. } => RuleId::PromotionNotReplaced,
            Shape::PawnLeft { .. } => RuleId::PromotionPawnLeft,
            Shape::KingCaptured { .. } => RuleId::KingCaptured,
            Shape::CaptureNotDone { .. }
            | Shape::EnPassantExpired { .. }
            | Shape::KingInCheck { .. }
            | Shape::Geometry { .. }
            | Shape::Other => RuleId::IllegalMoveCompleted,
        }
    }

    /// Returns the side to which the player castled; `None` if the move was no castling.
    pub(super) fn castling_side(&self) -> Option<CastlingSide> {
        match *self {
            Shape::Castling { side } | Shape::RookMissing { side } => Some(side),
            Shape::Pawn { .. }
            | Shape::PawnLeft { .. }
            | Shape::KingCaptured { .. }
            | Shape::CaptureNotDone { .. }
            | Shape::EnPassantExpired { .. }
            | Shape::KingInCheck { .. }
            | Shape::Geometry { .. }
            | Shape::Other => None,
        }
    }

    /// Returns the square of a pawn that becomes a queen, and the queen; `None` if the edition does not provide for
    /// that.
    pub(super) fn place(&self, scene: &Scene) -> Option<(Square, Piece)> {
        match (self, scene.parameters.unreplaced_pawn.value) {
            (Shape::Pawn { on, by }, UnreplacedPawn::Queen) => Some((*on, by.queen())),
            _ => None,
        }
    }

    /// Returns the kind as words that can be inserted into a sentence.
    pub(super) fn value(&self) -> Value {
        let squares = |from: Square, to: Square| [Value::Squares(vec![from]), Value::Squares(vec![to])];
        Value::Phrase(Box::new(match *self {
            Shape::Castling { .. } => CASTLING.plain(),
            Shape::RookMissing { side } => ROOK_MISSING.with([Value::Words(format!("{}", side_file(side)))]),
            Shape::Pawn { on, .. } => PAWN.with([Value::Squares(vec![on])]),
            Shape::PawnLeft { from, to } => PAWN_LEFT.with(squares(from, to)),
            Shape::KingCaptured { at } => KING.with([Value::Squares(vec![at])]),
            Shape::CaptureNotDone { from, to } => NOT_DONE.with(squares(from, to)),
            Shape::EnPassantExpired { from, to } => EXPIRED.with(squares(from, to)),
            Shape::KingInCheck { from, to } => IN_CHECK.with(squares(from, to)),
            Shape::Geometry { from, to } => GEOMETRY.with(squares(from, to)),
            Shape::Other => OTHER.plain(),
        }))
    }
}

fn side_file(side: CastlingSide) -> char {
    if side == CastlingSide::KingSide { 'g' } else { 'c' }
}

/// Returns the kind of illegal castling; `None` if the king does not stand where castling would put it.
fn castling(
    before: &Standing,
    irregular: &Irregular,
    piece: Piece,
    from: Square,
    to: Square,
) -> Option<Shape> {
    if piece.role != Role::King || from.rank() != to.rank() || from.distance(to) < 2 {
        return None;
    }
    let side = if to > from { CastlingSide::KingSide } else { CastlingSide::QueenSide };
    if to != side.king_to(piece.color) {
        return None;
    }
    let rook = piece.color.rook();
    let rook_to = side.rook_to(piece.color);
    let arrived = match irregular.seen.at(rook_to) {
        Contents::Piece(there) => there == rook,
        Contents::Occupied => true,
        Contents::Empty => false,
    };
    let was_there = before.board().piece_at(rook_to).is_some();
    Some(if arrived && !was_there { Shape::Castling { side } } else { Shape::RookMissing { side } })
}

/// Returns the kind of illegal en-passant capture; `None` unless a pawn moved diagonally onto an empty square.
fn en_passant(
    before: &Standing,
    irregular: &Irregular,
    piece: Piece,
    from: Square,
    to: Square,
) -> Option<Shape> {
    let aside = attacks::pawn_attacks(piece.color, from).contains(to);
    if piece.role != Role::Pawn || !aside || before.board().piece_at(to).is_some() {
        return None;
    }
    let victim = Square::from_coords(to.file(), from.rank());
    let enemy = before.board().piece_at(victim) == Some(Piece { color: !piece.color, role: Role::Pawn });
    let gone = irregular.seen.at(victim) == Contents::Empty;
    let allowed = before.position().and_then(|position| position.legal_ep_square()) == Some(to);
    match (enemy, gone, allowed) {
        (true, false, true) => Some(Shape::CaptureNotDone { from, to }),
        (true, _, _) => Some(Shape::EnPassantExpired { from, to }),
        (false, _, _) => None,
    }
}

/// Returns whether the piece can move in this way, apart from the question of check.
fn is_its_move(before: &Standing, piece: Piece, from: Square, to: Square) -> bool {
    let board = before.board();
    if board.color_at(to) == Some(piece.color) {
        return false;
    }
    if piece.role != Role::Pawn {
        return board.attacks_from(from).contains(to);
    }
    if board.piece_at(to).is_some() {
        return attacks::pawn_attacks(piece.color, from).contains(to);
    }
    let ahead = |square: Square| square.offset(piece.color.fold_wb(8, -8));
    let first = ahead(from).filter(|&square| board.piece_at(square).is_none());
    let home = piece.color.fold_wb(Rank::Second, Rank::Seventh);
    let second = first.filter(|_| from.rank() == home).and_then(ahead);
    first == Some(to) || second == Some(to)
}
