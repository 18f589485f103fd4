//! The numbers of correspondence play (RU20 article 58): file and rank of both squares, and a fifth digit for a
//! promotion.
//!
//! Castling is written as the move of the king. In Chess960 four digits can mean both castling and a step of the king.
//! Such a text is refused as ambiguous.

use super::{
    Marked,
    cursor::Cursor,
    described::king_squares,
    misread::{Why, Wrong},
};
use shakmaty::{Chess, Move, Position, Role, Square};

/// Writes the digits of a move.
pub(super) fn write(position: &Chess, mv: Move) -> String {
    let (from, to) =
        king_squares(mv, position.turn()).unwrap_or_else(|| (mv.from().unwrap_or(mv.to()), mv.to()));
    let digits = |square: Square| {
        let digit = |index: u32| char::from_digit(index + 1, 10).expect("a board has eight files and ranks");
        [digit(u32::from(square.file())), digit(u32::from(square.rank()))]
    };
    digits(from).into_iter().chain(digits(to)).chain(mv.promotion().and_then(promotion_digit)).collect()
}

/// Reads the digits of a move.
pub(super) fn read(position: &Chess, text: &str) -> Result<Marked, Wrong> {
    let mut cursor = Cursor::new(text);
    let from = cursor.at();
    for _ in 0..4 {
        let digit = |next: char| matches!(next, '1'..='8').then_some(());
        if cursor.take(digit).is_none() {
            return Err(cursor.expected("a digit from 1 to 8: file, rank, file, rank"));
        }
    }
    let squares = cursor.at();
    let promoted = cursor.take(|next| matches!(next, '1'..='4').then_some(())).is_some();
    if !cursor.rest().is_empty() {
        return Err(cursor.expected(if promoted {
            "nothing after the fifth digit"
        } else {
            "nothing, or 1 to 4 for a new piece"
        }));
    }
    let legal = position.legal_moves();
    let meant = |digits: &str| -> Vec<Move> {
        legal.iter().copied().filter(|mv| write(position, *mv) == digits).collect()
    };
    let found = meant(text);
    if let [mv] = found[..] {
        return Ok(Marked { mv, draw_offer: false });
    }
    if !found.is_empty() {
        return Err(Wrong::new(from..squares, Why::Ambiguous, "castling or a step of the king, in words"));
    }
    let promotions: Vec<Move> = if promoted {
        Vec::new()
    } else {
        ["1", "2", "3", "4"].iter().flat_map(|digit| meant(&format!("{text}{digit}"))).collect()
    };
    if !promotions.is_empty() {
        let expected = "the piece the pawn becomes";
        return Err(Wrong::new(squares..squares, Why::PromotionMissing, expected).naming(promotions));
    }
    let near: Vec<Move> = legal.iter().copied().filter(|mv| write(position, *mv)[..2] == text[..2]).collect();
    let expected = if near.is_empty() {
        "a legal move: no piece on that square has one"
    } else {
        "a legal move from that square"
    };
    Err(Wrong::new(from..cursor.at(), Why::Illegal, expected).naming(near))
}

/// Returns the digit of a new piece (RU20 58.3).
fn promotion_digit(role: Role) -> Option<char> {
    match role {
        Role::Queen => Some('1'),
        Role::Rook => Some('2'),
        Role::Bishop => Some('3'),
        Role::Knight => Some('4'),
        Role::King | Role::Pawn => None,
    }
}
