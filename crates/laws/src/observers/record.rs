//! The written record of a game (articles 8.5, 8.6 and 12 of the Laws): notes, and facts that no sensor sees and no
//! other observer handles.

use crate::{
    Form, Kind, RuleId, Value,
    ledger::{Finding, Ledger},
    observer::Observer,
    seen::scene::Scene,
};
use game::Order;

/// The observer that records people's reports.
#[derive(Debug, Default)]
pub(crate) struct Records;

/// The greatest length of a note, in characters; a longer one is cut.
const NOTE_MAX: usize = 500;

const NOTE: Form = Form { en: "Note: {0}", pl: "Notatka: {0}", ru: "Заметка: {0}" };
const HELPED: Form = Form {
    en: "An assistant makes moves or presses for a player; what time that costs is for the arbiter.",
    pl: "Asystent wykonuje posunięcia lub obsługuje zegar za gracza; korektę czasu ustala sędzia.",
    ru: "Помощник делает ходы или нажимает на часы за игрока; поправку времени определяет арбитр.",
};

impl Observer for Records {
    fn handle_order(&mut self, scene: &Scene, order: &Order, ledger: &mut Ledger) {
        let (rule, by, phrase) = match order {
            Order::Note { text } => {
                let text: String = text.chars().take(NOTE_MAX).collect();
                (RuleId::EvidenceLog, None, NOTE.with([Value::Words(text)]))
            }
            Order::Report { rule, by, .. } if RuleId::parse(rule) == Some(RuleId::Assistant) => {
                (RuleId::Assistant, by.as_deref().and_then(crate::side), HELPED.plain())
            }
            Order::Report { .. }
            | Order::Start { .. }
            | Order::Result { .. }
            | Order::Correct { .. }
            | Order::Choose { .. }
            | Order::Promote { .. }
            | Order::Claim { .. }
            | Order::Rule { .. }
            | Order::Restore { .. }
            | Order::DrawOffer { .. }
            | Order::Adjourn
            | Order::Clock(_) => return,
        };
        let mut finding = Finding::new(rule, Kind::Info, scene.score.plies.len(), by);
        finding.articles = scene.cite(rule.page().articles(scene.profile.edition));
        finding.phrases = vec![phrase];
        // Each note is a separate incident.
        ledger.raise(scene.t_ms, finding);
        ledger.close(scene.t_ms, |incident| incident.rule == rule, None);
    }
}
