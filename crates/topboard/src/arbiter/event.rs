//! Requests about the event: its rounds, pairings and results.

use super::{
    ArbiterState,
    errands::Order,
    login::logins::Guest,
    requests::{ENDING, answer, author, ending, give, in_words, parse_body, refuse, words},
};
use crate::mainloop::Ask;
use axum::{
    Extension,
    body::{Body, Bytes},
    extract::State,
    http::{HeaderMap, Response, StatusCode},
};
use serde_json::json;
use tokio::sync::oneshot;
use tournament::{EventCommandJson, EventOrderJson};

/// Answers with the event as it is now: docs/formats/event.md.
pub(super) async fn state(State(state): State<ArbiterState>) -> Response<Body> {
    let (to, told) = oneshot::channel();
    if state.asks.send(Ask::EventState(to)).await.is_err() {
        return ending();
    }
    match told.await {
        Ok(event) => answer(StatusCode::OK, &json!(event)),
        Err(_) => ending(),
    }
}

/// Handles an order about the event, which must name its author. Answers when the order is safe in the journal, or
/// after a short time that it is not safe yet.
pub(super) async fn order(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let mut command: EventCommandJson = match parse_body(&body) {
        Ok(command) => command,
        Err(unread) => return unread.answer(),
    };
    command.author = match author(command.author.as_deref().unwrap_or_default()) {
        Ok(author) => Some(author),
        Err(unread) => return unread.answer(),
    };
    if matches!(command.order, EventOrderJson::State { .. }) {
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, "only the program says the state; use enter");
    }
    let order = Order::of(&guest.login, &headers, words("event", 0, &body));
    let asks = state.asks.clone();
    let doing = async move {
        let (to, done) = oneshot::channel();
        let ask = Ask::Event { command: Box::new(command), answer: to };
        let done = if asks.send(ask).await.is_ok() { done.await.ok() } else { None };
        match done {
            Some(Ok(_)) => (StatusCode::OK, json!({ "done": true })),
            Some(Err(refusal)) => (StatusCode::CONFLICT, in_words(&refusal)),
            None => (StatusCode::SERVICE_UNAVAILABLE, json!({ "error": ENDING })),
        }
    };
    give(&state, order, doing).await
}
