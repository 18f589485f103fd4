//! The written record of a game (articles 8.5, 8.6 and 12 of the Laws): notes, and facts that no sensor sees and no
//! other observer handles.

use crate::{
    Form, Kind, Phrase, RuleId, Value,
    finding::Finding,
    ledger::Ledger,
    observer::{Observer, Report},
    seen::scene::Scene,
};
use shakmaty::Color;

/// The observer that records people's reports.
#[derive(Debug, Clone, Default)]
pub(crate) struct Records;

/// The greatest length of a note, in characters; a longer note is truncated.
const NOTE_MAX: usize = 500;

const NOTE: Form = Form { en: "Note: {0}", pl: "Notatka: {0}", ru: "Заметка: {0}" };
const HELPED: Form = Form {
    en: "An assistant makes moves or presses for a player; what time that costs is for the arbiter.",
    pl: "Asystent wykonuje posunięcia lub obsługuje zegar za gracza; korektę czasu ustala sędzia.",
    ru: "Помощник делает ходы или нажимает на часы за игрока; поправку времени определяет арбитр.",
};

impl Observer for Records {
    fn reported(&mut self, scene: &Scene, report: &Report, ledger: &mut Ledger) {
        if report.rule == RuleId::Assistant {
            record(scene, RuleId::Assistant, report.by, HELPED.plain(), ledger);
        }
    }

    fn noted(&mut self, scene: &Scene, text: &str, ledger: &mut Ledger) {
        let text: String = text.chars().take(NOTE_MAX).collect();
        record(scene, RuleId::EvidenceLog, None, NOTE.with([Value::Words(text)]), ledger);
    }
}

/// Puts a sentence on record as an incident that is closed at once. Each sentence therefore becomes a separate
/// incident.
fn record(scene: &Scene, rule: RuleId, by: Option<Color>, phrase: Phrase, ledger: &mut Ledger) {
    Finding::new(scene, rule, Kind::Info, scene.last_made()).by(by).says(phrase).raise(ledger);
    ledger.close(scene.t_ms, |incident| incident.rule == rule, None);
}
