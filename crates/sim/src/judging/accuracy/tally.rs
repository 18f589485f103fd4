//! Sums the verdicts of one cell, and compares them with what the cell must reach.

use super::{Difference, Verdict};
use crate::judging::cells::Reach;

/// The sum of verdicts; it depends on nothing but the verdicts and their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Seeds played.
    pub games: u64,
    /// Seeds in which everything is exact.
    pub exact: u64,
    /// Seeds in which everything is exact once open questions are answered.
    pub exact_answered: u64,
    /// Inexact seeds whose score explains the board at rest as well as the truth does.
    pub equal_evidence: u64,
    /// Inexact seeds that have a twin: another game would have left exactly the same evidence.
    pub twins: u64,
    /// Plies played.
    pub plies: u64,
    /// Right plies.
    pub right: u64,
    /// Wrong and confident plies.
    pub wrong: u64,
    /// Wrong plies made of what happened after a game.
    pub phantom: u64,
    /// Questions open at the end.
    pub asked: u64,
    /// Plies asked about at any time.
    pub asked_points: u64,
    /// Final plies withdrawn for no reason in the room.
    pub retracted: u64,
    /// False illegal alarms.
    pub false_illegal: u64,
    /// False illegal alarms told as completed by a press.
    pub false_pressed: u64,
    /// Illegal moves pressed for.
    pub illegal: u64,
    /// Pressed illegal moves that were not reported.
    pub missed_illegal: u64,
    /// Pressed illegal moves reported as something else.
    pub unlike_illegal: u64,
    /// Final plies superseded, for whatever reason.
    pub revisions: u64,
    /// Board events.
    pub events: u64,
    /// The most placements compared for one deadline or event.
    pub most_compared: u32,
    /// Delays from the last touch in the room to the ply being shown.
    pub provisional_ms: Lags,
    /// Delays from the last touch in the room to the ply being final.
    pub final_ms: Lags,
    /// Delays from the last square reported to the ply being shown.
    pub provisional_seen_ms: Lags,
    /// Delays from the last square reported to the ply being final.
    pub final_seen_ms: Lags,
    /// The first seeds in which a final ply was withdrawn for no reason in the room, each with that ply.
    pub retracted_seeds: Vec<(u64, usize)>,
    /// The first seeds that were not as they should be.
    pub failures: Vec<Failure>,
}

/// A seed that was not as it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The seed.
    pub seed: u64,
    /// The first ply that differs; `None` when only alarms or reports of illegal moves are wrong.
    pub difference: Option<Difference>,
    /// Plies that are wrong after open questions are answered.
    pub wrong: u32,
    /// The first wrong ply.
    pub wrong_at: Option<Difference>,
    /// The plies of a twin.
    pub twin: Option<Vec<String>>,
    /// False alarms.
    pub false_illegal: u32,
    /// Illegal moves not reported, or reported as something else.
    pub missed_illegal: u32,
}

/// A list of times with percentiles.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lags(Vec<u32>);

/// The most failures that are listed; all are counted.
pub const FAILURES_MAX: usize = 20;

impl Lags {
    /// The time that this percentage of values does not exceed; `None` when nothing was measured.
    pub fn percentile(&mut self, percent: usize) -> Option<u32> {
        let index = (self.0.len() * percent / 100).min(self.0.len().checked_sub(1)?);
        Some(*self.0.select_nth_unstable(index).1)
    }
}

impl Tally {
    /// Adds the verdict of one seed.
    pub fn add(&mut self, seed: u64, verdict: Verdict) {
        self.games += 1;
        self.exact += u64::from(verdict.exact);
        self.exact_answered += u64::from(verdict.exact_answered);
        self.equal_evidence += u64::from(verdict.equal_evidence && !verdict.exact);
        self.twins += u64::from(verdict.twin.is_some());
        self.plies += u64::from(verdict.plies);
        self.right += u64::from(verdict.right);
        self.wrong += u64::from(verdict.wrong);
        self.phantom += u64::from(verdict.phantom);
        self.asked += u64::from(verdict.asked);
        self.asked_points += u64::from(verdict.asked_points);
        self.retracted += u64::from(verdict.retracted);
        self.false_illegal += u64::from(verdict.false_illegal);
        self.false_pressed += u64::from(verdict.false_pressed);
        self.illegal += u64::from(verdict.illegal);
        self.missed_illegal += u64::from(verdict.missed_illegal);
        self.unlike_illegal += u64::from(verdict.unlike_illegal);
        self.revisions += u64::from(verdict.revisions);
        self.events += u64::from(verdict.events);
        self.most_compared = self.most_compared.max(verdict.most_compared);
        self.provisional_ms.0.extend(verdict.provisional_ms);
        self.final_ms.0.extend(verdict.final_ms);
        self.provisional_seen_ms.0.extend(verdict.provisional_seen_ms);
        self.final_seen_ms.0.extend(verdict.final_seen_ms);
        if self.retracted_seeds.len() < FAILURES_MAX {
            self.retracted_seeds.extend(verdict.first_retracted.map(|ply| (seed, ply)));
        }
        let failed = !verdict.exact || verdict.false_illegal > 0;
        if failed && self.failures.len() < FAILURES_MAX {
            self.failures.push(Failure {
                seed,
                difference: verdict.difference,
                wrong: verdict.wrong,
                twin: verdict.twin,
                wrong_at: verdict.wrong_at,
                false_illegal: verdict.false_illegal,
                missed_illegal: verdict.missed_illegal + verdict.unlike_illegal,
            });
        }
    }

    /// The number of games that count as exact for the demands. A game that has a twin can only be asked about.
    pub fn exact_for(&self, reach: &Reach) -> u64 {
        if reach.or_asked { self.exact_answered } else { self.exact + self.twins }
    }

    /// Returns whether enough games are exact.
    pub fn reaches_exact(&self, reach: &Reach) -> bool {
        self.exact_for(reach) * 1_000_000 >= self.games * u64::from(reach.exact_ppm)
    }

    /// Returns whether few enough plies are wrong.
    pub fn reaches_wrong(&self, reach: &Reach) -> bool {
        reach.wrong.holds(self.wrong, self.plies)
    }

    /// Returns whether few enough alarms are false.
    pub fn reaches_alarms(&self, reach: &Reach) -> bool {
        reach.alarms.holds(self.false_illegal, self.games)
    }
}
