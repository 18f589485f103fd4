//! A request to Lichess.

use super::Base;
use crate::broadcast::http::{WebAnswer, WebClient, WebQuestion, token::Token};
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
        let client = WebClient::new(base.address(), PATIENCE);
        client.prepare().await?;
        Ok(Http(client))
    }

    /// Asks for what is at a path, as the owner of the token or as a stranger.
    pub async fn get(&self, path: &str, token: Option<&Token>) -> Result<WebAnswer, String> {
        let question = WebQuestion::new(Method::GET, path, GAMES, "");
        let question = token.iter().fold(question, |question, token| question.with_token(token));
        self.ask(question).await
    }

    /// Sends a body of this type, and reads the answer. `Err` says why there is none.
    pub async fn post(
        &self,
        path: &str,
        token: &Token,
        kind: &'static str,
        body: impl Into<Vec<u8>>,
    ) -> Result<WebAnswer, String> {
        self.ask(WebQuestion::new(Method::POST, path, kind, body).with_token(token)).await
    }

    async fn ask(&self, question: WebQuestion) -> Result<WebAnswer, String> {
        let question = question.header(header::ACCEPT, HeaderValue::from_static("application/json"));
        self.0.ask(question.wanting_answer(ANSWER_MAX)).await
    }
}
