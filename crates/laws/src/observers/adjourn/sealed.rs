//! The sealed move as it was written. It must be readable, be a single move, and be legal (PL09 8, RU20 18.8, FIDE
//! I.8).
//!
//! The arbiter types the move after the envelope is open. Players write in their own language (C.3 of the Laws), so the
//! piece letters of every language are tried, and the most favourable reading counts.

use game::notation::{FORMS, Form, Letters, Why};
use shakmaty::{Chess, Move, san::SanPlus};

/// The meaning of a text that was written as the sealed move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// A single legal move, with its SAN.
    Move(Move, String),
    /// A text that may mean more than one legal move.
    Ambiguous,
    /// A move that can be read but is not legal.
    Illegal,
    /// A text that cannot be read as a move.
    Unreadable,
}

/// Reads the text of a sealed move. If the piece letters of two languages give different legal moves, the text is
/// ambiguous.
pub fn read(position: &Chess, text: &str) -> Written {
    let mut found: Option<Move> = None;
    let mut best = Written::Unreadable;
    let has_cyrillic = text.chars().any(|sign| ('\u{400}'..='\u{4ff}').contains(&sign));
    for form in FORMS {
        let russian = matches!(form, Form::Short(Letters::Russian) | Form::Long(Letters::Russian));
        // Spoken words are not written on a score sheet. Letters that look alike in Latin and Cyrillic are not
        // exchanged: Cyrillic К is a knight and Latin K a king.
        if matches!(form, Form::Spoken(_)) || russian != has_cyrillic {
            continue;
        }
        match form.read(position, text) {
            Ok(mv) if found.is_some_and(|known| known != mv) => return Written::Ambiguous,
            Ok(mv) => found = Some(mv),
            Err(misread) => match misread.why {
                Why::Ambiguous => best = Written::Ambiguous,
                Why::Illegal | Why::NotSo | Why::PromotionMissing => {
                    if best == Written::Unreadable {
                        best = Written::Illegal;
                    }
                }
                Why::Unreadable | Why::OtherLanguage | Why::Number | Why::TooLong => {}
            },
        }
    }
    match found {
        Some(mv) => Written::Move(mv, SanPlus::from_move(position.clone(), mv).to_string()),
        None => best,
    }
}

#[cfg(test)]
mod tests {
    use super::{Written, read};
    use shakmaty::{CastlingMode, Chess, fen::Fen};

    #[test]
    fn what_players_write() {
        // In this position the knights on b1 and f3 can both go to d2.
        let fen = "r1bqk2r/ppp1bppp/2nn4/6B1/8/4QN2/PPP2PPP/RN2KB1R w KQkq - 4 9";
        let fen: Fen = fen.parse().expect("the FEN is sound");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("the position is legal");
        let check = |text: &str, expected: &str| {
            let found = match read(&position, text) {
                Written::Move(_, san) => san,
                Written::Ambiguous => "ambiguous".to_owned(),
                Written::Illegal => "illegal".to_owned(),
                Written::Unreadable => "unreadable".to_owned(),
            };
            assert_eq!(found, expected, "{text}");
        };
        check("Sbd2", "Nbd2");
        check("Nbd2", "Nbd2");
        check("Кbd2", "Nbd2");
        check("Sd2", "ambiguous");
        check("Sb2", "illegal");
        check("~~", "unreadable");
        check("", "unreadable");
    }
}
