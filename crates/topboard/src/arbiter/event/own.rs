//! What the user who runs the program asks about the event and orders, through the hatch (arbiter/hatch.rs).

use super::{carry_out, whole, would_take};
use crate::{
    arbiter::{
        ArbiterState,
        requests::{ENDING, in_words, parse_body},
    },
    people::person,
};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::timeout;
use tournament::{EventCommandJson, EventOrderJson};

/// The time for an order to be safe in the journal.
const PATIENCE: Duration = Duration::from_millis(1500);

/// Returns the whole event.
pub(in crate::arbiter) async fn event(state: &ArbiterState) -> String {
    match whole(state).await {
        Some(event) => json!(event.to_json()).to_string(),
        None => wrong(ENDING).to_string(),
    }
}

/// Returns whether an order would be taken: as if it had been carried out, or the reason why not.
pub(in crate::arbiter) async fn try_order(state: &ArbiterState, text: &str) -> String {
    let Ok(order) = parse_body(text.as_bytes()) else { return unread().to_string() };
    match would_take(state, order).await {
        Some(Ok(())) => json!({ "done": false }),
        Some(Err(refusal)) => in_words(&refusal),
        None => wrong(ENDING),
    }
    .to_string()
}

/// Carries out an order, which must name its author.
pub(in crate::arbiter) async fn order(state: &ArbiterState, text: &str) -> String {
    let Ok(mut command) = parse_body::<EventCommandJson>(text.as_bytes()) else {
        return unread().to_string();
    };
    if matches!(command.order, EventOrderJson::State { .. }) {
        return wrong("only the program says the state; use enter").to_string();
    }
    if person::name_of(command.author.as_deref().unwrap_or_default()).is_err() {
        return wrong("an order names its author").to_string();
    }
    // It was given without a login, whatever it says.
    command.login = None;
    let asks = state.asks.clone();
    // An order that is given is not taken back because whoever gave it is impatient.
    let done = tokio::spawn(async move { carry_out(asks, command, json!({ "done": true })).await });
    match timeout(PATIENCE, done).await {
        Ok(Ok((_, answer))) => answer,
        Ok(Err(_)) => wrong(ENDING),
        Err(_) => {
            wrong("the disk does not take the order yet; the page of rounds will show whether it was done")
        }
    }
    .to_string()
}

fn unread() -> Value {
    wrong("the order cannot be read; use the version of topboard that runs")
}

fn wrong(why: &str) -> Value {
    json!({ "error": why })
}
