//! What is missing before a round, as the organiser's page and `topboard ready` get it. A boundary file: deriving serde
//! here is a promise to whoever asks for `/api/v1/event/ready` at the arbiter's listener.

use hall::{
    TableNo,
    readiness::{Missing, Severity},
};
use laws::{Language, Phrase};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use tournament::{BoardNo, RoundNo};

/// Whether a round can begin, and what is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Readiness {
    /// True if nothing stops the round. There may still be something to look at.
    pub ready: bool,
    /// The key of each tournament that was looked at, with the round. Empty in a hall without tournaments.
    pub rounds: Vec<(String, RoundNo)>,
    /// What is missing: first what stops the round.
    pub items: Vec<ReadyItem>,
}

/// Something that is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadyItem {
    /// The name of the kind of item.
    pub kind: String,
    /// `stop` or `look`.
    pub severity: String,
    /// The key of the tournament, if one is concerned.
    pub tournament: Option<String>,
    /// The table of the hall, if one is concerned.
    pub table: Option<TableNo>,
    /// The board of the tournament, if one is concerned.
    pub board: Option<BoardNo>,
    /// What is missing, in every language. Table and board are not named.
    pub words: BTreeMap<String, String>,
    /// What to do, in every language.
    pub what_to_do: BTreeMap<String, String>,
}

impl Readiness {
    /// Returns the list of these items.
    pub fn new(rounds: Vec<(String, RoundNo)>, mut items: Vec<ReadyItem>) -> Readiness {
        items.sort_by_key(|item| !item.stops());
        Readiness { ready: !items.iter().any(ReadyItem::stops), rounds, items }
    }
}

impl ReadyItem {
    /// Returns an item about the program and its computer.
    pub fn of_program(kind: &str, severity: Severity, words: &Phrase, what_to_do: &Phrase) -> ReadyItem {
        ReadyItem {
            kind: kind.to_owned(),
            severity: severity.name().to_owned(),
            tournament: None,
            table: None,
            board: None,
            words: by_language(words),
            what_to_do: by_language(what_to_do),
        }
    }

    /// Returns whether the item stops the round.
    pub fn stops(&self) -> bool {
        self.severity == Severity::Stop.name()
    }
}

impl From<&Missing> for ReadyItem {
    fn from(missing: &Missing) -> ReadyItem {
        ReadyItem {
            tournament: missing.tournament.clone(),
            table: missing.table,
            board: missing.board,
            ..ReadyItem::of_program(
                missing.kind(),
                missing.severity(),
                &missing.phrase(),
                &missing.what_to_do(),
            )
        }
    }
}

fn by_language(phrase: &Phrase) -> BTreeMap<String, String> {
    Language::ALL.map(|language| (language.code().to_owned(), phrase.text(language))).into()
}

#[cfg(test)]
mod tests {
    use super::{Readiness, ReadyItem};
    use hall::readiness::Severity;
    use laws::Form;

    const FORM: Form = Form { en: "one", pl: "jeden", ru: "один" };

    #[test]
    fn a_list_is_ready_if_nothing_stops_the_round_and_begins_with_what_does() {
        let item = |kind: &str, severity| ReadyItem::of_program(kind, severity, &FORM.plain(), &FORM.plain());
        let list = Readiness::new(vec![], vec![item("a", Severity::Look)]);
        assert!(list.ready);
        let list = Readiness::new(vec![], vec![item("a", Severity::Look), item("b", Severity::Stop)]);
        assert!(!list.ready && list.items[0].kind == "b");
        let written = serde_json::to_value(&list.items[0]).expect("it is data");
        assert_eq!((&written["severity"], &written["table"]), (&"stop".into(), &serde_json::Value::Null));
        assert_eq!(written["words"]["pl"], "Jeden");
    }
}
