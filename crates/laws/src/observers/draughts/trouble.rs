//! Time trouble: the last five minutes of a period, in which moves need not be recorded (6.13 of the WARC draughts
//! rules), and the record that has to be completed after the flag (6.14, 6.15).

use super::{Count, flag::Flags, text};
use crate::{RuleId, Value, ledger::Ledger, seen::scene::Scene};
use board::ClockReading;
use shakmaty::{ByColor, Color};

/// The remaining time, in milliseconds, below which a player is in time trouble.
const TROUBLE_MS: u32 = 300_000;

/// The period in which each side got into time trouble.
#[derive(Debug, Clone, Default)]
pub(super) struct Trouble {
    since: ByColor<Option<usize>>,
}

impl Trouble {
    pub(super) fn read(
        &mut self,
        scene: &Scene,
        reading: &ClockReading,
        flags: &Flags,
        count: &Count,
        ledger: &mut Ledger,
    ) {
        for side in Color::ALL {
            let left_ms = reading.left_ms[side];
            if left_ms > TROUBLE_MS {
                self.since[side] = None;
            } else if left_ms > 0 && self.since[side] != Some(flags.period(side)) {
                self.since[side] = Some(flags.period(side));
                let phrase =
                    text::TROUBLE.with([Value::Side(side), Value::Reading(scene.timing.of_reading(left_ms))]);
                count.note(scene, RuleId::DrTimeTrouble).by(side).says(phrase).raise(ledger);
            }
        }
    }

    /// Handles a fallen flag: players who were allowed not to record their moves must now complete their records.
    pub(super) fn flag_fell(&self, scene: &Scene, side: Color, count: &Count, ledger: &mut Ledger) {
        match (self.since[side], self.since[!side]) {
            (Some(_), Some(_)) => complete(scene, None, count, ledger),
            (Some(_), None) => complete(scene, Some(side), count, ledger),
            (None, Some(_) | None) => {}
        }
    }
}

/// Reports who has to complete their record, and whose clock runs meanwhile.
pub(super) fn complete(scene: &Scene, by: Option<Color>, count: &Count, ledger: &mut Ledger) {
    let phrase = match by {
        Some(by) => text::ONE_COMPLETES.with([Value::Side(by)]),
        None => text::BOTH_COMPLETE.plain(),
    };
    count.note(scene, RuleId::DrCompleteRecord).by(by).says(phrase).raise(ledger);
}
