//! Putting a position back (articles 6.13 and 7.4 of 2009, 7.1 since): square by square until the board shows it, then the
//! times and the counter to set.

use crate::{
    Form, Kind, Remedy, RuleId, Value,
    displaced::differences,
    ledger::{Finding, Ledger},
    observer::Observer,
    scene::Scene,
    window::times_before,
};
use board::BoardEvent;
use game::Order;
use shakmaty::Color;

/// Guides the board back to a position.
#[derive(Debug, Default)]
pub(crate) struct Restoring {
    /// The ply whose position before it is being put back.
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
    en: "Times then: White {0}, Black {1}; now: White {2}, Black {3}. Which to set is for the arbiter; unchanged is allowed.",
    pl: "Czasy wtedy: białe {0}, czarne {1}; teraz: białe {2}, czarne {3}. Które ustawić, decyduje sędzia; wolno bez zmian.",
    ru: "Время тогда: белые {0}, чёрные {1}; сейчас: белые {2}, чёрные {3}. Что установить, решает арбитр; можно не менять.",
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
        if let (Some(then), Some(now)) = (times_before(scene.score, ply), scene.trail.clock()) {
            let now = now.left_ms;
            finding.phrases.push(TIMES.with([
                Value::Time(then.white.into()),
                Value::Time(then.black.into()),
                Value::Time(now.white.into()),
                Value::Time(now.black.into()),
            ]));
        }
        ledger.raise(scene.t_ms, finding);
        ledger.close(scene.t_ms, |incident| incident.rule == RuleId::RestorePosition, None);
    }
}
