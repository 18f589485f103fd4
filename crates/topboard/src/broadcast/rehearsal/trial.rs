//! A trial: what came of going the way to one destination.

use crate::{broadcast::carrier::Fault, config::broadcast::Target};
use laws::{Form, Language, Phrase, Value as Put};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const ASKED: Form = Form {
    en: "the server answers; whether it takes files is seen with --send",
    pl: "serwer odpowiada; czy przyjmuje pliki, pokaże --send",
    ru: "сервер отвечает; принимает ли он файлы, покажет --send",
};
const STAYS: Form = Form {
    en: "the hidden file .topboard-check-… could not be removed there; games are brought all the same",
    pl: "ukrytego pliku .topboard-check-… nie dało się tam usunąć; partie i tak będą dostarczane",
    ru: "скрытый файл .topboard-check-… там не удалось удалить; партии всё равно будут доставляться",
};
const BROUGHT: Form =
    Form {
        en: "files brought: {0}", pl: "dostarczone pliki: {0}", ru: "доставлено файлов: {0}"
    };

/// What came of going the way to one destination.
#[derive(Debug, Default)]
pub(super) struct Trial {
    /// What keeps all games from coming there.
    pub(super) fault: Option<Fault>,
    /// What else is to be said.
    pub(super) said: Vec<Phrase>,
    /// What keeps some of them from it.
    pub(super) parts: Vec<Part>,
}

/// A round or a game that does not come to a destination.
#[derive(Debug)]
pub(super) struct Part {
    /// The round, such as `A-1`.
    pub(super) round: String,
    /// The board, if it is one alone.
    pub(super) board: Option<u16>,
    /// Why.
    pub(super) fault: Fault,
}

impl Trial {
    pub(super) fn failed(fault: Fault) -> Trial {
        Trial { fault: Some(fault), ..Trial::default() }
    }

    /// A rehearsal that went well.
    pub(super) fn rehearsed(target: &Target, is_gone: bool) -> Trial {
        let asked = matches!(target, Target::Put(_)).then(|| ASKED.plain());
        let stays = (!is_gone).then(|| STAYS.plain());
        Trial { said: asked.into_iter().chain(stays).collect(), ..Trial::default() }
    }

    /// Files that were brought.
    pub(super) fn brought(files: usize) -> Trial {
        Trial { said: vec![BROUGHT.with([Put::Number(files as u64)])], ..Trial::default() }
    }

    pub(super) fn is_fine(&self) -> bool {
        self.fault.is_none() && self.parts.is_empty()
    }

    pub(super) fn to_json(&self, name: &str) -> Value {
        let mut told = of_fault(self.fault.as_ref());
        told["name"] = name.into();
        told["fine"] = self.is_fine().into();
        told["said"] = self.said.iter().map(|phrase| json!(by_language(phrase))).collect();
        told["parts"] = self.parts.iter().map(Part::to_json).collect();
        told
    }
}

impl Part {
    fn to_json(&self) -> Value {
        let mut told = of_fault(Some(&self.fault));
        told["round"] = (&*self.round).into();
        told["board"] = self.board.into();
        told
    }
}

fn of_fault(fault: Option<&Fault>) -> Value {
    json!({
        "obstacle": fault.map(|fault| fault.obstacle.name()),
        "reason": fault.map(|fault| &fault.why),
        "what_to_do": fault.map(|fault| by_language(&fault.obstacle.what_to_do())),
    })
}

fn by_language(phrase: &Phrase) -> BTreeMap<&'static str, String> {
    Language::ALL.into_iter().map(|language| (language.code(), phrase.text(language))).collect()
}

#[cfg(test)]
mod tests {
    use super::{Fault, Part, Trial};
    use broadcast::check::Obstacle;

    #[test]
    fn a_trial_is_fine_if_everything_comes() {
        let fault = || Fault::new(Obstacle::Login, "530");
        assert!(Trial::brought(2).is_fine() && !Trial::failed(fault()).is_fine());
        let part = Part { round: "A-1".to_owned(), board: Some(3), fault: fault() };
        let trial = Trial { parts: vec![part], ..Trial::brought(2) };
        let told = trial.to_json("Lichess");
        assert_eq!((&told["fine"], &told["obstacle"]), (&false.into(), &serde_json::Value::Null));
        assert_eq!((&told["parts"][0]["board"], &told["parts"][0]["obstacle"]), (&3.into(), &"login".into()));
        assert_eq!(told["said"][0]["pl"], "Dostarczone pliki: 2");
        for obstacle in Obstacle::ALL {
            let told = Trial::failed(Fault::new(obstacle, "x")).to_json("x");
            assert!(["en", "pl", "ru"].iter().all(|code| told["what_to_do"][code].is_string()), "{told}");
        }
    }
}
