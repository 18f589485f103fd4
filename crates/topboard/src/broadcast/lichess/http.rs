//! A request to Lichess.

use super::Base;
use crate::broadcast::http::{WebAnswer, WebClient, WebQuestion, WebServer, token::Token};
use axum::http::{HeaderValue, Method, header};
use std::time::Duration;

/// The longest time from the first byte to the end of the answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// The greatest length of an answer, in bytes. A longer one counts as none.
const ANSWER_MAX: usize = 1 << 20;
/// The type of games.
pub(super) const GAMES: &str = "text/plain; charset=utf-8";
/// The name of the credential with the token, as systemd hands it over.
pub const CREDENTIAL: &str = "lichess.token";

/// Makes requests to a Lichess.
#[derive(Clone)]
pub struct Http(WebClient);

impl Http {
    /// Prepares requests to this address. `Err` says why there can be none.
    pub async fn to(base: Base) -> Result<Http, String> {
        let Base { is_encrypted, host, port, authority } = base;
        let server = WebServer { is_encrypted, host, port, authority, roots: None };
        let client = WebClient::new(server, PATIENCE);
        client.prepare().await?;
        Ok(Http(client))
    }

    /// Sends a body of this type, and reads the answer. `Err` says why there is none.
    pub async fn post(
        &self,
        path: &str,
        token: &Token,
        kind: &'static str,
        body: impl Into<Vec<u8>>,
    ) -> Result<WebAnswer, String> {
        let question = WebQuestion::new(Method::POST, path, kind, body)
            .with_token(token)
            .header(header::ACCEPT, HeaderValue::from_static("application/json"))
            .wanting_answer(ANSWER_MAX);
        self.0.ask(question).await
    }
}
