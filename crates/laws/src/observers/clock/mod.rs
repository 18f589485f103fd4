//! The clock: how it was set, what it adds, whether it runs, whose flag fell first, and which moves were completed by
//! then.
//!
//! Readings are compared with a [`ClockModel`] of the event's time control. A clock's reading is conclusive
//! unless the clock is evidently faulty (6.10.1), so a difference is reported, never corrected. A forgotten press is
//! reported to nobody (12.6).

mod claim;
mod done;
mod faults;
mod flag;
pub(crate) mod reversed;
mod round;
mod text;

use crate::{
    Kind, RuleId, Value,
    finding::{Finding, cause::Cause},
    ledger::Ledger,
    observer::{Claimed, Observer, Report},
    seen::scene::Scene,
    time_control::model::ClockModel,
};
use board::{ClockReading, Millis, Time};
use faults::Faults;
use flag::Fallen;
use game::{Claim, Irregular, Played, PlyNo, PlyState, ResultEntry};
use round::Round;
use shakmaty::{ByColor, Color, KnownOutcome};

/// The least duration of a loss of the link that is reported to the arbiter, in milliseconds.
const LOST_MS: Millis = 10_000;
/// The step of a clock's display, in milliseconds: clocks show whole seconds.
const SHOWN_MS: Millis = 1_000;
/// The remaining time, in milliseconds, below which a player need not record moves if the increment is below 30 seconds
/// (8.4).
const EXEMPT_MS: u32 = 300_000;
/// The time after the fall of a flag, in milliseconds, in which later evidence about the last move can still change the
/// report about the flag.
const AFTERMATH_MS: Millis = 60_000;

/// The observer of the clock.
#[derive(Debug, Clone, Default)]
pub(crate) struct Clocks {
    model: Option<ClockModel>,
    /// The times on the stopped clock before the first move, as they were last read.
    set_to: Option<ByColor<u32>>,
    flags: ByColor<Option<Fallen>>,
    exempt: ByColor<bool>,
    ran: bool,
    /// The instant at which the time of a side first ran in this game; `None` if none has run. From then on the clock
    /// no longer shows its setting, unless it was set anew.
    ran_from_ms: Option<Millis>,
    /// The times of the running clock as they were first read in this game.
    first_left_ms: Option<ByColor<u32>>,
    /// Set once a move was made or undone. Whatever the clock is set to later includes time that was used, and perhaps a
    /// bonus.
    moved: bool,
    over: bool,
    /// The beginning and the end of the last gap in which nothing was heard from the clock. A flag that is down after
    /// the gap may have fallen at any moment of it.
    unheard_ms: Option<(Millis, Millis)>,
    round: Round,
    faults: Faults,
}

impl Observer for Clocks {
    fn before_board_event(&mut self, scene: &Scene) {
        // The time control changes if it was entered wrongly at first.
        if self.model.as_ref().map(ClockModel::control) != scene.control {
            self.model = scene.control.cloned().map(ClockModel::new);
        }
    }

    fn press(&mut self, scene: &Scene, by: Color, _ledger: &mut Ledger) {
        self.ran = true;
        self.ran_from_ms.get_or_insert(scene.t_ms);
        if let Some(model) = &mut self.model {
            model.press(scene.t_ms, by);
        }
    }

    fn clock(&mut self, scene: &Scene, reading: &ClockReading, ledger: &mut Ledger) {
        let ply = scene.last_ply();
        let facts = match &mut self.model {
            Some(model) => model.read(scene.t_ms, reading),
            None => Vec::new(),
        };
        if scene.score.plies.is_empty() && reading.running.is_none() && self.is_setting(scene.t_ms, reading) {
            self.set_to = Some(reading.left_ms);
        }
        for fact in facts {
            // Before the first move the clock is set and started. Its setting is checked when the first move is made.
            if !scene.score.plies.is_empty() {
                self.faults.tell(scene, ply, fact, ledger);
            }
        }
        for side in Color::ALL {
            if reading.left_ms[side] == 0 && self.ran && reading.running.is_none_or(|running| running == side)
            {
                self.flag(scene, side, ledger);
            } else if reading.left_ms[side] > 0
                && self.flags[side].is_some_and(|fallen| self.has_next(scene, fallen))
            {
                // The clock has added the next period's time, so the flag is up again.
                self.flags[side] = None;
            }
            self.exemption(scene, side, reading.left_ms[side], ply, ledger);
        }
        let stopped = self.ran && reading.running.is_none();
        let left = reading.left_ms.white > 0 && reading.left_ms.black > 0;
        if stopped && left && !self.over && !scene.score.plies.is_empty() && scene.score.result.is_none() {
            let finding = Finding::new(scene, RuleId::ClockStoppedByPlayer, Kind::Info, ply);
            finding.says(text::STOPPED.plain()).raise(ledger);
        }
        // A reading at the very instant when the gap ends may have been made before the gap.
        self.unheard_ms.take_if(|(_, until_ms)| *until_ms < scene.t_ms);
        self.ran = reading.running.is_some();
        if self.ran {
            self.ran_from_ms.get_or_insert(scene.t_ms);
            self.first_left_ms.get_or_insert(reading.left_ms);
        }
    }

    fn flag(&mut self, scene: &Scene, side: Color, ledger: &mut Ledger) {
        if self.flags[side].is_some() {
            return;
        }
        let period = self.model.as_ref().and_then(|model| flag::period_of(scene, model, side));
        let time = scene.timing.of_flag(self.unheard_ms.map_or(scene.t_ms, |(since_ms, _)| since_ms));
        let unheard_ms = u32::try_from(scene.t_ms - time.t_ms).unwrap_or(u32::MAX);
        let time = Time { t_ms: scene.t_ms, early_ms: time.early_ms.saturating_add(unheard_ms), ..time };
        let fallen = Fallen { time, ply: scene.next_ply(), period };
        self.flags[side] = Some(fallen);
        flag::tell(scene, side, self.flags, ledger);
        if let (Some(white), Some(black)) = (self.flags.white, self.flags.black) {
            // The report about the first flag alone may have to change.
            flag::tell(scene, !side, self.flags, ledger);
            flag::tell_both(scene, ByColor { white, black }, ledger);
        }
    }

    fn gap(&mut self, scene: &Scene, gap_ms: Millis, ledger: &mut Ledger) {
        if let Some(model) = &mut self.model {
            model.lose();
        }
        let since_ms = scene.t_ms.saturating_sub(gap_ms);
        self.unheard_ms = Some((self.unheard_ms.map_or(since_ms, |(before_ms, _)| before_ms), scene.t_ms));
        let Some(last) = scene.score.clock.filter(|_| gap_ms >= LOST_MS) else { return };
        let Some(times) = scene.left_at(since_ms) else { return };
        // The loss of the link and its return are reported with the delay of a report each.
        let gap = scene.timing.of_word(scene.t_ms).since(scene.timing.of_word(since_ms));
        let running = |side: Color| {
            text::LOST_RUNNING.with([Value::Side(side), Value::Reading(times[side].since(gap))])
        };
        Finding::new(scene, RuleId::ClockDefect, Kind::Info, scene.last_ply())
            .by(last.running)
            .cause(Cause::Link)
            .says(text::LOST.with([Value::Span(gap), Value::Readings(times)]))
            .says_all(last.running.map(running))
            .raise(ledger);
    }

    fn ply(&mut self, scene: &Scene, ply: PlyNo, _played: &Played, state: PlyState, ledger: &mut Ledger) {
        if ply == PlyNo::FIRST && state != PlyState::Provisional {
            self.setting(scene, ledger);
        }
        for side in Color::ALL {
            if self.flags[side].is_some_and(|fallen| scene.t_ms <= fallen.time.t_ms + AFTERMATH_MS) {
                flag::tell(scene, side, self.flags, ledger);
            }
        }
    }

    fn irregular(&mut self, _scene: &Scene, irregular: &Irregular, _ledger: &mut Ledger) {
        self.moved |= irregular.pressed;
    }

    fn restored(&mut self, _scene: &Scene, _ply: PlyNo, _ledger: &mut Ledger) {
        self.moved = true;
    }

    fn proposed(&mut self, _scene: &Scene, _outcome: KnownOutcome, _ledger: &mut Ledger) {
        self.over = true;
    }

    fn proposal_withdrawn(&mut self) {
        self.over = false;
    }

    fn result(&mut self, result: Option<ResultEntry>) {
        self.over = result.is_some();
    }

    fn claimed(&mut self, scene: &Scene, claim: &Claimed, ledger: &mut Ledger) {
        if claim.kind == Claim::Time {
            claim::tell(scene, claim.by, self.flags, ledger);
        }
    }

    fn reported(&mut self, scene: &Scene, report: &Report, ledger: &mut Ledger) {
        self.round.reported(scene, report, ledger);
    }

    fn advance(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.round.advance(scene, ledger);
    }

    fn next_deadline(&self) -> Option<Millis> {
        self.round.next_deadline()
    }
}

impl Clocks {
    /// Returns whether a stopped clock shows its setting: it has not run yet, or its times cannot come from running.
    fn is_setting(&self, t_ms: Millis, reading: &ClockReading) -> bool {
        if self.moved {
            return false;
        }
        let Some(from_ms) = self.ran_from_ms else { return true };
        let Some(set_to) = self.set_to.or(self.first_left_ms) else { return false };
        let run_ms = t_ms.saturating_sub(from_ms) + SHOWN_MS;
        Color::ALL.into_iter().any(|side| {
            let (shown, set) = (Millis::from(reading.left_ms[side]), Millis::from(set_to[side]));
            shown > set + SHOWN_MS || shown + run_ms < set
        })
    }

    fn has_next(&self, scene: &Scene, fallen: Fallen) -> bool {
        let periods = scene.control.map_or(1, |control| control.periods.len());
        fallen.period.is_some_and(|period| period + 1 < periods)
    }

    /// Compares the clock's setting before the first move with the time control (6.10.2).
    fn setting(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.moved = true;
        let (Some(control), Some(shown)) = (scene.control, self.set_to.take()) else { return };
        let Some(right_ms) = ClockModel::wrong_setting(control, shown) else { return };
        let shown = shown.map(|ms| scene.timing.of_reading(ms));
        let values = [Value::Readings(shown), Value::Seconds(u64::from(right_ms) / 1_000)];
        let given = scene.parameters.setting_moves;
        Finding::new(scene, RuleId::ClockSetting, Kind::Violation, PlyNo::FIRST)
            .cites_only(given.articles)
            .says_all([text::SETTING.with(values), faults::correction(scene)])
            .says_all(given.doubt.map(crate::Form::plain))
            .raise(ledger);
    }

    /// Reports that a side need not record its moves: it has less than five minutes left and an increment of less than
    /// 30 seconds (8.4).
    fn exemption(&mut self, scene: &Scene, side: Color, left_ms: u32, ply: PlyNo, ledger: &mut Ledger) {
        let Some(control) = scene.control.filter(|_| scene.parameters.recording.value) else { return };
        let period = self.model.as_ref().map_or(0, |model| model.period(side));
        let added = control.periods.get(period).map_or(0, |period| period.increment_s);
        let exempt = left_ms < EXEMPT_MS && added < 30 && !scene.is_clock_turned;
        if exempt && !self.exempt[side] && !scene.score.plies.is_empty() {
            let finding = Finding::new(scene, RuleId::RecordingExemption, Kind::Info, ply).by(side);
            let finding = finding.cause(Cause::Exempt(side));
            finding.says(text::EXEMPT.with([Value::Side(side)])).raise(ledger);
        }
        self.exempt[side] = exempt;
    }
}
