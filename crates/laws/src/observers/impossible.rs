//! Impossible positions (PL09 A.4(c); RU20 13.4.4; FIDE A.5.4): both kings in check, or a pawn on its last rank. In
//! rapid and blitz, the arbiter has a special duty if they see such a position, besides the illegal move that led to
//! it.

use crate::{
    Audience, Form, Kind, Outcome, Phrase, Remedy, RuleId, Value, Window,
    finding::Finding,
    ledger::Ledger,
    observer::{Claimed, Observer},
    profile::parameters::{IllegalWindow, ImpossiblePosition},
    seen::scene::Scene,
};
use board::{Contents, Millis};
use game::{Claim, Ending, Irregular, PlyNo};
use shakmaty::{Board, Color, Square};

/// The observer of impossible positions.
#[derive(Debug, Clone, Default)]
pub(crate) struct Impossible {
    /// The ply after which both kings were in check; `None` if they are not.
    kings: Option<PlyNo>,
    /// The pawn that was left on its last rank; `None` if there is none.
    pawn: Option<Waiting>,
    seen_press_ms: Millis,
}

/// A pawn left on its last rank. The game treats the pawn as a queen, so it may not recognise later plies as moves. For
/// this reason presses are counted instead of plies.
#[derive(Debug, Clone, Copy)]
struct Waiting {
    ply: PlyNo,
    by: Color,
    square: Square,
    presses_since: usize,
}

const KINGS: Form = Form {
    en: "After ply {0} both kings are in check.",
    pl: "Po półruchu {0} oba króle są szachowane.",
    ru: "После полухода {0} оба короля под шахом.",
};
const PAWN: Form = Form {
    en: "A pawn stands on {0}, its last rank.",
    pl: "Na {0}, na ostatniej linii, stoi pion.",
    ru: "На {0}, на последней горизонтали, стоит пешка.",
};
const LIKE_ANY: Form = Form {
    en: "It is an illegal move like any other.",
    pl: "Jest to posunięcie nieprawidłowe jak każde inne.",
    ru: "Это невозможный ход, как любой другой.",
};
const WAIT: Form = Form {
    en: "While the opponent has not made the next move it can be treated as an illegal move. Otherwise the arbiter waits until \
         the next move is completed; if it is still there, they declare the game drawn.",
    pl: "Dopóki przeciwnik nie wykonał następnego posunięcia, można to uznać za posunięcie nieprawidłowe. W przeciwnym razie \
         sędzia czeka na zakończenie następnego posunięcia; jeśli pozycja się utrzyma, ogłasza remis.",
    ru: "Пока соперник не сделал следующего хода, это можно считать невозможным ходом. Иначе арбитр ждёт завершения следующего \
         хода; если такая позиция остаётся, он объявляет ничью.",
};
const DRAWN: Form = Form {
    en: "The next move is completed and it is still there: the arbiter declares the game drawn.",
    pl: "Następne posunięcie zakończono, a pozycja się utrzymuje: sędzia ogłasza remis.",
    ru: "Следующий ход завершён, а позиция остаётся: арбитр объявляет ничью.",
};
const GONE: Form =
    Form {
        en: "It is no longer there.", pl: "Tej pozycji już nie ma.", ru: "Такой позиции больше нет."
    };

impl Observer for Impossible {
    fn after_board_event(&mut self, scene: &Scene, ledger: &mut Ledger) {
        let last = scene.trail.presses().next_back().copied();
        let press = last.filter(|press| press.t_ms > self.seen_press_ms);
        self.seen_press_ms = last.map_or(0, |press| press.t_ms);
        let Some(mut waiting) = self.pawn else { return };
        // Only alternating presses count: the opponent's press completes the reply, and the player's next press
        // completes the move after the reply.
        let awaited = if waiting.presses_since.is_multiple_of(2) { !waiting.by } else { waiting.by };
        if let Some(press) = press.filter(|press| press.by == awaited) {
            waiting.presses_since += 1;
            self.pawn = Some(waiting);
            played_beside(scene, ledger, &waiting, press.t_ms);
        }
    }

    fn irregular(&mut self, scene: &Scene, irregular: &Irregular, ledger: &mut Ledger) {
        if !irregular.pressed {
            return;
        }
        let after = scene.score.after(irregular.ply.get().min(scene.score.plies.len()));
        if both_in_check(after.board()) {
            // If the kings were already in check before the illegal move, it belongs to the incident that is open about
            // them.
            let since = self.kings.map_or(irregular.ply, |since| since.min(irregular.ply));
            self.kings = Some(since);
            let by = scene.score.mover(since.index());
            kings(scene, ledger, since, by, irregular.ply.plies_since(since));
        }
        if let Some(square) = scene.pawn_on_last_rank(irregular.by).filter(|_| self.pawn.is_none()) {
            let waiting = Waiting { ply: irregular.ply, by: irregular.by, square, presses_since: 0 };
            self.pawn = Some(waiting);
            pawn(scene, ledger, &waiting);
        }
    }

    fn irregular_closed(&mut self, scene: &Scene, ply: PlyNo, ending: Ending, ledger: &mut Ledger) {
        if ending == Ending::Restored {
            self.gone(scene, ledger, ply);
        }
    }

    fn completed(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        self.kings_after(scene, ledger, ply);
        self.exchanged(scene, ledger);
    }

    fn claimed(&mut self, _scene: &Scene, claim: &Claimed, ledger: &mut Ledger) {
        if claim.kind == Claim::Illegal {
            ledger.reveal(|incident| is_impossible(incident.rule) && incident.by == Some(!claim.by));
        }
    }
}

fn is_impossible(rule: RuleId) -> bool {
    matches!(rule, RuleId::BothKingsInCheck | RuleId::PawnOnLastRank)
}

impl Impossible {
    /// Checks again after the last ply whether both kings are in check.
    fn kings_after(&mut self, scene: &Scene, ledger: &mut Ledger, ply: PlyNo) {
        if scene.last_made() != Some(ply) {
            return;
        }
        if let Some(since) = self.kings.filter(|since| ply > *since) {
            let by = scene.score.mover(since.index());
            if both_in_check(scene.score.standing().board()) {
                kings(scene, ledger, since, by, ply.plies_since(since));
            } else {
                self.kings = None;
                gone(scene, ledger, RuleId::BothKingsInCheck);
            }
        }
    }

    /// Closes the incident about the pawn if the pawn is no longer on its last rank.
    fn exchanged(&mut self, scene: &Scene, ledger: &mut Ledger) {
        if let Some(waiting) = self.pawn
            && !waiting.stands(scene)
        {
            self.pawn = None;
            gone(scene, ledger, RuleId::PawnOnLastRank);
        }
    }

    fn gone(&mut self, scene: &Scene, ledger: &mut Ledger, ply: PlyNo) {
        if self.kings.is_some_and(|since| since == ply) {
            self.kings = None;
            gone(scene, ledger, RuleId::BothKingsInCheck);
        }
        self.exchanged(scene, ledger);
    }
}

impl Waiting {
    fn stands(&self, scene: &Scene) -> bool {
        scene.trail.reading().at(self.square) == Contents::Piece(self.by.pawn())
    }
}

/// Handles a press made while a pawn that was not promoted is still on its last rank. The press completes some later
/// move.
fn played_beside(scene: &Scene, ledger: &mut Ledger, waiting: &Waiting, t_ms: Millis) {
    if !waiting.stands(scene) {
        return;
    }
    if scene.parameters.illegal_window.value != IllegalWindow::DuringGame {
        let meant = |incident: &crate::Incident| {
            incident.rule == RuleId::PromotionNotReplaced && incident.ply == Some(waiting.ply)
        };
        ledger.change(meant, |incident| incident.window = Window::Closed { t_ms });
    }
    pawn(scene, ledger, waiting);
}

fn gone(scene: &Scene, ledger: &mut Ledger, rule: RuleId) {
    ledger.close(scene.t_ms, |incident| incident.rule == rule, Some(GONE.plain()));
}

fn kings(scene: &Scene, ledger: &mut Ledger, since: PlyNo, by: Color, plies_later: usize) {
    let what = KINGS.with([Value::Number(since.get() as u64)]);
    // If the arbiter sees the position before the reply, the next move to be completed is the reply.
    raise(scene, ledger, RuleId::BothKingsInCheck, since, by, what, plies_later >= 1);
}

fn pawn(scene: &Scene, ledger: &mut Ledger, waiting: &Waiting) {
    let at_once = match scene.parameters.impossible_position.value {
        // The press that leaves a pawn on its last rank is covered by an incident about the illegal move. In this case
        // nothing else is reported.
        ImpossiblePosition::IllegalMove => return,
        ImpossiblePosition::WaitThenDraw => false,
        ImpossiblePosition::Intervene | ImpossiblePosition::ClaimOnly => true,
    };
    if waiting.presses_since == 0 && !at_once {
        return;
    }
    let what = PAWN.with([Value::Squares(vec![waiting.square])]);
    // If the arbiter sees the position only after the reply, the next move to be completed is the one that follows the
    // reply.
    let waited = waiting.presses_since >= 2;
    raise(scene, ledger, RuleId::PawnOnLastRank, waiting.ply, waiting.by, what, waited);
}

fn raise(
    scene: &Scene,
    ledger: &mut Ledger,
    rule: RuleId,
    ply: PlyNo,
    by: Color,
    what: Phrase,
    waited: bool,
) {
    let given = scene.parameters.impossible_position;
    let (form, outcome) = match (given.value, waited) {
        (ImpossiblePosition::IllegalMove, _) => (&LIKE_ANY, None),
        (ImpossiblePosition::Intervene | ImpossiblePosition::ClaimOnly, _) => {
            (&ImpossiblePosition::INTERVENE, None)
        }
        (ImpossiblePosition::WaitThenDraw, false) => (&WAIT, None),
        (ImpossiblePosition::WaitThenDraw, true) => (&DRAWN, Some(Outcome::Draw)),
    };
    let finding = Finding::new(scene, rule, Kind::Violation, ply).by(by).cites(given.articles).says(what);
    let finding = match given.value {
        // Article B.3(b) takes away the arbiter's duty to intervene and leaves the opponent's claim.
        ImpossiblePosition::ClaimOnly => finding.audience(Audience::OnClaim),
        ImpossiblePosition::IllegalMove
        | ImpossiblePosition::Intervene
        | ImpossiblePosition::WaitThenDraw => finding.says(form.plain()),
    };
    finding.remedy(Remedy { outcome, ..Remedy::default() }).raise(ledger);
}

fn both_in_check(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let king = board.king_of(color);
        king.is_some_and(|king| board.attacks_to(king, !color, board.occupied()).any())
    })
}
