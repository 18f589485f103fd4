//! The restoration of a position (PL09 6.13 and 7.4, RU20 and FIDE 7.1): the squares to put right until the board shows
//! the position, then the times and the move counter to set.

use crate::{
    Form, Kind, Remedy, RuleId, Value,
    finding::Finding,
    ledger::Ledger,
    observer::Observer,
    seen::{
        differences::differences,
        scene::{Scene, times_before},
    },
};
use game::PlyNo;
use shakmaty::Color;

/// The observer that guides the arbiter back to a position.
#[derive(Debug, Clone, Default)]
pub(crate) struct Restoring {
    /// The first ply that is undone: the position before it is being restored. `None` if no position is being restored.
    target: Option<PlyNo>,
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
    fn squares(&mut self, scene: &Scene, ledger: &mut Ledger) {
        self.guide(scene, ledger);
    }

    fn restored(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        ledger.close(scene.t_ms, |incident| incident.rule == RuleId::RestorePosition, None);
        self.target = Some(ply);
        self.guide(scene, ledger);
    }
}

impl Restoring {
    fn guide(&mut self, scene: &Scene, ledger: &mut Ledger) {
        let Some(ply) = self.target else { return };
        let standing = scene.score.standing();
        let left = differences(scene.trail.reading(), standing);
        let number = Value::Number(ply.get() as u64);
        let remedy = Remedy {
            restore_fen: Some(standing.fen()),
            move_counter: Some(scene.completed_by(standing.turn())),
            ..Remedy::default()
        };
        let finding = Finding::new(scene, RuleId::RestorePosition, Kind::Info, ply).remedy(remedy);
        if !left.is_empty() {
            return finding.says(GUIDE.with([number, Value::Differences(left)])).raise(ledger);
        }
        self.target = None;
        let count = |color: Color| Value::Number(scene.completed_by(color).into());
        let mut finding = finding.says(DONE.with([number, count(Color::White), count(Color::Black)]));
        let then = times_before(scene.score, ply, scene.timing);
        if let (Some(then), Some(now)) = (then, scene.left_now()) {
            let times = TIMES.with([Value::Readings(then), Value::Readings(now)]);
            finding = finding.says(times).says_all(scene.unheard_clock());
        }
        finding.raise(ledger);
        ledger.close(scene.t_ms, |incident| incident.rule == RuleId::RestorePosition, None);
    }
}
