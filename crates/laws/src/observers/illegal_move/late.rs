//! Moves that were finished shortly after the press: a pawn that was exchanged, a pawn taken en passant that was removed, a
//! rook that followed its king in castling. Hands press before they have finished, so the violation becomes a hint.

use crate::{
    Form, Incident, Kind, Phrase, Remedy, RuleId, Value,
    ledger::Ledger,
    seen::{
        differences::differences,
        order,
        scene::{Scene, legal_moves},
        trail::Press,
    },
};
use board::Millis;
use game::PlyNo;
use shakmaty::{Bitboard, CastlingSide, Color, Move, Square};

/// The time after a press in which the exchange of a pawn still counts as an unfinished promotion, in milliseconds:
/// some players look for the new piece only after they have pressed.
const EXCHANGE_MS: Millis = 5_000;
/// The time after a press in which the other hand may still remove a pawn or bring a rook, in milliseconds. A later change
/// is a second thought.
const OTHER_HAND_MS: Millis = 3_000;

const EXCHANGED: Form = Form {
    en: "{0} pressed the clock {1} before the pawn on {2} was exchanged for a piece: hands press before they have finished. \
         Whether the move was completed so is for the arbiter.",
    pl: "{0} przełączyły zegar {1} przed zamianą piona na {2} na figurę: ręka wyprzedziła posunięcie. Czy tak je zakończono, \
         rozstrzyga sędzia.",
    ru: "{0} нажали на часы за {1} до замены пешки на {2} фигурой: рука поспешила. Был ли ход так завершён, решает арбитр.",
};
const PAWN_GONE: Form = Form {
    en: "{0} pressed the clock {1} before the pawn was removed for the piece on {2}: hands press before they have finished. Whether \
         the move was completed so is for the arbiter.",
    pl: "{0} przełączyły zegar {1} przed zdjęciem piona zamienionego na figurę na {2}: ręka wyprzedziła posunięcie. Czy tak je \
         zakończono, rozstrzyga sędzia.",
    ru: "{0} нажали на часы за {1} до снятия пешки, замененной фигурой на {2}: рука поспешила. Был ли ход так завершён, решает \
         арбитр.",
};
const FINISHED: Form = Form {
    en: "{0} pressed the clock {1} before the move was finished on {2}: hands press before they have finished. Whether the move was \
         completed so is for the arbiter.",
    pl: "{0} przełączyły zegar {1} przed dokończeniem posunięcia na {2}: ręka wyprzedziła posunięcie. Czy tak je zakończono, \
         rozstrzyga sędzia.",
    ru: "{0} нажали на часы за {1} до того, как закончили ход на {2}: рука поспешила. Был ли ход так завершён, решает арбитр.",
};
const IF_ILLEGAL: Form = Form {
    en: "If it was not, add {0} to {1}'s time.",
    pl: "Jeśli nie, czas {1:gen} zwiększa się o {0}.",
    ru: "Если нет, время {1:gen} увеличивается на {0}.",
};

/// Returns whether the player finished the move shortly after the press and before any other press. If so, the incident about the
/// move is changed to a hint that says what would follow.
pub(super) fn is_finished(scene: &Scene, ledger: &mut Ledger, ply: PlyNo) -> bool {
    let meant = |incident: &Incident| {
        let is_illegal =
            incident.kind != Kind::Info && incident.rule.is_same_act(RuleId::IllegalMoveCompleted);
        is_illegal && incident.ply == Some(ply) && incident.closed_ms.is_none()
    };
    let Some(told) = ledger.all().find(|incident| meant(incident)) else { return false };
    let (Some(by), Some((mv, made_ms))) = (told.by, finished(scene, ply)) else { return false };
    // A promotion counts as made when the pawn arrived, which may be before the press.
    let is_before = |press: &&Press| mv.is_promotion() || press.t_ms <= made_ms;
    let last = scene.trail.presses().rev().find(is_before);
    let Some(press) = last.filter(|press| press.by == by) else { return false };
    let late_ms = made_ms.saturating_sub(press.t_ms);
    let (form, squares) = match told.rule {
        RuleId::PromotionPawnLeft if mv.is_promotion() => (&PAWN_GONE, vec![mv.to()]),
        RuleId::PromotionNotReplaced if mv.is_promotion() => (&EXCHANGED, vec![mv.to()]),
        _ => match other_hand(scene, mv, by, press.t_ms, made_ms) {
            Some(square) if late_ms <= OTHER_HAND_MS => (&FINISHED, vec![square]),
            Some(_) | None => return false,
        },
    };
    if late_ms > EXCHANGE_MS {
        return false;
    }
    let (made, pressed) = (scene.timing.of_square(made_ms), scene.timing.of_press(press.t_ms));
    let values = [Value::Side(by), Value::Span(made.since(pressed)), Value::Squares(squares)];
    let phrases: Vec<Phrase> =
        [Some(form.with(values)), order::doubt(pressed, made)].into_iter().flatten().collect();
    ledger.change(meant, |incident| {
        incident.kind = Kind::Hint;
        incident.phrases.clone_from(&phrases);
        let opponent_ms = incident.remedy.as_ref().and_then(|remedy| remedy.opponent_ms);
        let bonus = opponent_ms.map(|ms| [Value::minutes(u64::from(ms / 60_000)), Value::Side(!by)]);
        incident.phrases.extend(bonus.map(|values| IF_ILLEGAL.with(values)));
        incident.remedy = Some(Remedy { opponent_ms, ..Remedy::default() });
    });
    true
}

/// Returns the legal move that stands in place of an irregular ply, with the instant at which it was made; `None` if there is
/// none. The record may not have the move yet.
fn finished(scene: &Scene, ply: PlyNo) -> Option<(Move, Millis)> {
    if let Some(played) = scene.score.plies.get(ply.index()) {
        return Some((played.played.legal()?, played.made_ms));
    }
    let standing = scene.before(ply);
    let reading = scene.trail.reading();
    let stands = |mv: &Move| differences(reading, &standing.play(*mv)).is_empty();
    let mv = legal_moves(standing).into_iter().find(stands)?;
    Some((mv, scene.trail.changes(0, scene.t_ms).last()?.t_ms))
}

/// Returns the square on which the other hand finished a capture en passant or castling after a press; `None` if anything
/// else changed since the press, because the position was then put back.
fn other_hand(scene: &Scene, mv: Move, by: Color, pressed_ms: Millis, made_ms: Millis) -> Option<Square> {
    let (squares, told) = match mv {
        Move::EnPassant { from, to } => {
            let victim = Square::from_coords(to.file(), from.rank());
            (Bitboard::from(victim), victim)
        }
        Move::Castle { king, rook } => {
            let side = if rook > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
            let rook_to = side.rook_to(by);
            (Bitboard::from(rook) | Bitboard::from(rook_to), rook_to)
        }
        Move::Normal { .. } | Move::Put { .. } => return None,
    };
    let mut changes = scene.trail.changes(pressed_ms, made_ms);
    changes.all(|change| squares.contains(change.square)).then_some(told)
}
