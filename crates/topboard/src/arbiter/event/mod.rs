//! Requests about the event: its rounds, pairings and results.

pub(super) mod broadcast;
mod computer;
pub(super) mod own;
pub(super) mod ratings;
pub(super) mod ready;
pub(super) mod rehearsal;
pub(super) mod screens;
mod upload;

use super::{
    ArbiterState,
    bodies::{ImportQuery, RoundRobinQuery},
    errands::{NoOrder, Order},
    login::{
        rights,
        signature::{Signature, Unsigned},
    },
    requests::{ENDING, answer, ending, give, in_words, parse_body, refuse, words},
};
use crate::{
    event::{
        import::{ImportPlan, Imported},
        report::report,
        round_robin,
    },
    mainloop::Ask,
    people::logins::Guest,
};
use axum::{
    Extension,
    body::{Body, Bytes},
    extract::{Path, Query, State},
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use hall::Refusal;
use serde_json::{Value, json};
use tokio::{
    sync::{mpsc, oneshot},
    task::spawn_blocking,
};
use tournament::{Event, EventCommandJson, EventOrderJson, PairingNo, berger::Schedule};

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
    let by = match signed(&guest, query.apply, query.author.as_deref()) {
        Ok(by) => by,
        Err(unsigned) => return unsigned.answer(),
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
    enter(&state, &plan, by, order).await
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
    let by = match signed(&guest, query.apply, query.author.as_deref()) {
        Ok(by) => by,
        Err(unsigned) => return unsigned.answer(),
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
            enter(&state, &plan, by, order).await
        }
        Ok(Err(refusal)) => answer(StatusCode::CONFLICT, &in_words(&refusal.into())),
        Err(_) => ending(),
    }
}

/// Returns the signature of what is entered; `None` for a question what would be entered.
fn signed(guest: &Guest, is_entered: bool, author: Option<&str>) -> Result<Option<Signature>, Unsigned> {
    is_entered.then(|| Signature::of(guest, author)).transpose()
}

/// Answers with a plan and what would be refused of it, or enters it in the name of a person.
async fn enter(
    state: &ArbiterState,
    plan: &ImportPlan,
    by: Option<Signature>,
    order: Result<Order, NoOrder>,
) -> Response<Body> {
    let command = by.and_then(|Signature { author, login }| {
        plan.command(&author).map(|command| EventCommandJson { login, ..command })
    });
    match (command, &plan.order) {
        (Some(command), _) => {
            give(state, order, carry_out(state.asks.clone(), command, plan.to_json(true, None))).await
        }
        (None, Some(asked)) => match would_take(state, asked.clone()).await {
            Some(taken) => {
                let refused = taken.err().map(|refusal| in_words(&refusal));
                answer(StatusCode::OK, &plan.to_json(false, refused.as_ref()))
            }
            None => ending(),
        },
        (None, None) => answer(StatusCode::OK, &plan.to_json(false, None)),
    }
}

/// Returns whether an order about the event would be taken; `None` if the program is ending.
async fn would_take(state: &ArbiterState, order: EventOrderJson) -> Option<Result<(), Refusal>> {
    let (answer, told) = oneshot::channel();
    state.asks.send(Ask::WouldTake { order: Box::new(order), answer }).await.ok()?;
    told.await.ok()
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

/// Handles an order about the event, which is signed with the person of the login. Answers when the order is safe in
/// the journal, or after a short time that it is not safe yet.
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
    if let Err(refusal) = rights::check(guest.person.role, rights::of_event(&command.order)) {
        return answer(StatusCode::FORBIDDEN, &refusal);
    }
    let Signature { author, login } = match Signature::of(&guest, command.author.as_deref()) {
        Ok(signature) => signature,
        Err(unsigned) => return unsigned.answer(),
    };
    (command.author, command.login) = (Some(author), login);
    if matches!(command.order, EventOrderJson::State { .. }) {
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, "only the program says the state; use enter");
    }
    let order = Order::of(&guest.login, &headers, words("event", 0, &body));
    give(&state, order, carry_out(state.asks.clone(), command, json!({ "done": true }))).await
}

/// Returns the answer to an order, with the pairings that keep a result that was decided since what was taken back.
fn with_kept(mut done: Value, kept: &[PairingNo]) -> Value {
    if !kept.is_empty() {
        done["kept"] = kept.iter().map(|at| json!({ "round": at.round, "board": at.board })).collect();
    }
    done
}

/// Gives an order to the main loop. The answer is `done` if it was carried out.
async fn carry_out(asks: mpsc::Sender<Ask>, command: EventCommandJson, done: Value) -> (StatusCode, Value) {
    let (to, told) = oneshot::channel();
    let ask = Ask::Event { command: Box::new(command), answer: to };
    match if asks.send(ask).await.is_ok() { told.await.ok() } else { None } {
        Some(Ok(told)) => (StatusCode::OK, with_kept(done, &told.kept)),
        Some(Err(refusal)) => (StatusCode::CONFLICT, in_words(&refusal)),
        None => (StatusCode::SERVICE_UNAVAILABLE, json!({ "error": ENDING })),
    }
}
