//! How the games are broadcast: the answer for operators and organisers.

use crate::{
    arbiter::{
        ArbiterState,
        requests::{self, ending},
    },
    broadcast::lichess::{LichessState, hold_words, standing_words},
    mainloop::Ask,
};
use axum::{
    body::Body,
    extract::State,
    http::{Response, StatusCode},
};
use board::Millis;
use broadcast::lichess::{PushHold, RoundPush, RoundText};
use hall::TableNo;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::oneshot;

/// Answers with every round at Lichess: what it shows, and what keeps it from showing more.
pub(in crate::arbiter) async fn answer(State(state): State<ArbiterState>) -> Response<Body> {
    let Some(lichess) = &state.lichess else {
        return requests::answer(StatusCode::OK, &json!({ "lichess": null }));
    };
    let lichess = Arc::clone(&lichess.borrow());
    match of_lichess(&state, &lichess).await {
        Some(told) => requests::answer(StatusCode::OK, &json!({ "lichess": told })),
        None => ending(),
    }
}

async fn of_lichess(state: &ArbiterState, lichess: &LichessState) -> Option<Value> {
    let now_ms = lichess.now_ms();
    let mut rounds = Vec::new();
    for (name, round) in lichess.pushes.rounds() {
        rounds.push(of_round(name, round, standing(state, round).await?, now_ms));
    }
    let fault = (!lichess.ids_fault.is_empty()).then_some(&lichess.ids_fault);
    Some(json!({
        "base": lichess.base,
        "hold": lichess.pushes.hold().map(|hold| of_hold(hold, now_ms)),
        "ids_fault": fault,
        "without_id": lichess.pushes.without_id(),
        "rounds": rounds,
    }))
}

fn of_round(name: &str, round: &RoundPush, standing: Vec<Value>, now_ms: Millis) -> Value {
    let state = match &round.wanted {
        None => "not-begun",
        Some(_) if round.is_current() => "current",
        Some(_) => "behind",
    };
    let refused: Vec<Value> =
        round.refused.iter().map(|(board, why)| json!({ "board": board, "reason": why })).collect();
    let left_out = round.wanted.as_ref().map_or(&[][..], |text| &text.left_out);
    json!({
        "round": name,
        "id": round.id,
        "on": round.is_on,
        "state": state,
        "games": round.accepted.as_ref().map_or(0, |text| text.boards.len()),
        "pushed_s": round.accepted_ms.map(|at_ms| now_ms.saturating_sub(at_ms) / 1_000),
        "hold": round.hold.as_ref().map(|hold| of_hold(hold, now_ms)),
        "refused": refused,
        "left_out": left_out,
        "standing": standing,
    })
}

fn of_hold(hold: &PushHold, now_ms: Millis) -> Value {
    json!({
        "kind": hold.kind.name(),
        "reason": hold.said,
        "retry_s": hold.until_ms.saturating_sub(now_ms) / 1_000,
        "words": hold_words(hold.kind),
    })
}

/// Returns the boards whose game stands still at Lichess, with the reason. That an arbiter has to settle the moves of a game is
/// what operators hear, too, when they try to; they are told no more of it. Nothing of it is told to Lichess.
async fn standing(state: &ArbiterState, round: &RoundPush) -> Option<Vec<Value>> {
    let Some(RoundText { halted, tables, .. }) = &round.wanted else { return Some(Vec::new()) };
    let told = |board: &u16, stands: bool| {
        let kind = if stands { "illegal-move-stands" } else { "arbiter" };
        json!({ "board": board, "kind": kind, "words": standing_words(stands) })
    };
    let mut all: Vec<Value> = halted.iter().map(|board| told(board, true)).collect();
    if round.is_on {
        for (board, table) in tables.iter().filter(|(board, _)| !halted.contains(board)) {
            if !is_plain(state, *table).await? {
                all.push(told(board, false));
            }
        }
    }
    Some(all)
}

/// Returns whether the moves of the game on a table are a matter of transmission alone; `None` if the program ends.
async fn is_plain(state: &ArbiterState, table: TableNo) -> Option<bool> {
    let (answer, told) = oneshot::channel();
    state.asks.send(Ask::IsPlain { table, game: None, answer }).await.ok()?;
    told.await.ok()
}
