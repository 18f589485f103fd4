//! One arbiter's page on its WebSocket: frames out, the one wish `{"want":"snapshot"}` in.

use super::{ArbiterDoor, ArbiterVisit, logins::Guest, requests};
use crate::socket::{End, MESSAGE_MAX, follow};
use axum::{
    Extension,
    body::Body,
    extract::{State, WebSocketUpgrade},
    http::{Response, StatusCode},
};
use std::sync::Arc;

/// With this code a socket closes whose login ended: what 401 is for a request.
const LOGIN_ENDED: u16 = 4401;

/// Takes a seat and opens the feed, for as long as the login lasts.
pub(super) async fn open(
    State(door): State<ArbiterDoor>,
    Extension(guest): Extension<Guest>,
    upgrade: WebSocketUpgrade,
) -> Response<Body> {
    let Ok(seat) = Arc::clone(&door.seats).try_acquire_owned() else {
        return requests::refuse(
            StatusCode::SERVICE_UNAVAILABLE,
            "too many arbiters' pages are open; close one",
        );
    };
    upgrade.max_message_size(MESSAGE_MAX).on_upgrade(move |socket| async move {
        let page = guest.page();
        let ended = async {
            guest.ended().await;
            End { code: LOGIN_ENDED, why: "this login was ended" }
        };
        follow(socket, door.visits, ArbiterVisit::Subscribe, ArbiterVisit::Resend, ended).await;
        drop((seat, page));
    })
}
