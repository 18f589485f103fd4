//! The start of a round: whose clock is running, and how late each player arrived.
//!
//! The arbiter reports the start (`white-clock-start`) and each late arrival (`default-time`, with the player); a
//! board cannot sense who is present.

use super::text;
use crate::{
    Kind, Outcome, RuleId, Value, finding::Finding, ledger::Ledger, observer::Report, seen::scene::Scene,
};
use board::Millis;
use game::PlyNo;
use shakmaty::Color;

/// The time after the start of the round, in milliseconds, by which White's clock should be running.
const GRACE_MS: Millis = 20_000;

/// The start of the round and the late arrivals, as far as people have reported them.
#[derive(Debug, Clone, Default)]
pub(super) struct Round {
    began_ms: Option<Millis>,
    due_ms: Option<Millis>,
}

impl Round {
    pub(super) fn reported(&mut self, scene: &Scene, report: &Report, ledger: &mut Ledger) {
        match (report.rule, report.by) {
            (RuleId::WhiteClockStart, _) => {
                self.began_ms = Some(scene.t_ms);
                self.due_ms = Some(scene.t_ms + GRACE_MS);
            }
            (RuleId::DefaultTime, Some(by)) => self.arrived(scene, by, ledger),
            (_, _) => {}
        }
    }

    pub(super) fn next_deadline(&self) -> Option<Millis> {
        self.due_ms
    }

    pub(super) fn advance(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.due_ms = None;
        if !scene.score.plies.is_empty() {
            return;
        }
        // Readings also report stopped clocks. Without readings, only the presses tell whose clock is running.
        let by_presses = || scene.trail.running_at(scene.t_ms);
        let phrase = match scene.trail.clock().map_or_else(by_presses, |reading| reading.running) {
            Some(Color::White) => return,
            Some(Color::Black) => text::BLACK_RUNS.plain(),
            None => text::NOT_STARTED.with([Value::Seconds(GRACE_MS / 1_000)]),
        };
        Finding::new(scene, RuleId::WhiteClockStart, Kind::Info, PlyNo::FIRST).says(phrase).raise(ledger);
    }

    /// Reports a late arrival. White loses the time until White arrives, even if Black is late too (PL09 6.6(b), RU20
    /// and FIDE 6.7.2). A player who arrives after the default time loses unless the arbiter decides otherwise (PL09
    /// 6.6(a), RU20 and FIDE 6.7.1).
    fn arrived(&self, scene: &Scene, by: Color, ledger: &mut Ledger) {
        let Some(began_ms) = self.began_ms else { return };
        // The lateness is the time between two entries of the arbiter, in whole seconds. No sensor can tell how late
        // they made an entry.
        let late_ms = scene.t_ms.saturating_sub(began_ms);
        let late = Value::Seconds(late_ms / 1_000);
        let default_min = scene.profile.settings.default_time_min.unwrap_or(0);
        let mut finding = Finding::new(scene, RuleId::DefaultTime, Kind::Info, PlyNo::FIRST).by(by);
        finding = finding.says(text::ARRIVED.with([Value::Side(by), late.clone()]));
        if by == Color::White && late_ms > 0 {
            finding = finding.says(text::WHITE_BEARS.with([late]));
        }
        if late_ms > Millis::from(default_min) * 60_000 {
            let phrase = text::AFTER_DEFAULT.with([Value::Side(by), Value::minutes(default_min.into())]);
            finding = finding.says(phrase).outcome(Outcome::Wins(!by));
        }
        finding.raise(ledger);
    }
}
