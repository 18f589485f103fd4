//! The faults of a clock. A faulty clock shows its fault at every press, so each cause makes only one incident.

use super::text;
use crate::{
    Kind, Phrase, RuleId, Value,
    finding::{Finding, cause::Cause},
    ledger::Ledger,
    seen::scene::Scene,
    time_control::model::{ClockModel, Fact},
};
use game::PlyNo;
use shakmaty::{ByColor, Color};

/// The faults that one clock has shown.
#[derive(Debug, Clone, Default)]
pub(super) struct Faults {
    /// The increments that the clock did not add, for each side.
    missing: ByColor<Option<Missing>>,
    set: ByColor<Option<Set>>,
}

/// The increments that one side did not get.
#[derive(Debug, Clone, Copy)]
struct Missing {
    presses: u32,
    missing_ms: u32,
    shown_ms: u32,
}

/// A change of a clock's time that the running of the clock does not explain.
#[derive(Debug, Clone, Copy)]
struct Set {
    ply: PlyNo,
    difference_ms: i64,
    case: u32,
}

/// The greatest difference at which two changes of a time count as alike, in milliseconds: the readings of one change
/// differ by up to this much. A change that is repeated in the next turn is made by the clock and not by a person.
const ALIKE_MS: i64 = 3_000;
const NEXT_TURN: usize = 2;

impl Faults {
    /// Reports a fact about the clock. The fact may have a cause that is already known; then the incident of the cause
    /// changes.
    pub(super) fn tell(&mut self, scene: &Scene, ply: PlyNo, fact: Fact, ledger: &mut Ledger) {
        match fact {
            Fact::NextPeriod { .. } => {}
            Fact::MissingIncrement { side, presses, missing_ms, shown_ms, .. } => {
                let known = self.missing[side].map_or((0, 0), |known| (known.presses, known.missing_ms));
                self.missing[side] = Some(Missing {
                    presses: known.0.saturating_add(presses),
                    missing_ms: known.1.saturating_add(missing_ms),
                    shown_ms,
                });
                self.tell_missing(scene, ply, ledger);
            }
            Fact::SetByHand { side, expected_ms, shown_ms } => {
                let difference_ms = i64::from(shown_ms) - i64::from(expected_ms);
                let case = self.case(side, ply, difference_ms);
                self.set[side] = Some(Set { ply, difference_ms, case });
                // A change made by hand already includes the increments that were missing.
                self.missing[side] = None;
                let values = [Value::Side(side), reading(scene, shown_ms), expected(expected_ms)];
                let finding = Finding::new(scene, RuleId::ClockSetting, Kind::Info, ply).by(side);
                finding.cause(Cause::Set(side, case)).says(text::SET.with(values)).raise(ledger);
            }
            Fact::Frozen { side, for_ms } => {
                // A frozen display is noticed only when the clock next reports, as a fallen flag is.
                let since = scene.timing.of_flag(scene.t_ms.saturating_sub(for_ms));
                let stood = scene.timing.of_word(scene.t_ms).since(since);
                let phrase = text::FROZEN.with([Value::Side(side), Value::Span(stood)]);
                let finding = Finding::new(scene, RuleId::ClockDefect, Kind::Violation, ply).by(side);
                finding.cause(Cause::Frozen(side)).says(phrase).raise(ledger);
            }
        }
    }

    /// Reports the missing increments. A clock has one setting for both sides, so increments that both sides miss are
    /// one fault.
    fn tell_missing(&self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        let sides: Vec<(Color, Missing)> =
            Color::ALL.into_iter().filter_map(|side| Some((side, self.missing[side]?))).collect();
        let by = if let [(side, _)] = sides[..] { Some(side) } else { None };
        let told = |(side, missing): (Color, Missing)| {
            let right_ms = missing.shown_ms.saturating_add(missing.missing_ms);
            let count = Value::Number(missing.presses.into());
            text::MISSING.with([
                Value::Side(side),
                count,
                reading(scene, missing.shown_ms),
                expected(right_ms),
            ])
        };
        Finding::new(scene, RuleId::ClockSetting, Kind::Violation, ply)
            .by(by)
            .cause(Cause::Increment)
            .cites_only(scene.parameters.setting_moves.articles)
            .says_all(sides.into_iter().map(told))
            .says(correction(scene))
            .raise(ledger);
    }

    fn case(&self, side: Color, ply: PlyNo, difference_ms: i64) -> u32 {
        match self.set[side] {
            Some(last)
                if last.difference_ms.abs_diff(difference_ms) <= ALIKE_MS.unsigned_abs()
                    && ply.plies_since(last.ply) <= NEXT_TURN =>
            {
                last.case
            }
            Some(last) => last.case.saturating_add(1),
            None => 0,
        }
    }
}

fn reading(scene: &Scene, ms: u32) -> Value {
    Value::Reading(scene.timing.of_reading(ms))
}

fn expected(ms: u32) -> Value {
    Value::Reading(ClockModel::told(ms))
}

/// Returns the sentence that says whether a wrong setting of the clock may still be put right.
pub(super) fn correction(scene: &Scene) -> Phrase {
    match scene.parameters.setting_moves.value {
        Some(moves) if scene.completed_by_each() >= moves => {
            text::TOO_LATE_TO_CORRECT.with([Value::Number(moves.into())])
        }
        Some(_) | None => text::CORRECT_NOW.plain(),
    }
}
