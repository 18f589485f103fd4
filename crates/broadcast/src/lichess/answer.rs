//! What Lichess answers to a push. Whatever stands in it is taken: a wrong answer is somebody's mistake, and no reason to end.

use game::names::is_unseen;
use serde_json::Value;

/// The greatest length of a text of Lichess that people are told, in characters.
const TOLD_MAX: usize = 200;
/// The most games that are read in an answer. Lichess takes a hundred; what follows counts as not answered.
const ANSWERS_MAX: usize = 1_000;

/// An answer to a push.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LichessAnswer {
    /// Each game in the order in which they were sent: its number of plies, or why it was not taken.
    Games(Vec<Result<u64, String>>),
    /// The whole push was refused, with the reason.
    Refused(String),
    /// It says nothing that is known.
    Unreadable,
}

impl LichessAnswer {
    /// Reads an answer.
    pub fn parse(text: &str) -> LichessAnswer {
        let Ok(answer) = serde_json::from_str::<Value>(text) else { return LichessAnswer::Unreadable };
        if let Some(error) = answer.get("error").filter(|error| !error.is_null()) {
            return LichessAnswer::Refused(reason(error));
        }
        match answer.get("games").and_then(Value::as_array) {
            Some(games) => LichessAnswer::Games(games.iter().take(ANSWERS_MAX).map(game).collect()),
            None => LichessAnswer::Unreadable,
        }
    }
}

fn game(answer: &Value) -> Result<u64, String> {
    match answer.get("error").filter(|error| !error.is_null()) {
        Some(error) => Err(reason(error)),
        None => {
            answer.get("moves").and_then(Value::as_u64).ok_or_else(|| "Lichess does not say why".to_owned())
        }
    }
}

/// Returns a reason in words. A form that is wrong gets an object, in which each field has its reasons.
fn reason(error: &Value) -> String {
    match error {
        Value::String(text) => told(text),
        other => told(&other.to_string()),
    }
}

/// Returns a text of Lichess as a line that people can be told: short, and of characters that are seen.
pub fn told(text: &str) -> String {
    let seen: String =
        text.chars().map(|one| if is_unseen(one) || one.is_control() { ' ' } else { one }).collect();
    let line = seen.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(TOLD_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::{LichessAnswer, told};

    #[test]
    fn each_game_has_its_answer() {
        let text = r#"{"games":[{"tags":{"White":"A"},"moves":12},{"tags":{},"error":"Cannot parse move"},{"moves":-1},7]}"#;
        let why = || Err("Lichess does not say why".to_owned());
        assert_eq!(
            LichessAnswer::parse(text),
            LichessAnswer::Games(vec![Ok(12), Err("Cannot parse move".to_owned()), why(), why()])
        );
    }

    #[test]
    fn a_refusal_is_told_and_anything_else_is_unreadable() {
        let refused = |text: &str| match LichessAnswer::parse(text) {
            LichessAnswer::Refused(why) => why,
            other => format!("{other:?}"),
        };
        assert_eq!(refused(r#"{"error":"The round has an upstream URL"}"#), "The round has an upstream URL");
        assert_eq!(refused(r#"{"error":{"name":["too short"]}}"#), r#"{"name":["too short"]}"#);
        for text in ["", "<html>", "{}", "[]", "null", r#"{"games":{}}"#, &"[".repeat(100_000)] {
            assert_eq!(LichessAnswer::parse(text), LichessAnswer::Unreadable);
        }
    }

    #[test]
    fn what_people_are_told_is_one_short_line() {
        assert_eq!(told("a\n\tb\u{202e}c"), "a b c");
        assert_eq!(told(&"ж".repeat(300)).chars().count(), 201);
    }
}
