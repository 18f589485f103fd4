//! A rating list that a browser sends: compared with the players of a tournament, entry by entry as it comes.

use super::{upload::Upload, whole};
use crate::{
    arbiter::{
        ArbiterState,
        bodies::RatingsQuery,
        requests::{answer, ending, in_words, refuse},
    },
    event::completion::Incomplete,
};
use axum::{
    body::Body,
    extract::{Query, State},
    http::{Response, StatusCode},
};
use std::sync::Arc;
use tokio::task::spawn_blocking;
use tournament::ratings::RatingKind;

/// The address to which lists are sent. They are too long to be held whole.
pub(in crate::arbiter) const PATH: &str = "/api/v1/event/ratings";

/// Compares the players of a tournament with a list. The answer says what would change; nothing changes.
pub(in crate::arbiter) async fn compare(
    State(state): State<ArbiterState>,
    Query(query): Query<RatingsQuery>,
    body: Body,
) -> Response<Body> {
    let Ok(permit) = Arc::clone(&state.lists).try_acquire_owned() else {
        return refuse(StatusCode::CONFLICT, "another rating list is being read; try again when it is done");
    };
    let kind = query.kind.as_deref().unwrap_or_default();
    let Some(counts) = RatingKind::parse(kind).or_else(|| kind.is_empty().then(RatingKind::default)) else {
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, "kind is one of standard, rapid, blitz");
    };
    let Some(event) = whole(&state).await else { return ending() };
    let incomplete = match Incomplete::of(&event, query.tournament.as_deref(), counts) {
        Ok(incomplete) => incomplete,
        Err(refusal) => return answer(StatusCode::CONFLICT, &in_words(&refusal.into())),
    };
    drop(event);
    let (upload, list) = Upload::new();
    let folder = state.journal.clone();
    // A list has a million entries: it is read by a thread of its own, and the hall goes on.
    let read = spawn_blocking(move || {
        let plan = incomplete.receive(list, &query.name, &folder);
        drop(permit);
        plan.map(|plan| plan.to_json())
    });
    upload.forward(body).await;
    match read.await {
        Ok(Ok(plan)) => answer(StatusCode::OK, &plan),
        Ok(Err(why)) => refuse(StatusCode::UNPROCESSABLE_ENTITY, &why),
        Err(_) => ending(),
    }
}
