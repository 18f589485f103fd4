//! What is missing before a round: the answer for the organiser's page, and for `topboard ready`.

use super::computer;
use crate::arbiter::{
    ArbiterState,
    requests::{self, ENDING, in_words, refuse},
};
use crate::mainloop::{Ask, request::RoundChoice};
use axum::{
    body::Body,
    extract::State,
    http::{Response, StatusCode, Uri},
};
use hall::Refusal;
use relay::readiness::Readiness;
use serde_json::json;
use tokio::{sync::oneshot, task};

/// The reason why there is no list.
#[derive(Debug)]
pub(in crate::arbiter) enum NoList {
    /// There is no such tournament or round.
    Refused(Refusal),
    /// The program is ending.
    Ending,
}

/// Answers with the list for the round that the query names: `?tournament=A&round=2`.
pub(in crate::arbiter) async fn answer(State(state): State<ArbiterState>, uri: Uri) -> Response<Body> {
    let Some(round) = parse(uri.query().unwrap_or_default()) else {
        let why = "ask with nothing, or with tournament=KEY and round=NUMBER";
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, why);
    };
    match list(&state, round).await {
        Ok(list) => requests::answer(StatusCode::OK, &json!(list)),
        Err(NoList::Refused(refusal)) => requests::answer(StatusCode::NOT_FOUND, &in_words(&refusal)),
        Err(NoList::Ending) => refuse(StatusCode::SERVICE_UNAVAILABLE, ENDING),
    }
}

/// Returns the list as text: JSON, or an object with the reason why there is none.
pub(in crate::arbiter) async fn text(state: &ArbiterState, query: &str) -> String {
    let Some(round) = parse(query) else { return json!({ "error": "this is no round" }).to_string() };
    match list(state, round).await {
        Ok(list) => json!(list).to_string(),
        Err(NoList::Refused(refusal)) => in_words(&refusal).to_string(),
        Err(NoList::Ending) => json!({ "error": ENDING }).to_string(),
    }
}

/// Asks the main loop, and looks at the computer.
async fn list(state: &ArbiterState, round: RoundChoice) -> Result<Readiness, NoList> {
    let (answer, told) = oneshot::channel();
    state.asks.send(Ask::Ready { round, answer }).await.map_err(|_| NoList::Ending)?;
    let lacks = told.await.map_err(|_| NoList::Ending)?.map_err(NoList::Refused)?;
    let folder = state.journal.clone();
    // A disk that fails may answer late. The main loop must not wait for it.
    let of_disk = task::spawn_blocking(move || computer::disk(&folder)).await.unwrap_or_default();
    let of_program = computer::program(&lacks);
    let items = lacks.items.into_iter().chain(of_program).chain(of_disk);
    Ok(Readiness::new(lacks.rounds, items.collect()))
}

/// Parses a query; `None` if it says anything but a tournament and a round.
fn parse(query: &str) -> Option<RoundChoice> {
    let mut choice = RoundChoice::default();
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        match pair.split_once('=')? {
            ("tournament", key) => choice.tournament = Some(key.to_owned()),
            ("round", number) => choice.round = Some(number.parse().ok()?),
            _ => return None,
        }
    }
    Some(choice)
}

#[cfg(test)]
mod tests {
    use super::parse;
    use crate::mainloop::request::RoundChoice;

    #[test]
    fn a_query_names_a_tournament_a_round_both_or_neither() {
        let choice = |tournament: Option<&str>, round| {
            Some(RoundChoice { tournament: tournament.map(str::to_owned), round })
        };
        assert_eq!(parse(""), choice(None, None));
        assert_eq!(parse("tournament=A"), choice(Some("A"), None));
        assert_eq!(parse("round=2&tournament=open"), choice(Some("open"), Some(2)));
        for bad in ["round=two", "round", "table=3", "round=70000"] {
            assert_eq!(parse(bad), None, "{bad}");
        }
    }
}
