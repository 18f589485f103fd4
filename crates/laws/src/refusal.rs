//! Refusals of commands for reasons of the Laws, with their sentences in every language of an arbiter.

use crate::text::{Form, Language, Phrase, Value};
use std::{error::Error, fmt};

/// The reason why the Laws, or the state of the game under the Laws, do not allow a command. A refused command has
/// changed nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The game has no incident of this number.
    NoIncident(u64),
    /// No rule has this name.
    NoRule(String),
    /// Draughts is played at the table, and the command is about chess moves.
    Draughts,
    /// The game is adjourned and the envelope is closed.
    EnvelopeClosed,
}

const NO_INCIDENT: Form = Form {
    en: "there is no incident {0} in this game",
    pl: "w tej partii nie ma zdarzenia {0}",
    ru: "в этой партии нет происшествия {0}",
};
const NO_RULE: Form = Form {
    en: "{0} is the name of no rule; docs/laws.md lists the names",
    pl: "żaden przepis nie ma nazwy {0}; nazwy wymienia docs/laws.md",
    ru: "нет правила с именем {0}; имена перечислены в docs/laws.md",
};
const DRAUGHTS: Form = Form {
    en: "draughts is played here and its moves are not followed; use report, claim, draw-offer, adjourn, result or note",
    pl: "tu gra się w warcaby, a ich posunięcia nie są śledzone; użyj polecenia report, claim, draw-offer, adjourn, \
         result lub note",
    ru: "здесь играют в шашки, и их ходы не отслеживаются; используйте команды report, claim, draw-offer, adjourn, \
         result или note",
};
const ENVELOPE_CLOSED: Form = Form {
    en: "the game is adjourned and the envelope is closed; open it first: the sealed move is stored nowhere before",
    pl: "partia jest odłożona, a koperta zamknięta; najpierw ją otwórz: przedtem zapisane posunięcie nie jest nigdzie \
         przechowywane",
    ru: "партия отложена, и конверт закрыт; сначала вскройте его: до этого записанный ход нигде не хранится",
};

impl Refusal {
    /// Returns the sentence of the refusal, in every language.
    pub fn phrase(&self) -> Phrase {
        match self {
            Refusal::NoIncident(number) => NO_INCIDENT.with([Value::Number(*number)]),
            Refusal::NoRule(name) => NO_RULE.with([Value::Words(format!("{name:?}"))]),
            Refusal::Draughts => DRAUGHTS.plain(),
            Refusal::EnvelopeClosed => ENVELOPE_CLOSED.plain(),
        }
    }
}

impl fmt::Display for Refusal {
    /// Writes the sentence in English, as a clause: with a small first letter and without a full stop.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.phrase().clause(Language::English))
    }
}

impl Error for Refusal {}
