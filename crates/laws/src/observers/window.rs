//! The window: the time in which an illegal move can be acted on. It closes by itself when the opponent has made their
//! next move (in PL09 rapid: completed it). Standard play has no such limit: the game goes back to the ply of an
//! illegal move even if it is found late.

use crate::{
    Form, Incident, Kind, RuleId, Status, Value, Window,
    finding::{Finding, penalty::minutes},
    ledger::Ledger,
    observer::{Claimed, Observer},
    profile::parameters::IllegalWindow,
    seen::scene::{Scene, sans, times_before},
};
use board::{Contents, Millis};
use game::{Claim, Decision, Played, PlyNo, PlyState};
use shakmaty::{Color, Square};

/// The observer that closes windows and answers claims of an illegal move.
#[derive(Debug, Clone, Default)]
pub(crate) struct Windows;

// Nobody sees a protest, nor an arbiter who was called before the move.
const STANDS: Form = Form {
    en: "{0} has played on: unless it was claimed or seen before that, the illegal move stands. It can then be corrected only if both \
         players agree, without the arbiter.",
    pl: "{0} zagrały dalej: jeśli nie zgłoszono ani nie zauważono go wcześniej, nieprawidłowe posunięcie pozostaje. Można je wtedy \
         poprawić tylko za zgodą obu graczy, bez sędziego.",
    ru: "{0} сделали свой ход: если до этого не заявлено и не замечено, невозможный ход остаётся. Исправить его можно тогда только по \
         согласию обоих игроков, без арбитра.",
};
// The time between a claim and its entry is unknown, so the sentence is about the moment of the entry.
const TOO_LATE: Form = Form {
    en: "When the claim of an illegal move by {0} was entered, {0} had already played on. Unless it was made before that, the move \
         can be corrected only if both players agree, without the arbiter.",
    pl: "Gdy wpisano, że {0} reklamują nieprawidłowe posunięcie, {0} już zagrały dalej. Jeśli nie zgłoszono tego wcześniej, można je \
         poprawić tylko za zgodą obu graczy, bez sędziego.",
    ru: "Когда внесли заявление {0:gen} о невозможном ходе, {0} уже сделали свой ход. Если заявлено не раньше, исправить его можно \
         только по согласию обоих игроков, без арбитра.",
};
const NOTHING: Form = Form {
    en: "{0} claims an illegal move by the opponent; the board shows none that can still be acted on.",
    pl: "{0} reklamują nieprawidłowe posunięcie przeciwnika; szachownica nie pokazuje takiego, na które można jeszcze zareagować.",
    ru: "{0} заявляют о невозможном ходе соперника; доска не показывает такого, на который ещё можно реагировать.",
};
const FOUND_LATE: Form = Form {
    en: "The illegal move by {0} at ply {1} is found {2} plies later. Put the position before it back; undone are: {3}.",
    pl: "Nieprawidłowe posunięcie {0:gen} (półruch {1}) znaleziono {2} półruchów później. Należy przywrócić pozycję sprzed niego; \
         cofa się: {3}.",
    ru: "Невозможный ход {0:gen} (полуход {1}) обнаружен через {2} полуходов. Восстановите позицию перед ним; отменяются: {3}.",
};
const OUTCOME: Form = Form {
    en: "By the letter the result is then {0}.",
    pl: "Według przepisu wynik jest wtedy {0}.",
    ru: "По букве правил результат тогда {0}.",
};
const TIMES_THEN: Form = Form {
    en: "Times after the ply before it: {0}; now: {1}.",
    pl: "Czasy po poprzednim półruchu: {0}; teraz: {1}.",
    ru: "Время после предыдущего полухода: {0}; сейчас: {1}.",
};

impl Observer for Windows {
    fn square(&mut self, scene: &Scene, square: Square, contents: Contents, ledger: &mut Ledger) {
        // A press without a move leaves the turn unchanged. If a piece of the opponent is then put down on another
        // square, the opponent has moved.
        let by = match contents {
            Contents::Piece(piece) => Some(piece.color),
            Contents::Occupied => Some(!scene.score.standing().turn()),
            Contents::Empty => None,
        };
        let home = scene.score.standing().board().color_at(square);
        if let Some(by) = by.filter(|by| *by != scene.score.standing().turn() && home != Some(*by)) {
            let meant =
                |incident: &Incident| incident.rule == RuleId::PressWithoutMove && incident.by == Some(!by);
            shut(scene, ledger, meant, by, scene.t_ms);
        }
    }

    fn ply(&mut self, scene: &Scene, ply: PlyNo, _played: &Played, state: PlyState, ledger: &mut Ledger) {
        let Some(played) = scene.score.plies.get(ply.index()) else { return };
        let by = scene.score.mover(ply.index());
        let over = match scene.parameters.illegal_window.value {
            IllegalWindow::DuringGame => return,
            IllegalWindow::UntilReplyMade | IllegalWindow::ClaimUntilReplyMade => {
                (state >= PlyState::Final).then_some(played.made_ms)
            }
            IllegalWindow::ClaimUntilReplyCompleted => {
                (state == PlyState::Completed).then(|| played.pressed_ms.unwrap_or(scene.t_ms))
            }
        };
        if let Some(t_ms) = over {
            let meant = |incident: &Incident| incident.by == Some(!by) && incident.ply < Some(ply);
            shut(scene, ledger, meant, by, t_ms);
        }
    }

    fn claimed(&mut self, scene: &Scene, claim: &Claimed, ledger: &mut Ledger) {
        if claim.kind == Claim::Illegal {
            claimed(scene, ledger, claim.by);
        }
    }

    fn ruled(&mut self, scene: &Scene, incident: &Incident, decision: Decision, ledger: &mut Ledger) {
        if decision == Decision::Confirm && is_illegal(incident) && is_played_on(scene, incident) {
            found_late(scene, ledger, incident, false);
        }
    }
}

/// Returns whether an incident is about an illegal move or a press without a move, where the edition has a remedy for
/// that. Article 7.5.5 and its time windows apply to both.
fn is_illegal(incident: &Incident) -> bool {
    let is_press = incident.rule == RuleId::PressWithoutMove && incident.remedy.is_some();
    is_press || incident.kind != Kind::Info && incident.rule.is_same_act(RuleId::IllegalMoveCompleted)
}

fn is_played_on(scene: &Scene, incident: &Incident) -> bool {
    scene.parameters.illegal_window.value == IllegalWindow::DuringGame && scene.last_made() > incident.ply
}

/// Closes the windows of the incidents that `meant` selects, because the opponent `by` has played on.
fn shut(scene: &Scene, ledger: &mut Ledger, meant: impl Fn(&Incident) -> bool, by: Color, t_ms: Millis) {
    let open =
        |incident: &Incident| is_illegal(incident) && incident.window == Window::Open && meant(incident);
    let told: Vec<Option<PlyNo>> = ledger
        .all()
        .filter(|incident| incident.closed_ms.is_none() && incident.no > 0 && open(incident))
        // Of a hint nobody has said that there was an illegal move.
        .filter(|incident| incident.kind == Kind::Violation)
        .map(|incident| incident.ply)
        .collect();
    ledger.change(open, |incident| {
        incident.window = Window::Closed { t_ms };
        incident.closed_ms = Some(t_ms);
    });
    for ply in told {
        window_note(scene, ply, by).says(STANDS.with([Value::Side(by)])).closed_at(t_ms).raise(ledger);
    }
}

/// Creates a note about the time window of an illegal move.
fn window_note(scene: &Scene, ply: Option<PlyNo>, by: Color) -> Finding {
    let finding = Finding::new(scene, RuleId::IllegalMoveWindow, Kind::Info, ply).by(by);
    finding.cites_only(scene.parameters.illegal_window.articles)
}

fn claimed(scene: &Scene, ledger: &mut Ledger, by: Color) {
    let meant = |incident: &Incident| is_illegal(incident) && incident.by == Some(!by);
    if let Some(played_on) =
        ledger.all().filter(|found| meant(found) && is_played_on(scene, found)).last().cloned()
    {
        found_late(scene, ledger, &played_on, true);
        return;
    }
    let too_late = |incident: &Incident| match scene.parameters.illegal_window.value {
        IllegalWindow::DuringGame | IllegalWindow::ClaimUntilReplyCompleted => false,
        // The reply may be on the board without being final in the record.
        IllegalWindow::UntilReplyMade | IllegalWindow::ClaimUntilReplyMade => {
            scene.last_made() > incident.ply
        }
    };
    let in_time = |incident: &Incident| meant(incident) && !too_late(incident);
    let waiting = ledger.any(|incident| in_time(incident) && incident.no > 0);
    if ledger.reveal(in_time) || waiting {
        return;
    }
    let late = ledger.all().filter(|incident| meant(incident)).last();
    let ply = late.map_or(scene.last_made(), |incident| incident.ply);
    let form = if late.is_some() { &TOO_LATE } else { &NOTHING };
    window_note(scene, ply, by).says(form.with([Value::Side(by)])).raise(ledger);
}

/// Reports an illegal move after which play went on. In standard play it can be reported at any time during the game
/// (PL09 7.4(a); RU20 and FIDE 7.5.1).
fn found_late(scene: &Scene, ledger: &mut Ledger, found: &Incident, counts: bool) {
    let (Some(by), Some(ply)) = (found.by, found.ply) else { return };
    let undone: Vec<String> = (ply.get()..scene.score.plies.len())
        .map(|index| match scene.score.plies[index].played {
            Played::Legal(mv) | Played::Promotion { assumed: mv, .. } => {
                sans(scene.score.after(index), &[mv]).concat()
            }
            Played::Irregular { .. } => scene.score.report_move(index),
        })
        .collect();
    let plies = undone.len() as u64;
    let values =
        [Value::Side(by), Value::Number(ply.get() as u64), Value::Number(plies), Value::Moves(undone)];
    let remedy = found.remedy.clone().unwrap_or_default();
    let outcome = remedy.outcome.map(|outcome| Value::Words(outcome.name().to_owned()));
    let mut finding = Finding::new(scene, RuleId::IllegalMoveFoundLate, Kind::Violation, ply)
        .by(by)
        .says(FOUND_LATE.with(values))
        .says_all(remedy.opponent_ms.map(|ms| minutes(u64::from(ms / 60_000), !by)))
        .says_all(outcome.map(|outcome| OUTCOME.with([outcome])))
        .remedy(remedy)
        // An illegal move on which the arbiter has already ruled was counted by its earlier incident.
        .counts(counts && found.status == Status::Suspected);
    let then = times_before(scene.score, ply, scene.timing);
    if let (Some(then), Some(now)) = (then, scene.left_now()) {
        let times = TIMES_THEN.with([Value::Readings(then), Value::Readings(now)]);
        finding = finding.says(times).says_all(scene.unheard_clock());
    }
    let no = found.no;
    if finding.counts {
        ledger.stop_counting(no);
    }
    ledger.close(scene.t_ms, |incident| incident.no == no && no > 0, None);
    finding.raise(ledger);
}
