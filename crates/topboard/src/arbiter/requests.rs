//! The HTTP requests of an arbiter's page. Every refusal says why, in `{"error": …}`; the refusal of a command also
//! gives the reason in every language of the arbiter's page, in `words`.

use super::{
    ArbiterState, ArbiterVisit, Freeze, OperatorVisit, ReadAs,
    bodies::{FreezeBody, MovesBody},
    errands::{NoOrder, Order, Outcome},
    hub::RoundChecks,
    login::{
        rights::{self, Right},
        signature::Signature,
    },
    outbox::ReadRefusal,
};
use crate::{
    connections::{frame::Frame, hub},
    mainloop::{Ask, request::CarriedOut},
    people::{
        logins::Guest,
        person::Role,
        secret::{self, Hash},
    },
    public::pages,
};
use axum::{
    Extension,
    body::{Body, Bytes},
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header},
};
use game::{CommandJson, notation::Form};
use hall::{Refusal, TableNo};
use laws::Language;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use tokio::sync::oneshot;

/// The refusal of every request once the main loop has stopped.
pub(super) const ENDING: &str = "the program is ending";

/// Returns whether whoever asks is to get what is for arbiters alone: they may see it, and do not ask for the operators' feed.
pub(super) fn wants_matters(role: Role, uri: &Uri) -> bool {
    rights::sees_matters(role) && !pages::says(uri, "feed=operator")
}

/// Answers with one snapshot of the feed of the login's role.
pub(super) async fn snapshot(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
    uri: Uri,
) -> Response<Body> {
    frame(if wants_matters(guest.person.role, &uri) {
        hub::ask(&state.hubs.arbiters, ArbiterVisit::Snapshot).await
    } else {
        hub::ask(&state.hubs.operators, OperatorVisit::Snapshot).await
    })
}

/// Answers with the checks of every table before the round, as one list.
pub(super) async fn round(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
    uri: Uri,
) -> Response<Body> {
    // Arbiters are told while the disk takes nothing, too; operators are not.
    frame(if wants_matters(guest.person.role, &uri) {
        hub::ask(&state.hubs.arbiters, |to| ArbiterVisit::Ask(RoundChecks, to)).await
    } else {
        hub::ask(&state.hubs.operators, |to| OperatorVisit::Ask(RoundChecks, to)).await
    })
}

fn frame(frame: Option<Frame>) -> Response<Body> {
    frame.map_or_else(ending, |frame| json_text(StatusCode::OK, frame.text()))
}

/// Handles a command (docs/formats/commands.md), which is signed with the person of the login. Answers when the command
/// is safe in the journal, or after a short time that it is not safe yet.
pub(super) async fn command(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
    Path(table): Path<TableNo>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let mut command: CommandJson = match parse_body(&body) {
        Ok(command) => command,
        Err(unread) => return unread.answer(),
    };
    if let Err(refusal) = rights::check(guest.person.role, rights::of_command(&command.order)) {
        return answer(StatusCode::FORBIDDEN, &refusal);
    }
    // Whoever does not see what was prepared announces none of it.
    if command.staged.is_some()
        && let Err(refusal) = rights::check(guest.person.role, Right::Rulings)
    {
        return answer(StatusCode::FORBIDDEN, &refusal);
    }
    let Signature { author, login } = match Signature::of(&guest, command.author.as_deref()) {
        Ok(signature) => signature,
        Err(unsigned) => return unsigned.answer(),
    };
    if rights::of_command(&command.order) == Right::Moves
        && !are_moves_of(&state, &guest, table, command.game).await
    {
        return answer(StatusCode::CONFLICT, &rights::not_plain());
    }
    (command.author, command.login) = (Some(author), login);
    let order = Order::of(&guest.login, &headers, words("command", table, &body));
    let asks = state.asks.clone();
    let doing = async move {
        let (to, done) = oneshot::channel();
        let ask = Ask::Command { table, command: Box::new(command), answer: to };
        let done = if asks.send(ask).await.is_ok() { done.await.ok() } else { None };
        match done {
            Some(Ok(told)) => (StatusCode::OK, done_json(&told)),
            Some(Err(refusal)) => (StatusCode::CONFLICT, in_words(&refusal)),
            None => (StatusCode::SERVICE_UNAVAILABLE, json!({ "error": ENDING })),
        }
    };
    give(&state, order, doing).await
}

/// Returns what is answered to a command that was carried out.
fn done_json(CarriedOut { text, order, .. }: &CarriedOut) -> Value {
    let mut told = json!({ "done": true });
    if let Some(text) = text {
        told["text"] = json!(text);
    }
    if let Some(order) = order {
        told["order"] = json!(order);
    }
    told
}

/// Returns whether whoever is logged in may settle the moves of a game: an arbiter always, others as long as nothing in it
/// is a matter of the arbiter's.
async fn are_moves_of(state: &ArbiterState, guest: &Guest, table: TableNo, game: Option<u32>) -> bool {
    if rights::sees_matters(guest.person.role) {
        return true;
    }
    let (answer, told) = oneshot::channel();
    state.asks.send(Ask::IsPlain { table, game, answer }).await.is_ok() && told.await.unwrap_or(false)
}

/// Records the position, the clocks and the counts of a table (8.5.3 of the FIDE Laws). Answers when the record is safe
/// in the journal, or after a short time that it is not safe yet.
pub(super) async fn freeze(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
    Path(table): Path<TableNo>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let freeze: FreezeBody = match parse_body(&body) {
        Ok(parsed) => parsed,
        Err(unread) => return unread.answer(),
    };
    let signature = match Signature::of(&guest, freeze.author.as_deref()) {
        Ok(signature) => signature,
        Err(unsigned) => return unsigned.answer(),
    };
    let order = Order::of(&guest.login, &headers, words("freeze", table, &body));
    let asks = state.asks.clone();
    let doing = async move {
        let (to, done) = oneshot::channel();
        let ask = Ask::Freeze(Freeze { table, signature, answer: to });
        let done = if asks.send(ask).await.is_ok() { done.await.ok() } else { None };
        match done {
            Some(Ok(text)) => (StatusCode::OK, json!({ "text": text })),
            Some(Err(refusal)) => (StatusCode::CONFLICT, in_words(&refusal)),
            None => (StatusCode::SERVICE_UNAVAILABLE, json!({ "error": ENDING })),
        }
    };
    give(&state, order, doing).await
}

/// Answers with the outcome of an earlier order, to which the first answer was that there is no outcome yet.
pub(super) async fn errand(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
    Path(errand): Path<String>,
) -> Response<Body> {
    let outcome = state.errands.ask(&guest.login, &errand).await;
    outcome.unwrap_or_else(|| {
        refuse(
            StatusCode::NOT_FOUND,
            "nothing of this name was ordered by this login since the program started; the feed says what was done",
        )
    })
}

pub(super) async fn give(
    state: &ArbiterState,
    order: Result<Order, NoOrder>,
    doing: impl Future<Output = Outcome> + Send + 'static,
) -> Response<Body> {
    let given = match order {
        Ok(order) => state.errands.give(order, doing).await,
        Err(why) => Err(why),
    };
    given.unwrap_or_else(|why| match why {
        NoOrder::Name => refuse(
            StatusCode::UNPROCESSABLE_ENTITY,
            "Idempotency-Key is 1 to 64 letters, digits, - and _; draw a new one for each order",
        ),
        NoOrder::Another => refuse(
            StatusCode::UNPROCESSABLE_ENTITY,
            "this Idempotency-Key belongs to another order; draw a new one for each order",
        ),
        NoOrder::TooMany => refuse(
            StatusCode::SERVICE_UNAVAILABLE,
            "too many orders wait for the disk; write this one down on paper, and have the disk looked after",
        ),
    })
}

/// Returns the digest of an order: equal orders have equal digests.
pub(super) fn words(what: &str, table: TableNo, body: &[u8]) -> Hash {
    secret::hash_of(&[what.as_bytes(), &table.to_be_bytes(), body])
}

/// Parses moves written by a person. Neither the hall nor the journal changes.
pub(super) async fn moves(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
    Path(table): Path<TableNo>,
    body: Bytes,
) -> Response<Body> {
    let moves: MovesBody = match parse_body(&body) {
        Ok(parsed) => parsed,
        Err(unread) => return unread.answer(),
    };
    let Some(form) = Form::parse(&moves.form) else {
        let names: Vec<String> = game::notation::FORMS.iter().map(|form| form.name()).collect();
        let why = format!("{:?} is no form of notation; name one of {}", moves.form, names.join(", "));
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, &why);
    };
    if !are_moves_of(&state, &guest, table, None).await {
        return answer(StatusCode::CONFLICT, &rights::not_plain());
    }
    let (to, read) = oneshot::channel();
    let ask = ReadAs { table, form, from_ply: moves.from_ply, text: moves.text, answer: to };
    if state.asks.send(Ask::Read(ask)).await.is_err() {
        return ending();
    }
    match read.await {
        Ok(Ok(moves)) => {
            let (uci, san): (Vec<String>, Vec<String>) = moves.into_iter().unzip();
            answer(StatusCode::OK, &json!({ "moves": uci, "san": san }))
        }
        Ok(Err(ReadRefusal::NoPlace(refusal))) => {
            answer(StatusCode::UNPROCESSABLE_ENTITY, &in_words(&refusal))
        }
        Ok(Err(ReadRefusal::Misread(misread))) => answer(
            StatusCode::UNPROCESSABLE_ENTITY,
            &json!({
                "error": misread.to_string(),
                "chars": [misread.chars.start, misread.chars.end],
                "found": misread.found,
                "expected": misread.expected,
            }),
        ),
        Err(_) => ending(),
    }
}

/// Returns the refusal of a command, in English for programs and in every language of the arbiter's page.
pub(super) fn in_words(refusal: &Refusal) -> Value {
    let phrase = refusal.phrase();
    let words: BTreeMap<&str, String> =
        Language::ALL.into_iter().map(|language| (language.code(), phrase.clause(language))).collect();
    json!({ "error": refusal.to_string(), "words": words })
}

/// Returns the response that refuses a request and says why.
pub(super) fn refuse(status: StatusCode, why: &str) -> Response<Body> {
    answer(status, &json!({ "error": why }))
}

/// The reason why a request's body cannot be read.
pub(super) struct Unread(String);

impl Unread {
    pub(super) fn answer(&self) -> Response<Body> {
        refuse(StatusCode::UNPROCESSABLE_ENTITY, &self.0)
    }
}

pub(super) fn parse_body<T: DeserializeOwned>(body: &[u8]) -> Result<T, Unread> {
    serde_json::from_slice(body).map_err(|error| Unread(format!("the request cannot be read: {error}")))
}

pub(super) fn ending() -> Response<Body> {
    refuse(StatusCode::SERVICE_UNAVAILABLE, ENDING)
}

pub(super) fn answer(status: StatusCode, value: &Value) -> Response<Body> {
    json_text(status, value.to_string())
}

fn json_text(status: StatusCode, text: String) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
