//! How the games are broadcast: the answer for operators and organisers.

use crate::{
    arbiter::{
        ArbiterState,
        requests::{self, ending},
    },
    broadcast::{
        destinations::{Destinations, RunningAlerts, RunningCourier},
        lichess::{LichessState, hold_words, standing_words},
    },
    connections::guests::ServedAudience,
    mainloop::Ask,
};
use axum::{
    body::Body,
    extract::State,
    http::{Response, StatusCode},
};
use board::Millis;
use broadcast::{
    alert::{AlertKind, AlertTrouble, alarms::AlertStatus},
    courier::CourierStatus,
    lichess::{PushHold, RoundPush, RoundText},
};
use hall::TableNo;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::sync::oneshot;

/// Answers with every round at Lichess: what it shows, and what keeps it from showing more; and with every other destination.
pub(in crate::arbiter) async fn answer(State(state): State<ArbiterState>) -> Response<Body> {
    let Destinations { lichess, couriers, alerts } = &state.destinations;
    let lichess = match lichess {
        None => Value::Null,
        Some(lichess) => {
            let lichess = Arc::clone(&lichess.borrow());
            let Some(told) = of_lichess(&state, &lichess).await else { return ending() };
            told
        }
    };
    let couriers: Vec<Value> = couriers.iter().map(of_courier).collect();
    let of_audience = |(name, served): &(&str, ServedAudience)| json!({ "name": name, "viewers": served.viewers(), "delay_s": served.delay_ms / 1_000 });
    let audiences: Vec<Value> = state.audiences.iter().map(of_audience).collect();
    let alerts = alerts.as_ref().map(of_alerts);
    let told = json!({ "audiences": audiences, "lichess": lichess, "couriers": couriers, "alerts": alerts });
    requests::answer(StatusCode::OK, &told)
}

fn of_courier(courier: &RunningCourier) -> Value {
    let CourierStatus { accepted, accepted_ms, waiting, failure, next_ms } = courier.status.borrow().clone();
    let now_ms = courier.now_ms();
    json!({
        "name": courier.name,
        "accepted": accepted,
        "accepted_s": accepted_ms.map(|at_ms| now_ms.saturating_sub(at_ms) / 1_000),
        "waiting": waiting,
        "retry_s": failure.as_ref().map(|_| next_ms.saturating_sub(now_ms) / 1_000),
        "failure": failure,
    })
}

fn of_alerts(alerts: &RunningAlerts) -> Value {
    let AlertStatus { taken, taken_ms, lasting, waiting, failure, next_ms } = alerts.status.borrow().clone();
    let now_ms = alerts.now_ms();
    let of_trouble = |AlertTrouble { kind, table }| json!({ "kind": AlertKind::name(kind), "table": table });
    json!({
        "name": alerts.name,
        "accepted": taken,
        "accepted_s": taken_ms.map(|at_ms| now_ms.saturating_sub(at_ms) / 1_000),
        "waiting": waiting,
        "lasting": lasting.into_iter().map(of_trouble).collect::<Vec<_>>(),
        "retry_s": failure.as_ref().map(|_| next_ms.saturating_sub(now_ms) / 1_000),
        "failure": failure,
    })
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
