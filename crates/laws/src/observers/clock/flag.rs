//! A fallen flag: the number of moves that was required, the number completed when the flag fell, and the consequence.
//!
//! A move that was made but not pressed for is not completed, unless it ended the game (PL09 6.7(a), RU20 and FIDE
//! 6.2.1). The times of board and clock are both reported, with their errors; the arbiter decides which of them counts
//! (6.8). If the errors leave the order open, both outcomes are reported and no remedy is named.

use super::{
    done::{self, Done, Ended, Near, ends},
    text,
};
use crate::{
    Form, Kind, Outcome, Phrase, RuleId, Value,
    finding::Finding,
    ledger::Ledger,
    position::unwinnable::{self, Limit, Verdict},
    profile::parameters::{BothFlags, FlagDuty},
    seen::{order, scene::Scene},
    time_control::model::ClockModel,
};
use board::Time;
use game::PlyNo;
use shakmaty::{ByColor, Color, Position};
use std::cmp::Ordering;

/// A flag that is down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fallen {
    /// The time at which the clock showed the flag down.
    pub(super) time: Time,
    /// The ply to which the incident about the flag belongs.
    pub(super) ply: PlyNo,
    /// The period that ended, counted from 0; `None` if the time control is not known.
    pub(super) period: Option<usize>,
}

/// The consequence of a fallen flag, given the moves made and completed by then.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// The required moves had been completed before the flag fell.
    Met,
    /// The position had ended the game before the flag fell.
    EndedBefore,
    /// The position ended the game after the flag fell, and nobody had observed the flag before that.
    EndedAfter,
    /// The order of events is unknown: the required moves or the end of the game may have come before the flag.
    Unknown,
    /// The clock seems to be turned round, so the flag may be the opponent's.
    Whose,
    /// The opponent's flag is down too, and may have fallen first.
    Both,
    /// The player's time was used up.
    Fell,
}

/// Returns the period that ends with the fall of a side's flag: the one at whose end the total time given is nearest to
/// the time used. `None` if the time control is unknown.
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

/// Reports a fallen flag, or updates the report with what was seen since the fall.
pub(super) fn tell(scene: &Scene, side: Color, flags: ByColor<Option<Fallen>>, ledger: &mut Ledger) {
    let Some(fallen) = flags[side] else { return };
    let done = done::by(scene, side, fallen.time);
    let required = scene.control.zip(fallen.period).map(|(control, period)| control.required().nth(period));
    let effect = effect(scene, side, fallen.time, &done, required.flatten());
    let completed = Value::Number(done.completed.into());
    let mut phrases = vec![match required {
        Some(Some(required)) => {
            text::FLAG.with([Value::Side(side), Value::Number(required.into()), completed])
        }
        Some(None) => text::FLAG_LAST.with([Value::Side(side), completed]),
        None => text::FLAG_UNKNOWN.with([Value::Side(side), completed]),
    }];
    phrases.extend(done.near.iter().flat_map(|near| told_near(scene, *near, fallen.time)));
    let silent = scene.parameters.flag.value == FlagDuty::Silent;
    let effect = match effect {
        // The consequence depends on whose flag fell, so nothing is concluded.
        _ if scene.is_clock_turned => Effect::Whose,
        Effect::Fell if is_with_other(scene, side, flags) => Effect::Both,
        effect => effect,
    };
    let mut outcome = None;
    match effect {
        Effect::Met => phrases.push(text::MET.plain()),
        Effect::EndedBefore => phrases.push(text::ENDED_BEFORE.plain()),
        // Nobody calls a flag after the game is over. The arbiter decides whether the flag was observed before.
        Effect::EndedAfter => phrases.extend(ended_after(scene, side, fallen.time)),
        Effect::Unknown => {
            let form = if done.ended == Ended::Unknown { &text::EITHER_END } else { &text::EITHER_COUNT };
            phrases.extend([form.plain(), duty(scene)]);
        }
        Effect::Both => phrases.push(text::SEE_BOTH.plain()),
        Effect::Whose => phrases.extend([text::TURNED_FLAG.plain(), duty(scene)]),
        Effect::Fell => {
            phrases.push(duty(scene));
            if !silent {
                let (found, phrase) = lost(scene, side);
                outcome = Some(found);
                phrases.extend(phrase);
            }
        }
    }
    let kind = match (effect, silent) {
        (Effect::Met | Effect::EndedBefore | Effect::Both, _) | (_, true) => Kind::Info,
        (Effect::Unknown | Effect::Whose, false) => Kind::Hint,
        (Effect::EndedAfter | Effect::Fell, false) => Kind::Violation,
    };
    let rule = if required.flatten().is_some() { RuleId::FlagFallMovesCheck } else { RuleId::FlagFall };
    Finding::new(scene, rule, kind, fallen.ply)
        .by(side)
        .cites_only(scene.parameters.flag.articles)
        .cites(scene.profile.articles(rule))
        .says_all(phrases)
        .outcome(outcome)
        .raise(ledger);
}

/// Returns whether the opponent's flag is down as well and matters: either it is uncertain whether this side's flag
/// fell first, or the order does not count.
fn is_with_other(scene: &Scene, side: Color, flags: ByColor<Option<Fallen>>) -> bool {
    let (Some(white), Some(black)) = (flags.white, flags.black) else { return false };
    let told = ByColor { white: white.time, black: black.time };
    scene.parameters.both_flags.value == BothFlags::Draw || first_of(scene, told) != Some(side)
}

fn effect(scene: &Scene, side: Color, flag: Time, done: &Done, required: Option<u32>) -> Effect {
    let is_met = |count: u32| required.is_some_and(|required| count >= required);
    if is_met(done.completed) {
        return Effect::Met;
    }
    match done.ended {
        Ended::Before => Effect::EndedBefore,
        Ended::Unknown => Effect::Unknown,
        Ended::No if is_met(done.completed + done.doubtful) => Effect::Unknown,
        Ended::No if ended_after(scene, side, flag).is_some() => Effect::EndedAfter,
        Ended::No => Effect::Fell,
    }
}

/// Returns the sentences for a side that ended the game on the board and whose flag fell, with the order of the two
/// events; `None` if the side did not end the game.
pub(super) fn ended(scene: &Scene, side: Color, flag: Time) -> Option<Vec<Phrase>> {
    let done = done::by(scene, side, flag);
    let phrase = match done.ended {
        Ended::Before => text::ENDED_BEFORE.plain(),
        Ended::Unknown => text::EITHER_END.plain(),
        Ended::No => ended_after(scene, side, flag)?,
    };
    Some(done.near.iter().flat_map(|near| told_near(scene, *near, flag)).chain([phrase]).collect())
}

/// Returns the sentences about a move that was not certainly completed before the flag: the time between move and flag,
/// and whether their order is known.
fn told_near(scene: &Scene, near: Near, flag: Time) -> Vec<Phrase> {
    let san = Value::Moves(vec![san(scene, near.index)]);
    if let Some(pressed) = near.pressed {
        return match pressed.t_ms.cmp(&flag.t_ms) {
            Ordering::Equal => vec![text::ONE_WORD.with([san])],
            Ordering::Less => told_apart(&text::PRESS_BEFORE, san, pressed, flag),
            Ordering::Greater => told_apart(&text::PRESS_AFTER, san, flag, pressed),
        };
    }
    let is_end = ends(&scene.score.plies[near.index]);
    match (near.made.t_ms <= flag.t_ms, is_end) {
        (true, false) => told_apart(&text::UNFINISHED, san, near.made, flag),
        (true, true) => told_apart(&text::CLOSE_BEFORE, san, near.made, flag),
        (false, _) => told_apart(&text::CLOSE_AFTER, san, flag, near.made),
    }
}

/// Returns the sentences on the time between two events, and on whether their order is known.
fn told_apart(form: &'static Form, san: Value, earlier: Time, later: Time) -> Vec<Phrase> {
    let phrase = form.with([san, Value::Span(later.since(earlier))]);
    [Some(phrase), order::doubt(earlier, later)].into_iter().flatten().collect()
}

/// Reports that both flags are down. If it is certain which flag fell first, the report says so; the consequence
/// depends on the edition. Where a claimant's own flag must be up, nobody can claim any more (PL09 A.4(d)(2), (3)).
pub(super) fn tell_both(scene: &Scene, flags: ByColor<Fallen>, ledger: &mut Ledger) {
    let ply = flags.white.ply.max(flags.black.ply);
    let told = flags.map(|fallen| fallen.time);
    let first = first_of(scene, told);
    let ended = Color::ALL.into_iter().find_map(|side| ended(scene, side, told[side]));
    let both = &scene.parameters.both_flags;
    let articles = if first.is_some() && both.value != BothFlags::Draw { &["6.9"] } else { both.articles };
    let finding = Finding::new(scene, RuleId::BothFlagsFallen, Kind::Violation, ply)
        .cites_only(articles)
        .says(order_of_both(scene, told, first));
    let finding = match (ended, first, both.value) {
        // The order of the last move and the flags decides. A flag that falls after the end of the game has no
        // consequence.
        (Some(phrases), _, _) => finding.says_all(phrases),
        (None, _, BothFlags::Draw) => finding.says(text::NEEDS_OWN_FLAG.plain()).outcome(Outcome::Draw),
        (None, Some(first), _) => {
            let (outcome, phrases) = lost(scene, first);
            finding.says_all(phrases).outcome(outcome)
        }
        (None, None, _) => {
            let (draw, phrase) = both_unknown(scene, is_last(scene, flags.white));
            let finding = finding.says(phrase).says_all(both.doubt.map(Form::plain));
            finding.outcome(draw.then_some(Outcome::Draw))
        }
    };
    finding.raise(ledger);
}

/// Returns the side whose flag fell first; `None` if the order is not certain, or if it is unknown which flag belongs
/// to whom.
fn first_of(scene: &Scene, told: ByColor<Time>) -> Option<Color> {
    if scene.is_clock_turned {
        return None;
    }
    match told.white.order(told.black)? {
        Ordering::Less => Some(Color::White),
        Ordering::Greater => Some(Color::Black),
        Ordering::Equal => None,
    }
}

fn order_of_both(scene: &Scene, told: ByColor<Time>, first: Option<Color>) -> Phrase {
    let (early, late) =
        if told.white.t_ms <= told.black.t_ms { (told.white, told.black) } else { (told.black, told.white) };
    let apart = Value::Span(late.since(early));
    match first {
        Some(first) => text::FIRST.with([Value::Side(first), apart]),
        None if scene.parameters.both_flags.value == BothFlags::Draw => text::DOWN.plain(),
        None if early.t_ms == late.t_ms => text::BOTH.plain(),
        None => text::BOTH_APART.with([apart]),
    }
}

/// Returns the outcome for the side whose flag fell, if the flag counts: the opponent wins unless it is proven that
/// they cannot mate (6.9). If the last ply ended the game, the position before that ply is examined: a mated side can
/// never mate, which would prove nothing about its chances before.
pub(super) fn lost(scene: &Scene, side: Color) -> (Outcome, Vec<Phrase>) {
    let plies = &scene.score.plies;
    let played = plies.len() - usize::from(plies.last().is_some_and(ends));
    let verdict = scene
        .score
        .after(played)
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

fn duty(scene: &Scene) -> Phrase {
    match scene.parameters.flag.value {
        FlagDuty::MayCall => text::MAY_CALL.plain(),
        FlagDuty::Silent => text::SILENT.plain(),
        FlagDuty::MustCall => text::MUST_CALL.plain(),
    }
}

/// Returns the sentence for a side that ended the game on the board after its flag had certainly fallen; `None` for
/// others.
fn ended_after(scene: &Scene, side: Color, flag: Time) -> Option<Phrase> {
    let last = scene.score.plies.last().filter(|last| ends(last) && !last.after.turn() == side)?;
    let made = scene.timing.of_square(last.made_ms);
    if made.order(flag) != Some(Ordering::Greater) {
        return None;
    }
    let mated = last.after.position().is_some_and(Position::is_checkmate);
    let form = if mated { &text::MATE_AFTER } else { &text::STALEMATE_AFTER };
    Some(form.with([Value::Side(side), Value::Span(made.since(flag))]))
}

fn san(scene: &Scene, index: usize) -> String {
    let before = scene.score.after(index);
    match scene.score.plies[index].played.legal() {
        Some(mv) => crate::seen::scene::sans(before, &[mv]).pop().unwrap_or_default(),
        None => scene.score.report_move(index),
    }
}
