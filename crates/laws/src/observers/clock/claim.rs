//! Claims on time: which player's flag had fallen when both clocks were stopped (PL09 A.4(d)(2), RU20 13.4.3, FIDE
//! A.5.3).
//!
//! | claimant's flag | opponent's flag | |
//! |---|---|---|
//! | up | down | the claim is right: won, or drawn if the claimant cannot mate |
//! | down | down | the rule of the edition for both flags |
//! | up or down | up | rejected; the game goes on |
//!
//! If the opponent ended the game on the board, the finding only says in which order the flag fell and the last move
//! was made.

use super::{flag, flag::Fallen, text};
use crate::{
    Kind, Outcome, RuleId, Value,
    finding::Finding,
    ledger::Ledger,
    profile::parameters::{BothFlags, TimeClaim},
    seen::scene::Scene,
};
use shakmaty::{ByColor, Color};

/// Answers a claim on time according to the flags that the clock showed.
pub(super) fn tell(scene: &Scene, by: Color, flags: ByColor<Option<Fallen>>, ledger: &mut Ledger) {
    let ply = flags[!by].map_or(scene.next_ply(), |fallen| fallen.ply);
    let finding = Finding::new(scene, RuleId::FlagFall, Kind::Info, ply).by(!by);
    let finding = finding.cites_only(scene.parameters.time_claim.articles);
    let claimant = [Value::Side(by)];
    let ended = flags[!by].and_then(|fallen| flag::ended(scene, !by, fallen.time));
    let finding = match (flags[by].is_some(), flags[!by].is_some()) {
        // While the clock is turned round, it is unknown which flag belongs to whom.
        (_, true) | (true, _) if scene.is_clock_turned => {
            finding.says_all([text::CLAIM_MADE.with(claimant), text::TURNED_FLAG.plain()])
        }
        // The order of the flag and the move decides. The arbiter judges that order.
        (_, true) if ended.is_some() => {
            finding.says(text::CLAIM_ENDED.with(claimant)).says_all(ended.into_iter().flatten())
        }
        (false, true) => {
            let (outcome, phrases) = flag::lost(scene, !by);
            finding.says(text::CLAIM_WIN.with(claimant)).says_all(phrases).outcome(outcome)
        }
        (true, true) => {
            let finding = finding.says(text::CLAIM_BOTH.with(claimant));
            let both = &scene.parameters.both_flags;
            if both.value == BothFlags::Draw {
                finding.cites(both.articles).says(text::BOTH_DRAW.plain()).outcome(Outcome::Draw)
            } else {
                finding.says(text::SEE_BOTH.plain())
            }
        }
        (_, false) => finding.says(text::CLAIM_NONE.with(claimant)),
    };
    let stopped = scene.trail.clock().is_some_and(|reading| reading.running.is_none());
    let is_early = scene.parameters.time_claim.value == TimeClaim::BothClocksStopped && !stopped;
    finding.says_all(is_early.then(|| text::NOT_STOPPED.plain())).raise(ledger);
}
