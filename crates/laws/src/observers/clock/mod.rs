//! The clock: how it was set, what it adds, whether it runs, whose flag fell first, and what was completed by then.
//!
//! Readings are compared with a [`model::ClockModel`] of the event's time control. A clock's reading is conclusive
//! unless the clock is evidently faulty (6.10.1), so a difference is reported, never corrected. A forgotten press is
//! reported to nobody (12.6).

mod claim;
mod done;
mod faults;
mod flag;
pub mod model;
pub(crate) mod reversed;
mod round;
mod text;

use crate::{
    Kind, Phrase, RuleId, Value,
    cause::Cause,
    ledger::{Finding, Ledger},
    observer::Observer,
    observers::draw::color,
    seen::scene::Scene,
};
use board::{BoardEvent, ClockReading, Millis, Time};
use faults::Faults;
use flag::Fallen;
use game::{Claim, GameEvent, Order, PlyState};
use model::ClockModel;
use round::Round;
use shakmaty::{ByColor, Color};

/// The shortest loss of a link, in milliseconds, that is reported to the arbiter.
const LOST_MS: Millis = 10_000;
/// The step of a clock's display, in milliseconds: clocks show whole seconds.
const SHOWN_MS: Millis = 1_000;
/// The remaining time, in milliseconds, below which a player need not record moves if the increment is below 30 seconds
/// (8.4).
const EXEMPT_MS: u32 = 300_000;
/// The time after a flag, in milliseconds, in which later evidence about the last move can still change the flag's
/// report.
const AFTERMATH_MS: Millis = 60_000;

/// The observer of the clock.
#[derive(Debug, Default)]
pub(crate) struct Clocks {
    model: Option<ClockModel>,
    /// The times last shown before the first move while both clocks were stopped.
    set_to: Option<ByColor<u32>>,
    flags: ByColor<Option<Fallen>>,
    exempt: ByColor<bool>,
    ran: bool,
    /// The instant at which a clock first ran in this game. From then on the display no longer shows the setting,
    /// unless the clock was set anew.
    ran_from_ms: Option<Millis>,
    over: bool,
    /// The beginning and the end of a silence of the clock. A flag that is down afterwards may have fallen at any time
    /// in it.
    unheard_ms: Option<(Millis, Millis)>,
    round: Round,
    faults: Faults,
}

impl Observer for Clocks {
    fn handle_board(&mut self, scene: &Scene, event: &BoardEvent, ledger: &mut Ledger) {
        // The time control was replaced because the first one was entered wrongly.
        if self.model.as_ref().map(ClockModel::control) != scene.control {
            self.model = scene.control.cloned().map(ClockModel::new);
        }
        match event {
            BoardEvent::Press(by) => {
                self.ran = true;
                if let Some(model) = &mut self.model {
                    model.press(scene.t_ms, *by);
                }
            }
            BoardEvent::Clock(reading) => self.read(scene, reading, ledger),
            BoardEvent::Flag(side) => self.fall(scene, *side, ledger),
            BoardEvent::Gap { gap_ms } => self.lose(scene, *gap_ms, ledger),
            BoardEvent::Reading(_)
            | BoardEvent::Square { .. }
            | BoardEvent::ResultPiece { .. }
            | BoardEvent::Identity(_)
            | BoardEvent::Link(_)
            | BoardEvent::Turned(_)
            | BoardEvent::SidesUnknown
            | BoardEvent::Unknown { .. } => {}
        }
    }

    fn handle_event(&mut self, scene: &Scene, event: &GameEvent, ledger: &mut Ledger) {
        match event {
            GameEvent::Ply { ply, state, .. } => {
                if *ply == 1 && *state != PlyState::Provisional {
                    self.setting(scene, ledger);
                }
                for side in Color::ALL {
                    if self.flags[side].is_some_and(|fallen| scene.t_ms <= fallen.time.t_ms + AFTERMATH_MS) {
                        flag::tell(scene, side, self.flags, ledger);
                    }
                }
            }
            GameEvent::Proposed { .. } => self.over = true,
            GameEvent::ProposalWithdrawn => self.over = false,
            GameEvent::Result { outcome } => self.over = outcome.is_some(),
            GameEvent::Began { .. }
            | GameEvent::Superseded { .. }
            | GameEvent::Asked { .. }
            | GameEvent::Answered { .. }
            | GameEvent::Irregular(_)
            | GameEvent::IrregularClosed { .. }
            | GameEvent::PressWithoutMove { .. }
            | GameEvent::WrongSetup { .. }
            | GameEvent::PickedUp(_)
            | GameEvent::PositionNeeded => {}
        }
    }

    fn handle_order(&mut self, scene: &Scene, order: &Order, ledger: &mut Ledger) {
        match order {
            Order::Claim { by, kind: Claim::Time, .. } => {
                if let Some(by) = color(by) {
                    claim::tell(scene, by, self.flags, ledger);
                }
            }
            Order::Report { rule, by, .. } => {
                self.round.handle_report(scene, rule, by.as_deref().and_then(color), ledger);
            }
            Order::Claim { .. }
            | Order::Start { .. }
            | Order::Result { .. }
            | Order::Correct { .. }
            | Order::Choose { .. }
            | Order::Promote { .. }
            | Order::Rule { .. }
            | Order::Restore { .. }
            | Order::DrawOffer { .. }
            | Order::Adjourn
            | Order::Clock(_)
            | Order::Note { .. } => {}
        }
    }

    fn advance(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.round.advance(scene, ledger);
    }

    fn next_deadline(&self) -> Option<Millis> {
        self.round.next_deadline()
    }
}

impl Clocks {
    fn read(&mut self, scene: &Scene, reading: &ClockReading, ledger: &mut Ledger) {
        let ply = scene.score.plies.len().max(1);
        let facts = match &mut self.model {
            Some(model) => model.read(scene.t_ms, reading),
            None => Vec::new(),
        };
        if scene.score.plies.is_empty() && reading.running.is_none() && self.is_setting(scene.t_ms, reading) {
            self.set_to = Some(reading.left_ms);
        }
        for fact in facts {
            // Clocks are set and started before the first move; the setting is checked with the first move.
            if !scene.score.plies.is_empty() {
                self.faults.tell(scene, ply, fact, ledger);
            }
        }
        for side in Color::ALL {
            if reading.left_ms[side] == 0 && self.ran && reading.running.is_none_or(|running| running == side)
            {
                self.fall(scene, side, ledger);
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
            raise(scene, RuleId::ClockStoppedByPlayer, Kind::Info, ply, None, text::STOPPED.plain(), ledger);
        }
        // A reading that arrives at the instant when the gap ends may date from before the gap.
        self.unheard_ms.take_if(|(_, until_ms)| *until_ms < scene.t_ms);
        self.ran = reading.running.is_some();
        if self.ran {
            self.ran_from_ms.get_or_insert(scene.t_ms);
        }
    }

    /// Returns whether the stopped clock shows its setting: it has not run yet, or running cannot explain its times.
    fn is_setting(&self, t_ms: Millis, reading: &ClockReading) -> bool {
        let (Some(from_ms), Some(set_to)) = (self.ran_from_ms, self.set_to) else { return true };
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

    fn fall(&mut self, scene: &Scene, side: Color, ledger: &mut Ledger) {
        if self.flags[side].is_some() {
            return;
        }
        let period = self.model.as_ref().and_then(|model| flag::period_of(scene, model, side));
        let time = scene.timing.of_flag(self.unheard_ms.map_or(scene.t_ms, |(since_ms, _)| since_ms));
        let unheard_ms = u32::try_from(scene.t_ms - time.t_ms).unwrap_or(u32::MAX);
        let time = Time { t_ms: scene.t_ms, early_ms: time.early_ms.saturating_add(unheard_ms), ..time };
        let fallen = Fallen { time, ply: scene.score.plies.len() + 1, period };
        self.flags[side] = Some(fallen);
        flag::tell(scene, side, self.flags, ledger);
        if let (Some(white), Some(black)) = (self.flags.white, self.flags.black) {
            // Conclusions from the first flag alone may no longer hold.
            flag::tell(scene, !side, self.flags, ledger);
            flag::tell_both(scene, ByColor { white, black }, ledger);
        }
    }

    fn lose(&mut self, scene: &Scene, gap_ms: Millis, ledger: &mut Ledger) {
        if let Some(model) = &mut self.model {
            model.lose();
        }
        let since_ms = scene.t_ms.saturating_sub(gap_ms);
        self.unheard_ms = Some((self.unheard_ms.map_or(since_ms, |(before_ms, _)| before_ms), scene.t_ms));
        let Some(last) = scene.score.clock.filter(|_| gap_ms >= LOST_MS) else { return };
        let Some(times) = scene.left_at(since_ms) else { return };
        // The loss of the link and its return are reported equally late.
        let gap = scene.timing.of_word(scene.t_ms).since(scene.timing.of_word(since_ms));
        let mut phrases = vec![text::LOST.with([Value::Span(gap), Value::Readings(times)])];
        if let Some(side) = last.running {
            let left = times[side].since(gap);
            phrases.push(text::LOST_RUNNING.with([Value::Side(side), Value::Reading(left)]));
        }
        let mut finding =
            Finding::new(RuleId::ClockDefect, Kind::Info, scene.score.plies.len().max(1), last.running);
        finding.cause = Some(Cause::Link);
        finding.articles = scene.cite(RuleId::ClockDefect.page().articles(scene.profile.edition));
        finding.phrases = phrases;
        ledger.raise(scene.t_ms, finding);
    }

    /// Compares the setting before the first move with the time control (6.10.2).
    fn setting(&mut self, scene: &Scene, ledger: &mut Ledger) {
        let (Some(control), Some(shown)) = (scene.control, self.set_to.take()) else { return };
        let Some(right_ms) = ClockModel::wrong_setting(control, shown) else { return };
        let shown = shown.map(|ms| scene.timing.of_reading(ms));
        let values = [Value::Readings(shown), Value::Seconds(u64::from(right_ms) / 1_000)];
        let given = scene.parameters.setting_moves;
        let mut finding = Finding::new(RuleId::ClockSetting, Kind::Violation, 1, None);
        finding.articles = scene.cite(given.articles);
        finding.phrases = vec![text::SETTING.with(values)];
        finding.phrases.push(faults::correction(scene));
        finding.phrases.extend(given.doubt.map(crate::Form::plain));
        ledger.raise(scene.t_ms, finding);
    }

    /// Reports that a side need not record its moves: it has less than five minutes left and an increment of less than
    /// 30 seconds (8.4).
    fn exemption(&mut self, scene: &Scene, side: Color, left_ms: u32, ply: usize, ledger: &mut Ledger) {
        let Some(control) = scene.control.filter(|_| scene.parameters.recording.value) else { return };
        let period = self.model.as_ref().map_or(0, |model| model.period(side));
        let added = control.periods.get(period).map_or(0, |period| period.increment_s);
        let exempt = left_ms < EXEMPT_MS && added < 30 && !scene.is_clock_turned;
        if exempt && !self.exempt[side] && !scene.score.plies.is_empty() {
            let mut finding = Finding::new(RuleId::RecordingExemption, Kind::Info, ply, Some(side));
            finding.cause = Some(Cause::Exempt(side));
            finding.articles = scene.cite(RuleId::RecordingExemption.page().articles(scene.profile.edition));
            finding.phrases = vec![text::EXEMPT.with([Value::Side(side)])];
            ledger.raise(scene.t_ms, finding);
        }
        self.exempt[side] = exempt;
    }
}

/// Raises a finding of one sentence, with the articles of its rule.
pub(crate) fn raise(
    scene: &Scene,
    rule: RuleId,
    kind: Kind,
    ply: usize,
    by: Option<Color>,
    phrase: Phrase,
    ledger: &mut Ledger,
) {
    let mut finding = Finding::new(rule, kind, ply, by);
    finding.articles = scene.cite(rule.page().articles(scene.profile.edition));
    finding.phrases = vec![phrase];
    ledger.raise(scene.t_ms, finding);
}
