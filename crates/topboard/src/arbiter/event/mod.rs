//! Requests about the event: its rounds, pairings and results.

mod computer;
pub(super) mod own;
pub(super) mod ratings;
pub(super) mod ready;
mod upload;

use super::{
    ArbiterState,
    bodies::{ImportQuery, RoundRobinQuery},
    errands::{NoOrder, Order},
    login::logins::Guest,
    requests::{ENDING, answer, author, ending, give, in_words, parse_body, refuse, words},
};
use crate::{
    event::{
        import::{ImportPlan, Imported},
        report::report,
        round_robin,
    },
    mainloop::Ask,
};
use axum::{
    Extension,
    body::{Body, Bytes},
    extract::{Path, Query, State},
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use serde_json::{Value, json};
use tokio::{
    sync::{mpsc, oneshot},
    task::spawn_blocking,
};
use tournament::{Event, EventCommandJson, EventOrderJson, berger::Schedule};

/// Answers with the event as it is now: docs/formats/event.md.
pub(in crate::arbiter) async fn state(State(state): State<ArbiterState>) -> Response<Body> {
    let (to, told) = oneshot::channel();
    if state.asks.send(Ask::EventState(to)).await.is_err() {
        return ending();
    }
    match told.await {
        Ok(event) => answer(StatusCode::OK, &json!(event)),
        Err(_) => ending(),
    }
}

/// Reads a file of pairings. The answer says what is wrong with it, and what an import would do or did.
pub(in crate::arbiter) async fn import(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
    Query(query): Query<ImportQuery>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let Some(event) = whole(&state).await else { return ending() };
    let by = if query.apply { author(&query.author) } else { Ok(String::new()) };
    let by = match by {
        Ok(by) => by,
        Err(unread) => return unread.answer(),
    };
    let words = words("import", 0, &body);
    let planned = spawn_blocking(move || {
        let file = Imported {
            key: query.tournament.as_deref(),
            round: query.round,
            file_name: &query.name,
            bytes: &body,
        };
        ImportPlan::of(&event, file)
    });
    let Ok(plan) = planned.await else { return ending() };
    let order = Order::of(&guest.login, &headers, words);
    enter(&state, &plan, query.apply.then_some(by.as_str()), order).await
}

/// Makes all rounds of a round robin. The answer is like that to an import.
pub(in crate::arbiter) async fn round_robin(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
    Query(query): Query<RoundRobinQuery>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let Some(event) = whole(&state).await else { return ending() };
    let by = if query.apply { author(&query.author) } else { Ok(String::new()) };
    let by = match by {
        Ok(by) => by,
        Err(unread) => return unread.answer(),
    };
    let words = words("round-robin", u16::from(query.double) + 2 * u16::from(query.exchange), &body);
    let planned = spawn_blocking(move || {
        let key = query.tournament.as_deref();
        let file = Imported { key, round: None, file_name: &query.name, bytes: &body };
        round_robin::plan(&event, file, Schedule { is_double: query.double, is_exchanged: query.exchange })
    });
    match planned.await {
        Ok(Ok(plan)) => {
            let order = Order::of(&guest.login, &headers, words);
            enter(&state, &plan, query.apply.then_some(by.as_str()), order).await
        }
        Ok(Err(refusal)) => answer(StatusCode::CONFLICT, &in_words(&refusal.into())),
        Err(_) => ending(),
    }
}

/// Answers with a plan, or enters it in the name of a person.
async fn enter(
    state: &ArbiterState,
    plan: &ImportPlan,
    by: Option<&str>,
    order: Result<Order, NoOrder>,
) -> Response<Body> {
    match by.and_then(|by| plan.command(by)) {
        None => answer(StatusCode::OK, &plan.to_json(false)),
        Some(command) => give(state, order, carry_out(state.asks.clone(), command, plan.to_json(true))).await,
    }
}

/// Returns a copy of the event; `None` if the program is ending.
async fn whole(state: &ArbiterState) -> Option<Box<Event>> {
    let (to, told) = oneshot::channel();
    state.asks.send(Ask::WholeEvent(to)).await.ok()?;
    told.await.ok()
}

/// Answers with a report on a tournament in FIDE's format TRF16.
pub(in crate::arbiter) async fn trf(
    State(state): State<ArbiterState>,
    Path(key): Path<String>,
) -> Response<Body> {
    let Some(event) = whole(&state).await else { return ending() };
    let Some(report) = report(&event, &key) else {
        return refuse(StatusCode::NOT_FOUND, "there is no such tournament; GET /api/v1/event names them");
    };
    let mut response = Response::new(Body::from(report));
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// Handles an order about the event, which must name its author. Answers when the order is safe in the journal, or
/// after a short time that it is not safe yet.
pub(in crate::arbiter) async fn order(
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
    give(&state, order, carry_out(state.asks.clone(), command, json!({ "done": true }))).await
}

/// Gives an order to the main loop. The answer is `done` if it was carried out.
async fn carry_out(asks: mpsc::Sender<Ask>, command: EventCommandJson, done: Value) -> (StatusCode, Value) {
    let (to, told) = oneshot::channel();
    let ask = Ask::Event { command: Box::new(command), answer: to };
    match if asks.send(ask).await.is_ok() { told.await.ok() } else { None } {
        Some(Ok(_)) => (StatusCode::OK, done),
        Some(Err(refusal)) => (StatusCode::CONFLICT, in_words(&refusal)),
        None => (StatusCode::SERVICE_UNAVAILABLE, json!({ "error": ENDING })),
    }
}
