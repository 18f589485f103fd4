//! The way in by name and password, from the page or from a form that works without a script; and `topboard password`.

use super::entry;
use crate::{
    arbiter::{
        ArbiterState,
        bodies::{PasswordBody, PasswordForm},
        refusal::Worded,
        requests::answer,
    },
    people::{
        caller::Caller,
        passwords::{Record, doorkeeper::Answer, refused::Refused},
        person::{Person, Role},
    },
};
use axum::{
    Form,
    body::Body,
    extract::{State, rejection::FormRejection},
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use serde_json::{Value, json};
use std::net::IpAddr;

/// The address to which the form of the page is sent.
pub(crate) const PATH: &str = "/enter";

/// Returns the person whose name and password these are.
pub(crate) async fn person(
    state: &ArbiterState,
    form: PasswordForm,
    from: IpAddr,
) -> Result<Person, Refused> {
    let PasswordForm { name, password } = form;
    let is_for = |person: &Person| person.role != Role::Spectator;
    match state.doorkeeper.ask(&name, password, from, is_for).await {
        Answer::Welcome(person) => Ok(person),
        Answer::Refused(refused) => {
            tracing::warn!(event = "login-refused", address = %from, "a name and a password were refused at the arbiter's listener to {from}");
            Err(refused)
        }
    }
}

/// Lets in whoever sends the form of the page, and leads them back to it.
pub(crate) async fn form(
    State(state): State<ArbiterState>,
    caller: Caller,
    headers: HeaderMap,
    form: Result<Form<PasswordForm>, FormRejection>,
) -> Response<Body> {
    let entered = match form {
        Ok(Form(form)) => person(&state, form, caller.address).await,
        Err(_) => Err(Refused::UNREAD),
    };
    match entered {
        Ok(person) => {
            let mut response = entry::begun(&state, person, "password", caller, &headers).await;
            if response.status().is_success() {
                *response.status_mut() = StatusCode::SEE_OTHER;
                response.headers_mut().insert(header::LOCATION, HeaderValue::from_static("/"));
            }
            response
        }
        Err(refused) => {
            let mut page = refused.page();
            page.extensions_mut().insert(Worded);
            page
        }
    }
}

/// Returns the refusal for the page's script and for programs.
pub(crate) fn refusal(refused: &Refused) -> Response<Body> {
    refused.with_time(answer(refused.status(), &refused.words()))
}

/// Takes over a password that `topboard password` made, or removes one. The logins of the person end, and the journal has it.
pub(crate) async fn changed(state: &ArbiterState, text: &str) -> Value {
    let wrong = |why: String| json!({ "error": why });
    let Ok(PasswordBody { record, keeps_role, remove }) = serde_json::from_str(text) else {
        return wrong("the question cannot be read; use the version of topboard that runs".to_owned());
    };
    let passwords = &state.doorkeeper.passwords;
    let (did, person) = match (record.as_deref().map(Record::parse), remove) {
        (Some(Some(record)), None) => match passwords.set(record, keeps_role).await {
            Ok(person) => ("password", person),
            Err(why) => return wrong(why),
        },
        (None, Some(name)) => match passwords.remove(&name).await {
            Ok(Some(record)) => ("password-removed", record.person()),
            Ok(None) => return wrong(format!("{name} has no password")),
            Err(why) => return wrong(why),
        },
        _ => return wrong("this is no password; use the version of topboard that runs".to_owned()),
    };
    let name = person.name.as_deref().unwrap_or_default();
    let of_spectators = state.visitors.as_ref().map_or(0, |visitors| visitors.logins.end_all_of(name));
    let ended = state.logins.end_all_of(name) + of_spectators;
    let told = person.told();
    tracing::info!(event = did, person = told, "{did} of {told}; logins ended: {ended}");
    let access = json!({ "did": did, "person": name, "role": person.role.name(), "by": "topboard password" });
    state.note(&access).await;
    json!({ "role": person.role.name(), "ended": ended })
}
