//! The illegal move: `illegal-move-completed` once the clock was pressed, `illegal-move-uncompleted` before; its kinds that
//! have an article of their own (castling, promotion, the king); how it ends.
//!
//! A position no rule allows is a fact; whether it is an illegal move in the sense of the Laws depends on the press
//! (RU20 and FIDE 7.5.1: completed as soon as the player pressed; PL09 7.4(a)). What follows differs by edition and
//! discipline, and is only ever proposed.

pub(crate) mod penalty;
mod shape;

use crate::{
    Audience, Form, Kind, Remedy, RuleId, Value, Window,
    ledger::{Finding, Ledger},
    observer::Observer,
    profile::parameters::IllegalWindow,
    scene::{Scene, legal_moves, move_no, sans, ucis},
};
use game::{Ending, GameEvent, Irregular, Standing};
use penalty::penalty;
use shakmaty::{CastlingMode, Move, Role};
use shape::Shape;

/// Sees a position that no legal move explains, and says what would follow.
#[derive(Debug, Default)]
pub(crate) struct IllegalMoves;

const COMPLETED: Form = Form {
    en: "{0} completed an illegal move at move {1}: {2}.",
    pl: "W posunięciu {1} {0} wykonały nieprawidłowe posunięcie i przełączyły zegar: {2}.",
    ru: "На {1}-м ходу {0} сделали невозможный ход и нажали на часы: {2}.",
};
const UNCOMPLETED: Form = Form {
    en: "The board shows no legal move by {0} at move {1} ({2}); the clock was not pressed, so it is no illegal move yet.",
    pl: "Na szachownicy nie ma prawidłowego posunięcia {0:gen} (posunięcie {1}: {2}); zegara nie przełączono, więc nie jest to \
         jeszcze posunięcie nieprawidłowe.",
    ru: "На доске нет возможного хода {0:gen} (ход {1}: {2}); часы не нажаты, поэтому невозможный ход ещё не завершён.",
};
const RESTORE: Form = Form {
    en: "Put the position before it back.",
    pl: "Należy przywrócić pozycję sprzed tego posunięcia.",
    ru: "Восстановите позицию перед этим ходом.",
};
const TOUCHED: Form = Form {
    en: "The touched piece must move: {0}.",
    pl: "Należy wykonać posunięcie dotkniętą bierką: {0}.",
    ru: "Ход делается тронутой фигурой: {0}.",
};
const ANY_MOVE: Form = Form {
    en: "What was touched has no legal move; any legal move may be made: {0}.",
    pl: "Dotkniętą bierką nie można wykonać prawidłowego posunięcia; wolno wykonać dowolne: {0}.",
    ru: "Тронутой фигурой ходить нельзя; возможен любой ход: {0}.",
};
const TIMES: Form = Form {
    en: "All other times at the arbiter's judgement; they may stay as they are.",
    pl: "Pozostałe czasy według uznania sędziego; mogą zostać bez zmian.",
    ru: "Остальное время — на усмотрение арбитра; его можно не менять.",
};
const COUNTER: Form = Form {
    en: "The clock's move counter should then show {0}.",
    pl: "Licznik posunięć zegara powinien potem wskazywać {0}.",
    ru: "Счётчик ходов на часах после этого должен показывать {0}.",
};
const PUT_BACK: Form =
    Form {
        en: "The position was put back.", pl: "Pozycję przywrócono.", ru: "Позиция восстановлена."
    };
const WENT_ON: Form = Form {
    en: "Play went on from it.",
    pl: "Gra toczyła się dalej.",
    ru: "Игра продолжилась с этой позиции.",
};

impl Observer for IllegalMoves {
    fn handle_event(&mut self, scene: &Scene, event: &GameEvent, ledger: &mut Ledger) {
        match event {
            GameEvent::Irregular(irregular) if irregular.pressed => {
                let finding = completed(scene, irregular, ledger);
                ledger.raise(scene.t_ms, finding);
            }
            GameEvent::Irregular(irregular) => ledger.raise(scene.t_ms, uncompleted(scene, irregular)),
            GameEvent::IrregularClosed { ply, ending } => {
                let why = match ending {
                    Ending::Restored => PUT_BACK.plain(),
                    Ending::Stands => WENT_ON.plain(),
                };
                let meant = |incident: &crate::Incident| {
                    incident.ply == *ply && incident.rule.is_same_act(RuleId::IllegalMoveCompleted)
                };
                ledger.close(scene.t_ms, meant, Some(why));
            }
            GameEvent::Began { .. }
            | GameEvent::Ply { .. }
            | GameEvent::Superseded { .. }
            | GameEvent::Asked { .. }
            | GameEvent::Answered { .. }
            | GameEvent::PressWithoutMove { .. }
            | GameEvent::Proposed { .. }
            | GameEvent::ProposalWithdrawn
            | GameEvent::Result { .. }
            | GameEvent::WrongSetup { .. } => {}
        }
    }
}

fn completed(scene: &Scene, irregular: &Irregular, ledger: &Ledger) -> Finding {
    let before = standing_before(scene, irregular);
    let by = irregular.by;
    let shape = Shape::of(&before, irregular);
    let rule = shape.rule();
    let replacing = replacing(&before, irregular, &shape);
    let penalty = penalty(scene, by, &before, ledger.counts().confirmed[by]);

    let mut articles = scene.cite(rule.page().articles(scene.profile.edition));
    articles.extend(scene.cite(penalty.articles));
    articles.extend(scene.cite(scene.parameters.illegal_window.articles));
    articles.dedup();

    let mut phrases = vec![
        COMPLETED.with([Value::Side(by), Value::Number(move_no(&before)), shape.value()]),
        RESTORE.plain(),
    ];
    phrases.push(replacing.phrase);
    phrases.extend(penalty.phrases);
    let counter = scene.completed_by(by).saturating_sub(1);
    phrases.push(TIMES.plain());
    phrases.push(COUNTER.with([Value::Number(u64::from(counter))]));

    let mut finding = Finding::new(rule, Kind::Violation, irregular.ply, Some(by));
    finding.articles = unique(articles);
    finding.remedy = Some(Remedy {
        opponent_ms: penalty.opponent_ms,
        restore_fen: Some(irregular.before_fen.clone()),
        legal: ucis(&before, &replacing.moves),
        place: shape.place(scene),
        outcome: penalty.outcome,
        move_counter: Some(counter),
    });
    finding.phrases = phrases;
    finding.counts = true;
    (finding.window, finding.audience) = match scene.parameters.illegal_window.value {
        IllegalWindow::DuringGame => (Window::Always, Audience::Arbiter),
        IllegalWindow::UntilReplyMade => (Window::Open, Audience::Arbiter),
        IllegalWindow::ClaimUntilReplyCompleted | IllegalWindow::ClaimUntilReplyMade => {
            (Window::Open, Audience::OnClaim)
        }
    };
    finding
}

fn uncompleted(scene: &Scene, irregular: &Irregular) -> Finding {
    let before = standing_before(scene, irregular);
    let shape = Shape::of(&before, irregular);
    let replacing = replacing(&before, irregular, &shape);
    let rule = RuleId::IllegalMoveUncompleted;
    let mut finding = Finding::new(rule, Kind::Info, irregular.ply, Some(irregular.by));
    finding.articles = scene.cite(rule.page().articles(scene.profile.edition));
    finding.remedy = Some(Remedy {
        restore_fen: Some(irregular.before_fen.clone()),
        legal: ucis(&before, &replacing.moves),
        ..Remedy::default()
    });
    let move_no = Value::Number(move_no(&before));
    finding.phrases =
        vec![UNCOMPLETED.with([Value::Side(irregular.by), move_no, shape.value()]), replacing.phrase];
    finding
}

/// What may be played instead, and the sentence that says so.
struct Replacing {
    moves: Vec<Move>,
    phrase: crate::Phrase,
}

/// The touched piece must move if it can (4.3, 7.5.1); castling has its own order (4.4.3); otherwise anything goes (4.5).
fn replacing(before: &Standing, irregular: &Irregular, shape: &Shape) -> Replacing {
    let all = legal_moves(before);
    let due: Vec<Move> = match shape.castling_side() {
        Some(side) => {
            let castling: Vec<Move> =
                all.iter().copied().filter(|mv| mv.castling_side() == Some(side)).collect();
            let by_king = || all.iter().copied().filter(|mv| mv.role() == Role::King).collect();
            if castling.is_empty() { by_king() } else { castling }
        }
        None => irregular.legal.clone(),
    };
    if due.is_empty() {
        let phrase = ANY_MOVE.with([Value::Moves(sans(before, &all))]);
        return Replacing { moves: all, phrase };
    }
    let phrase = TOUCHED.with([Value::Moves(sans(before, &due))]);
    Replacing { moves: due, phrase }
}

fn standing_before(scene: &Scene, irregular: &Irregular) -> Standing {
    let mode: CastlingMode = scene.score.start.mode();
    // The score is already behind the ply; its text is what the event carries.
    let before = scene.before(irregular.ply);
    if before.fen() == irregular.before_fen {
        return before.clone();
    }
    Standing::from_fen(&irregular.before_fen, mode).unwrap_or_else(|_| before.clone())
}

fn unique(articles: Vec<String>) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for article in articles {
        if !seen.contains(&article) {
            seen.push(article);
        }
    }
    seen
}
