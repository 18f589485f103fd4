//! Claims on time: which player's flag had fallen when both clocks were stopped (PL09 A.4(d)(2), RU20 13.4.3, FIDE
//! A.5.3).
//!
//! | claimant's flag | opponent's flag | |
//! |---|---|---|
//! | up | down | the claim is right: won, or drawn if the claimant cannot mate |
//! | down | down | the rule of the edition for both flags |
//! | up or down | up | rejected; the game goes on |
//!
//! If the opponent ended the game on the board, the finding says only in which order the flag fell and that move was
//! made.

use super::{flag, flag::Fallen, text};
use crate::{
    Kind, Outcome, Remedy, RuleId, Value,
    ledger::{Finding, Ledger},
    profile::parameters::{BothFlags, TimeClaim},
    seen::scene::Scene,
};
use shakmaty::{ByColor, Color};

/// Answers a claim by the flags as the clock showed them.
pub(super) fn tell(scene: &Scene, by: Color, flags: ByColor<Option<Fallen>>, ledger: &mut Ledger) {
    let ply = flags[!by].map_or(scene.score.plies.len() + 1, |fallen| fallen.ply);
    let mut finding = Finding::new(RuleId::FlagFall, Kind::Info, ply, Some(!by));
    finding.articles = scene.cite(scene.parameters.time_claim.articles);
    let claimant = [Value::Side(by)];
    let ended = flags[!by].and_then(|fallen| flag::ended(scene, !by, fallen.time));
    match (flags[by].is_some(), flags[!by].is_some()) {
        // The clock is turned round, so nobody knows which flag belongs to whom.
        (_, true) | (true, _) if scene.is_clock_turned => {
            finding.phrases = vec![text::CLAIM_MADE.with(claimant), text::TURNED_FLAG.plain()];
        }
        // The order of flag and move decides. Judging that order is for the arbiter.
        (_, true) if ended.is_some() => {
            finding.phrases = vec![text::CLAIM_ENDED.with(claimant)];
            finding.phrases.extend(ended.into_iter().flatten());
        }
        (false, true) => {
            let (outcome, phrases) = flag::lost(scene, !by);
            finding.phrases = vec![text::CLAIM_WIN.with(claimant)];
            finding.phrases.extend(phrases);
            finding.remedy = Some(Remedy { outcome: Some(outcome), ..Remedy::default() });
        }
        (true, true) => {
            finding.phrases = vec![text::CLAIM_BOTH.with(claimant)];
            if scene.parameters.both_flags.value == BothFlags::Draw {
                finding.articles.extend(scene.cite(scene.parameters.both_flags.articles));
                finding.phrases.push(text::BOTH_DRAW.plain());
                finding.remedy = Some(Remedy { outcome: Some(Outcome::Draw), ..Remedy::default() });
            } else {
                finding.phrases.push(text::SEE_BOTH.plain());
            }
        }
        (_, false) => finding.phrases = vec![text::CLAIM_NONE.with(claimant)],
    }
    let stopped = scene.trail.clock().is_some_and(|reading| reading.running.is_none());
    if scene.parameters.time_claim.value == TimeClaim::BothClocksStopped && !stopped {
        finding.phrases.push(text::NOT_STOPPED.plain());
    }
    ledger.raise(scene.t_ms, finding);
}
