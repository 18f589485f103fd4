//! The answers to people's reports at a draughts table.

use super::{Count, adjourn, count, text, trouble};
use crate::{
    RuleId, Value, ledger::Ledger, observer::Report, profile::draughts::NamedControl, seen::scene::Scene,
};
use game::ResultEntry;
use shakmaty::{Color, KnownOutcome};

/// Reports the time control and cites the article that defines it.
pub(super) fn name_tempo(scene: &Scene, tempo: Option<&NamedControl>, count: &Count, ledger: &mut Ledger) {
    let phrase = match tempo {
        _ if scene.control.is_none() => return,
        Some(tempo) if tempo.domestic => {
            text::TEMPO_DOMESTIC.with([Value::Article(tempo.article.to_owned())])
        }
        Some(tempo) => text::TEMPO.with([Value::Article(tempo.article.to_owned())]),
        None => text::TEMPO_OTHER.plain(),
    };
    count.note(scene, RuleId::DrTimeControls).says(phrase).raise(ledger);
}

/// Reports the result in points, counted as in 5.4 of the WARC draughts rules.
pub(super) fn score(scene: &Scene, result: Option<ResultEntry>, count: &Count, ledger: &mut Ledger) {
    let Some(played @ ResultEntry::Played { .. }) = result else { return };
    let points = match played.outcome() {
        Some(KnownOutcome::Decisive { winner }) => winner.fold_wb("2-0", "0-2"),
        Some(KnownOutcome::Draw) => "1-1",
        None => return,
    };
    let phrases = [text::SCORE.with([Value::Words(points.to_owned())]), text::LOSER_STOPS.plain()];
    count.note(scene, RuleId::DrScore).says_all(phrases).raise(ledger);
}

/// Answers a report about draughts; other reports are ignored.
pub(super) fn report(scene: &Scene, report: &Report, is_flag_down: bool, count: &Count, ledger: &mut Ledger) {
    let Report { rule, by, words } = *report;
    let minutes = words.trim().parse::<u64>().ok().filter(|minutes| *minutes < 24 * 60);
    let phrase = match (rule, by, minutes) {
        (RuleId::DrStart, None, Some(minutes)) => {
            text::SPLIT.with([Value::minutes(minutes), Value::Seconds(minutes * 30)])
        }
        (RuleId::DrStart, Some(Color::Black), _) => text::BLACK_ABSENT.plain(),
        (RuleId::DrStart, _, _) => text::WHITE_STARTS.plain(),
        (RuleId::DrColours, _, _) => text::COLOURS.plain(),
        (RuleId::DrClockFault, Some(by), _) if is_flag_down => text::FAULT_LATE.with([Value::Side(by)]),
        (RuleId::DrClockFault, _, _) => text::FAULT.plain(),
        (RuleId::DrErrorTime, Some(by), Some(minutes)) => {
            text::CHARGE.with([Value::Side(by), Value::minutes(minutes)])
        }
        (RuleId::DrMoveCount, _, _) => return count::evidence(scene, count, ledger),
        (RuleId::DrCompleteRecord, by, _) => return trouble::complete(scene, by, count, ledger),
        (RuleId::DrAdjourn, _, _) => return adjourn::resumed(scene, count, ledger),
        // Every other rule is about chess or needs no answer.
        (_, _, _) => return,
    };
    count.note(scene, rule).by(by).says(phrase).raise(ledger);
}
