//! A flag that fell: what was required, what was completed by then, and what follows.
//!
//! A move that landed and was not pressed is not completed, unless it ended the game (PL09 6.7(a), RU20 and FIDE 6.2.1).
//! The board's and the clock's instants are both told; which of them counts is the arbiter's to say (6.8).

use super::{model::ClockModel, text};
use crate::{
    Kind, Outcome, Phrase, Remedy, RuleId, Value,
    ledger::{Finding, Ledger},
    profile::parameters::{BothFlags, FlagDuty},
    scene::Scene,
    unwinnable::{self, Limit, Verdict},
};
use board::Millis;
use game::{Ply, PlyState};
use shakmaty::{ByColor, Color, Position};

/// A flag that is down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fallen {
    /// When the clock showed it.
    pub(super) t_ms: Millis,
    /// The ply its incident stands at.
    pub(super) ply: usize,
    /// The period that ended, counted from 0; none where the time control is not known.
    pub(super) period: Option<usize>,
}

/// What a side had done when its flag fell.
struct Done<'a> {
    completed: u32,
    /// On the board by then, and not completed.
    unfinished: Option<(usize, &'a Ply)>,
    /// Its last completed move ended the game.
    ended: bool,
}

/// The period that ends with a flag: the one whose time is nearest to what was used.
pub(super) fn period_of(scene: &Scene, model: &ClockModel, side: Color) -> Option<usize> {
    let control = scene.control?;
    let used_ms = i64::try_from(model.used_ms(side, scene.t_ms)).unwrap_or(i64::MAX);
    let moves = i64::from(scene.completed_by(side));
    let mut allowed_ms = 0;
    let by_distance = control.periods.iter().enumerate().map(|(index, period)| {
        allowed_ms += i64::from(period.base_s) * 1000;
        let added_ms = moves * i64::from(period.increment_s) * 1000;
        ((allowed_ms + added_ms - used_ms).abs(), index)
    });
    by_distance.min().map(|(_, index)| index)
}

/// Tells of a fallen flag, or tells it again with what was seen since.
pub(super) fn tell(scene: &Scene, side: Color, fallen: Fallen, ledger: &mut Ledger) {
    let done = done_by(scene, side, fallen.t_ms);
    let required = scene.control.zip(fallen.period).map(|(control, period)| control.required().nth(period));
    let is_met = required.flatten().is_some_and(|required| done.completed >= required);
    let mut phrases = vec![match required {
        Some(Some(required)) => text::FLAG.with([
            Value::Side(side),
            Value::Number(required.into()),
            Value::Number(done.completed.into()),
        ]),
        Some(None) => text::FLAG_LAST.with([Value::Side(side), Value::Number(done.completed.into())]),
        None => text::FLAG_UNKNOWN.with([Value::Side(side), Value::Number(done.completed.into())]),
    }];
    if let Some((index, ply)) = done.unfinished {
        let san = san(scene, index);
        phrases.push(
            text::UNFINISHED
                .with([Value::Moves(vec![san]), Value::Time(fallen.t_ms.saturating_sub(ply.made_ms))]),
        );
    }
    phrases.extend(mate_after(scene, side, fallen.t_ms));
    let mut outcome = None;
    if is_met {
        phrases.push(text::MET.plain());
    } else if done.ended {
        phrases.push(text::ENDED_BEFORE.plain());
    } else {
        let (duty, duty_text) = duty(scene);
        phrases.push(duty_text);
        if duty != FlagDuty::Silent {
            let (found, phrase) = lost(scene, side);
            outcome = Some(found);
            phrases.extend(phrase);
        }
    }
    let silent = scene.parameters.flag.value == FlagDuty::Silent;
    let kind = if is_met || done.ended || silent { Kind::Info } else { Kind::Violation };
    let rule = if required.flatten().is_some() { RuleId::FlagFallMovesCheck } else { RuleId::FlagFall };
    let mut finding = Finding::new(rule, kind, fallen.ply, Some(side));
    finding.articles = scene.cite(scene.parameters.flag.articles);
    finding.articles.extend(scene.cite(rule.page().articles(scene.profile.edition)));
    finding.articles.dedup();
    finding.remedy = outcome.map(|outcome| Remedy { outcome: Some(outcome), ..Remedy::default() });
    finding.phrases = phrases;
    ledger.raise(scene.t_ms, finding);
}

/// Both flags are down.
pub(super) fn tell_both(scene: &Scene, flags: ByColor<Fallen>, ledger: &mut Ledger) {
    let ply = flags.white.ply.max(flags.black.ply);
    let mut finding = Finding::new(RuleId::BothFlagsFallen, Kind::Violation, ply, None);
    let between_ms = flags.white.t_ms.abs_diff(flags.black.t_ms);
    // One reading that shows both tells nothing of the order.
    if between_ms > 0 {
        let first = if flags.white.t_ms < flags.black.t_ms { Color::White } else { Color::Black };
        let (outcome, phrase) = lost(scene, first);
        finding.articles = scene.cite(&["6.9"]);
        finding.phrases = vec![text::FIRST.with([Value::Side(first), Value::Time(between_ms)])];
        finding.phrases.extend(phrase);
        finding.remedy = Some(Remedy { outcome: Some(outcome), ..Remedy::default() });
        return ledger.raise(scene.t_ms, finding);
    }
    finding.articles = scene.cite(scene.parameters.both_flags.articles);
    finding.phrases = vec![text::BOTH.plain()];
    let (draw, phrase) = both_unknown(scene, is_last(scene, flags.white));
    finding.phrases.push(phrase);
    finding.phrases.extend(scene.parameters.both_flags.doubt.map(crate::Form::plain));
    if draw {
        finding.remedy = Some(Remedy { outcome: Some(Outcome::Draw), ..Remedy::default() });
    }
    ledger.raise(scene.t_ms, finding);
}

/// Who loses by a flag, if it counts: the other side wins, unless it is proven that it cannot mate (6.9).
pub(super) fn lost(scene: &Scene, side: Color) -> (Outcome, Vec<Phrase>) {
    let verdict = scene
        .score
        .standing()
        .position()
        .map_or(Verdict::NotProven, |position| unwinnable::can_mate(position, !side, Limit::RULING));
    match verdict {
        Verdict::Winnable(_) => (Outcome::Wins(!side), vec![text::LOSES.with([Value::Side(side)])]),
        Verdict::Unwinnable(_) => (Outcome::Draw, vec![text::DRAWN.with([Value::Side(!side)])]),
        Verdict::NotProven => {
            let phrases =
                vec![text::LOSES.with([Value::Side(side)]), text::NOT_PROVEN.with([Value::Side(!side)])];
            (Outcome::Wins(!side), phrases)
        }
    }
}

fn both_unknown(scene: &Scene, last: bool) -> (bool, Phrase) {
    let both = &scene.parameters.both_flags;
    match both.value {
        BothFlags::Draw => (true, text::BOTH_DRAW.plain()),
        BothFlags::DrawInLastPeriod if last => (true, text::BOTH_DRAW.plain()),
        BothFlags::DrawInLastPeriod => (false, text::BOTH_ON.plain()),
        BothFlags::Guidelines if !scene.profile.settings.quickplay_announced => {
            (false, text::BOTH_OPEN.plain())
        }
        BothFlags::Guidelines if last => (true, text::BOTH_DRAW.plain()),
        BothFlags::Guidelines => (false, text::BOTH_ON.plain()),
        BothFlags::NotRegulated => (false, text::BOTH_OPEN.plain()),
    }
}

fn is_last(scene: &Scene, fallen: Fallen) -> bool {
    scene.control.is_none_or(|control| fallen.period.is_none_or(|period| period + 1 >= control.periods.len()))
}

fn duty(scene: &Scene) -> (FlagDuty, Phrase) {
    let duty = scene.parameters.flag.value;
    let phrase = match duty {
        FlagDuty::MayCall => text::MAY_CALL.plain(),
        FlagDuty::Silent => text::SILENT.plain(),
        FlagDuty::MustCall => text::MUST_CALL.plain(),
    };
    (duty, phrase)
}

/// What a side had completed at an instant.
fn done_by<'a>(scene: &Scene<'a>, side: Color, t_ms: Millis) -> Done<'a> {
    let plies = &scene.score.plies;
    let mut done = Done { completed: 0, unfinished: None, ended: false };
    for (index, ply) in plies.iter().enumerate().filter(|(index, _)| scene.score.mover(*index) == side) {
        let ends = ply.after.position().is_some_and(|position| position.legal_moves().is_empty());
        let completed_ms = match (ply.pressed_ms, ply.state) {
            (_, _) if ends => Some(ply.made_ms),
            (Some(pressed), _) => Some(pressed),
            // His own next move completed it, where the edition says so.
            (None, PlyState::Completed) => plies.get(index + 2).map(|next| next.made_ms),
            (None, PlyState::Provisional | PlyState::Final) => None,
        };
        if completed_ms.is_some_and(|completed| completed <= t_ms) {
            done.completed += 1;
            done.ended |= ends;
        } else if ply.made_ms <= t_ms {
            done.unfinished = Some((index, ply));
        }
    }
    done
}

/// A mate by the side whose flag was already down.
fn mate_after(scene: &Scene, side: Color, t_ms: Millis) -> Option<Phrase> {
    let last = scene.score.plies.last()?;
    let mated = last.after.position().is_some_and(Position::is_checkmate);
    let later = mated && !last.after.turn() == side && last.made_ms > t_ms;
    later.then(|| text::MATE_AFTER.with([Value::Side(side), Value::Time(last.made_ms - t_ms)]))
}

fn san(scene: &Scene, index: usize) -> String {
    let before = scene.score.after(index);
    match scene.score.plies[index].played.legal() {
        Some(mv) => crate::scene::sans(before, &[mv]).pop().unwrap_or_default(),
        None => scene.score.report_move(index),
    }
}
