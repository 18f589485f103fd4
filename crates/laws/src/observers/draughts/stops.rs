//! Stops of both clocks (4.4 of the WARC draughts rules). A player who stops both clocks risks losing the game. There
//! are two exceptions: to claim a regulation draw if all moves are played in one period, and to resign (6.20).

use super::{Count, text};
use crate::{Incident, Kind, RuleId, ledger::Ledger, seen::scene::Scene};
use board::ClockReading;

/// The observer of stops of both clocks.
#[derive(Debug, Clone, Default)]
pub(super) struct Stops {
    ran: bool,
    /// Set while both clocks are stopped and only a claim can justify the stop.
    waits: bool,
}

impl Stops {
    /// Follows the clock while a stop of both clocks is not the act of a player.
    pub(super) fn leave(&mut self, reading: &ClockReading) {
        self.ran = reading.running.is_some();
        self.waits = false;
    }

    pub(super) fn read(
        &mut self,
        scene: &Scene,
        reading: &ClockReading,
        may_claim: bool,
        claimed: bool,
        count: &Count,
        ledger: &mut Ledger,
    ) {
        let (stopped, restarted) =
            (self.ran && reading.running.is_none(), !self.ran && reading.running.is_some());
        self.ran = reading.running.is_some();
        let told = if stopped && may_claim && claimed {
            (Kind::Info, text::STOP_CLAIM.plain())
        } else if stopped && may_claim {
            self.waits = true;
            (Kind::Info, text::STOP_WAITS.plain())
        } else if stopped || restarted && std::mem::take(&mut self.waits) {
            (Kind::Violation, text::STOP.plain())
        } else {
            return;
        };
        count.finding(scene, RuleId::DrNoStop, told.0).says(told.1).raise(ledger);
    }

    /// Handles a claim made while the clocks are stopped.
    pub(super) fn claimed(&mut self, scene: &Scene, is_draw: bool, count: &Count, ledger: &mut Ledger) {
        if is_draw && std::mem::take(&mut self.waits) {
            count.note(scene, RuleId::DrNoStop).says(text::STOP_CLAIM.plain()).raise(ledger);
        }
    }

    /// Closes the incident about the stop when the game ends.
    pub(super) fn ended(&mut self, scene: &Scene, is_over: bool, ledger: &mut Ledger) {
        self.waits &= !is_over;
        let meant = |incident: &Incident| is_over && incident.rule == RuleId::DrNoStop;
        ledger.close(scene.t_ms, meant, Some(text::STOP_END.plain()));
    }
}
