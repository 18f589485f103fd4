//! Draws and the end of the game: the ends by rule, the claims of players, and the agreements they may make.
//!
//! ```text
//!   a ply becomes final ─▶ mate · stalemate · dead position · fifth occurrence · 75 moves      reported at once
//!   a claim             ─▶ third occurrence · 50 moves, now or after an announced move        reported on the claim
//!   a result            ─▶ agreed too early · a winner who cannot mate                        reported with the result
//! ```
//! Before a claim, no report says that a draw could be claimed, not even a report to the arbiter (12.6, PL09 13.6). A
//! caller that is asked can compute the counts with [`Repetition`](crate::repetition::Repetition).

pub mod claim;
mod claim_text;
mod ended;
mod ended_text;

use crate::{
    Incident, Kind, Outcome, Remedy, RuleId, Value,
    finding::Finding,
    ledger::Ledger,
    observer::{Claimed, Observer},
    seen::{
        hands::{BRUSH_MS, Hands},
        scene::Scene,
    },
};
use claim::{Assessment, Verdict, assess};
use claim_text as text;
use game::{Claim, Decision, PlyNo, PlyState, ResultEntry};
use shakmaty::{Color, KnownOutcome};

/// The observer of the ends of games and of claims of a draw.
#[derive(Debug, Clone, Default)]
pub(crate) struct Draws {
    /// The number of plies whose positions have been examined.
    looked_at: usize,
}

impl Observer for Draws {
    fn decided(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        // A ply that replaces another is examined; a ply that only becomes more certain is not examined again.
        if ply.index() >= self.looked_at {
            self.looked_at = ply.get();
            ended::look(scene, ply, ledger);
        }
    }

    fn superseded(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        self.looked_at = self.looked_at.min(ply.index());
        ledger.close(
            scene.t_ms,
            |incident| incident.ply >= Some(ply) && ended::is_ending(incident.rule),
            None,
        );
    }

    fn proposed(&mut self, scene: &Scene, outcome: KnownOutcome, ledger: &mut Ledger) {
        ended::proposed(scene, outcome, ledger);
    }

    fn claimed(&mut self, scene: &Scene, claim: &Claimed, ledger: &mut Ledger) {
        let Claimed { by, kind, announced } = *claim;
        if let Some(assessment) = assess(scene.score, by, kind, announced) {
            claimed(scene, by, kind, &assessment, ledger);
        }
    }

    fn ruled(&mut self, scene: &Scene, incident: &Incident, decision: Decision, ledger: &mut Ledger) {
        // The opponent gets the extra time for a wrong claim even if the record confirms the claim.
        let is_claim = matches!(incident.rule, RuleId::ThreefoldClaim | RuleId::FiftyMoveClaim);
        if let Some(by) = incident.by.filter(|_| is_claim && decision == Decision::Dismiss) {
            wrong(scene, by, None, ledger);
        }
    }

    fn draw_offered(&mut self, scene: &Scene, by: Color, ledger: &mut Ledger) {
        let plies = scene.score.plies.len();
        let last = scene.score.plies.last();
        // A draw is offered at the right time after the move and before the press (9.1).
        let in_time = plies > 0
            && scene.score.mover(plies - 1) == by
            && last.is_some_and(|ply| ply.pressed_ms.is_none() && ply.state != PlyState::Completed);
        let form = if in_time { &text::OFFER } else { &text::OFFER_OTHERWISE };
        let finding = Finding::new(scene, RuleId::DrawOffer, Kind::Info, scene.last_ply()).by(by);
        finding.says(form.with([Value::Side(by)])).raise(ledger);
    }

    fn result_entered(&mut self, scene: &Scene, result: Option<ResultEntry>, ledger: &mut Ledger) {
        if let Some(result) = result {
            ended::result(scene, result, ledger);
        }
    }
}

/// Answers a claim: the finding says whether the record confirms the claim, and what follows if it is wrong.
fn claimed(scene: &Scene, by: Color, kind: Claim, assessment: &Assessment, ledger: &mut Ledger) {
    let rule = if kind == Claim::Threefold { RuleId::ThreefoldClaim } else { RuleId::FiftyMoveClaim };
    let is_right = assessment.verdict == Verdict::Right;
    Finding::new(scene, rule, Kind::Info, scene.next_ply())
        .by(by)
        .says_all(text::claim(by, kind, assessment))
        .outcome(is_right.then_some(Outcome::Draw))
        .raise(ledger);
    after_touch(scene, by, ledger);
    if !is_right {
        wrong(scene, by, assessment.announced.clone(), ledger);
    }
}

/// Reports a piece that was lifted before a claim, because a player who has touched a piece cannot claim in that turn
/// (9.4).
fn after_touch(scene: &Scene, by: Color, ledger: &mut Ledger) {
    let hands = Hands::now(scene);
    let touched = hands.lifts.iter().find(|lift| {
        let was_brushed = lift.back_ms.is_some_and(|back| back < lift.t_ms + BRUSH_MS);
        lift.piece.color == by && !was_brushed
    });
    if let Some(lift) = touched.filter(|_| scene.score.standing().turn() == by) {
        let phrase = text::AFTER_TOUCH.with([Value::Side(by), Value::Piece(lift.piece, lift.square)]);
        let finding = Finding::new(scene, RuleId::ClaimAfterTouch, Kind::Hint, scene.next_ply()).by(by);
        finding.says(phrase).raise(ledger);
    }
}

/// Reports the time that a wrong claim costs (PL09 9.5(b), RU20 and FIDE 9.5.3).
fn wrong(scene: &Scene, by: Color, announced: Option<String>, ledger: &mut Ledger) {
    let bonus = scene.parameters.claim_bonus_min;
    let opponent_ms = Some(u32::from(bonus.value) * 60_000);
    let play_it = |san| text::PLAY_IT.with([Value::Side(by), Value::Moves(vec![san])]);
    Finding::new(scene, RuleId::WrongClaimBonus, Kind::Violation, scene.next_ply())
        .by(by)
        .cites_only(bonus.articles)
        .says(text::BONUS.with([Value::minutes(bonus.value.into()), Value::Side(!by)]))
        .says_all(bonus.doubt.map(crate::Form::plain))
        .says_all(announced.map(play_it))
        .remedy(Remedy { opponent_ms, ..Remedy::default() })
        .raise(ledger);
}
