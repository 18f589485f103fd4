//! Flags in draughts: the number of moves completed when a flag fell (6.12 of the WARC draughts rules), and which of
//! two flags fell first (3.7.5).

use super::{Count, text};
use crate::{
    Kind, Outcome, Phrase, RuleId, Value,
    ledger::Ledger,
    profile::draughts::required,
    seen::{order, scene::Scene},
    time_control::model::ClockModel,
};
use board::{ClockReading, Millis};
use shakmaty::{ByColor, Color};
use std::cmp::Ordering;

/// The flags that are down, and the clock model, which gives the period of each side.
#[derive(Debug, Clone, Default)]
pub(super) struct Flags {
    model: Option<ClockModel>,
    down_ms: ByColor<Option<Millis>>,
    has_run: bool,
}

impl Flags {
    pub(super) fn press(&mut self, scene: &Scene, by: Color) {
        self.has_run = true;
        if let Some(model) = &mut self.model {
            model.press(scene.t_ms, by);
        }
    }

    pub(super) fn read(&mut self, scene: &Scene, reading: &ClockReading) {
        if let (None, Some(control)) = (&self.model, scene.control) {
            self.model = Some(ClockModel::new(control.clone()));
        }
        if let Some(model) = &mut self.model {
            // The facts that the model finds are ignored: the model is used only for the periods.
            model.read(scene.t_ms, reading);
        }
        self.has_run |= reading.running.is_some();
        for side in Color::ALL.into_iter().filter(|side| reading.left_ms[*side] > 0) {
            self.down_ms[side] = None;
        }
    }

    pub(super) fn lose(&mut self) {
        if let Some(model) = &mut self.model {
            model.lose();
        }
    }

    pub(super) fn is_down(&self, side: Color) -> bool {
        self.down_ms[side].is_some()
    }

    pub(super) fn period(&self, side: Color) -> usize {
        self.model.as_ref().map_or(0, |model| model.period(side))
    }

    /// Returns the sides whose time a reading shows at zero for the first time.
    pub(super) fn newly_at_nought(&self, reading: &ClockReading) -> impl Iterator<Item = Color> + use<> {
        let fallen = ByColor::new_with(|side| {
            self.has_run && reading.left_ms[side] == 0 && self.down_ms[side].is_none()
        });
        Color::ALL.into_iter().filter(move |side| fallen[*side])
    }

    /// Handles a fallen flag. Returns `false` if the flag was already known to be down.
    pub(super) fn fall(&mut self, scene: &Scene, side: Color, count: &Count, ledger: &mut Ledger) -> bool {
        if self.is_down(side) {
            return false;
        }
        self.down_ms[side] = Some(scene.t_ms);
        self.tell_count(scene, side, count, ledger);
        if let Some(first_ms) = self.down_ms[!side] {
            let phrase = both(scene, !side, first_ms);
            count.note(scene, RuleId::DrClockDevice).says(phrase).raise(ledger);
        }
        true
    }

    fn tell_count(&self, scene: &Scene, side: Color, count: &Count, ledger: &mut Ledger) {
        let done = count.by(side);
        let needed = scene.control.and_then(|control| required(control, self.period(side)));
        let (mut phrases, is_met) = match needed {
            Some(needed) => {
                let values = [Value::Side(side), Value::Number(done.into()), Value::Number(needed.into())];
                (vec![text::FLAG.with(values)], done >= needed)
            }
            None => (vec![text::FLAG_LAST.with([Value::Side(side), Value::Number(done.into())])], false),
        };
        // True if the required number is reached only with the last press, which may have come after the flag fell.
        let rests_on_last = is_met && needed.is_some_and(|needed| done == needed) && !is_before(scene, side);
        phrases.push(match (is_met, rests_on_last) {
            (_, true) => text::LAST_PRESS.plain(),
            (true, false) => text::MET.plain(),
            (false, false) => text::UNPRESSED.plain(),
        });
        phrases.extend((!count.is_certain()).then(|| text::AT_LEAST.plain()));
        // With the presses that were missed while the link was lost, the required number may be reached. So the finding
        // is not certain.
        let kind = match (is_met, rests_on_last, count.is_certain()) {
            (true, false, _) => Kind::Info,
            (true, true, _) | (false, _, false) => Kind::Hint,
            (false, _, true) => Kind::Violation,
        };
        let mut finding = count.finding(scene, RuleId::DrMoveCount, kind).by(side).says_all(phrases);
        if kind == Kind::Violation {
            finding = finding.says(text::LOSES.with([Value::Side(side)])).outcome(Outcome::Wins(!side));
        }
        finding.raise(ledger);
    }
}

/// Returns whether this side's last press certainly came before the fall of its flag, which is being handled.
fn is_before(scene: &Scene, side: Color) -> bool {
    let flag = scene.timing.of_flag(scene.t_ms);
    let last = scene.trail.presses().rev().find(|press| press.by == side);
    last.is_none_or(|press| order::of_press(scene.timing, press.t_ms, flag) == Some(Ordering::Less))
}

/// Returns the sentence that says which of two flags fell first, or that the errors of their times leave it open.
fn both(scene: &Scene, first: Color, first_ms: Millis) -> Phrase {
    if scene.t_ms == first_ms {
        return text::BOTH.plain();
    }
    let (early, late) = (scene.timing.of_flag(first_ms), scene.timing.of_flag(scene.t_ms));
    let span = Value::Span(late.since(early));
    match early.order(late) {
        Some(Ordering::Less) => text::FIRST.with([Value::Side(first), span]),
        Some(Ordering::Equal | Ordering::Greater) | None => text::BOTH_APART.with([span]),
    }
}
