//! Algebraic notation, short and long, in the letters of each language (annex C of PL09, article 17 of RU20).
//!
//! ```text
//! move   = castling | [ piece ] [ file ] [ rank ] [ sign ] file rank [ promotion ]     then marks
//! sign   = "x" "х" ":" "×" for a capture, or "-"
//! promotion = letter | "=" letter | "/" letter | "(" letter ")"
//! marks  = "e.p." "+" "++" "#" "X" (mate, at the end) "!" "?" "=" "(=)" (a draw is offered)
//! ```
//! The square of origin may be given more precisely than necessary. A capital letter is read as a file if reading it as
//! a piece gives no move.

use super::{
    Letters, Marked,
    cursor::Cursor,
    described::{Described, Going},
    letters,
    misread::{Why, Wrong},
};
use shakmaty::{
    CastlingSide, Chess, Color, File, Move, Position, Rank, Role, Square,
    san::{San, SanPlus},
};
use std::ops::Range;

const DASHES: [char; 6] = ['-', '\u{2010}', '\u{2011}', '\u{2013}', '\u{2014}', '\u{2212}'];
const CAPTURES: [char; 6] = ['x', 'X', 'х', 'Х', ':', '×'];
const ZEROES: [char; 6] = ['0', 'O', 'o', 'О', 'о', '\u{2070}'];
/// The abbreviations of en passant, in Latin letters. Look-alike letters are converted before the comparison.
const EN_PASSANT: [&str; 3] = ["e.p.", "e.p", "ep"];
const WANTED: &str = "a piece, a file from a to h, or 0-0";

/// Writes the move in short form, with the square of origin only as far as it is needed.
pub(super) fn short(letters: Letters, position: &Chess, mv: Move) -> String {
    write(letters, position, mv, &SanPlus::from_move(position.clone(), mv).san)
}

/// Writes the move with its square of origin.
pub(super) fn long(letters: Letters, position: &Chess, mv: Move) -> String {
    let whole = match (San::from_move(position, mv), mv.from()) {
        (San::Normal { role, capture, to, promotion, .. }, Some(from)) => {
            let (file, rank) = (Some(from.file()), Some(from.rank()));
            San::Normal { role, file, rank, capture, to, promotion }
        }
        (castling, _) => castling,
    };
    write(letters, position, mv, &whole)
}

fn write(letters: Letters, position: &Chess, mv: Move, san: &San) -> String {
    let color = position.turn();
    let mut out = match *san {
        San::Castle(CastlingSide::KingSide) => "0-0".to_owned(),
        San::Castle(CastlingSide::QueenSide) => "0-0-0".to_owned(),
        San::Normal { role, file, rank, capture, to, promotion } => {
            let mut out = letters.piece(role, color);
            out.extend(file.map(File::char));
            out.extend(rank.map(Rank::char));
            out.extend(capture.then_some('x'));
            out.push_str(&to.to_string());
            out.extend(promotion.map(|role| letters.piece(role, color)));
            out
        }
        // Chess has neither drops nor null moves.
        San::Put { .. } | San::Null => san.to_string(),
    };
    let mut after = position.clone();
    after.play_unchecked(mv);
    if after.is_checkmate() {
        out.push('#');
    } else if after.is_check() {
        out.push('+');
    }
    out
}

/// Reads one move with its marks.
pub(super) fn read(letters: Letters, position: &Chess, text: &str) -> Result<Marked, Wrong> {
    let mut cursor = Cursor::new(text);
    while cursor.take(|next| next.is_whitespace().then_some(())).is_some() {}
    let castled = castling(&mut cursor)?;
    let (mut described, promoted) = match castled {
        Some(castled) => (castled, false),
        None => {
            let (going, after) = going(letters, position.turn(), &cursor)?;
            cursor = after;
            let promoted = going.promotion.is_some();
            (Described::Going(going), promoted)
        }
    };
    let marks = marks(&mut cursor, promoted)?;
    if let Described::Going(going) = &mut described {
        going.en_passant = marks.en_passant;
    }
    Ok(Marked { mv: described.find(position)?, draw_offer: marks.draw_offer })
}

/// Marks that may stand after a move.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub(super) en_passant: Option<Range<usize>>,
    pub(super) draw_offer: bool,
}

/// Reads the marks after a move, up to the end of the text.
pub(super) fn marks(cursor: &mut Cursor<'_>, promoted: bool) -> Result<Marks, Wrong> {
    let mut marks = Marks::default();
    loop {
        let folded: String = cursor.rest().chars().take(4).map(letters::latin).collect();
        let folded = folded.to_ascii_lowercase();
        let Some(next) = cursor.peek() else { return Ok(marks) };
        if let Some(words) = EN_PASSANT.iter().find(|words| folded.starts_with(**words)) {
            // The Cyrillic look-alikes of these letters have a different number of bytes, so characters are counted
            // here.
            let bytes = cursor.rest().chars().take(words.len()).map(char::len_utf8).sum();
            marks.en_passant = Some(cursor.skip(bytes));
        } else if cursor.rest().starts_with("(=)") {
            cursor.skip("(=)".len());
            marks.draw_offer = true;
        } else if next == '=' {
            cursor.skip(1);
            marks.draw_offer = true;
        } else if matches!(next, '+' | '#' | '!' | '?' | '†' | '‡' | '.' | ',')
            || next.is_whitespace()
            || (CAPTURES.contains(&next) && cursor.rest().chars().nth(1).is_none())
        {
            cursor.skip(next.len_utf8());
        } else {
            let expected =
                if promoted { "a check sign, or nothing" } else { "the next move, or a sign such as +" };
            return Err(cursor.expected(expected));
        }
    }
}

fn castling(cursor: &mut Cursor<'_>) -> Result<Option<Described>, Wrong> {
    let from = cursor.at();
    if cursor.take_one_of(&ZEROES).is_none() {
        return Ok(None);
    }
    let mut count = 1;
    while count < 3 {
        let mut ahead = cursor.clone();
        if ahead.take_one_of(&DASHES).is_none() {
            break;
        }
        if ahead.take_one_of(&ZEROES).is_none() {
            return Err(ahead.expected("0: castling is written 0-0 or 0-0-0"));
        }
        *cursor = ahead;
        count += 1;
    }
    let side = match count {
        1 => return Err(cursor.expected("-0: castling is written 0-0 or 0-0-0")),
        2 => CastlingSide::KingSide,
        _ => CastlingSide::QueenSide,
    };
    Ok(Some(Described::Castling(side, from..cursor.at())))
}

/// Reads a piece and its squares. If the letter of a piece leads to no move, it may have been a capital file letter.
fn going<'a>(letters: Letters, color: Color, start: &Cursor<'a>) -> Result<(Going, Cursor<'a>), Wrong> {
    let Some((role, length)) = letters.piece_at(start.rest()) else {
        return squares(letters, color, Role::Pawn, start.at(), start.clone());
    };
    let mut after = start.clone();
    after.skip(length);
    let as_piece = squares(letters, color, role, start.at(), after);
    match as_piece {
        Err(wrong) => squares(letters, color, Role::Pawn, start.at(), start.clone())
            .map_err(|other| if other.reached() > wrong.reached() { other } else { wrong }),
        Ok(read) => Ok(read),
    }
}

/// Reads the squares of a piece: the origin as far as it is given, a sign, the target, and the piece that a pawn
/// becomes.
fn squares<'a>(
    letters: Letters,
    color: Color,
    role: Role,
    from: usize,
    mut cursor: Cursor<'a>,
) -> Result<(Going, Cursor<'a>), Wrong> {
    let start = cursor.clone();
    let file = cursor.take(letters::file).map(|(file, _)| file);
    let rank = cursor.take(letters::rank).map(|(rank, _)| rank);
    let sign = sign(&mut cursor);
    // After a complete square, a letter without a rank names the piece that a pawn becomes, although H, B, G and С are
    // files too.
    let is_whole = file.is_some() && rank.is_some() && sign.is_none();
    let mut ahead = cursor.clone();
    let to_file = ahead.take(letters::file).map(|(file, _)| file);
    let to_rank = to_file.and_then(|_| ahead.take(letters::rank)).map(|(rank, _)| rank);
    let (origin, to) = match (to_file, to_rank, file, rank) {
        (Some(to_file), Some(to_rank), ..) => {
            cursor = ahead;
            ((file, rank), Square::from_coords(to_file, to_rank))
        }
        (_, _, Some(file), Some(rank)) if is_whole => ((None, None), Square::from_coords(file, rank)),
        (Some(_), ..) => return Err(ahead.expected("a rank from 1 to 8")),
        (None, _, None, None) if sign.is_none() => return Err(nothing(letters, role, &start)),
        (None, _, Some(_), None) if sign.is_none() => {
            return Err(cursor.expected("a rank from 1 to 8, or the file the piece goes to"));
        }
        (None, ..) => return Err(cursor.expected("the file the piece goes to, from a to h")),
    };
    let at = from..cursor.at();
    let promotion = if role == Role::Pawn { promotion(letters, color, &mut cursor)? } else { None };
    let capture = sign.and_then(|(sign, at)| (sign == Sign::Capture).then_some(at));
    let (file, rank) = origin;
    Ok((Going { role: Some(role), file, rank, to, promotion, capture, en_passant: None, at }, cursor))
}

/// A sign between the two squares of a move.
#[derive(PartialEq)]
enum Sign {
    Capture,
    Dash,
}

/// Reads a sign. A final `x` is left unread: at the end it is the sign of mate.
fn sign(cursor: &mut Cursor<'_>) -> Option<(Sign, Range<usize>)> {
    let mean = |next: char| {
        if CAPTURES.contains(&next) {
            Some(Sign::Capture)
        } else {
            DASHES.contains(&next).then_some(Sign::Dash)
        }
    };
    let mut ahead = cursor.clone();
    let sign = ahead.take(mean)?;
    if ahead.rest().is_empty() && sign.0 == Sign::Capture {
        return None;
    }
    *cursor = ahead;
    Some(sign)
}

/// Creates the error for a place where no part of a move begins, or perhaps the letter of a piece in another language.
fn nothing(letters: Letters, role: Role, at: &Cursor<'_>) -> Wrong {
    if role != Role::Pawn {
        return at.expected("a file from a to h, or a rank");
    }
    match (at.peek(), letters.other_at(at.rest())) {
        (Some(next), Some((other, role))) => {
            let own = letters.piece(role, Color::White);
            let end = at.at() + next.len_utf8();
            let own = if own.is_empty() { "no letter".to_owned() } else { own };
            let expected = format!("{own}: this letter is {}, the sheet is {}", other.name(), letters.name());
            Wrong::new(at.at()..end, Why::OtherLanguage, expected)
        }
        _ => at.expected(WANTED),
    }
}

/// Reads the piece that a pawn becomes, directly after its square or after `=`, `/`, or in brackets.
fn promotion(
    letters: Letters,
    color: Color,
    cursor: &mut Cursor<'_>,
) -> Result<Option<(Role, Range<usize>)>, Wrong> {
    let mut ahead = cursor.clone();
    let opening = ahead.take(|next| matches!(next, '=' | '/' | '(').then_some(next)).map(|(sign, _)| sign);
    let Some((role, length)) = letters.piece_at(ahead.rest()) else {
        let foreign = letters.other_at(ahead.rest()).filter(|_| !is_mark(&ahead));
        return match foreign {
            Some(_) => {
                let length = ahead.peek().map_or(0, char::len_utf8);
                let expected = format!("{}: the sheet is {}", letters.promotions(color), letters.name());
                Err(Wrong::new(ahead.at()..ahead.at() + length, Why::OtherLanguage, expected))
            }
            // A draw offer, or the end of the text, is left to `marks`.
            None if matches!(opening, None | Some('=' | '(')) => Ok(None),
            None => Err(ahead.expected(letters.promotions(color))),
        };
    };
    let at = ahead.skip(length);
    if matches!(role, Role::King | Role::Pawn) {
        return Err(Wrong::new(at, Why::Illegal, letters.promotions(color)));
    }
    if opening == Some('(') && ahead.take_one_of(&[')']).is_none() {
        return Err(ahead.expected(")"));
    }
    *cursor = ahead;
    Ok(Some((role, at)))
}

/// Returns whether a mark, not the letter of a piece, follows: no piece has the letter of `e.p.` or `x`.
fn is_mark(cursor: &Cursor<'_>) -> bool {
    cursor.peek().is_none_or(|next| CAPTURES.contains(&next) || letters::latin(next) == 'e')
}
