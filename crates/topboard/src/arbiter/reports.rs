//! Pages to print and to keep, made from the journal while the hall plays: the result sheet, and the report of a case.
//! `topboard export` makes these pages, too. And the review of a game, which a page of this listener shows.
//!
//! Limits: one page is made at a time, on a thread that no game waits for; further requests wait their turn.

use super::{ArbiterState, bodies::ReviewBody, requests::refuse};
use crate::{
    commands::export::{
        case::{self, CaseRequest},
        result_sheet::{self, Wanted},
    },
    journal_files::writer,
    public::gazette::{self, Edition},
    terminal::failure::Failure,
};
use axum::{
    body::Body,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, Response, StatusCode, header},
};
use board::Millis;
use hall::TableNo;
use journal::Verdict;
use report::{
    case::{Span, When},
    review::Reviewer,
};
use std::path::Path as FilePath;
use tournament::RoundNo;

/// A mark on a response whose body is a self-contained page.
#[derive(Debug, Clone, Copy)]
pub(super) struct SelfContained;

/// The content security policy of self-contained pages: they carry their own style and load nothing.
pub(super) const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; \
                      frame-ancestors 'none'";

/// Answers with a page to be printed and signed: the results of all tables and the journal's head as a QR code.
pub(super) async fn result_sheet(State(state): State<ArbiterState>) -> Response<Body> {
    make(&state, None, |journal| result_sheet::make(journal, &Wanted::Tables)).await
}

/// Answers with a page to be printed and signed: the results of a round and the journal's head as a QR code.
pub(super) async fn round_sheet(
    State(state): State<ArbiterState>,
    Path((key, round)): Path<(String, RoundNo)>,
) -> Response<Body> {
    make(&state, None, move |journal| result_sheet::make(journal, &Wanted::Round(Some(key), round))).await
}

/// Answers with the report of a whole game as a file to keep. The report's seal covers every byte of the file.
pub(super) async fn game_case(
    State(state): State<ArbiterState>,
    Path((table, game)): Path<(TableNo, u32)>,
) -> Response<Body> {
    let name = format!("case-table{table}-game{game}.html");
    case_of(&state, table, game, Span::Times { from: None, to: None }, &name).await
}

/// Answers with the report of the part of a game between two journal times.
pub(super) async fn case(
    State(state): State<ArbiterState>,
    Path((table, game, from_ms, to_ms)): Path<(TableNo, u32, Millis, Millis)>,
) -> Response<Body> {
    let span = Span::Times { from: Some(When::Journal(from_ms)), to: Some(When::Journal(to_ms)) };
    // The name holds the times, so that several cases of a game are several files.
    let name = format!("case-table{table}-game{game}-{}s-{}s.html", from_ms / 1000, to_ms / 1000);
    case_of(&state, table, game, span, &name).await
}

async fn case_of(state: &ArbiterState, table: TableNo, game: u32, span: Span, name: &str) -> Response<Body> {
    let name = format!("attachment; filename=\"{name}\"");
    let wanted = CaseRequest {
        table,
        game: Some(game),
        span,
        is_anonymous: false,
        has_no_records: false,
        utc_offset_s: None,
    };
    make(state, Some(name), move |journal| case::make(journal, &wanted)).await
}

/// Answers with all that the journal holds about a game, as one document for the page of reviews.
pub(super) async fn review(
    State(state): State<ArbiterState>,
    Path((table, game)): Path<(TableNo, u32)>,
    asked: HeaderMap,
) -> Response<Body> {
    let made = made(&state, move |journal| {
        let mut reviewer = Reviewer::new(table, game);
        let found = writer::read_at(journal, |seq, body| reviewer.feed(seq, body))?;
        let damage = match found.verdict {
            Verdict::Damaged { line, offset, why } => Some(writer::damaged(&found, line, offset, why)),
            // The last line may be on its way to the disk.
            Verdict::Whole | Verdict::Torn { .. } => None,
        };
        let review = reviewer.finish().map_err(Failure::Input)?;
        let text = serde_json::to_string(&ReviewBody::of(&review, damage))
            .map_err(|error| Failure::Input(error.to_string()))?;
        Ok(Edition::of_text(&text))
    });
    match made.await {
        Ok(edition) => {
            let mut response = gazette::answer(&edition, "application/json", &asked);
            // Nobody but arbiters may have it, and no cache keeps it.
            response.headers_mut().remove(header::ACCESS_CONTROL_ALLOW_ORIGIN);
            response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            response
        }
        Err(refused) => refused,
    }
}

async fn make(
    state: &ArbiterState,
    file: Option<String>,
    page: impl FnOnce(&FilePath) -> Result<String, Failure> + Send + 'static,
) -> Response<Body> {
    match made(state, page).await {
        Ok(page) => shown(page, file),
        Err(refused) => refused,
    }
}

/// Makes something of the journal, once it is its turn. `Err` is the refusal.
async fn made<T: Send + 'static>(
    state: &ArbiterState,
    make: impl FnOnce(&FilePath) -> Result<T, Failure> + Send + 'static,
) -> Result<T, Response<Body>> {
    let Ok(turn) = state.reports.clone().acquire_owned().await else {
        return Err(refuse(StatusCode::SERVICE_UNAVAILABLE, "the program is ending"));
    };
    let journal = state.journal.clone();
    let made = tokio::task::spawn_blocking(move || {
        let made = make(&journal);
        drop(turn);
        made
    });
    match made.await {
        Ok(Ok(made)) => Ok(made),
        Ok(Err(why)) => Err(refuse(StatusCode::CONFLICT, &why.to_string())),
        Err(_) => Err(refuse(
            StatusCode::INTERNAL_SERVER_ERROR,
            "the page could not be made for a mistake in this program; use `topboard export`, and report what the log says",
        )),
    }
}

fn shown(page: String, file: Option<String>) -> Response<Body> {
    let mut response = Response::new(Body::from(page));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(name) = file.and_then(|name| HeaderValue::try_from(name).ok()) {
        headers.insert(header::CONTENT_DISPOSITION, name);
    }
    response.extensions_mut().insert(SelfContained);
    response
}
