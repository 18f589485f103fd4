//! Importing a file of pairings: what it says, what is wrong with it, and the order that enters it.

use serde_json::{Value, json};
use std::collections::BTreeMap;
use tournament::{
    Event, EventCommandJson, EventOrderJson, RoundNo, Tournament,
    import::{self, Hint, ImportFault, Problem, Proposal},
};

/// The key of a tournament that a file founds, if nobody names one.
const FIRST_KEY: &str = "A";

/// A file that is to be imported.
#[derive(Debug, Clone, Copy)]
pub struct Imported<'a> {
    /// The key of the tournament; `None` for the only one.
    pub key: Option<&'a str>,
    /// The round that the file is read for; `None` for all rounds of the file.
    pub round: Option<RoundNo>,
    /// The name of the file; empty if it has none.
    pub file_name: &'a str,
    /// The file.
    pub bytes: &'a [u8],
}

/// What an import would do.
#[derive(Debug, Clone)]
pub struct ImportPlan {
    /// The format of the file, as people call it; `None` if no format fits.
    pub format: Option<&'static str>,
    /// What is wrong with the file, and what a person should look at.
    pub problems: Vec<Problem>,
    /// The order that enters the file; `None` while anything is wrong with it, and where it changes nothing.
    pub order: Option<EventOrderJson>,
}

impl ImportPlan {
    /// Reads a file, and matches it with the event.
    pub fn of(event: &Event, file: Imported<'_>) -> ImportPlan {
        let draft = import::read(file.bytes, Hint { file_name: file.file_name, code_page: None });
        let format = draft.format.map(import::Format::name);
        let key = match key_in(event, file.key) {
            Ok(key) => key,
            Err(keys) => {
                let fault = ImportFault::WhichTournament(keys);
                let problems = vec![Problem::of_file(fault, Some(Proposal::NameTournament))];
                return ImportPlan { format, problems, order: None };
            }
        };
        let empty = Tournament::default();
        let tournament = event.tournaments.get(&key).unwrap_or(&empty);
        match draft.against(tournament, file.round) {
            Err(problems) => ImportPlan { format, problems, order: None },
            Ok(found) if found.changes(tournament) => {
                let order = Some(found.to_order(&key, tournament));
                ImportPlan { format, problems: found.warnings, order }
            }
            Ok(found) => {
                let mut problems = found.warnings;
                if !problems.iter().any(|it| matches!(it.fault, ImportFault::RoundOver(_))) {
                    problems.push(Problem::of_file(ImportFault::EnteredAlready, None));
                }
                ImportPlan { format, problems, order: None }
            }
        }
    }

    /// Returns whether the event has all that the file says.
    pub fn is_known(&self) -> bool {
        self.problems.iter().any(|problem| problem.fault == ImportFault::EnteredAlready)
    }

    /// Returns the plan as JSON, with every sentence in every language of the page. `refused` is the refusal that the order
    /// would get, as that order is answered.
    pub fn to_json(&self, applied: bool, refused: Option<&Value>) -> Value {
        let problems: Vec<Value> = self.problems.iter().map(problem).collect();
        json!({
            "format": self.format,
            "problems": problems,
            "order": self.order,
            "refused": refused,
            "applied": applied,
        })
    }

    /// Returns the command that enters the file in the name of a person.
    pub fn command(&self, author: &str) -> Option<EventCommandJson> {
        let order = self.order.clone()?;
        Some(EventCommandJson { order, author: Some(author.to_owned()), login: None })
    }
}

/// Returns the key that was named, or that of the only tournament. `Err` has the keys of the several that there are.
pub(super) fn key_in(event: &Event, named: Option<&str>) -> Result<String, String> {
    let mut keys = event.tournaments.keys().map(String::as_str);
    match (named, keys.next(), keys.next()) {
        (Some(named), ..) => Ok(named.to_owned()),
        (None, first, None) => Ok(first.unwrap_or(FIRST_KEY).to_owned()),
        (None, _, Some(_)) => {
            Err(event.tournaments.keys().map(String::as_str).collect::<Vec<_>>().join(", "))
        }
    }
}

fn problem(problem: &Problem) -> Value {
    let every = |phrase: game::text::Phrase| -> BTreeMap<&str, String> {
        laws::Language::ALL.into_iter().map(|language| (language.code(), phrase.text(language))).collect()
    };
    json!({
        "line": problem.line,
        "text": problem.text,
        "words": every(problem.fault.phrase()),
        "proposal": problem.proposal.as_ref().map(|proposal| every(proposal.phrase())),
        "error": problem.is_error(),
    })
}
