//! A message to a topic: `POST` of a text, with `Title`, `Priority` and `Tags` as headers, such as ntfy takes it.

use crate::{
    broadcast::http::{WebAnswer, WebClient, WebQuestion, token::Token},
    config::alerts::AlertsChoice,
};
use axum::http::{HeaderName, HeaderValue, Method};
use base64::{Engine, engine::general_purpose::STANDARD};
use broadcast::alert::{AlertMessage, alarms::AlertOutcome};
use std::time::Duration;

/// The longest time from the first byte to the end of the answer.
const PATIENCE: Duration = Duration::from_secs(15);
/// The type of a message.
const KIND: &str = "text/plain; charset=utf-8";

/// Sends messages to one topic.
#[derive(Clone)]
pub struct Messenger {
    choice: AlertsChoice,
    client: WebClient,
}

impl Messenger {
    /// Creates a messenger. Nothing is connected yet.
    pub fn new(choice: &AlertsChoice) -> Messenger {
        Messenger { choice: choice.clone(), client: WebClient::new(&choice.address, PATIENCE) }
    }

    /// Sends a message, and returns what became of it. No word of the outcome has the token or the topic in it.
    pub async fn send(&self, message: &AlertMessage) -> AlertOutcome {
        let AlertsChoice { address, token_file, title, language, .. } = &self.choice;
        let mut question = WebQuestion::new(Method::POST, &address.path, KIND, message.text(*language));
        for (name, value) in [
            ("title", header_text(title)),
            ("priority", message.priority().to_string()),
            ("tags", message.tag().to_owned()),
        ] {
            let value = HeaderValue::from_str(&value).expect("what is no ASCII was encoded, and is one line");
            question = question.header(HeaderName::from_static(name), value);
        }
        // It is read for each message: whoever puts another token there need not start anything anew.
        match token_file.as_deref().map(Token::of_private).transpose() {
            Ok(None) => {}
            Ok(Some(token)) => question = question.with_token(&token),
            Err(why) => return AlertOutcome::Refused(why),
        }
        match self.client.ask(question).await {
            Ok(answer) => outcome(&answer),
            Err(why) => AlertOutcome::Away(why),
        }
    }
}

fn outcome(answer: &WebAnswer) -> AlertOutcome {
    let refused = |why: &str| AlertOutcome::Refused(format!("{why} ({})", answer.status));
    match answer.status {
        200..=299 => AlertOutcome::Taken,
        429 => AlertOutcome::Pause(answer.retry_after_s),
        300..=399 => {
            refused("the service is elsewhere, and nothing is sent where it points to; put url right")
        }
        401 | 403 => refused("the service does not let this program write to the topic; look at token_file"),
        404 => refused("there is no such topic; put url right"),
        408 => AlertOutcome::Away("the service did not hear all of the message (408)".to_owned()),
        400..=499 => refused("the service refuses the message; is it one like ntfy?"),
        status => AlertOutcome::Away(format!("the answer was {status}")),
    }
}

/// Returns a text as a header may have it: what is no ASCII is encoded as in e-mail (RFC 2047), which ntfy reads.
fn header_text(text: &str) -> String {
    let is_plain = |letter: char| letter == ' ' || letter.is_ascii_graphic();
    if text.chars().all(is_plain) {
        text.to_owned()
    } else {
        format!("=?UTF-8?B?{}?=", STANDARD.encode(text))
    }
}

#[cfg(test)]
mod tests {
    use super::header_text;

    #[test]
    fn a_title_is_one_line_of_ascii() {
        assert_eq!(header_text("Open 2026, hall 1"), "Open 2026, hall 1");
        assert_eq!(header_text("Łódź"), "=?UTF-8?B?xYHDs2TFug==?=");
    }
}
