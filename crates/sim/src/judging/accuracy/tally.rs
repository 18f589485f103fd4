//! The sum of the verdicts on one cell, which is compared with the demands on the cell.

use super::{Departure, Verdict};
use crate::judging::cells::Reach;
use game::PlyNo;

/// The sum of verdicts on a cell's seeds; it depends only on the verdicts and their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of seeds played.
    pub games: u64,
    /// The number of seeds in which everything is exact.
    pub exact: u64,
    /// The number of seeds in which everything is exact once open questions are answered.
    pub exact_answered: u64,
    /// The number of inexact seeds whose score explains the board's readings at rest as well as the played game does.
    pub equal_evidence: u64,
    /// The number of inexact seeds with a twin: another game would have left exactly the same evidence.
    pub twins: u64,
    /// The number of plies played.
    pub plies: u64,
    /// The number of right plies.
    pub right: u64,
    /// The number of plies that are wrong although no question about them is open.
    pub wrong: u64,
    /// The number of wrong plies that the scribe made out of acts after the end of a game.
    pub phantom: u64,
    /// The number of questions open at the end.
    pub asked: u64,
    /// The number of plies that were asked about at any time.
    pub asked_points: u64,
    /// The number of final plies that were withdrawn although the players neither took them back nor corrected an
    /// illegal move.
    pub retracted: u64,
    /// The number of plies that the board bore out and that were withdrawn without a question.
    pub unsaid: u64,
    /// The number of wrong plies near which no question is open.
    pub silent: u64,
    /// The number of false alarms: illegal moves that were reported but not made.
    pub false_illegal: u64,
    /// The number of false alarms about illegal moves said to be completed by a press.
    pub false_pressed: u64,
    /// The number of illegal moves that a press completed.
    pub illegal: u64,
    /// The number of illegal moves that a press completed but the scribe did not report.
    pub missed_illegal: u64,
    /// The number of illegal moves completed by a press that the scribe reported as another move or with another
    /// ending.
    pub unlike_illegal: u64,
    /// The number of plies that were shown as final and were later replaced by others, for whatever reason.
    pub revisions: u64,
    /// The number of board events.
    pub events: u64,
    /// The greatest number of placements that the scribe compared while handling one deadline or event.
    pub most_compared: u32,
    /// The delays from the last touch of a piece in the room until the ply was shown.
    pub provisional_ms: Lags,
    /// The delays from the last touch of a piece in the room until the ply was final.
    pub final_ms: Lags,
    /// The delays from the board's last report of a square until the ply was shown.
    pub provisional_seen_ms: Lags,
    /// The delays from the board's last report of a square until the ply was final.
    pub final_seen_ms: Lags,
    /// The first seeds with a retracted ply (see [`Tally::retracted`]), each with the number of that ply.
    pub retracted_seeds: Vec<(u64, PlyNo)>,
    /// The first seeds with an unsaid ply (see [`Tally::unsaid`]), each with the number of that ply.
    pub unsaid_seeds: Vec<(u64, PlyNo)>,
    /// The first seeds that failed, at most [`FAILURES_MAX`].
    pub failures: Vec<FailedSeed>,
}

/// A seed that failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedSeed {
    /// The seed of the simulated games.
    pub seed: u64,
    /// The first ply that differs; `None` if only reports of illegal moves are wrong.
    pub difference: Option<Departure>,
    /// The number of plies that are wrong once open questions are answered.
    pub wrong: u32,
    /// The first ply that is still wrong once open questions are answered; `None` if no ply is.
    pub wrong_at: Option<Departure>,
    /// The first differing plies of a twin: a different game that would have left exactly the same evidence.
    pub twin: Option<Vec<String>>,
    /// The number of false alarms about illegal moves.
    pub false_illegal: u32,
    /// The number of illegal moves that were not reported, or were reported as something else.
    pub missed_illegal: u32,
}

/// A list of measured delays in milliseconds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lags(Vec<u32>);

/// The greatest number of failed seeds that are listed; all failed seeds are counted.
pub const FAILURES_MAX: usize = 20;

impl Lags {
    /// Returns the delay that this percentage of the measured delays does not exceed; `None` if nothing was measured.
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
        self.unsaid += u64::from(verdict.unsaid);
        self.silent += u64::from(verdict.silent);
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
        if self.unsaid_seeds.len() < FAILURES_MAX {
            self.unsaid_seeds.extend(verdict.first_unsaid.map(|ply| (seed, ply)));
        }
        let failed = !verdict.exact || verdict.false_illegal > 0;
        if failed && self.failures.len() < FAILURES_MAX {
            self.failures.push(FailedSeed {
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

    /// Returns the number of games that count as exact when the demands are checked. A game with a twin counts, because
    /// no evidence could have decided it.
    pub fn exact_for(&self, reach: &Reach) -> u64 {
        if reach.or_asked { self.exact_answered } else { self.exact + self.twins }
    }

    /// Returns whether enough games are exact for these demands.
    pub fn reaches_exact(&self, reach: &Reach) -> bool {
        self.exact_for(reach) * 1_000_000 >= self.games * u64::from(reach.exact_ppm)
    }

    /// Returns whether few enough plies are wrong for these demands.
    pub fn reaches_wrong(&self, reach: &Reach) -> bool {
        reach.wrong.holds(self.wrong, self.plies)
    }

    /// Returns whether few enough alarms are false for these demands.
    pub fn reaches_alarms(&self, reach: &Reach) -> bool {
        reach.alarms.holds(self.false_illegal, self.games)
    }
}
