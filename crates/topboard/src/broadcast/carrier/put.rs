//! The tree by HTTP PUT, such as WebDAV and stores of files take it.

use super::{FILE_MAX, fault::Fault, secret::Secret};
use crate::{
    broadcast::http::{WebClient, WebQuestion},
    config::broadcast::PutChoice,
};
use axum::http::{HeaderValue, Method};
use base64::{Engine, engine::general_purpose::STANDARD};
use broadcast::{check::Obstacle, courier::TreeFile};

/// What an address has in place of the path.
const PATH: &str = "{path}";

/// A server that takes files.
pub(crate) struct Put {
    choice: PutChoice,
    client: WebClient,
}

impl Put {
    pub(super) fn new(choice: &PutChoice) -> Put {
        Put { choice: choice.clone(), client: WebClient::new(&choice.address, FILE_MAX) }
    }

    pub(super) async fn bring(&self, file: &TreeFile) -> Result<(), Fault> {
        let path = place(&self.choice.address.path, &file.path);
        let kind = if file.path.ends_with(".json") {
            "application/json; charset=utf-8"
        } else {
            "application/x-chess-pgn; charset=utf-8"
        };
        let question = self.signed(WebQuestion::new(Method::PUT, &path, kind, file.text.as_bytes()))?;
        match self.client.ask(question).await.map_err(Fault::of_web)?.status {
            200..=299 => Ok(()),
            status => Err(refused(status, &format!("the answer to {} was {status}", file.path))),
        }
    }

    /// Asks the server what it takes, without a file. Whether it takes one, it says only when it gets one.
    pub(super) async fn rehearse(&self, name: &str) -> Result<(), Fault> {
        let path = place(&self.choice.address.path, name);
        let question = self.signed(WebQuestion::new(Method::OPTIONS, &path, "text/plain", ""))?;
        match self.client.ask(question).await.map_err(Fault::of_web)?.status {
            status @ (401 | 502..=504) => {
                Err(refused(status, &format!("the answer to a question was {status}")))
            }
            _ => Ok(()),
        }
    }

    /// Adds what proves who sends.
    fn signed(&self, question: WebQuestion) -> Result<WebQuestion, Fault> {
        if let Some((user, password)) = &self.choice.login {
            let password = Secret::read(password).map_err(Fault::of(Obstacle::Secret))?;
            let both = STANDARD.encode(format!("{user}:{}", password.reveal()));
            let value = HeaderValue::from_str(&format!("Basic {both}"));
            let value = value.map_err(|_| Fault::new(Obstacle::Secret, "the password cannot be sent"))?;
            return Ok(question.authorized(value, vec![both, password.reveal().to_owned()]));
        }
        Ok(question)
    }
}

/// Returns the fault of an answer.
pub(super) fn refused(status: u16, why: &str) -> Fault {
    let obstacle = if matches!(status, 401 | 403) { Obstacle::Login } else { Obstacle::Refused };
    Fault::new(obstacle, why)
}

/// Returns the path of a file on the server.
fn place(pattern: &str, path: &str) -> String {
    let plain = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'/' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    let path: String = path.bytes().map(plain).collect();
    if pattern.contains(PATH) {
        pattern.replace(PATH, &path)
    } else {
        format!("{}/{path}", pattern.trim_end_matches('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn a_file_has_its_place_behind_the_address_or_within() {
        for (pattern, wanted) in [
            ("", "/round-%C5%81/games.pgn"),
            ("/", "/round-%C5%81/games.pgn"),
            ("/open/live", "/open/live/round-%C5%81/games.pgn"),
            ("/put?file={path}&x=1", "/put?file=round-%C5%81/games.pgn&x=1"),
        ] {
            assert_eq!(place(pattern, "round-Ł/games.pgn"), wanted, "{pattern}");
        }
    }
}
