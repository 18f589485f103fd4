//! Two boards and two records of one game: the ply at which they begin to differ, and which of them is put right (PL09
//! E.2.7, E.2.8; FIDE D.2.9).
//!
//! One board has sensors. The moves of the second board, and the records, are typed by a person, with the piece letters
//! in which they were written.

use super::{note, text, unregulated};
use crate::{
    Kind, Phrase, Remedy, RuleId, Value,
    finding::Finding,
    ledger::Ledger,
    seen::scene::{Scene, sans, times_before},
};
use game::PlyNo;
use game::{
    Standing,
    notation::{Form, Letters, sheet},
};
use shakmaty::{ByColor, Color, Move};

/// Reads moves with the piece letters of English, Polish or Russian, with figurines, or in numbers. `Err` holds the
/// number of plies that were read and the text that could not be read.
pub(super) fn read(scene: &Scene, words: &str) -> Result<Vec<Move>, (usize, String)> {
    let Some(start) = scene.score.start.position() else { return Err((0, String::new())) };
    let is_russian = words.chars().any(|sign| ('\u{400}'..='\u{4ff}').contains(&sign));
    let forms = if is_russian {
        vec![Form::Short(Letters::Russian)]
    } else {
        vec![Form::San, Form::Short(Letters::Polish), Form::Short(Letters::Figurine), Form::Numeric]
    };
    let mut furthest = (0, words.chars().take(20).collect());
    for form in forms {
        let sheet = sheet::read(form, start, words);
        let moves: Vec<Move> = sheet.plies.iter().map(|ply| ply.mv).collect();
        match sheet.misread {
            None => return Ok(moves),
            Some(misread) if moves.len() >= furthest.0 => furthest = (moves.len(), misread.found),
            Some(_) => {}
        }
    }
    Err(furthest)
}

/// Compares the moves of the second board with those of the board that has sensors.
pub(super) fn compare(
    scene: &Scene,
    by: Color,
    words: &str,
    records: &ByColor<Option<Vec<Move>>>,
    ledger: &mut Ledger,
) {
    let rule = RuleId::BlindDivergence;
    let second = match read(scene, words) {
        Ok(moves) => moves,
        Err((plies, found)) => {
            let phrase = text::UNREADABLE.with([Value::Number(plies as u64 + 1), Value::Words(found)]);
            return note(scene, rule, by, [phrase]).raise(ledger);
        }
    };
    let first: Vec<Option<Move>> = scene.score.plies.iter().map(|ply| ply.played.legal()).collect();
    let common = first.iter().zip(&second).take_while(|(a, b)| **a == Some(**b)).count();
    if common == first.len() && common == second.len() {
        return note(scene, rule, by, [text::BOARDS_AGREE.plain()]).raise(ledger);
    }
    let on = |moves: &[Move]| after(&scene.score.start, moves);
    let (shown, other) = (scene.score.standing(), on(&second));
    let mut phrases = vec![
        text::DIVERGE.with([
            Value::Number(common as u64 + 1),
            Value::Side(by),
            Value::Moves(
                first
                    .get(common)
                    .copied()
                    .flatten()
                    .map_or_else(Vec::new, |mv| sans(scene.score.after(common), &[mv])),
            ),
            Value::Moves(
                second.get(common).map_or_else(Vec::new, |mv| sans(scene.score.after(common), &[*mv])),
            ),
            Value::Number(common as u64),
        ]),
    ];
    phrases.push(text::POSITIONS.with([Value::Words(shown.fen()), Value::Words(other.fen())]));
    phrases.extend(times(scene, common));
    let mut restore_fen = None;
    match (&records.white, &records.black) {
        (Some(white), Some(black)) => {
            let agreed = in_common(white, black);
            match white.get(common).filter(|_| agreed > common) {
                Some(written) => {
                    phrases.push(if Some(*written) == first.get(common).copied().flatten() {
                        text::PUT_RIGHT.with([Value::Side(by)])
                    } else if Some(written) == second.get(common) {
                        text::PUT_RIGHT.with([Value::Side(!by)])
                    } else {
                        text::PUT_BOTH_RIGHT.plain()
                    });
                    restore_fen = Some(on(&white[..agreed]).fen());
                }
                None => phrases.push(text::RECORDS_PART.plain()),
            }
        }
        (Some(_), None) | (None, Some(_)) | (None, None) => phrases.push(text::ASK_RECORDS.plain()),
    }
    let remedy = restore_fen.map(|fen| Remedy { restore_fen: Some(fen), ..Remedy::default() });
    let finding = Finding::new(scene, rule, Kind::Violation, PlyNo::of_index(common)).by(by).remedy(remedy);
    finding.says_all(phrases).says_all(unregulated(scene)).raise(ledger);
}

/// Compares the two players' records. If they differ, the game goes back to the last position on which they agree, and
/// the arbiter adjusts both clocks.
pub(super) fn compare_records(scene: &Scene, records: &ByColor<Option<Vec<Move>>>, ledger: &mut Ledger) {
    let (Some(white), Some(black)) = (&records.white, &records.black) else { return };
    let agreed = in_common(white, black);
    // One of the players may not have written down the last move yet, which is no difference.
    if agreed + 1 >= white.len().max(black.len()) && agreed == white.len().min(black.len()) {
        return;
    }
    let restore_fen = Some(after(&scene.score.start, &white[..agreed]).fen());
    Finding::new(scene, RuleId::BlindRecordsDiffer, Kind::Violation, PlyNo::of_index(agreed))
        .says(text::RECORDS_DIFFER.with([Value::Number(agreed as u64)]))
        .says_all(times(scene, agreed))
        .says_all(unregulated(scene))
        .remedy(Remedy { restore_fen, ..Remedy::default() })
        .raise(ledger);
}

/// Returns the sentence with both players' times after `plies` plies; `None` if the clock did not report them.
fn times(scene: &Scene, plies: usize) -> Option<Phrase> {
    let left = times_before(scene.score, PlyNo::of_index(plies), scene.timing)?;
    Some(text::TIMES_THEN.with([Value::Number(plies as u64), Value::Readings(left)]))
}

fn in_common(a: &[Move], b: &[Move]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

fn after(start: &Standing, moves: &[Move]) -> Standing {
    moves.iter().fold(start.clone(), |standing, mv| standing.play(*mv))
}
