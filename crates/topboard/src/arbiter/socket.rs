//! One page of the staff on its WebSocket: says hello, sends frames to the page, and accepts one message from it,
//! `{"want":"snapshot"}`. The role of the login decides which feed it is; an arbiter may ask for the operators' with
//! `?feed=operator`, as the console does, so that nothing of theirs is on a screen that others look at.

use super::{ArbiterState, Visits, login::entry, requests};
use crate::{
    connections::{handshake, socket::follow_after, websocket::Closing},
    people::logins::Guest,
};
use axum::{
    Extension,
    body::Body,
    extract::{Request, State},
    http::{Response, StatusCode},
};
use std::sync::Arc;

/// Opens the feed to a page for as long as the login lasts, unless too many pages are open.
pub(super) async fn open(
    State(state): State<ArbiterState>,
    Extension(guest): Extension<Guest>,
    request: Request,
) -> Response<Body> {
    let Ok(seat) = Arc::clone(&state.seats).try_acquire_owned() else {
        return requests::refuse(
            StatusCode::SERVICE_UNAVAILABLE,
            "too many arbiters' pages are open; close one",
        );
    };
    // The page counts as open from here on, so the list of logins shows it as soon as the browser has the response.
    let page = guest.page();
    let wants_matters = requests::wants_matters(guest.person.role, request.uri());
    let accepted = handshake::accept(request, move |socket| async move {
        let until = guest.until();
        let ended = async {
            until.over().await;
            Closing::LoginEnded
        };
        let hello = entry::hello(&guest).to_string();
        let Visits { arbiters, operators } = state.hubs;
        if wants_matters {
            follow_after(hello, socket, arbiters, ended).await;
        } else {
            follow_after(hello, socket, operators, ended).await;
        }
        drop((seat, page));
    });
    accepted.unwrap_or_else(|refusal| {
        refusal.mark(requests::refuse(refusal.status(), refusal.words().trim_end()))
    })
}
