//! Claims of a regulation draw (6.18 of the WARC draughts rules): the claimant's clock keeps running, and a flag that
//! falls before the ruling is ignored if the draw is granted.

use super::{Count, text};
use crate::{Incident, Outcome, RuleId, Value, ledger::Ledger, observer::Claimed, seen::scene::Scene};
use game::{Claim, Decision};
use shakmaty::Color;

/// The claim that waits for a ruling.
#[derive(Debug, Clone, Default)]
pub(super) struct Claims {
    pending: Option<Pending>,
}

#[derive(Debug, Clone, Copy)]
struct Pending {
    by: Color,
    /// Set if the claimant's flag fell before the arbiter's ruling.
    flag_fell: bool,
}

impl Claims {
    pub(super) fn is_pending(&self) -> bool {
        self.pending.is_some()
    }

    pub(super) fn claimed(&mut self, scene: &Scene, claim: &Claimed, count: &Count, ledger: &mut Ledger) {
        let by = claim.by;
        match claim.kind {
            Claim::Threefold | Claim::Fifty | Claim::QuickplayDraw => {
                self.pending = Some(Pending { by, flag_fell: false });
                let finding = count.note(scene, RuleId::DrDrawClaimTime).by(by);
                finding.says(text::CLAIM.with([Value::Side(by)])).raise(ledger);
            }
            // The rules of draughts do not provide for these claims.
            Claim::Illegal | Claim::Time | Claim::Touch | Claim::QuickplayIncrement => {}
        }
    }

    pub(super) fn flag_fell(&mut self, scene: &Scene, side: Color, count: &Count, ledger: &mut Ledger) {
        if let Some(pending) = self.pending.as_mut().filter(|pending| pending.by == side) {
            pending.flag_fell = true;
            let finding = count.note(scene, RuleId::DrDrawClaimTime).by(side);
            let phrases = [&text::CLAIM, &text::FLAG_WAITS].map(|form| form.with([Value::Side(side)]));
            finding.says_all(phrases).raise(ledger);
        }
    }

    pub(super) fn ruled(
        &mut self,
        scene: &Scene,
        incident: &Incident,
        decision: Decision,
        count: &Count,
        ledger: &mut Ledger,
    ) {
        let is_claim = incident.rule == RuleId::DrDrawClaimTime;
        let Some(pending) = self.pending.filter(|_| is_claim) else { return };
        let Pending { by, flag_fell } = pending;
        let (form, outcome) = match (decision, flag_fell) {
            (Decision::Confirm, false) => (&text::GRANTED, Some(Outcome::Draw)),
            (Decision::Confirm, true) => (&text::GRANTED_FLAG, Some(Outcome::Draw)),
            (Decision::Dismiss, false) => (&text::REJECTED, None),
            (Decision::Dismiss, true) => (&text::REJECTED_FLAG, None),
            // The arbiter has postponed the decision on the claim.
            (Decision::Stands, _) => return,
        };
        self.pending = None;
        let finding = count.note(scene, RuleId::DrDrawClaimTime).by(by);
        finding.says(form.with([Value::Side(by)])).outcome(outcome).raise(ledger);
    }
}
