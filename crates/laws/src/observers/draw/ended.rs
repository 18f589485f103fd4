//! The ends of a game that need no claim, and the results that have to be checked.

use super::ended_text as text;
use crate::{
    Incident, Kind, Outcome, Phrase, RuleId, Status, Value,
    finding::{Finding, cause::Cause},
    ledger::Ledger,
    position::{
        repetition::Repetition,
        unwinnable::{self, Limit},
    },
    profile::Edition,
    seen::scene::Scene,
};
use game::{Played, PlyNo, ResultEntry};
use shakmaty::{Color, KnownOutcome, Position};

/// The greatest number of pieces at which the position after a ply is searched for a short time. A position with few
/// legal moves is searched too. All other positions get only checks that take next to no time.
const FEW_MEN: usize = 5;
const FEW_MOVES: usize = 2;
/// The greatest number of positions that the short search examines.
const SHORT: Limit = Limit { positions: 100 };

/// Returns whether incidents of a rule are closed when the ply that they are about is superseded.
pub(super) fn is_ending(rule: RuleId) -> bool {
    matches!(
        rule,
        RuleId::Checkmate
            | RuleId::Stalemate
            | RuleId::DeadPosition
            | RuleId::FivefoldRepetition
            | RuleId::SeventyfiveMoves
    )
}

/// Examines the position after a ply that became final or completed. Mate is tested before everything else (RU20, FIDE
/// 9.6.2).
pub(super) fn look(scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
    let Some(played) = scene.score.plies.get(ply.index()) else { return };
    let Some(position) = played.after.position() else { return };
    if matches!(played.played, Played::Irregular { .. }) {
        return;
    }
    let mut tell = |rule, outcome, phrase: Phrase| {
        // If play goes on although the game is over, the end is found again at every ply.
        let lasts =
            matches!(rule, RuleId::DeadPosition | RuleId::FivefoldRepetition | RuleId::SeventyfiveMoves);
        // Who mates or stalemates has made the move that ends the game; a drawn position is nobody's act.
        let by = (!lasts).then_some(!played.after.turn());
        let finding = Finding::new(scene, rule, Kind::Info, ply).by(by).says(phrase);
        finding.outcome(outcome).cause(lasts.then_some(Cause::Ended)).raise(ledger);
    };
    let moves = position.legal_moves();
    if moves.is_empty() && position.is_check() {
        let winner = !position.turn();
        let phrase = text::MATE.with([Value::Side(winner)]);
        return tell(RuleId::Checkmate, Outcome::Wins(winner), phrase);
    }
    if moves.is_empty() {
        let phrase = text::STALEMATE.with([Value::Side(position.turn())]);
        return tell(RuleId::Stalemate, Outcome::Draw, phrase);
    }
    let few = position.board().occupied().count() <= FEW_MEN || moves.len() <= FEW_MOVES;
    if unwinnable::is_dead(position, if few { SHORT } else { Limit::EACH_MOVE }) {
        tell(RuleId::DeadPosition, Outcome::Draw, text::DEAD.plain());
    }
    if !scene.parameters.automatic_draws.value {
        return;
    }
    let counts = Repetition::after(scene.score, ply.get());
    if counts.times() >= 5 {
        let plies: Vec<String> = counts.after_plies.iter().map(usize::to_string).collect();
        let phrase = text::FIVEFOLD.with([Value::Words(plies.join(", "))]);
        tell(RuleId::FivefoldRepetition, Outcome::Draw, phrase);
    }
    if counts.is_seventy_five() {
        tell(RuleId::SeventyfiveMoves, Outcome::Draw, text::SEVENTY_FIVE.plain());
    }
}

/// Reports kings in the centre, by which players propose a result (RU20 32.5; the squares are a convention of the board
/// makers). After a mate the report has a sentence of its own.
pub(super) fn proposed(scene: &Scene, outcome: KnownOutcome, ledger: &mut Ledger) {
    let is_over = |position: &shakmaty::Chess| {
        position.legal_moves().is_empty() || unwinnable::is_dead(position, SHORT)
    };
    if scene.score.standing().position().is_some_and(is_over) {
        return;
    }
    let outcome = match outcome {
        KnownOutcome::Draw => Outcome::Draw,
        KnownOutcome::Decisive { winner } => Outcome::Wins(winner),
    };
    let phrase = text::KINGS.with([Value::Words(outcome.name().to_owned())]);
    let finding = Finding::new(scene, RuleId::KingsCentre, Kind::Info, scene.last_ply());
    finding.says(phrase).outcome(outcome).raise(ledger);
}

/// Examines a result that a person entered: it may contradict what the board shows, be a draw that was agreed too early, or a win
/// by a side that cannot mate.
pub(super) fn result(scene: &Scene, result: ResultEntry, ledger: &mut Ledger) {
    if contradicts(scene, result, ledger) {
        return;
    }
    match result.outcome().filter(|_| matches!(result, ResultEntry::Played { .. })) {
        Some(KnownOutcome::Draw) => agreed(scene, ledger),
        Some(KnownOutcome::Decisive { winner }) => won(scene, winner, ledger),
        None => {}
    }
}

/// Reports a result that is another one than the position, or the kings in the centre, gave last. Returns whether it is. What
/// was reported of an earlier entry is settled by this one.
fn contradicts(scene: &Scene, result: ResultEntry, ledger: &mut Ledger) -> bool {
    let is_doubt = |incident: &Incident| incident.rule == RuleId::ResultEntry && incident.kind == Kind::Hint;
    ledger.close(scene.t_ms, is_doubt, None);
    let shown = ledger.all().filter(|incident| {
        let is_of_board = matches!(
            incident.rule,
            RuleId::Checkmate | RuleId::Stalemate | RuleId::DeadPosition | RuleId::KingsCentre
        );
        is_of_board && incident.closed_ms.is_none() && incident.ply == Some(scene.last_ply())
    });
    let shown = shown.filter_map(|incident| incident.remedy.as_ref()?.outcome).last();
    let entered = match result.outcome() {
        Some(KnownOutcome::Draw) => Outcome::Draw,
        Some(KnownOutcome::Decisive { winner }) => Outcome::Wins(winner),
        None => return false,
    };
    let Some(shown) = shown.filter(|shown| *shown != entered) else { return false };
    let values = [entered, shown].map(|outcome| Value::Words(outcome.name().to_owned()));
    let finding = Finding::new(scene, RuleId::ResultEntry, Kind::Hint, scene.last_ply());
    finding.says(text::CONTRADICTS.with(values)).raise(ledger);
    true
}

/// Reports a draw that was agreed before each side had made a move (RU20, FIDE 5.2.3), or before the move from which
/// the event allows it (9.1).
fn agreed(scene: &Scene, ledger: &mut Ledger) {
    let otherwise = ledger.all().any(|incident| match incident.rule {
        RuleId::ThreefoldClaim | RuleId::FiftyMoveClaim | RuleId::QuickplayDrawClaim => {
            incident.status != Status::Dismissed
        }
        rule => is_ending(rule) && incident.closed_ms.is_none(),
    });
    if otherwise {
        return;
    }
    let plies = scene.score.plies.len();
    let least = scene.profile.settings.no_draw_before_move.unwrap_or(0);
    let each = scene.completed_by_each();
    let is_old = scene.profile.edition == Edition::Pl09;
    let (article, phrase) = if plies < 2 && !is_old {
        ("5.2.3", text::NO_MOVE_YET.plain())
    } else if each < u32::from(least) {
        let phrase = text::TOO_EARLY.with([Value::Number(least.into()), Value::Number(each.into())]);
        (if is_old { "9.1(a)" } else { "9.1.1" }, phrase)
    } else {
        return;
    };
    let finding = Finding::new(scene, RuleId::DrawRestriction, Kind::Violation, scene.last_ply());
    finding.cites_only(&[article]).says(phrase).raise(ledger);
}

/// Reports a win by a side that cannot mate by any series of legal moves. The game is then a draw if it was won on time
/// (6.9), and under the FIDE Laws of 2023 also if it was won by resignation (5.1.2). Nothing is reported unless it is
/// proven that the side cannot mate.
fn won(scene: &Scene, winner: Color, ledger: &mut Ledger) {
    let Some(position) = scene.score.standing().position() else { return };
    if position.is_checkmate() || !unwinnable::can_mate(position, winner, Limit::RULING).is_unwinnable() {
        return;
    }
    let since_2023 = scene.profile.edition == Edition::Fide23;
    let kind = if since_2023 { Kind::Violation } else { Kind::Info };
    let form = if since_2023 { &text::CANNOT_WIN } else { &text::CANNOT_WIN_ON_TIME };
    // Before 2023 the outcome depends on how the game was won. The result does not say how, so no outcome is named.
    Finding::new(scene, RuleId::InsufficientToWin, kind, scene.last_ply())
        .by(winner)
        .says(form.with([Value::Side(winner)]))
        .outcome(since_2023.then_some(Outcome::Draw))
        .raise(ledger);
}
