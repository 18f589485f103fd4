//! The adjournment of a draughts game (7.6, 7.7 of the WARC draughts rules): Black must be to move, and Black seals.

use super::{Count, text};
use crate::{Kind, RuleId, ledger::Ledger, seen::scene::Scene};
use shakmaty::Color;

/// Answers the arbiter's order to adjourn.
pub(super) fn ordered(scene: &Scene, count: &Count, ledger: &mut Ledger) {
    let running = scene.trail.clock().and_then(|clock| clock.running);
    let to_move = running.unwrap_or(count.to_move());
    let (kind, phrase) = match to_move {
        Color::White => (Kind::Violation, text::WHITE_TO_MOVE.plain()),
        Color::Black => (Kind::Info, text::SEAL.plain()),
    };
    count.finding(scene, RuleId::DrAdjourn, kind).by(to_move).says(phrase).raise(ledger);
}

/// Answers the report that the draughts game is resumed.
pub(super) fn resumed(scene: &Scene, count: &Count, ledger: &mut Ledger) {
    count.note(scene, RuleId::DrAdjourn).says(text::RESUME.plain()).raise(ledger);
}
