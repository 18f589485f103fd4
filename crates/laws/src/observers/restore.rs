//! The restoration of a position (PL09 6.13 and 7.4, RU20 and FIDE 7.1): square by square until the board shows it,
//! followed by the times and the move counter to set.

use crate::{
    Form, Kind, Remedy, RuleId, Value,
    ledger::{Finding, Ledger},
    observer::Observer,
    observers::displaced::differences,
    seen::{scene::Scene, window::times_before},
};
use board::BoardEvent;
use game::Order;
use shakmaty::Color;

/// The observer that guides the arbiter back to a position.
#[derive(Debug, Default)]
pub(crate) struct Restoring {
    /// The ply that is undone: the position before it is being restored.
    target: Option<usize>,
}

const GUIDE: Form = Form {
    en: "Put back the position before ply {0}. Still to change: {1}.",
    pl: "Przywracanie pozycji sprzed półruchu {0}. Do zmiany: {1}.",
    ru: "Восстановление позиции перед полуходом {0}. Осталось изменить: {1}.",
};
const DONE: Form = Form {
    en: "The position before ply {0} stands on the board. Set the clock: completed moves by White {1}, by Black {2}.",
    pl: "Pozycja sprzed półruchu {0} jest na szachownicy. Ustaw zegar: wykonane posunięcia białych {1}, czarnych {2}.",
    ru: "Позиция перед полуходом {0} на доске. Установите часы: завершено ходов белыми {1}, чёрными {2}.",
};
const TIMES: Form = Form {
    en: "Times then: {0}; now: {1}. Which to set is for the arbiter; unchanged is allowed.",
    pl: "Czasy wtedy: {0}; teraz: {1}. Które ustawić, decyduje sędzia; wolno bez zmian.",
    ru: "Время тогда: {0}; сейчас: {1}. Что установить, решает арбитр; можно не менять.",
};
impl Observer for Restoring {
    fn handle_board(&mut self, scene: &Scene, event: &BoardEvent, ledger: &mut Ledger) {
        if matches!(event, BoardEvent::Square { .. } | BoardEvent::Reading(_)) {
            self.guide(scene, ledger);
        }
    }

    fn handle_order(&mut self, scene: &Scene, order: &Order, ledger: &mut Ledger) {
        if let Order::Restore { ply } = order {
            ledger.close(scene.t_ms, |incident| incident.rule == RuleId::RestorePosition, None);
            self.target = Some(*ply);
            self.guide(scene, ledger);
        }
    }
}

impl Restoring {
    fn guide(&mut self, scene: &Scene, ledger: &mut Ledger) {
        let Some(ply) = self.target else { return };
        let standing = scene.score.standing();
        let left = differences(scene.trail.reading(), standing);
        let number = Value::Number(ply as u64);
        let mut finding = Finding::new(RuleId::RestorePosition, Kind::Info, ply, None);
        finding.articles = scene.cite(RuleId::RestorePosition.page().articles(scene.profile.edition));
        finding.remedy = Some(Remedy {
            restore_fen: Some(standing.fen()),
            move_counter: Some(scene.completed_by(standing.turn())),
            ..Remedy::default()
        });
        if !left.is_empty() {
            finding.phrases = vec![GUIDE.with([number, Value::Differences(left)])];
            ledger.raise(scene.t_ms, finding);
            return;
        }
        self.target = None;
        let count = |color: Color| Value::Number(scene.completed_by(color).into());
        finding.phrases = vec![DONE.with([number, count(Color::White), count(Color::Black)])];
        let then = times_before(scene.score, ply, scene.timing);
        if let (Some(then), Some(now)) = (then, scene.left_now()) {
            finding.phrases.push(TIMES.with([Value::Readings(then), Value::Readings(now)]));
            finding.phrases.extend(scene.unheard_clock());
        }
        ledger.raise(scene.t_ms, finding);
        ledger.close(scene.t_ms, |incident| incident.rule == RuleId::RestorePosition, None);
    }
}
