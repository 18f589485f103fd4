//! Broadcasts and their rounds at Lichess, made from ours: the forms to send, and what is learnt from the answers.

use super::round_text::name_of;
use serde_json::Value;
use std::collections::BTreeMap;
use tournament::{Event, Tournament};

/// The least and the greatest length of a name at Lichess, in characters.
const NAME: (usize, usize) = (3, 80);
/// The most rounds that are made of one tournament.
const ROUNDS_MAX: u16 = 100;

/// A broadcast to be made, or one that is there, with its rounds to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewBroadcast {
    /// The key of the tournament.
    pub key: String,
    /// The id at Lichess, if it is there.
    pub known: Option<String>,
    /// The fields of the form.
    pub fields: Vec<(&'static str, String)>,
    /// The rounds.
    pub rounds: Vec<NewRound>,
}

/// A round to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRound {
    /// Its name in settings, such as `A-1`.
    pub name: String,
    /// Its name at Lichess.
    pub title: String,
    /// The date and the time of its beginning, if they are known: `2026.11.21` and `15:00`.
    pub begins: Option<(String, String)>,
}

impl NewRound {
    /// Returns the fields of the form. The delay is none: what Lichess gets was delayed in the hall, and would be delayed twice.
    pub fn fields(&self, begins_ms: Option<i64>) -> Vec<(&'static str, String)> {
        let mut fields =
            vec![("name", self.title.clone()), ("syncSource", "push".to_owned()), ("delay", "0".to_owned())];
        fields.extend(begins_ms.map(|begins_ms| ("startsAt", begins_ms.to_string())));
        fields
    }
}

/// Returns what is missing at Lichess of an event. `broadcasts` has the ids of the tournaments that are there, `rounds` those of
/// the rounds; `only` is the tournament that is meant, or all.
pub fn new_broadcasts(
    event: &Event,
    only: Option<&str>,
    broadcasts: &BTreeMap<String, String>,
    rounds: &BTreeMap<String, String>,
) -> Vec<NewBroadcast> {
    let meant = event.tournaments.iter().filter(|(key, _)| only.is_none_or(|only| *key == only));
    let all = meant.map(|(key, tournament)| {
        let last = tournament.rounds.keys().next_back().copied().unwrap_or(0);
        let last = last.max(tournament.rounds_planned).min(ROUNDS_MAX);
        let missing = (1..=last).map(|number| (number, name_of(key, &number.to_string())));
        let missing = missing.filter(|(_, name)| !rounds.contains_key(name));
        NewBroadcast {
            key: key.clone(),
            known: broadcasts.get(key).cloned(),
            fields: fields(event, tournament),
            rounds: missing
                .map(|(number, name)| {
                    let round = tournament.rounds.get(&number);
                    let begins = round.map(|round| (round.date.clone(), round.starts_at.clone()));
                    let begins = begins.filter(|(date, time)| !date.is_empty() && !time.is_empty());
                    NewRound { name, title: format!("Round {number}"), begins }
                })
                .collect(),
        }
    });
    all.filter(|broadcast| !broadcast.rounds.is_empty()).collect()
}

fn fields(event: &Event, tournament: &Tournament) -> Vec<(&'static str, String)> {
    let name = if tournament.name.is_empty() { &event.name } else { &tournament.name };
    let name = if name.chars().count() < NAME.0 { format!("Tournament {name}") } else { name.clone() };
    let place = if tournament.city.is_empty() {
        event.site.clone()
    } else {
        format!("{} {}", tournament.city, tournament.federation)
    };
    let mut fields = vec![("name", cut(name.trim()))];
    for (field, value) in [("info.location", place.trim()), ("info.tc", tournament.time_control.trim())] {
        if !value.is_empty() {
            fields.push((field, cut(value)));
        }
    }
    fields
}

fn cut(text: &str) -> String {
    text.chars().take(NAME.1).collect()
}

/// Returns the id of the broadcast that an answer to a form tells of.
pub fn broadcast_of_answer(text: &str) -> Option<String> {
    id(text, "tour")
}

/// Returns the id of the round that an answer to a form tells of.
pub fn round_of_answer(text: &str) -> Option<String> {
    id(text, "round")
}

fn id(text: &str, what: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(text).ok()?;
    let id = answer.get(what)?.get("id")?.as_str()?;
    let is_id = id.len() == 8 && id.bytes().all(|letter| letter.is_ascii_alphanumeric());
    is_id.then(|| id.to_owned())
}
