//! One arbiter's page on its WebSocket: frames out, the one wish `{"want":"snapshot"}` in.

use super::{ArbiterDoor, ArbiterVisit, requests};
use crate::socket::{MESSAGE_MAX, follow};
use axum::{
    body::Body,
    extract::{State, WebSocketUpgrade},
    http::{Response, StatusCode},
};
use std::sync::Arc;

/// Takes a seat and opens the feed.
pub(super) async fn open(State(door): State<ArbiterDoor>, upgrade: WebSocketUpgrade) -> Response<Body> {
    let Ok(seat) = Arc::clone(&door.seats).try_acquire_owned() else {
        return requests::refuse(
            StatusCode::SERVICE_UNAVAILABLE,
            "too many arbiters' pages are open; close one",
        );
    };
    upgrade.max_message_size(MESSAGE_MAX).on_upgrade(move |socket| async move {
        follow(socket, door.visits, ArbiterVisit::Subscribe, ArbiterVisit::Resend).await;
        drop(seat);
    })
}
