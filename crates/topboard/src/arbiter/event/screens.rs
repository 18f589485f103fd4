//! The displays in the hall, for operators: which there are, and orders about them.

use crate::{
    arbiter::{
        ArbiterState,
        errands::Order,
        requests::{answer, give, parse_body, refuse, words},
    },
    displays::{NoDisplay, Registry, json::DisplayOrder},
    people::{
        logins::{Guest, wall_ms},
        secret,
    },
};
use axum::{
    Extension,
    body::{Body, Bytes},
    extract::{Path, State},
    http::{HeaderMap, Response, StatusCode},
};
use serde_json::json;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// The refusal where the hall has no listener for screens.
const NO_LISTENER: &str = "this hall has no listener for screens; set screens in [server] of topboard.toml, such as \
                           \"0.0.0.0:8082\", and start the program again";

/// Answers with every display; `null` where there is no listener for them.
pub(in crate::arbiter) async fn list(State(state): State<ArbiterState>) -> Response<Body> {
    let displays = state.displays.as_ref().map(|displays| displays.list(wall_ms()));
    answer(StatusCode::OK, &json!({ "displays": displays }))
}

/// Carries out an order about a display. The journal and the log say who gave it.
pub(in crate::arbiter) async fn order(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
    Path(display): Path<String>,
    headers: HeaderMap,
    body: Bytes,
) -> Response<Body> {
    let Some(displays) = state.displays.clone() else { return refuse(StatusCode::CONFLICT, NO_LISTENER) };
    let order: DisplayOrder = match parse_body(&body) {
        Ok(order) => order,
        Err(unread) => return unread.answer(),
    };
    let digest = secret::hash_of(&[&words("display", 0, &body), display.as_bytes()]);
    let errand = Order::of(&guest.login, &headers, digest);
    let doing = carry_out(state.clone(), displays, guest, display, order);
    give(&state, errand, doing).await
}

async fn carry_out(
    state: ArbiterState,
    displays: Arc<Registry>,
    guest: Guest,
    display: String,
    order: DisplayOrder,
) -> (StatusCode, serde_json::Value) {
    let said = json!(order);
    let name = display.clone();
    let done = spawn_blocking(move || displays.order(&name, order, wall_ms())).await;
    match done {
        Ok(Ok(())) => {
            let (person, login) = (guest.person.told(), &guest.login);
            let screen = &display;
            let what = said["do"].as_str().unwrap_or_default();
            tracing::info!(event = "display", person, %login, "{person} told a display, {screen}: {what} (login {login})");
            let (by, role) = (&guest.person.name, guest.person.role.name());
            let note = json!({ "did": "display", "display": display, "order": said, "by": by, "role": role, "login": login });
            state.note(&note).await;
            (StatusCode::OK, json!({ "done": true }))
        }
        Ok(Err(why)) => {
            let (status, words) = refusal(&why);
            (status, json!({ "error": words }))
        }
        Err(_) => (
            StatusCode::SERVICE_UNAVAILABLE,
            json!({ "error": "the order was not carried out; give it again" }),
        ),
    }
}

fn refusal(why: &NoDisplay) -> (StatusCode, String) {
    match why {
        NoDisplay::Order(complaint) => (StatusCode::UNPROCESSABLE_ENTITY, complaint.clone()),
        NoDisplay::Stranger => {
            (StatusCode::CONFLICT, "nobody adopted this display yet; adopt it first".to_owned())
        }
        NoDisplay::Full => {
            (StatusCode::CONFLICT, "there are as many displays as there may be; forget one".to_owned())
        }
        NoDisplay::Disk(error) => (
            StatusCode::SERVICE_UNAVAILABLE,
            format!("the disk does not take it ({error}), so nothing was changed; make room on it"),
        ),
        NoDisplay::Unknown | NoDisplay::Report | NoDisplay::NoName => (
            StatusCode::NOT_FOUND,
            "no display has this name now; open the page of displays on its screen, and it is listed"
                .to_owned(),
        ),
    }
}
