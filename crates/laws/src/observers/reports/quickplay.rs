//! The quickplay finish without increment (PL09 10, RU20 19, FIDE guidelines III): two requests that players can make
//! in the last two minutes of their time, and the arbiter's three answers.
//!
//! The arbiter answers by a ruling on the claim's incident: `confirm` agrees, `dismiss` rejects, `stands` postpones the
//! decision. The program evaluates no position: the arbiter judges whether somebody can win by normal means.

use super::text;
use crate::{
    Form, Kind, Outcome, Phrase, Remedy, RuleId, Value, finding::Finding, ledger::Ledger, profile::Edition,
    seen::scene::Scene,
};
use board::Time;
use game::Decision;
use shakmaty::Color;

/// The remaining time below which a player may make a request, in milliseconds. A player with exactly this time may
/// not.
const LAST_MS: u64 = 120_000;
/// The time that the opponent gets for a request, in milliseconds.
const BONUS_MS: u32 = 120_000;

/// A request of a player in the quickplay finish.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum QuickplayRequest {
    /// A request for five more seconds for each move of both players (RU20 19.4, FIDE III.4). PL09 has no such request.
    Increment,
    /// A request for a draw (PL09 10.2, RU20 19.5, FIDE III.5).
    Draw,
}

/// A reason why a request is not admissible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hindrance {
    /// The edition or the discipline does not provide for the request.
    NotHere,
    /// The time control has an increment.
    Increment,
    /// The last period has not begun.
    Period,
    /// The claimant does not have the move.
    NotOnMove,
    /// The claimant has two minutes or more left.
    TooMuchTime,
    /// The claimant's flag is down.
    Flag,
}

/// Returns the reasons why this side, with this time left on its clock, may not make a request now. The list is empty
/// if it may.
pub(crate) fn hindrances(
    scene: &Scene,
    by: Color,
    request: QuickplayRequest,
    left: Option<Time>,
) -> Vec<Hindrance> {
    let mut found = Vec::new();
    let no_increment = request == QuickplayRequest::Increment && scene.profile.edition == Edition::Pl09;
    let announced = scene.parameters.quickplay.value;
    let is_asked = scene.parameters.quickplay.doubt.is_some();
    if no_increment || !announced && !is_asked {
        found.push(Hindrance::NotHere);
    }
    if let Some(control) = scene.control {
        if control.periods.iter().any(|period| period.increment_s > 0) {
            found.push(Hindrance::Increment);
        }
        if control.required().last().is_some_and(|required| scene.completed_by(by) < required) {
            found.push(Hindrance::Period);
        }
    }
    if scene.score.standing().turn() != by {
        found.push(Hindrance::NotOnMove);
    }
    // A computed time of zero does not prove that the flag is down: the clock has to show it.
    if scene.score.clock.is_some_and(|face| face.left_ms[by] == 0) {
        found.push(Hindrance::Flag);
    } else if left.is_some_and(|left| left.t_ms >= LAST_MS) {
        found.push(Hindrance::TooMuchTime);
    }
    found
}

/// Answers a player's request.
pub(super) fn claimed(scene: &Scene, by: Color, request: QuickplayRequest, ledger: &mut Ledger) {
    let left = scene.left_now().map(|left| left[by]);
    let hindrances = hindrances(scene, by, request, left);
    let (rule, asked) = match request {
        QuickplayRequest::Draw => (RuleId::QuickplayDrawClaim, &text::DRAW_ASKED),
        QuickplayRequest::Increment => (RuleId::QuickplayIncrementRequest, &text::INCREMENT_ASKED),
    };
    let told = left.map_or(Value::Words("–".to_owned()), Value::Reading);
    let mut finding = Finding::new(scene, rule, Kind::Info, scene.next_ply())
        .by(by)
        .says(asked.with([Value::Side(by), told]))
        .says_all(scene.unheard_clock())
        .says_all(left.filter(is_near_limit).map(|_| text::NEAR_LIMIT.plain()))
        .says_all(hindrances.iter().map(|hindrance| why_not(*hindrance, by)));
    let given = &scene.parameters.quickplay;
    if finding.articles.is_empty() {
        finding = finding.cites(given.articles);
    }
    if hindrances.is_empty() {
        let opponent_ms = (request == QuickplayRequest::Increment).then_some(BONUS_MS);
        finding = finding
            .says_all(options(scene, by, request))
            .says_all(given.doubt.map(Form::plain))
            .remedy(Remedy { opponent_ms, ..Remedy::default() });
    }
    finding.raise(ledger);
}

/// Returns whether the time left is so close to two minutes that the true time may be less or more. The true time
/// exceeds the time shown by less than the step of the display.
fn is_near_limit(left: &Time) -> bool {
    let (least, most) = (left.t_ms.saturating_sub(left.early_ms.into()), left.t_ms + u64::from(left.late_ms));
    least < LAST_MS && most > LAST_MS
}

/// Reports what follows from the arbiter's answer to a request.
pub(super) fn ruled(scene: &Scene, claim: RuleId, by: Color, decision: Decision, ledger: &mut Ledger) {
    let draw = claim == RuleId::QuickplayDrawClaim;
    // The edition of 2009 has no request for an increment, so there is nothing to agree to.
    if !draw && scene.profile.edition == Edition::Pl09 {
        return;
    }
    let values = || [Value::Side(by), Value::Side(!by), Value::Seconds(u64::from(BONUS_MS) / 1_000)];
    let bonus = Remedy { opponent_ms: Some(BONUS_MS), ..Remedy::default() };
    let (rule, form, remedy) = match (draw, decision) {
        (true, Decision::Confirm) => {
            let drawn = Remedy { outcome: Some(Outcome::Draw), ..Remedy::default() };
            (RuleId::QuickplayAgreed, &text::AGREED, drawn)
        }
        (true, Decision::Stands) => (RuleId::QuickplayPostponed, &text::POSTPONED, bonus),
        (true, Decision::Dismiss) => (RuleId::QuickplayRejected, &text::REJECTED, bonus),
        (false, Decision::Confirm) => (RuleId::QuickplayAgreed, &text::INCREMENT_AGREED, bonus),
        // A request for an increment costs the player nothing if the arbiter does not agree to it.
        (false, Decision::Dismiss | Decision::Stands) => return,
    };
    let mut finding = Finding::new(scene, rule, Kind::Info, scene.next_ply())
        .by(by)
        .cites_only(scene.profile.articles(if draw { rule } else { claim }))
        .says(form.with(values()))
        .remedy(remedy);
    if draw && scene.profile.edition == Edition::Pl09 {
        finding = finding.cites(&["10.2(d)"]).says(text::FINAL.plain());
    }
    finding.raise(ledger);
}

fn options(scene: &Scene, by: Color, request: QuickplayRequest) -> Vec<Phrase> {
    let values = [Value::Side(by), Value::Side(!by), Value::Seconds(u64::from(BONUS_MS) / 1_000)];
    match request {
        QuickplayRequest::Draw => vec![text::DRAW_OPTIONS.with(values)],
        QuickplayRequest::Increment if scene.profile.edition == Edition::Pl09 => Vec::new(),
        QuickplayRequest::Increment => vec![text::INCREMENT_OPTIONS.with(values)],
    }
}

fn why_not(hindrance: Hindrance, by: Color) -> Phrase {
    match hindrance {
        Hindrance::NotHere => text::NOT_HERE.plain(),
        Hindrance::Increment => text::HAS_INCREMENT.plain(),
        Hindrance::Period => text::NOT_LAST_PERIOD.plain(),
        Hindrance::NotOnMove => text::NOT_ON_MOVE.with([Value::Side(by)]),
        Hindrance::TooMuchTime => text::TOO_MUCH_TIME.plain(),
        Hindrance::Flag => text::FLAG_DOWN.with([Value::Side(by)]),
    }
}
