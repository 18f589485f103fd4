//! Moves with two hands (articles 4.1 and 7.5.4 of the Laws), seen as two pieces in the air at once. A board does not
//! see hands, so the finding is never more than a hint.

use crate::{
    Form, Kind, RuleId, Value,
    finding::Finding,
    ledger::Ledger,
    observer::Observer,
    seen::{
        hands::{Hands, Lift},
        scene::Scene,
    },
};
use board::{Millis, Timing};
use game::PlyNo;
use shakmaty::{CastlingMode, CastlingSide, Color};
use std::cmp::Ordering;

/// The observer of two pieces that are in the air at once, because one hand moves one piece after the other.
#[derive(Debug, Clone, Default)]
pub(crate) struct TwoHands;

/// The greatest distance, in squares, between two pieces that one hand can lift within `AT_ONCE_MS`. If a scan of the
/// board takes longer than `AT_ONCE_MS`, one hand may lift even more distant pieces within one scan.
const FAR: u32 = 3;
const AT_ONCE_MS: Millis = 100;

const CASTLING: Form = Form {
    en: "{0} castled with king and rook in the air together: perhaps with two hands.",
    pl: "{0} wykonały roszadę, mając króla i wieżę jednocześnie w powietrzu: być może dwiema rękami.",
    ru: "{0} рокировали, держа короля и ладью в воздухе одновременно: возможно, двумя руками.",
};
const CAPTURE: Form = Form {
    en: "{0} lifted {1} and {2} at the same moment: perhaps with two hands.",
    pl: "{0} podniosły {1} i {2} w tej samej chwili: być może dwiema rękami.",
    ru: "{0} подняли {1} и {2} в один момент: возможно, двумя руками.",
};
const COUNTS: Form = Form {
    en: "The clock was pressed: if the arbiter saw two hands, it counts as an illegal move.",
    pl: "Zegar przełączono: jeśli sędzia widział dwie ręce, liczy się to jako posunięcie nieprawidłowe.",
    ru: "Часы нажаты: если арбитр видел две руки, это считается невозможным ходом.",
};

impl Observer for TwoHands {
    fn decided(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        let played = &scene.score.plies[ply.index()];
        let by = scene.score.mover(ply.index());
        let Some(mv) = played.played.legal() else { return };
        let hands = scene.hands(ply);
        let (kind, phrase) = if let Some(side) = mv.castling_side() {
            // In Chess960 it is recommended to castle by lifting king and rook together.
            if scene.score.start.mode() == CastlingMode::Chess960
                || !both_in_air(scene.timing, &hands, mv.from(), mv.to(), side, by)
            {
                return;
            }
            (Kind::Hint, CASTLING.with([Value::Side(by)]))
        } else {
            let (Some(from), true) = (mv.from(), mv.is_capture()) else { return };
            let (Some(a), Some(b)) = (hands.lift_of(from), hands.lift_of(mv.to())) else { return };
            if !at_once(scene.timing, a, b) {
                return;
            }
            let piece = |lift: &Lift| Value::Piece(lift.piece, lift.square);
            // In a capture players often have both pieces in the air, so the finding is only a note.
            (Kind::Info, CAPTURE.with([Value::Side(by), piece(a), piece(b)]))
        };
        let mut finding = Finding::new(scene, RuleId::TwoHands, kind, ply).by(by).says(phrase).once();
        if scene.parameters.two_hands.value && scene.score.press_ms(ply.index()).is_some() {
            finding = finding.says(COUNTS.plain()).counts(kind == Kind::Hint);
        }
        finding.raise(ledger);
    }
}

/// Returns whether king and rook were certainly in the air together: each was lifted before the other was put down.
fn both_in_air(
    timing: Timing,
    hands: &Hands,
    king: Option<shakmaty::Square>,
    rook: shakmaty::Square,
    side: CastlingSide,
    by: Color,
) -> bool {
    let (Some(king), Some(rook)) = (king.and_then(|king| hands.lift_of(king)), hands.lift_of(rook)) else {
        return false;
    };
    let landed =
        |square| hands.rests.iter().filter(|rest| rest.square == square).map(|rest| rest.from_ms).max();
    let (Some(king_ms), Some(rook_ms)) = (landed(side.king_to(by)), landed(side.rook_to(by))) else {
        return false;
    };
    let is_before = |lift: &Lift, landed_ms: Millis| {
        timing.of_square(lift.t_ms).order(timing.of_square(landed_ms)) == Some(Ordering::Less)
    };
    is_before(rook, king_ms) && is_before(king, rook_ms)
}

/// Returns whether both pieces left their squares in less time than one hand takes, even if the board reported the
/// lifts late.
fn at_once(timing: Timing, a: &Lift, b: &Lift) -> bool {
    let (first, second) = if a.t_ms <= b.t_ms { (a, b) } else { (b, a) };
    let apart = timing.of_square(second.t_ms).since(timing.of_square(first.t_ms));
    apart.t_ms + Millis::from(apart.late_ms) < AT_ONCE_MS && a.square.distance(b.square) > FAR
}
