//! Draws and the end of the game: the ends by rule, the claims of players, and the agreements they may make.
//!
//! ```text
//!   a ply becomes final ─▶ mate · stalemate · dead position · fifth occurrence · 75 moves      reported at once
//!   a claim             ─▶ third occurrence · 50 moves, now or after an announced move        reported on the claim
//!   a result            ─▶ agreed too early · a winner who cannot mate                        reported with the result
//! ```
//! No report says unasked that a draw could be claimed, not even one to the arbiter (12.6, PL09 13.6). To answer a
//! question, a caller can use [`repetition`] directly.

pub mod claim;
mod claim_text;
mod ended;
mod ended_text;
pub mod repetition;

use crate::{
    Kind, Outcome, Remedy, RuleId, Status, Value,
    ledger::{Finding, Ledger},
    observer::Observer,
    seen::{
        hands::{BRUSH_MS, Hands},
        scene::Scene,
    },
};
use claim::{Assessment, Verdict, assess};
use claim_text as text;
use game::{Claim, Decision, GameEvent, Order, PlyState};
use shakmaty::Color;

/// The observer of ends of games and of claims of a draw.
#[derive(Debug, Default)]
pub(crate) struct Draws {
    /// The last ply whose position was examined.
    looked_at: usize,
}

impl Observer for Draws {
    fn handle_event(&mut self, scene: &Scene, event: &GameEvent, ledger: &mut Ledger) {
        match event {
            GameEvent::Ply { ply, state: PlyState::Final | PlyState::Completed, .. } => {
                // A ply that is corrected later is examined again; a ply that only becomes more certain is not.
                if *ply > self.looked_at {
                    self.looked_at = *ply;
                    ended::look(scene, *ply, ledger);
                }
            }
            GameEvent::Superseded { ply, .. } => {
                self.looked_at = self.looked_at.min(ply.saturating_sub(1));
                ledger.close(
                    scene.t_ms,
                    |incident| incident.ply >= *ply && ended::is_ending(incident.rule),
                    None,
                );
            }
            GameEvent::Proposed { outcome } => ended::proposed(scene, *outcome, ledger),
            GameEvent::Ply { state: PlyState::Provisional, .. }
            | GameEvent::Began { .. }
            | GameEvent::Asked { .. }
            | GameEvent::Answered { .. }
            | GameEvent::Irregular(_)
            | GameEvent::IrregularClosed { .. }
            | GameEvent::PressWithoutMove { .. }
            | GameEvent::ProposalWithdrawn
            | GameEvent::Result { .. }
            | GameEvent::WrongSetup { .. }
            | GameEvent::PickedUp(_)
            | GameEvent::PositionNeeded => {}
        }
    }

    fn handle_order(&mut self, scene: &Scene, order: &Order, ledger: &mut Ledger) {
        match order {
            Order::Claim { by, kind, mv } => {
                let (Some(by), Some(assessment)) =
                    (color(by), color(by).and_then(|by| assess(scene.score, by, *kind, mv.as_deref())))
                else {
                    return;
                };
                claimed(scene, by, *kind, &assessment, ledger);
            }
            Order::Rule { incident, decision: Decision::Dismiss } => dismissed(scene, *incident, ledger),
            Order::DrawOffer { by } => {
                if let Some(by) = color(by) {
                    offered(scene, by, ledger);
                }
            }
            Order::Result { result } => ended::result(scene, result, ledger),
            Order::Rule { decision: Decision::Confirm | Decision::Stands, .. }
            | Order::Start { .. }
            | Order::Correct { .. }
            | Order::Choose { .. }
            | Order::Promote { .. }
            | Order::Restore { .. }
            | Order::Adjourn
            | Order::Clock(_)
            | Order::Report { .. }
            | Order::Note { .. } => {}
        }
    }
}

/// Parses `white` or `black`.
pub(crate) fn color(name: &str) -> Option<Color> {
    match name {
        "white" => Some(Color::White),
        "black" => Some(Color::Black),
        _ => None,
    }
}

/// Answers a claim: right or wrong by the record, and the consequence of a wrong claim.
fn claimed(scene: &Scene, by: Color, kind: Claim, assessment: &Assessment, ledger: &mut Ledger) {
    let rule = if kind == Claim::Threefold { RuleId::ThreefoldClaim } else { RuleId::FiftyMoveClaim };
    let next_ply = scene.score.plies.len() + 1;
    let mut finding = Finding::new(rule, Kind::Info, next_ply, Some(by));
    finding.articles = scene.cite(rule.page().articles(scene.profile.edition));
    finding.phrases = text::claim(by, kind, assessment);
    if assessment.verdict == Verdict::Right {
        finding.remedy = Some(Remedy { outcome: Some(Outcome::Draw), ..Remedy::default() });
    }
    ledger.raise(scene.t_ms, finding);
    after_touch(scene, by, ledger);
    if assessment.verdict != Verdict::Right {
        wrong(scene, by, assessment.announced.clone(), ledger);
    }
}

/// Reports a piece that was lifted before a claim: a player who has touched a piece cannot claim in that turn (9.4).
fn after_touch(scene: &Scene, by: Color, ledger: &mut Ledger) {
    let hands = Hands::now(scene);
    let touched = hands.lifts.iter().find(|lift| {
        let was_brushed = lift.back_ms.is_some_and(|back| back < lift.t_ms + BRUSH_MS);
        lift.piece.color == by && !was_brushed
    });
    if let Some(lift) = touched.filter(|_| scene.score.standing().turn() == by) {
        let rule = RuleId::ClaimAfterTouch;
        let mut finding = Finding::new(rule, Kind::Hint, scene.score.plies.len() + 1, Some(by));
        finding.articles = scene.cite(rule.page().articles(scene.profile.edition));
        finding.phrases =
            vec![text::AFTER_TOUCH.with([Value::Side(by), Value::Piece(lift.piece, lift.square)])];
        ledger.raise(scene.t_ms, finding);
    }
}

/// Reports the time that a wrong claim costs (PL09 9.5(b), RU20 and FIDE 9.5.3).
fn wrong(scene: &Scene, by: Color, announced: Option<String>, ledger: &mut Ledger) {
    let bonus = scene.parameters.claim_bonus_min;
    let bonus_ms = u32::from(bonus.value) * 60_000;
    let mut finding =
        Finding::new(RuleId::WrongClaimBonus, Kind::Violation, scene.score.plies.len() + 1, Some(by));
    finding.articles = scene.cite(bonus.articles);
    finding.remedy = Some(Remedy { opponent_ms: Some(bonus_ms), ..Remedy::default() });
    finding.phrases.push(text::BONUS.with([Value::minutes(bonus.value.into()), Value::Side(!by)]));
    finding.phrases.extend(bonus.doubt.map(crate::Form::plain));
    if let Some(san) = announced {
        finding.phrases.push(text::PLAY_IT.with([Value::Side(by), Value::Moves(vec![san])]));
    }
    ledger.raise(scene.t_ms, finding);
}

/// Handles a ruling against a claim that the record confirms: the opponent gets the extra time of a wrong claim.
fn dismissed(scene: &Scene, no: u64, ledger: &mut Ledger) {
    let claim = ledger.all().find(|incident| {
        u64::from(incident.no) == no
            && matches!(incident.rule, RuleId::ThreefoldClaim | RuleId::FiftyMoveClaim)
            && incident.status == Status::Dismissed
    });
    if let Some(by) = claim.and_then(|incident| incident.by) {
        wrong(scene, by, None, ledger);
    }
}

/// Reports a draw offer, and whether it was made at the right time: after the move, before the press (9.1).
fn offered(scene: &Scene, by: Color, ledger: &mut Ledger) {
    let plies = scene.score.plies.len();
    let last = scene.score.plies.last();
    let in_time = plies > 0
        && scene.score.mover(plies - 1) == by
        && last.is_some_and(|ply| ply.pressed_ms.is_none() && ply.state != PlyState::Completed);
    let mut finding = Finding::new(RuleId::DrawOffer, Kind::Info, plies.max(1), Some(by));
    finding.articles = scene.cite(RuleId::DrawOffer.page().articles(scene.profile.edition));
    let form = if in_time { &text::OFFER } else { &text::OFFER_OTHERWISE };
    finding.phrases = vec![form.with([Value::Side(by)])];
    ledger.raise(scene.t_ms, finding);
}
