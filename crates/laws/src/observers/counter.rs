//! The clock's move counter compared with the record (PL09 6.10, 6.13; RU20 and FIDE 6.10.2, 7.1). The numbers of
//! presses and moves differ after a forgotten press, an illegal move taken back, or one press too many.

use crate::{
    Form, Incident, Kind, Remedy, RuleId, Value,
    finding::{Finding, cause::Cause},
    ledger::Ledger,
    observer::Observer,
    seen::scene::Scene,
};
use game::PlyNo;
use shakmaty::ByColor;

/// The observer that compares the number of presses with the number of moves.
#[derive(Debug, Clone, Default)]
pub(crate) struct MoveCounter {
    presses: ByColor<u32>,
    told: ByColor<i64>,
    /// The number of presses in the trail that were counted so far.
    seen: u64,
}

const COUNTER: Form = Form {
    en: "The clock counted {1} presses by {0}, the board has {2} moves. Set the clock's counter by the record.",
    pl: "Zegar naliczył {1} przełączeń {0:gen}, na szachownicy było {2} posunięć. Licznik zegara ustaw według zapisu.",
    ru: "Часы насчитали нажатий {0:gen}: {1}, на доске ходов: {2}. Установите счётчик часов по записи.",
};

const PERIODS: Form = Form {
    en: "The clock adds the time of the next period by this counter.",
    pl: "Według tego licznika zegar dodaje czas następnego okresu.",
    ru: "По этому счётчику часы добавляют время следующего периода.",
};

impl Observer for MoveCounter {
    fn after_board_event(&mut self, scene: &Scene, _ledger: &mut Ledger) {
        // New presses are recognised by their number and not by their time, since several presses that a board stored
        // may have one instant.
        let new = usize::try_from(scene.trail.pressed() - self.seen).unwrap_or(usize::MAX);
        self.seen = scene.trail.pressed();
        // The press that starts the clock at the beginning of the game belongs to no move.
        let begun = !scene.score.plies.is_empty();
        let sides = scene.trail.presses().rev().take(new).map(|press| press.by);
        for by in sides.filter(|by| begun || scene.score.start.turn() == *by) {
            self.presses[by] += 1;
        }
    }

    fn completed(&mut self, scene: &Scene, ply: PlyNo, ledger: &mut Ledger) {
        let Some(played) = scene.score.plies.get(ply.index()) else { return };
        let by = scene.score.mover(ply.index());
        if played.pressed_ms.is_none() || ply.get() + 1 < scene.score.plies.len() {
            return;
        }
        let moves = (0..ply.get()).filter(|&index| scene.score.mover(index) == by).count();
        let difference = i64::from(self.presses[by]) - moves as i64;
        if difference == self.told[by] {
            return;
        }
        self.told[by] = difference;
        if difference == 0 {
            let meant = |incident: &Incident| incident.rule == RuleId::MoveCounter && incident.by == Some(by);
            ledger.close(scene.t_ms, meant, None);
            return;
        }
        let values = [Value::Side(by), Value::Number(self.presses[by].into()), Value::Number(moves as u64)];
        let by_moves = |period: &crate::time_control::Period| period.moves.is_some();
        let has_periods = scene.control.is_some_and(|control| control.periods.iter().any(by_moves));
        Finding::new(scene, RuleId::MoveCounter, Kind::Info, ply)
            .by(by)
            .cause(Cause::Counter(by))
            .says(COUNTER.with(values))
            .says_all(has_periods.then(|| PERIODS.plain()))
            .remedy(Remedy { move_counter: u32::try_from(moves).ok(), ..Remedy::default() })
            .raise(ledger);
    }
}
