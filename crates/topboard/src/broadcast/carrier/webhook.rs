//! A message to a program for each game that changed, signed.
//!
//! ```text
//!  POST /path   Topboard-Signature: sha256=HEX, HMAC-SHA256 of the body with the secret
//!  {"run":"…","sequence":7,"key":"A","round":"3","board":12,"game":"2026.11.21-A-3-12","pgn":"[Event …"}
//! ```
//! A message counts as taken when it is answered with 200 to 299; before that it is sent again, as it is then.

use super::{FILE_MAX, fault::Fault, put::refused, secret::Secret};
use crate::{
    broadcast::http::{WebClient, WebQuestion},
    config::broadcast::WebhookChoice,
    people::secret,
};
use axum::http::{HeaderName, HeaderValue, Method};
use broadcast::{bulletin::BulletinGame, check::Obstacle, courier::TreeFile, tree::Leaf};
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

/// The header of the signature.
const SIGNATURE: HeaderName = HeaderName::from_static("topboard-signature");

/// The type of a message.
const KIND: &str = "application/json; charset=utf-8";

/// A program that takes messages.
pub(crate) struct Webhook {
    choice: WebhookChoice,
    client: WebClient,
    run: String,
}

impl Webhook {
    pub(super) fn new(choice: &WebhookChoice) -> Webhook {
        let client = WebClient::new(&choice.address, FILE_MAX);
        Webhook { choice: choice.clone(), client, run: secret::draw().unwrap_or_default() }
    }

    pub(super) async fn bring(&self, file: &TreeFile, sequence: u64) -> Result<(), Fault> {
        let Leaf::Game(round, board) = &file.leaf else { return Ok(()) };
        // Of several games on the board in this round the text has all; the message names the last.
        let game = BulletinGame::all(&file.text).pop().map(|game| game.id);
        let body = json!({
            "run": self.run, "sequence": sequence, "key": file.key, "round": round, "board": board, "game": game, "pgn": &*file.text,
        });
        self.send(&body, &file.path).await
    }

    /// Sends a message that says it is a test, and has no game.
    pub(super) async fn rehearse(&self) -> Result<(), Fault> {
        let body = json!({
            "run": self.run, "sequence": 0, "key": "", "round": "", "board": 0, "game": null, "pgn": "", "test": true,
        });
        self.send(&body, "a test").await
    }

    async fn send(&self, body: &Value, about: &str) -> Result<(), Fault> {
        let body = body.to_string();
        let secret = Secret::read(&self.choice.secret).map_err(Fault::of(Obstacle::Secret))?;
        let value = HeaderValue::from_str(&format!("sha256={}", signature(&secret, &body)));
        let value = value.map_err(|_| Fault::new(Obstacle::Secret, "the message cannot be signed"))?;
        let path = &self.choice.address.path;
        let path = if path.is_empty() { "/" } else { path };
        let question = WebQuestion::new(Method::POST, path, KIND, body).header(SIGNATURE, value);
        match self.client.ask(question).await.map_err(Fault::of_web)?.status {
            200..=299 => Ok(()),
            status => Err(refused(status, &format!("the answer to the message about {about} was {status}"))),
        }
    }
}

fn signature(secret: &Secret, body: &str) -> String {
    let mac = Hmac::<Sha256>::new_from_slice(secret.reveal().as_bytes());
    let mut mac = mac.expect("a key of any length is taken");
    mac.update(body.as_bytes());
    journal::hex::emit(&mac.finalize().into_bytes())
}
