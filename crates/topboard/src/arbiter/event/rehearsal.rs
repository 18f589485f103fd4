//! What would be refused of a broadcast, and whether its destinations take games: the answer for the staff, and for `topboard
//! broadcast check`.

use super::whole;
use crate::{
    arbiter::{
        ArbiterState,
        requests::{self, ENDING, refuse},
    },
    broadcast::rehearsal::{CheckQuestion, Rehearsal},
};
use axum::{
    body::Body,
    extract::State,
    http::{Response, StatusCode, Uri},
};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::task::spawn_blocking;
use tournament::Event;

/// Answers with what would be refused of the round that the query names: `?tournament=A&round=2&for=lichess-push`.
pub(in crate::arbiter) async fn answer(State(state): State<ArbiterState>, uri: Uri) -> Response<Body> {
    let question = match CheckQuestion::parse(uri.query().unwrap_or_default()) {
        Ok(question) => question,
        Err(how) => return refuse(StatusCode::UNPROCESSABLE_ENTITY, how),
    };
    let Some((rehearsal, event)) = rehearsal(&state).await else {
        return refuse(StatusCode::SERVICE_UNAVAILABLE, ENDING);
    };
    match spawn_blocking(move || rehearsal.listed(&event, &question)).await {
        Ok(Ok(list)) => requests::answer(StatusCode::OK, &list),
        Ok(Err(why)) => refuse(StatusCode::NOT_FOUND, &why),
        Err(_) => refuse(StatusCode::SERVICE_UNAVAILABLE, ENDING),
    }
}

/// Returns the list as text.
pub(in crate::arbiter) async fn listed(state: &ArbiterState, query: &str) -> String {
    told(async {
        let (question, (rehearsal, event)) = asked(state, query).await?;
        let list = spawn_blocking(move || rehearsal.listed(&event, &question));
        list.await.unwrap_or_else(|_| Err(ENDING.to_owned()))
    })
    .await
}

/// Tries the destinations. Takes as long as they take.
pub(in crate::arbiter) async fn tried(state: &ArbiterState, query: &str) -> String {
    told(async {
        let (question, (rehearsal, event)) = asked(state, query).await?;
        rehearsal.tried(&event, &question).await
    })
    .await
}

/// Sends the first files to the destinations. Takes as long as they take.
pub(in crate::arbiter) async fn sent(state: &ArbiterState, query: &str) -> String {
    told(async {
        let (question, (rehearsal, event)) = asked(state, query).await?;
        tracing::info!(
            event = "broadcast-sent",
            "the first files of the next round are sent (topboard broadcast check)"
        );
        let lichess = state.destinations.lichess.as_ref().map(|lichess| Arc::clone(&lichess.borrow()));
        rehearsal.sent(&event, &question, lichess.as_deref()).await
    })
    .await
}

async fn told(answer: impl Future<Output = Result<Value, String>>) -> String {
    answer.await.unwrap_or_else(|why| json!({ "error": why })).to_string()
}

async fn asked(
    state: &ArbiterState,
    query: &str,
) -> Result<(CheckQuestion, (Arc<Rehearsal>, Box<Event>)), String> {
    let question = CheckQuestion::parse(query)?;
    Ok((question, rehearsal(state).await.ok_or(ENDING)?))
}

/// Returns the rehearsal of this program, with the event as it is now; `None` if the program ends.
async fn rehearsal(state: &ArbiterState) -> Option<(Arc<Rehearsal>, Box<Event>)> {
    Some((Arc::clone(&state.rehearsal), whole(state).await?))
}
